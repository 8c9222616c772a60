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
function recall(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}
function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return;
  }
}

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

// webpanel/static/js/lib/texts.js
function catalogue() {
  return JSON.parse(globalThis.document?.getElementById("texts")?.textContent ?? "{}");
}
var texts = catalogue();
function filled(text, fields) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => written(fields[name] ?? whole));
}
var written = (value) => typeof value === "number" ? value.toLocaleString(language()) : String(value);
var percent = (share) => share.toLocaleString(language(), { style: "percent" });
var language = () => globalThis.document?.documentElement.lang || "en";
function _(key, fields = {}) {
  const text = texts[key];
  return filled(typeof text === "string" ? text : key, fields);
}

// webpanel/static/js/board/pieces.js
var DRAWN = new Set("pawn pikeman rook castle knight bishop vicar queen king champion life death".split(" "));
var SEATS = { w: "white", r: "red", b: "black", u: "blue" };
var drawing = (name) => asset(`${document.documentElement.dataset.drawings ?? "pieces.svg"}#${name}`);
var ownerOf = (piece) => SEATS[piece[0]] ?? null;
function pieceArt(piece, art) {
  const words = (art[piece[1]] ?? "").toLowerCase().split(" ");
  const name = words.find((word2) => DRAWN.has(word2));
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
  const drawn2 = groups.filter(several).map(({ squares }) => outline(squares.map((name) => places.get(name) ?? [0, 0])));
  return sheet(rows[0].length, rows.length, drawn2);
}
function sheet(columns, rows, drawn2) {
  return draw(
    "svg",
    { class: "outlines", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true", focusable: "false" },
    ...drawn2
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
function framed(squares) {
  return Object.fromEntries(squares.map((square) => [square, { role: null, badge: "last_move" }]));
}
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
    const signs = (names, letters2) => names.map((name) => {
      const light = this.at(name).classList.contains("light");
      return make("span", { class: light && "light" }, make("span", { text: letters2 ? name[0] : name.slice(1) }));
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
    for (const [word2, on] of Object.entries(classes)) cell.classList.toggle(word2, Boolean(on));
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
  const place2 = find("toast");
  ([...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body).append(place2);
  place2.replaceChildren(make("div", { class: "toast" }, ...withHelp(sentence, help)));
  clearTimeout(hiding);
  hiding = setTimeout(() => place2.replaceChildren(), 3e3 + 60 * sentence.length);
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

// webpanel/static/js/lib/dialogs.js
var count = 0;
function question(title, text, answers) {
  count += 1;
  const id = `question-${count}`;
  return new Promise((settle) => {
    const box = make(
      "dialog",
      { "aria-labelledby": id },
      make("h2", { id, text: title }),
      text ? make("p", { text }) : null
    );
    const choose = (value) => {
      settle(value);
      box.close();
      box.remove();
    };
    const grave = answers[0]?.[2] === "danger";
    const buttons = answers.map(
      ([value, label, look]) => make("button", { type: "button", class: look ?? "", text: label, onclick: () => choose(value) })
    );
    box.append(
      make(
        "div",
        { class: "sheet" },
        ...buttons,
        make("button", {
          type: "button",
          class: "plain",
          text: _("Back"),
          autofocus: grave,
          onclick: () => choose(null)
        })
      )
    );
    box.addEventListener("close", () => choose(null));
    document.body.append(box);
    box.showModal();
  });
}
function closable(dialog) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || /** @type {Element} */
    event.target.closest("[data-close]")) dialog.close();
  });
}

// webpanel/static/js/story/story.js
var GLANCE_MS = 800;
var PER_LETTER_MS = 40;
function readingMs(told) {
  return GLANCE_MS + PER_LETTER_MS * told.length;
}
function byTurns(entries) {
  const turns = [];
  for (const entry of entries) {
    const latest = turns.at(-1);
    if (latest?.[0].turn === entry.turn) latest.push(entry);
    else turns.push([entry]);
  }
  return turns;
}
var lineText = ({ short, told }) => [
  short && make("span", { class: "notation", text: `${short} ` }),
  make("span", { text: told })
];
function turnItem(turn, name, lines) {
  const head = turn ? make("p", { class: "whose" }, make("span", { class: `disc ${turn}` }), name) : null;
  return make("li", { class: "turn" }, head, make("ol", {}, ...lines.map((line) => make("li", {}, line))));
}

// webpanel/static/js/replay/autoplay.js
var KEPT = "pawnlight-replay-speed";
var Autoplay = class {
  /**
   * `told()`: the sentence that is shown now; `on()`: advances one step, and returns true if there are more.
   *
   * @param {{ told: () => string, on: () => boolean, restart: () => void, ended: () => boolean }} hooks
   */
  constructor(hooks) {
    this.hooks = hooks;
    this.timer = void 0;
    this.button = find("auto");
    this.speed = find("speed", HTMLSelectElement);
    this.speed.value = recall(KEPT, "1");
    this.speed.addEventListener("change", () => this.changed());
    this.button.addEventListener("click", () => this.timer ? this.stop() : this.start());
  }
  start() {
    if (this.hooks.ended()) this.hooks.restart();
    this.wait();
    this.draw();
  }
  stop() {
    clearTimeout(this.timer);
    this.timer = void 0;
    this.draw();
  }
  changed() {
    keep(KEPT, this.speed.value);
    if (this.timer) this.wait();
  }
  wait() {
    clearTimeout(this.timer);
    const shown = readingMs(this.hooks.told()) / Number(this.speed.value);
    this.timer = setTimeout(() => this.hooks.on() ? this.wait() : this.stop(), shown);
  }
  draw() {
    const running = this.timer !== void 0;
    this.button.replaceChildren(icon(running ? "pause" : "play"));
    this.button.setAttribute("aria-label", running ? _("Stop") : _("Play"));
  }
};

// webpanel/static/js/replay/curve.js
var LETTERS = { white: "w", red: "r", black: "b", blue: "u" };
var WIDTH = 300;
var Scale = class {
  /** @param {Record<Seat, number>[]} values */
  constructor(values) {
    this.highest = Math.max(1, ...values.flatMap((each) => Object.values(each)));
    this.steps = Math.max(1, values.length - 1);
  }
  /** @param {number} step */
  x(step2) {
    return WIDTH * step2 / this.steps;
  }
  /** @param {number} value */
  y(value) {
    return 92 - 84 * value / this.highest;
  }
};
function keyOf(look, ...words) {
  const sample = draw("polyline", { class: look, points: "0,4 36,4" });
  const picture = draw("svg", { viewBox: "0 0 36 8", class: "curve", "aria-hidden": "true" }, sample);
  return make("li", {}, picture, ...words);
}
function drawCurves(place2, { label, seats, values }, names, swings) {
  const scale = new Scale(values);
  const lines = seats.map((seat) => {
    const points = values.map((each, step2) => `${scale.x(step2)},${scale.y(each[seat])}`).join(" ");
    return draw("polyline", { class: LETTERS[seat], points });
  });
  const cursor = draw("line", { class: "cursor", x1: 0, x2: 0, y1: 4, y2: 96 });
  const words = seats.map((seat) => `${names[seat]} ${values.at(-1)?.[seat]}`).join(", ");
  const picture = draw(
    "svg",
    {
      class: "curve",
      viewBox: `-2 0 ${WIDTH + 4} 100`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `${label}: ${words}`
    },
    draw("line", { class: "axis", x1: 0, x2: WIDTH, y1: 92, y2: 92 }),
    ...swings.map((step2) => draw("line", { class: "swing", x1: scale.x(step2), x2: scale.x(step2), y1: 4, y2: 92 })),
    ...lines,
    cursor
  );
  const numbers = seats.map(() => make("strong"));
  const keys = seats.map((seat, number) => keyOf(LETTERS[seat], names[seat], " ", numbers[number]));
  if (swings.length) keys.push(keyOf("swing", _("Something else was better")));
  place2.replaceChildren(make("h3", { text: label }), picture, make("ul", { class: "curve-key" }, ...keys));
  return (step2) => {
    cursor.setAttribute("x1", String(scale.x(step2)));
    cursor.setAttribute("x2", String(scale.x(step2)));
    for (const [number, seat] of seats.entries()) numbers[number].textContent = String(values[step2][seat]);
  };
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

// webpanel/static/js/share/gif.js
var COLOURS = 256;
var BITS = 8;
var LONGEST_CODE = 12;
var bucket = (pixels, at2) => pixels[at2] >> 3 << 10 | pixels[at2 + 1] >> 3 << 5 | pixels[at2 + 2] >> 3;
var Palette = class {
  /** @param {Uint8ClampedArray[]} samples pictures as RGBA */
  constructor(samples) {
    const found = /* @__PURE__ */ new Map();
    for (const pixels of samples)
      for (let at2 = 0; at2 < pixels.length; at2 += 4) {
        const key = bucket(pixels, at2);
        const known = found.get(key);
        if (known) known.count += 1;
        else found.set(key, { count: 1, at: [pixels[at2], pixels[at2 + 1], pixels[at2 + 2]] });
      }
    const most = [...found.values()].sort((a, b) => b.count - a.count).slice(0, COLOURS);
    this.colours = most.map(({ at: at2 }) => at2);
    this.known = /* @__PURE__ */ new Map();
  }
  /**
   * Return the picture as numbers of colours.
   *
   * @param {Uint8ClampedArray} pixels RGBA
   */
  indexed(pixels) {
    const found = new Uint8Array(pixels.length / 4);
    for (let place2 = 0; place2 < found.length; place2 += 1) found[place2] = this.nearest(pixels, 4 * place2);
    return found;
  }
  /**
   * @param {Uint8ClampedArray} pixels
   * @param {number} at
   */
  nearest(pixels, at2) {
    const key = bucket(pixels, at2);
    const known = this.known.get(key);
    if (known !== void 0) return known;
    const far = this.colours.map((each) => each.reduce((sum, part, of) => sum + (part - pixels[at2 + of]) ** 2, 0));
    const nearest = far.indexOf(Math.min(...far));
    this.known.set(key, nearest);
    return nearest;
  }
};
function differing(before, after, width) {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let at2 = 0; at2 < after.length; at2 += 1) {
    if (before[at2] === after[at2]) continue;
    const x = at2 % width;
    bottom = (at2 - x) / width;
    if (top < 0) top = bottom;
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  return top < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
function packed(numbers) {
  const clear = 1 << BITS;
  const bytes = [];
  let [held, count2, size, next] = [0, 0, BITS + 1, clear + 2];
  let known = /* @__PURE__ */ new Map();
  const put = (code) => {
    held |= code << count2;
    for (count2 += size; count2 >= 8; count2 -= 8, held >>= 8) bytes.push(held & 255);
  };
  put(clear);
  let run = numbers[0];
  for (const number of numbers.subarray(1)) {
    const longer = known.get(run << BITS | number);
    if (longer !== void 0) {
      run = longer;
      continue;
    }
    put(run);
    if (next === 1 << LONGEST_CODE) {
      put(clear);
      [size, next, known] = [BITS + 1, clear + 2, /* @__PURE__ */ new Map()];
    } else {
      if (next === 1 << size) size += 1;
      known.set(run << BITS | number, next);
      next += 1;
    }
    run = number;
  }
  put(run);
  put(clear + 1);
  if (count2) bytes.push(held & 255);
  return bytes;
}
var word = (number) => [number & 255, number >> 8];
var letters = (text) => [...text].map((letter) => letter.charCodeAt(0));
var Gif = class {
  /**
   * @param {number} width
   * @param {number} height
   * @param {Palette} palette
   */
  constructor(width, height, palette) {
    this.width = width;
    this.palette = palette;
    this.shown = new Uint8Array(0);
    const table = Array.from({ length: COLOURS }, (_none, place2) => palette.colours[place2] ?? [0, 0, 0]).flat();
    const head = [...letters("GIF89a"), ...word(width), ...word(height), 247, 0, 0, ...table];
    const forever = [33, 255, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    this.parts = [Uint8Array.from([...head, ...forever])];
  }
  /**
   * Add a picture, and the time for which it is shown.
   *
   * @param {Uint8ClampedArray} pixels RGBA
   * @param {number} ms
   */
  add(pixels, ms) {
    const now = this.palette.indexed(pixels);
    const all = { x: 0, y: 0, width: this.width, height: now.length / this.width };
    const box = this.shown.length ? differing(this.shown, now, this.width) ?? { x: 0, y: 0, width: 1, height: 1 } : all;
    this.shown = now;
    const rows = Array.from({ length: box.height }, (_none, row) => (box.y + row) * this.width + box.x);
    const inside = new Uint8Array(box.width * box.height);
    for (const [row, from] of rows.entries()) inside.set(now.subarray(from, from + box.width), row * box.width);
    const delay = [33, 249, 4, 4, ...word(Math.round(ms / 10)), 0, 0];
    const place2 = [44, ...[box.x, box.y, box.width, box.height].flatMap(word), 0, BITS];
    this.parts.push(Uint8Array.from([...delay, ...place2]), ...blocks(packed(inside)), Uint8Array.of(0));
  }
  /** Return the file. */
  file() {
    return new Blob([...this.parts, Uint8Array.of(59)], { type: "image/gif" });
  }
};
function blocks(bytes) {
  return Array.from({ length: Math.ceil(bytes.length / 255) }, (_none, number) => {
    const some = bytes.slice(255 * number, 255 * (number + 1));
    return Uint8Array.from([some.length, ...some]);
  });
}

// webpanel/static/js/share/pictures.js
var PICTURE_PX = 1080;
var FILM_PX = 480;
var LAST_MS = 4e3;
var HURRY = 0.6;
var SAMPLES = 5;
function loaded(address) {
  const picture = new Image();
  picture.src = address;
  return picture.decode().then(() => picture);
}
function canvasFor({ width, height }, wide) {
  const canvas = document.createElement("canvas");
  canvas.width = wide;
  canvas.height = Math.round(wide * height / width);
  const pen = (
    /** @type {CanvasRenderingContext2D} */
    canvas.getContext("2d", { willReadFrequently: true })
  );
  return { canvas, pen };
}
async function pngOf(svg) {
  return drawn(svg, async (picture) => {
    const { canvas, pen } = canvasFor(picture, PICTURE_PX);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return (
      /** @type {Promise<Blob>} */
      new Promise((done2) => canvas.toBlob((made) => made && done2(made), "image/png"))
    );
  });
}
async function drawn(svg, work) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    return await work(await loaded(address));
  } finally {
    URL.revokeObjectURL(address);
  }
}
function shownMs(told, last) {
  return last ? LAST_MS : HURRY * readingMs(told);
}
async function gifOf(film, goesOn) {
  const { canvas, pen } = canvasFor(film, FILM_PX);
  const frame = (at2) => drawn(film.before + film.moments[at2].drawn + film.after, (picture) => {
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return pen.getImageData(0, 0, canvas.width, canvas.height).data;
  });
  const last = film.moments.length - 1;
  const samples = [];
  for (let number = 0; number < SAMPLES; number += 1)
    samples.push(await frame(Math.round(last * number / (SAMPLES - 1))));
  const gif = new Gif(canvas.width, canvas.height, new Palette(samples));
  for (const [number, { told }] of film.moments.entries()) {
    if (!goesOn(number / film.moments.length)) return null;
    gif.add(await frame(number), shownMs(told, number === last));
    await new Promise((done2) => setTimeout(done2));
  }
  return gif.file();
}
async function textOf(address) {
  const response = await fetch(at(address)).catch(() => null);
  if (!response?.ok) throw new Refusal(_("The panel does not answer. Is this phone still on the board's network?"));
  return response.text();
}
var Share = class {
  /** @param {() => Shared} shared what there is to share now */
  constructor(shared) {
    this.shared = shared;
    this.sheet = find("share", HTMLDialogElement);
    this.made = 0;
    this.file = null;
    closable(this.sheet);
    this.sheet.addEventListener("close", () => this.clear());
    for (const choice of this.choices) choice.addEventListener("change", () => this.make(choice.value));
    find("share-send").addEventListener("click", () => this.send());
  }
  get choices() {
    return (
      /** @type {HTMLInputElement[]} */
      [...this.sheet.querySelectorAll("input[name=share-as]")]
    );
  }
  open() {
    for (const choice of this.choices) {
      choice.checked = choice.value === "png";
      if (choice.value === "gif") choice.parentElement?.toggleAttribute("hidden", !this.shared().film);
    }
    this.sheet.showModal();
    return this.make("png");
  }
  /** @param {string} kind */
  make(kind) {
    this.clear();
    const { made } = this;
    this.tell(_("The picture is being made …"));
    return attempt(
      async () => {
        const blob = await this.blob(kind, () => made === this.made);
        if (blob && made === this.made)
          this.show(new File([blob], `${this.shared().name}.${kind}`, { type: blob.type }));
      },
      (sentence) => made === this.made && this.tell(sentence)
    );
  }
  /**
   * @param {string} kind
   * @param {() => boolean} wanted
   */
  async blob(kind, wanted) {
    const { picture, film } = this.shared();
    if (kind === "gif" && film) {
      return gifOf(await ask("GET", film), (share) => {
        if (wanted()) this.tell(_("The film is being made: {share}", { share: percent(share) }));
        return wanted();
      });
    }
    const svg = await textOf(picture);
    return kind === "png" ? pngOf(svg) : new Blob([svg], { type: "image/svg+xml" });
  }
  /** @param {File} file */
  show(file) {
    this.file = file;
    const address = URL.createObjectURL(file);
    const preview = find("share-preview", HTMLImageElement);
    preview.src = address;
    preview.hidden = false;
    const save = find("share-save", HTMLAnchorElement);
    save.href = address;
    save.download = file.name;
    save.hidden = false;
    find("share-send").hidden = !navigator.canShare?.({ files: [file] });
    this.tell("");
  }
  /** Forget what was made. */
  clear() {
    this.made += 1;
    this.file = null;
    const preview = find("share-preview", HTMLImageElement);
    if (preview.src) URL.revokeObjectURL(preview.src);
    preview.removeAttribute("src");
    for (const id of ["share-preview", "share-save", "share-send"]) find(id).hidden = true;
  }
  /** Hand the file to another app; who cancels needs no message. */
  send() {
    if (this.file) navigator.share({ files: [this.file] }).catch(() => void 0);
  }
  /** @param {string} words */
  tell(words) {
    find("share-state").textContent = words;
  }
};

// webpanel/static/js/table/deciding_move.js
var AGAIN_MS2 = 700;
var NOT_THERE = 404;
var DecidingMove = class {
  /**
   * @param {() => string} over returns the key of the game that is over on the table, or replayed; empty: none is
   * @param {() => void} changed called when something else is to be shown
   * @param {() => void} [done] called when the move is on the table
   */
  constructor(over, changed, done2 = () => void 0) {
    this.over = over;
    this.changed = changed;
    this.done = done2;
    this.key = "";
    this.share = 0;
    this.without = "";
  }
  /**
   * Make the button that finds the move, or stops that; null: no single move decided this game.
   *
   * @param {string} key
   */
  offer(key) {
    if (this.without === key) return null;
    const running = this.key === key;
    const text = running ? _("Stop ({share} %)", { share: this.share }) : _("Deciding move");
    const onclick = () => attempt(() => running ? this.stop(key) : this.find(key));
    return make("button", { type: "button", class: "deciding-move", onclick }, icon(running ? "stop" : "target"), text);
  }
  /** @param {string} key */
  async stop(key) {
    this.begin("");
    await ask("DELETE", `/api/games/${key}/review`);
  }
  /**
   * Have the game looked through, if it was not, and put the move on the table.
   *
   * @param {string} key
   */
  async find(key) {
    this.begin(key);
    try {
      if (await this.reviewed(key)) await this.put(key);
    } finally {
      if (this.key === key) this.begin("");
    }
  }
  /** @param {string} key */
  begin(key) {
    this.key = key;
    this.share = 0;
    this.changed();
  }
  /**
   * Wait for the review. False if it was stopped, or the table has gone on.
   *
   * @param {string} key
   */
  async reviewed(key) {
    const address = `/api/games/${key}/review`;
    let found = await ask("GET", address);
    if (found.state === "none") found = await ask("POST", address);
    while (found.state === "running") {
      this.share = Math.round(100 * found.done / Math.max(1, found.of));
      this.changed();
      await new Promise((done2) => setTimeout(done2, AGAIN_MS2));
      if (this.key !== key) return false;
      if (this.over() !== key) {
        await this.stop(key);
        return false;
      }
      found = await ask("GET", address);
    }
    if (found.trouble) throw new Refusal(found.trouble);
    return found.state === "done" && this.over() === key;
  }
  /** @param {string} key */
  async put(key) {
    try {
      await ask("POST", `/api/games/${key}/problems`, {});
    } catch (error) {
      if (error instanceof Refusal && error.status === NOT_THERE) this.without = key;
      throw error;
    }
    this.done();
  }
};

// webpanel/static/js/replay/steps.js
function positions(steps) {
  let pieces = {};
  return steps.map(({ changes }) => {
    pieces = { ...pieces };
    for (const [square, piece] of Object.entries(changes)) {
      if (piece) pieces[square] = piece;
      else delete pieces[square];
    }
    return pieces;
  });
}
function curves(steps, seats) {
  const label = steps.flatMap((step2) => step2.counters).find((counter) => counter.seat)?.label;
  if (label === void 0) return null;
  let last = (
    /** @type {Record<Seat, number>} */
    Object.fromEntries(seats.map((seat) => [seat, 0]))
  );
  const values = steps.map((step2) => {
    last = { ...last };
    for (const counter of step2.counters)
      if (counter.label === label && counter.seat) last[counter.seat] = counter.value;
    return last;
  });
  return { label, seats, values };
}

// webpanel/static/js/replay/page.js
var game = data("game-data");
var Player = class {
  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.boards = positions(replay.steps);
    this.board = new Board(find("board"), _("Board"));
    const found = curves(
      replay.steps,
      /** @type {Seat[]} */
      Object.keys(game.players)
    );
    this.swings = this.swung();
    this.mark = found ? drawCurves(find("curve"), found, game.players, this.swings) : () => void 0;
    this.last = replay.steps.length - 1;
    this.now = 0;
    this.lines = this.tell();
    this.auto = new Autoplay({
      told: () => this.replay.steps[this.now].told,
      on: () => this.go(this.now + 1) < this.last,
      restart: () => this.go(0),
      ended: () => this.now === this.last
    });
    const share = new Share(() => ({
      name: `${game.game}-${game.key}`,
      picture: `/api/games/${game.key}/picture?step=${this.now}`,
      film: `/api/games/${game.key}/film`
    }));
    find("open-share").addEventListener("click", () => share.open());
    this.listen();
    this.go(this.asked());
  }
  /** Return the step that the address names: `#action-12` is the first moment of action 12. */
  asked() {
    const number = Number(location.hash.match(/^#action-(\d+)$/)?.[1] ?? 0);
    const step2 = this.replay.steps.findIndex((each) => each.number === number);
    return step2 < 0 ? this.last : step2;
  }
  /** Return the steps for which a review found something much better. */
  swung() {
    const numbers = (find("story").dataset.swings ?? "").split(" ").map(Number).filter(Boolean);
    return numbers.map((number) => this.replay.steps.findIndex((each) => each.number === number));
  }
  /** Make the list of everything that happened, one line for each step but the start. */
  tell() {
    const steps = this.replay.steps.slice(1).map((step2, index) => ({ ...step2, step: index + 1 }));
    const turns = byTurns(steps).map((turn) => {
      const lines = turn.map(
        ({ short, told, step: step2 }) => make(
          "button",
          { type: "button", class: "plain", onclick: () => this.choose(step2) },
          ...lineText({ short, told }),
          this.swings.includes(step2) ? make("small", { class: "swing", text: _("Something else was better") }) : null
        )
      );
      const [{ turn: seat }] = turn;
      return { item: turnItem(seat, seat ? this.replay.names[seat] : "", lines), lines };
    });
    find("story").replaceChildren(...turns.map(({ item }) => item));
    return turns.flatMap(({ lines }) => lines);
  }
  /**
   * Go where somebody wants to look, and stop advancing by itself.
   *
   * @param {number} wanted
   */
  choose(wanted) {
    this.auto.stop();
    this.go(wanted);
  }
  /**
   * Go to a step, and return it.
   *
   * @param {number} wanted
   */
  go(wanted) {
    const step2 = Math.min(this.last, Math.max(0, wanted));
    const jump = Math.abs(step2 - this.now) > 1;
    this.now = step2;
    this.showBoard(this.replay.steps[step2], jump);
    this.showWords(this.replay.steps[step2]);
    this.mark(step2);
    this.offer(step2);
    return step2;
  }
  /**
   * Offer a new game from here.
   *
   * @param {number} step
   */
  offer(step2) {
    const { number } = this.replay.steps[step2];
    find("play-on").setAttribute("href", at(`/new/${game.game}?from=${game.key}&at=${number}`));
  }
  /**
   * @param {ReplayStep} step
   * @param {boolean} jump
   */
  showBoard(step2, jump) {
    const { files, ranks, a1_light: light, piece_names: names, piece_art: art } = this.replay;
    const look = { palette: "default", art, names, marks: [], lights: framed(step2.squares) };
    this.board.show({ files, ranks, light, ...look, pieces: this.boards[this.now], holes: new Set(step2.holes), jump });
  }
  /** @param {ReplayStep} step */
  showWords({ told, phase, turn, left }) {
    const { now, last } = this;
    field("slider").value = String(now);
    field("slider").setAttribute("aria-valuetext", _("Step {step} of {all}", { step: now, all: last }));
    find("step").textContent = now ? told : _("The start");
    find("step-turn").replaceChildren(
      ...turn ? [make("span", { class: `disc ${turn}` }), this.replay.names[turn]] : []
    );
    if (left) find("step-left").textContent = this.clocks(left);
    find("step-phase").textContent = `${now}/${last} · ${phase}`;
    find("story").querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.lines[now - 1]?.setAttribute("aria-current", "step");
    this.reveal(this.lines[now - 1]);
  }
  /** @param {Record<Seat, number>} left */
  clocks(left) {
    const seats = (
      /** @type {Seat[]} */
      Object.keys(left)
    );
    return seats.map((seat) => `${this.replay.names[seat]} ${written2(left[seat])}`).join(" · ");
  }
  /**
   * Scroll the list alone, so that the board stays where it is.
   *
   * @param {HTMLElement | undefined} line
   */
  reveal(line) {
    const list = find("story");
    const above = line ? line.getBoundingClientRect().top - list.getBoundingClientRect().top : 0;
    list.scrollTop = line ? list.scrollTop + above - list.clientHeight / 2 : 0;
  }
  listen() {
    const press2 = {
      first: () => this.choose(0),
      back: () => this.choose(this.now - 1),
      next: () => this.choose(this.now + 1),
      last: () => this.choose(this.last)
    };
    for (const [id, work] of Object.entries(press2)) find(id).addEventListener("click", work);
    field("slider").addEventListener("input", () => this.choose(Number(field("slider").value)));
    document.addEventListener("keydown", ({ target, key }) => {
      if (target instanceof Element && target.closest("input, select, [role=grid]")) return;
      if (key === "ArrowLeft") press2.back();
      if (key === "ArrowRight") press2.next();
    });
  }
};
if (game.replay) new Player(game.replay);
var place = document.getElementById("deciding");
var deciding = new DecidingMove(
  () => game.key,
  offerMove,
  () => location.assign(at("/"))
);
function offerMove() {
  const button = deciding.offer(game.key);
  const focused = place?.contains(document.activeElement);
  place?.replaceChildren(...button ? [button] : []);
  if (focused) button?.focus();
}
offerMove();
document.getElementById("delete")?.addEventListener("click", async () => {
  const sure = await question(
    _("Delete this game?"),
    _("It disappears from the lists and the scores. For 30 days it can be restored under Scores, Deleted games."),
    [[true, _("Delete it"), "danger"]]
  );
  if (sure && await attempt(() => ask("DELETE", `/api/games/${game.key}`))) location.assign(at("/scores"));
});
