/** Copies of everything: bringing one in, and putting one back. */
import { ask, attempt, Refusal, say, tellProblem } from "./api.js";
import { question } from "./dialogs.js";
import { field } from "./dom.js";
import "./pages.js";
import { _, counted } from "./texts.js";

/** @param {File} file */
async function bring(file) {
  const headers = { "Content-Type": "application/octet-stream" };
  const response = await fetch("/api/backups", { method: "POST", headers, body: file }).catch(() => null);
  const answer = await response?.json().catch(() => ({}));
  if (!response?.ok) throw new Refusal(answer?.error ?? _("The panel refused this without saying why."));
  location.reload();
}

/** @param {HTMLButtonElement} button */
async function restore(button) {
  const sentence = counted(
    "{count} game takes the place of all that is kept here. A copy of that is made first.",
    "{count} games take the place of all that is kept here. A copy of that is made first.",
    Number(button.dataset.games),
  );
  const sure = await question(_("Restore this?"), sentence, [[true, _("Restore"), "danger"]]);
  if (sure && (await attempt(() => ask("POST", `/api/backups/${button.dataset.restore}/restore`)))) location.reload();
}

document.getElementById("bring")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = field("file").files?.[0];
  if (!file) say(_("Choose a file first."));
  else await attempt(() => bring(file), tellProblem);
});
for (const button of document.querySelectorAll("[data-restore]")) {
  if (button instanceof HTMLButtonElement) button.addEventListener("click", () => restore(button));
}
