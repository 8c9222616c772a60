/** A game in words, turn by turn: the list that the log and the replay show. */
import { make } from "../lib/dom.js";

const GLANCE_MS = 800;
const PER_LETTER_MS = 40;
const LATEST = 4;

/**
 * Return the time it takes to look at a moment and read its sentence.
 *
 * @param {string} told
 */
export function readingMs(told) {
  return GLANCE_MS + PER_LETTER_MS * told.length;
}

/**
 * Merge news into a story. `first`: the number of entries before the known ones.
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
 * Return the sentences since then, on a new connection that sends the story anew; of many the latest.
 *
 * @param {Story} known
 * @param {Story} story
 */
export function missed(known, story) {
  if (known.key !== story.key) return "";
  const from = known.first + known.entries.length - story.first;
  const entries = story.entries.slice(Math.max(0, from)).slice(-LATEST);
  return entries.flatMap(({ moments }) => moments.map(({ told }) => told)).join(" ");
}

/** @typedef {At & HeadedMoment & { turn: Seat | null, short: string }} Moment */

/**
 * Return all moments, in order: the number of each one's action, counted from 1, and the index of the moment in it,
 * from 0. The first of each action has its short name.
 *
 * @param {Story} story
 * @returns {Moment[]}
 */
export function momentsOf({ first, entries }) {
  return entries.flatMap(({ turn, short, moments }, place) =>
    moments.map((moment, index) => ({
      ...moment,
      turn,
      short: index ? "" : short,
      number: first + place + 1,
      index,
    })),
  );
}

/**
 * Return the pieces after a moment, and those that fall at it: square → piece.
 *
 * @param {Pieces} before
 * @param {Record<string, string | null>} changes
 * @returns {{ after: Pieces, falling: Pieces }}
 */
function changed(before, changes) {
  const after = { ...before };
  /** @type {Pieces} */
  const falling = {};
  const put = Object.values(changes).filter((piece) => piece !== null);
  for (const [square, piece] of Object.entries(changes)) {
    if (piece) after[square] = piece;
    else {
      const elsewhere = put.indexOf(before[square]);
      if (elsewhere >= 0) put.splice(elsewhere, 1);
      else if (before[square]) falling[square] = before[square];
      delete after[square];
    }
  }
  return { after, falling };
}

/**
 * Return the sound of a moment.
 *
 * @param {{ changes: Record<string, string | null> }} moment
 * @param {Pieces} falling
 * @returns {Frame["cues"]}
 */
function sound({ changes }, falling) {
  if (Object.keys(falling).length) return ["capture"];
  return Object.keys(changes).length ? ["place"] : [];
}

/**
 * Return the frames of news: the board at each moment, with falling pieces still standing. A move by hand was seen by
 * everybody already: it is only said, together with the moment before, or with the first. Unless something else was
 * shown meanwhile (`waiting`, or frames of these news): then it is seen now.
 *
 * @param {Pieces} pieces before the first entry
 * @param {Story} news
 * @param {boolean} [waiting]
 * @returns {{ shown: Frame[], words: string, after: Pieces }} `words`: all that is said of them; the `cues` of a frame
 *   are the sounds of what it says
 */
export function frames(pieces, news, waiting = false) {
  /** @type {Frame[]} */
  const shown = [];
  let words = "";
  /** @type {Frame["cues"]} */
  let cues = [];
  let after = pieces;
  for (const moment of momentsOf(news)) {
    const changes = changed(after, moment.changes);
    const hidden = waiting || shown.length > 0;
    after = changes.after;
    words += `${words && " "}${moment.told}`;
    cues = [...new Set([...cues, ...sound(moment, changes.falling)])];
    if (hidden || moment.index > 0 || !Object.keys(moment.changes).length) {
      shown.push({ ...moment, ...changes, words: hidden ? moment.told : words, cues });
      cues = [];
    }
  }
  return { shown, words, after };
}

/**
 * Group the entries by turn.
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
 * True if two are the same moment.
 *
 * @param {At} one
 * @param {At} other
 */
export const same = (one, other) => one.number === other.number && one.index === other.index;

/**
 * True if a moment comes after another one.
 *
 * @param {At} one
 * @param {At} other
 */
export const later = (one, other) =>
  one.number > other.number || (one.number === other.number && one.index > other.index);

/**
 * Count the moments at the beginning that read as before.
 *
 * @param {Moment[]} before
 * @param {Moment[]} moments
 */
export function unchanged(before, moments) {
  const changed = moments.findIndex((moment, place) => !before[place] || !alike(moment, before[place]));
  return changed < 0 ? moments.length : changed;
}

/**
 * @param {Moment} one
 * @param {Moment} other
 */
function alike(one, other) {
  return same(one, other) && one.told === other.told && one.turn === other.turn;
}

/**
 * Make what stands in the line of a moment: its sentence, and before it the action as people write it, if they do.
 *
 * @param {{ short: string, told: string }} moment
 */
export const lineText = ({ short, told }) => [
  short && make("span", { class: "notation", text: `${short} ` }),
  make("span", { text: told }),
];

/**
 * Make one turn: its player, and its sentences as `lines`.
 *
 * @param {Seat | null} turn
 * @param {string} name
 * @param {HTMLElement[]} lines
 */
export function turnItem(turn, name, lines) {
  const head = turn ? make("p", { class: "whose" }, make("span", { class: `disc ${turn}` }), name) : null;
  return make("li", { class: "turn" }, head, make("ol", {}, ...lines.map((line) => make("li", {}, line))));
}
