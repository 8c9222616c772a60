/** Looking back: the board as it stood at a moment of the game, until the player goes back to now. */
import { ask, attempt, say } from "./api.js";
import { find } from "./dom.js";
import { momentsOf } from "./story.js";
import { _, counted } from "./texts.js";

export class LookBack {
  /**
   * @param {import("./log.js").Log} log
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
    this.known = 0; // moments that were there when somebody began to look back
    find("back-now").addEventListener("click", () => this.leave());
    find("back-before").addEventListener("click", () => this.step(-1));
    find("back-after").addEventListener("click", () => this.step(1));
    this.bar.addEventListener("keydown", ({ key }) => key === "Escape" && this.leave());
  }

  /** @returns {(At & Told)[]} */
  get moments() {
    return momentsOf(this.log.story);
  }

  /**
   * The place of a moment among all that are known, or -1.
   *
   * @param {At} at
   */
  place({ number, index, told }) {
    return this.moments.findIndex((each) => each.number === number && each.index === index && each.told === told);
  }

  /** @param {At} at */
  async look({ number, index }) {
    const key = this.log.story.key;
    const seat = this.seat();
    const asked = new URLSearchParams({ key, action: String(number), moment: String(index), ...(seat && { seat }) });
    const fresh = this.shown === null;
    if (!(await attempt(async () => this.show(await ask("GET", `/api/moment?${asked}`))))) return;
    if (fresh) find("back-now").focus({ preventScroll: true });
    for (const place of [this.bar, find("board")]) place.scrollIntoView({ block: "nearest" });
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
    this.shown = null;
    this.log.mark(null);
    this.draw();
    this.changed();
  }

  /** @param {1 | -1} way */
  async step(way) {
    if (this.shown === null) return;
    if (way < 0 && this.place(this.shown) === 0) await this.log.whole();
    const next = this.moments[this.place(this.shown) + way];
    if (next) await this.look(next);
    else if (way > 0) this.leave();
  }

  /** The story went on, or back. */
  see() {
    if (this.shown === null) return;
    if (this.place(this.shown) >= 0) return this.draw();
    this.leave();
    say(_("What you were looking at was taken back. This is the board now."));
  }

  draw() {
    const { shown } = this;
    this.bar.hidden = shown === null;
    if (shown === null) return;
    const fresh = this.moments.length - this.known;
    find("back-told").textContent = _("Looking back: {told}", { told: shown.told });
    find("back-fresh").textContent =
      fresh > 0 ? counted("One event since you look back.", "{count} events since you look back.", fresh) : "";
    /** @type {HTMLButtonElement} */ (find("back-before")).disabled =
      this.place(shown) === 0 && this.log.story.first === 0;
  }
}
