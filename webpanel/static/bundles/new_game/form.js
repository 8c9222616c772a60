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
function inPlace(held, change) {
  const before = held.getBoundingClientRect().top;
  change();
  scrollBy({ top: held.getBoundingClientRect().top - before, behavior: "instant" });
}
function find(id, kind2 = (
  /** @type {{ new (): any }} */
  HTMLElement
)) {
  const found = document.getElementById(id);
  if (!(found instanceof kind2)) throw new Error(`This page has no ${kind2.name} called ${id}.`);
  return (
    /** @type {T} */
    found
  );
}
var field = (id) => find(id, HTMLInputElement);
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
function counted(one, several2, count, fields = {}) {
  const text = texts[one];
  const rules = new Intl.PluralRules(language());
  const forms = typeof text === "object" ? text : { one, other: several2 };
  return filled(forms[rules.select(count)] ?? forms.other ?? several2, { count, ...fields });
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
  const options2 = { method, headers: { "Phone-Clock": clock() } };
  if (method !== "GET") options2.headers[GAME] = document.body.dataset.game ?? "";
  if (body !== void 0) {
    options2.headers["Content-Type"] = "application/json";
    options2.body = JSON.stringify(body);
  }
  return answered(address, options2);
}
async function answered(address, options2) {
  const response = await fetch(at(address), options2).catch(() => null);
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
  const place2 = find("toast");
  ([...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body).append(place2);
  place2.replaceChildren(make("div", { class: "toast" }, ...withHelp(sentence, help)));
  clearTimeout(hiding);
  hiding = setTimeout(() => place2.replaceChildren(), 3e3 + 60 * sentence.length);
}
function withHelp(sentence, help) {
  return help ? [sentence, " ", make("a", { href: help, text: _("Enter the PIN") })] : [sentence];
}
function tellProblem(sentence, help) {
  const place2 = find("problem");
  place2.replaceChildren(...withHelp(sentence, help));
  place2.hidden = !sentence;
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
  const kind2 = names[piece[1]] ?? piece[1];
  const words = colour ? _("{colour} {kind}", { colour, kind: kind2 }) : kind2;
  return piece.endsWith("+") ? _("{piece} with a Shield", { piece: words }) : words;
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
  return Object.fromEntries(Array.from(fields, (field2) => [field2.dataset.seat, field2.value]));
}
function seen(button) {
  const place2 = button.closest("[data-scene]");
  return { scene: Number(place2?.dataset.scene) };
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
  const form2 = chosen.closest("form.filters");
  form2?.setAttribute("action", `#${chosen.id}`);
  form2?.submit();
}
document.addEventListener("change", filter);
function draw2(item) {
  const { piece = "", name = "" } = item.dataset;
  item.querySelector(".art")?.replaceChildren(pieceArt(piece, { [piece[1]]: name }));
}
function needed({ piece, name, art, count, owner }) {
  const item = make(
    "li",
    { "data-piece": piece, "data-name": art },
    make("span", { class: "art" }),
    `${owner ? `${owner}: ` : ""}${count} × ${name}`
  );
  draw2(item);
  return item;
}
var items = document.querySelectorAll("[data-piece]");
for (const item of items) draw2(item);
sayAgain();

// webpanel/static/js/new_game/clock.js
var choice = find("clock", HTMLSelectElement);
var kind = find("clock-kind", HTMLSelectElement);
var differs = field("clock-differs");
var OTHER = "other";
var EVERYBODY = "";
var rows = () => document.querySelectorAll("[data-clock-of]");
var number = (input) => Math.round(Number(input?.value) || 0);
var WRITTEN = {
  sudden: (time) => `${time}`,
  fischer: (time, extra) => extra ? `${time}+${extra}` : `${time}`,
  bronstein: (time, extra) => extra ? `${time}d${extra}` : `${time}`,
  turn: (time) => `1/${time}`,
  hourglass: (time) => `*${time}`
};
function follow(seats) {
  find("clock-other").hidden = choice.value !== OTHER;
  find("clock-extra-field").hidden = !["fischer", "bronstein"].includes(kind.value);
  for (const row of rows()) {
    const seat = row.dataset.clockOf ?? EVERYBODY;
    row.hidden = differs.checked ? !seats.includes(seat) : seat !== EVERYBODY;
  }
}
function clocks(seats) {
  if (!choice.value) return {};
  const own = Object.fromEntries([...rows()].map((row) => [row.dataset.clockOf, control(row)]));
  const given = seats.map((seat) => [
    seat,
    choice.value === OTHER ? own[differs.checked ? seat : EVERYBODY] : choice.value
  ]);
  return Object.fromEntries(given.filter(([, text]) => text));
}
function control(row) {
  const [minutes, seconds] = [...row.querySelectorAll("input")].map(number);
  const time = 60 * minutes + seconds;
  return time ? WRITTEN[kind.value](time, number(field("clock-extra"))) : "";
}

// webpanel/static/js/lib/squares.js
var FILES = "abcdefghijklmnop";
var squareName = (file, rank) => `${FILES[file]}${rank + 1}`;
var squarePlace = (name) => [FILES.indexOf(name[0]), Number(name.slice(1)) - 1];
function sorted(names) {
  return [...names].sort((a, b) => {
    const [fileA, rankA] = squarePlace(a);
    const [fileB, rankB] = squarePlace(b);
    return fileA - fileB || rankA - rankB;
  });
}
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
function arrows(ways, rows2, colour) {
  const middle2 = (square) => {
    const row = rows2.findIndex((names) => names.includes(square));
    return [rows2[row].indexOf(square) + 0.5, row + 0.5];
  };
  const sheet2 = draw("svg", {
    class: "arrows",
    viewBox: `0 0 ${rows2[0].length} ${rows2.length}`,
    "aria-hidden": "true",
    focusable: "false"
  });
  for (const [from, to2] of ways) sheet2.append(...arrow(middle2(from), middle2(to2)));
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
function outlines(groups, rows2) {
  const places = /* @__PURE__ */ new Map();
  rows2.forEach((names, row) => {
    names.forEach((name, column) => {
      places.set(name, [column, row]);
    });
  });
  const drawn = groups.filter(several).map(({ squares }) => outline(squares.map((name) => places.get(name) ?? [0, 0])));
  return sheet(rows2[0].length, rows2.length, drawn);
}
function sheet(columns, rows2, drawn) {
  return draw(
    "svg",
    { class: "outlines", viewBox: `0 0 ${columns} ${rows2}`, "aria-hidden": "true", focusable: "false" },
    ...drawn
  );
}
function outline(places) {
  const size = Math.min(4, places.length);
  const { inset, cut } = FORMS.get(size) ?? { inset: 0, cut: 0 };
  const [columns, rows2] = [places.map(([column]) => column), places.map(([, row]) => row)];
  const [left, top] = [Math.min(...columns) + inset, Math.min(...rows2) + inset];
  const [right, bottom] = [Math.max(...columns) + 1 - inset, Math.max(...rows2) + 1 - inset];
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
  const gaps = lit.map((pixel, number2) => (lit[number2 + 1] ?? lit[0] + pixels) - pixel);
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
function badge(kind2, palette) {
  const element = make("span", { class: `badge-ring ${kind2}` });
  element.style.setProperty("--ring", (PALETTES[palette] ?? PALETTES.default)[kind2]);
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
    const form2 = `${files}x${ranks}@${turns}${light}`;
    if (form2 === this.form) return false;
    this.form = form2;
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
    const stands = (code, kind3) => {
      const element = pieceElement(code, view.art);
      if (kind3) element.classList.add(kind3);
      return element;
    };
    const extra = ["wrong", "clear"].includes(light?.role ?? "");
    const kind2 = falls ? "falls" : spent ? "spent" : extra ? "extra" : "";
    return [
      light?.badge ? badge(light.badge, view.palette) : null,
      light?.role ? lamp(light.role, light.seat, view.palette) : null,
      ghost ? stands(ghost, "ghost") : null,
      piece ? stands(piece, kind2) : null,
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
    const start2 = this.at(from).getBoundingClientRect();
    const end = this.at(to2).getBoundingClientRect();
    const piece = this.at(to2).querySelector(".piece:not(.ghost)");
    piece?.animate(
      [
        { transform: `translate(${start2.left - end.left}px, ${start2.top - end.top}px)`, zIndex: 7 },
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

// webpanel/static/js/board/touch.js
var DRAG_PX = 9;
var SMALL_PX = 36;
var KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
var Touch = class {
  /**
   * `can()`: true while taps count; `draggable(square)`: the piece that may be dragged from there, or null.
   *
   * @param {import("./grid.js").Board} board
   * @param {import("./zoom.js").Zoom} zoom
   * @param {{
   *   can: () => boolean,
   *   tap: (square: string) => void,
   *   lift: (square: string) => void,
   *   drop: (from: string, to: string | null) => void,
   *   draggable: (square: string) => string | null,
   * }} hooks
   */
  constructor(board, zoom, hooks) {
    this.board = board;
    this.zoom = zoom;
    this.hooks = hooks;
    this.held = null;
    this.swallow = false;
    const grid = board.grid;
    grid.addEventListener("click", (event) => this.click(event));
    grid.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", () => this.drop());
    grid.addEventListener("keydown", (event) => this.key(event));
    grid.addEventListener("touchstart", ({ touches }) => touches.length > 1 && this.pinch());
  }
  /** @param {EventTarget | null} target */
  squareOf(target) {
    const cell = target instanceof Element ? target.closest("[data-square]") : null;
    return cell?.dataset.square ?? null;
  }
  /** @param {MouseEvent} event */
  click(event) {
    const square = this.squareOf(event.target);
    if (!square || this.swallow || this.zoom.grows) return;
    this.board.focus(square, false);
    if (event.detail && this.tooSmall()) return this.zoom.enlarge(square);
    this.hooks.tap(square);
    if (event.detail) this.zoom.tapped(square);
  }
  /** Cancel for a second finger: neither of them taps or drags. */
  pinch() {
    this.drop();
    this.swallow = true;
  }
  /** @param {KeyboardEvent} event */
  key(event) {
    const way2 = KEYS[event.key];
    if (!way2) return;
    event.preventDefault();
    this.board.step(...way2);
  }
  // --- dragging ------------------------------------------------------------------------------------------------
  /** @param {PointerEvent} event */
  down(event) {
    this.swallow = false;
    const square = this.squareOf(event.target);
    if (!square || event.button || this.zoom.on || this.tooSmall() || !this.hooks.can()) return;
    const piece = this.hooks.draggable(square);
    if (piece) this.held = { square, piece, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }
  /**
   * Press a piece beside the board: it may be dragged onto a square. `drop` is called with "" as its origin.
   *
   * @param {PointerEvent} event
   * @param {string} piece
   */
  grab(event, piece) {
    if (event.button || !this.hooks.can()) return;
    this.held = { square: "", piece, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }
  /** @param {PointerEvent} event */
  move(event) {
    const held = this.held;
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_PX) return;
    held.ghost ??= this.begin(held.square, held.piece);
    const half = held.ghost.offsetWidth / 2;
    held.ghost.style.transform = `translate(${event.clientX - half}px, ${event.clientY - half * 1.3}px)`;
  }
  /**
   * @param {string} square
   * @param {string} piece
   */
  begin(square, piece) {
    const size = `${this.board.at(square || this.board.focused).getBoundingClientRect().width}px`;
    const ghost = pieceElement(piece, this.board.art);
    ghost.classList.add("dragged");
    Object.assign(ghost.style, { left: "0", top: "0", width: size, height: size });
    document.body.append(ghost);
    this.hooks.lift(square);
    return ghost;
  }
  /** @param {PointerEvent} event */
  up(event) {
    const held = this.held;
    if (!held || event.pointerId !== held.pointer) return;
    this.held = null;
    if (!held.ghost) return;
    held.ghost.remove();
    this.swallow = true;
    const target = this.squareOf(document.elementFromPoint(event.clientX, event.clientY));
    this.hooks.drop(held.square, target);
  }
  drop() {
    this.held?.ghost?.remove();
    if (this.held?.ghost) this.hooks.drop(this.held.square, null);
    this.held = null;
  }
  // --- small squares -------------------------------------------------------------------------------------------
  tooSmall() {
    return this.board.at(this.board.focused).getBoundingClientRect().width < SMALL_PX && this.hooks.can();
  }
};

// webpanel/static/js/board/zoom.js
var COMFORTABLE_PX = 46;
var LARGEST_PX = 120;
var DOUBLE_MS = 300;
var Zoom = class {
  /**
   * @param {import("./grid.js").Board} board
   * @param {HTMLElement} button shows the whole board again
   */
  constructor(board, button) {
    this.board = board;
    this.button = button;
    this.cell = 0;
    this.seen = 0;
    this.grows = false;
    this.last = { square: "", at: -DOUBLE_MS };
    this.pinched = null;
    button.addEventListener("click", () => this.whole());
    addEventListener("resize", () => this.whole());
    const { well } = board;
    well.addEventListener("touchstart", (event) => this.touched(event), { passive: false });
    well.addEventListener("touchmove", (event) => this.pinch(event), { passive: false });
    for (const end of ["touchend", "touchcancel"]) well.addEventListener(end, () => this.release());
  }
  /** True if only a part of the board may be in sight. */
  get on() {
    return this.cell > 0;
  }
  /** The size of a square when the whole board is shown: beside its coordinates, if they stand outside. */
  get smallest() {
    if (!this.on) this.seen = this.board.at(this.board.rows[0][0]).getBoundingClientRect().width;
    return this.seen;
  }
  /**
   * Show the neighbourhood of a square, large enough for a finger.
   *
   * @param {string} square
   */
  enlarge(square) {
    this.resize(Math.max(COMFORTABLE_PX, this.smallest));
    this.grows = true;
    setTimeout(() => {
      this.grows = false;
      this.button.hidden = !this.on;
    }, DOUBLE_MS);
    this.centre([square]);
  }
  whole() {
    this.resize(0);
    this.button.hidden = true;
  }
  /**
   * Note a tap on a square of the enlarged board: a second one right after it shows the whole board.
   *
   * @param {string} square
   */
  tapped(square) {
    const twice = this.last.square === square && performance.now() - this.last.at < DOUBLE_MS;
    this.last = { square: twice ? "" : square, at: performance.now() };
    if (twice && this.on) this.whole();
  }
  /** @param {number} cell */
  resize(cell) {
    const { well, rows: rows2 } = this.board;
    this.cell = cell;
    well.style.aspectRatio = this.on ? String(rows2[0].length / rows2.length) : "";
    well.style.setProperty("--least", `${cell}px`);
    well.classList.toggle("zoomed", this.on);
  }
  /**
   * Scroll squares into the middle, as far as the board goes.
   *
   * @param {string[]} squares
   */
  centre(squares) {
    if (!this.on || !squares.length) return;
    const { well } = this.board;
    const cells = squares.map((square) => this.board.at(square));
    const across = cells.map((cell) => cell.offsetLeft + cell.offsetWidth / 2);
    const down = cells.map((cell) => cell.offsetTop + cell.offsetHeight / 2);
    well.scrollTo(middle(across) - well.clientWidth / 2, middle(down) - well.clientHeight / 2);
  }
  // --- two fingers -----------------------------------------------------------------------------------------------
  /** @param {TouchEvent} event */
  touched(event) {
    if (event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    this.pinched = { gap: gapOf(event.touches), cell: Math.max(this.cell, this.smallest) };
  }
  /** @param {TouchEvent} event */
  pinch(event) {
    if (!this.pinched || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const { well } = this.board;
    const { left, top } = well.getBoundingClientRect();
    const [across, down] = [halfway(event.touches, "clientX") - left, halfway(event.touches, "clientY") - top];
    const before = this.board.grid.clientWidth;
    const [x, y] = [well.scrollLeft + across, well.scrollTop + down];
    const wanted = this.pinched.cell * gapOf(event.touches) / this.pinched.gap;
    this.resize(Math.min(LARGEST_PX, Math.max(this.smallest, wanted)));
    const grown = this.board.grid.clientWidth / before;
    well.scrollTo(x * grown - across, y * grown - down);
  }
  release() {
    if (!this.pinched) return;
    this.pinched = null;
    if (this.cell < this.smallest * 1.05) this.whole();
    this.button.hidden = !this.on;
  }
};
var middle = (places) => (Math.min(...places) + Math.max(...places)) / 2;
function gapOf(touches) {
  return Math.max(1, Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY));
}
var halfway = (touches, axis) => (touches[0][axis] + touches[1][axis]) / 2;

// webpanel/static/js/lib/controls.js
var made = 0;
function stepper(label, value, [low, high], changed, help = "") {
  made += 1;
  const id = `made-${made}`;
  const input = make("input", {
    type: "number",
    inputmode: "numeric",
    id,
    value,
    min: low,
    max: high,
    step: 1,
    "aria-describedby": help ? `${id}-help` : void 0,
    onchange: () => changed(Math.min(high, Math.max(low, Math.round(Number(input.value)) || low)))
  });
  return make(
    "div",
    { class: "field" },
    make("label", { for: id, text: label }),
    make(
      "div",
      { class: "stepper" },
      make("button", { type: "button", "data-step": -1, "aria-label": `${label}: ${_("less")}` }, icon("minus")),
      input,
      make("button", { type: "button", "data-step": 1, "aria-label": `${label}: ${_("more")}` }, icon("plus"))
    ),
    help ? make("p", { class: "help", id: `${id}-help`, text: help }) : null
  );
}
function segments(label, choices, chosen, changed) {
  made += 1;
  const name = `made-${made}`;
  const options2 = choices.map(
    ({ value, label: words }) => make(
      "label",
      {},
      make("input", { type: "radio", name, value, checked: value === chosen, onchange: () => changed(value) }),
      make("span", { text: words })
    )
  );
  return make(
    "fieldset",
    { class: "field" },
    make("legend", { text: label }),
    make("div", { class: "segments" }, ...options2)
  );
}
function switches(label, choices, chosen, changed, help = "") {
  const boxes = choices.map(
    ({ value }) => make("input", { type: "checkbox", role: "switch", value, checked: chosen.includes(value), onchange: () => tell() })
  );
  const tell = () => changed(boxes.filter((box) => box.checked).map((box) => box.value));
  const lines = choices.map(
    (choice2, index) => make("label", { class: "switch" }, make("span", { text: choice2.label }), boxes[index])
  );
  return make(
    "fieldset",
    { class: "field" },
    make("legend", { text: label }),
    ...lines,
    help ? make("p", { class: "help", text: help }) : null
  );
}

// webpanel/static/js/new_game/draft.js
function nothing({ kind: kind2, low, usual, choices }) {
  const number2 = Math.max(low, usual);
  if (kind2 === "number") return number2;
  if (kind2 === "numbers") return Object.fromEntries(choices.map(({ value }) => [value, number2]));
  if (kind2 === "letters") return "-";
  if (kind2 === "square") return null;
  return kind2 === "strengths" ? {} : [];
}
var Draft = class {
  /** @param {Editor} editor what can be set, and the position to begin with */
  constructor(editor2) {
    this.editor = editor2;
    this.pieces = {};
    this.values = {};
    this.unnamed = /* @__PURE__ */ new Set();
    this.phase = "";
    this.turn = "";
    this.begin(editor2.state, editor2.turn);
  }
  /**
   * Begin with this position.
   *
   * @param {State} state
   * @param {string | null} turn
   */
  begin(state, turn) {
    const { stages } = this.editor;
    this.pieces = { ...state.board };
    this.unnamed.clear();
    this.phase = stages.find(({ phase }) => phase === state.phase)?.phase ?? stages[0].phase;
    this.turn = turn ?? stages[0].turns[0]?.value ?? "";
    this.values = { ...state.detail };
  }
  /** Take everything off the board. */
  empty() {
    this.pieces = {};
    this.unnamed.clear();
    this.tidy();
  }
  get stage() {
    return this.editor.stages.find(({ phase }) => phase === this.phase) ?? this.editor.stages[0];
  }
  /** @param {Control} control */
  value(control2) {
    const value = this.values[control2.name] ?? nothing(control2);
    return control2.kind === "number" ? Math.max(control2.low, Number(value)) : value;
  }
  /**
   * @param {Control} control
   * @param {unknown} value
   */
  set(control2, value) {
    this.values[control2.name] = value;
  }
  /**
   * Go to another phase: fields that both have stay.
   *
   * @param {string} phase
   */
  enter(phase) {
    const common = this.stage.controls.map((control2) => [control2.name, this.value(control2)]);
    this.phase = phase;
    this.values = Object.fromEntries(common);
  }
  /** @param {string[]} squares read from a board: what stands there is asked, unless it is known already */
  read(squares) {
    const covered = new Set(squares);
    for (const square of Object.keys(this.pieces)) if (!covered.has(square)) this.clear(square);
    this.unnamed = new Set(squares.filter((square) => !this.pieces[square]));
  }
  // --- pieces --------------------------------------------------------------------------------------------------
  /**
   * @param {string} square
   * @param {string} piece
   */
  put(square, piece) {
    this.clear(square);
    this.pieces[square] = piece;
    this.tidy();
  }
  /** @param {string} square */
  clear(square) {
    this.unnamed.delete(square);
    delete this.pieces[square];
    this.tidy();
  }
  /**
   * @param {string} from
   * @param {string} to
   */
  move(from, to2) {
    if (from === to2) return;
    const piece = this.pieces[from];
    this.clear(to2);
    if (piece) this.pieces[to2] = piece;
    this.follow(from, to2);
    delete this.pieces[from];
    this.tidy();
  }
  /**
   * Move the fields about a piece with it to another square.
   *
   * @param {string} from
   * @param {string} to
   */
  follow(from, to2) {
    for (const control2 of this.marking(false)) {
      const value = this.value(control2);
      if (value === from) this.set(control2, to2);
      if (Array.isArray(value))
        this.set(
          control2,
          value.map((each) => each === from ? to2 : each)
        );
      if (control2.kind === "strengths") this.set(control2, renamed(
        /** @type {Pieces} */
        value,
        from,
        to2
      ));
    }
  }
  /** @param {string} square */
  canShield(square) {
    const piece = this.pieces[square] ?? "";
    return this.editor.material.includes(`${piece.slice(0, 2)}+`);
  }
  /** @param {string} square */
  shield(square) {
    const piece = this.pieces[square] ?? "";
    if (this.canShield(square)) this.pieces[square] = piece.endsWith("+") ? piece.slice(0, 2) : `${piece}+`;
  }
  // --- fields about squares ------------------------------------------------------------------------------------
  /** @param {boolean} empty whether of squares that hold no piece */
  marking(empty) {
    const kinds = ["squares", "square", "strengths"];
    return this.stage.controls.filter((control2) => kinds.includes(control2.kind) && control2.empty === empty);
  }
  /**
   * True if a control can be about this square.
   *
   * @param {Control} control
   * @param {string} square
   */
  fits(control2, square) {
    return control2.empty || Boolean(this.pieces[square]);
  }
  /**
   * Add a square to the field of a control, or remove it.
   *
   * @param {Control} control
   * @param {string} square
   */
  mark(control2, square) {
    if (!this.fits(control2, square)) return;
    if (control2.empty) this.clear(square);
    const value = this.value(control2);
    if (control2.kind === "square") this.set(control2, value === square ? null : square);
    if (Array.isArray(value)) {
      this.set(control2, value.includes(square) ? value.filter((each) => each !== square) : [...value, square]);
    }
  }
  /**
   * Give the piece on a square this strength; if it has that already, its usual one.
   *
   * @param {Control} control
   * @param {string} square
   * @param {string} strength
   */
  strengthen(control2, square, strength) {
    if (!this.fits(control2, square)) return;
    const { [square]: before, ...others } = (
      /** @type {Pieces} */
      this.value(control2)
    );
    this.set(control2, before === strength ? others : { ...others, [square]: strength });
  }
  /** Drop fields about pieces that are gone, and pieces where none can stand. */
  tidy() {
    const stands = (square) => Boolean(this.pieces[square]);
    for (
      const [empty, keeps] of
      /** @type {const} */
      [
        [false, stands],
        [true, (square) => !stands(square)]
      ]
    ) {
      for (const control2 of this.marking(empty)) this.set(control2, kept(this.value(control2), keeps));
    }
  }
  /** Return the position as the program expects it. */
  state() {
    const { phase, turns, controls } = this.stage;
    const detail = Object.fromEntries(controls.map((control2) => [control2.name, this.value(control2)]));
    return { board: this.pieces, phase, detail, ...turns.length ? { to_act: [this.turn] } : {} };
  }
};
function renamed(value, from, to2) {
  return Object.fromEntries(Object.entries(value).map(([square, each]) => [square === from ? to2 : square, each]));
}
function kept(value, keeps) {
  if (Array.isArray(value)) return value.filter(keeps);
  if (typeof value === "string") return keeps(value) ? value : null;
  return value && Object.fromEntries(Object.entries(value).filter(([square]) => keeps(square)));
}

// webpanel/static/js/new_game/editor.js
var SetupEditor = class {
  /** @param {() => { game: string, options: object }} chosen what is going to be played */
  constructor(chosen) {
    this.chosen = chosen;
    this.board = new Board(find("setup-board"), _("Position"));
    this.touch = new Touch(this.board, new Zoom(this.board, find("setup-zoom")), {
      can: () => true,
      tap: (square) => this.tap(square),
      lift: () => void 0,
      drop: (from, to2) => this.drop(from, to2),
      draggable: (square) => this.draft?.pieces[square] ?? null
    });
    this.board.grid.classList.add("live", "drags");
    this.board.grid.addEventListener("keydown", (event) => this.key(event));
    this.draft = null;
    this.shown = null;
    this.given = null;
    this.tool = { kind: "hand" };
    this.strength = [1, 1];
    this.picked = null;
    this.dragged = "";
    this.read = false;
    this.misread = "";
    this.checking = Promise.resolve();
    find("setup-start").addEventListener("click", () => this.restart());
    find("setup-empty").addEventListener("click", () => this.clear());
    field("setup-text").addEventListener("change", () => this.readText());
    field("setup-text").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.readText();
    });
    document.getElementById("setup-read")?.addEventListener("click", () => this.feel());
  }
  /** Return the state to begin the game from; null while a piece is still to be named, or a text cannot be read. */
  state() {
    if (!this.draft || this.draft.unnamed.size || this.misread) return null;
    return this.given ?? this.draft.state();
  }
  /**
   * Offer what these options allow. The position stays, where the board is the same.
   *
   * @param {State | null} [state] the position to begin with
   * @param {boolean} [anew] whether nothing of it stays
   */
  async open(state = null, anew2 = false) {
    const asked = state ? { ...this.chosen(), setup: state } : this.chosen();
    this.offerAll(await ask("POST", "/api/setups", asked), state, anew2);
  }
  /**
   * Show what the program offers.
   *
   * @param {Editor} editor
   * @param {State | null} state the position to begin with
   * @param {boolean} anew whether nothing of the position before stays
   */
  offerAll(editor2, state, anew2) {
    const before = this.draft;
    const same = before && before.editor.files === editor2.files && before.editor.ranks === editor2.ranks;
    this.draft = new Draft(editor2);
    this.shown = editor2;
    this.given = state;
    this.misread = "";
    this.picked = null;
    this.tool = { kind: "hand" };
    if (same && !state && !anew2) this.keep(before);
    this.board.shape({ ...this.view(), light: editor2.a1_light });
    this.render();
    this.check();
  }
  /**
   * Take over a position set up with other options, as far as these know the pieces.
   *
   * @param {Draft} before
   */
  keep(before) {
    const draft = (
      /** @type {Draft} */
      this.draft
    );
    const known = Object.entries(before.pieces).filter(([, piece]) => draft.editor.material.includes(piece));
    const stage = draft.editor.stages.find(({ phase }) => phase === before.phase);
    if (!stage) return;
    draft.begin(
      { board: Object.fromEntries(known), phase: stage.phase, to_act: [], detail: before.values },
      before.turn
    );
    draft.unnamed = before.unnamed;
  }
  /** Read the position that somebody wrote in one line. */
  readText() {
    const text = field("setup-text").value.trim();
    if (text === this.shown?.text && !this.misread) return;
    if (!text) {
      this.misread = "";
      this.check();
      return;
    }
    this.checking = this.checking.then(
      () => attempt(
        async () => {
          const editor2 = await ask("POST", "/api/setups", { ...this.chosen(), text });
          this.read = false;
          this.offerAll(editor2, editor2.state, true);
          this.say("");
        },
        (sentence) => {
          this.misread = sentence;
          this.complain(sentence);
        }
      )
    );
  }
  /** Write the position in one line, where its game is written so; not while somebody is typing one. */
  writeText() {
    const text = this.shown?.text ?? null;
    find("setup-written").hidden = text === null;
    if (document.activeElement !== field("setup-text")) field("setup-text").value = text ?? "";
  }
  async restart() {
    if (!await attempt(() => this.open(null, true))) return;
    this.read = false;
    this.say(_("The usual start"));
  }
  clear() {
    this.draft?.empty();
    this.read = false;
    this.changed(_("The board is empty."));
  }
  /** Read from the board which squares are covered, and ask for the pieces. Named pieces keep their names. */
  async feel() {
    const { draft } = this;
    if (!draft) return;
    await attempt(
      async () => {
        const { squares } = await ask("GET", "/api/covered");
        if (!this.read) draft.empty();
        this.read = true;
        draft.read(squares.filter((square) => this.board.cells.has(square)));
        this.tool = { kind: "piece", piece: draft.editor.material[0] };
        this.changed(draft.unnamed.size ? "" : this.asking());
      },
      (sentence) => this.complain(sentence)
    );
  }
  /** Ask for the squares whose piece is still to be named. */
  asking() {
    if (this.misread) return this.misread;
    const unnamed = sorted(this.draft?.unnamed ?? []);
    if (!unnamed.length) return this.read ? _("Every piece on the board has its name.") : "";
    return counted(
      "{count} covered square waits for the name of its piece ({squares}): choose a piece, then tap where it stands.",
      "{count} covered squares wait for the names of their pieces ({squares}): choose a piece, then tap where it stands.",
      unnamed.length,
      { squares: unnamed.join(", ") }
    );
  }
  // --- fingers and keys ----------------------------------------------------------------------------------------
  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    this.takeOff(this.board.focused);
  }
  /** @param {string} square */
  tap(square) {
    const { draft, tool } = this;
    if (!draft) return;
    if (tool.kind === "hand") this.carry(square);
    else if (tool.kind === "away") this.takeOff(square);
    else if (tool.kind === "piece") this.place(square, tool.piece);
    else if (tool.kind === "shield") this.shield(square);
    else this.mark(tool.control, square);
  }
  /** @param {string} square */
  carry(square) {
    const draft = (
      /** @type {Draft} */
      this.draft
    );
    const from = this.picked;
    this.picked = null;
    if (from && from !== square) {
      draft.move(from, square);
      this.changed(this.words(square));
    } else if (!from && draft.pieces[square]) {
      this.picked = square;
      this.say(_("{piece} picked up: tap its new square.", { piece: this.named(draft.pieces[square]) }));
      this.show();
    } else {
      this.say("");
      this.show();
    }
  }
  /**
   * @param {string} square
   * @param {string} piece
   */
  place(square, piece) {
    const draft = (
      /** @type {Draft} */
      this.draft
    );
    if (draft.pieces[square] === piece) draft.clear(square);
    else draft.put(square, piece);
    this.changed(this.words(square));
  }
  /** @param {string} square */
  takeOff(square) {
    this.draft?.clear(square);
    this.changed(this.words(square));
  }
  /** @param {string} square */
  shield(square) {
    const draft = (
      /** @type {Draft} */
      this.draft
    );
    draft.shield(square);
    this.changed(
      draft.canShield(square) ? this.words(square) : _("Nothing on {square} can have a Shield.", { square })
    );
  }
  /**
   * @param {Control} control
   * @param {string} square
   */
  mark(control2, square) {
    const draft = (
      /** @type {Draft} */
      this.draft
    );
    if (!draft.fits(control2, square)) {
      this.say(_("No piece stands on {square}.", { square }));
      return;
    }
    if (control2.kind === "strengths") draft.strengthen(control2, square, this.strength.join("/"));
    else draft.mark(control2, square);
    this.changed(`${square}: ${control2.label}`);
  }
  /**
   * @param {string} from empty: out of the tray
   * @param {string | null} to null: off the board
   */
  drop(from, to2) {
    const { draft } = this;
    if (!draft) return;
    if (!from && to2) draft.put(to2, this.dragged);
    else if (from && to2) draft.move(from, to2);
    else if (from) draft.clear(from);
    this.picked = null;
    if (from || to2) this.changed(this.words(to2 ?? from));
  }
  /** @param {string} piece */
  named(piece) {
    return pieceWords(piece, this.draft?.editor.piece_names ?? {});
  }
  /** @param {string} square */
  words(square) {
    const piece = this.draft?.pieces[square];
    return `${square}: ${piece ? this.named(piece) : _("empty")}`;
  }
  // --- showing -------------------------------------------------------------------------------------------------
  /** @param {string} said */
  changed(said) {
    if (!this.draft) return;
    this.given = null;
    this.misread = "";
    this.say(said);
    this.render();
    this.check();
  }
  /** @param {string} said */
  say(said) {
    find("setup-told").textContent = said;
  }
  /** @param {string} sentence */
  complain(sentence) {
    const place2 = find("setup-problem");
    place2.textContent = sentence;
    place2.hidden = !sentence;
    this.show();
  }
  /** Have the program check the position; the last answer is about what is shown now. */
  check() {
    this.checking = this.checking.then(
      () => attempt(
        async () => {
          const setup2 = this.state();
          if (!setup2) return this.complain(this.asking());
          this.shown = await ask("POST", "/api/setups", { ...this.chosen(), setup: setup2 });
          const over = this.shown?.over;
          this.complain(over ? _("Nothing is left to play here: {ending}.", { ending: over }) : "");
          find("setup-said").textContent = over ? "" : this.shown?.said.join(" · ") ?? "";
          this.writeText();
          this.show();
        },
        (sentence) => this.complain(sentence)
      )
    );
  }
  render() {
    find("setup-tray").replaceChildren(...this.tray());
    find("setup-fields").replaceChildren(...this.fields());
    this.show();
  }
  show() {
    if (this.draft) this.board.show(this.view());
  }
  /** @returns {View} */
  view() {
    const draft = (
      /** @type {Draft} */
      this.draft
    );
    const { files, ranks, a1_light: light, piece_names: names, piece_art: art, holes } = this.shown ?? draft.editor;
    const told = find("setup-problem").hidden ? this.shown?.marks ?? [] : [];
    const asked = [...draft.unnamed].map((square) => ({
      square,
      kind: "unknown",
      text: "?",
      message: _("covered: which piece is it?")
    }));
    const holed = draft.marking(true).flatMap((control2) => (
      /** @type {string[]} */
      draft.value(control2)
    ));
    return {
      files,
      ranks,
      light,
      names,
      art,
      palette: "default",
      lights: {},
      jump: true,
      pieces: draft.pieces,
      marks: [...told.filter((mark) => draft.pieces[mark.square]), ...asked],
      holes: /* @__PURE__ */ new Set([...holes.filter((square) => !draft.pieces[square]), ...holed]),
      asked: draft.unnamed,
      chosen: this.picked
    };
  }
  // --- the tray ------------------------------------------------------------------------------------------------
  /** Offer everything that a tap can do. */
  tray() {
    const draft = (
      /** @type {Draft} */
      this.draft
    );
    const { material } = draft.editor;
    const plain = material.filter((piece) => !piece.endsWith("+"));
    const tools = [
      this.offer({ kind: "hand" }, icon("hand"), _("Move pieces")),
      ...plain.map(
        (piece) => this.offer({ kind: "piece", piece }, pieceElement(piece, draft.editor.piece_art), this.named(piece))
      ),
      plain.length < material.length ? this.offer({ kind: "shield" }, icon("shield"), _("Shield on or off")) : null,
      this.offer({ kind: "away" }, icon("trash"), _("Take pieces off")),
      ...[...draft.marking(false), ...draft.marking(true)].map((control2) => this.marker(control2))
    ];
    return tools.filter((each) => each !== null);
  }
  /** @param {Control} control */
  marker(control2) {
    return this.offer({ kind: "mark", control: control2 }, make("span", { class: "word", text: control2.label }), "");
  }
  /**
   * Make a tool as a radio button: one is in the hand.
   *
   * @param {Tool} tool
   * @param {Element} picture
   * @param {string} words of what is only drawn
   */
  offer(tool, picture, words) {
    const choose2 = () => {
      this.tool = tool;
      this.picked = null;
      this.say(tool.kind === "mark" ? tool.control.help : "");
      find("setup-fields").replaceChildren(...this.fields());
      this.show();
    };
    const checked = JSON.stringify(tool) === JSON.stringify(this.tool);
    const label = make(
      "label",
      { class: "tool", title: words },
      make("input", { type: "radio", name: "setup-tool", class: "unseen", checked, onchange: choose2 }),
      picture,
      words ? make("span", { class: "unseen", text: words }) : null
    );
    if (tool.kind === "piece") {
      label.addEventListener("pointerdown", (event) => {
        this.dragged = tool.piece;
        this.touch.grab(event, tool.piece);
      });
    }
    return label;
  }
  // --- fields --------------------------------------------------------------------------------------------------
  /** Make the controls of everything besides the squares. */
  fields() {
    const draft = (
      /** @type {Draft} */
      this.draft
    );
    const { stages } = draft.editor;
    const { turns, controls } = draft.stage;
    const phases = stages.map(({ phase, label }) => ({ value: phase, label }));
    return [
      stages.length > 1 ? segments(_("Phase"), phases, draft.phase, (phase) => this.enter(phase)) : null,
      turns.length ? segments(_("Whose turn it is"), turns, draft.turn, (turn) => this.pass(turn)) : null,
      ...controls.flatMap((control2) => this.field(control2))
    ].filter((each) => each !== null);
  }
  /** @param {string} phase */
  enter(phase) {
    this.draft?.enter(phase);
    this.tool = { kind: "hand" };
    this.changed("");
  }
  /** @param {string} turn */
  pass(turn) {
    if (this.draft) this.draft.turn = turn;
    this.altered();
  }
  /**
   * @param {Control} control
   * @returns {Element[]}
   */
  field(control2) {
    const draft = (
      /** @type {Draft} */
      this.draft
    );
    const { label, low, high, choices, kind: kind2, help } = control2;
    const value = draft.value(control2);
    const set2 = (now) => {
      draft.set(control2, now);
      this.altered();
    };
    if (kind2 === "number") return [stepper(label, Number(value), [low, high], set2, help)];
    if (kind2 === "numbers") return this.numbers(
      control2,
      /** @type {Record<string, number>} */
      value,
      set2
    );
    if (kind2 === "words" || kind2 === "seats")
      return [switches(
        label,
        choices,
        /** @type {string[]} */
        value,
        set2,
        help
      )];
    if (kind2 === "letters") {
      return [switches(label, choices, [...String(value)], (some) => set2(some.join("") || "-"), help)];
    }
    return kind2 === "strengths" && this.tool.kind === "mark" && this.tool.control.name === control2.name ? this.strengths() : [];
  }
  /**
   * Make a number for each seat.
   *
   * @param {Control} control
   * @param {Record<string, number>} value
   * @param {(value: unknown) => void} set
   */
  numbers({ label, low, high, choices }, value, set2) {
    return choices.map(
      (seat) => stepper(`${label}: ${seat.label}`, value[seat.value] ?? low, [low, high], (number2) => {
        value = { ...value, [seat.value]: number2 };
        set2(value);
      })
    );
  }
  /** Offer the strengths that pieces get when they are tapped. */
  strengths() {
    const [power, toughness] = this.strength;
    return [
      stepper(_("Power"), power, [0, 99], (number2) => {
        this.strength[0] = number2;
      }),
      stepper(_("Toughness"), toughness, [0, 99], (number2) => {
        this.strength[1] = number2;
      })
    ];
  }
  /** Note that a control was changed: it keeps the focus, so nothing is made anew. */
  altered() {
    this.given = null;
    this.misread = "";
    this.check();
  }
};

// webpanel/static/js/new_game/form.js
var form = find("new-game", HTMLFormElement);
var READ = {
  int: (field2) => field2.value.trim() === "" ? field2.value : Number(field2.value),
  bool: (field2) => field2.checked,
  choice: (field2) => field2.value
};
function options() {
  const fields = form.querySelectorAll("[data-option]");
  const set2 = [...fields].filter((field2) => field2.type !== "radio" || field2.checked);
  return Object.fromEntries(set2.map((field2) => [field2.dataset.option, READ[field2.dataset.kind ?? ""](field2)]));
}
var offered = JSON.stringify(options());
var fair = (
  /** @type {HTMLInputElement | null} */
  document.getElementById("fair-start")
);
var fairOptions = JSON.parse(fair?.dataset.fair ?? "{}");
function set(name, value) {
  const fields = form.querySelectorAll(`[data-option="${name}"]`);
  for (const field2 of fields) {
    if (field2.type === "radio") field2.checked = field2.value === value;
    else field2.value = String(value);
  }
  fields[0]?.dispatchEvent(new Event("input", { bubbles: true }));
}
function followFair() {
  const wanted = fair?.checked ? fairOptions : JSON.parse(fair?.dataset.usual ?? "{}");
  for (const name of Object.keys(fairOptions)) set(name, wanted[name]);
}
function showFair({ target }) {
  if (!(target instanceof HTMLElement && target.dataset.option)) return;
  const now = options();
  if (fair) fair.checked = Object.entries(fairOptions).every(([name, value]) => now[name] === value);
}
function place(which) {
  return form.querySelector(`[name="place"]${which}`);
}
function whoPlays(name) {
  const first = form.querySelector("[data-plays]");
  const choice2 = (
    /** @type {HTMLSelectElement} */
    first?.cloneNode(true)
  );
  choice2.value = "";
  choice2.setAttribute("aria-label", _("Who plays: {seat}", { seat: name }));
  return choice2;
}
function helpOf(name) {
  const first = form.querySelector("[data-help]");
  const choice2 = (
    /** @type {HTMLSelectElement} */
    first?.cloneNode(true)
  );
  choice2.value = "all";
  choice2.hidden = false;
  choice2.setAttribute("aria-label", _("Help from the lights: {seat}", { seat: name }));
  return choice2;
}
function nameField({ seat, name }) {
  return make(
    "div",
    { class: "player-field", "data-seat": seat },
    make("span", { class: `disc ${seat}` }),
    make(
      "div",
      {},
      make("label", { for: `name-${seat}`, text: name }),
      make("input", { type: "text", id: `name-${seat}`, maxlength: 40, autocomplete: "off", list: "known-names" })
    ),
    whoPlays(name),
    helpOf(name)
  );
}
function seatAll(seats) {
  const now = new Map([...seatFields()].map((each) => [each.dataset.seat, each]));
  find("names").replaceChildren(...seats.map((each) => now.get(each.seat) ?? nameField(each)));
  follow(playing());
}
var seatFields = () => document.querySelectorAll("#names [data-seat]");
var playing = () => [...seatFields()].map((field2) => field2.dataset.seat ?? "");
function fit(fits) {
  const wood = place('[value="wood"]');
  const screen = place('[value="screen"]');
  if (!wood || !screen) return;
  wood.disabled = !fits;
  if (!fits) screen.checked = true;
  find("too-small").hidden = fits;
}
var checking = Promise.resolve();
function check(chosen) {
  checking = checking.then(
    () => attempt(async () => {
      const found = await ask("POST", "/api/games/check", { game: form.dataset.game, options: options() });
      find("size").textContent = `${found.files}×${found.ranks}`;
      find("needed").replaceChildren(...found.pieces.map(needed));
      find("whence").textContent = found.whence;
      inPlace(chosen, () => seatAll(found.seats));
      fit(found.fits);
      if (positioned.checked) await editor.open();
      tellProblem("");
    }, tellProblem)
  );
}
var choiceOf = (field2, which) => field2.querySelector(which);
var positioned = find("from-position", HTMLInputElement);
var editor = new SetupEditor(() => ({ game: form.dataset.game ?? "", options: options() }));
async function position(state = null) {
  find("setup").hidden = !positioned.checked;
  if (positioned.checked)
    await attempt(
      () => editor.open(state),
      (sentence) => editor.complain(sentence)
    );
}
async function choosePosition() {
  await position();
  if (positioned.checked) find("setup").scrollIntoView({ block: "nearest" });
}
function onWood() {
  const wood = place('[value="wood"]');
  if (wood && !wood.disabled) wood.checked = true;
}
function setup() {
  if (!positioned.checked) return void 0;
  return editor.state() ?? void 0;
}
function otherBoard() {
  const theirs = [...seatFields()].filter((field2) => playsAt(field2) !== null);
  if (!theirs.length) return null;
  return { id: playsAt(theirs[0]), seats: theirs.map((field2) => field2.dataset.seat) };
}
function playsAt(field2) {
  const [kind2, id] = (choiceOf(field2, "[data-plays]")?.value ?? "").split(":");
  if (kind2 !== "board") return null;
  return id || codeIn(find("board-id", HTMLInputElement).value);
}
function codeIn(typed) {
  const code = typed.replaceAll(/[\s-]/g, "").toLowerCase();
  return /[?&]board=([0-9a-f]{16})$/.exec(code)?.[1] ?? code;
}
function showBoard() {
  if (!document.getElementById("other-board")) return;
  const chosen = [...seatFields()].map((field2) => choiceOf(field2, "[data-plays]")?.value ?? "");
  find("other-board").hidden = !chosen.includes("board:");
  find("help-meeting").hidden = !chosen.some((value) => value.startsWith("board:"));
}
function computerOf(plays) {
  if (plays === "adaptive") return plays;
  return plays.startsWith("{") ? JSON.parse(plays) : Number(plays);
}
var presets = form.querySelectorAll("[name=preset]");
var clock2 = find("clock", HTMLSelectElement);
var timed = Array.from(presets, ({ dataset }) => dataset.clock ?? "").find(Boolean) ?? "";
var players = () => [...seatFields()].flatMap((field2) => choiceOf(field2, "[data-plays]") ?? []);
function begins(way2) {
  for (const [number2, plays] of players().entries()) choose(plays, number2 && way2 === "computer" ? "adaptive" : "");
  if (way2 === "clock") choose(clock2, timed);
  else if (clock2.value === timed) choose(clock2, "");
}
function choose(field2, value) {
  if (field2.value === value) return;
  field2.value = value;
  field2.dispatchEvent(new Event("change", { bubbles: true }));
}
function way() {
  const [first, ...others] = players().map(({ value }) => value);
  if (first) return "";
  if (others.every(Boolean)) return clock2.value ? "" : "computer";
  if (others.some(Boolean)) return "";
  return clock2.value ? clock2.value === timed ? "clock" : "" : "together";
}
function showWay() {
  const now = way();
  for (const preset of presets) preset.checked = preset.value === now;
}
var starting = false;
async function start(event) {
  event.preventDefault();
  if (positioned.checked) await editor.checking;
  if (starting) return;
  if (positioned.checked && !editor.state()) {
    if (editor.draft) editor.complain(editor.asking());
    else await position();
    find("setup-problem").scrollIntoView({ block: "center" });
    return;
  }
  const fields = [...seatFields()];
  const players2 = Object.fromEntries(fields.map((field2) => [field2.dataset.seat, field2.querySelector("input")?.value]));
  const computers = Object.fromEntries(
    fields.map((field2) => [field2.dataset.seat, choiceOf(field2, "[data-plays]")?.value ?? ""]).map(([seat, plays]) => [seat, computerOf(plays ?? "")]).filter(([, level]) => level)
  );
  const help = Object.fromEntries(
    fields.map((field2) => [field2.dataset.seat, choiceOf(field2, "[data-help]")?.value ?? "all"])
  );
  const screen = place(":checked")?.value === "screen";
  const board = otherBoard();
  starting = true;
  starting = await attempt(
    () => ask("POST", "/api/games", {
      game: form.dataset.game,
      options: options(),
      players: players2,
      computers,
      clocks: clocks(playing()),
      help,
      screen,
      setup: setup(),
      board: board ?? void 0
    }),
    tellProblem
  );
  if (starting) location.assign(at("/"));
  else find("problem").scrollIntoView({ block: "center" });
}
form.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "preset") begins(target.value);
  else if (target instanceof HTMLSelectElement) showWay();
  if (target === fair) followFair();
  if (target === positioned) choosePosition();
  if (target instanceof HTMLElement && (target.dataset.option || target === fair)) check(target);
  if (target instanceof HTMLSelectElement && target.dataset.plays !== void 0) {
    const field2 = target.closest("[data-seat]");
    const name = field2?.querySelector("input");
    const help = field2 && choiceOf(field2, "[data-help]");
    for (const each of [name, help]) if (each) each.hidden = target.value !== "";
  }
});
form.addEventListener("change", () => follow(playing()));
form.addEventListener("change", showBoard);
for (const kind2 of ["input", "change"]) form.addEventListener(kind2, showFair);
document.getElementById("setup-read")?.addEventListener("click", onWood);
showBoard();
form.addEventListener("submit", start);
addEventListener("pageshow", () => {
  starting = false;
  const changed = JSON.stringify(options()) !== offered;
  if (changed) check(form);
  if (changed || positioned.checked) find("more", HTMLDetailsElement).open = true;
  if (positioned.checked && find("setup").hidden) position();
});
position(data("position"));
follow(playing());
