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
var ICONS = new Set(
  "swords fast-forward plus minus crown dice pause play undo flag handshake menu download upload trash qr lock unlock rotate book settings board trophy left right first last close check info alert phone eye lamp hand chip seat shelf stop zoom-out target knight shield heart skull star clock shuffle".split(" ")
);
function data(id) {
  return JSON.parse(find(id).textContent ?? "");
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

// webpanel/static/js/board/lights.js
var FORMS = {
  wrong: ["BB..BB..", "turns", 1.6],
  choice: [".BBBBBBB.BBBBBBB", "pulses", 1.6],
  careful: ["BB.BB...", "swaps", 0.9],
  hint: ["BB.dd...", "turns", 2.4],
  capture: ["B.", "swaps", 0.7],
  meet: ["Bdd.Bdd.", "pulses", 1.4],
  move: ["B", "", 0],
  spawn: ["B.B.B.", "pulses", 2.4],
  place: ["BBBBdddd", "pulses", 1.2],
  clear: ["Bd", "swaps", 0.7],
  march_from: ["BB......", "", 0],
  march_to: [".BBBBBB.", "turns", 2],
  origin: ["BBBB....", "", 0],
  no_move: ["..B...B.", "pulses", 1],
  hurry: ["Bdddd", "turns", 1],
  thinking: ["Bd......", "turns", 4],
  spent: ["d", "", 0],
  turn: ["B.......", "", 0],
  told: ["BBd.BBd.", "pulses", 3.2],
  hole: ["d.", "", 0]
};
var BY_PIXEL = /* @__PURE__ */ new Set(["capture", "clear", "hole"]);
var OWNED = ["place", "march_to", "turn"];
var PALETTES = {
  default: {
    wrong: "#ff0078",
    choice: "#ffbe00",
    careful: "#ff6400",
    hint: "#ff50c8",
    capture: "#ff2a2a",
    meet: "#b45aff",
    move: "#1dff4f",
    spawn: "#00d2ff",
    place: "#c8c8c8",
    clear: "#ff6a10",
    march_from: "#3f7dff",
    march_to: "#3f9dff",
    origin: "#dcdcff",
    no_move: "#ffaa78",
    hurry: "#ff8c00",
    thinking: "#8c96ff",
    spent: "#b4b4b4",
    turn: "#d0d0d0",
    told: "#ffffff",
    hole: "#a03cd0",
    check: "#ffffff",
    shield: "#2f7dff",
    last_move: "#ffc83c",
    white: "#ffe1be",
    red: "#ff6a7c",
    black: "#c08aff",
    blue: "#7fa8ff"
  },
  "colour-blind": {
    wrong: "#c800ff",
    choice: "#ffff00",
    careful: "#ff7800",
    hint: "#ff96ff",
    capture: "#ff5a10",
    meet: "#b496ff",
    move: "#00ffaa",
    spawn: "#5ab4ff",
    place: "#c8c8c8",
    clear: "#ff9600",
    march_from: "#3f7dff",
    march_to: "#3f9dff",
    origin: "#a0aeff",
    no_move: "#ffaa78",
    hurry: "#ffc800",
    thinking: "#8c96ff",
    spent: "#b4b4b4",
    turn: "#d0d0d0",
    told: "#ffffff",
    hole: "#a03cd0",
    check: "#ffffff",
    shield: "#2f7dff",
    last_move: "#ffff78",
    white: "#ffffff",
    red: "#ff7a3c",
    black: "#b98aff",
    blue: "#5cb4ff"
  },
  "high-contrast": {
    wrong: "#ff00ff",
    choice: "#ffff00",
    careful: "#ff6000",
    hint: "#ff80ff",
    capture: "#ff0000",
    meet: "#d050ff",
    move: "#00ff00",
    spawn: "#00ffff",
    place: "#ffffff",
    clear: "#ff8000",
    march_from: "#2b5bff",
    march_to: "#2b5bff",
    origin: "#ffffff",
    no_move: "#ff8080",
    hurry: "#ffa000",
    thinking: "#a0a0ff",
    spent: "#ffffff",
    turn: "#ffffff",
    told: "#ffffff",
    hole: "#ff00ff",
    check: "#ffffff",
    shield: "#2b5bff",
    last_move: "#ffff00",
    white: "#ffffff",
    red: "#ff5a5a",
    black: "#c08aff",
    blue: "#7f9cff"
  }
};

// webpanel/static/js/board/rings.js
var PIXELS = 16;
var SHAPED_FROM = 8;
function levels(role, pixels2 = PIXELS) {
  const [pattern] = pixels2 < SHAPED_FROM ? ["B"] : FORMS[role];
  const letter = (pixel) => BY_PIXEL.has(role) ? pattern[pixel % pattern.length] : pattern[Math.floor(pixel * pattern.length / pixels2)];
  return Array.from({ length: pixels2 }, (_unused, pixel) => letter(pixel));
}
function dots(role, level, name, pixels2) {
  const lit2 = levels(role, pixels2).flatMap((each, pixel) => each === level ? [pixel] : []);
  if (!lit2.length) return null;
  const gaps = lit2.map((pixel, number) => (lit2[number + 1] ?? lit2[0] + pixels2) - pixel);
  return draw("circle", {
    class: name,
    cx: 50,
    cy: 50,
    r: 44,
    pathLength: pixels2,
    "stroke-dasharray": gaps.map((gap) => `0 ${gap}`).join(" "),
    "stroke-dashoffset": -lit2[0],
    transform: "rotate(-90 50 50)"
  });
}
function lightColour(role, seat, palette) {
  const colours = PALETTES[palette] ?? PALETTES.default;
  const owners = seat && OWNED.includes(role) ? colours[seat] : null;
  return owners ?? colours[role];
}
function ring(role, seat, palette, pixels2 = PIXELS) {
  const [, motion, period] = FORMS[role];
  const shape = draw(
    "g",
    {},
    dots(role, "B", "glow", pixels2),
    dots(role, "B", "bright", pixels2),
    dots(role, "d", "dimmed", pixels2)
  );
  const picture = draw(
    "svg",
    { class: `ring ${motion} ${role}`, viewBox: "0 0 100 100", "aria-hidden": "true" },
    shape
  );
  picture.style.setProperty("--ring", lightColour(role, seat, palette));
  picture.style.setProperty("--period", `${period}s`);
  return picture;
}
function badge(kind, palette) {
  const element = make("span", { class: `badge-ring ${kind}` });
  element.style.setProperty("--ring", (PALETTES[palette] ?? PALETTES.default)[kind]);
  return element;
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
function shows(key) {
  document.body.dataset.game = key;
}
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

// webpanel/static/js/lib/live.js
var SILENT_MS = 6e3;
var AGAIN_MS2 = 2e3;
var ASK_MS = 4e3;
var Live = class {
  /**
   * `show(snapshot, first)` for every change, `first` on the first of a new connection; `stale(true | false)` when the
   * connection breaks or is restored; `hear(story, first)` for news of the story. The page's banner shows it, too.
   *
   * @param {(snapshot: Snapshot, first: boolean) => void} show
   * @param {(broken: boolean) => void} [stale]
   * @param {(story: Story, first: boolean) => void} [hear]
   */
  constructor(show2, stale = () => void 0, hear) {
    this.show = show2;
    this.told = stale;
    this.hear = hear;
    this.count = () => void 0;
    this.seat = null;
    this.source = null;
    this.heard = Date.now();
    this.waiting = false;
    this.replaced = false;
    this.lost = find("stale").querySelector("span")?.textContent ?? "";
    addEventListener("pointerdown", () => this.replaced && this.open());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.wake());
    document.addEventListener("resume", () => this.wake());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    addEventListener("online", () => this.open());
    addEventListener("offline", () => this.stale(true));
    this.open();
  }
  /**
   * Show the secrets of a seat of this phone, or hide them (null).
   *
   * @param {string | null} seat
   */
  unveil(seat) {
    this.seat = seat;
    this.open();
  }
  /**
   * Stop listening until the connection is opened anew: if nobody opens it, it counts as broken, with secrets hidden.
   */
  hush() {
    this.seat = null;
    this.source?.close();
  }
  /** Wake up: what the phone shows is old until it has heard again. */
  wake() {
    if (this.slept()) this.stale(true);
    this.open();
  }
  slept() {
    return Date.now() - this.heard > SILENT_MS;
  }
  open() {
    this.close();
    const asked = new URLSearchParams({
      clock: clock(),
      ...this.seat && { seat: this.seat },
      ...this.hear && { story: "1" }
    });
    this.replaced = false;
    const source = new EventSource(at(`/events?${asked}`));
    let first = true;
    this.source = source;
    this.heard = Date.now();
    source.onmessage = (event) => {
      if (!this.alive()) return;
      this.show(JSON.parse(event.data), first);
      first = false;
    };
    let begun = false;
    source.addEventListener("story", (event) => {
      if (!this.alive()) return;
      this.hear?.(JSON.parse(event.data), !begun);
      begun = true;
    });
    source.addEventListener("beat", (event) => {
      this.waiting = false;
      if (this.alive()) this.count(Number(event.data));
    });
    source.addEventListener("farewell", (event) => this.part(JSON.parse(event.data)));
    source.onerror = () => this.broken();
    this.watch = setTimeout(() => this.broken(), SILENT_MS);
  }
  /**
   * Note that something came. True if it is new: what waited for a phone to wake is not, and is neither sounded nor
   * told.
   */
  alive() {
    if (this.slept()) {
      this.wake();
      return false;
    }
    this.heard = Date.now();
    clearTimeout(this.watch);
    if (!this.waiting) this.stale(false);
    this.watch = setTimeout(() => this.broken(), SILENT_MS);
    return true;
  }
  /**
   * React to a farewell: ask for the table now and then, or give way to another page.
   *
   * @param {{ why: string, again: boolean }} farewell
   */
  part({ why, again }) {
    this.close();
    this.waiting = again;
    this.replaced = !again;
    this.stale(!again, why);
    if (again) this.again = setTimeout(() => this.open(), ASK_MS);
  }
  broken() {
    this.waiting = false;
    this.close();
    this.stale(true);
    this.again = setTimeout(() => this.open(), AGAIN_MS2);
  }
  /**
   * @param {boolean} broken
   * @param {string} [why]
   */
  stale(broken, why = broken ? this.lost : "") {
    const banner = find("stale");
    const text = banner.querySelector("span");
    if (text && why && text.textContent !== why) text.textContent = why;
    if (banner.hidden === Boolean(why)) banner.hidden = !why;
    this.told(broken);
  }
  close() {
    clearTimeout(this.watch);
    clearTimeout(this.again);
    this.source?.close();
  }
};

// webpanel/static/js/lib/squares.js
var FILES = "abcdefghijklmnop";
var squareName = (file, rank) => `${FILES[file]}${rank + 1}`;
function seenRows(files, ranks, turns) {
  const across = turns % 2 ? ranks : files;
  const down = turns % 2 ? files : ranks;
  const ways = [
    (row, column) => [column, ranks - 1 - row],
    (row, column) => [row, column],
    (row, column) => [files - 1 - column, row],
    (row, column) => [files - 1 - row, ranks - 1 - column]
  ];
  const at2 = ways[turns % 4];
  return Array.from(
    { length: down },
    (_unused, row) => Array.from({ length: across }, (_none, column) => squareName(...at2(row, column)))
  );
}

// webpanel/static/js/workshop/hardware.js
var seen = /* @__PURE__ */ new Set();
var { scene, look } = data("snapshot");
var pixels = Number(find("reeds").dataset.pixels);
var before = null;
var reeds = /* @__PURE__ */ new Map();
function toggle(square) {
  return attempt(() => ask("POST", "/api/manual", { square, manual: !scene.manual.includes(square) }), tellProblem);
}
function build() {
  find("reeds").style.setProperty("--files", String(scene.files));
  for (const square of seenRows(scene.files, scene.ranks, 0).flat()) {
    const reed = make("button", { type: "button", class: "reed", text: square, onclick: () => toggle(square) });
    reeds.set(square, reed);
    find("reeds").append(reed);
  }
}
function show() {
  shows(scene.key);
  const covered = new Set(scene.covered);
  for (const [square, reed] of reeds) {
    if (before && before.has(square) !== covered.has(square)) seen.add(square);
    const manual = scene.manual.includes(square);
    reed.classList.toggle("covered", covered.has(square));
    reed.classList.toggle("seen", seen.has(square));
    reed.classList.toggle("suspect", scene.suspects.includes(square));
    reed.classList.toggle("manual", manual);
    const words = [
      covered.has(square) ? _("closed") : _("open"),
      seen.has(square) ? _("has answered") : "",
      manual ? _("on manual") : ""
    ];
    reed.setAttribute("aria-label", [square, ...words].filter(Boolean).join(", "));
  }
  before = covered;
  light();
  find("count").textContent = _("{seen} of {all} switches have answered.", { seen: seen.size, all: reeds.size });
}
var lit = "";
function light() {
  const now = JSON.stringify([scene.lights, look]);
  if (now === lit) return;
  lit = now;
  find("reeds").classList.toggle("still", !look.motion);
  for (const [square, reed] of reeds) {
    const { role, seat, badge: kind } = scene.lights[square] ?? {};
    reed.replaceChildren(square);
    if (role) reed.append(ring(role, seat, look.palette, pixels));
    if (kind) reed.append(badge(kind, look.palette));
  }
}
var renewals = document.querySelectorAll("[data-renew]");
for (const button of renewals) {
  button.addEventListener(
    "click",
    () => attempt(
      async () => {
        await ask("POST", "/api/workshop", { task: "renew", port: button.dataset.renew });
        location.assign(at("/workshop"));
      },
      (problem) => {
        find("not-renewed").textContent = problem;
        find("not-renewed").hidden = !problem;
      }
    )
  );
}
build();
new Live((snapshot) => {
  ({ scene, look } = snapshot);
  show();
});
show();
sayAgain();
