/** Seats and phones: with another game, other seats or another question about one, the page is reloaded. */
import { reload } from "../lib/api.js";
import { find } from "../lib/dom.js";
import { Live } from "../lib/live.js";
import "./common.js";

/** @type {NodeListOf<HTMLElement>} */
const cards = document.querySelectorAll("[data-holder]");
const shown = [
  document.body.dataset.game,
  find("seats").dataset.question,
  ...Array.from(cards, ({ dataset }) => `${dataset.seat} ${dataset.holder}`),
];

/**
 * @param {Snapshot} snapshot
 * @param {string} seat
 */
function holder({ scene, holders }, seat) {
  if (seat in scene.computers) return "computer";
  return scene.afar.includes(/** @type {Seat} */ (seat)) ? "afar" : (holders[/** @type {Seat} */ (seat)] ?? "nobody");
}

new Live((snapshot) => {
  const seats = Object.keys(snapshot.scene.names).map((seat) => `${seat} ${holder(snapshot, seat)}`);
  const question = snapshot.scene.prompts.find(({ id }) => id.startsWith("seat:"))?.id ?? "";
  if ([snapshot.scene.key, question, ...seats].join() !== shown.join()) return void reload();
  find("seats").dataset.scene = String(snapshot.scene.number);
  return null;
});
