/** The arrow of a hint: from the piece to the square that it should go to. */
import { draw } from "../lib/dom.js";
import { ownerOf } from "./pieces.js";

const HEAD = 0.34; // of a square's side
const SHORTER = 0.3;

/** @typedef {[from: string, to: string]} Way */

/**
 * Return the ways that a hint shows: none while it shows its piece alone, or where it is open which piece goes where.
 *
 * @param {View["lights"]} lights
 * @param {Pieces} pieces
 * @param {Seat | null | undefined} seat the hint is for
 * @returns {Way[]}
 */
export function hinted(lights, pieces, seat) {
  const lit = Object.keys(lights).filter((square) => lights[square].role === "hint");
  const own = lit.filter((square) => pieces[square] && ownerOf(pieces[square]) === seat);
  const others = lit.filter((square) => !own.includes(square));
  const empty = others.filter((square) => !pieces[square]);
  const targets = empty.length ? empty : others; // what is taken on the way is lit, too
  return own.length === 1 && targets.length === 1 ? [[own[0], targets[0]]] : [];
}

/**
 * Draw arrows over a board that is seen in these rows.
 *
 * @param {Way[]} ways
 * @param {string[][]} rows
 * @param {string} colour
 */
export function arrows(ways, rows, colour) {
  /** @param {string} square */
  const middle = (square) => {
    const row = rows.findIndex((names) => names.includes(square));
    return [rows[row].indexOf(square) + 0.5, row + 0.5];
  };
  const sheet = draw("svg", {
    class: "arrows",
    viewBox: `0 0 ${rows[0].length} ${rows.length}`,
    "aria-hidden": "true",
    focusable: "false",
  });
  for (const [from, to] of ways) sheet.append(...arrow(middle(from), middle(to)));
  sheet.style.setProperty("--ring", colour);
  return sheet;
}

/**
 * @param {number[]} from
 * @param {number[]} to
 */
function arrow([x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y);
  const [across, down] = [(toX - x) / length, (toY - y) / length];
  const [tipX, tipY] = [toX - across * 0.1, toY - down * 0.1];
  const [neckX, neckY] = [tipX - across * HEAD, tipY - down * HEAD];
  const [sideX, sideY] = [down * HEAD * 0.62, -across * HEAD * 0.62];
  const shape =
    `M${x + across * SHORTER} ${y + down * SHORTER}L${neckX} ${neckY}` +
    `M${neckX + sideX} ${neckY + sideY}L${tipX} ${tipY}L${neckX - sideX} ${neckY - sideY}`;
  return ["shade", "shaft"].map((name) => draw("path", { class: name, d: shape }));
}
