/** Shared parts of several pages: steppers, filters, continuing a game, taking and freeing seats, pieces in lists. */

import { pieceArt } from "../board/pieces.js";
import { ask, attempt, sayAgain } from "../lib/api.js";
import { at, make } from "../lib/dom.js";

/** @param {HTMLButtonElement} button */
function step(button) {
  const input = button.parentElement?.querySelector("input");
  if (!input) return;
  const size = Number(button.dataset.step) * (Number(input.max) - Number(input.min) > 150 ? 10 : 1);
  const value = Math.min(Number(input.max), Math.max(Number(input.min), (Number(input.value) || 0) + size));
  if (String(value) === input.value) return;
  input.value = String(value);
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * Return the players' names where an invitation is accepted: seat → name.
 *
 * @param {HTMLButtonElement} button
 */
function namesBeside(button) {
  const fields = button.closest("section")?.querySelectorAll("input") ?? [];
  return Object.fromEntries(Array.from(fields, (field) => [field.dataset.seat, field.value]));
}

/**
 * Name the scene that a button belongs to.
 *
 * @param {HTMLButtonElement} button
 */
function seen(button) {
  /** @type {HTMLElement | null} */
  const place = button.closest("[data-scene]");
  return { scene: Number(place?.dataset.scene) };
}

const anew = () => location.reload();
/** @param {string} address */
const to = (address) => () => location.assign(at(address));

/**
 * Carry out what a button is for. Return how to leave the page then; null: it was refused.
 *
 * @param {HTMLButtonElement} button
 */
async function done(button) {
  const { resume, claim, free, takeOver, then, ban, letIn, restoreGame, accept, decline } = button.dataset;
  /** @type {(...given: Parameters<typeof ask>) => Promise<boolean>} */
  const asked = (...given) => attempt(() => ask(...given));
  if (resume && (await asked("POST", `/api/games/${resume}/resume`))) return to("/");
  if (claim && (await asked("PUT", `/api/seats/${claim}`))) return then ? to(then) : anew;
  if (free && (await asked("DELETE", `/api/seats/${free}`, seen(button)))) return anew;
  if (takeOver && (await asked("POST", `/api/seats/${takeOver}/take-over`))) return to("/");
  if (ban && (await asked("PUT", `/api/phones/${ban}/ban`))) return anew;
  if (letIn && (await asked("DELETE", `/api/phones/${letIn}/ban`))) return anew;
  if (restoreGame && (await asked("POST", `/api/games/${restoreGame}/restore`))) return to(`/games/${restoreGame}`);
  const how = { screen: Boolean(button.dataset.screen), players: namesBeside(button) };
  if (accept && (await asked("POST", `/api/invitations/${accept}`, how))) return to("/");
  if (decline && (await asked("DELETE", `/api/invitations/${decline}`))) return anew;
  return null;
}

let pressed = false;

/** @param {HTMLButtonElement} button */
async function press(button) {
  if (pressed) return; // a double tap counts once
  pressed = true;
  const leave = await done(button);
  if (leave) leave();
  else pressed = false;
}

addEventListener("pageshow", () => {
  pressed = false; // somebody came back to the page
});

document.addEventListener("click", (event) => {
  /** @type {HTMLButtonElement | null} */
  const button = /** @type {Element} */ (event.target).closest(
    "button[data-step], button[data-resume], button[data-claim], button[data-free], button[data-take-over], button[data-ban], button[data-let-in], button[data-restore-game], button[data-accept], button[data-decline]",
  );
  if (button?.dataset.step) step(button);
  else if (button) press(button);
});

/**
 * Show words for the lowest number of a stepper: the style does so where the input has such a text.
 *
 * @param {Event} event
 */
function lowest({ target }) {
  if (!(target instanceof HTMLInputElement)) return;
  const words = target.parentElement?.querySelector(".lowest")?.textContent;
  if (words && target.value === target.min) target.setAttribute("aria-valuetext", words);
  else target.removeAttribute("aria-valuetext");
}

document.addEventListener("input", lowest);
document.addEventListener("change", lowest);

/**
 * Show the page as a filter wants it. The fragment keeps the focus on the filter: the next choice may follow.
 *
 * @param {Event} event
 */
function filter({ target }) {
  const chosen = /** @type {Element} */ (target);
  /** @type {HTMLFormElement | null} */
  const form = chosen.closest("form.filters");
  form?.setAttribute("action", `#${chosen.id}`);
  form?.submit();
}

document.addEventListener("change", filter);

/**
 * Draw the piece of a list entry.
 *
 * @param {HTMLElement} item
 */
function draw(item) {
  const { piece = "", name = "" } = item.dataset;
  item.querySelector(".art")?.replaceChildren(pieceArt(piece, { [piece[1]]: name }));
}

/**
 * Make a list entry with the number needed of a piece.
 *
 * @param {Needs["pieces"][number]} needs
 */
export function needed({ piece, name, art, count, owner }) {
  const item = make(
    "li",
    { "data-piece": piece, "data-name": art },
    make("span", { class: "art" }),
    `${owner ? `${owner}: ` : ""}${count}\u00a0× ${name}`,
  );
  draw(item);
  return item;
}

/** @type {NodeListOf<HTMLElement>} */
const items = document.querySelectorAll("[data-piece]");
for (const item of items) draw(item);
sayAgain();
