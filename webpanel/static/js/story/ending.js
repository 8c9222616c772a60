/** The time to announce the end of a game: once its last pieces have arrived on the screen, and never much later. */
const PATIENCE_MS = 6000;

/**
 * True if no piece is on its way. A piece in somebody's hand, for example of one who resigned with it, does not count.
 *
 * @param {Scene} scene
 * @param {Wood | null} wood
 */
function arrived(scene, wood) {
  return !wood || wood.hand.length > 0 || !(scene.missing.length || scene.extra.length);
}

export class Ending {
  /** @param {() => void} later called when the patience is at its end */
  constructor(later) {
    this.later = later;
    this.waiting = false;
    /** @type {string | null} */
    this.key = null;
  }

  /**
   * True if this table's game is over for everybody to see.
   *
   * @param {Snapshot} table
   */
  see({ scene, wood }) {
    if (scene.winners === null) this.key = null;
    else if (arrived(scene, wood)) this.key = scene.key;
    else if (this.key !== scene.key && !this.waiting) this.wait(scene.key);
    return scene.winners !== null && this.key === scene.key;
  }

  /** @param {string} key */
  wait(key) {
    this.waiting = true;
    setTimeout(() => {
      this.waiting = false;
      this.key = key;
      this.later();
    }, PATIENCE_MS);
  }
}
