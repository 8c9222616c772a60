/** A number of every player's through a game, as lines with a cursor. */
import { draw, make } from "../lib/dom.js";
import { _ } from "../lib/texts.js";

const LETTERS = { white: "w", red: "r", black: "b", blue: "u" };
const WIDTH = 300;

/** The size of one unit of the number and of the steps in the picture. */
class Scale {
  /** @param {Record<Seat, number>[]} values */
  constructor(values) {
    this.highest = Math.max(1, ...values.flatMap((each) => Object.values(each)));
    this.steps = Math.max(1, values.length - 1);
  }

  /** @param {number} step */
  x(step) {
    return (WIDTH * step) / this.steps;
  }

  /** @param {number} value */
  y(value) {
    return 92 - (84 * value) / this.highest;
  }
}

/**
 * Explain a line.
 *
 * @param {string} look its class
 * @param {(Element | string)[]} words
 */
function keyOf(look, ...words) {
  const sample = draw("polyline", { class: look, points: "0,4 36,4" });
  const picture = draw("svg", { viewBox: "0 0 36 8", class: "curve", "aria-hidden": "true" }, sample);
  return make("li", {}, picture, ...words);
}

/**
 * Draw the curves; return a function that moves the cursor to a step. `swings`: the steps to mark, those of the largest
 * mistakes.
 *
 * @param {HTMLElement} place
 * @param {Curves} curves
 * @param {Record<Seat, string>} names
 * @param {number[]} swings
 * @returns {(step: number) => void}
 */
export function drawCurves(place, { label, seats, values }, names, swings) {
  const scale = new Scale(values);
  const lines = seats.map((seat) => {
    const points = values.map((each, step) => `${scale.x(step)},${scale.y(each[seat])}`).join(" ");
    return draw("polyline", { class: LETTERS[seat], points });
  });
  const cursor = draw("line", { class: "cursor", x1: 0, x2: 0, y1: 4, y2: 96 });
  const words = seats.map((seat) => `${names[seat]} ${values.at(-1)?.[seat]}`).join(", ");
  const picture = draw(
    "svg",
    {
      class: "curve",
      viewBox: `-2 0 ${WIDTH + 4} 100`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `${label}: ${words}`,
    },
    draw("line", { class: "axis", x1: 0, x2: WIDTH, y1: 92, y2: 92 }),
    ...swings.map((step) => draw("line", { class: "swing", x1: scale.x(step), x2: scale.x(step), y1: 4, y2: 92 })),
    ...lines,
    cursor,
  );
  const numbers = seats.map(() => make("strong"));
  const keys = seats.map((seat, number) => keyOf(LETTERS[seat], names[seat], " ", numbers[number]));
  if (swings.length) keys.push(keyOf("swing", _("Something else was better")));
  place.replaceChildren(make("h3", { text: label }), picture, make("ul", { class: "curve-key" }, ...keys));
  return (step) => {
    cursor.setAttribute("x1", String(scale.x(step)));
    cursor.setAttribute("x2", String(scale.x(step)));
    for (const [number, seat] of seats.entries()) numbers[number].textContent = String(values[step][seat]);
  };
}
