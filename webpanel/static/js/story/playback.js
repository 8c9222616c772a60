/** The consequences of an action, shown moment by moment in step with their words: marches, clashes, dice, the end. */

import { find, icon, make } from "../lib/dom.js";
import { dieFace } from "./die.js";
import { frames, readingMs } from "./story.js";

export class Playback {
  /**
   * @param {() => void} changed when the board has to be drawn anew
   * @param {(words: string) => void} announce for those who listen
   * @param {(cues: Frame["cues"]) => void} sound
   */
  constructor(changed, announce, sound) {
    this.changed = changed;
    this.announce = announce;
    this.sound = sound;
    this.place = find("telling");
    /** @type {(Frame & { before: Scene })[]} each with the scene that was known before it was heard of */
    this.queue = [];
    /** @type {Pieces} after all that is to be shown */
    this.after = {};
    this.pace = 1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    find("skip").addEventListener("click", () => this.skip());
    document.addEventListener("visibilitychange", () => document.hidden && this.skip());
  }

  /** @returns {(Frame & { before: Scene }) | null} what is shown at this moment */
  get frame() {
    return this.queue[0] ?? null;
  }

  /**
   * Return the scene that may be described without giving away how it goes on: the one before what is shown.
   *
   * @param {Scene} newest
   */
  known(newest) {
    return this.frame?.before ?? newest;
  }

  /**
   * Take in news of the story, while the board still shows the position before it. `silent`: nobody watches.
   *
   * @param {Story} news
   * @param {Scene} scene
   * @param {boolean} silent
   */
  hear(news, scene, silent) {
    const follows = news.key === scene.key && news.first === scene.action_count;
    if (!follows) return this.stop();
    const waiting = this.frame !== null;
    const { shown, words, after } = frames(waiting ? this.after : scene.pieces, news, waiting);
    this.after = after;
    if (silent || !shown.length) return this.say(words);
    this.queue.push(...shown.map((frame) => ({ ...frame, before: scene })));
    // A long combat is shown more quickly, so that nobody waits for long, and everything once it is known.
    this.pace = Math.min(1, scene.told_within_ms / this.queue.reduce((sum, { told }) => sum + readingMs(told), 0));
    if (!waiting) this.show();
  }

  /**
   * Say something that needs no showing, after all that is still to be shown.
   *
   * @param {string} words
   */
  say(words) {
    if (!words) return;
    const last = this.queue.at(-1);
    if (last && last !== this.frame) last.words += ` ${words}`;
    else this.announce(words);
  }

  show() {
    const { frame } = this;
    if (frame) {
      this.announce(frame.words);
      this.sound(frame.cues);
      this.timer = setTimeout(() => this.next(), readingMs(frame.told) * this.pace);
    }
    this.draw();
  }

  next() {
    this.queue.shift();
    this.show();
  }

  /** Show the end at once; sentences that were not read yet stand in the log. */
  skip() {
    if (!this.frame) return;
    const rest = this.queue.slice(1).map(({ words }) => words);
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
    find("skip").hidden = frame === null;
    this.place.hidden = frame === null;
    if (frame) {
      const picture = frame.die ? dieFace(frame.die) : icon(Object.keys(frame.falling).length ? "fallen" : "info");
      this.place.replaceChildren(make("span", { class: "now-icon" }, picture), make("span", { text: frame.told }));
    }
    this.changed();
  }
}
