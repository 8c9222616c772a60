/** How the lights look on the screen: the same colours, shapes and motions as on the rings of the board. */
import { draw, make } from "./dom.js";
import { _ } from "./texts.js";

const PIXELS = 16;

/**
 * Per role: shape, motion, period in seconds.
 *
 * @type {Record<Role, [pattern: string, motion: string, period: number]>}
 */
export const FORMS = {
  wrong: ["BB..BB..", "turns", 1.6],
  choice: [".BBBBBBB.BBBBBBB", "pulses", 1.6],
  capture: ["B.", "swaps", 0.7],
  move: ["B", "", 0],
  spawn: ["B.B.B.", "pulses", 2.4],
  place: ["BBBBdddd", "pulses", 1.2],
  clear: ["Bd", "swaps", 0.7],
  march_from: ["BB......", "", 0],
  march_to: [".BBBBBB.", "turns", 2],
  origin: ["BBBB....", "", 0],
  no_move: ["B...B...", "pulses", 1],
  spent: ["d", "", 0],
  turn: ["B.......", "", 0],
  hole: ["d.", "", 0],
};
const BY_PIXEL = new Set(["capture", "clear", "hole"]);

/** @type {Record<Role | Badge | Seat, string>} */
const USUAL = {
  wrong: "#ff0078",
  choice: "#ffbe00",
  capture: "#ff2a2a",
  move: "#1dff4f",
  spawn: "#00d2ff",
  place: "#c8c8c8",
  clear: "#ff6a10",
  march_from: "#3f7dff",
  march_to: "#3f9dff",
  origin: "#dcdcff",
  no_move: "#ffaa78",
  spent: "#b4b4b4",
  turn: "#d0d0d0",
  hole: "#a03cd0",
  check: "#ffffff",
  shield: "#2f7dff",
  last_move: "#ffc83c",
  white: "#ffe1be",
  red: "#ff6a7c",
  black: "#c08aff",
  blue: "#7fa8ff",
};
/** @type {Record<string, typeof USUAL>} */
export const PALETTES = {
  default: USUAL,
  "colour-blind": {
    ...USUAL,
    wrong: "#c800ff",
    choice: "#ffff00",
    capture: "#ff5a10",
    move: "#00ffaa",
    spawn: "#5ab4ff",
    clear: "#ff9600",
    origin: "#a0aeff",
    last_move: "#ffff78",
    white: "#ffffff",
    red: "#ff7a3c",
    black: "#b98aff",
    blue: "#5cb4ff",
  },
  "high-contrast": {
    ...USUAL,
    wrong: "#ff00ff",
    choice: "#ffff00",
    capture: "#ff0000",
    move: "#00ff00",
    spawn: "#00ffff",
    place: "#ffffff",
    clear: "#ff8000",
    march_from: "#2b5bff",
    march_to: "#2b5bff",
    origin: "#ffffff",
    no_move: "#ff8080",
    spent: "#ffffff",
    turn: "#ffffff",
    hole: "#ff00ff",
    shield: "#2b5bff",
    last_move: "#ffff00",
    white: "#ffffff",
    red: "#ff5a5a",
    black: "#c08aff",
    blue: "#7f9cff",
  },
};

/**
 * Per pixel of the ring: `B` bright, `d` dimmed, `.` dark.
 *
 * @param {Role} role
 */
export function levels(role) {
  const [pattern] = FORMS[role];
  /** @param {number} pixel */
  const letter = (pixel) =>
    BY_PIXEL.has(role) ? pattern[pixel % pattern.length] : pattern[Math.floor((pixel * pattern.length) / PIXELS)];
  return Array.from({ length: PIXELS }, (_unused, pixel) => letter(pixel));
}

/**
 * @param {Role} role
 * @param {string} level
 * @param {string} name
 */
function dots(role, level, name) {
  const lit = levels(role).flatMap((each, pixel) => (each === level ? [pixel] : []));
  if (!lit.length) return null;
  const gaps = lit.map((pixel, number) => (lit[number + 1] ?? lit[0] + PIXELS) - pixel);
  return draw("circle", {
    class: name,
    cx: 50,
    cy: 50,
    r: 44,
    pathLength: PIXELS,
    "stroke-dasharray": gaps.map((gap) => `0 ${gap}`).join(" "),
    "stroke-dashoffset": -lit[0],
    transform: "rotate(-90 50 50)",
  });
}

/**
 * The colour of a light.
 *
 * @param {Role} role
 * @param {string | null | undefined} seat whose turn it is, if it is a seat's
 * @param {string} palette
 */
export function lightColour(role, seat, palette) {
  /** @type {Record<string, string>} */
  const colours = PALETTES[palette] ?? USUAL;
  const owners = seat && ["place", "turn"].includes(role) ? colours[seat] : null;
  return owners ?? colours[role];
}

/**
 * A role's ring as a picture.
 *
 * @param {Role} role
 * @param {string | null | undefined} seat
 * @param {string} palette
 */
export function ring(role, seat, palette) {
  const [, motion, period] = FORMS[role];
  const shape = draw("g", {}, dots(role, "B", "glow"), dots(role, "B", "bright"), dots(role, "d", "dimmed"));
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
 * A badge beside the role.
 *
 * @param {Badge} kind
 * @param {string} palette
 */
export function badge(kind, palette) {
  const element = make("span", { class: `badge-ring ${kind}` });
  element.style.setProperty("--ring", (PALETTES[palette] ?? USUAL)[kind]);
  return element;
}

/**
 * What each role means, in the order of the legend.
 *
 * @returns {[role: Role, words: string][]}
 */
export function legend() {
  return [
    ["move", _("The lifted piece may go here")],
    ["capture", _("It may capture here")],
    ["origin", _("Here the lifted piece came from")],
    ["no_move", _("This piece cannot move now")],
    ["wrong", _("This does not belong here: take it away")],
    ["choice", _("Choose one of these")],
    ["spawn", _("New pieces enter here")],
    ["place", _("Put the missing piece here")],
    ["clear", _("Clear this square")],
    ["march_from", _("This piece moves on by the rules")],
    ["march_to", _("Here it goes")],
    ["spent", _("Has moved this turn")],
    ["turn", _("Whose turn it is")],
    ["hole", _("A hole: nothing may enter")],
  ];
}

/**
 * What each badge means.
 *
 * @returns {[kind: Badge, words: string][]}
 */
export function badgeLegend() {
  return [
    ["last_move", _("The last move")],
    ["check", _("In check")],
    ["shield", _("Protected by a shield")],
  ];
}

/**
 * How a light is read aloud.
 *
 * @param {Role | null | undefined} role
 */
export function lightWords(role) {
  /** @type {Record<Role, string>} */
  const words = {
    move: _("the lifted piece can go here"),
    capture: _("can be captured"),
    origin: _("the lifted piece came from here"),
    no_move: _("cannot move now"),
    wrong: _("wrong here"),
    choice: _("can be chosen"),
    spawn: _("new pieces enter here"),
    place: _("a piece is missing here"),
    clear: _("to be cleared"),
    march_from: _("moves on by the rules"),
    march_to: _("a piece comes here"),
    spent: _("has moved this turn"),
    turn: _("can move"),
    hole: _("a hole"),
  };
  return role ? words[role] : "";
}

/**
 * How a badge is read aloud.
 *
 * @param {Badge | null | undefined} kind
 */
export function badgeWords(kind) {
  return kind ? { check: _("in check"), shield: _("shielded"), last_move: _("last move") }[kind] : "";
}
