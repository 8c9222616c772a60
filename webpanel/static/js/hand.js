/** What a tap on the screen board means, and sending it. Taps wait for each other, so that none is outdated by the one before. */
import { ask, attempt } from "./api.js";
import { ownerOf } from "./pieces.js";

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
  }

  /**
   * A new snapshot: remember where the pieces in the hand came from. `first`: of a new line to the table, which may have
   * been started anew and counts its scenes from elsewhere.
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
   * The intents of a tap on a square: often one, none where it means nothing.
   *
   * @param {string} square
   * @returns {Intent[]}
   */
  intents(square) {
    const { wood, scene } = this.table;
    if (!wood) return [];
    const stands = wood.stands[square];
    const role = scene.lights[square]?.role;
    if (wood.hand.length && !stands) return [["place", square, this.chosen(wood)]];
    if (wood.hand.length && role === "capture") return [["capture", square, null]];
    if (stands) return [["lift", square, null]];
    const fresh = this.fromTray(square, wood);
    return fresh
      ? [
          ["take", null, fresh],
          ["place", square, fresh],
        ]
      : [];
  }

  /** @param {Wood} wood */
  chosen(wood) {
    return this.selected && wood.hand.includes(this.selected) ? this.selected : null;
  }

  /**
   * The one kind of piece in the tray that can be meant for an empty lit square.
   *
   * @param {string} square
   * @param {Wood} wood
   */
  fromTray(square, wood) {
    const { scene } = this.table;
    const light = scene.lights[square];
    if (!["spawn", "place", "choice"].includes(light?.role ?? "")) return null;
    const missing = scene.pieces[square];
    if (missing && wood.tray[missing]) return missing;
    const seats = light.seat ? [light.seat] : scene.to_act;
    const fitting = Object.keys(wood.tray).filter(
      (piece) => wood.tray[piece] && seats.some((seat) => ownerOf(piece) === seat),
    );
    return fitting.length === 1 ? fitting[0] : null;
  }

  /**
   * Send intents one after the other.
   *
   * @param {Intent[]} intents
   */
  send(intents) {
    for (const intent of intents) this.queue = this.queue.then(() => this.tap(intent));
    return this.queue;
  }

  /** @param {Intent} intent */
  tap([kind, square, piece]) {
    return attempt(async () => {
      const answer = await ask("POST", "/api/tap", { kind, square, piece, scene: this.number });
      this.number = Math.max(this.number, answer.scene);
    });
  }
}
