/** The workshop: the sentences of the wizard or the self-test, and the answers. Polled several times a second. */
import { ask, attempt, tellProblem } from "../lib/api.js";
import { at, find, make, refill } from "../lib/dom.js";
import { seenRows } from "../lib/squares.js";
import { _ } from "../lib/texts.js";
import { PracticeBoard } from "./practice.js";

const LOOK_MS = 300;
/** @typedef {NonNullable<Workshop["work"]>} Work */

/** @type {Record<string, string>} */
const LOOKS = { known: "seen", answered: "seen", covered: "seen covered", asked: "covered", dead: "suspect" };

let drawn = "";
/** What tells the question that is shown from others. */
let question = "";
/** What tells the task that is shown from others; empty: there is none. */
let task = "";
let asked = 0;
/** The number of the last request that changed something, and of those under way. */
let changed = 0;
let changing = 0;
/** True if the message is that polling failed: the next poll removes it; other messages stay until the next change. */
let lost = false;

/**
 * Ask, and show the state of the work, unless something was changed after that: the answer may not know of it.
 *
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} address
 * @param {unknown} [body]
 */
function request(method, address, body) {
  asked += 1;
  const number = asked;
  return attempt(async () => {
    /** @type {Workshop} */
    const { work, practice } = await ask(method, address, body);
    if (number >= changed) show(work, practice);
    if (lost || method !== "GET") tellProblem("");
    lost = false;
  }, tell(method));
}

/** @param {"GET" | "POST" | "DELETE"} method */
function tell(method) {
  return (/** @type {string} */ sentence) => {
    lost = method === "GET";
    tellProblem(sentence);
  };
}

/**
 * @param {"POST" | "DELETE"} method
 * @param {string} address
 * @param {unknown} [body]
 */
async function change(method, address, body) {
  changed = asked + 1;
  changing += 1;
  await request(method, address, body).finally(() => (changing -= 1));
}

/**
 * To the question that is shown.
 *
 * @param {string} value
 */
function answer(value) {
  return change("POST", "/api/workshop/answer", { answer: value, question });
}

/** @param {Work} work */
function names(work) {
  return seenRows(work.files, work.ranks, 0).flat();
}

/**
 * Name squares on the board.
 *
 * @param {Work} work
 */
function choices(work) {
  const squares = new Set(names(work));
  refill(
    find("choices"),
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

/** @type {PracticeBoard | null} */
let board = null;

/**
 * @param {Workshop["work"]} work
 * @param {Workshop["practice"]} practice
 */
function show(work, practice) {
  if (practice) {
    board ??= new PracticeBoard((address, body) => change("POST", address, body), answer);
    board.show(practice, work, LOOKS);
  }
  task = work?.id ?? "";
  find("begin").hidden = work !== null;
  find("work").hidden = work === null;
  if (work === null) return;
  question = work.question;
  words("sentence", work.sentence);
  words("hint", work.hint ?? "");
  find("hint").hidden = !work.hint;
  words("progress", work.of ? _("{done} of {all}", { done: work.done, all: work.of }) : "");
  choices(work);
  if (!practice) squares(work);
  find("findings").replaceChildren(...work.findings.map((text) => make("li", { text })));
  words("picture", work.picture.join("\n"));
  find("picture").hidden = !work.picture.length;
  find("guide").hidden = !work.guide;
  find("guide-page").setAttribute("href", at(`/guides/${work.guide}`));
  find("work-facts").replaceChildren(
    ...work.facts.flatMap(({ label, value }) => [make("dt", { text: label }), make("dd", { text: value })]),
  );
}

async function look() {
  if (!document.hidden && !changing) await request("GET", "/api/workshop");
  setTimeout(look, LOOK_MS);
}

/** @type {NodeListOf<HTMLElement>} */
const tasks = document.querySelectorAll("[data-task]");
for (const button of tasks) {
  button.addEventListener("click", () => change("POST", "/api/workshop", { task: button.dataset.task, instead: task }));
}
find("end").addEventListener("click", () => change("DELETE", "/api/workshop", { id: task }));
look();
