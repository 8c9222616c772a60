/** The workshop: what the wizard or the self-test says, and the answers to it. Asked for anew several times a second. */
import { ask, attempt, tellProblem } from "./api.js";
import { find, make } from "./dom.js";
import { seenRows } from "./squares.js";
import { _ } from "./texts.js";

const LOOK_MS = 300;
/** @typedef {NonNullable<Workshop["work"]>} Work */

/** @type {Record<string, string>} */
const LOOKS = { known: "seen", answered: "seen", covered: "seen covered", asked: "covered", dead: "suspect" };

let shown = "";
let drawn = "";

/** @param {string} value */
function answer(value) {
  return attempt(async () => show((await ask("POST", "/api/workshop/answer", { answer: value })).work), tellProblem);
}

/** @param {Work} work */
function names(work) {
  return seenRows(work.files, work.ranks, 0).flat();
}

/**
 * Buttons that stay while the answers do, so that none is swapped under a finger. Squares are named on the board.
 *
 * @param {Work} work
 */
function choices(work) {
  const key = JSON.stringify(work.choices);
  if (key === shown) return;
  shown = key;
  const squares = new Set(names(work));
  find("choices").replaceChildren(
    ...work.choices
      .filter(({ value }) => !squares.has(value))
      .map(({ value, label }) => make("button", { type: "button", text: label, onclick: () => answer(value) })),
  );
}

/** @param {Work} work */
function squares(work) {
  const key = JSON.stringify([work.squares, work.choices, work.files, work.ranks]);
  if (key === drawn) return;
  drawn = key;
  const labels = new Map(work.choices.map(({ value, label }) => [value, label]));
  find("squares").style.setProperty("--files", String(work.files));
  find("squares").replaceChildren(
    ...names(work).map((name) => {
      const look = `reed ${LOOKS[work.squares[name]] ?? ""}`;
      const label = labels.get(name);
      if (label === undefined) return make("span", { class: look, text: name });
      return make("button", {
        type: "button",
        class: `${look} offered`,
        text: name,
        "aria-label": label,
        onclick: () => answer(name),
      });
    }),
  );
}

/**
 * @param {string} id
 * @param {string} sentence
 */
function words(id, sentence) {
  if (find(id).textContent !== sentence) find(id).textContent = sentence;
}

/** @param {Workshop["work"]} work */
function show(work) {
  find("begin").hidden = work !== null;
  find("work").hidden = work === null;
  if (work === null) return;
  tellProblem("");
  words("sentence", work.sentence);
  words("hint", work.hint ?? "");
  find("hint").hidden = !work.hint;
  words("progress", work.of ? _("{done} of {all}", { done: work.done, all: work.of }) : "");
  choices(work);
  squares(work);
  find("findings").replaceChildren(...work.findings.map((text) => make("li", { text })));
  find("work-facts").replaceChildren(
    ...work.facts.flatMap(({ label, value }) => [make("dt", { text: label }), make("dd", { text: value })]),
  );
}

async function look() {
  if (!document.hidden) await attempt(async () => show((await ask("GET", "/api/workshop")).work), tellProblem);
  setTimeout(look, LOOK_MS);
}

/** @type {NodeListOf<HTMLElement>} */
const tasks = document.querySelectorAll("[data-task]");
for (const button of tasks) {
  button.addEventListener("click", () =>
    attempt(async () => show((await ask("POST", "/api/workshop", { task: button.dataset.task })).work), tellProblem),
  );
}
find("end").addEventListener("click", () =>
  attempt(async () => show((await ask("DELETE", "/api/workshop")).work), tellProblem),
);
look();
