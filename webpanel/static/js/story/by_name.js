/** Asking and moving by words, for players who do not see the board: "e4", "e2 e4", what changed, what now. */
import { ask, Refusal } from "../lib/api.js";
import { field, find } from "../lib/dom.js";
import { sorted } from "../lib/squares.js";
import { _ } from "../lib/texts.js";

const SQUARE = /[a-p]\d{1,2}/g;
const WAIT_MS = 5000;

export class ByName {
  /**
   * @param {{
   *   table: () => Table,
   *   words: (square: string) => string,
   *   moments: () => import("./story.js").Moment[],
   *   clocks: () => string,
   *   tap: (square: string) => Promise<unknown>,
   *   say: (words: string) => void,
   * }} hooks
   */
  constructor(hooks) {
    this.hooks = hooks;
    find("by-name-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.command(field("by-name-text").value);
      field("by-name-text").value = "";
    });
    find("by-name-changed").addEventListener("click", () => this.answer(this.latest()));
    find("by-name-now").addEventListener("click", () => this.answer(this.now()));
    find("by-name-pieces").addEventListener("click", () => this.answer(this.pieces()));
  }

  /** @param {string} words */
  answer(words) {
    find("by-name-answer").textContent = words;
    this.hooks.say(words);
  }

  /** @param {string} text */
  async command(text) {
    const squares = text.toLowerCase().match(SQUARE) ?? [];
    if (!squares.length) return this.answer(_("Type a square to hear what stands there, or several to move: e2 e4."));
    const unknown = squares.find((square) => !this.hooks.words(square));
    if (unknown) return this.answer(_("There is no square {square} on this board.", { square: unknown }));
    return squares.length === 1 ? this.tell(squares[0]) : this.move(squares);
  }

  /** @param {string} square */
  async tell(square) {
    const here = this.hooks.words(square);
    try {
      /** @type {Can} */
      const { told } = await ask("GET", `/api/piece?square=${square}`);
      this.answer([`${here}.`, ...told].join(" "));
    } catch (error) {
      this.answer(error instanceof Refusal ? error.message : here);
    }
  }

  /**
   * Tap one square after another, each once the board has answered the tap before.
   *
   * @param {string[]} squares
   */
  async move(squares) {
    const count = this.hooks.table().scene.action_count;
    for (const square of squares) await this.hooks.tap(square);
    await this.until(() => this.hooks.table().scene.action_count > count);
    if (this.hooks.table().scene.action_count === count) this.answer(this.now());
  }

  /** @param {() => boolean} reached */
  async until(reached) {
    const end = Date.now() + WAIT_MS;
    while (!reached() && Date.now() < end) await new Promise((done) => setTimeout(done, 30));
  }

  /** Describe the latest action, with everything that followed from it. */
  latest() {
    const moments = this.hooks.moments();
    const number = moments.at(-1)?.number;
    const told = moments.filter((moment) => moment.number === number).map((moment) => moment.told);
    return told.join(" ") || _("Nothing has happened yet.");
  }

  /** Describe what is to be done, with which pieces, and how much time there is. */
  now() {
    const { scene } = this.hooks.table();
    const able = sorted(Object.keys(scene.lights).filter((square) => scene.lights[square].role === "turn"));
    const who = able.length ? _("Pieces that can move: {squares}.", { squares: able.join(", ") }) : "";
    return [scene.now, ...scene.prompts.map(({ message }) => message), who, this.hooks.clocks()]
      .filter(Boolean)
      .join(" ");
  }

  /** List every piece on the board. */
  pieces() {
    const { scene } = this.hooks.table();
    return `${sorted(Object.keys(scene.pieces))
      .map((square) => this.hooks.words(square))
      .join("; ")}.`;
  }
}
