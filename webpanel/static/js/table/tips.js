/** Tips about the rules during a first game, at the moments that matter: each until it was read on this phone. */
import { find, keep, recall } from "../lib/dom.js";

const READ = "pawnlight-tips";

export class Tips {
  /** @param {(section: string) => unknown} more opens the rules there */
  constructor(more) {
    this.place = find("tip");
    /** The tip that matters now. @type {SceneTip | undefined} */
    this.due = undefined;
    /** @type {SceneTip[]} */
    this.open = [];
    find("tip-more").addEventListener("click", () => more(this.due?.section ?? ""));
    find("tip-open").addEventListener("click", () => this.unfold(!this.place.matches(".unfolded")));
    find("tip-done").addEventListener("click", () => this.read());
  }

  /**
   * @param {SceneTip[]} tips
   * @param {boolean} busy something else is being read
   */
  show(tips, busy) {
    this.open = tips;
    /** @type {string[]} */
    const read = recall(READ, []);
    this.due = tips.find(({ name }) => !read.includes(name));
    this.place.hidden = busy || !this.due;
    const text = this.due?.message ?? "";
    if (find("tip-text").textContent === text) return;
    find("tip-text").textContent = text;
    this.unfold(false);
  }

  /** @param {boolean} whole */
  unfold(whole) {
    this.place.classList.toggle("unfolded", whole);
    find("tip-open").setAttribute("aria-expanded", String(whole));
  }

  read() {
    if (this.due) keep(READ, [...recall(READ, []), this.due.name]);
    this.show(this.open, false);
  }
}
