/** From one picture of the board to the next: pieces that slide, that are still on their way, that are gone. */
import { squarePlace } from "../lib/squares.js";

/**
 * @param {string} one
 * @param {string} other
 */
function distance(one, other) {
  const [file, rank] = squarePlace(one);
  const [otherFile, otherRank] = squarePlace(other);
  return Math.hypot(file - otherFile, rank - otherRank);
}

/**
 * @param {string} from
 * @param {string} piece
 * @param {string | undefined} hint
 * @param {Map<string, string>} came
 */
function destination(from, piece, hint, came) {
  if (hint && came.get(hint) === piece) return hint;
  const fitting = [...came].filter(([, other]) => other === piece).map(([name]) => name);
  return fitting.sort((a, b) => distance(from, a) - distance(from, b))[0];
}

/**
 * Compare two pictures. `before`, `after`: square → piece (empty text: none). `motions`: moves by the rules. `waiting`:
 * square → piece, on their way since an earlier picture. `raised`: square → piece, in the hand in the picture before;
 * `lifted`: now. `unsettled`: true while pieces are still missing, so that those on their way may yet arrive.
 *
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 * @param {{ motions: SceneMotion[], waiting: Map<string, string>, raised: Pieces, lifted: Pieces, unsettled: boolean }} given
 * @returns {Journeys}
 */
export function journeys(before, after, { motions, waiting, raised, lifted, unsettled }) {
  const came = new Map([...after].filter(([name, piece]) => piece && before.get(name) !== piece));
  const left = [...before].filter(([name, piece]) => piece && after.get(name) !== piece && !lifted[name]);
  const put = Object.entries(raised).filter(([name]) => !lifted[name]);
  /** @type {Journeys} */
  const found = { slides: [], fades: [], waiting: new Map() };
  for (const [from, piece] of new Map([...put, ...waiting, ...left])) {
    const hint = motions.find((each) => each.kind === "moved" && each.square === from)?.target;
    const to = destination(from, piece, hint, came);
    if (to) {
      came.delete(to);
      found.slides.push([from, to]);
    } else if (after.get(from)) continue;
    else if (hint && unsettled) found.waiting.set(from, piece);
    else if (before.get(from) || waiting.has(from)) found.fades.push([from, piece]);
  }
  return found;
}
