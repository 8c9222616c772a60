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
function data(id) {
  return JSON.parse(find(id).textContent ?? "");
}
function moves() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return;
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
  constructor(show, stale = () => void 0, hear) {
    this.show = show;
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
    const asked2 = new URLSearchParams({
      clock: clock(),
      ...this.seat && { seat: this.seat },
      ...this.hear && { story: "1" }
    });
    this.replaced = false;
    const source = new EventSource(at(`/events?${asked2}`));
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

// webpanel/static/js/table/first_game.js
var FIRST_GAME = "pawnlight-first-game";

// webpanel/static/js/table/trouble.js
function manual(square, wanted) {
  return attempt(() => ask("POST", "/api/manual", { square, manual: wanted }));
}
function touch(square, covered, scene) {
  return attempt(() => ask("POST", "/api/touch", { square, covered, scene }));
}
function suspect(square) {
  return make(
    "div",
    { class: "notice" },
    make("p", { text: _("The switch of {square} contradicts the game. Is it broken?", { square }) }),
    make(
      "button",
      { type: "button", onclick: () => manual(square, true) },
      icon("hand"),
      _("Ask me about {square} instead", { square })
    )
  );
}
function asked(square, covered, scene) {
  const words = covered ? _("{square} is on manual: a piece stands there.", { square }) : _("{square} is on manual: it is empty.", { square });
  const change = covered ? _("Now it is empty") : _("Now a piece stands there");
  return make(
    "div",
    { class: "notice quiet" },
    make("p", { text: words }),
    make(
      "div",
      { class: "row" },
      make("button", { type: "button", text: change, onclick: () => touch(square, !covered, scene) }),
      make("button", {
        type: "button",
        class: "plain",
        text: _("Trust the switch again"),
        onclick: () => manual(square, false)
      })
    )
  );
}
var MOST_SUSPECTS = 4;
function troubles(scene) {
  const sentence = scene.trouble ? [make("p", { class: "notice", role: "alert", text: scene.trouble })] : [];
  const unsure = scene.suspects.filter((square) => !scene.manual.includes(square));
  return [
    ...sentence,
    ...unsure.length > MOST_SUSPECTS ? [] : unsure.map(suspect),
    ...scene.manual.map((square) => asked(square, scene.covered.includes(square), scene.number))
  ];
}

// webpanel/static/js/board/pieces.js
var DRAWN = new Set("pawn pikeman rook castle knight bishop vicar queen king champion life death".split(" "));
var SEATS = { w: "white", r: "red", b: "black", u: "blue" };
var drawing = (name) => asset(`${document.documentElement.dataset.drawings ?? "pieces.svg"}#${name}`);
var ownerOf = (piece) => SEATS[piece[0]] ?? null;
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
function pieceElement(piece, art) {
  const element = make("span", { class: "piece" }, pieceArt(piece, art));
  if (piece.endsWith("+")) {
    element.append(draw("svg", { class: "shield", viewBox: "0 0 20 20" }, draw("use", { href: drawing("shield") })));
  }
  return element;
}
function colourWords(seat) {
  const colours = { white: _("white"), red: _("red"), black: _("black"), blue: _("blue") };
  return seat ? colours[seat] ?? "" : "";
}
function pieceWords(piece, names) {
  const colour = colourWords(ownerOf(piece));
  const kind = names[piece[1]] ?? piece[1];
  const words = colour ? _("{colour} {kind}", { colour, kind }) : kind;
  return piece.endsWith("+") ? _("{piece} with a Shield", { piece: words }) : words;
}

// webpanel/static/js/pages/common.js
function step(button2) {
  const input = button2.parentElement?.querySelector("input");
  if (!input) return;
  const size = Number(button2.dataset.step) * (Number(input.max) - Number(input.min) > 150 ? 10 : 1);
  const value = Math.min(Number(input.max), Math.max(Number(input.min), (Number(input.value) || 0) + size));
  if (String(value) === input.value) return;
  input.value = String(value);
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
function namesBeside(button2) {
  const fields = button2.closest("section")?.querySelectorAll("input") ?? [];
  return Object.fromEntries(Array.from(fields, (field) => [field.dataset.seat, field.value]));
}
function seen(button2) {
  const place = button2.closest("[data-scene]");
  return { scene: Number(place?.dataset.scene) };
}
var anew = () => location.reload();
var to = (address) => () => location.assign(at(address));
async function done(button2) {
  const { resume, claim, free, takeOver, then, ban, letIn, restoreGame, accept, decline } = button2.dataset;
  const asked2 = (...given) => attempt(() => ask(...given));
  if (resume && await asked2("POST", `/api/games/${resume}/resume`)) return to("/");
  if (claim && await asked2("PUT", `/api/seats/${claim}`)) return then ? to(then) : anew;
  if (free && await asked2("DELETE", `/api/seats/${free}`, seen(button2))) return anew;
  if (takeOver && await asked2("POST", `/api/seats/${takeOver}/take-over`)) return to("/");
  if (ban && await asked2("PUT", `/api/phones/${ban}/ban`)) return anew;
  if (letIn && await asked2("DELETE", `/api/phones/${letIn}/ban`)) return anew;
  if (restoreGame && await asked2("POST", `/api/games/${restoreGame}/restore`)) return to(`/games/${restoreGame}`);
  const how = { screen: Boolean(button2.dataset.screen), players: namesBeside(button2) };
  if (accept && await asked2("POST", `/api/invitations/${accept}`, how)) return to("/");
  if (decline && await asked2("DELETE", `/api/invitations/${decline}`)) return anew;
  return null;
}
var pressed = false;
async function press(button2) {
  if (pressed) return;
  pressed = true;
  const leave = await done(button2);
  if (leave) leave();
  else pressed = false;
}
addEventListener("pageshow", () => {
  pressed = false;
});
document.addEventListener("click", (event) => {
  const button2 = (
    /** @type {Element} */
    event.target.closest(
      "button[data-step], button[data-resume], button[data-claim], button[data-free], button[data-take-over], button[data-ban], button[data-let-in], button[data-restore-game], button[data-accept], button[data-decline]"
    )
  );
  if (button2?.dataset.step) step(button2);
  else if (button2) press(button2);
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

// webpanel/static/js/lib/squares.js
var FILES = "abcdefghijklmnop";
var squareName = (file, rank) => `${FILES[file]}${rank + 1}`;
var squarePlace = (name) => [FILES.indexOf(name[0]), Number(name.slice(1)) - 1];
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

// webpanel/static/js/board/arrows.js
var HEAD = 0.34;
var SHORTER = 0.3;
function arrows(ways, rows, colour) {
  const middle = (square) => {
    const row = rows.findIndex((names) => names.includes(square));
    return [rows[row].indexOf(square) + 0.5, row + 0.5];
  };
  const sheet2 = draw("svg", {
    class: "arrows",
    viewBox: `0 0 ${rows[0].length} ${rows.length}`,
    "aria-hidden": "true",
    focusable: "false"
  });
  for (const [from, to2] of ways) sheet2.append(...arrow(middle(from), middle(to2)));
  sheet2.style.setProperty("--ring", colour);
  return sheet2;
}
function arrow([x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y);
  const [across, down] = [(toX - x) / length, (toY - y) / length];
  const [tipX, tipY] = [toX - across * 0.1, toY - down * 0.1];
  const [neckX, neckY] = [tipX - across * HEAD, tipY - down * HEAD];
  const [sideX, sideY] = [down * HEAD * 0.62, -across * HEAD * 0.62];
  const shape = `M${x + across * SHORTER} ${y + down * SHORTER}L${neckX} ${neckY}M${neckX + sideX} ${neckY + sideY}L${tipX} ${tipY}L${neckX - sideX} ${neckY - sideY}`;
  return ["shade", "shaft"].map((name) => draw("path", { class: name, d: shape }));
}

// webpanel/static/js/board/groups.js
var FORMS = /* @__PURE__ */ new Map([
  [2, { inset: 0.15, cut: 0 }],
  [3, { inset: 0.09, cut: 0.24 }],
  [4, { inset: 0.03, cut: 0.06 }]
]);
var several = ({ squares }) => squares.length > 1;
function groupWords(square, groups) {
  const names = groups.filter((group) => several(group) && group.squares.includes(square)).map(({ name }) => name);
  return names.length ? _("part of: {groups}", { groups: [...new Set(names)].join(", ") }) : "";
}
function outlines(groups, rows) {
  const places = /* @__PURE__ */ new Map();
  rows.forEach((names, row) => {
    names.forEach((name, column) => {
      places.set(name, [column, row]);
    });
  });
  const drawn = groups.filter(several).map(({ squares }) => outline(squares.map((name) => places.get(name) ?? [0, 0])));
  return sheet(rows[0].length, rows.length, drawn);
}
function sheet(columns, rows, drawn) {
  return draw(
    "svg",
    { class: "outlines", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true", focusable: "false" },
    ...drawn
  );
}
function outline(places) {
  const size = Math.min(4, places.length);
  const { inset, cut } = FORMS.get(size) ?? { inset: 0, cut: 0 };
  const [columns, rows] = [places.map(([column]) => column), places.map(([, row]) => row)];
  const [left, top] = [Math.min(...columns) + inset, Math.min(...rows) + inset];
  const [right, bottom] = [Math.max(...columns) + 1 - inset, Math.max(...rows) + 1 - inset];
  const shape = ["of-two", "of-three", "of-four"][size - 2];
  if (!cut) {
    const round = Math.min(right - left, bottom - top) / 2;
    return draw("rect", { class: shape, x: left, y: top, width: right - left, height: bottom - top, rx: round });
  }
  const [west, east, north, south] = [left + cut, right - cut, top + cut, bottom - cut];
  return draw("path", {
    class: shape,
    d: `M${west} ${top}H${east}L${right} ${north}V${south}L${east} ${bottom}H${west}L${left} ${south}V${north}Z`
  });
}

// webpanel/static/js/board/journeys.js
function distance(one, other) {
  const [file, rank] = squarePlace(one);
  const [otherFile, otherRank] = squarePlace(other);
  return Math.hypot(file - otherFile, rank - otherRank);
}
function destination(from, piece, hint, came) {
  if (hint && came.get(hint) === piece) return hint;
  const fitting = [...came].filter(([, other]) => other === piece).map(([name]) => name);
  return fitting.sort((a, b) => distance(from, a) - distance(from, b))[0];
}
function journeys(before, after, { motions, waiting, raised, lifted, unsettled }) {
  const came = new Map([...after].filter(([name, piece]) => piece && before.get(name) !== piece));
  const left = [...before].filter(([name, piece]) => piece && after.get(name) !== piece && !lifted[name]);
  const put = Object.entries(raised).filter(([name]) => !lifted[name]);
  const found = { slides: [], fades: [], waiting: /* @__PURE__ */ new Map() };
  for (const [from, piece] of new Map([...put, ...waiting, ...left])) {
    const hint = motions.find((each) => each.kind === "moved" && each.square === from)?.target;
    const to2 = destination(from, piece, hint, came);
    if (to2) {
      came.delete(to2);
      found.slides.push([from, to2]);
    } else if (after.get(from)) continue;
    else if (hint && unsettled) found.waiting.set(from, piece);
    else if (before.get(from) || waiting.has(from)) found.fades.push([from, piece]);
  }
  return found;
}

// webpanel/static/js/board/lights.js
var FORMS2 = {
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
function lightWords(sign, colour = "") {
  const words = {
    wrong: _("wrong here"),
    choice: _("can be chosen"),
    careful: _("warning: this move loses something"),
    hint: _("the hint"),
    capture: _("can be captured"),
    meet: _("can be touched or pushed"),
    move: _("the lifted piece can go here"),
    spawn: _("new pieces enter here"),
    place: _("a piece is missing here"),
    clear: _("to be cleared"),
    march_from: _("moves on by the rules"),
    march_to: colour ? _("a {colour} piece comes here", { colour }) : _("a piece comes here"),
    origin: _("the lifted piece came from here"),
    no_move: _("cannot move now"),
    hurry: _("time is running out"),
    thinking: _("the computer is thinking"),
    spent: _("has moved this turn"),
    turn: _("can move"),
    told: _("being told right now"),
    hole: _("a hole")
  };
  return sign ? words[sign] : "";
}
function badgeWords(sign) {
  const words = {
    check: _("in check"),
    shield: _("shielded"),
    last_move: _("last move")
  };
  return sign ? words[sign] : "";
}

// webpanel/static/js/board/rings.js
var PIXELS = 16;
var SHAPED_FROM = 8;
function levels(role, pixels = PIXELS) {
  const [pattern] = pixels < SHAPED_FROM ? ["B"] : FORMS2[role];
  const letter = (pixel) => BY_PIXEL.has(role) ? pattern[pixel % pattern.length] : pattern[Math.floor(pixel * pattern.length / pixels)];
  return Array.from({ length: pixels }, (_unused, pixel) => letter(pixel));
}
function dots(role, level, name, pixels) {
  const lit = levels(role, pixels).flatMap((each, pixel) => each === level ? [pixel] : []);
  if (!lit.length) return null;
  const gaps = lit.map((pixel, number) => (lit[number + 1] ?? lit[0] + pixels) - pixel);
  return draw("circle", {
    class: name,
    cx: 50,
    cy: 50,
    r: 44,
    pathLength: pixels,
    "stroke-dasharray": gaps.map((gap) => `0 ${gap}`).join(" "),
    "stroke-dashoffset": -lit[0],
    transform: "rotate(-90 50 50)"
  });
}
function lightColour(role, seat, palette) {
  const colours = PALETTES[palette] ?? PALETTES.default;
  const owners = seat && OWNED.includes(role) ? colours[seat] : null;
  return owners ?? colours[role];
}
function ring(role, seat, palette, pixels = PIXELS) {
  const [, motion, period] = FORMS2[role];
  const shape = draw(
    "g",
    {},
    dots(role, "B", "glow", pixels),
    dots(role, "B", "bright", pixels),
    dots(role, "d", "dimmed", pixels)
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
function lamp(role, seat, palette) {
  if (role !== "turn") return ring(role, seat, palette);
  const glow = make("span", { class: "ring turn", "aria-hidden": "true" });
  glow.style.setProperty("--ring", lightColour(role, seat, palette));
  return glow;
}
function badge(kind, palette) {
  const element = make("span", { class: `badge-ring ${kind}` });
  element.style.setProperty("--ring", (PALETTES[palette] ?? PALETTES.default)[kind]);
  return element;
}

// webpanel/static/js/board/grid.js
var SIGNS = { immune: "heart", danger: "alert", check: "target" };
var SLIDE_MS = 260;
var TINY_PX = 30;
var WIDE = 10;
var Board = class {
  /**
   * @param {HTMLElement} frame
   * @param {string} label
   */
  constructor(frame, label) {
    this.frame = frame;
    this.grid = make("div", { class: "squares", role: "grid", "aria-label": label });
    this.files = make("div", { class: "ruler files", "aria-hidden": "true" });
    this.ranks = make("div", { class: "ruler ranks", "aria-hidden": "true" });
    this.well = make("div", { class: "well" }, this.grid, this.files, this.ranks);
    frame.append(this.well);
    this.rows = [];
    this.cells = /* @__PURE__ */ new Map();
    this.shown = /* @__PURE__ */ new Map();
    this.looks = /* @__PURE__ */ new Map();
    this.waiting = /* @__PURE__ */ new Map();
    this.raised = {};
    this.art = {};
    this.form = "";
    this.outlined = "";
    this.pointed = "";
    this.light = false;
    this.focused = "";
    new ResizeObserver(() => this.measure()).observe(this.grid);
  }
  /** @param {View} view */
  show(view) {
    this.art = view.art;
    const fresh = this.shape(view);
    const found = this.travel(view, fresh || view.jump || !moves());
    for (const [name, cell] of this.cells) this.square(name, cell, view);
    this.animate(found);
    this.outline(view.groups ?? []);
    this.point(view);
    this.grid.classList.toggle("still", view.still === true);
    this.grid.classList.toggle("paused", view.paused === true);
    if (view.flash) this.flash();
  }
  /**
   * Return what moved since the last picture; nothing if the board is a new one or nothing may move.
   *
   * @param {View} view
   * @param {boolean} still
   * @returns {Journeys}
   */
  travel(view, still) {
    const before = this.shown;
    const { motions = [], lifted = {}, ghosts = {} } = view;
    this.shown = new Map([...this.cells.keys()].map((name) => [name, view.pieces[name] ?? ""]));
    const given = {
      motions,
      waiting: this.waiting,
      raised: this.raised,
      lifted,
      unsettled: Object.keys(ghosts).length > 0
    };
    const found = still ? { slides: [], fades: [], waiting: /* @__PURE__ */ new Map() } : journeys(before, this.shown, given);
    this.waiting = found.waiting;
    this.raised = lifted;
    return found;
  }
  /** @param {View} view */
  shape({ files, ranks, light = false, turns = 0 }) {
    const form = `${files}x${ranks}@${turns}${light}`;
    if (form === this.form) return false;
    this.form = form;
    this.rows = seenRows(files, ranks, turns);
    this.light = light;
    this.well.classList.toggle("wide", Math.max(this.rows.length, this.rows[0].length) > WIDE);
    this.frame.style.setProperty("--files", String(this.rows[0].length));
    this.frame.style.setProperty("--ranks", String(this.rows.length));
    this.cells.clear();
    this.looks.clear();
    this.outlined = "";
    this.pointed = "";
    this.grid.replaceChildren(...this.rows.map((row) => this.row(row)));
    this.measureOut();
    this.focus(this.cells.has(this.focused) ? this.focused : this.rows[this.rows.length - 1][0], false);
    return true;
  }
  /** @param {SceneGroup[]} groups */
  outline(groups) {
    const look = JSON.stringify(groups);
    if (look === this.outlined) return;
    this.outlined = look;
    this.grid.querySelector(":scope > .outlines")?.remove();
    if (groups.length) this.grid.append(outlines(groups, this.rows));
  }
  /** @param {View} view */
  point({ ways = [], palette }) {
    const look = JSON.stringify([ways, palette]);
    if (look === this.pointed) return;
    this.pointed = look;
    this.grid.querySelector(":scope > .arrows")?.remove();
    if (ways.length) this.grid.append(arrows(ways, this.rows, lightColour("hint", null, palette)));
  }
  /** Draw the letters of the files and the numbers of the ranks, along two edges that stay in sight. */
  measureOut() {
    const under = this.rows[this.rows.length - 1];
    const beside = this.rows.map(([name]) => name);
    const sideways = under[0][0] === under[1]?.[0];
    const signs = (names, letters) => names.map((name) => {
      const light = this.at(name).classList.contains("light");
      return make("span", { class: light && "light" }, make("span", { text: letters ? name[0] : name.slice(1) }));
    });
    this.files.replaceChildren(...signs(under, !sideways));
    this.ranks.replaceChildren(...signs(beside, sideways));
  }
  /** Fit the writing on squares to their size; leave it out where it would be too small to read. */
  measure() {
    const size = this.grid.clientWidth / (this.rows[0]?.length ?? 8);
    this.well.style.setProperty("--cell", `${size}px`);
    this.grid.classList.toggle("tiny", size < TINY_PX);
  }
  /** @param {string[]} names */
  row(names) {
    return make("div", { role: "row", class: "rank" }, ...names.map((name) => this.cell(name)));
  }
  /** @param {string} name */
  cell(name) {
    const [file, rank] = squarePlace(name);
    const cell = make("button", {
      type: "button",
      role: "gridcell",
      class: `square${(file + rank + Number(this.light)) % 2 ? " light" : ""}`,
      "data-square": name,
      tabindex: -1
    });
    this.cells.set(name, cell);
    return cell;
  }
  /**
   * @param {string} name
   * @param {HTMLElement} cell
   * @param {View} view
   */
  square(name, cell, view) {
    const piece = view.pieces[name] ?? this.waiting.get(name);
    const lifted = view.lifted?.[name];
    const ghost = view.ghosts?.[name];
    const falls = Boolean(view.falling?.[name]);
    const light = view.lights[name];
    const marks = view.marks.filter((mark) => mark.square === name);
    const spent = light?.role === "spent" || marks.some((mark) => mark.kind === "spent");
    const look = JSON.stringify([
      piece,
      lifted,
      ghost,
      light,
      marks,
      view.given?.[name],
      view.palette,
      spent,
      falls,
      view.art
    ]);
    const classes = {
      told: marks.some((mark) => mark.text),
      full: piece || lifted,
      asked: view.asked?.has(name),
      chosen: view.chosen === name,
      hole: view.holes?.has(name)
    };
    for (const [word, on] of Object.entries(classes)) cell.classList.toggle(word, Boolean(on));
    cell.setAttribute("aria-label", this.words(name, view, marks));
    if (this.looks.get(name) === look) return;
    this.looks.set(name, look);
    cell.replaceChildren(...this.parts({ piece, lifted, ghost, light, marks, spent, falls }, name, view));
  }
  /**
   * @param {Shown} shown
   * @param {string} name
   * @param {View} view
   */
  parts({ piece, lifted, ghost, light, marks, spent, falls }, name, view) {
    const stands = (code, kind2) => {
      const element = pieceElement(code, view.art);
      if (kind2) element.classList.add(kind2);
      return element;
    };
    const extra = ["wrong", "clear"].includes(light?.role ?? "");
    const kind = falls ? "falls" : spent ? "spent" : extra ? "extra" : "";
    return [
      light?.badge ? badge(light.badge, view.palette) : null,
      light?.role ? lamp(light.role, light.seat, view.palette) : null,
      ghost ? stands(ghost, "ghost") : null,
      piece ? stands(piece, kind) : null,
      lifted ? stands(lifted, "lifted") : null,
      ...marks.map((mark) => this.mark(mark)),
      view.given?.[name] ? make("span", { class: "given", text: view.given[name] }) : null
    ].filter((part) => part !== null);
  }
  /** @param {ShownMark} mark */
  mark(mark) {
    if (mark.text) return make("span", { class: "mark", text: mark.text });
    return SIGNS[mark.kind] ? make("span", { class: "mark corner" }, icon(SIGNS[mark.kind])) : null;
  }
  /**
   * Describe a square: "c2, white pawn, can move".
   *
   * @param {string} name
   * @param {View} view
   * @param {ShownMark[]} marks
   */
  words(name, view, marks) {
    const light = view.lights[name];
    const piece = view.pieces[name];
    const lifted = view.lifted?.[name];
    const ghost = view.ghosts?.[name];
    const what = piece ? pieceWords(piece, view.names) : lifted ? _("{piece}, lifted", { piece: pieceWords(lifted, view.names) }) : ghost ? _("{piece} missing", { piece: pieceWords(ghost, view.names) }) : _("empty");
    const rest = marks.map((mark) => mark.message || mark.text);
    const told = [
      name,
      what,
      light?.role === "spent" && rest.length ? "" : lightWords(light?.role, colourWords(light?.seat)),
      badgeWords(light?.badge),
      groupWords(name, view.groups ?? []),
      ...rest,
      view.given?.[name]
    ];
    return [...new Set(told.filter(Boolean))].join(", ");
  }
  /**
   * Return the element of a square that is on the board.
   *
   * @param {string} name
   */
  at(name) {
    return (
      /** @type {HTMLElement} */
      this.cells.get(name)
    );
  }
  /**
   * Slide pieces to their new places; fade those that are gone.
   *
   * @param {Journeys} found
   */
  animate({ slides, fades }) {
    for (const [from, to2] of slides) this.glide(from, to2);
    for (const [name, piece] of fades) this.fade(name, piece);
  }
  /**
   * @param {string} from
   * @param {string} to
   */
  glide(from, to2) {
    const start = this.at(from).getBoundingClientRect();
    const end = this.at(to2).getBoundingClientRect();
    const piece = this.at(to2).querySelector(".piece:not(.ghost)");
    piece?.animate(
      [
        { transform: `translate(${start.left - end.left}px, ${start.top - end.top}px)`, zIndex: 7 },
        { transform: "none", zIndex: 7 }
      ],
      { duration: SLIDE_MS, easing: "cubic-bezier(.3,.1,.2,1)" }
    );
  }
  /**
   * @param {string} name
   * @param {string} piece
   */
  fade(name, piece) {
    if (this.at(name).querySelector(".piece")) return;
    const leaving = pieceElement(piece, this.art);
    this.at(name).append(leaving);
    leaving.animate(
      [
        { opacity: 1, transform: "none" },
        { opacity: 0, transform: "scale(.6)" }
      ],
      { duration: SLIDE_MS }
    ).onfinish = () => leaving.remove();
  }
  flash() {
    this.grid.classList.remove("flash");
    void this.grid.offsetWidth;
    this.grid.classList.add("flash");
  }
  /**
   * Move the keyboard's place on the board.
   *
   * @param {string} name
   * @param {boolean} [really]
   */
  focus(name, really = true) {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    const cell = this.cells.get(name);
    cell?.setAttribute("tabindex", "0");
    if (really) cell?.focus();
  }
  /**
   * Focus the square next to the focused one as seen on the screen.
   *
   * @param {number} across
   * @param {number} down
   */
  step(across, down) {
    const row = this.rows.findIndex((names) => names.includes(this.focused));
    const column = this.rows[row].indexOf(this.focused);
    const next = this.rows[row + down]?.[column + across];
    if (next) this.focus(next);
  }
};

// webpanel/static/js/pages/living.js
var LIFTED_MS = 1300;
var PLACED_MS = 650;
function live(frame, { files, ranks, light, art, moments }) {
  const board = new Board(frame, _("A short game"));
  let at2 = 0;
  let seen2 = true;
  let waiting;
  const show = () => {
    const { pieces, lifted, lights } = moments[at2];
    const shines = Object.entries(lights).map(([square, role]) => [square, { role, badge: null }]);
    const still = !moves();
    board.show({
      files,
      ranks,
      light,
      art,
      pieces,
      lifted,
      lights: Object.fromEntries(shines),
      marks: [],
      names: {},
      palette: "default",
      still,
      jump: at2 === 0
    });
  };
  const next = () => {
    if (document.hidden || !seen2 || !moves()) return;
    at2 = (at2 + 1) % moments.length;
    show();
    go();
  };
  const go = () => {
    clearTimeout(waiting);
    waiting = setTimeout(next, Object.keys(moments[at2].lifted).length ? LIFTED_MS : PLACED_MS);
  };
  show();
  go();
  document.addEventListener("visibilitychange", go);
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => {
    show();
    go();
  });
  new IntersectionObserver(([{ isIntersecting }]) => {
    seen2 = isIntersecting;
    go();
  }).observe(frame);
}

// webpanel/static/js/pages/start.js
live(find("living"), data("demo"));
var SEVERAL = 2;
var invite = (
  /** @type {HTMLDetailsElement | null} */
  document.getElementById("invite")
);
var phones = invite?.open ? 1 : SEVERAL;
var paired = new PairedCards(() => refill(find("paired"), ...paired.cards));
var line = new Live((snapshot) => {
  refill(find("trouble"), ...troubles(snapshot.scene));
  if (snapshot.scene.status !== "empty") void reload();
  else void paired.look();
});
line.count = (now) => {
  if (invite && phones < SEVERAL && now >= SEVERAL) invite.open = false;
  phones = now;
};
var beginning2 = false;
async function begin2({ dataset }) {
  if (beginning2) return;
  const wanted = { game: dataset.firstGame, lesson: dataset.lesson, screen: !dataset.wood, learner: "" };
  beginning2 = await attempt(() => ask("POST", "/api/lessons", wanted));
  if (!beginning2) return;
  keep(FIRST_GAME, dataset.firstGame);
  location.assign(at("/"));
}
var button = document.querySelector("[data-first-game]");
button?.addEventListener("click", () => begin2(button));
