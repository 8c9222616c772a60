/** The hand: the meaning of taps on the screen board, and sending them one after another, so that none is outdated. */
import { ask, attempt, gameBefore, Refusal } from "../lib/api.js";
import { _ } from "../lib/texts.js";
import { ownerOf } from "./pieces.js";

/** The lights of empty squares where a piece from the tray may be put, besides the one that is missing there. */
const ENTRANCES = new Set(["spawn", "place", "choice", "move", "origin", "no_move"]);

/** The lights where a piece that is about to move comes down, if it lies in the tray, before anything it has taken. */
const LANDINGS = new Set(["move", "capture"]);

/** The lights of empty squares that wait for a certain piece. */
const GAPS = new Set(["place", "march_to", "spawn"]);

/** The longest time that a tap waits for the board to register the tap before it. */
const FELT_MS = 1000;

/**
 * Return a piece without its Shield, which is a token on top of it.
 *
 * @param {string} piece
 */
const bare = (piece) => piece.replace("+", "");

/**
 * Return a piece of these, if all are of one kind.
 *
 * @param {string[]} pieces
 */
const onlyKind = (pieces) => (new Set(pieces.map(bare)).size === 1 ? pieces[0] : null);

/**
 * What tells games apart, and the lessons of a course.
 *
 * @param {Scene} scene
 */
export const onTable = ({ key, lesson }) => `${key} ${lesson?.number}`;

export class Hand {
  /** @param {Snapshot} table */
  constructor(table) {
    this.table = table;
    this.number = table.scene.number;
    /** @type {Promise<unknown>} */
    this.queue = Promise.resolve();
    /** @type {Pieces} */
    this.origins = this.trace(null, {}, table);
    /**
     * The piece in the hand, of several, that the next tap puts down.
     *
     * @type {string | null}
     */
    this.selected = null;
    /** Resumes the tap that waits for the board. */
    this.feels = () => {};
  }

  /**
   * Take in a snapshot: remember where the pieces in the hand came from. `first`: of a new connection, whose server may
   * have restarted and count its scenes anew.
   *
   * @param {Snapshot} table
   * @param {boolean} [first]
   */
  see(table, first = false) {
    const before = this.table;
    this.table = table;
    const anew = first || before.scene.key !== table.scene.key;
    this.number = anew ? table.scene.number : Math.max(this.number, table.scene.number);
    this.origins = this.trace(before.wood, this.origins, table);
    if (this.isFelt()) this.feels();
  }

  /**
   * True if this phone has heard the result of its taps, and the board has registered it: then its lights refer to
   * that.
   */
  isFelt() {
    const { wood, scene } = this.table;
    if (!wood) return true;
    const covered = new Set(scene.covered);
    const differs = [...Object.keys(wood.stands), ...covered].filter(
      (square) => square in wood.stands !== covered.has(square),
    );
    return scene.number >= this.number && differs.every((square) => scene.manual.includes(square));
  }

  /** Wait until then; after a while in any case: a tap that means nothing then is explained. */
  felt() {
    if (this.isFelt()) return Promise.resolve();
    return new Promise((done) => {
      this.feels = () => done(undefined);
      setTimeout(done, FELT_MS);
    });
  }

  /**
   * @param {Wood | null} before
   * @param {Pieces} origins
   * @param {Snapshot} table
   */
  trace(before, origins, { wood, scene }) {
    if (!wood) return {};
    const left = [...wood.hand];
    /** @type {Pieces} */
    const found = {};
    const lit = Object.keys(scene.lights).filter((square) => scene.lights[square].role === "origin");
    const known = Object.entries(origins);
    const lost = Object.entries(before?.stands ?? {}).filter(([square]) => !wood.stands[square]);
    /** @type {[string, string][]} */
    const guessed = lit.map((square) => [square, scene.pieces[square]]);
    for (const [square, piece] of [...known, ...lost, ...guessed]) {
      const place = left.indexOf(piece);
      if (place < 0 || wood.stands[square] || found[square]) continue;
      found[square] = piece;
      left.splice(place, 1);
    }
    return found;
  }

  /**
   * Return the intents of a tap on a square: often one, none where it means nothing.
   *
   * @param {string} square
   * @returns {Intent[]}
   */
  intents(square) {
    const { wood } = this.table;
    if (!wood) return [];
    const stands = wood.stands[square];
    if (stands) return wood.hand.length ? this.onto(square, stands, wood) : [["lift", square, null]];
    if (wood.hand.length) return [["place", square, this.chosen(square, wood)]];
    const fresh = this.fromTray(square, wood);
    return fresh
      ? [
          ["take", null, fresh],
          ["place", square, fresh],
        ]
      : [];
  }

