/** The position editor: pieces are dragged or tapped onto squares, everything else has a control. */

import { Board } from "../board/grid.js";
import { pieceElement, pieceWords } from "../board/pieces.js";
import { Touch } from "../board/touch.js";
import { Zoom } from "../board/zoom.js";
import { ask, attempt } from "../lib/api.js";
import { segments, stepper, switches } from "../lib/controls.js";
import { field, find, icon, make } from "../lib/dom.js";
import { sorted } from "../lib/squares.js";
import { _, counted } from "../lib/texts.js";
import { Draft } from "./draft.js";

/**
 * The effect of a tap on a square: `hand` moves pieces, `away` takes them off.
 *
 * @typedef {{ kind: "hand" } | { kind: "away" } | { kind: "shield" } | { kind: "piece", piece: string } | { kind: "mark", control: Control }} Tool
 */

export class SetupEditor {
  /** @param {() => { game: string, options: object }} chosen what is going to be played */
  constructor(chosen) {
    this.chosen = chosen;
    this.board = new Board(find("setup-board"), _("Position"));
    this.touch = new Touch(this.board, new Zoom(this.board, find("setup-zoom")), {
      can: () => true,
      tap: (square) => this.tap(square),
      lift: () => undefined,
      drop: (from, to) => this.drop(from, to),
      draggable: (square) => this.draft?.pieces[square] ?? null,
    });
    this.board.grid.classList.add("live", "drags");
    this.board.grid.addEventListener("keydown", (event) => this.key(event));
    /** @type {Draft | null} */
    this.draft = null;
    /** @type {Editor | null} */
    this.shown = null; // the last valid position
    /** @type {State | null} */
    this.given = null; // the position set up, as long as nobody has changed it
    /** @type {Tool} */
    this.tool = { kind: "hand" };
    this.strength = [1, 1];
    /** @type {string | null} */
    this.picked = null;
    this.dragged = "";
    this.read = false; // whether the pieces were read from the board
    this.misread = ""; // why the text of a position was refused, until something else is done
    /** @type {Promise<unknown>} */
    this.checking = Promise.resolve();
    find("setup-start").addEventListener("click", () => this.restart());
    find("setup-empty").addEventListener("click", () => this.clear());
    field("setup-text").addEventListener("change", () => this.readText());
    field("setup-text").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // it would start the game
      this.readText();
    });
    document.getElementById("setup-read")?.addEventListener("click", () => this.feel());
  }

  /** Return the state to begin the game from; null while a piece is still to be named, or a text cannot be read. */
  state() {
    if (!this.draft || this.draft.unnamed.size || this.misread) return null;
    return this.given ?? this.draft.state();
  }

  /**
   * Offer what these options allow. The position stays, where the board is the same.
   *
   * @param {State | null} [state] the position to begin with
   * @param {boolean} [anew] whether nothing of it stays
   */
  async open(state = null, anew = false) {
    const asked = state ? { ...this.chosen(), setup: state } : this.chosen();
    this.offerAll(await ask("POST", "/api/setups", asked), state, anew);
  }

  /**
   * Show what the program offers.
   *
   * @param {Editor} editor
   * @param {State | null} state the position to begin with
   * @param {boolean} anew whether nothing of the position before stays
   */
  offerAll(editor, state, anew) {
    const before = this.draft;
    const same = before && before.editor.files === editor.files && before.editor.ranks === editor.ranks;
    this.draft = new Draft(editor);
    this.shown = editor;
    this.given = state;
    this.misread = "";
    this.picked = null;
    this.tool = { kind: "hand" };
    if (same && !state && !anew) this.keep(before);
    this.board.shape({ ...this.view(), light: editor.a1_light });
    this.render();
    this.check();
  }

  /**
   * Take over a position set up with other options, as far as these know the pieces.
   *
   * @param {Draft} before
   */
  keep(before) {
    const draft = /** @type {Draft} */ (this.draft);
    const known = Object.entries(before.pieces).filter(([, piece]) => draft.editor.material.includes(piece));
    const stage = draft.editor.stages.find(({ phase }) => phase === before.phase);
    if (!stage) return;
    draft.begin(
      { board: Object.fromEntries(known), phase: stage.phase, to_act: [], detail: before.values },
      before.turn,
    );
    draft.unnamed = before.unnamed;
  }

  /** Read the position that somebody wrote in one line. */
  readText() {
    const text = field("setup-text").value.trim();
    if (text === this.shown?.text && !this.misread) return;
    if (!text) {
      this.misread = "";
      this.check(); // and the position is written there again
      return;
    }
    this.checking = this.checking.then(() =>
      attempt(
        async () => {
          /** @type {Editor} */
          const editor = await ask("POST", "/api/setups", { ...this.chosen(), text });
          this.read = false;
          this.offerAll(editor, editor.state, true);
          this.say("");
        },
        (sentence) => {
          this.misread = sentence;
          this.complain(sentence);
        },
      ),
    );
  }

  /** Write the position in one line, where its game is written so; not while somebody is typing one. */
  writeText() {
    const text = this.shown?.text ?? null;
    find("setup-written").hidden = text === null;
    if (document.activeElement !== field("setup-text")) field("setup-text").value = text ?? "";
  }

  async restart() {
    if (!(await attempt(() => this.open(null, true)))) return; // the position stays
    this.read = false;
    this.say(_("The usual start"));
  }

  clear() {
    this.draft?.empty();
    this.read = false;
    this.changed(_("The board is empty."));
  }

  /** Read from the board which squares are covered, and ask for the pieces. Named pieces keep their names. */
  async feel() {
    const { draft } = this;
    if (!draft) return;
    await attempt(
      async () => {
        const { squares } = await ask("GET", "/api/covered");
        if (!this.read) draft.empty();
        this.read = true;
        draft.read(squares.filter((/** @type {string} */ square) => this.board.cells.has(square)));
        this.tool = { kind: "piece", piece: draft.editor.material[0] };
        this.changed(draft.unnamed.size ? "" : this.asking()); // the remaining question stands under the board
      },
      (sentence) => this.complain(sentence),
    );
  }

  /** Ask for the squares whose piece is still to be named. */
  asking() {
    if (this.misread) return this.misread;
    const unnamed = sorted(this.draft?.unnamed ?? []);
    if (!unnamed.length) return this.read ? _("Every piece on the board has its name.") : "";
    return counted(
      "{count} covered square waits for the name of its piece ({squares}): choose a piece, then tap where it stands.",
      "{count} covered squares wait for the names of their pieces ({squares}): choose a piece, then tap where it stands.",
      unnamed.length,
      { squares: unnamed.join(", ") },
    );
  }

  // --- fingers and keys ----------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    this.takeOff(this.board.focused);
  }

  /** @param {string} square */
  tap(square) {
    const { draft, tool } = this;
    if (!draft) return;
    if (tool.kind === "hand") this.carry(square);
    else if (tool.kind === "away") this.takeOff(square);
    else if (tool.kind === "piece") this.place(square, tool.piece);
    else if (tool.kind === "shield") this.shield(square);
    else this.mark(tool.control, square);
  }

  /** @param {string} square */
  carry(square) {
    const draft = /** @type {Draft} */ (this.draft);
    const from = this.picked;
    this.picked = null;
    if (from && from !== square) {
      draft.move(from, square);
      this.changed(this.words(square));
    } else if (!from && draft.pieces[square]) {
      this.picked = square;
      this.say(_("{piece} picked up: tap its new square.", { piece: this.named(draft.pieces[square]) }));
      this.show();
    } else {
      this.say("");
      this.show();
    }
  }

  /**
   * @param {string} square
   * @param {string} piece
   */
  place(square, piece) {
    const draft = /** @type {Draft} */ (this.draft);
    if (draft.pieces[square] === piece) draft.clear(square);
    else draft.put(square, piece);
    this.changed(this.words(square));
  }

  /** @param {string} square */
  takeOff(square) {
    this.draft?.clear(square);
    this.changed(this.words(square));
  }

  /** @param {string} square */
  shield(square) {
    const draft = /** @type {Draft} */ (this.draft);
    draft.shield(square);
    this.changed(
      draft.canShield(square) ? this.words(square) : _("Nothing on {square} can have a Shield.", { square }),
    );
  }

  /**
   * @param {Control} control
   * @param {string} square
   */
  mark(control, square) {
    const draft = /** @type {Draft} */ (this.draft);
    if (!draft.fits(control, square)) {
      this.say(_("No piece stands on {square}.", { square }));
      return;
    }
    if (control.kind === "strengths") draft.strengthen(control, square, this.strength.join("/"));
    else draft.mark(control, square);
    this.changed(`${square}: ${control.label}`);
  }

  /**
   * @param {string} from empty: out of the tray
   * @param {string | null} to null: off the board
   */
  drop(from, to) {
    const { draft } = this;
    if (!draft) return;
    if (!from && to) draft.put(to, this.dragged);
    else if (from && to) draft.move(from, to);
    else if (from) draft.clear(from);
    this.picked = null;
    if (from || to) this.changed(this.words(to ?? from));
  }

  /** @param {string} piece */
  named(piece) {
    return pieceWords(piece, this.draft?.editor.piece_names ?? {});
  }

  /** @param {string} square */
  words(square) {
    const piece = this.draft?.pieces[square];
    return `${square}: ${piece ? this.named(piece) : _("empty")}`;
  }

  // --- showing -------------------------------------------------------------------------------------------------

  /** @param {string} said */
  changed(said) {
    if (!this.draft) return; // not there yet
    this.given = null;
    this.misread = "";
    this.say(said);
    this.render();
    this.check();
  }

  /** @param {string} said */
  say(said) {
    find("setup-told").textContent = said;
  }

  /** @param {string} sentence */
  complain(sentence) {
    const place = find("setup-problem");
    place.textContent = sentence;
    place.hidden = !sentence;
    this.show();
  }

  /** Have the program check the position; the last answer is about what is shown now. */
  check() {
    this.checking = this.checking.then(() =>
      attempt(
        async () => {
          const setup = this.state();
          if (!setup) return this.complain(this.asking());
          this.shown = await ask("POST", "/api/setups", { ...this.chosen(), setup });
          const over = this.shown?.over;
          this.complain(over ? _("Nothing is left to play here: {ending}.", { ending: over }) : "");
          find("setup-said").textContent = over ? "" : (this.shown?.said.join(" · ") ?? "");
          this.writeText();
          this.show();
        },
        (sentence) => this.complain(sentence),
      ),
    );
  }

  render() {
    find("setup-tray").replaceChildren(...this.tray());
    find("setup-fields").replaceChildren(...this.fields());
    this.show();
  }

  show() {
    if (this.draft) this.board.show(this.view());
  }

  /** @returns {View} */
  view() {
    const draft = /** @type {Draft} */ (this.draft);
    const { files, ranks, a1_light: light, piece_names: names, piece_art: art, holes } = this.shown ?? draft.editor;
    const told = find("setup-problem").hidden ? (this.shown?.marks ?? []) : []; // of the last valid position
    /** @type {ShownMark[]} */
    const asked = [...draft.unnamed].map((square) => ({
      square,
      kind: "unknown",
      text: "?",
      message: _("covered: which piece is it?"),
    }));
    const holed = draft.marking(true).flatMap((control) => /** @type {string[]} */ (draft.value(control)));
    return {
      files,
      ranks,
      light,
      names,
      art,
      palette: "default",
      lights: {},
      jump: true,
      pieces: draft.pieces,
      marks: [...told.filter((mark) => draft.pieces[mark.square]), ...asked],
      holes: new Set([...holes.filter((square) => !draft.pieces[square]), ...holed]),
      asked: draft.unnamed,
      chosen: this.picked,
    };
  }

  // --- the tray ------------------------------------------------------------------------------------------------

  /** Offer everything that a tap can do. */
  tray() {
    const draft = /** @type {Draft} */ (this.draft);
    const { material } = draft.editor;
    const plain = material.filter((piece) => !piece.endsWith("+"));
    const tools = [
      this.offer({ kind: "hand" }, icon("hand"), _("Move pieces")),
      ...plain.map((piece) =>
        this.offer({ kind: "piece", piece }, pieceElement(piece, draft.editor.piece_art), this.named(piece)),
      ),
      plain.length < material.length ? this.offer({ kind: "shield" }, icon("shield"), _("Shield on or off")) : null,
      this.offer({ kind: "away" }, icon("trash"), _("Take pieces off")),
      ...[...draft.marking(false), ...draft.marking(true)].map((control) => this.marker(control)),
    ];
    return tools.filter((each) => each !== null);
  }

  /** @param {Control} control */
  marker(control) {
    return this.offer({ kind: "mark", control }, make("span", { class: "word", text: control.label }), "");
  }

  /**
   * Make a tool as a radio button: one is in the hand.
   *
   * @param {Tool} tool
   * @param {Element} picture
   * @param {string} words of what is only drawn
   */
  offer(tool, picture, words) {
    const choose = () => {
      this.tool = tool;
      this.picked = null;
      this.say(tool.kind === "mark" ? tool.control.help : "");
      find("setup-fields").replaceChildren(...this.fields());
      this.show();
    };
    const checked = JSON.stringify(tool) === JSON.stringify(this.tool);
    const label = make(
      "label",
      { class: "tool", title: words },
      make("input", { type: "radio", name: "setup-tool", class: "unseen", checked, onchange: choose }),
      picture,
      words ? make("span", { class: "unseen", text: words }) : null,
    );
    if (tool.kind === "piece") {
      label.addEventListener("pointerdown", (event) => {
        this.dragged = tool.piece;
        this.touch.grab(event, tool.piece);
      });
    }
    return label;
  }

  // --- fields --------------------------------------------------------------------------------------------------

  /** Make the controls of everything besides the squares. */
  fields() {
    const draft = /** @type {Draft} */ (this.draft);
    const { stages } = draft.editor;
    const { turns, controls } = draft.stage;
    const phases = stages.map(({ phase, label }) => ({ value: phase, label }));
    return [
      stages.length > 1 ? segments(_("Phase"), phases, draft.phase, (phase) => this.enter(phase)) : null,
      turns.length ? segments(_("Whose turn it is"), turns, draft.turn, (turn) => this.pass(turn)) : null,
      ...controls.flatMap((control) => this.field(control)),
    ].filter((each) => each !== null);
  }

  /** @param {string} phase */
  enter(phase) {
    this.draft?.enter(phase);
    this.tool = { kind: "hand" };
    this.changed("");
  }

  /** @param {string} turn */
  pass(turn) {
    if (this.draft) this.draft.turn = turn;
    this.altered();
  }

  /**
   * @param {Control} control
   * @returns {Element[]}
   */
  field(control) {
    const draft = /** @type {Draft} */ (this.draft);
    const { label, low, high, choices, kind, help } = control;
    const value = draft.value(control);
    const set = (/** @type {unknown} */ now) => {
      draft.set(control, now);
      this.altered();
    };
    if (kind === "number") return [stepper(label, Number(value), [low, high], set, help)];
    if (kind === "numbers") return this.numbers(control, /** @type {Record<string, number>} */ (value), set);
    if (kind === "words" || kind === "seats")
      return [switches(label, choices, /** @type {string[]} */ (value), set, help)];
    if (kind === "letters") {
      return [switches(label, choices, [...String(value)], (some) => set(some.join("") || "-"), help)];
    }
    return kind === "strengths" && this.tool.kind === "mark" && this.tool.control.name === control.name
      ? this.strengths()
      : [];
  }

  /**
   * Make a number for each seat.
   *
   * @param {Control} control
   * @param {Record<string, number>} value
   * @param {(value: unknown) => void} set
   */
  numbers({ label, low, high, choices }, value, set) {
    return choices.map((seat) =>
      stepper(`${label}: ${seat.label}`, value[seat.value] ?? low, [low, high], (number) => {
        value = { ...value, [seat.value]: number };
        set(value);
      }),
    );
  }

  /** Offer the strengths that pieces get when they are tapped. */
  strengths() {
    const [power, toughness] = this.strength;
    return [
      stepper(_("Power"), power, [0, 99], (number) => {
        this.strength[0] = number;
      }),
      stepper(_("Toughness"), toughness, [0, 99], (number) => {
        this.strength[1] = number;
      }),
    ];
  }

  /** Note that a control was changed: it keeps the focus, so nothing is made anew. */
  altered() {
    this.given = null;
    this.misread = "";
    this.check();
  }
}
