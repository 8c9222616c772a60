/** A board shown larger than its place: two fingers, two quick taps, or the first tap on squares that are too small. */

const COMFORTABLE_PX = 46;
const LARGEST_PX = 120;
const DOUBLE_MS = 300;

export class Zoom {
  /**
   * @param {import("./grid.js").Board} board
   * @param {HTMLElement} button shows the whole board again
   */
  constructor(board, button) {
    this.board = board;
    this.button = button;
    this.cell = 0; // the least size of squares; 0: as large as all of them fit
    this.seen = 0; // their size when the whole board was shown last
    this.grows = false; // true while a second tap belongs to the one that enlarged the board
    /** @type {{ square: string, at: number }} */
    this.last = { square: "", at: -DOUBLE_MS };
    /** @type {{ gap: number, cell: number } | null} */
    this.pinched = null;
    button.addEventListener("click", () => this.whole());
    addEventListener("resize", () => this.whole());
    const { well } = board;
    well.addEventListener("touchstart", (event) => this.touched(event), { passive: false });
    well.addEventListener("touchmove", (event) => this.pinch(event), { passive: false });
    for (const end of ["touchend", "touchcancel"]) well.addEventListener(end, () => this.release());
  }

  /** True if only a part of the board may be in sight. */
  get on() {
    return this.cell > 0;
  }

  /** The size of a square when the whole board is shown: beside its coordinates, if they stand outside. */
  get smallest() {
    if (!this.on) this.seen = this.board.at(this.board.rows[0][0]).getBoundingClientRect().width;
    return this.seen;
  }

  /**
   * Show the neighbourhood of a square, large enough for a finger.
   *
   * @param {string} square
   */
  enlarge(square) {
    this.resize(Math.max(COMFORTABLE_PX, this.smallest));
    this.grows = true;
    setTimeout(() => {
      this.grows = false;
      this.button.hidden = !this.on;
    }, DOUBLE_MS);
    this.centre([square]);
  }

  whole() {
    this.resize(0);
    this.button.hidden = true;
  }

  /**
   * Note a tap on a square of the enlarged board: a second one right after it shows the whole board.
   *
   * @param {string} square
   */
  tapped(square) {
    const twice = this.last.square === square && performance.now() - this.last.at < DOUBLE_MS;
    this.last = { square: twice ? "" : square, at: performance.now() };
    if (twice && this.on) this.whole();
  }

  /** @param {number} cell */
  resize(cell) {
    const { well, rows } = this.board;
    this.cell = cell;
    well.style.aspectRatio = this.on ? String(rows[0].length / rows.length) : "";
    well.style.setProperty("--least", `${cell}px`);
    well.classList.toggle("zoomed", this.on);
  }

  /**
   * Scroll squares into the middle, as far as the board goes.
   *
   * @param {string[]} squares
   */
  centre(squares) {
    if (!this.on || !squares.length) return;
    const { well } = this.board;
    const cells = squares.map((square) => this.board.at(square));
    const across = cells.map((cell) => cell.offsetLeft + cell.offsetWidth / 2);
    const down = cells.map((cell) => cell.offsetTop + cell.offsetHeight / 2);
    well.scrollTo(middle(across) - well.clientWidth / 2, middle(down) - well.clientHeight / 2);
  }

  // --- two fingers -----------------------------------------------------------------------------------------------

  /** @param {TouchEvent} event */
  touched(event) {
    if (event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault(); // else the browser enlarges the page
    this.pinched = { gap: gapOf(event.touches), cell: Math.max(this.cell, this.smallest) };
  }

  /** @param {TouchEvent} event */
  pinch(event) {
    if (!this.pinched || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const { well } = this.board;
    const { left, top } = well.getBoundingClientRect();
    const [across, down] = [halfway(event.touches, "clientX") - left, halfway(event.touches, "clientY") - top];
    const before = this.board.grid.clientWidth;
    const [x, y] = [well.scrollLeft + across, well.scrollTop + down];
    const wanted = (this.pinched.cell * gapOf(event.touches)) / this.pinched.gap;
    this.resize(Math.min(LARGEST_PX, Math.max(this.smallest, wanted)));
    const grown = this.board.grid.clientWidth / before;
    well.scrollTo(x * grown - across, y * grown - down);
  }

  release() {
    if (!this.pinched) return;
    this.pinched = null;
    if (this.cell < this.smallest * 1.05) this.whole();
    this.button.hidden = !this.on;
  }
}

/** @param {number[]} places */
const middle = (places) => (Math.min(...places) + Math.max(...places)) / 2;

/** @param {TouchList} touches */
function gapOf(touches) {
  return Math.max(1, Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY));
}

/**
 * @param {TouchList} touches
 * @param {"clientX" | "clientY"} axis
 */
const halfway = (touches, axis) => (touches[0][axis] + touches[1][axis]) / 2;
