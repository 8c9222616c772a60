/** A replay that advances by itself, at reading speed, or slower, or faster. */
import { find, icon, keep, recall } from "../lib/dom.js";
import { _ } from "../lib/texts.js";
import { readingMs } from "../story/story.js";

const KEPT = "pawnlight-replay-speed";

export class Autoplay {
  /**
   * `told()`: the sentence that is shown now; `on()`: advances one step, and returns true if there are more.
   *
   * @param {{ told: () => string, on: () => boolean, restart: () => void, ended: () => boolean }} hooks
   */
  constructor(hooks) {
    this.hooks = hooks;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.button = find("auto");
    this.speed = find("speed", HTMLSelectElement);
    this.speed.value = recall(KEPT, "1");
    this.speed.addEventListener("change", () => this.changed());
    this.button.addEventListener("click", () => (this.timer ? this.stop() : this.start()));
  }

  start() {
    if (this.hooks.ended()) this.hooks.restart();
    this.wait();
    this.draw();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.draw();
  }

  changed() {
    keep(KEPT, this.speed.value);
    if (this.timer) this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    const shown = readingMs(this.hooks.told()) / Number(this.speed.value);
    this.timer = setTimeout(() => (this.hooks.on() ? this.wait() : this.stop()), shown);
  }

  draw() {
    const running = this.timer !== undefined;
    this.button.replaceChildren(icon(running ? "pause" : "play"));
    this.button.setAttribute("aria-label", running ? _("Stop") : _("Play"));
  }
}
