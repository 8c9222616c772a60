/** Tips about the rules during a first game, at the moments that matter: each until it was read on this phone. */
import { find, keep, recall } from "../lib/dom.js";

const READ = "pawnlight-tips";

export class Tips {
  /** @param {(section: string) => unknown} more opens the rules there */
  constructor(more) {
    this.place = find("tip");
    /** @type {SceneTip | undefined} */
    this.shown = undefined;
    /** @type {SceneTip[]} */
    this.open = [];
    find("tip-more").addEventListener("click", () => more(this.shown?.section ?? ""));
    find("tip-done").addEventListener("click", () => this.read());
  }

  /** @param {SceneTip[]} tips */
  show(tips) {
    this.open = tips;
    /** @type {string[]} */
    const read = recall(READ, []);
    this.shown = tips.find(({ name }) => !read.includes(name));
    this.place.hidden = !this.shown;
    const text = this.shown?.message ?? "";
    if (find("tip-text").textContent !== text) find("tip-text").textContent = text;
  }

  read() {
    if (this.shown) keep(READ, [...recall(READ, []), this.shown.name]);
    this.show(this.open);
  }
}
