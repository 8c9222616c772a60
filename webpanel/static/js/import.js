/** Bringing in a record. */
import { ask, attempt, tellProblem } from "./api.js";
import { field, find } from "./dom.js";

const record = find("record", HTMLTextAreaElement);

field("file").addEventListener("change", async () => {
  const file = field("file").files?.[0];
  if (file) record.value = await file.text();
});

find("import").addEventListener("submit", async (event) => {
  event.preventDefault();
  await attempt(async () => {
    const { key } = await ask("POST", "/api/games/import", { record: record.value });
    location.assign(`/games/${key}`);
  }, tellProblem);
});
