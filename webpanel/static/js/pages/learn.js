/** Choosing a lesson; those that the learner has solved are ticked. The phone remembers the learner's name. */
import { ask, attempt, tellProblem } from "../lib/api.js";
import { at, field, keep, recall } from "../lib/dom.js";
import "./common.js";
import { _ } from "../lib/texts.js";

const LEARNER = "pawnlight-learner";

const list = /** @type {HTMLElement | null} */ (document.querySelector(".lessons"));
const game = list?.dataset.game ?? "";
const learner = field("learner");

/**
 * Put the lesson or the problem of a button on the table.
 *
 * @param {HTMLElement} button
 */
function put({ dataset: { key, problem, of = game, lesson } }) {
  if (key) return ask("POST", `/api/games/${key}/problems`, { number: Number(problem) });
  const wood = document.querySelector('[name="place"][value="wood"]');
  const screen = !(wood instanceof HTMLInputElement && wood.checked);
  return ask("POST", "/api/lessons", { game: of, lesson, screen, learner: learner.value });
}

/** @param {HTMLElement} button */
async function begin(button) {
  if (await attempt(() => put(button), tellProblem)) location.assign(at("/"));
  else document.getElementById("problem")?.scrollIntoView({ block: "center" });
}

/** @type {NodeListOf<HTMLElement>} */
const buttons = document.querySelectorAll("[data-lesson], [data-problem]");
for (const button of buttons) button.addEventListener("click", () => begin(button));

/** @type {NodeListOf<HTMLElement>} */
const counts = document.querySelectorAll("[data-taught]");
/** The text of each game while none of its lessons is solved. */
const usual = new Map([...counts].map((place) => [place, place.textContent]));

/**
 * Return what is said of so many solved lessons of a game; empty: nothing.
 *
 * @param {number} done
 * @param {number} all
 */
function praise(done, all) {
  if (!done) return "";
  if (done >= all) return _("All {all} solved. Well done! Now play a game.", { all });
  return 2 * done < all
    ? _("{done} of {all} solved. A good start!", { done, all })
    : _("{done} of {all} solved. More than half!", { done, all });
}

/**
 * Show how far the learner has come.
 *
 * @param {Record<string, string[]>} solved
 */
function showProgress(solved) {
  /** @type {NodeListOf<HTMLProgressElement>} */
  const bars = document.querySelectorAll("[data-progress]");
  for (const bar of bars) {
    bar.value = solved[bar.dataset.progress ?? ""]?.length ?? 0;
    bar.hidden = !bar.value;
  }
  /** @type {NodeListOf<HTMLElement>} */
  const ticks = document.querySelectorAll("[data-solved]");
  for (const tick of ticks) tick.hidden = !solved[tick.dataset.of ?? ""]?.includes(tick.dataset.solved ?? "");
  const place = document.getElementById("praise");
  if (!place) return;
  place.textContent = praise(solved[game]?.length ?? 0, Number(place.dataset.count));
  place.hidden = !place.textContent;
}

/** @param {Record<string, string[]>} solved */
function show(solved) {
  showProgress(solved);
  for (const button of buttons) {
    const done = solved[game]?.includes(button.dataset.lesson ?? "") ?? false;
    button.querySelector(".solved")?.toggleAttribute("hidden", !done);
  }
  for (const [place, otherwise] of usual) {
    const done = solved[place.dataset.taught ?? ""]?.length;
    const { count: all = "" } = place.dataset;
    place.textContent = done ? _("{done} of {all} lessons solved", { done, all }) : otherwise;
  }
}

/** Show the solved lessons of this learner, unless another one was named meanwhile. */
async function look() {
  const { value } = learner;
  /** @type {Record<string, string[]>} */
  const solved = await ask("GET", `/api/solved?name=${encodeURIComponent(value)}`);
  if (learner.value !== value) return;
  tellProblem("");
  show(solved);
}

const follow = () => attempt(look, tellProblem);

learner.value = recall(LEARNER, "");
learner.addEventListener("change", () => {
  keep(LEARNER, learner.value);
  show({});
  follow();
});
// A lesson may have been solved meanwhile: on the page that one comes back from, or on another phone.
addEventListener("pageshow", follow);
document.addEventListener("visibilitychange", () => document.hidden || follow());
