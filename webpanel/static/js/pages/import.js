/** Importing a record, or games of chess. */
import { ask, attempt, tellProblem } from "../lib/api.js";
import { at, field, find, make } from "../lib/dom.js";
import { _ } from "../lib/texts.js";

const record = find("record", HTMLTextAreaElement);
let refused = ""; // why the chosen file was not taken

field("file").addEventListener("change", async () => {
  const file = field("file").files?.[0];
  if (!file) return;
  const bytes = await file.arrayBuffer();
  const text = decoded(bytes, "utf-8");
  const old = text === null && /\.pgn$/i.test(file.name) ? decoded(bytes, "windows-1252") : null;
  record.value = text ?? old ?? "";
  refused =
    record.value || text !== null
      ? ""
      : _("This file is no text in UTF-8, as records are. Save it as UTF-8, or choose another.");
  tellProblem(old === null ? refused : _("This file is not in UTF-8 and was read as Latin-1: check the names."));
});

/**
 * Decode a text; null: it is in another encoding, and decoding it anyway would spoil names for good.
 *
 * @param {ArrayBuffer} bytes
 * @param {string} encoding
 */
function decoded(bytes, encoding) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

find("import").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (refused && !record.value) return tellProblem(refused);
  await attempt(async () => {
    tellProblem("");
    /** @type {Imported} */
    const { key, games } = await ask("POST", "/api/games/import", { record: record.value });
    if (games.length > 1 || games.some(({ notes }) => notes.length)) showTaken(games);
    else location.assign(at(`/games/${key}`));
  }, tellProblem);
});

/**
 * Say game by game what became of a file.
 *
 * @param {ImportedGame[]} games
 */
function showTaken(games) {
  const kept = games.filter(({ key }) => key).length;
  find("taken-count").textContent = _("{kept} of {all} games were imported.", { kept, all: games.length });
  find("taken-remedy").hidden = kept === games.length;
  find("taken-games").replaceChildren(...games.map(line));
  find("import").hidden = true;
  find("taken").hidden = false;
  find("taken-title").focus();
}

/** @param {ImportedGame} game */
function line({ number, players, key, problem, notes }) {
  const name = `${number}. ${players.join(" – ")}`;
  const said = problem ? _("Not imported: {problem}", { problem }) : notes.join(" ");
  const words = [make("span", { text: `${name} ` }), make("span", { class: "muted", text: said })];
  return make("li", {}, key ? make("a", { href: at(`/games/${key}`) }, ...words) : make("p", {}, ...words));
}
