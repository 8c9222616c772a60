/** Importing a record. */
import { ask, attempt, tellProblem } from "../lib/api.js";
import { at, field, find } from "../lib/dom.js";
import { _ } from "../lib/texts.js";

const record = find("record", HTMLTextAreaElement);
let refused = ""; // why the chosen file was not taken

field("file").addEventListener("change", async () => {
  const file = field("file").files?.[0];
  if (!file) return;
  const text = unicode(await file.arrayBuffer());
  record.value = text ?? "";
  refused =
    text === null ? _("This file is no text in UTF-8, as records are. Save it as UTF-8, or choose another.") : "";
  tellProblem(refused);
});

/**
 * Decode a text in UTF-8; null: it is in another encoding, and decoding it anyway would spoil names for good.
 *
 * @param {ArrayBuffer} bytes
 */
function unicode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

find("import").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (refused && !record.value) return tellProblem(refused);
  await attempt(async () => {
    const { key } = await ask("POST", "/api/games/import", { record: record.value });
    location.assign(at(`/games/${key}`));
  }, tellProblem);
});
