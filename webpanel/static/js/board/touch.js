/** From fingers, mice and keys on the board to taps on squares and drags of pieces. */
import { pieceElement } from "./pieces.js";

const DRAG_PX = 9;
export const SMALL_PX = 36;
/** @type {Record<string, [across: number, down: number]>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Touch {
  /**
   * `can()`: true while taps count; `draggable(square)`: the piece that may be dragged from there, or null.
   *
   * @param {import("./grid.js").Board} board
   * @param {import("./zoom.js").Zoom} zoom
   * @param {{
   *   can: () => boolean,
   *   tap: (square: string) => void,
   *   lift: (square: string) => void,
   *   drop: (from: string, to: string | null) => void,
   *   draggable: (square: string) => string | null,
   * }} hooks
   */
  constructor(board, zoom, hooks) {
    this.board = board;
    this.zoom = zoom;
    this.hooks = hooks;
    /**
     * A pressed piece; with a ghost: a dragged one.
     *
     * @type {{ square: string, piece: string, x: number, y: number, pointer: number, ghost?: HTMLElement } | null}
     */
    this.held = null;
    this.swallow = false;
    const grid = board.grid;
    grid.addEventListener("click", (event) => this.click(event));
    grid.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", () => this.drop());
    grid.addEventListener("keydown", (event) => this.key(event));
    grid.addEventListener("touchstart", ({ touches }) => touches.length > 1 && this.pinch());
  }

  /** @param {EventTarget | null} target */
  squareOf(target) {
    /** @type {HTMLElement | null} */
    const cell = target instanceof Element ? target.closest("[data-square]") : null;
    return cell?.dataset.square ?? null;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const square = this.squareOf(event.target);
    if (!square || this.swallow || this.zoom.grows) return;
    this.board.focus(square, false);
    if (event.detail && this.tooSmall()) return this.zoom.enlarge(square);
    this.hooks.tap(square);
    if (event.detail) this.zoom.tapped(square);
  }

  /** Cancel for a second finger: neither of them taps or drags. */
  pinch() {
    this.drop();
    this.swallow = true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const way = KEYS[event.key];
    if (!way) return;
    event.preventDefault();
    this.board.step(...way);
  }

  // --- dragging ------------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  down(event) {
    this.swallow = false;
    const square = this.squareOf(event.target);
    if (!square || event.button || this.zoom.on || this.tooSmall() || !this.hooks.can()) return;
    const piece = this.hooks.draggable(square);
    if (piece) this.held = { square, piece, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  /**
   * Press a piece beside the board: it may be dragged onto a square. `drop` is called with "" as its origin.
   *
   * @param {PointerEvent} event
   * @param {string} piece
   */
  grab(event, piece) {
    if (event.button || !this.hooks.can()) return;
    this.held = { square: "", piece, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const held = this.held;
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_PX) return;
    held.ghost ??= this.begin(held.square, held.piece);
    const half = held.ghost.offsetWidth / 2;
    held.ghost.style.transform = `translate(${event.clientX - half}px, ${event.clientY - half * 1.3}px)`;
  }

  /**
   * @param {string} square
   * @param {string} piece
   */
  begin(square, piece) {
    const size = `${this.board.at(square || this.board.focused).getBoundingClientRect().width}px`;
    const ghost = pieceElement(piece, this.board.art);
    ghost.classList.add("dragged");
    Object.assign(ghost.style, { left: "0", top: "0", width: size, height: size });
    document.body.append(ghost);
    this.hooks.lift(square);
    return ghost;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const held = this.held;
    if (!held || event.pointerId !== held.pointer) return;
    this.held = null;
    if (!held.ghost) return;
    held.ghost.remove();
    this.swallow = true; // the click that follows a drag does not count
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
    return this.board.at(this.board.focused).getBoundingClientRect().width < SMALL_PX && this.hooks.can();
  }
}
