/** What happened by itself is announced across the board: Marching, Reinforcements … */
import { icon, make } from "./dom.js";

const LEAST_MS = 1700;
const PER_LETTER_MS = 60;
const SHORT = 22; // letters; more stand small at the upper edge, so that the board stays in sight

export class Announcements {
  /**
   * `spoken`: a place whose words screen readers read aloud.
   *
   * @param {HTMLElement} frame
   * @param {HTMLElement} spoken
   */
  constructor(frame, spoken) {
    this.frame = frame;
    this.spoken = spoken;
    this.count = -1;
    this.key = "";
    /** @type {SceneMotion[]} */
    this.queue = [];
    /** @type {HTMLElement | null} */
    this.box = null;
  }

  /**
   * A new scene: announce what its last action made happen, once.
   *
   * @param {Scene} scene
   */
  see(scene) {
    const fresh = this.count >= 0 && this.key === scene.key && scene.action_count > this.count;
    this.count = scene.action_count;
    this.key = scene.key;
    if (!fresh) return;
    const said = scene.motions.filter((motion) => motion.kind === "announced" && motion.message);
    this.queue.push(...said);
    if (said.length) this.spoken.textContent = said.map((motion) => motion.message).join(" ");
    if (!this.box) this.next();
  }

  next() {
    this.box?.remove();
    this.box = null;
    const motion = this.queue.shift();
    if (!motion) return;
    const message = motion.message ?? "";
    const shown = Math.max(LEAST_MS, message.length * PER_LETTER_MS);
    const plate = make("div", {}, make("span", { text: message }), icon(motion.icon));
    plate.style.animationDuration = `${shown}ms`;
    this.box = make("div", { class: `march${message.length > SHORT ? " long" : ""}`, "aria-hidden": "true" }, plate);
    this.frame.append(this.box);
    setTimeout(() => this.next(), shown);
  }
}
