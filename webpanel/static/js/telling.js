/** What an action made happen, shown moment by moment in step with its words: marches, clashes, dice, the end. */
import { dieFace } from "./die.js";
import { find, icon, make } from "./dom.js";
import { frames, readingMs } from "./story.js";

const MOST_MS = 8000; // a long combat is told more quickly, so that nobody waits for long

export class Telling {
  /**
   * @param {() => void} changed when the board has to be drawn anew
   * @param {(words: string) => void} announce for those who listen
   */
  constructor(changed, announce) {
    this.changed = changed;
    this.announce = announce;
    this.place = find("telling");
    /** @type {Frame[]} */
    this.queue = [];
    /** @type {Scene | null} */
    this.before = null;
    this.pace = 1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    find("skip").addEventListener("click", () => this.skip());
    document.addEventListener("visibilitychange", () => document.hidden && this.skip());
  }

  /** @returns {Frame | null} what is shown at this moment */
  get frame() {
    return this.queue[0] ?? null;
  }

  /**
   * What may be said of the table without giving away how it goes on: what was so before the first of what is shown.
   *
   * @param {Scene} newest
   */
  known(newest) {
    return (this.frame && this.before) || newest;
  }

  /**
   * What is new in the story, while the board still shows what was before it. `silent`: nobody watches.
   *
   * @param {Story} news
   * @param {Scene} scene
   * @param {boolean} silent
   */
  hear(news, scene, silent) {
    const follows = news.key === scene.key && news.first === scene.action_count;
    if (!follows) return this.stop();
    const shown = frames(this.queue.at(-1)?.after ?? scene.pieces, news.entries);
    const words = news.entries.flatMap(({ moments }) => moments.map(({ told }) => told));
    if (silent || !shown.length) return this.announce(words.join(" "));
    const unseen = new Set(shown.map(({ told }) => told));
    const before = words.filter((each) => !unseen.has(each));
    if (before.length) this.announce(before.join(" "));
    const waiting = this.frame !== null;
    if (!waiting) this.before = scene;
    this.queue.push(...shown);
    this.pace = Math.min(1, MOST_MS / this.queue.reduce((sum, { told }) => sum + readingMs(told), 0));
    if (!waiting) this.show();
  }

  /**
   * What happened while nothing was heard is said, behind what is being shown.
   *
   * @param {string} words
   */
  missed(words) {
    const last = this.queue.at(-1);
    if (words && last) this.queue.push({ ...last, told: words, squares: [], falling: {}, die: null });
    else if (words) this.announce(words);
  }

  show() {
    const { frame } = this;
    if (frame) {
      this.announce(frame.told);
      this.timer = setTimeout(() => this.next(), readingMs(frame.told) * this.pace);
    }
    this.draw();
  }

  next() {
    this.queue.shift();
    this.show();
  }

  /** Show at once how it ends; what was not read yet stands in the log. */
  skip() {
    if (!this.frame) return;
    const rest = this.queue.slice(1).map(({ told }) => told);
    if (rest.length) this.announce(rest.join(" "));
    this.stop();
  }

  stop() {
    if (!this.frame) return;
    clearTimeout(this.timer);
    this.queue = [];
    this.draw();
  }

  draw() {
    const { frame } = this;
    find("main").classList.toggle("tells", frame !== null);
    find("main").classList.toggle("tells-on", this.queue.length > 1);
    find("skip").hidden = frame === null;
    this.place.hidden = frame === null;
    if (frame) {
      const picture = frame.die ? dieFace(frame.die) : icon(Object.keys(frame.falling).length ? "fallen" : "info");
      this.place.replaceChildren(make("span", { class: "now-icon" }, picture), make("span", { text: frame.told }));
    }
    this.changed();
  }
}
