/** Bringing in a record. */
import { ask, attempt } from "./api.js";

const find = (id) => document.getElementById(id);

find("file").addEventListener("change", async () => {
  const [file] = find("file").files;
  if (file) find("record").value = await file.text();
});

find("import").addEventListener("submit", async (event) => {
  event.preventDefault();
  const tell = (sentence) => {
    find("problem").textContent = sentence;
    find("problem").hidden = false;
  };
  await attempt(async () => {
    const { key } = await ask("POST", "/api/games/import", { record: find("record").value });
    location.assign(`/games/${key}`);
  }, tell);
});
