/** A die, as it lies on the table. */
import { draw } from "../lib/dom.js";

/** @type {Record<number, [x: number, y: number][]>} */
const PIPS = {
  1: [[2, 2]],
  2: [
    [1, 3],
    [3, 1],
  ],
  3: [
    [1, 3],
    [2, 2],
    [3, 1],
  ],
  4: [
    [1, 1],
    [1, 3],
    [3, 1],
    [3, 3],
  ],
  5: [
    [1, 1],
    [1, 3],
    [2, 2],
    [3, 1],
    [3, 3],
  ],
  6: [
    [1, 1],
    [1, 2],
    [1, 3],
    [3, 1],
    [3, 2],
    [3, 3],
  ],
};

/**
 * Draw the face of a die; of several dice the sum in figures.
 *
 * @param {number} number
 */
export function dieFace(number) {
  const pips = PIPS[number]?.map(([x, y]) => draw("circle", { cx: x * 10, cy: y * 10, r: 3.6 }));
  const figures = draw("text", { x: 20, y: 27, "text-anchor": "middle", "font-size": 20, text: String(number) });
  return draw(
    "svg",
    { class: "die", viewBox: "0 0 40 40", "aria-hidden": "true" },
    draw("rect", { x: 1, y: 1, width: 38, height: 38, rx: 8 }),
    ...(pips ?? [figures]),
  );
}
