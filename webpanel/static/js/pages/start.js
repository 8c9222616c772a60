/** The start page: when somebody begins a game, every phone shows it. Until then a short game plays itself. */
import { ask, attempt, reload } from "../lib/api.js";
import { at, data, find, keep, refill } from "../lib/dom.js";
import { Live } from "../lib/live.js";
import { FIRST_GAME } from "../table/first_game.js";
import { troubles } from "../table/trouble.js";
import "./common.js";
import { PairedCards } from "../table/paired.js";
import { live } from "./living.js";

live(find("living"), data("demo"));

const SEVERAL = 2;
const invite = /** @type {HTMLDetailsElement | null} */ (document.getElementById("invite"));
let phones = invite?.open ? 1 : SEVERAL;

const paired = new PairedCards(() => refill(find("paired"), ...paired.cards));
const line = new Live((snapshot) => {
  refill(find("trouble"), ...troubles(snapshot.scene));
  if (snapshot.scene.status !== "empty") void reload();
  else void paired.look();
});
/** @param {number} now */
line.count = (now) => {
  if (invite && phones < SEVERAL && now >= SEVERAL) invite.open = false; // whoever opens it again keeps it open
  phones = now;
};

let beginning = false;

/** @param {HTMLElement} button */
async function begin({ dataset }) {
  if (beginning) return; // a double tap begins one
  const wanted = { game: dataset.firstGame, lesson: dataset.lesson, screen: !dataset.wood, learner: "" };
  beginning = await attempt(() => ask("POST", "/api/lessons", wanted));
  if (!beginning) return;
  keep(FIRST_GAME, dataset.firstGame);
  location.assign(at("/"));
}

/** @type {HTMLElement | null} */
const button = document.querySelector("[data-first-game]");
button?.addEventListener("click", () => begin(button));
