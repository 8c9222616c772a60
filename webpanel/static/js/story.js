/** A game in words, turn by turn: the list that the log and the replay show. */
import { make } from "./dom.js";

/**
 * What is known of a story once news of it has come. `first`: how many entries come before those known.
 *
 * @param {Story} known
 * @param {Story} news
 * @returns {Story}
 */
export function merged(known, news) {
  const after = news.first - known.first;
  if (news.key !== known.key || after < 0 || after > known.entries.length) return news;
  return { ...known, entries: [...known.entries.slice(0, after), ...news.entries] };
}

/**
 * The entries of each turn together.
 *
 * @template {{ turn: Seat | null }} Entry
 * @param {Entry[]} entries
 * @returns {Entry[][]}
 */
export function byTurns(entries) {
  /** @type {Entry[][]} */
  const turns = [];
  for (const entry of entries) {
    const latest = turns.at(-1);
    if (latest?.[0].turn === entry.turn) latest.push(entry);
    else turns.push([entry]);
  }
  return turns;
}

/**
 * One turn: whose it is, and its sentences as `lines`.
 *
 * @param {Seat | null} turn
 * @param {string} name
 * @param {HTMLElement[]} lines
 */
export function turnItem(turn, name, lines) {
  const head = turn ? make("p", { class: "whose" }, make("span", { class: `disc ${turn}` }), name) : null;
  return make("li", { class: "turn" }, head, make("ol", {}, ...lines.map((line) => make("li", {}, line))));
}
