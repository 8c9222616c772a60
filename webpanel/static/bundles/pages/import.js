// webpanel/static/js/lib/dom.js
Object.assign(globalThis, { began: true });
function make(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}
function fill(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (value === void 0 || value === null || value === false) continue;
    if (key === "text") element.textContent = String(value);
    else if (key.startsWith("on")) element.addEventListener(
      key.slice(2),
      /** @type {EventListener} */
      value
    );
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter(isThere));
  return element;
}
var at = (address) => (document.documentElement.dataset.root ?? "") + address;
var isThere = (child) => child !== null && child !== void 0;
function find(id, kind = (
  /** @type {{ new (): any }} */
  HTMLElement
)) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`This page has no ${kind.name} called ${id}.`);
  return (
    /** @type {T} */
    found
  );
}
var field = (id) => find(id, HTMLInputElement);
var ICONS = new Set(
  "swords fast-forward plus minus crown dice pause play undo flag handshake menu download upload trash qr lock unlock rotate book settings board trophy left right first last close check info alert phone eye lamp hand chip seat shelf stop zoom-out target knight shield heart skull star clock shuffle".split(" ")
);

// webpanel/static/js/lib/texts.js
function catalogue() {
  return JSON.parse(globalThis.document?.getElementById("texts")?.textContent ?? "{}");
}
var texts = catalogue();
function filled(text, fields) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => written(fields[name] ?? whole));
}
var written = (value) => typeof value === "number" ? value.toLocaleString(language()) : String(value);
var language = () => globalThis.document?.documentElement.lang || "en";
function _(key, fields = {}) {
  const text = texts[key];
  return filled(typeof text === "string" ? text : key, fields);
}

// webpanel/static/js/lib/api.js
if (globalThis.isSecureContext) navigator.serviceWorker?.register(at("/service-worker.js")).catch(() => void 0);
var Refusal = class extends Error {
  /**
   * @param {string} sentence
   * @param {string} [help] the address of the page where one can do something about it
   * @param {number} [status] that of the answer; 0: there was none
   */
  constructor(sentence, help = "", status = 0) {
    super(sentence);
    this.help = help;
    this.status = status;
  }
};
var GAME = "Game-Key";
var SAID = "pawnlight-said";
var clock = () => String(Math.floor(Date.now() / 1e3));
function ask(method, address, body) {
  const options = { method, headers: { "Phone-Clock": clock() } };
  if (method !== "GET") options.headers[GAME] = document.body.dataset.game ?? "";
  if (body !== void 0) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  return answered(address, options);
}
async function answered(address, options) {
  const response = await fetch(at(address), options).catch(() => null);
  if (response === null) throw new Refusal(_("The panel does not answer. Is this phone still on the board's network?"));
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const sentence = answer.error ?? _("The panel refused this without saying why.");
  if (response.headers.get(GAME) !== null) void renew(sentence);
  const help = /<(.+)>; rel="help"/.exec(response.headers.get("Link") ?? "")?.[1];
  throw new Refusal(sentence, help, response.status);
}
async function renew(sentence) {
  try {
    sessionStorage.setItem(SAID, sentence);
  } finally {
    await reload();
  }
}
var AGAIN_MS = 1e3;
var hiding;
function say(sentence, help) {
  const place = find("toast");
  ([...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body).append(place);
  place.replaceChildren(make("div", { class: "toast" }, ...withHelp(sentence, help)));
  clearTimeout(hiding);
  hiding = setTimeout(() => place.replaceChildren(), 3e3 + 60 * sentence.length);
}
function withHelp(sentence, help) {
  return help ? [sentence, " ", make("a", { href: help, text: _("Enter the PIN") })] : [sentence];
}
function tellProblem(sentence, help) {
  const place = find("problem");
  place.replaceChildren(...withHelp(sentence, help));
  place.hidden = !sentence;
}
var refused = () => {
};
async function attempt(work, tell = say) {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(error.message, error.help);
    refused();
    return false;
  }
}
async function reload() {
  while (!await fetch(location.href, { method: "HEAD" }).catch(() => null)) {
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
  location.reload();
}

// webpanel/static/js/pages/import.js
var record = find("record", HTMLTextAreaElement);
var refused2 = "";
field("file").addEventListener("change", async () => {
  const file = field("file").files?.[0];
  if (!file) return;
  const bytes = await file.arrayBuffer();
  const text = decoded(bytes, "utf-8");
  const old = text === null && /\.pgn$/i.test(file.name) ? decoded(bytes, "windows-1252") : null;
  record.value = text ?? old ?? "";
  refused2 = record.value || text !== null ? "" : _("This file is no text in UTF-8, as records are. Save it as UTF-8, or choose another.");
  tellProblem(old === null ? refused2 : _("This file is not in UTF-8 and was read as Latin-1: check the names."));
});
function decoded(bytes, encoding) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
find("import").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (refused2 && !record.value) return tellProblem(refused2);
  await attempt(async () => {
    tellProblem("");
    const { key, games } = await ask("POST", "/api/games/import", { record: record.value });
    if (games.length > 1 || games.some(({ notes }) => notes.length)) showTaken(games);
    else location.assign(at(`/games/${key}`));
  }, tellProblem);
});
function showTaken(games) {
  const kept = games.filter(({ key }) => key).length;
  find("taken-count").textContent = _("{kept} of {all} games were imported.", { kept, all: games.length });
  find("taken-remedy").hidden = kept === games.length;
  find("taken-games").replaceChildren(...games.map(line));
  find("import").hidden = true;
  find("taken").hidden = false;
  find("taken-title").focus();
}
function line({ number, players, key, problem, notes }) {
  const name = `${number}. ${players.join(" – ")}`;
  const said = problem ? _("Not imported: {problem}", { problem }) : notes.join(" ");
  const words = [make("span", { text: `${name} ` }), make("span", { class: "muted", text: said })];
  return make("li", {}, key ? make("a", { href: at(`/games/${key}`) }, ...words) : make("p", {}, ...words));
}
