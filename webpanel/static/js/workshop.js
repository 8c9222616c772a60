/** The workshop: what the wizard or the self-test says, and the answers to it. Asked for anew several times a second. */
import { ask, attempt } from "./api.js";
import { make } from "./dom.js";
import { seenRows } from "./squares.js";
import { _ } from "./texts.js";

const LOOK_MS = 300;
const find = (id) => document.getElementById(id);
let shown = "";

function tell(sentence) {
  find("problem").textContent = sentence;
  find("problem").hidden = !sentence;
}

function answer(value) {
  return attempt(async () => show((await ask("POST", "/api/workshop/answer", { answer: value })).work), tell);
}

/** Buttons that stay while the answers do, so that none is swapped under a finger. */
function choices(work) {
  const key = JSON.stringify(work.choices);
  if (key === shown) return;
  shown = key;
  find("choices").replaceChildren(
    ...work.choices.map(({ value, label }) =>
      make("button", { type: "button", text: label, onclick: () => answer(value) }),
    ),
  );
}

function squares(work) {
  find("squares").style.setProperty("--files", work.files);
  find("squares").replaceChildren(
    ...seenRows(work.files, work.ranks, 0)
      .flat()
      .map((name) => {
        const state = work.squares[name] ?? "";
        const looks =
          { known: "seen", answered: "seen", covered: "seen covered", asked: "covered", dead: "suspect" }[state] ?? "";
        return make("span", { class: `reed ${looks}`, text: name });
      }),
  );
}

function words(id, sentence) {
  if (find(id).textContent !== sentence) find(id).textContent = sentence;
}

function show(work) {
  find("begin").hidden = work !== null;
  find("work").hidden = work === null;
  if (work === null) return;
  tell("");
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
  if (!document.hidden) await attempt(async () => show((await ask("GET", "/api/workshop")).work), tell);
  setTimeout(look, LOOK_MS);
}

for (const button of document.querySelectorAll("[data-task]")) {
  button.addEventListener("click", () =>
    attempt(async () => show((await ask("POST", "/api/workshop", { task: button.dataset.task })).work), tell),
  );
}
find("end").addEventListener("click", () =>
  attempt(async () => show((await ask("DELETE", "/api/workshop")).work), tell),
);
look();
