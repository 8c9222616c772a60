/** Sharing points out over pieces, in secret until it is committed. */

import { pieceArt } from "../board/pieces.js";
import { question } from "../lib/dialogs.js";
import { icon, make } from "../lib/dom.js";
import { sorted } from "../lib/squares.js";
import { _, counted } from "../lib/texts.js";

export class Division {
  /**
   * @param {ScenePrompt} prompt
   * @param {Table} table
   * @param {() => void} changed after every step
   * @param {(value: string) => unknown} keep when done
   */
  constructor(prompt, table, changed, keep) {
    this.prompt = prompt;
    this.table = table;
    this.seat = prompt.seats[0];
    /** @type {Map<string, [power: number, toughness: number]>} */
    this.given = new Map();
    /** @type {string | null} */
    this.chosen = null;
    this.changed = changed;
    this.keep = keep;
    this.left = make("p", { class: "left", role: "status" });
    this.rows = make("div", {});
    this.others = make("div", {});
    const how = _("Tap a piece on the board to give it points.");
    this.help = make("p", { text: table.scene.lesson ? how : `${prompt.message} ${how}` }); // the task stands above it
    this.body = this.build(prompt);
    this.render();
  }

  /**
   * True if it answers this prompt: others who commit meanwhile give the same question a new id.
   *
   * @param {ScenePrompt} prompt
   */
  isFor(prompt) {
    const same = prompt.points === this.prompt.points && String(prompt.squares) === String(this.prompt.squares);
    const veiled = prompt.points === 0; // secrets are hidden
    return prompt.kind === "division" && prompt.seats[0] === this.seat && (veiled || same);
  }

  /** @param {ScenePrompt} prompt */
  build(prompt) {
    const again = () => this.reset();
    return make(
      "section",
      { class: "prompt division", "aria-label": prompt.message },
      make(
        "div",
        { class: "row spread" },
        this.left,
        make("button", { type: "button", onclick: again }, icon("undo"), _("Start over")),
      ),
      this.help,
      this.rows,
      make("details", {}, make("summary", {}, icon("right"), _("All pieces")), this.others),
    );
  }

  get used() {
    return [...this.given.values()].reduce((sum, [power, toughness]) => sum + power + toughness, 0);
  }

  /** Return the value: `white:c3+2/3,d4+0/1`, or `white:-` for nothing at all. */
  value() {
    const parts = sorted(this.given.keys()).map((square) => `${square}+${this.points(square).join("/")}`);
    return `${this.seat}:${parts.join(",") || "-"}`;
  }

  /** Return the texts for the given squares: "+2/1". */
  words() {
    return Object.fromEntries(
      [...this.given].map(([square, [power, toughness]]) => [square, `+${power}/${toughness}`]),
    );
  }

  /**
   * Return the points given to a square.
   *
   * @param {string} square
   * @returns {[power: number, toughness: number]}
   */
  points(square) {
    return this.given.get(square) ?? [0, 0];
  }

  /** Commit. Points that nobody gets are lost: a player who leaves some is asked once. */
  async commit() {
    const left = this.prompt.points - this.used;
    const title = counted("One point is left. Leave it unused?", "{count} points are left. Leave them unused?", left);
    /** @type {[value: boolean, label: string, look?: string][]} */
    const answers = [[true, _("Leave unused"), "danger"]];
    if (left && !(await question(title, _("Unused points are lost."), answers))) return null;
    return this.keep(this.value());
  }

  /** @param {string} square */
  choose(square) {
    this.chosen = square;
    this.render();
    this.changed();
  }

  reset() {
    this.given.clear();
    this.chosen = null;
    this.render();
    this.changed();
  }

  /**
   * @param {string} square
   * @param {0 | 1} which power or toughness
   * @param {1 | -1} step
   */
  give(square, which, step) {
    const [power, toughness] = this.points(square);
    /** @type {[number, number]} */
    const now = [power, toughness];
    now[which] += step;
    if (now[which] < 0 || (step > 0 && this.used >= this.prompt.points)) return;
    if (now[0] + now[1]) this.given.set(square, now);
    else this.given.delete(square);
    this.chosen = square;
    this.render();
    this.changed();
    /** @type {HTMLElement | null} */
    const button = this.rows.querySelector(`[data-row="${square}"] [data-give="${which}${step}"]`);
    button?.focus();
  }

  /**
   * @param {ScenePrompt} prompt
   * @param {Table} table
   */
  update(prompt, table) {
    this.prompt = prompt;
    this.table = table;
    this.render();
  }

  render() {
    const { points, squares } = this.prompt;
    this.left.textContent = _("Points left: {left} of {points}", { left: points - this.used, points });
    const first = new Set([...(this.chosen ? [this.chosen] : []), ...sorted(this.given.keys())]);
    this.help.hidden = first.size > 0;
    const rest = sorted(squares).filter((square) => !first.has(square));
    this.rows.replaceChildren(...[...first].map((square) => this.row(square)));
    this.others.replaceChildren(...rest.map((square) => this.row(square)));
  }

  /** @param {string} square */
  row(square) {
    const scene = this.table.scene;
    const piece = (this.table.wood?.stands ?? scene.pieces)[square] ?? scene.pieces[square] ?? "nP";
    const stats = scene.marks.find((mark) => mark.square === square && mark.kind === "stats")?.text ?? "";
    const given = this.points(square);
    const name = scene.piece_names[piece[1]] ?? "";
    const gift = given[0] + given[1] ? make("strong", { text: `+${given.join("/")}` }) : null;
    return make(
      "div",
      { class: "division-row", "data-row": square },
      make("span", { class: "piece-box" }, pieceArt(piece, scene.piece_art)),
      make("span", { class: "where", text: `${square} ${name} ${stats}` }),
      gift ?? make("span"),
      make(
        "div",
        { class: "steps" },
        this.steps(square, 0, given[0], _("Power"), "swords"),
        this.steps(square, 1, given[1], _("Toughness"), "shield"),
      ),
    );
  }

  /**
   * @param {string} square
   * @param {0 | 1} which power or toughness
   * @param {number} value
   * @param {string} label
   * @param {string} picture
   */
  steps(square, which, value, label, picture) {
    /** @type {(step: 1 | -1, name: string, words: string) => HTMLElement} */
    const button = (step, name, words) =>
      make(
        "button",
        {
          type: "button",
          "aria-label": _("{label} of {square}: {words}", { label, square, words }),
          "data-give": `${which}${step}`,
          disabled: step < 0 ? value === 0 : this.used >= this.prompt.points,
          onclick: () => this.give(square, which, step),
        },
        icon(name),
      );
    const shown = make("output", {
      class: "stepper-value",
      text: String(value),
      "aria-label": _("{label} given to {square}", { label, square }),
    });
    return make(
      "div",
      {},
      icon(picture),
      make("span", { class: "step-name", text: label }),
      make("span", { class: "stepper" }, button(-1, "minus", _("less")), shown, button(1, "plus", _("more"))),
    );
  }
}
