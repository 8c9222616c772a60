/** After a loss: the move that decided it comes to the table as a problem, in one tap. */
import { ask, attempt, Refusal } from "../lib/api.js";
import { icon, make } from "../lib/dom.js";
import { _ } from "../lib/texts.js";

const AGAIN_MS = 700;
const NOT_THERE = 404;

export class DecidingMove {
  /**
   * @param {() => string} over returns the key of the game that is over on the table, or replayed; empty: none is
   * @param {() => void} changed called when something else is to be shown
   * @param {() => void} [done] called when the move is on the table
   */
  constructor(over, changed, done = () => undefined) {
    this.over = over;
    this.changed = changed;
    this.done = done;
    /** The game that is being looked through. */
    this.key = "";
    /** The share of it that has been, in per cent. */
    this.share = 0;
    /** A game that no single move decided. */
    this.without = "";
  }

  /**
   * Make the button that finds the move, or stops that; null: no single move decided this game.
   *
   * @param {string} key
   */
  offer(key) {
    if (this.without === key) return null;
    const running = this.key === key;
    const text = running ? _("Stop ({share} %)", { share: this.share }) : _("Deciding move");
    const onclick = () => attempt(() => (running ? this.stop(key) : this.find(key)));
    return make("button", { type: "button", class: "deciding-move", onclick }, icon(running ? "stop" : "target"), text);
  }

  /** @param {string} key */
  async stop(key) {
    this.begin("");
    await ask("DELETE", `/api/games/${key}/review`);
  }

  /**
   * Have the game looked through, if it was not, and put the move on the table.
   *
   * @param {string} key
   */
  async find(key) {
    this.begin(key);
    try {
      if (await this.reviewed(key)) await this.put(key);
    } finally {
      if (this.key === key) this.begin("");
    }
  }

  /** @param {string} key */
  begin(key) {
    this.key = key;
    this.share = 0;
    this.changed();
  }

  /**
   * Wait for the review. False if it was stopped, or the table has gone on.
   *
   * @param {string} key
   */
  async reviewed(key) {
    const address = `/api/games/${key}/review`;
    /** @type {Reviewing} */
    let found = await ask("GET", address);
    if (found.state === "none") found = await ask("POST", address);
    while (found.state === "running") {
      this.share = Math.round((100 * found.done) / Math.max(1, found.of));
      this.changed();
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      if (this.key !== key) return false;
      if (this.over() !== key) {
        await this.stop(key);
        return false;
      }
      found = await ask("GET", address);
    }
    if (found.trouble) throw new Refusal(found.trouble);
    return found.state === "done" && this.over() === key;
  }

  /** @param {string} key */
  async put(key) {
    try {
      await ask("POST", `/api/games/${key}/problems`, {});
    } catch (error) {
      if (error instanceof Refusal && error.status === NOT_THERE) this.without = key; // else it may be there later
      throw error;
    }
    this.done();
  }
}
