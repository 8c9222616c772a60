// webpanel/static/js/lib/dom.js
Object.assign(globalThis, { began: true });
var SVG = "http://www.w3.org/2000/svg";
function make(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}
function draw(name, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
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
var asset = (name) => new URL(`../../${name}`, import.meta.url).href;
var isThere = (child) => child !== null && child !== void 0;
function refill(place, ...parts) {
  const { children } = place;
  if (children.length === parts.length && parts.every((part, index) => part.isEqualNode(children[index]))) return;
  const buttons = () => [...place.querySelectorAll("button")];
  const focused = buttons().indexOf(
    /** @type {HTMLButtonElement} */
    document.activeElement
  );
  place.replaceChildren(...parts);
  if (focused >= 0) (buttons()[focused] ?? buttons().at(-1) ?? find("main")).focus({ preventScroll: true });
}
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
var ICONS = new Set(
  "swords fast-forward plus minus crown dice pause play undo flag handshake menu download upload trash qr lock unlock rotate book settings board trophy left right first last close check info alert phone eye lamp hand chip seat shelf stop zoom-out target knight shield heart skull star clock shuffle".split(" ")
);
var ALSO = { die: "dice", pass: "fast-forward", lapse: "clock", fallen: "skull", hole: "stop", move: "hand" };
function icon(name) {
  const wanted = ALSO[name] ?? name;
  const known = ICONS.has(wanted) ? wanted : "info";
  return draw(
    "svg",
    { class: `icon icon-${known}`, "aria-hidden": "true" },
    draw("use", { href: asset(`icons.svg#${known}`) })
  );
}

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

// webpanel/static/js/board/pieces.js
var DRAWN = new Set("pawn pikeman rook castle knight bishop vicar queen king champion life death".split(" "));
var drawing = (name) => asset(`${document.documentElement.dataset.drawings ?? "pieces.svg"}#${name}`);
function pieceArt(piece, art) {
  const words = (art[piece[1]] ?? "").toLowerCase().split(" ");
  const name = words.find((word) => DRAWN.has(word));
  const picture = name ? draw("use", { href: drawing(name) }) : draw("g", {}, draw("circle", { cx: 20, cy: 20, r: 15 }), lettered(piece[1]));
  return draw("svg", { viewBox: "0 0 40 40", class: `piece-art ${piece[0]}`, "aria-hidden": "true" }, picture);
}
function lettered(letter) {
  return draw("text", {
    x: 20,
    y: 26,
    "text-anchor": "middle",
    "font-size": 17,
    "stroke-width": 0,
    class: "letter",
    text: letter
  });
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
function sayAgain() {
  try {
    const sentence = sessionStorage.getItem(SAID);
    sessionStorage.removeItem(SAID);
    if (sentence) say(sentence);
  } catch {
    return;
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
    await new Promise((done2) => setTimeout(done2, AGAIN_MS));
  }
  location.reload();
}

// webpanel/static/js/pages/common.js
function step(button) {
  const input = button.parentElement?.querySelector("input");
  if (!input) return;
  const size = Number(button.dataset.step) * (Number(input.max) - Number(input.min) > 150 ? 10 : 1);
  const value = Math.min(Number(input.max), Math.max(Number(input.min), (Number(input.value) || 0) + size));
  if (String(value) === input.value) return;
  input.value = String(value);
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
function namesBeside(button) {
  const fields = button.closest("section")?.querySelectorAll("input") ?? [];
  return Object.fromEntries(Array.from(fields, (field) => [field.dataset.seat, field.value]));
}
function seen(button) {
  const place = button.closest("[data-scene]");
  return { scene: Number(place?.dataset.scene) };
}
var anew = () => location.reload();
var to = (address) => () => location.assign(at(address));
async function done(button) {
  const { resume, claim, free, takeOver, then, ban, letIn, restoreGame, accept, decline } = button.dataset;
  const asked = (...given) => attempt(() => ask(...given));
  if (resume && await asked("POST", `/api/games/${resume}/resume`)) return to("/");
  if (claim && await asked("PUT", `/api/seats/${claim}`)) return then ? to(then) : anew;
  if (free && await asked("DELETE", `/api/seats/${free}`, seen(button))) return anew;
  if (takeOver && await asked("POST", `/api/seats/${takeOver}/take-over`)) return to("/");
  if (ban && await asked("PUT", `/api/phones/${ban}/ban`)) return anew;
  if (letIn && await asked("DELETE", `/api/phones/${letIn}/ban`)) return anew;
  if (restoreGame && await asked("POST", `/api/games/${restoreGame}/restore`)) return to(`/games/${restoreGame}`);
  const how = { screen: Boolean(button.dataset.screen), players: namesBeside(button) };
  if (accept && await asked("POST", `/api/invitations/${accept}`, how)) return to("/");
  if (decline && await asked("DELETE", `/api/invitations/${decline}`)) return anew;
  return null;
}
var pressed = false;
async function press(button) {
  if (pressed) return;
  pressed = true;
  const leave = await done(button);
  if (leave) leave();
  else pressed = false;
}
addEventListener("pageshow", () => {
  pressed = false;
});
document.addEventListener("click", (event) => {
  const button = (
    /** @type {Element} */
    event.target.closest(
      "button[data-step], button[data-resume], button[data-claim], button[data-free], button[data-take-over], button[data-ban], button[data-let-in], button[data-restore-game], button[data-accept], button[data-decline]"
    )
  );
  if (button?.dataset.step) step(button);
  else if (button) press(button);
});
function lowest({ target }) {
  if (!(target instanceof HTMLInputElement)) return;
  const words = target.parentElement?.querySelector(".lowest")?.textContent;
  if (words && target.value === target.min) target.setAttribute("aria-valuetext", words);
  else target.removeAttribute("aria-valuetext");
}
document.addEventListener("input", lowest);
document.addEventListener("change", lowest);
function filter({ target }) {
  const chosen = (
    /** @type {Element} */
    target
  );
  const form = chosen.closest("form.filters");
  form?.setAttribute("action", `#${chosen.id}`);
  form?.submit();
}
document.addEventListener("change", filter);
function draw2(item) {
  const { piece = "", name = "" } = item.dataset;
  item.querySelector(".art")?.replaceChildren(pieceArt(piece, { [piece[1]]: name }));
}
var items = document.querySelectorAll("[data-piece]");
for (const item of items) draw2(item);
sayAgain();

// webpanel/static/js/table/paired.js
var beginning = false;
async function begin(key, screen) {
  if (beginning) return;
  beginning = await attempt(() => ask("POST", `/api/paired/${key}`, { screen }));
  if (beginning) location.assign(at("/"));
}
addEventListener("pageshow", () => {
  beginning = false;
});
function card({ key, about, told, begun, fits, counted }) {
  const words = begun ? _("Continue {name}", { name: told }) : told;
  return make(
    "section",
    { class: "card paired" },
    make("p", { class: "muted", text: about }),
    make(
      "div",
      { class: "row" },
      make(
        "button",
        { type: "button", class: "primary large", onclick: () => begin(key, !fits) },
        icon("play"),
        make("span", { text: words })
      ),
      fits && !begun ? make("button", { type: "button", onclick: () => begin(key, true) }, icon("phone"), _("Play on the screen")) : null
    ),
    counted ? null : make("p", { class: "help", text: _("This board does not tell the club how games end: tell the organiser.") })
  );
}
var PairedCards = class {
  /** @param {() => void} changed called when there are other ones */
  constructor(changed) {
    this.changed = changed;
    this.cards = [];
    this.looking = false;
    this.again = false;
  }
  /** Ask for them, again if that is wanted meanwhile. */
  async look() {
    this.again = true;
    if (this.looking) return;
    this.looking = true;
    while (this.again) {
      this.again = false;
      await this.fetch();
    }
    this.looking = false;
  }
  /** Ask for them; if nobody answers, they stay. */
  async fetch() {
    const club = await ask("GET", "/api/club").catch(() => null);
    const cards = club?.paired.map(card) ?? this.cards;
    const same = cards.length === this.cards.length && cards.every((each, at2) => each.isEqualNode(this.cards[at2]));
    if (same) return;
    this.cards = cards;
    this.changed();
  }
};

// webpanel/static/js/pages/new.js
var paired = new PairedCards(() => refill(find("paired"), ...paired.cards));
void paired.look();
