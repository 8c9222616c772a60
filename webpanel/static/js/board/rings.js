/** Lights on the screen: the same colours, shapes and motions as on the rings of the board. */
import { draw, make } from "../lib/dom.js";
import { BY_PIXEL, FORMS, OWNED, PALETTES } from "./lights.js";

const PIXELS = 16;
/** With fewer pixels, a ring has no room for shapes: all of it is lit. */
const SHAPED_FROM = 8;

/**
 * Return the levels of a ring, a letter per pixel: `B` bright, `d` dimmed, `.` dark.
 *
 * @param {Role} role
 */
export function levels(role, pixels = PIXELS) {
  const [pattern] = pixels < SHAPED_FROM ? ["B"] : FORMS[role];
  /** @param {number} pixel */
  const letter = (pixel) =>
    BY_PIXEL.has(role) ? pattern[pixel % pattern.length] : pattern[Math.floor((pixel * pattern.length) / pixels)];
  return Array.from({ length: pixels }, (_unused, pixel) => letter(pixel));
}

/**
 * @param {Role} role
 * @param {string} level
 * @param {string} name
 * @param {number} pixels
 */
function dots(role, level, name, pixels) {
  const lit = levels(role, pixels).flatMap((each, pixel) => (each === level ? [pixel] : []));
  if (!lit.length) return null;
  const gaps = lit.map((pixel, number) => (lit[number + 1] ?? lit[0] + pixels) - pixel);
  return draw("circle", {
    class: name,
    cx: 50,
    cy: 50,
    r: 44,
    pathLength: pixels,
    "stroke-dasharray": gaps.map((gap) => `0 ${gap}`).join(" "),
    "stroke-dashoffset": -lit[0],
    transform: "rotate(-90 50 50)",
  });
}

/**
 * Return the colour of a light.
 *
 * @param {Role} role
 * @param {string | null | undefined} seat whose turn it is, if it is a seat's
 * @param {string} palette
 */
export function lightColour(role, seat, palette) {
  /** @type {Record<string, string>} */
  const colours = PALETTES[palette] ?? PALETTES.default;
  const owners = seat && OWNED.includes(role) ? colours[seat] : null;
  return owners ?? colours[role];
}

/**
 * Draw a role's ring.
 *
 * @param {Role} role
 * @param {string | null | undefined} seat
 * @param {string} palette
 */
export function ring(role, seat, palette, pixels = PIXELS) {
  const [, motion, period] = FORMS[role];
  const shape = draw(
    "g",
    {},
    dots(role, "B", "glow", pixels),
    dots(role, "B", "bright", pixels),
    dots(role, "d", "dimmed", pixels),
  );
  const picture = draw(
    "svg",
    { class: `ring ${motion} ${role}`, viewBox: "0 0 100 100", "aria-hidden": "true" },
    shape,
  );
  picture.style.setProperty("--ring", lightColour(role, seat, palette));
  picture.style.setProperty("--period", `${period}s`);
  return picture;
}

/**
 * Draw a light as the screen shows it on a square: a piece that can move stands in a soft glow, others in their ring.
 *
 * @param {Role} role
 * @param {string | null | undefined} seat
 * @param {string} palette
 */
export function lamp(role, seat, palette) {
  if (role !== "turn") return ring(role, seat, palette);
  const glow = make("span", { class: "ring turn", "aria-hidden": "true" });
  glow.style.setProperty("--ring", lightColour(role, seat, palette));
  return glow;
}

/**
 * Draw a badge beside the role.
 *
 * @param {Badge} kind
 * @param {string} palette
 */
export function badge(kind, palette) {
  const element = make("span", { class: `badge-ring ${kind}` });
  element.style.setProperty("--ring", (PALETTES[palette] ?? PALETTES.default)[kind]);
  return element;
}
