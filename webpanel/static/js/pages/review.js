/** The review of a game: begin, stop, progress. */
import { ask, attempt, tellProblem } from "../lib/api.js";
import { at, find } from "../lib/dom.js";
import "./common.js";

const AGAIN_MS = 700;
const place = find("reviewing");
const address = `/api/games/${place.dataset.key}/review`;

/** @param {{ state: string, done: number, of: number, trouble: string }} found */
function show({ state, done, of, trouble }) {
  if (state === "done" && place.dataset.state !== "done") location.reload();
  const running = state === "running";
  find("review-begin").hidden = running;
  find("review-stop").hidden = !running;
  const bar = find("review-done", HTMLProgressElement);
  bar.hidden = !running;
  bar.max = of || 1;
  bar.value = done;
  tellProblem(trouble);
  if (running) setTimeout(look, AGAIN_MS);
}

function look() {
  return attempt(async () => show(await ask("GET", address)), tellProblem);
}

find("review-begin").addEventListener("click", () =>
  attempt(async () => show(await ask("POST", address)), tellProblem),
);
find("review-stop").addEventListener("click", () =>
  attempt(async () => show(await ask("DELETE", address)), tellProblem),
);
/** @type {NodeListOf<HTMLElement>} */
const problems = document.querySelectorAll("[data-problem]");
for (const button of problems)
  button.addEventListener("click", async () => {
    const problem = { number: Number(button.dataset.problem) };
    if (await attempt(() => ask("POST", `/api/games/${place.dataset.key}/problems`, problem))) location.assign(at("/"));
  });
if (place.dataset.state === "running") look();
