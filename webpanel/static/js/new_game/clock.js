/** The clocks in the form of a new game. */
import { field, find } from "../lib/dom.js";

const choice = find("clock", HTMLSelectElement);
const kind = find("clock-kind", HTMLSelectElement);
const differs = field("clock-differs");

const OTHER = "other";
const EVERYBODY = "";

/** @returns {NodeListOf<HTMLElement>} */
const rows = () => document.querySelectorAll("[data-clock-of]");

/** @param {HTMLInputElement | null} input */
const number = (input) => Math.round(Number(input?.value) || 0);

/**
 * The form in which each kind is written: the time, and the increment of a turn, in seconds.
 *
 * @type {Record<string, (time: number, extra: number) => string>}
 */
const WRITTEN = {
  sudden: (time) => `${time}`,
  fischer: (time, extra) => (extra ? `${time}+${extra}` : `${time}`),
  bronstein: (time, extra) => (extra ? `${time}d${extra}` : `${time}`),
  turn: (time) => `1/${time}`,
  hourglass: (time) => `*${time}`,
};

/**
 * Show the fields that belong to the choice.
 *
 * @param {string[]} seats those that play
 */
export function follow(seats) {
  find("clock-other").hidden = choice.value !== OTHER;
  find("clock-extra-field").hidden = !["fischer", "bronstein"].includes(kind.value);
  for (const row of rows()) {
    const seat = row.dataset.clockOf ?? EVERYBODY;
    row.hidden = differs.checked ? !seats.includes(seat) : seat !== EVERYBODY;
  }
}

/**
 * Return the time control of each seat that has a clock.
 *
 * @param {string[]} seats
 */
export function clocks(seats) {
  if (!choice.value) return {};
  const own = Object.fromEntries([...rows()].map((row) => [row.dataset.clockOf, control(row)]));
  const given = seats.map((seat) => [
    seat,
    choice.value === OTHER ? own[differs.checked ? seat : EVERYBODY] : choice.value,
  ]);
  return Object.fromEntries(given.filter(([, text]) => text));
}

/** @param {HTMLElement} row */
function control(row) {
  const [minutes, seconds] = [...row.querySelectorAll("input")].map(number);
  const time = 60 * minutes + seconds;
  return time ? WRITTEN[kind.value](time, number(field("clock-extra"))) : "";
}
