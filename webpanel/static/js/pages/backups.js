/** Backups: uploading one, and restoring one. */
import { answered, ask, attempt, Refusal, say, tellProblem } from "../lib/api.js";
import { question } from "../lib/dialogs.js";
import { field } from "../lib/dom.js";
import "./common.js";
import { _, counted } from "../lib/texts.js";

/**
 * @param {File} file
 * @param {number} most how many bytes of it the panel takes: it would hang up in the middle of more
 */
async function bring(file, most) {
  if (file.size > most) {
    const size = { most: Math.floor(most / 1024 ** 2) };
    throw new Refusal(
      _(
        "The panel takes a file of at most {most} MB. The command pawnlight restore on the board's computer takes any.",
        size,
      ),
    );
  }
  const headers = { "Content-Type": "application/octet-stream" };
  await answered("/api/backups", { method: "POST", headers, body: file });
  location.reload();
}

/** @param {HTMLButtonElement} button */
async function restore(button) {
  const sentence = counted(
    "{count} game replaces everything stored here. A copy of that is made first.",
    "{count} games replace everything stored here. A copy of that is made first.",
    Number(button.dataset.games),
  );
  const sure = await question(_("Restore this?"), sentence, [[true, _("Restore"), "danger"]]);
  if (sure && (await attempt(() => ask("POST", `/api/backups/${button.dataset.restore}/restore`)))) location.reload();
}

let bringing = false;

document.getElementById("bring")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (bringing) return; // a double tap uploads one archive
  const file = field("file").files?.[0];
  if (!file) {
    say(_("Choose a file first."));
    return;
  }
  bringing = true;
  bringing = await attempt(() => bring(file, Number(field("file").dataset.most)), tellProblem);
});
for (const button of document.querySelectorAll("[data-restore]")) {
  if (button instanceof HTMLButtonElement) button.addEventListener("click", () => restore(button));
}
