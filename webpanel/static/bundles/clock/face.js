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
function data(id) {
  return JSON.parse(find(id).textContent ?? "");
}
function recall(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
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
var refused = () => {
};
async function attempt(work, tell2 = say) {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell2(error.message, error.help);
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
  constructor(show2, stale2 = () => void 0, hear) {
    this.show = show2;
    this.told = stale2;
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

// webpanel/static/js/lib/sounds.js
var NOTES = {
  place: [[190, 0, 0.07, "triangle"]],
  capture: [
    [240, 0, 0.06, "square"],
    [120, 0.05, 0.11, "triangle"]
  ],
  illegal: [
    [330, 0, 0.05, "triangle"],
    // a knock on wood
    [250, 0.1, 0.06, "triangle"]
  ],
  turn: [
    [523, 0, 0.1, "sine"],
    [784, 0.12, 0.18, "sine"]
  ],
  check: [
    [880, 0, 0.09, "triangle"],
    [880, 0.14, 0.09, "triangle"]
  ],
  clock: [
    [988, 0, 0.05, "square"],
    [988, 0.18, 0.05, "square"],
    [988, 0.36, 0.05, "square"]
  ],
  end: [
    [523, 0, 0.14, "sine"],
    [659, 0.15, 0.14, "sine"],
    [784, 0.3, 0.4, "sine"]
  ]
};
var LOUDNESS = 0.07;
var LATE_MS = 500;
var APART_S = 0.2;
var Sounds = class {
  constructor() {
    this.context = null;
  }
  /** Enable sound: phones let a page sound only once it was touched, and some browsers cannot sound at all. */
  wake() {
    if (!("AudioContext" in globalThis)) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
  }
  /**
   * Play sounds one after another.
   *
   * @param {Cue[]} cues
   */
  async play(cues) {
    this.wake();
    const asked = Date.now();
    await this.context?.resume();
    if (Date.now() - asked > LATE_MS) return;
    cues.forEach((cue, place) => {
      for (const [pitch, from, lasts, form] of NOTES[cue]) this.note(pitch, from + place * APART_S, lasts, form);
    });
  }
  /**
   * @param {number} pitch
   * @param {number} from
   * @param {number} lasts
   * @param {OscillatorType} form
   */
  note(pitch, from, lasts, form) {
    if (!this.context) return;
    const start = this.context.currentTime + from;
    const tone = new OscillatorNode(this.context, { type: form, frequency: pitch });
    const volume = new GainNode(this.context, { gain: LOUDNESS });
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(1e-3, start + lasts);
    tone.connect(volume).connect(this.context.destination);
    tone.start(start);
    tone.stop(start + lasts);
  }
};

// webpanel/static/js/clock/clocks.js
var SHORT_MS = 1e4;
var SECOND_MS = 1e3;
var TENTH_MS = 100;
var two = (number) => String(number).padStart(2, "0");
function written2(left, language2 = document.documentElement.lang) {
  if (left < SHORT_MS) {
    const tenths = Math.ceil(left / TENTH_MS) / 10;
    return new Intl.NumberFormat(language2, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(tenths);
  }
  const seconds = Math.ceil(left / SECOND_MS);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
var Clocks = class {
  /** @param {(seat: Seat) => void} warn somebody has little left */
  constructor(warn) {
    this.warn = warn;
    this.clocks = {};
    this.heard = 0;
    this.warned = /* @__PURE__ */ new Set();
  }
  /** @param {Snapshot} snapshot */
  see({ clocks: clocks2 }) {
    this.clocks = clocks2 ?? {};
    this.heard = performance.now();
    this.show();
  }
  /** @param {Seat} seat */
  left(seat) {
    const clock2 = this.clocks[seat];
    return Math.max(0, (clock2?.left_ms ?? 0) - (clock2?.runs ? performance.now() - this.heard : 0));
  }
  /** Draw all faces on the page, again once one of them changes. */
  show() {
    clearTimeout(this.timer);
    const faces = document.querySelectorAll("[data-clock]");
    for (const face2 of faces) this.draw(
      face2,
      /** @type {Seat} */
      face2.dataset.clock
    );
    const running = (
      /** @type {Seat[]} */
      Object.keys(this.clocks).filter((seat) => this.clocks[seat]?.runs)
    );
    for (const seat of running) this.heed(seat);
    const waits = running.map((seat) => this.left(seat)).filter((left) => left > 0);
    const next = waits.map((left) => left % (left > SHORT_MS ? SECOND_MS : TENTH_MS) || TENTH_MS);
    if (next.length) this.timer = setTimeout(() => this.show(), Math.min(...next));
  }
  /**
   * @param {HTMLElement} face
   * @param {Seat} seat
   */
  draw(face2, seat) {
    const clock2 = this.clocks[seat];
    if (!clock2) return;
    const left = this.left(seat);
    face2.classList.toggle("runs", clock2.runs);
    face2.classList.toggle("short", left < SHORT_MS);
    const text = written2(left);
    const time = face2.querySelector("b");
    if (!time || time.textContent === text) return;
    time.textContent = text;
    face2.style.setProperty("--letters", String(text.length));
  }
  /**
   * Describe all clocks, for those who listen; empty: nobody has one.
   *
   * @param {Record<string, string>} names
   */
  told(names) {
    const seats2 = (
      /** @type {Seat[]} */
      Object.keys(this.clocks)
    );
    const times = seats2.map((seat) => `${names[seat]} ${written2(this.left(seat))}`);
    return times.length ? _("Clocks: {times}.", { times: times.join(", ") }) : "";
  }
  /** @param {Seat} seat */
  heed(seat) {
    if (this.left(seat) > SHORT_MS) this.warned.delete(seat);
    else if (!this.warned.has(seat)) {
      this.warned.add(seat);
      this.warn(seat);
    }
  }
};
function face(seat, control) {
  return make(
    "span",
    { class: "clock", "data-clock": seat, role: "timer", title: control, "aria-label": _("Clock") },
    icon("play"),
    icon("alert"),
    make("b")
  );
}

// webpanel/static/js/clock/face.js
var table = data("snapshot");
var stale = false;
var sounds = new Sounds();
var clocks = new Clocks(() => {
  if (recall("pawnlight-announce", { sounds: false }).sounds) sounds.play(["clock"]);
});
var seats = () => (
  /** @type {Seat[]} */
  Object.keys(table.scene.players)
);
var acts = (seat) => table.scene.winners === null && table.scene.to_act.includes(seat);
function tap(seat) {
  const { scene, acting } = table;
  const name = scene.names[seat];
  if (stale) return;
  if (scene.winners !== null) say(scene.now);
  else if (!acts(seat)) say(_("It is not {name}'s turn.", { name }));
  else if (!acting.includes(seat)) say(_("Another phone plays for {name}.", { name }));
  else attempt(() => ask("POST", "/api/end-turn", { scene: scene.number }));
}
function words(seat) {
  const { scene } = table;
  if (scene.winners?.includes(seat)) return _("wins");
  if (!acts(seat)) return "";
  return scene.can_end_turn ? _("Tap to end the turn") : _("to move");
}
function large(seat) {
  const { scene } = table;
  const clock2 = table.clocks?.[seat];
  return make(
    "button",
    { type: "button", class: "face", "data-seat": seat, onclick: () => tap(seat) },
    make("span", { class: "face-name" }, make("span", { class: `disc ${seat}` }), scene.names[seat]),
    clock2 ? face(seat, clock2.control) : make("span", { class: "clock none", text: _("no clock") }),
    make("span", { class: "face-words" })
  );
}
function lay() {
  const game = `${table.scene.key} ${Object.values(table.scene.names).join()}`;
  if (find("faces").dataset.game === game) return;
  find("faces").dataset.game = game;
  find("faces").dataset.seats = String(seats().length);
  find("faces").replaceChildren(...seats().map(large));
}
function tell(place) {
  const seat = (
    /** @type {Seat} */
    place.dataset.seat
  );
  place.classList.toggle("turn", acts(seat));
  for (const line of place.querySelectorAll(".face-words")) line.textContent = words(seat) || " ";
}
function show() {
  const { scene, acting } = table;
  shows(scene.key);
  lay();
  for (
    const place of
    /** @type {NodeListOf<HTMLElement>} */
    document.querySelectorAll(".face")
  ) tell(place);
  find("face-says").textContent = scene.now;
  const paused = scene.status === "paused";
  const words2 = make("span", { text: paused ? _("Go on") : _("Pause") });
  find("face-pause").replaceChildren(icon(paused ? "play" : "pause"), words2);
  find("face-pause", HTMLButtonElement).disabled = stale || !acting.length || scene.winners !== null;
  clocks.show();
}
async function stayAwake() {
  if (!("wakeLock" in navigator))
    return say(_("Set this device so that its screen stays on: the page cannot do that."));
  await navigator.wakeLock.request("screen").catch(() => void 0);
}
find("face-pause").addEventListener(
  "click",
  () => attempt(
    () => ask("POST", table.scene.status === "paused" ? "/api/resume" : "/api/pause", { scene: table.scene.number })
  )
);
addEventListener("pointerdown", () => sounds.wake(), { once: true });
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && stayAwake());
new Live(
  (snapshot) => {
    table = snapshot;
    if (!snapshot.clocks) return location.assign(at("/"));
    clocks.see(snapshot);
    return show();
  },
  (broken) => {
    stale = broken;
    show();
  }
);
clocks.see(table);
show();
sayAgain();
stayAwake();
