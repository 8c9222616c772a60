/** Updates: the wish for one, and how far it is. The panel is away while another version starts. */
import { ask, attempt, tellProblem } from "../lib/api.js";
import { question } from "../lib/dialogs.js";
import { find } from "../lib/dom.js";
import "./common.js";
import { _ } from "../lib/texts.js";

const LOOK_MS = 1500;
const card = find("update");

/** @type {Record<string, (version: string) => Promise<unknown>>} */
const SURE = {
  look: async () => true,
  install: (version) =>
    question(
      _("Install version {version}?", { version }),
      _("Play can go on meanwhile. At the end the board is away for a moment, and the game goes on afterwards."),
      [[true, _("Install"), "primary"]],
    ),
  back: (version) =>
    question(
      _("Return to version {version}?", { version }),
      _("The board is away for a moment, and the game goes on afterwards."),
      [[true, _("Return"), "danger"]],
    ),
};

/** @param {Update} update */
function show(update) {
  if (update.of === 0 || update.version !== card.dataset.version) {
    location.reload();
    return;
  }
  for (const button of buttons()) button.disabled = true;
  find("sentence").hidden = update.sentence === null;
  find("sentence").textContent = update.sentence;
  find("sentence").classList.toggle("quiet", !update.failed);
  const progress = find("progress", HTMLProgressElement);
  progress.hidden = false;
  progress.max = update.of;
  progress.value = update.done;
  setTimeout(look, LOOK_MS);
}

async function look() {
  try {
    show(await ask("GET", "/api/update"));
  } catch {
    find("sentence").textContent = _("The board does not answer at the moment. This page waits for it.");
    setTimeout(look, LOOK_MS);
  }
}

/** @param {HTMLButtonElement} button */
async function begin(button) {
  const { task = "look", which } = button.dataset;
  if (!(await SURE[task](which ?? ""))) return;
  button.disabled = true; // a double tap begins one update
  const begun = await attempt(
    async () => show(await ask("POST", "/api/update", { task, version: which })),
    tellProblem,
  );
  button.disabled = begun;
}

function buttons() {
  return document.querySelectorAll(/** @type {"button"} */ ("button[data-task]"));
}

for (const button of buttons()) button.addEventListener("click", () => begin(button));
if (card.dataset.of !== "0") void look();