  /**
   * Return the intents of a tap on a piece with something in the hand: it is captured, taken up too, or chosen instead.
   *
   * @param {string} square
   * @param {string} piece
   * @param {Wood} wood
   * @returns {Intent[]}
   */
  onto(square, piece, wood) {
    const { scene } = this.table;
    if (scene.targets.includes(square)) return [["capture", square, null]];
    if (this.puttingRight() || scene.joins.includes(square)) return [["lift", square, null]];
    if (this.acts(piece) || !wood.hand.some((each) => this.acts(each)))
      return [
        ["return", null, null],
        ["lift", square, null],
      ];
    return [];
  }

  /** True if pieces stand where they should not: then any may be moved, one after another. */
  puttingRight() {
    const { status, extra } = this.table.scene;
    return status !== "play" && (status !== "repair" || extra.length > 0);
  }

  /**
   * True if a piece may be one that is to act.
   *
   * @param {string} piece
   */
  acts(piece) {
    const owner = ownerOf(piece);
    return owner === null || this.table.scene.to_act.includes(owner);
  }

  /**
   * Explain why a tap on a square means nothing.
   *
   * @param {string} square
   */
  why(square) {
    const { wood, scene } = this.table;
    if (wood?.hand.length) return _("That piece cannot be taken now. Tap a lit square, or another piece of yours.");
    const several = ENTRANCES.has(scene.lights[square]?.role ?? "") && Object.values(wood?.tray ?? {}).some(Boolean);
    return several ? _("Take a piece out of the tray first.") : _("Nothing stands there. Tap a piece.");
  }

  /**
   * Return the piece in the hand, of several, that comes down on a square: the one that was selected, else the one that
   * is missing there; `null`: the latest.
   *
   * @param {string} square
   * @param {Wood} wood
   */
  chosen(square, wood) {
    if (this.selected && wood.hand.includes(this.selected)) return this.selected;
    const { lights, pieces } = this.table.scene;
    const missing = GAPS.has(lights[square]?.role ?? "") ? bare(pieces[square] ?? "") : "";
    return wood.hand.length > 1 ? (wood.hand.find((piece) => bare(piece) === missing) ?? null) : null;
  }

  /**
   * Return the only kind of piece in the tray that can be meant for an empty lit square.
   *
   * @param {string} square
   * @param {Wood} wood
   */
  fromTray(square, wood) {
    const { scene } = this.table;
    const light = scene.lights[square];
    const missing = bare(scene.pieces[square] ?? "");
    if (!light?.role || !(missing || ENTRANCES.has(light.role))) return null;
    const there = Object.keys(wood.tray).filter((piece) => wood.tray[piece]);
    // Until a move counts, its first square still wants its piece: that stands elsewhere, and no captured one is meant.
    const lacking = there.filter((piece) => this.lacks(piece, wood));
    const own = LANDINGS.has(light.role) ? onlyKind(lacking.filter((piece) => this.acts(piece))) : null;
    if (own || missing) return own ?? lacking.find((piece) => bare(piece) === missing) ?? null;
    const seats = light.seat ? [light.seat] : scene.to_act;
    return onlyKind(
      light.role === "move" // anybody's: a pushed piece is another player's
        ? lacking
        : there.filter((piece) => seats.some((seat) => ownerOf(piece) === seat)),
    );
  }

  /**
   * True if fewer pieces of a kind stand on the board than belong there.
   *
   * @param {string} piece
   * @param {Wood} wood
   */
  lacks(piece, wood) {
    /** @param {Pieces} pieces */
    const count = (pieces) => Object.values(pieces).filter((each) => bare(each) === bare(piece)).length;
    return count(wood.stands) < count(this.table.scene.pieces);
  }

  /**
   * Interpret a touch once the taps before it are registered, however quick the finger is; but nothing in another game
   * than the one that it was made in.
   *
   * @param {() => Intent[]} meant
   */
  touch(meant) {
    const game = onTable(this.table.scene);
    this.queue = this.queue.then(async () => {
      await this.felt();
      await attempt(async () => {
        this.refuseOther(game);
        for (const intent of meant()) await this.tap(intent, game);
      });
    });
    return this.queue;
  }

  /**
   * Send intents one after another.
   *
   * @param {Intent[]} intents
   */
  send(intents) {
    const game = onTable(this.table.scene);
    for (const intent of intents) this.queue = this.queue.then(() => this.tap(intent, game));
    return this.queue;
  }

  /** @param {string} game */
  refuseOther(game) {
    if (game !== onTable(this.table.scene)) throw new Refusal(gameBefore());
  }

  /**
   * @param {Intent} intent
   * @param {string} game
   */
  tap([kind, square, piece], game) {
    return attempt(async () => {
      this.refuseOther(game);
      const answer = await ask("POST", "/api/tap", { kind, square, piece, scene: this.number });
      this.number = Math.max(this.number, answer.scene);
    });
  }
}
