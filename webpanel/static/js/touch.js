/** Fingers, mice and keys on the board become: this square was tapped, this piece was dragged there. */
import { pieceElement } from "./pieces.js";

const DRAG_PX = 9;
const SMALL_PX = 36;
const COMFORTABLE_PX = 46;
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Touch {
  /** `can()` whether taps count now; `tap(square)`; `drag(from, to)`; `draggable(square)` → piece or null. */
  constructor(board, zoomButton, hooks) {
    this.board = board;
    this.zoomButton = zoomButton;
    this.hooks = hooks;
    this.held = null;
    const grid = board.grid;
    grid.addEventListener("click", (event) => this.click(event));
    grid.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", () => this.drop());
    grid.addEventListener("keydown", (event) => this.key(event));
    zoomButton.addEventListener("click", () => this.magnify(null));
    addEventListener("resize", () => this.magnify(null));
  }

  squareOf(target) {
    return target?.closest?.("[data-square]")?.dataset.square ?? null;
  }

  click(event) {
    const square = this.squareOf(event.target);
    if (!square || this.swallow) return;
    this.board.focus(square, false);
    if (event.detail && this.tooSmall()) this.magnify(square);
    else this.hooks.tap(square);
  }

  key(event) {
    const way = KEYS[event.key];
    if (!way) return;
    event.preventDefault();
    this.board.step(...way);
  }

  // --- dragging ------------------------------------------------------------------------------------------------

  down(event) {
    this.swallow = false;
    const square = this.squareOf(event.target);
    if (!square || event.button || this.magnified || this.tooSmall() || !this.hooks.can()) return;
    const piece = this.hooks.draggable(square);
    if (piece) this.held = { square, piece, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  move(event) {
    const held = this.held;
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_PX) return;
    if (!held.ghost) this.begin(held);
    const half = held.size / 2;
    held.ghost.style.transform = `translate(${event.clientX - half}px, ${event.clientY - half * 1.3}px)`;
  }

  begin(held) {
    held.size = this.board.cells.get(held.square).getBoundingClientRect().width;
    held.ghost = pieceElement(held.piece, this.board.art);
    held.ghost.classList.add("dragged");
    Object.assign(held.ghost.style, { left: "0", top: "0", width: `${held.size}px`, height: `${held.size}px` });
    document.body.append(held.ghost);
    this.hooks.lift(held.square);
  }

  up(event) {
    const held = this.held;
    if (!held || event.pointerId !== held.pointer) return;
    this.held = null;
    if (!held.ghost) return;
    held.ghost.remove();
    this.swallow = true; // the click that follows a drag is none
    const target = this.squareOf(document.elementFromPoint(event.clientX, event.clientY));
    this.hooks.drop(held.square, target);
  }

  drop() {
    this.held?.ghost?.remove();
    if (this.held?.ghost) this.hooks.drop(this.held.square, null);
    this.held = null;
  }

  // --- small squares -------------------------------------------------------------------------------------------

  tooSmall() {
    if (this.magnified) return false;
    return this.board.cells.get(this.board.focused).getBoundingClientRect().width < SMALL_PX && this.hooks.can();
  }

  /** Show the neighbourhood of a square large enough for a finger; null: the whole board again. */
  magnify(square) {
    this.magnified = square !== null;
    this.board.well.style.aspectRatio = this.magnified
      ? String(this.board.rows[0].length / this.board.rows.length)
      : "";
    this.board.grid.style.setProperty("--least", this.magnified ? `${COMFORTABLE_PX}px` : "0px");
    this.zoomButton.hidden = !this.magnified;
    if (!this.magnified) return;
    const cell = this.board.cells.get(square);
    const well = this.board.well;
    well.scrollTo(
      cell.offsetLeft + cell.offsetWidth / 2 - well.clientWidth / 2,
      cell.offsetTop + cell.offsetHeight / 2 - well.clientHeight / 2,
    );
  }
}
