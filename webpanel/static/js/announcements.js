/** What happened by itself is announced across the board: Marching, Reinforcements … */
import { icon, make } from "./dom.js";

const SHOWN_MS = 1700;

export class Announcements {
  constructor(frame) {
    this.frame = frame;
    this.count = null;
    this.key = null;
    this.queue = [];
  }

  /** A new scene: announce what its last action made happen, once. */
  see(scene) {
    const fresh = this.count !== null && this.key === scene.key && scene.action_count > this.count;
    this.count = scene.action_count;
    this.key = scene.key;
    if (!fresh) return;
    this.queue.push(...scene.motions.filter((motion) => motion.kind === "announced" && motion.message));
    if (!this.box) this.next();
  }

  next() {
    this.box?.remove();
    this.box = null;
    const motion = this.queue.shift();
    if (!motion) return;
    this.box = make(
      "div",
      { class: "march", "aria-hidden": "true" },
      make("div", {}, make("span", { text: motion.message }), icon(motion.icon)),
    );
    this.frame.append(this.box);
    setTimeout(() => this.next(), SHOWN_MS);
  }
}
