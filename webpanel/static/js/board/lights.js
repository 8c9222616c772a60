/** The looks and meanings of lights. Written by script/make_lights.py from hardware/lights/lights.toml. */
import { _ } from "../lib/texts.js";

/**
 * Per role: shape, motion, period in seconds.
 *
 * @type {Record<Role, [pattern: string, motion: string, period: number]>}
 */
export const FORMS = {
  wrong: ["BB..BB..", "turns", 1.6],
  choice: [".BBBBBBB.BBBBBBB", "pulses", 1.6],
  careful: ["BB.BB...", "swaps", 0.9],
  hint: ["BB.dd...", "turns", 2.4],
  capture: ["B.", "swaps", 0.7],
  meet: ["Bdd.Bdd.", "pulses", 1.4],
  move: ["B", "", 0],
  spawn: ["B.B.B.", "pulses", 2.4],
  place: ["BBBBdddd", "pulses", 1.2],
  clear: ["Bd", "swaps", 0.7],
  march_from: ["BB......", "", 0],
  march_to: [".BBBBBB.", "turns", 2],
  origin: ["BBBB....", "", 0],
  no_move: ["..B...B.", "pulses", 1],
  hurry: ["Bdddd", "turns", 1],
  thinking: ["Bd......", "turns", 4],
  spent: ["d", "", 0],
  turn: ["B.......", "", 0],
  told: ["BBd.BBd.", "pulses", 3.2],
  hole: ["d.", "", 0],
};
/** Roles whose pattern repeats from pixel to pixel; the others' are spread over the ring. */
export const BY_PIXEL = new Set(["capture", "clear", "hole"]);
/** Roles that have their owner's colour. */
export const OWNED = ["place", "march_to", "turn"];

/** @type {Record<string, Record<Role | Badge | Seat, string>>} */
export const PALETTES = {
  default: {
    wrong: "#ff0078",
    choice: "#ffbe00",
    careful: "#ff6400",
    hint: "#ff50c8",
    capture: "#ff2a2a",
    meet: "#b45aff",
    move: "#1dff4f",
    spawn: "#00d2ff",
    place: "#c8c8c8",
    clear: "#ff6a10",
    march_from: "#3f7dff",
    march_to: "#3f9dff",
    origin: "#dcdcff",
    no_move: "#ffaa78",
    hurry: "#ff8c00",
    thinking: "#8c96ff",
    spent: "#b4b4b4",
    turn: "#d0d0d0",
    told: "#ffffff",
    hole: "#a03cd0",
    check: "#ffffff",
    shield: "#2f7dff",
    last_move: "#ffc83c",
    white: "#ffe1be",
    red: "#ff6a7c",
    black: "#c08aff",
    blue: "#7fa8ff",
  },
  "colour-blind": {
    wrong: "#c800ff",
    choice: "#ffff00",
    careful: "#ff7800",
    hint: "#ff96ff",
    capture: "#ff5a10",
    meet: "#b496ff",
    move: "#00ffaa",
    spawn: "#5ab4ff",
    place: "#c8c8c8",
    clear: "#ff9600",
    march_from: "#3f7dff",
    march_to: "#3f9dff",
    origin: "#a0aeff",
    no_move: "#ffaa78",
    hurry: "#ffc800",
    thinking: "#8c96ff",
    spent: "#b4b4b4",
    turn: "#d0d0d0",
    told: "#ffffff",
    hole: "#a03cd0",
    check: "#ffffff",
    shield: "#2f7dff",
    last_move: "#ffff78",
    white: "#ffffff",
    red: "#ff7a3c",
    black: "#b98aff",
    blue: "#5cb4ff",
  },
  "high-contrast": {
    wrong: "#ff00ff",
    choice: "#ffff00",
    careful: "#ff6000",
    hint: "#ff80ff",
    capture: "#ff0000",
    meet: "#d050ff",
    move: "#00ff00",
    spawn: "#00ffff",
    place: "#ffffff",
    clear: "#ff8000",
    march_from: "#2b5bff",
    march_to: "#2b5bff",
    origin: "#ffffff",
    no_move: "#ff8080",
    hurry: "#ffa000",
    thinking: "#a0a0ff",
    spent: "#ffffff",
    turn: "#ffffff",
    told: "#ffffff",
    hole: "#ff00ff",
    check: "#ffffff",
    shield: "#2b5bff",
    last_move: "#ffff00",
    white: "#ffffff",
    red: "#ff5a5a",
    black: "#c08aff",
    blue: "#7f9cff",
  },
};

/**
 * List the roles and their meanings.
 *
 * @returns {[role: Role, words: string][]}
 */
export function legend() {
  return [
    ["move", _("The lifted piece may go here")],
    ["capture", _("It may capture here")],
    ["meet", _("It may touch or push this one, which stays")],
    ["origin", _("The lifted piece came from here")],
    ["no_move", _("This piece cannot move now")],
    ["wrong", _("This does not belong here: take it away")],
    ["choice", _("Choose one of these")],
    ["careful", _("Warning: this move loses something")],
    ["hint", _("Hint: this piece, to here")],
    ["spawn", _("New pieces enter here")],
    ["place", _("Put the missing piece here")],
    ["clear", _("Clear this square")],
    ["march_from", _("This piece moves on by the rules")],
    ["march_to", _("It goes here")],
    ["hurry", _("Time is running out for these")],
    ["thinking", _("The computer is thinking for these")],
    ["told", _("This is being told right now")],
    ["spent", _("Has moved this turn")],
    ["turn", _("Whose turn it is")],
    ["hole", _("A hole: nothing may enter")],
  ];
}

/**
 * List the badges and their meanings.
 *
 * @returns {[kind: Badge, words: string][]}
 */
export function badgeLegend() {
  return [
    ["last_move", _("The last move")],
    ["check", _("In check")],
    ["shield", _("Protected by a Shield")],
  ];
}

/**
 * Return the words for a light, to be read aloud.
 *
 * @param {Role | null | undefined} sign
 * @param {string} colour of its owner, in words; empty: it has none
 */
export function lightWords(sign, colour = "") {
  /** @type {Record<Role, string>} */
  const words = {
    wrong: _("wrong here"),
    choice: _("can be chosen"),
    careful: _("warning: this move loses something"),
    hint: _("the hint"),
    capture: _("can be captured"),
    meet: _("can be touched or pushed"),
    move: _("the lifted piece can go here"),
    spawn: _("new pieces enter here"),
    place: _("a piece is missing here"),
    clear: _("to be cleared"),
    march_from: _("moves on by the rules"),
    march_to: colour ? _("a {colour} piece comes here", { colour }) : _("a piece comes here"),
    origin: _("the lifted piece came from here"),
    no_move: _("cannot move now"),
    hurry: _("time is running out"),
    thinking: _("the computer is thinking"),
    spent: _("has moved this turn"),
    turn: _("can move"),
    told: _("being told right now"),
    hole: _("a hole"),
  };
  return sign ? words[sign] : "";
}

/**
 * Return the words for a badge, to be read aloud.
 *
 * @param {Badge | null | undefined} sign
 */
export function badgeWords(sign) {
  /** @type {Record<Badge, string>} */
  const words = {
    check: _("in check"),
    shield: _("shielded"),
    last_move: _("last move"),
  };
  return sign ? words[sign] : "";
}
