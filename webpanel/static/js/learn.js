/** Choosing a lesson; those that were solved on this phone are ticked. */
import { ask, attempt, tellProblem } from "./api.js";
import "./pages.js";
import { solved } from "./solved.js";
import { _ } from "./texts.js";

const list = /** @type {HTMLElement | null} */ (document.querySelector(".lessons"));
const game = list?.dataset.game ?? "";

/** @param {HTMLElement} button */
async function begin(button) {
  const wood = document.querySelector('[name="place"][value="wood"]');
  const screen = !(wood instanceof HTMLInputElement && wood.checked);
  const lesson = button.dataset.lesson;
  if (await attempt(() => ask("POST", "/api/lessons", { game, lesson, screen }), tellProblem)) location.assign("/");
  else document.getElementById("problem")?.scrollIntoView({ block: "center" });
}

/** @type {NodeListOf<HTMLElement>} */
const buttons = document.querySelectorAll("[data-lesson]");
for (const button of buttons) {
  button.addEventListener("click", () => begin(button));
  const tick = button.querySelector(".solved");
  if (tick) tick.toggleAttribute("hidden", !solved(game).includes(button.dataset.lesson ?? ""));
}

/** @type {NodeListOf<HTMLElement>} */
const counts = document.querySelectorAll("[data-taught]");
for (const place of counts) {
  const done = solved(place.dataset.taught ?? "").length;
  if (done) place.textContent = _("{done} of {all} lessons solved", { done, all: place.dataset.count ?? "" });
}
