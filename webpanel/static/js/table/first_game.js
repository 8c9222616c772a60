/** The way of a new player: the first lesson, then a game against the weakest computer. */
import { ask, attempt } from "../lib/api.js";
import { find, icon, keep, make, recall, refill } from "../lib/dom.js";
import { _ } from "../lib/texts.js";

/** The name under which a phone keeps the game that it is on the way to. */
export const FIRST_GAME = "pawnlight-first-game";
const WEAKEST = 1;

/**
 * After a lesson, offer whoever is on the way to their first game to begin it.
 *
 * @param {Table} table
 */
export function offerFirstGame({ scene }) {
  const offered = scene.lesson?.verdict === "right" && recall(FIRST_GAME, "") === scene.game_id;
  const button = make("button", {
    type: "button",
    class: "primary large wide",
    onclick: () => begin(button, scene),
  });
  button.append(icon("chip"), _("Now play: against the weakest computer"));
  find("first-game").hidden = !offered;
  refill(find("first-game"), ...(offered ? [button] : []));
}

/**
 * @param {HTMLButtonElement} button
 * @param {Scene} scene
 */
async function begin(button, { game_id: game, names, screen }) {
  button.disabled = true; // a double tap begins one game
  const seats = Object.keys(names);
  const computers = Object.fromEntries(seats.slice(1).map((seat) => [seat, WEAKEST]));
  const players = Object.fromEntries(seats.map((seat) => [seat, ""]));
  const wanted = { game, options: {}, players, computers, screen };
  if (await attempt(() => ask("POST", "/api/games", wanted))) keep(FIRST_GAME, "");
  button.disabled = false;
}
