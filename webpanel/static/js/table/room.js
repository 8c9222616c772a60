/** The room of the screen, shared out again whenever something beside the board changes its height: whatever is shown is
 * to stand above the buttons at the foot. First the tip folds, then the players take one line, then the board shrinks.
 * Squares that are played on stay large enough for a finger: what does not fit then is scrolled to. */
import { SMALL_PX } from "../board/touch.js";
import { find } from "../lib/dom.js";

/** The shares of the width that the board takes, step by step; the first two steps fold the rest. */
const BOARDS = [1, 1, 1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52];
const FOLDED = 2;
const LATER = ".controls, .says"; // explained below the buttons, for whoever scrolls
/** All of it; else what the move needs; else what is asked. */
const FOREMOST = [":scope > *", ".now, .telling, .prompt, .curtain, .clock", ".prompt, .curtain"];

export class Room {
  /** @param {HTMLElement} main the page of the board */
  constructor(main) {
    this.main = main;
    this.side = /** @type {HTMLElement} */ (main.querySelector(".side"));
    this.step = 0;
    this.state = "";
    this.size = "";
    this.waits = false;
    new ResizeObserver(() => this.soon()).observe(this.side);
    addEventListener("resize", () => this.soon());
  }

  /**
   * Begin again with a whole board where the table is in another state; within one the board only shrinks, so that it
   * does not change its size with each sentence.
   *
   * @param {string} state
   */
  see(state) {
    if (state === this.state) return;
    this.state = state;
    this.step = 0;
    this.share();
  }

  /** Share the room out before the next picture; an observer that does it at once would observe what it does. */
  soon() {
    if (this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      this.share();
    });
  }

  share() {
    const size = `${innerWidth} ${innerHeight}`;
    if (size !== this.size) this.step = 0;
    this.size = size;
    if (this.main.matches(".looks-back") || find("log", HTMLDetailsElement).open) return;
    this.main.classList.remove("scant");
    for (const parts of FOREMOST) {
      const step = this.least(parts);
      if (step < BOARDS.length) return this.take(step);
      this.step = Math.max(this.step, FOLDED); // what is less than all of it stays folded
      this.main.classList.add("scant");
    }
    return this.take(FOLDED);
  }

  /**
   * True if the squares are too small for a finger now, so that a first tap would only magnify them, and had better stay
   * as they were: they are played on, and the whole board has larger ones, or points are given to pieces on them.
   *
   * @param {boolean} large the squares of the whole board are not that small
   */
  cramps(large) {
    if (this.side.querySelector(".division")) return this.areSmall();
    return large && this.areSmall() && !this.side.querySelector(".prompt, .curtain, #card > *");
  }

  areSmall() {
    const well = /** @type {HTMLElement} */ (this.main.querySelector(".well"));
    return well.clientWidth / Number(getComputedStyle(well).getPropertyValue("--files")) < SMALL_PX;
  }

  /** @param {number} step */
  take(step) {
    this.step = step;
    this.show(step);
  }

  /**
   * Return the first step, from the present one on, at which these parts fit; behind the last one, if at none.
   *
   * @param {string} parts
   */
  least(parts) {
    this.show(FOLDED);
    const large = !this.areSmall();
    for (let step = this.step; step < BOARDS.length; step++) {
      this.show(step);
      if (step > FOLDED && this.cramps(large)) break;
      if (this.fits(parts)) return step;
    }
    return BOARDS.length;
  }

  /** @param {number} step */
  show(step) {
    this.main.classList.toggle("folds", step > 0);
    this.main.classList.toggle("slim", step > 1);
    this.main.style.setProperty("--board", String(BOARDS[step]));
  }

  /**
   * True if none of these stands below the upper edge of the buttons while the page is not scrolled.
   *
   * @param {string} parts
   */
  fits(parts) {
    const edge = innerHeight - find("controls").getBoundingClientRect().height;
    const shown = [...this.side.querySelectorAll(parts)].filter((each) => !each.matches(LATER));
    return shown.every((each) => each.getBoundingClientRect().bottom + scrollY <= edge);
  }
}
