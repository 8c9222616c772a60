/** Looking back: the board as it stood at a moment of the game, until the player returns to now. */
import { ask, attempt, say } from "../lib/api.js";
import { find } from "../lib/dom.js";
import { _, counted } from "../lib/texts.js";
import { momentsOf } from "../story/story.js";

export class LookBack {
  /**
   * @param {import("../story/log.js").Log} log
   * @param {() => string | null} seat whose curtain is lifted
   * @param {() => void} changed when the board has to be drawn anew
   */
  constructor(log, seat, changed) {
    this.log = log;
    this.seat = seat;
    this.changed = changed;
    this.bar = find("back");
    /** @type {Moment | null} */
    this.shown = null;
    /** @type {At | null} */
    this.wanted = null; // the number of moments when somebody began to look back
    this.known = 0; // moments that were there when somebody began to look back
    find("back-now").addEventListener("click", () => this.leave());
    find("back-before").addEventListener("click", () => this.step(-1));
    find("back-after").addEventListener("click", () => this.step(1));
    this.bar.addEventListener("keydown", ({ key }) => key === "Escape" && this.leave());
  }

  /** @returns {At[]} */
  get moments() {
    return momentsOf(this.log.story);
  }

  /**
   * Return the place of a moment among all known ones, or -1.
   *
   * @param {At} at
   */
  place({ number, index, told }) {
    return this.moments.findIndex((each) => each.number === number && each.index === index && each.told === told);
  }

  /** @param {At} at */
  async look(at) {
    const fresh = this.shown === null;
    this.wanted = at;
    const found = await attempt(async () => this.come(at, await ask("GET", `/api/moment?${this.address(at)}`)));
    if (this.wanted !== at) return; // another one was requested meanwhile, or none
    this.wanted = null;
    if (!found) return;
    if (fresh) find("back-now").focus({ preventScroll: true });
    for (const place of [this.bar, find("board")]) place.scrollIntoView({ block: "nearest" });
  }

  /** @param {At} at */
  address({ number, index }) {
    const seat = this.seat();
    const { key } = this.log.story;
    return new URLSearchParams({ key, action: String(number), moment: String(index), ...(seat && { seat }) });
  }

  /**
   * Show a moment that was asked for.
   *
   * @param {At} at
   * @param {Moment} moment
   */
  come(at, moment) {
    if (this.wanted === at) this.show(moment);
  }

  /** @param {Moment} moment */
  show(moment) {
    if (this.shown === null) this.known = this.moments.length;
    this.shown = moment;
    this.log.mark(moment);
    this.draw();
    this.changed();
  }

  leave() {
    if (this.shown === null) return;
    this.wanted = null;
    this.shown = null;
    this.log.mark(null);
    this.draw();
    this.changed();
  }

  /**
   * Step from the moment that was asked for last, however quick the finger is.
   *
   * @param {1 | -1} way
   */
  async step(way) {
    const from = this.wanted ?? this.shown;
    if (this.shown === null || from === null) return;
    if (way < 0 && this.place(from) === 0) await this.log.whole();
    const next = this.moments[this.place(from) + way];
    if (next) await this.look(next);
    else if (way > 0) this.leave();
  }

  /** Follow the story, which went on or back. */
  see() {
    if (this.shown === null) return;
    if (this.place(this.shown) >= 0) return this.draw();
    this.leave();
    say(_("That move was taken back. This is the board now."));
  }

  draw() {
    const { shown } = this;
    this.bar.hidden = shown === null;
    if (shown === null) return;
    const fresh = this.moments.length - this.known;
    find("back-told").textContent = _("Looking back: {told}", { told: shown.told });
    find("back-fresh").textContent =
      fresh > 0 ? counted("One event since you went back.", "{count} events since you went back.", fresh) : "";
    /** @type {HTMLButtonElement} */ (find("back-before")).disabled =
      this.place(shown) === 0 && this.log.story.first === 0;
  }
}
