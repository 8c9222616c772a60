/** Which lessons were solved on this phone. */
import { keep, recall } from "./dom.js";

const SOLVED = "pawnlight-lessons";

/**
 * @param {string} game
 * @returns {string[]}
 */
export function solved(game) {
  /** @type {Record<string, string[]>} */
  const all = recall(SOLVED, {});
  return all[game] ?? [];
}

/**
 * @param {string} game
 * @param {string} name
 */
export function remember(game, name) {
  if (!solved(game).includes(name)) keep(SOLVED, { ...recall(SOLVED, {}), [game]: [...solved(game), name] });
}
