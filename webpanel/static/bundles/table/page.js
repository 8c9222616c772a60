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
  for (const [key2, value] of Object.entries(properties)) {
    if (value === void 0 || value === null || value === false) continue;
    if (key2 === "text") element.textContent = String(value);
    else if (key2.startsWith("on")) element.addEventListener(
      key2.slice(2),
      /** @type {EventListener} */
      value
    );
    else element.setAttribute(key2, value === true ? "" : String(value));
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
function _(key2, fields = {}) {
  const text = texts[key2];
  return filled(typeof text === "string" ? text : key2, fields);
}
function counted(one, several2, count2, fields = {}) {
  const text = texts[one];
  const rules2 = new Intl.PluralRules(language());
  const forms = typeof text === "object" ? text : { one, other: several2 };
  return filled(forms[rules2.select(count2)] ?? forms.other ?? several2, { count: count2, ...fields });
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
function hinted(lights, pieces, seat) {
  const lit = Object.keys(lights).filter((square) => lights[square].role === "hint");
  const own = lit.filter((square) => pieces[square] && ownerOf(pieces[square]) === seat);
  const others = lit.filter((square) => !own.includes(square));
  const empty = others.filter((square) => !pieces[square]);
  const targets = empty.length ? empty : others;
  return own.length === 1 && targets.length === 1 ? [[own[0], targets[0]]] : [];
}
function arrows(ways, rows, colour) {
  const middle2 = (square) => {
    const row = rows.findIndex((names) => names.includes(square));
    return [rows[row].indexOf(square) + 0.5, row + 0.5];
  };
  const sheet2 = draw("svg", {
    class: "arrows",
    viewBox: `0 0 ${rows[0].length} ${rows.length}`,
    "aria-hidden": "true",
    focusable: "false"
  });
  for (const [from, to] of ways) sheet2.append(...arrow(middle2(from), middle2(to)));
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
function seenRows(files, ranks, turns2) {
  const across = turns2 % 2 ? ranks : files;
  const down = turns2 % 2 ? files : ranks;
  const ways = [
    (row, column) => [column, ranks - 1 - row],
    (row, column) => [row, column],
    (row, column) => [files - 1 - column, row],
    (row, column) => [files - 1 - row, ranks - 1 - column]
  ];
  const at2 = ways[turns2 % 4];
  return Array.from(
    { length: down },
    (_unused, row) => Array.from({ length: across }, (_none, column) => squareName(...at2(row, column)))
  );
}

// webpanel/static/js/board/groups.js
var FORMS = /* @__PURE__ */ new Map([
  [2, { inset: 0.15, cut: 0 }],
  [3, { inset: 0.09, cut: 0.24 }],
  [4, { inset: 0.03, cut: 0.06 }]
]);
var several = ({ squares }) => squares.length > 1;
function groupWords(square, groups2) {
  const names = groups2.filter((group) => several(group) && group.squares.includes(square)).map(({ name }) => name);
  return names.length ? _("part of: {groups}", { groups: [...new Set(names)].join(", ") }) : "";
}
function outlines(groups2, rows) {
  const places = /* @__PURE__ */ new Map();
  rows.forEach((names, row) => {
    names.forEach((name, column) => {
      places.set(name, [column, row]);
    });
  });
  const drawn2 = groups2.filter(several).map(({ squares }) => outline(squares.map((name) => places.get(name) ?? [0, 0])));
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
var SAMPLES = {
  2: [
    [0, 0],
    [1, 0]
  ],
  3: [
    [0, 0],
    [1, 0],
    [2, 0]
  ],
  4: [
    [0, 0],
    [1, 1],
    [0, 1],
    [1, 0]
  ]
};
function sample({ squares }) {
  const places = SAMPLES[Math.min(4, squares.length)];
  if (!places) return icon("hand");
  return sheet(places.length === 3 ? 3 : 2, places.length === 4 ? 2 : 1, [outline(places)]);
}
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
function groupKey(groups2) {
  const kinds = /* @__PURE__ */ new Map();
  for (const group of groups2.filter(several)) kinds.set(group.name, [...kinds.get(group.name) ?? [], group]);
  return [...kinds].map(([name, found]) => {
    const where = found.map(({ squares }) => squares.join(" ")).join(", ");
    return make("p", { class: "key" }, sample(found[0]), make("span", { text: `${capital(name)}: ${where}` }));
  });
}
var Groups = class {
  /**
   * @param {HTMLElement} place
   * @param {() => void} changed when another one was chosen
   */
  constructor(place, changed2) {
    this.place = place;
    this.changed = changed2;
    this.open = [];
    this.chosen = "";
  }
  /**
   * @param {SceneGroup[]} groups
   * @param {string[]} lifted the squares that pieces in the hand came from
   */
  see(groups2, lifted) {
    const begun = lifted.length ? groups2.filter(({ squares }) => lifted.every((each) => squares.includes(each))) : [];
    this.open = begun.length > 1 ? begun : [];
    if (!this.one) this.chosen = "";
    this.draw();
  }
  /** @returns {SceneGroup | undefined} */
  get one() {
    return this.open.find(({ squares }) => squares.join() === this.chosen);
  }
  /**
   * Return the groups to be outlined.
   *
   * @param {SceneGroup[]} groups
   */
  outlined(groups2) {
    if (this.one) return [this.one];
    return this.open.length ? this.open : groups2;
  }
  /**
   * Return the lights without those for groups other than the chosen one.
   *
   * @param {Record<string, Light>} lights
   */
  lights(lights) {
    const { one } = this;
    if (!one) return lights;
    const own = { move: one.targets, capture: one.targets, origin: one.squares };
    const meant2 = Object.entries(lights).filter(([square, { role }]) => {
      const places = own[
        /** @type {keyof own} */
        role
      ];
      return !places || places.includes(square);
    });
    return Object.fromEntries(meant2);
  }
  draw() {
    this.place.hidden = !this.open.length;
    const look = JSON.stringify([this.open, this.chosen]);
    if (this.place.dataset.look === look) return;
    this.place.dataset.look = look;
    this.place.replaceChildren(...this.open.map((group) => this.button(group)));
  }
  /** @param {SceneGroup} group */
  button(group) {
    const { name, squares } = group;
    const chosen2 = squares.join() === this.chosen;
    const press = () => {
      this.chosen = chosen2 ? "" : squares.join();
      this.draw();
      this.changed();
    };
    return make(
      "button",
      { type: "button", "aria-pressed": String(chosen2), onclick: press },
      sample(group),
      make("span", { text: `${capital(name)} ` }, make("b", { text: squares.join(" ") }))
    );
  }
};

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
    const to = destination(from, piece, hint, came);
    if (to) {
      came.delete(to);
      found.slides.push([from, to]);
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
function legend() {
  return [
    ["move", _("The lifted piece may go here")],
    ["capture", _("It may capture here")],
    ["meet", _("It may touch or push this one, which stays")],
    ["origin", _("The lifted piece came from here")],
    ["no_move", _("This piece cannot move now")],
    ["wrong", _("This does not belong here: take it away")],
    ["choice", _("Choose one of these")],
    ["careful", _("Warning: this move loses something")],
    ["hint", _("Hint: this piece, to here")],
    ["spawn", _("New pieces enter here")],
    ["place", _("Put the missing piece here")],
    ["clear", _("Clear this square")],
    ["march_from", _("This piece moves on by the rules")],
    ["march_to", _("It goes here")],
    ["hurry", _("Time is running out for these")],
    ["thinking", _("The computer is thinking for these")],
    ["told", _("This is being told right now")],
    ["spent", _("Has moved this turn")],
    ["turn", _("Whose turn it is")],
    ["hole", _("A hole: nothing may enter")]
  ];
}
function badgeLegend() {
  return [
    ["last_move", _("The last move")],
    ["check", _("In check")],
    ["shield", _("Protected by a Shield")]
  ];
}
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
function entering(squares) {
  return Object.fromEntries(squares.map((square) => [square, { role: "spawn" }]));
}
var Board = class {
  /**
   * @param {HTMLElement} frame
   * @param {string} label
   */
  constructor(frame2, label) {
    this.frame = frame2;
    this.grid = make("div", { class: "squares", role: "grid", "aria-label": label });
    this.files = make("div", { class: "ruler files", "aria-hidden": "true" });
    this.ranks = make("div", { class: "ruler ranks", "aria-hidden": "true" });
    this.well = make("div", { class: "well" }, this.grid, this.files, this.ranks);
    frame2.append(this.well);
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
  show(view2) {
    this.art = view2.art;
    const fresh = this.shape(view2);
    const found = this.travel(view2, fresh || view2.jump || !moves());
    for (const [name, cell] of this.cells) this.square(name, cell, view2);
    this.animate(found);
    this.outline(view2.groups ?? []);
    this.point(view2);
    this.grid.classList.toggle("still", view2.still === true);
    this.grid.classList.toggle("paused", view2.paused === true);
    if (view2.flash) this.flash();
  }
  /**
   * Return what moved since the last picture; nothing if the board is a new one or nothing may move.
   *
   * @param {View} view
   * @param {boolean} still
   * @returns {Journeys}
   */
  travel(view2, still) {
    const before = this.shown;
    const { motions = [], lifted = {}, ghosts: ghosts2 = {} } = view2;
    this.shown = new Map([...this.cells.keys()].map((name) => [name, view2.pieces[name] ?? ""]));
    const given = {
      motions,
      waiting: this.waiting,
      raised: this.raised,
      lifted,
      unsettled: Object.keys(ghosts2).length > 0
    };
    const found = still ? { slides: [], fades: [], waiting: /* @__PURE__ */ new Map() } : journeys(before, this.shown, given);
    this.waiting = found.waiting;
    this.raised = lifted;
    return found;
  }
  /** @param {View} view */
  shape({ files, ranks, light = false, turns: turns2 = 0 }) {
    const form2 = `${files}x${ranks}@${turns2}${light}`;
    if (form2 === this.form) return false;
    this.form = form2;
    this.rows = seenRows(files, ranks, turns2);
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
  outline(groups2) {
    const look = JSON.stringify(groups2);
    if (look === this.outlined) return;
    this.outlined = look;
    this.grid.querySelector(":scope > .outlines")?.remove();
    if (groups2.length) this.grid.append(outlines(groups2, this.rows));
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
  square(name, cell, view2) {
    const piece = view2.pieces[name] ?? this.waiting.get(name);
    const lifted = view2.lifted?.[name];
    const ghost = view2.ghosts?.[name];
    const falls = Boolean(view2.falling?.[name]);
    const light = view2.lights[name];
    const marks2 = view2.marks.filter((mark) => mark.square === name);
    const spent = light?.role === "spent" || marks2.some((mark) => mark.kind === "spent");
    const look = JSON.stringify([
      piece,
      lifted,
      ghost,
      light,
      marks2,
      view2.given?.[name],
      view2.palette,
      spent,
      falls,
      view2.art
    ]);
    const classes = {
      told: marks2.some((mark) => mark.text),
      full: piece || lifted,
      asked: view2.asked?.has(name),
      chosen: view2.chosen === name,
      hole: view2.holes?.has(name)
    };
    for (const [word2, on] of Object.entries(classes)) cell.classList.toggle(word2, Boolean(on));
    cell.setAttribute("aria-label", this.words(name, view2, marks2));
    if (this.looks.get(name) === look) return;
    this.looks.set(name, look);
    cell.replaceChildren(...this.parts({ piece, lifted, ghost, light, marks: marks2, spent, falls }, name, view2));
  }
  /**
   * @param {Shown} shown
   * @param {string} name
   * @param {View} view
   */
  parts({ piece, lifted, ghost, light, marks: marks2, spent, falls }, name, view2) {
    const stands = (code, kind2) => {
      const element = pieceElement(code, view2.art);
      if (kind2) element.classList.add(kind2);
      return element;
    };
    const extra = ["wrong", "clear"].includes(light?.role ?? "");
    const kind = falls ? "falls" : spent ? "spent" : extra ? "extra" : "";
    return [
      light?.badge ? badge(light.badge, view2.palette) : null,
      light?.role ? lamp(light.role, light.seat, view2.palette) : null,
      ghost ? stands(ghost, "ghost") : null,
      piece ? stands(piece, kind) : null,
      lifted ? stands(lifted, "lifted") : null,
      ...marks2.map((mark) => this.mark(mark)),
      view2.given?.[name] ? make("span", { class: "given", text: view2.given[name] }) : null
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
  words(name, view2, marks2) {
    const light = view2.lights[name];
    const piece = view2.pieces[name];
    const lifted = view2.lifted?.[name];
    const ghost = view2.ghosts?.[name];
    const what = piece ? pieceWords(piece, view2.names) : lifted ? _("{piece}, lifted", { piece: pieceWords(lifted, view2.names) }) : ghost ? _("{piece} missing", { piece: pieceWords(ghost, view2.names) }) : _("empty");
    const rest = marks2.map((mark) => mark.message || mark.text);
    const told2 = [
      name,
      what,
      light?.role === "spent" && rest.length ? "" : lightWords(light?.role, colourWords(light?.seat)),
      badgeWords(light?.badge),
      groupWords(name, view2.groups ?? []),
      ...rest,
      view2.given?.[name]
    ];
    return [...new Set(told2.filter(Boolean))].join(", ");
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
    for (const [from, to] of slides) this.glide(from, to);
    for (const [name, piece] of fades) this.fade(name, piece);
  }
  /**
   * @param {string} from
   * @param {string} to
   */
  glide(from, to) {
    const start = this.at(from).getBoundingClientRect();
    const end = this.at(to).getBoundingClientRect();
    const piece = this.at(to).querySelector(".piece:not(.ghost)");
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
function shows(key2) {
  document.body.dataset.game = key2;
}
var gameBefore = () => _("That game is no longer on the table; nothing was changed. Look at the table, then try again.");
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
function hush() {
  clearTimeout(hiding);
  find("toast").replaceChildren();
}
var refused = () => {
};
function onRefusal(listener) {
  refused = listener;
}
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

// webpanel/static/js/board/hand.js
var ENTRANCES = /* @__PURE__ */ new Set(["spawn", "place", "choice", "move", "origin", "no_move"]);
var LANDINGS = /* @__PURE__ */ new Set(["move", "capture"]);
var GAPS = /* @__PURE__ */ new Set(["place", "march_to", "spawn"]);
var FELT_MS = 1e3;
var bare = (piece) => piece.replace("+", "");
var onlyKind = (pieces) => new Set(pieces.map(bare)).size === 1 ? pieces[0] : null;
var onTable = ({ key: key2, lesson }) => `${key2} ${lesson?.number}`;
var Hand = class {
  /** @param {Snapshot} table */
  constructor(table2) {
    this.table = table2;
    this.number = table2.scene.number;
    this.queue = Promise.resolve();
    this.origins = this.trace(null, {}, table2);
    this.selected = null;
    this.feels = () => {
    };
  }
  /**
   * Take in a snapshot: remember where the pieces in the hand came from. `first`: of a new connection, whose server may
   * have restarted and count its scenes anew.
   *
   * @param {Snapshot} table
   * @param {boolean} [first]
   */
  see(table2, first = false) {
    const before = this.table;
    this.table = table2;
    const anew = first || before.scene.key !== table2.scene.key;
    this.number = anew ? table2.scene.number : Math.max(this.number, table2.scene.number);
    this.origins = this.trace(before.wood, this.origins, table2);
    if (this.isFelt()) this.feels();
  }
  /**
   * True if this phone has heard the result of its taps, and the board has registered it: then its lights refer to
   * that.
   */
  isFelt() {
    const { wood, scene } = this.table;
    if (!wood) return true;
    const covered = new Set(scene.covered);
    const differs = [...Object.keys(wood.stands), ...covered].filter(
      (square) => square in wood.stands !== covered.has(square)
    );
    return scene.number >= this.number && differs.every((square) => scene.manual.includes(square));
  }
  /** Wait until then; after a while in any case: a tap that means nothing then is explained. */
  felt() {
    if (this.isFelt()) return Promise.resolve();
    return new Promise((done2) => {
      this.feels = () => done2(void 0);
      setTimeout(done2, FELT_MS);
    });
  }
  /**
   * @param {Wood | null} before
   * @param {Pieces} origins
   * @param {Snapshot} table
   */
  trace(before, origins, { wood, scene }) {
    if (!wood) return {};
    const left = [...wood.hand];
    const found = {};
    const lit = Object.keys(scene.lights).filter((square) => scene.lights[square].role === "origin");
    const known = Object.entries(origins);
    const lost2 = Object.entries(before?.stands ?? {}).filter(([square]) => !wood.stands[square]);
    const guessed = lit.map((square) => [square, scene.pieces[square]]);
    for (const [square, piece] of [...known, ...lost2, ...guessed]) {
      const place = left.indexOf(piece);
      if (place < 0 || wood.stands[square] || found[square]) continue;
      found[square] = piece;
      left.splice(place, 1);
    }
    return found;
  }
  /**
   * Return the intents of a tap on a square: often one, none where it means nothing.
   *
   * @param {string} square
   * @returns {Intent[]}
   */
  intents(square) {
    const { wood } = this.table;
    if (!wood) return [];
    const stands = wood.stands[square];
    if (stands) return wood.hand.length ? this.onto(square, stands, wood) : [["lift", square, null]];
    if (wood.hand.length) return [["place", square, this.chosen(square, wood)]];
    const fresh = this.fromTray(square, wood);
    return fresh ? [
      ["take", null, fresh],
      ["place", square, fresh]
    ] : [];
  }
  /**
   * Return the intents of a tap on a piece with something in the hand: it is captured, taken up too, or chosen instead.
   *
   * @param {string} square
   * @param {string} piece
   * @param {Wood} wood
   * @returns {Intent[]}
   */
  onto(square, piece, wood) {
    const { scene } = this.table;
    if (scene.targets.includes(square)) return [["capture", square, null]];
    if (this.puttingRight() || scene.joins.includes(square)) return [["lift", square, null]];
    if (this.acts(piece) || !wood.hand.some((each) => this.acts(each)))
      return [
        ["return", null, null],
        ["lift", square, null]
      ];
    return [];
  }
  /** True if pieces stand where they should not: then any may be moved, one after another. */
  puttingRight() {
    const { status, extra } = this.table.scene;
    return status !== "play" && (status !== "repair" || extra.length > 0);
  }
  /**
   * True if a piece may be one that is to act.
   *
   * @param {string} piece
   */
  acts(piece) {
    const owner = ownerOf(piece);
    return owner === null || this.table.scene.to_act.includes(owner);
  }
  /**
   * Explain why a tap on a square means nothing.
   *
   * @param {string} square
   */
  why(square) {
    const { wood, scene } = this.table;
    if (wood?.hand.length) return _("That piece cannot be taken now. Tap a lit square, or another piece of yours.");
    const several2 = ENTRANCES.has(scene.lights[square]?.role ?? "") && Object.values(wood?.tray ?? {}).some(Boolean);
    return several2 ? _("Take a piece out of the tray first.") : _("Nothing stands there. Tap a piece.");
  }
  /**
   * Return the piece in the hand, of several, that comes down on a square: the one that was selected, else the one that
   * is missing there; `null`: the latest.
   *
   * @param {string} square
   * @param {Wood} wood
   */
  chosen(square, wood) {
    if (this.selected && wood.hand.includes(this.selected)) return this.selected;
    const { lights, pieces } = this.table.scene;
    const missing = GAPS.has(lights[square]?.role ?? "") ? bare(pieces[square] ?? "") : "";
    return wood.hand.length > 1 ? wood.hand.find((piece) => bare(piece) === missing) ?? null : null;
  }
  /**
   * Return the only kind of piece in the tray that can be meant for an empty lit square.
   *
   * @param {string} square
   * @param {Wood} wood
   */
  fromTray(square, wood) {
    const { scene } = this.table;
    const light = scene.lights[square];
    const missing = bare(scene.pieces[square] ?? "");
    if (!light?.role || !(missing || ENTRANCES.has(light.role))) return null;
    const there = Object.keys(wood.tray).filter((piece) => wood.tray[piece]);
    const lacking = there.filter((piece) => this.lacks(piece, wood));
    const own = LANDINGS.has(light.role) ? onlyKind(lacking.filter((piece) => this.acts(piece))) : null;
    if (own || missing) return own ?? lacking.find((piece) => bare(piece) === missing) ?? null;
    const seats = light.seat ? [light.seat] : scene.to_act;
    return onlyKind(
      light.role === "move" ? lacking : there.filter((piece) => seats.some((seat) => ownerOf(piece) === seat))
    );
  }
  /**
   * True if fewer pieces of a kind stand on the board than belong there.
   *
   * @param {string} piece
   * @param {Wood} wood
   */
  lacks(piece, wood) {
    const count2 = (pieces) => Object.values(pieces).filter((each) => bare(each) === bare(piece)).length;
    return count2(wood.stands) < count2(this.table.scene.pieces);
  }
  /**
   * Interpret a touch once the taps before it are registered, however quick the finger is; but nothing in another game
   * than the one that it was made in.
   *
   * @param {() => Intent[]} meant
   */
  touch(meant2) {
    const game = onTable(this.table.scene);
    this.queue = this.queue.then(async () => {
      await this.felt();
      await attempt(async () => {
        this.refuseOther(game);
        for (const intent of meant2()) await this.tap(intent, game);
      });
    });
    return this.queue;
  }
  /**
   * Send intents one after another.
   *
   * @param {Intent[]} intents
   */
  send(intents) {
    const game = onTable(this.table.scene);
    for (const intent of intents) this.queue = this.queue.then(() => this.tap(intent, game));
    return this.queue;
  }
  /** @param {string} game */
  refuseOther(game) {
    if (game !== onTable(this.table.scene)) throw new Refusal(gameBefore());
  }
  /**
   * @param {Intent} intent
   * @param {string} game
   */
  tap([kind, square, piece], game) {
    return attempt(async () => {
      this.refuseOther(game);
      const answer = await ask("POST", "/api/tap", { kind, square, piece, scene: this.number });
      this.number = Math.max(this.number, answer.scene);
    });
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
  constructor(board2, zoom2, hooks) {
    this.board = board2;
    this.zoom = zoom2;
    this.hooks = hooks;
    this.held = null;
    this.swallow = false;
    const grid = board2.grid;
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
    const way = KEYS[event.key];
    if (!way) return;
    event.preventDefault();
    this.board.step(...way);
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

// webpanel/static/js/board/tray.js
var Tray = class {
  /**
   * @param {() => Table} table
   * @param {import("./hand.js").Hand} hand
   * @param {() => boolean} mayTouch whether this phone may touch the board now
   */
  constructor(table2, hand2, mayTouch2) {
    this.table = table2;
    this.hand = hand2;
    this.mayTouch = mayTouch2;
    this.place = find("hand");
  }
  show() {
    const { wood, scene } = this.table();
    const tray2 = Object.entries(wood?.tray ?? {}).filter(([, count2]) => count2);
    const wrong = this.isWrong();
    const matters = wood && (this.handMatters(wood) || wrong || tray2.length && this.trayMatters(wood));
    const needed = matters && scene.winners === null && !scene.carrying;
    this.place.hidden = !needed;
    if (!needed) return;
    const { hand: hand2 } = this;
    const held = wood.hand.map((piece) => this.button(piece, null, hand2.selected === piece, () => this.select(piece)));
    const kept = tray2.map(
      ([piece, count2]) => this.button(piece, count2, false, () => hand2.send([["take", null, piece]]))
    );
    refill(
      this.place,
      ...wrong ? [this.putRight()] : [],
      ...held.length ? [make("h2", { text: _("In the hand") }), ...held, ...this.putDown()] : [],
      ...kept.length ? [make("h2", { text: this.counted(tray2) }), ...kept] : []
    );
  }
  /**
   * True if more than one piece is out of place and the board may put them back: on a screen nobody should have to. One
   * is put back by a tap or two.
   */
  isWrong() {
    const { scene, look } = this.table();
    const wrong = scene.missing.length + scene.extra.length;
    return scene.status === "repair" && wrong > 2 && !look.by_hand && !scene.afar.length && this.mayTouch();
  }
  /** After a pause the board sets everything up as the game has it; one that has come meanwhile is none of this. */
  setUpAnew() {
    const game = onTable(this.table().scene);
    return attempt(async () => {
      const { scene } = await ask("POST", "/api/pause", { scene: this.table().scene.number });
      this.hand.refuseOther(game);
      await ask("POST", "/api/resume", { scene });
    });
  }
  putRight() {
    const onclick = () => this.setUpAnew();
    return make("button", { type: "button", class: "primary", onclick }, icon("check"), _("Put all pieces right"));
  }
  /**
   * Say how many pieces the tray holds.
   *
   * @param {[piece: string, count: number][]} tray
   */
  counted(tray2) {
    const count2 = tray2.reduce((sum, [, pieces]) => sum + pieces, 0);
    return counted("Tray: one piece", "Tray: {count} pieces", count2);
  }
  /**
   * @param {string} piece
   * @param {number | null} count
   * @param {boolean} pressed
   * @param {() => void} press
   */
  button(piece, count2, pressed, press) {
    const { scene } = this.table();
    const words = pieceWords(piece, scene.piece_names);
    return make(
      "button",
      {
        type: "button",
        class: "tray-piece",
        "aria-label": count2 === null ? words : _("{piece}: {count} in the tray", { count: count2, piece: words }),
        "aria-pressed": String(pressed),
        onclick: press
      },
      pieceArt(piece, scene.piece_art),
      count2 === null ? null : make("b", { text: String(count2), "aria-hidden": "true" })
    );
  }
  /** True if hands put pieces into the tray themselves, as in a game by hand, or on a board that must be put right. */
  putsAway() {
    return this.table().look.by_hand || this.hand.puttingRight();
  }
  /** @param {Wood} wood */
  handMatters({ hand: held }) {
    const { origins } = this.hand;
    return held.length > 1 || held.length > Object.keys(origins).length || held.length > 0 && this.putsAway();
  }
  /** @param {Wood} wood */
  trayMatters(wood) {
    const { scene, look } = this.table();
    const { stands, tray: tray2 } = wood;
    const placing = ["setup", "repair", "happening", "undo"].includes(scene.status) && look.by_hand;
    if (this.putsAway() && Object.keys(tray2).some((piece) => tray2[piece] && this.hand.lacks(piece, wood))) return true;
    return placing || Object.entries(scene.lights).some(([square, light]) => light.role === "spawn" && !stands[square]);
  }
  /**
   * Offer to put down what is in the hand. In ordinary play only the board puts pieces into the tray: captured ones.
   */
  putDown() {
    const { hand: hand2 } = this;
    const button = (picture, words, intent) => make("button", { type: "button", onclick: () => hand2.send([intent]) }, icon(picture), words);
    return [
      button("undo", _("Put back"), ["return", null, null]),
      ...this.putsAway() ? [button("shelf", _("Into the tray"), ["give", null, hand2.selected])] : []
    ];
  }
  /** @param {string} piece */
  select(piece) {
    this.hand.selected = this.hand.selected === piece ? null : piece;
    this.show();
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
  constructor(board2, button) {
    this.board = board2;
    this.button = button;
    this.cell = 0;
    this.seen = 0;
    this.grows = false;
    this.last = { square: "", at: -DOUBLE_MS };
    this.pinched = null;
    button.addEventListener("click", () => this.whole());
    addEventListener("resize", () => this.whole());
    const { well } = board2;
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
    const { well, rows } = this.board;
    this.cell = cell;
    well.style.aspectRatio = this.on ? String(rows[0].length / rows.length) : "";
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
    const seats = (
      /** @type {Seat[]} */
      Object.keys(this.clocks)
    );
    const times = seats.map((seat) => `${names[seat]} ${written2(this.left(seat))}`);
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
    const choose2 = (value) => {
      settle(value);
      box.close();
      box.remove();
    };
    const grave = answers[0]?.[2] === "danger";
    const buttons = answers.map(
      ([value, label, look]) => make("button", { type: "button", class: look ?? "", text: label, onclick: () => choose2(value) })
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
          onclick: () => choose2(null)
        })
      )
    );
    box.addEventListener("close", () => choose2(null));
    document.body.append(box);
    box.showModal();
  });
}
function putAway() {
  const open = document.querySelectorAll("dialog[open]");
  for (const dialog of open) dialog.close();
  return open.length > 0;
}
function closable(dialog) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || /** @type {Element} */
    event.target.closest("[data-close]")) dialog.close();
  });
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
  async play(cues2) {
    this.wake();
    const asked2 = Date.now();
    await this.context?.resume();
    if (Date.now() - asked2 > LATE_MS) return;
    cues2.forEach((cue, place) => {
      for (const [pitch, from, lasts, form2] of NOTES[cue]) this.note(pitch, from + place * APART_S, lasts, form2);
    });
  }
  /**
   * @param {number} pitch
   * @param {number} from
   * @param {number} lasts
   * @param {OscillatorType} form
   */
  note(pitch, from, lasts, form2) {
    if (!this.context) return;
    const start = this.context.currentTime + from;
    const tone = new OscillatorNode(this.context, { type: form2, frequency: pitch });
    const volume = new GainNode(this.context, { gain: LOUDNESS });
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(1e-3, start + lasts);
    tone.connect(volume).connect(this.context.destination);
    tone.start(start);
    tone.stop(start + lasts);
  }
};

// webpanel/static/js/story/announcer.js
var KEPT = "pawnlight-announce";
var SHAKES = {
  place: [],
  capture: [30],
  illegal: [60, 40, 60],
  turn: [120],
  check: [80, 60, 80],
  clock: [40, 80, 40, 80, 40],
  end: [250]
};
var USUAL = { sounds: true, speech: false, vibration: false, words: false };
var WAYS = (
  /** @type {const} */
  ["sounds", "speech", "vibration", "words"]
);
var chosen = () => recall(KEPT, {});
var choose = (way, on) => keep(KEPT, { ...chosen(), [way]: on });
var Announcer = class {
  /**
   * @param {HTMLElement} place whose words screen readers read aloud
   * @param {(wishes: Wishes) => void} changed
   */
  constructor(place, changed2) {
    this.place = place;
    this.changed = changed2;
    this.sounds = new Sounds();
    this.wishes = { ...USUAL, ...chosen() };
    this.title = document.title;
    this.sheet = find("announce", HTMLDialogElement);
    closable(this.sheet);
    for (const way of WAYS) this.offer(way);
    find("announce-try").addEventListener("click", () => this.sample());
    addEventListener("pointerdown", () => this.wishes.sounds && this.sounds.wake());
    this.changed(this.wishes);
  }
  open() {
    this.sheet.showModal();
  }
  /** @param {typeof WAYS[number]} way */
  offer(way) {
    const there = { speech: "speechSynthesis" in window, vibration: "vibrate" in navigator, sounds: true, words: true };
    const box = field(`announce-${way}`);
    box.checked = this.wishes[way] && there[way];
    box.disabled = !there[way];
    find(`announce-${way}-missing`).hidden = there[way];
    box.addEventListener("change", () => {
      this.wishes = { ...this.wishes, [way]: box.checked };
      choose(way, box.checked);
      if (way === "speech" && !box.checked) speechSynthesis.cancel();
      this.changed(this.wishes);
    });
  }
  sample() {
    this.hear(["turn"]);
    this.speak(_("It is your turn."));
  }
  /** @param {string} words */
  say(words) {
    this.place.textContent = words;
    this.speak(words);
  }
  /** @param {string} words */
  speak(words) {
    if (!this.wishes.speech || !words || !("speechSynthesis" in window)) return;
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.lang = document.documentElement.lang;
    speechSynthesis.speak(spoken);
  }
  /** @param {import("../lib/sounds.js").Cue[]} cues */
  hear(cues2) {
    if (!cues2.length) return;
    if (this.wishes.sounds) this.sounds.play(cues2);
    const shake = cues2.flatMap((cue) => SHAKES[cue]);
    const calls2 = document.hidden && cues2.includes("turn") && chosen().vibration !== false;
    if ((this.wishes.vibration || calls2) && shake.length) navigator.vibrate?.(shake);
  }
  /**
   * Say in the title of a page that nobody sees whether somebody at this phone is to move.
   *
   * @param {boolean} called
   */
  call(called) {
    document.title = document.hidden && called ? `${_("Your turn")} · ${this.title}` : this.title;
  }
};

// webpanel/static/js/story/by_name.js
var SQUARE = /[a-p]\d{1,2}/g;
var WAIT_MS = 5e3;
var ByName = class {
  /**
   * @param {{
   *   table: () => Table,
   *   words: (square: string) => string,
   *   moments: () => import("./story.js").Moment[],
   *   clocks: () => string,
   *   tap: (square: string) => Promise<unknown>,
   *   say: (words: string) => void,
   * }} hooks
   */
  constructor(hooks) {
    this.hooks = hooks;
    find("by-name-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.command(field("by-name-text").value);
      field("by-name-text").value = "";
    });
    find("by-name-changed").addEventListener("click", () => this.answer(this.latest()));
    find("by-name-now").addEventListener("click", () => this.answer(this.now()));
    find("by-name-pieces").addEventListener("click", () => this.answer(this.pieces()));
  }
  /** @param {string} words */
  answer(words) {
    find("by-name-answer").textContent = words;
    this.hooks.say(words);
  }
  /** @param {string} text */
  async command(text) {
    const squares = text.toLowerCase().match(SQUARE) ?? [];
    if (!squares.length) return this.answer(_("Type a square to hear what stands there, or several to move: e2 e4."));
    const unknown = squares.find((square) => !this.hooks.words(square));
    if (unknown) return this.answer(_("There is no square {square} on this board.", { square: unknown }));
    return squares.length === 1 ? this.tell(squares[0]) : this.move(squares);
  }
  /** @param {string} square */
  async tell(square) {
    const here = this.hooks.words(square);
    try {
      const { told: told2 } = await ask("GET", `/api/piece?square=${square}`);
      this.answer([`${here}.`, ...told2].join(" "));
    } catch (error) {
      this.answer(error instanceof Refusal ? error.message : here);
    }
  }
  /**
   * Tap one square after another, each once the board has answered the tap before.
   *
   * @param {string[]} squares
   */
  async move(squares) {
    const count2 = this.hooks.table().scene.action_count;
    for (const square of squares) await this.hooks.tap(square);
    await this.until(() => this.hooks.table().scene.action_count > count2);
    if (this.hooks.table().scene.action_count === count2) this.answer(this.now());
  }
  /** @param {() => boolean} reached */
  async until(reached) {
    const end = Date.now() + WAIT_MS;
    while (!reached() && Date.now() < end) await new Promise((done2) => setTimeout(done2, 30));
  }
  /** Describe the latest action, with everything that followed from it. */
  latest() {
    const moments = this.hooks.moments();
    const number = moments.at(-1)?.number;
    const told2 = moments.filter((moment) => moment.number === number).map((moment) => moment.told);
    return told2.join(" ") || _("Nothing has happened yet.");
  }
  /** Describe what is to be done, with which pieces, and how much time there is. */
  now() {
    const { scene } = this.hooks.table();
    const able = sorted(Object.keys(scene.lights).filter((square) => scene.lights[square].role === "turn"));
    const who = able.length ? _("Pieces that can move: {squares}.", { squares: able.join(", ") }) : "";
    return [scene.now, ...scene.prompts.map(({ message }) => message), who, this.hooks.clocks()].filter(Boolean).join(" ");
  }
  /** List every piece on the board. */
  pieces() {
    const { scene } = this.hooks.table();
    return `${sorted(Object.keys(scene.pieces)).map((square) => this.hooks.words(square)).join("; ")}.`;
  }
};

// webpanel/static/js/story/celebration.js
var RINGS = 22;
var LASTS_MS = 1500;
function celebrate(board2, colours) {
  if (!moves()) return;
  const sheet2 = make("div", { class: "celebration", "aria-hidden": "true" });
  for (let number = 0; number < RINGS; number++) {
    const ring2 = make("i");
    const [across, size] = [number * 37 % 100 / 100, 10 + number * 7 % 5 * 5];
    ring2.style.left = `${across * 94}%`;
    ring2.style.width = `${size}px`;
    ring2.style.color = colours[number % colours.length];
    sheet2.append(ring2);
    ring2.animate(
      [
        { transform: "translateY(0) scale(.3)", opacity: 0 },
        { transform: `translateY(-${35 + number * 29 % 50}cqh) scale(1)`, opacity: 1, offset: 0.6 },
        { transform: `translateY(-${55 + number * 29 % 45}cqh) scale(1.5)`, opacity: 0 }
      ],
      { duration: LASTS_MS - number % 4 * 150, delay: number % 5 * 90, easing: "ease-out", fill: "both" }
    );
  }
  board2.append(sheet2);
  setTimeout(() => sheet2.remove(), LASTS_MS + 500);
}

// webpanel/static/js/story/cues.js
var OUTCOME = ["end", "check", "turn"];
var inCheck = (scene) => scene.marks.some(({ kind }) => kind === "check");
var isWrong = (scene) => Object.values(scene.lights).some(({ role }) => role === "wrong");
function calls({ scene, acting }) {
  const called = scene.winners === null && scene.to_act.some((seat) => acting.some((own) => own === seat));
  return called && acting.length < Object.keys(scene.players).length;
}
function cues(before, after) {
  const [old, scene] = [before.scene, after.scene];
  if (old.key !== scene.key || scene.action_count < old.action_count) return [];
  const played = scene.action_count > old.action_count;
  const fewer = Object.keys(scene.pieces).length < Object.keys(old.pieces).length;
  const found = [
    [fewer ? "capture" : "place", played],
    ["illegal", isWrong(scene) && !isWrong(old)],
    ["end", scene.winners !== null && old.winners === null],
    ["check", played && scene.winners === null && inCheck(scene)],
    ["turn", calls(after) && !calls(before)]
  ];
  return found.filter(([, heard]) => heard).map(([cue]) => cue);
}
var Ear = class {
  /** @param {(cues: Cue[]) => void} hear */
  constructor(hear) {
    this.hear = hear;
    this.before = null;
  }
  /**
   * Take in a change of the table.
   *
   * @param {Snapshot} before
   * @param {Snapshot} after
   * @param {boolean} tells whether the story of it is being told
   */
  listen(before, after, tells) {
    const heard = cues(before, after);
    if (tells) this.before ??= before;
    this.hear(tells ? heard.filter((cue) => cue === "illegal") : heard);
  }
  /**
   * The story is told: sound how it stands now.
   *
   * @param {Snapshot} now
   */
  told(now2) {
    if (this.before) this.hear(cues(this.before, now2).filter((cue) => OUTCOME.includes(cue)));
    this.before = null;
  }
};

// webpanel/static/js/story/ending.js
var PATIENCE_MS = 6e3;
function arrived(scene, wood) {
  return !wood || wood.hand.length > 0 || !(scene.missing.length || scene.extra.length);
}
var Ending = class {
  /** @param {() => void} later called when the patience is at its end */
  constructor(later2) {
    this.later = later2;
    this.waiting = false;
    this.key = null;
  }
  /**
   * True if this table's game is over for everybody to see.
   *
   * @param {Snapshot} table
   */
  see({ scene, wood }) {
    if (scene.winners === null) this.key = null;
    else if (arrived(scene, wood)) this.key = scene.key;
    else if (this.key !== scene.key && !this.waiting) this.wait(scene.key);
    return scene.winners !== null && this.key === scene.key;
  }
  /** @param {string} key */
  wait(key2) {
    this.waiting = true;
    setTimeout(() => {
      this.waiting = false;
      this.key = key2;
      this.later();
    }, PATIENCE_MS);
  }
};

// webpanel/static/js/story/story.js
var GLANCE_MS = 800;
var PER_LETTER_MS = 40;
var LATEST = 4;
function readingMs(told2) {
  return GLANCE_MS + PER_LETTER_MS * told2.length;
}
function merged(known, news) {
  const after = news.first - known.first;
  if (news.key !== known.key || after < 0 || after > known.entries.length) return news;
  return { ...known, entries: [...known.entries.slice(0, after), ...news.entries] };
}
function missed(known, story) {
  if (known.key !== story.key) return "";
  const from = known.first + known.entries.length - story.first;
  const entries = story.entries.slice(Math.max(0, from)).slice(-LATEST);
  return entries.flatMap(({ moments }) => moments.map(({ told: told2 }) => told2)).join(" ");
}
function momentsOf({ first, entries }) {
  return entries.flatMap(
    ({ turn, short, moments }, place) => moments.map((moment, index) => ({
      ...moment,
      turn,
      short: index ? "" : short,
      number: first + place + 1,
      index
    }))
  );
}
function changed(before, changes) {
  const after = { ...before };
  const falling = {};
  const put = Object.values(changes).filter((piece) => piece !== null);
  for (const [square, piece] of Object.entries(changes)) {
    if (piece) after[square] = piece;
    else {
      const elsewhere = put.indexOf(before[square]);
      if (elsewhere >= 0) put.splice(elsewhere, 1);
      else if (before[square]) falling[square] = before[square];
      delete after[square];
    }
  }
  return { after, falling };
}
function sound({ changes }, falling) {
  if (Object.keys(falling).length) return ["capture"];
  return Object.keys(changes).length ? ["place"] : [];
}
function frames(pieces, news, waiting = false) {
  const shown = [];
  let words = "";
  let cues2 = [];
  let after = pieces;
  for (const moment of momentsOf(news)) {
    const changes = changed(after, moment.changes);
    const hidden = waiting || shown.length > 0;
    after = changes.after;
    words += `${words && " "}${moment.told}`;
    cues2 = [.../* @__PURE__ */ new Set([...cues2, ...sound(moment, changes.falling)])];
    if (hidden || moment.index > 0 || !Object.keys(moment.changes).length) {
      shown.push({ ...moment, ...changes, words: hidden ? moment.told : words, cues: cues2 });
      cues2 = [];
    }
  }
  return { shown, words, after };
}
var same = (one, other) => one.number === other.number && one.index === other.index;
var later = (one, other) => one.number > other.number || one.number === other.number && one.index > other.index;
function unchanged(before, moments) {
  const changed2 = moments.findIndex((moment, place) => !before[place] || !alike(moment, before[place]));
  return changed2 < 0 ? moments.length : changed2;
}
function alike(one, other) {
  return same(one, other) && one.told === other.told && one.turn === other.turn;
}
var lineText = ({ short, told: told2 }) => [
  short && make("span", { class: "notation", text: `${short} ` }),
  make("span", { text: told2 })
];
function turnItem(turn, name, lines) {
  const head = turn ? make("p", { class: "whose" }, make("span", { class: `disc ${turn}` }), name) : null;
  return make("li", { class: "turn" }, head, make("ol", {}, ...lines.map((line) => make("li", {}, line))));
}

// webpanel/static/js/story/log.js
var NOTHING = { key: "", first: 0, entries: [] };
var Log = class {
  /**
   * @param {HTMLDetailsElement} place
   * @param {HTMLElement} last where the last sentences stand
   * @param {HTMLElement} list
   * @param {(at: At) => void} look shows the board at a moment
   */
  constructor(place, last, list, look) {
    this.place = place;
    this.last = last;
    this.list = list;
    this.look = look;
    this.story = NOTHING;
    this.names = {};
    this.at = null;
    this.told = null;
    this.said = [];
    this.drawn = [];
    this.lines = [];
    place.addEventListener("toggle", () => place.open && this.open());
    addEventListener("resize", () => this.fit());
  }
  /**
   * Take in news. A new connection sends the story anew: the phone may know less than before.
   *
   * @param {Story} news
   * @param {boolean} first
   */
  hear(news, first) {
    this.story = first ? news : merged(this.story, news);
    if (this.place.open && this.story.first) this.open();
    else this.draw();
  }
  /**
   * Set the players' names: seat → name.
   *
   * @param {Record<string, string>} names
   */
  call(names) {
    const known = JSON.stringify(this.names) === JSON.stringify(names);
    this.names = names;
    if (known) return;
    this.drop(0);
    this.draw();
  }
  /** Fetch what happened before this page was opened, when somebody wants to see it. */
  async open() {
    await this.whole();
    this.draw();
  }
  async whole() {
    if (this.story.first) await attempt(async () => this.join(await ask("GET", "/api/story")));
  }
  /** @param {Story} whole */
  join(whole) {
    const { key: key2, first, entries } = this.story;
    if (whole.key === key2) this.story = { key: key2, first: 0, entries: [...whole.entries.slice(0, first), ...entries] };
  }
  /** All that was told. */
  get moments() {
    const { story, told: told2 } = this;
    return momentsOf(story).filter((moment) => !told2 || !later(moment, told2));
  }
  /**
   * Follow what is being told; null: everything was.
   *
   * @param {At | null} moment
   */
  tell(moment) {
    const known = moment === this.told || moment && this.told && same(moment, this.told);
    this.told = moment;
    if (!known) this.draw();
  }
  draw() {
    const { moments } = this;
    const latest = moments.filter(({ number }) => number === moments.at(-1)?.number);
    this.place.hidden = !moments.length;
    const said2 = latest.map(({ told: told2 }) => told2);
    if (said2.join() !== this.said.join()) {
      this.said = said2;
      this.fit();
    }
    if (this.place.open) this.write(moments);
  }
  /**
   * Draw only what differs: a long game has thousands of lines, and a reader's place in them must not move.
   *
   * @param {Moment[]} moments
   */
  write(moments) {
    const scrolled = this.list.scrollTop;
    const kept = unchanged(this.drawn, moments);
    this.drop(kept);
    for (const moment of moments.slice(kept)) this.add(moment);
    this.list.scrollTop = this.at ? scrolled : this.list.scrollHeight;
  }
  /**
   * Keep only the first lines in the list, and no empty turn.
   *
   * @param {number} kept
   */
  drop(kept) {
    this.drawn.length = kept;
    for (const line of this.lines.splice(kept)) {
      const turn = line.closest(".turn");
      line.parentElement?.remove();
      if (!turn?.querySelector("button")) turn?.remove();
    }
  }
  /** @param {Moment} moment */
  add(moment) {
    const { turn } = moment;
    const line = this.line(moment);
    if (this.drawn.at(-1)?.turn === turn)
      this.lines.at(-1)?.closest("ol")?.append(make("li", {}, line));
    else this.list.append(turnItem(turn, turn ? this.names[turn] : "", [line]));
    this.drawn.push(moment);
    this.lines.push(line);
  }
  /** Scroll to the latest sentence, where there is no room for everything that an action caused. */
  fit() {
    const { last, said: said2 } = this;
    last.textContent = said2.join(" ");
    for (let first = 1; first < said2.length && last.scrollHeight > last.clientHeight + 1; first++)
      last.textContent = `… ${said2.slice(first).join(" ")}`;
  }
  /** @param {Moment} moment */
  line(moment) {
    const look = () => this.look(moment);
    const current = this.at && same(moment, this.at) && "step";
    const about = { type: "button", class: "plain", "aria-current": current, onclick: look };
    return make("button", about, ...lineText(moment));
  }
  /**
   * Mark the moment that the board shows; null: now.
   *
   * @param {At | null} at
   */
  mark(at2) {
    this.at = at2;
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    if (at2) this.lines[this.drawn.findIndex((moment) => same(moment, at2))]?.setAttribute("aria-current", "step");
    else this.list.scrollTop = this.list.scrollHeight;
  }
};

// webpanel/static/js/story/die.js
var PIPS = {
  1: [[2, 2]],
  2: [
    [1, 3],
    [3, 1]
  ],
  3: [
    [1, 3],
    [2, 2],
    [3, 1]
  ],
  4: [
    [1, 1],
    [1, 3],
    [3, 1],
    [3, 3]
  ],
  5: [
    [1, 1],
    [1, 3],
    [2, 2],
    [3, 1],
    [3, 3]
  ],
  6: [
    [1, 1],
    [1, 2],
    [1, 3],
    [3, 1],
    [3, 2],
    [3, 3]
  ]
};
function dieFace(number) {
  const pips = PIPS[number]?.map(([x, y]) => draw("circle", { cx: x * 10, cy: y * 10, r: 3.6 }));
  const figures = draw("text", { x: 20, y: 27, "text-anchor": "middle", "font-size": 20, text: String(number) });
  return draw(
    "svg",
    { class: "die", viewBox: "0 0 40 40", "aria-hidden": "true" },
    draw("rect", { x: 1, y: 1, width: 38, height: 38, rx: 8 }),
    ...pips ?? [figures]
  );
}

// webpanel/static/js/story/playback.js
var Playback = class {
  /**
   * @param {() => void} changed when the board has to be drawn anew
   * @param {(words: string) => void} announce for those who listen
   * @param {(cues: Frame["cues"]) => void} sound
   */
  constructor(changed2, announce, sound2) {
    this.changed = changed2;
    this.announce = announce;
    this.sound = sound2;
    this.place = find("telling");
    this.queue = [];
    this.after = {};
    this.pace = 1;
    this.timer = void 0;
    find("skip").addEventListener("click", () => this.skip());
    document.addEventListener("visibilitychange", () => document.hidden && this.skip());
  }
  /** @returns {(Frame & { before: Scene }) | null} what is shown at this moment */
  get frame() {
    return this.queue[0] ?? null;
  }
  /**
   * Return the scene that may be described without giving away how it goes on: the one before what is shown.
   *
   * @param {Scene} newest
   */
  known(newest) {
    return this.frame?.before ?? newest;
  }
  /**
   * Take in news of the story, while the board still shows the position before it. `silent`: nobody watches.
   *
   * @param {Story} news
   * @param {Scene} scene
   * @param {boolean} silent
   */
  hear(news, scene, silent) {
    const follows = news.key === scene.key && news.first === scene.action_count;
    if (!follows) return this.stop();
    const waiting = this.frame !== null;
    const { shown, words, after } = frames(waiting ? this.after : scene.pieces, news, waiting);
    this.after = after;
    if (silent || !shown.length) return this.say(words);
    this.queue.push(...shown.map((frame2) => ({ ...frame2, before: scene })));
    this.pace = Math.min(1, scene.told_within_ms / this.queue.reduce((sum, { told: told2 }) => sum + readingMs(told2), 0));
    if (!waiting) this.show();
  }
  /**
   * Say something that needs no showing, after all that is still to be shown.
   *
   * @param {string} words
   */
  say(words) {
    if (!words) return;
    const last = this.queue.at(-1);
    if (last && last !== this.frame) last.words += ` ${words}`;
    else this.announce(words);
  }
  show() {
    const { frame: frame2 } = this;
    if (frame2) {
      this.announce(frame2.words);
      this.sound(frame2.cues);
      this.timer = setTimeout(() => this.next(), readingMs(frame2.told) * this.pace);
    }
    this.draw();
  }
  next() {
    this.queue.shift();
    this.show();
  }
  /** Show the end at once; sentences that were not read yet stand in the log. */
  skip() {
    if (!this.frame) return;
    const rest = this.queue.slice(1).map(({ words }) => words);
    if (rest.length) this.announce(rest.join(" "));
    this.stop();
  }
  stop() {
    if (!this.frame) return;
    clearTimeout(this.timer);
    this.queue = [];
    this.draw();
  }
  draw() {
    const { frame: frame2 } = this;
    find("main").classList.toggle("tells", frame2 !== null);
    find("skip").hidden = frame2 === null;
    this.place.hidden = frame2 === null;
    if (frame2) {
      const picture = frame2.die ? dieFace(frame2.die) : icon(Object.keys(frame2.falling).length ? "fallen" : "info");
      this.place.replaceChildren(make("span", { class: "now-icon" }, picture), make("span", { text: frame2.told }));
    }
    this.changed();
  }
};

// webpanel/static/js/table/deciding_move.js
var AGAIN_MS3 = 700;
var NOT_THERE = 404;
var DecidingMove = class {
  /**
   * @param {() => string} over returns the key of the game that is over on the table, or replayed; empty: none is
   * @param {() => void} changed called when something else is to be shown
   * @param {() => void} [done] called when the move is on the table
   */
  constructor(over, changed2, done2 = () => void 0) {
    this.over = over;
    this.changed = changed2;
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
  offer(key2) {
    if (this.without === key2) return null;
    const running = this.key === key2;
    const text = running ? _("Stop ({share} %)", { share: this.share }) : _("Deciding move");
    const onclick = () => attempt(() => running ? this.stop(key2) : this.find(key2));
    return make("button", { type: "button", class: "deciding-move", onclick }, icon(running ? "stop" : "target"), text);
  }
  /** @param {string} key */
  async stop(key2) {
    this.begin("");
    await ask("DELETE", `/api/games/${key2}/review`);
  }
  /**
   * Have the game looked through, if it was not, and put the move on the table.
   *
   * @param {string} key
   */
  async find(key2) {
    this.begin(key2);
    try {
      if (await this.reviewed(key2)) await this.put(key2);
    } finally {
      if (this.key === key2) this.begin("");
    }
  }
  /** @param {string} key */
  begin(key2) {
    this.key = key2;
    this.share = 0;
    this.changed();
  }
  /**
   * Wait for the review. False if it was stopped, or the table has gone on.
   *
   * @param {string} key
   */
  async reviewed(key2) {
    const address = `/api/games/${key2}/review`;
    let found = await ask("GET", address);
    if (found.state === "none") found = await ask("POST", address);
    while (found.state === "running") {
      this.share = Math.round(100 * found.done / Math.max(1, found.of));
      this.changed();
      await new Promise((done2) => setTimeout(done2, AGAIN_MS3));
      if (this.key !== key2) return false;
      if (this.over() !== key2) {
        await this.stop(key2);
        return false;
      }
      found = await ask("GET", address);
    }
    if (found.trouble) throw new Refusal(found.trouble);
    return found.state === "done" && this.over() === key2;
  }
  /** @param {string} key */
  async put(key2) {
    try {
      await ask("POST", `/api/games/${key2}/problems`, {});
    } catch (error) {
      if (error instanceof Refusal && error.status === NOT_THERE) this.without = key2;
      throw error;
    }
    this.done();
  }
};

// webpanel/static/js/table/first_game.js
var FIRST_GAME = "pawnlight-first-game";
var WEAKEST = 1;
function offerFirstGame({ scene }) {
  const offered = scene.lesson?.verdict === "right" && recall(FIRST_GAME, "") === scene.game_id;
  const button = make("button", {
    type: "button",
    class: "primary large wide",
    onclick: () => begin(button, scene)
  });
  button.append(icon("chip"), _("Now play: against the weakest computer"));
  find("first-game").hidden = !offered;
  refill(find("first-game"), ...offered ? [button] : []);
}
async function begin(button, { game_id: game, names, screen }) {
  button.disabled = true;
  const seats = Object.keys(names);
  const computers = Object.fromEntries(seats.slice(1).map((seat) => [seat, WEAKEST]));
  const players2 = Object.fromEntries(seats.map((seat) => [seat, ""]));
  const wanted = { game, options: {}, players: players2, computers, screen };
  if (await attempt(() => ask("POST", "/api/games", wanted))) keep(FIRST_GAME, "");
  button.disabled = false;
}

// webpanel/static/js/table/lesson.js
function showLesson({ scene }) {
  const { lesson } = scene;
  const place = find("lesson");
  const solved = lesson?.verdict === "right";
  place.parentElement?.classList.toggle("lesson-solved", solved);
  place.hidden = !lesson || solved;
  find("leave-lesson").hidden = !lesson;
  if (!lesson) return;
  const { task, learner } = lesson;
  find("lesson-number").textContent = [heading(lesson), learner].filter(Boolean).join(" · ");
  find("lesson-task").textContent = task;
  find("lesson-task").hidden = scene.now.includes(task);
}
function heading({ number, count: count2, find: problem, from_game: fromGame }) {
  if (fromGame) return _("Find what was better");
  const place = { number, all: count2 };
  return problem ? _("Lesson {number} of {all}: find it", place) : _("Lesson {number} of {all}", place);
}

// webpanel/static/js/table/lookback.js
var LookBack = class {
  /**
   * @param {import("../story/log.js").Log} log
   * @param {() => string | null} seat whose curtain is lifted
   * @param {() => void} changed when the board has to be drawn anew
   */
  constructor(log2, seat, changed2) {
    this.log = log2;
    this.seat = seat;
    this.changed = changed2;
    this.bar = find("back");
    this.shown = null;
    this.wanted = null;
    this.known = 0;
    find("back-now").addEventListener("click", () => this.leave());
    find("back-before").addEventListener("click", () => this.step(-1));
    find("back-after").addEventListener("click", () => this.step(1));
    this.bar.addEventListener("keydown", ({ key: key2 }) => key2 === "Escape" && this.leave());
  }
  /** @returns {At[]} */
  get moments() {
    return momentsOf(this.log.story);
  }
  /**
   * Return the place of a moment among all known ones, or -1.
   *
   * @param {At} at
   */
  place({ number, index, told: told2 }) {
    return this.moments.findIndex((each) => each.number === number && each.index === index && each.told === told2);
  }
  /** @param {At} at */
  async look(at2) {
    const fresh = this.shown === null;
    this.wanted = at2;
    const found = await attempt(async () => this.come(at2, await ask("GET", `/api/moment?${this.address(at2)}`)));
    if (this.wanted !== at2) return;
    this.wanted = null;
    if (!found) return;
    if (fresh) find("back-now").focus({ preventScroll: true });
    for (const place of [this.bar, find("board")]) place.scrollIntoView({ block: "nearest" });
  }
  /** @param {At} at */
  address({ number, index }) {
    const seat = this.seat();
    const { key: key2 } = this.log.story;
    return new URLSearchParams({ key: key2, action: String(number), moment: String(index), ...seat && { seat } });
  }
  /**
   * Show a moment that was asked for.
   *
   * @param {At} at
   * @param {Moment} moment
   */
  come(at2, moment) {
    if (this.wanted === at2) this.show(moment);
  }
  /** @param {Moment} moment */
  show(moment) {
    if (this.shown === null) this.known = this.moments.length;
    this.shown = moment;
    this.log.mark(moment);
    this.draw();
    this.changed();
  }
  leave() {
    if (this.shown === null) return;
    this.wanted = null;
    this.shown = null;
    this.log.mark(null);
    this.draw();
    this.changed();
  }
  /**
   * Step from the moment that was asked for last, however quick the finger is.
   *
   * @param {1 | -1} way
   */
  async step(way) {
    const from = this.wanted ?? this.shown;
    if (this.shown === null || from === null) return;
    if (way < 0 && this.place(from) === 0) await this.log.whole();
    const next = this.moments[this.place(from) + way];
    if (next) await this.look(next);
    else if (way > 0) this.leave();
  }
  /** Follow the story, which went on or back. */
  see() {
    if (this.shown === null) return;
    if (this.place(this.shown) >= 0) return this.draw();
    this.leave();
    say(_("That move was taken back. This is the board now."));
  }
  draw() {
    const { shown } = this;
    this.bar.hidden = shown === null;
    if (shown === null) return;
    const fresh = this.moments.length - this.known;
    find("back-told").textContent = _("Looking back: {told}", { told: shown.told });
    find("back-fresh").textContent = fresh > 0 ? counted("One event since you went back.", "{count} events since you went back.", fresh) : "";
    find("back-before").disabled = this.place(shown) === 0 && this.log.story.first === 0;
  }
};

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
        const key2 = bucket(pixels, at2);
        const known = found.get(key2);
        if (known) known.count += 1;
        else found.set(key2, { count: 1, at: [pixels[at2], pixels[at2 + 1], pixels[at2 + 2]] });
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
    for (let place = 0; place < found.length; place += 1) found[place] = this.nearest(pixels, 4 * place);
    return found;
  }
  /**
   * @param {Uint8ClampedArray} pixels
   * @param {number} at
   */
  nearest(pixels, at2) {
    const key2 = bucket(pixels, at2);
    const known = this.known.get(key2);
    if (known !== void 0) return known;
    const far = this.colours.map((each) => each.reduce((sum, part, of) => sum + (part - pixels[at2 + of]) ** 2, 0));
    const nearest = far.indexOf(Math.min(...far));
    this.known.set(key2, nearest);
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
    const table2 = Array.from({ length: COLOURS }, (_none, place) => palette.colours[place] ?? [0, 0, 0]).flat();
    const head = [...letters("GIF89a"), ...word(width), ...word(height), 247, 0, 0, ...table2];
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
    const now2 = this.palette.indexed(pixels);
    const all = { x: 0, y: 0, width: this.width, height: now2.length / this.width };
    const box = this.shown.length ? differing(this.shown, now2, this.width) ?? { x: 0, y: 0, width: 1, height: 1 } : all;
    this.shown = now2;
    const rows = Array.from({ length: box.height }, (_none, row) => (box.y + row) * this.width + box.x);
    const inside = new Uint8Array(box.width * box.height);
    for (const [row, from] of rows.entries()) inside.set(now2.subarray(from, from + box.width), row * box.width);
    const delay = [33, 249, 4, 4, ...word(Math.round(ms / 10)), 0, 0];
    const place = [44, ...[box.x, box.y, box.width, box.height].flatMap(word), 0, BITS];
    this.parts.push(Uint8Array.from([...delay, ...place]), ...blocks(packed(inside)), Uint8Array.of(0));
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
var SAMPLES2 = 5;
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
function shownMs(told2, last) {
  return last ? LAST_MS : HURRY * readingMs(told2);
}
async function gifOf(film, goesOn) {
  const { canvas, pen } = canvasFor(film, FILM_PX);
  const frame2 = (at2) => drawn(film.before + film.moments[at2].drawn + film.after, (picture) => {
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return pen.getImageData(0, 0, canvas.width, canvas.height).data;
  });
  const last = film.moments.length - 1;
  const samples = [];
  for (let number = 0; number < SAMPLES2; number += 1)
    samples.push(await frame2(Math.round(last * number / (SAMPLES2 - 1))));
  const gif = new Gif(canvas.width, canvas.height, new Palette(samples));
  for (const [number, { told: told2 }] of film.moments.entries()) {
    if (!goesOn(number / film.moments.length)) return null;
    gif.add(await frame2(number), shownMs(told2, number === last));
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

// webpanel/static/js/table/menu.js
var Menu = class {
  /**
   * `rotate()` turns the board; `table()` gives the snapshot.
   *
   * @param {() => Table} table
   * @param {() => void} rotate
   * @param {() => void} announce opens the sheet of sound, voice and words
   */
  constructor(table2, rotate2, announce) {
    this.table = table2;
    this.menu = find("menu", HTMLDialogElement);
    [this.menu, find("legend", HTMLDialogElement), find("help", HTMLDialogElement)].forEach(closable);
    const act = (id, work) => find(id).addEventListener("click", () => work());
    act("open-menu", () => this.menu.showModal());
    act("open-announce", () => {
      this.menu.close();
      announce();
    });
    act("open-help", () => this.openHelp());
    const share = new Share(() => this.shared());
    act("open-share", () => {
      this.menu.close();
      share.open();
    });
    act("open-legend", () => this.legend());
    act("rotate", () => rotate2());
    act("undo", () => this.undo());
    act("end-turn", () => this.endTurn());
    act("hint", () => this.hint());
    act("pause", () => this.post(this.table().scene.status === "paused" ? "resume" : "pause", this.seen()));
    act("park", () => this.post("park", this.seen()));
    act("leave-lesson", () => this.post("park", this.seen()));
    act("offer-draw", () => this.draw());
    act("resign", () => this.resign());
    act("ask-to-resign", () => this.askToResign());
    act("abandon", () => this.abandon());
  }
  /** Share the position; of a game that is over, all of it. */
  shared() {
    const { scene } = this.table();
    const film = scene.winners === null ? null : `/api/games/${scene.key}/film`;
    return { name: `${scene.game_id}-${scene.action_count}`, picture: "/api/picture", film };
  }
  /** Name what is shown: a late tap is about nothing that came since. */
  seen() {
    return { scene: this.table().scene.number };
  }
  endTurn() {
    return this.post("end-turn", this.seen());
  }
  /**
   * @param {string} what
   * @param {unknown} [body]
   */
  post(what, body) {
    this.menu.close();
    return this.send(what, body);
  }
  /**
   * Send a request, and leave open what is open.
   *
   * @param {string} what
   * @param {unknown} [body]
   */
  send(what, body) {
    return attempt(async () => {
      const done2 = await ask("POST", `/api/${what}`, body);
      if (done2.asked) say(_("The other players are asked on their phones."));
    });
  }
  /** Of the action that is shown when this is asked for: what is played until it is sent stays. */
  async undo() {
    const { scene, holders, acting } = this.table();
    const seen = this.seen();
    const undo = () => this.post("take-back", seen);
    if (scene.undo_refusal) return say(scene.undo_refusal);
    const own = scene.undo_by && acting.includes(scene.undo_by);
    if (own || Object.values(holders).includes("other")) return undo();
    const against = Object.keys(scene.computers).length > 0;
    const since = against ? _("The computer's answer is taken back too.") : "";
    const sure = await question(scene.undo, since, [[true, _("Take it back"), "primary"]]);
    return sure ? undo() : null;
  }
  /** Ask for a hint. The table asks other phones; where one phone plays for both sides, its players agree before it. */
  async hint() {
    const { acting, scene } = this.table();
    const seen = this.seen();
    if (!scene.hint) return null;
    const { seat, agreed } = scene.hint;
    const against = acting.filter((each) => each !== seat);
    const sure = agreed || !against.length || await question(_("Do all players agree to hints?"), "", [[true, _("Yes, we do"), "primary"]]);
    return sure ? this.post("hint", { seat, ...seen }) : null;
  }
  /** Offer a draw. Other phones answer it; where one phone decides for all, it asks that they all agree. */
  async draw() {
    const { acting, scene } = this.table();
    const seen = this.seen();
    this.menu.close();
    if (acting.length < Object.keys(scene.players).length) {
      return this.forSeat("offer-draw", await this.oneOf(acting, _("Who offers a draw?")), seen);
    }
    const sure = await question(_("Do all players agree on a draw?"), _("The game ends."), [
      [true, _("Yes, it is a draw"), "danger"]
    ]);
    return sure ? this.post("offer-draw", { seat: acting[0], ...seen }) : null;
  }
  async resign() {
    this.menu.close();
    const { acting, scene } = this.table();
    const answers = acting.map((seat) => [seat, _("{name} resigns", { name: scene.names[seat] }), "danger"]);
    return this.forSeat("resign", await question(_("Who resigns?"), _("The game ends and counts as a loss."), answers));
  }
  async askToResign() {
    this.menu.close();
    const seat = await this.oneOf(this.table().scene.resignable, _("Who is asked to resign?"));
    return seat ? this.post(`seats/${seat}/ask-to-resign`) : null;
  }
  /**
   * Return the only one of these seats, or the one that is chosen.
   *
   * @param {Seat[]} seats
   * @param {string} title
   */
  async oneOf(seats, title) {
    const { names } = this.table().scene;
    const answers = seats.map((seat) => [seat, names[seat], ""]);
    return seats.length === 1 ? seats[0] : question(title, "", answers);
  }
  /**
   * @param {string} what
   * @param {Seat | null} seat
   * @param {{ scene?: number }} [seen]
   */
  forSeat(what, seat, seen = {}) {
    return seat ? this.post(what, { seat, ...seen }) : null;
  }
  async abandon() {
    const seen = this.seen();
    this.menu.close();
    const sure = await question(
      _("Abandon this game?"),
      _("It ends without a score and cannot be continued. To stop for now, park it instead."),
      [
        ["park", _("Park it instead"), "primary"],
        ["abandon", _("Abandon it"), "danger"]
      ]
    );
    return sure ? this.post(sure, seen) : null;
  }
  openHelp() {
    this.menu.close();
    this.showHelp();
    find("help", HTMLDialogElement).showModal();
  }
  /** Show the help of each seat that is played on this phone. */
  showHelp() {
    const { scene, acting } = this.table();
    const seats = acting.filter((seat) => !(seat in scene.computers));
    const ways = [
      ["all", _("All lights")],
      ["lifted", _("After lifting only")],
      ["errors", _("Errors only")]
    ];
    const way = (seat, value, words) => make(
      "label",
      {},
      make("input", {
        type: "radio",
        name: `help-${seat}`,
        value,
        checked: scene.help[seat] === value,
        onchange: () => attempt(() => ask("POST", "/api/help", { seat, help: value }))
      }),
      make("span", { text: words })
    );
    find("help-seats").replaceChildren(
      ...seats.map(
        (seat) => make(
          "fieldset",
          { class: "field" },
          make("legend", { text: scene.names[seat] }),
          make("div", { class: "segments" }, ...ways.map(([value, words]) => way(seat, value, words))),
          ...seat in scene.warnings ? [this.warning(seat)] : []
        )
      )
    );
  }
  /**
   * Make the switch for a seat's warnings. The table asks other phones; players of one phone agree before it.
   *
   * @param {Seat} seat
   */
  warning(seat) {
    const { acting, scene } = this.table();
    const change = async () => {
      const wanted = !scene.warnings[seat];
      const against = acting.filter((each) => each !== seat && !(each in scene.computers));
      const sure = !wanted || !against.length || await question(_("Do all players agree to warnings?"), "", [[true, _("Yes, we do"), "primary"]]);
      if (sure) {
        await this.send("warnings", { seat, wanted });
      }
      this.showHelp();
    };
    return make(
      "label",
      { class: "switch" },
      make("span", { text: _("Warn before a move that loses something") }),
      make("input", { type: "checkbox", role: "switch", checked: scene.warnings[seat], onchange: change })
    );
  }
  legend() {
    this.menu.close();
    const { look, scene } = this.table();
    const palette = look.palette;
    const first = scene.to_act[0];
    const line = (picture, words) => make("li", {}, make("span", { class: "sample" }, picture), make("span", { text: words }));
    find("legend-list").replaceChildren(
      ...legend().map(([role, words]) => line(lamp(role, first, palette), words)),
      ...badgeLegend().map(([kind, words]) => line(badge(kind, palette), words))
    );
    find("legend", HTMLDialogElement).showModal();
  }
  /**
   * Show a new snapshot.
   *
   * @param {Table} table
   * @param {boolean} stale
   */
  show(table2, stale2) {
    const { scene, acting, over } = table2;
    const people = Object.keys(scene.players).filter((seat) => !(seat in scene.computers));
    const off = stale2 || people.length > 0 && !acting.length;
    const paused = scene.status === "paused";
    find("undo", HTMLButtonElement).disabled = off;
    find("undo").setAttribute("aria-disabled", String(Boolean(scene.undo_refusal)));
    find("end-turn").hidden = !scene.can_end_turn || scene.commits_in_s !== null;
    find("end-turn", HTMLButtonElement).disabled = off;
    const { hint } = scene;
    find("hint").hidden = !hint || !acting.includes(hint.seat) || hint.told === 3;
    find("hint", HTMLButtonElement).disabled = off || !hint?.ready;
    find("hint").replaceChildren(icon("lamp"), make("span", { text: hintWords(hint?.told ?? 0) }));
    find("pause").replaceChildren(icon(paused ? "play" : "pause"), paused ? _("Go on") : _("Pause"));
    find("undo").hidden = Boolean(scene.lesson) || over && Boolean(scene.undo_refusal);
    for (const id of ["pause", "offer-draw", "resign", "park", "abandon"]) {
      const button = find(id, HTMLButtonElement);
      button.disabled = id === "park" && over ? stale2 : off;
      button.hidden = over && id !== "park" || Boolean(scene.lesson) && id !== "pause";
    }
    if (!scene.can_be_drawn) find("offer-draw").hidden = true;
    find("ask-to-resign", HTMLButtonElement).disabled = off;
    find("ask-to-resign").hidden = over || Boolean(scene.lesson) || !scene.resignable.length;
    find("clock-link").hidden = !table2.clocks;
    find("open-help").hidden = !acting.some((seat) => !(seat in scene.computers)) || over;
    find("menu-game").textContent = scene.game_name;
  }
};
function hintWords(told2) {
  if (told2 === 1) return _("Where to?");
  return told2 === 2 ? _("Why?") : _("Hint");
}

// webpanel/static/js/table/overview.js
var MOST_PIPS = 6;
function movesItself({ scene, wood, over }) {
  return Boolean(wood) && scene.status !== "paused" && (scene.carrying || scene.winners !== null && !over);
}
function marks({ scene, over }) {
  return scene.marks.filter((mark) => mark.text || !over);
}
function key(table2) {
  const found = /* @__PURE__ */ new Map();
  for (const { kind, message, square } of marks(table2)) {
    if (!SIGNS[kind] || !message) continue;
    const line = `${kind} ${message}`;
    const same2 = found.get(line);
    if (same2) same2.squares.push(square);
    else found.set(line, { kind, message, squares: [square] });
  }
  return [...found.values()].map(
    ({ kind, message, squares }) => make("p", { class: "key" }, icon(SIGNS[kind]), make("span", { text: `${message}: ${sorted(squares).join(", ")}` }))
  );
}
var LONG = 40;
var WORDY = 14;
function headline(text) {
  const size = text.length > LONG ? "wordy long" : text.length > WORDY && "wordy";
  return make("span", { class: size, text });
}
function phase(table2, past2 = null, told2 = null) {
  const { scene, over } = table2;
  if (past2) return [icon("clock"), make("span", { text: past2.phase })];
  if (scene.status === "paused") return [icon("pause"), make("span", { text: _("Paused") })];
  if (told2) return [icon(told2.icon), headline(told2.phase)];
  if (over) return [icon("crown"), make("span", { text: _("Game over") })];
  return [icon(scene.icon || "board"), headline(scene.phase || scene.game_name)];
}
function counted2(counter, tells) {
  const label = make("span", { text: `${counter.label} ` });
  return make("span", { class: tells && counter.of_turn && "untold" }, label, measure(counter));
}
function measure(counter) {
  if (counter.of === null) return make("b", { text: String(counter.value) });
  if (counter.of > MOST_PIPS) return make("b", { text: _("{value} of {of}", { ...counter }) });
  const pips = Array.from(
    { length: counter.of },
    (_unused, pip) => make("i", { class: pip < counter.value ? "lit" : "" })
  );
  return make(
    "span",
    {},
    make("b", { text: String(counter.value) }),
    make("span", { class: "pips", "aria-hidden": "true" }, ...pips),
    make("span", { class: "unseen", text: _("of {of}", { ...counter }) })
  );
}
function counters(scene, tells) {
  return scene.counters.filter((counter) => counter.seat === null).map((counter) => counted2(counter, tells));
}
function seatsOf(scene) {
  return (
    /** @type {Seat[]} */
    Object.keys(scene.players)
  );
}
function players(table2, tells) {
  const { scene, holders, over } = table2;
  return seatsOf(scene).map((seat) => {
    const turn = !tells && scene.to_act.includes(seat);
    const own = scene.counters.filter((counter) => counter.seat === seat);
    const first = own.find((counter) => counter.of === null);
    const rest = own.filter((counter) => counter !== first);
    const place = { me: _("this phone"), other: _("another phone") }[holders[seat]];
    const words = [over && scene.winners?.includes(seat) ? _("wins") : turn ? _("to move") : "", place].filter(Boolean).join(" · ");
    return make(
      "div",
      { class: `player${turn ? " turn" : ""}` },
      make("span", { class: `disc ${seat}` }),
      make("span", { class: "who", text: scene.names[seat] }),
      first ? make("span", { class: "count", text: String(first.value) }) : make("span"),
      make(
        "span",
        { class: "under" },
        make("span", { class: "turn-word", text: words || " " }),
        make("span", { text: first?.label ?? "" })
      ),
      rest.length ? make("span", { class: "counts" }, ...rest.map((counter) => counted2(counter, tells))) : null,
      table2.clocks?.[seat] ? face(seat, table2.clocks[seat].control) : null
    );
  });
}
function pause({ resume, park, abandon }) {
  return make(
    "section",
    { class: "prompt closing" },
    make("h2", { text: _("Paused") }),
    make(
      "div",
      { class: "answers" },
      make("button", { type: "button", class: "primary large", onclick: resume }, icon("play"), _("Go on")),
      make("button", { type: "button", onclick: park }, icon("shelf"), _("Park")),
      make("button", { type: "button", class: "danger", onclick: abandon }, icon("stop"), _("Abandon"))
    )
  );
}
function heading2(winners) {
  if (!winners.length) return _("Draw");
  return winners.length === 1 ? _("{name} wins", { name: winners[0] }) : _("{names} win", { names: winners.join(", ") });
}
var AGREED = ["resignation", "agreement", "abandoned", "time"];
function reason({ key: key2, reason: reason2, ending: ending2 }, story) {
  const told2 = story.key === key2 ? story.entries.at(-1)?.moments.at(-1)?.told : "";
  return AGREED.includes(reason2) ? ending2 : told2 || ending2;
}
var reviewed = ({ players: found, winners }) => winners !== null && Object.keys(found).length === 2;
function lost({ players: found, computers, winners }) {
  const people = Object.keys(found).filter((seat) => !(seat in computers));
  return Boolean(winners?.length) && people.some((seat) => !winners?.some((each) => each === seat));
}
function result(scene, story, rematch, deciding2) {
  const winners = scene.winners ?? [];
  const abandoned = scene.reason === "abandoned";
  return make(
    "section",
    { class: "prompt closing result" },
    make(
      "h2",
      {},
      icon(winners.length ? "trophy" : abandoned ? "stop" : "handshake"),
      abandoned ? _("Abandoned") : heading2(winners.map((seat) => scene.names[seat]))
    ),
    scene.ending && !abandoned ? make("p", { class: "muted", text: reason(scene, story) }) : null,
    make(
      "div",
      { class: "answers" },
      make(
        "button",
        { type: "button", class: "primary rematch", onclick: rematch },
        icon("shuffle"),
        _("Rematch with sides swapped")
      ),
      make("a", { class: "button", href: at(`/new/${scene.game_id}`) }, icon("plus"), _("Play again")),
      make("a", { class: "button", href: at(`/games/${scene.key}`) }, icon("play"), _("Replay")),
      reviewed(scene) ? make("a", { class: "button", href: at(`/games/${scene.key}/review`) }, icon("eye"), _("Review")) : null,
      reviewed(scene) && lost(scene) && deciding2() || make("a", { class: "button scores", href: at("/scores") }, icon("trophy"), _("Scores"))
    )
  );
}
var NOW_ICONS = {
  setup: "board",
  happening: "fast-forward",
  repair: "alert",
  undo: "undo",
  paused: "pause"
};
function now(table2) {
  const { scene } = table2;
  const [picture, text] = movesItself(table2) ? ["fast-forward", _("The board moves the pieces itself.")] : [NOW_ICONS[scene.status] ?? "hand", scene.now];
  return [make("span", { class: "now-icon" }, icon(picture)), make("span", { text })];
}
var COUNTED_S = 3;
function done(finish) {
  return make("button", { type: "button", class: "done", onclick: finish }, icon("check"), _("End turn"));
}
function countdown(left) {
  const bar = make("span", { class: "countdown", "aria-hidden": "true" });
  const from = `scaleX(${Math.min(1, left / COUNTED_S)})`;
  bar.animate([{ transform: from }, { transform: "scaleX(0)" }], {
    duration: Math.max(0, left) * 1e3,
    fill: "forwards"
  });
  return bar;
}

// webpanel/static/js/table/paired.js
var beginning = false;
async function begin2(key2, screen) {
  if (beginning) return;
  beginning = await attempt(() => ask("POST", `/api/paired/${key2}`, { screen }));
  if (beginning) location.assign(at("/"));
}
addEventListener("pageshow", () => {
  beginning = false;
});
function card({ key: key2, about, told: told2, begun, fits, counted: counted3 }) {
  const words = begun ? _("Continue {name}", { name: told2 }) : told2;
  return make(
    "section",
    { class: "card paired" },
    make("p", { class: "muted", text: about }),
    make(
      "div",
      { class: "row" },
      make(
        "button",
        { type: "button", class: "primary large", onclick: () => begin2(key2, !fits) },
        icon("play"),
        make("span", { text: words })
      ),
      fits && !begun ? make("button", { type: "button", onclick: () => begin2(key2, true) }, icon("phone"), _("Play on the screen")) : null
    ),
    counted3 ? null : make("p", { class: "help", text: _("This board does not tell the club how games end: tell the organiser.") })
  );
}
var PairedCards = class {
  /** @param {() => void} changed called when there are other ones */
  constructor(changed2) {
    this.changed = changed2;
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
    const same2 = cards.length === this.cards.length && cards.every((each, at2) => each.isEqualNode(this.cards[at2]));
    if (same2) return;
    this.cards = cards;
    this.changed();
  }
};

// webpanel/static/js/table/division.js
var Division = class {
  /**
   * @param {ScenePrompt} prompt
   * @param {Table} table
   * @param {() => void} changed after every step
   * @param {(value: string) => unknown} keep when done
   */
  constructor(prompt, table2, changed2, keep2) {
    this.prompt = prompt;
    this.table = table2;
    this.seat = prompt.seats[0];
    this.given = /* @__PURE__ */ new Map();
    this.chosen = null;
    this.changed = changed2;
    this.keep = keep2;
    this.left = make("p", { class: "left", role: "status" });
    this.rows = make("div", {});
    this.others = make("div", {});
    const how = _("Tap a piece on the board to give it points.");
    this.help = make("p", { text: table2.scene.lesson ? how : `${prompt.message} ${how}` });
    this.body = this.build(prompt);
    this.render();
  }
  /**
   * True if it answers this prompt: others who commit meanwhile give the same question a new id.
   *
   * @param {ScenePrompt} prompt
   */
  isFor(prompt) {
    const same2 = prompt.points === this.prompt.points && String(prompt.squares) === String(this.prompt.squares);
    const veiled = prompt.points === 0;
    return prompt.kind === "division" && prompt.seats[0] === this.seat && (veiled || same2);
  }
  /** @param {ScenePrompt} prompt */
  build(prompt) {
    const again = () => this.reset();
    return make(
      "section",
      { class: "prompt division", "aria-label": prompt.message },
      make(
        "div",
        { class: "row spread" },
        this.left,
        make("button", { type: "button", onclick: again }, icon("undo"), _("Start over"))
      ),
      this.help,
      this.rows,
      make("details", {}, make("summary", {}, icon("right"), _("All pieces")), this.others)
    );
  }
  get used() {
    return [...this.given.values()].reduce((sum, [power, toughness]) => sum + power + toughness, 0);
  }
  /** Return the value: `white:c3+2/3,d4+0/1`, or `white:-` for nothing at all. */
  value() {
    const parts = sorted(this.given.keys()).map((square) => `${square}+${this.points(square).join("/")}`);
    return `${this.seat}:${parts.join(",") || "-"}`;
  }
  /** Return the texts for the given squares: "+2/1". */
  words() {
    return Object.fromEntries(
      [...this.given].map(([square, [power, toughness]]) => [square, `+${power}/${toughness}`])
    );
  }
  /**
   * Return the points given to a square.
   *
   * @param {string} square
   * @returns {[power: number, toughness: number]}
   */
  points(square) {
    return this.given.get(square) ?? [0, 0];
  }
  /** Commit. Points that nobody gets are lost: a player who leaves some is asked once. */
  async commit() {
    const left = this.prompt.points - this.used;
    const title = counted("One point is left. Leave it unused?", "{count} points are left. Leave them unused?", left);
    const answers = [[true, _("Leave unused"), "danger"]];
    if (left && !await question(title, _("Unused points are lost."), answers)) return null;
    return this.keep(this.value());
  }
  /** @param {string} square */
  choose(square) {
    this.chosen = square;
    this.render();
    this.changed();
  }
  reset() {
    this.given.clear();
    this.chosen = null;
    this.render();
    this.changed();
  }
  /**
   * @param {string} square
   * @param {0 | 1} which power or toughness
   * @param {1 | -1} step
   */
  give(square, which, step) {
    const [power, toughness] = this.points(square);
    const now2 = [power, toughness];
    now2[which] += step;
    if (now2[which] < 0 || step > 0 && this.used >= this.prompt.points) return;
    if (now2[0] + now2[1]) this.given.set(square, now2);
    else this.given.delete(square);
    this.chosen = square;
    this.render();
    this.changed();
    const button = this.rows.querySelector(`[data-row="${square}"] [data-give="${which}${step}"]`);
    button?.focus();
  }
  /**
   * @param {ScenePrompt} prompt
   * @param {Table} table
   */
  update(prompt, table2) {
    this.prompt = prompt;
    this.table = table2;
    this.render();
  }
  render() {
    const { points, squares } = this.prompt;
    this.left.textContent = _("Points left: {left} of {points}", { left: points - this.used, points });
    const first = /* @__PURE__ */ new Set([...this.chosen ? [this.chosen] : [], ...sorted(this.given.keys())]);
    this.help.hidden = first.size > 0;
    const rest = sorted(squares).filter((square) => !first.has(square));
    this.rows.replaceChildren(...[...first].map((square) => this.row(square)));
    this.others.replaceChildren(...rest.map((square) => this.row(square)));
  }
  /** @param {string} square */
  row(square) {
    const scene = this.table.scene;
    const piece = (this.table.wood?.stands ?? scene.pieces)[square] ?? scene.pieces[square] ?? "nP";
    const stats = scene.marks.find((mark) => mark.square === square && mark.kind === "stats")?.text ?? "";
    const given = this.points(square);
    const name = scene.piece_names[piece[1]] ?? "";
    const gift = given[0] + given[1] ? make("strong", { text: `+${given.join("/")}` }) : null;
    return make(
      "div",
      { class: "division-row", "data-row": square },
      make("span", { class: "piece-box" }, pieceArt(piece, scene.piece_art)),
      make("span", { class: "where", text: `${square} ${name} ${stats}` }),
      gift ?? make("span"),
      make(
        "div",
        { class: "steps" },
        this.steps(square, 0, given[0], _("Power"), "swords"),
        this.steps(square, 1, given[1], _("Toughness"), "shield")
      )
    );
  }
  /**
   * @param {string} square
   * @param {0 | 1} which power or toughness
   * @param {number} value
   * @param {string} label
   * @param {string} picture
   */
  steps(square, which, value, label, picture) {
    const button = (step, name, words) => make(
      "button",
      {
        type: "button",
        "aria-label": _("{label} of {square}: {words}", { label, square, words }),
        "data-give": `${which}${step}`,
        disabled: step < 0 ? value === 0 : this.used >= this.prompt.points,
        onclick: () => this.give(square, which, step)
      },
      icon(name)
    );
    const shown = make("output", {
      class: "stepper-value",
      text: String(value),
      "aria-label": _("{label} given to {square}", { label, square })
    });
    return make(
      "div",
      {},
      icon(picture),
      make("span", { class: "step-name", text: label }),
      make("span", { class: "stepper" }, button(-1, "minus", _("less")), shown, button(1, "plus", _("more")))
    );
  }
};

// webpanel/static/js/table/prompts.js
var canWait = ({ id, kind }) => kind === "confirm" && !id.startsWith("roll:");
function inOneRow({ kind, choices }) {
  return kind === "choice" && choices.length > 4 && choices.slice(0, -1).every(({ label }) => label.length <= 9);
}
var Prompts = class {
  /**
   * @param {HTMLElement} place
   * @param {Table} table
   * @param {() => void} changed when the board has to be drawn anew
   * @param {{ unveil: (seat: Seat | null) => void, hush: () => void }} line `unveil` lifts or lowers (null) the curtain,
   *   `hush`: nothing is heard until then
   */
  constructor(place, table2, changed2, line) {
    this.place = place;
    this.table = table2;
    this.changed = changed2;
    this.line = line;
    this.divisions = /* @__PURE__ */ new Map();
    this.shown = "";
    this.came = /* @__PURE__ */ new Map();
    this.answering = null;
  }
  /**
   * Return the questions to show now. A new one does not cover what is being told: it waits until the end of the story;
   * one without whose answer from this phone the game does not go on, until the end of the moment that it came at.
   *
   * @param {Frame | null} frame
   */
  due(frame2) {
    const { prompts: prompts2 } = this.table.scene;
    const known = this.came;
    this.came = new Map(prompts2.map(({ id }) => [id, known.has(id) && frame2 ? known.get(id) ?? null : frame2]));
    return prompts2.filter((prompt) => {
      const came = this.came.get(prompt.id);
      return !came || came !== frame2 && this.mine(prompt) && !canWait(prompt);
    });
  }
  /**
   * @param {Table} table
   * @param {boolean} stale
   * @param {Frame | null} frame what is being told
   */
  show(table2, stale2, frame2) {
    this.table = table2;
    const prompts2 = this.due(frame2);
    for (const [seat, division] of this.divisions)
      if (!table2.scene.prompts.some((prompt) => division.isFor(prompt))) this.divisions.delete(seat);
    const { acting, held, sees, holders } = table2;
    const now2 = JSON.stringify([prompts2, table2.scene.can_end_turn, acting, held, sees, holders, stale2]);
    if (now2 === this.shown) return;
    this.shown = now2;
    const last = document.activeElement;
    const focused = this.place.contains(last);
    this.place.replaceChildren(...prompts2.map((prompt) => this.prompt(prompt)));
    if (table2.scene.lesson && prompts2.length) this.place.scrollIntoView({ block: "nearest" });
    if (focused) this.focus(
      /** @type {HTMLElement} */
      last
    );
    if (stale2) for (const button of this.place.querySelectorAll("button")) button.disabled = true;
  }
  /**
   * Keep the focus where it was; where that is gone, put it on the next question, else at the top of the page.
   *
   * @param {HTMLElement} last
   */
  focus(last) {
    const next = this.place.querySelector("button") ?? find("main");
    (last.isConnected ? last : next).focus({ preventScroll: true });
  }
  /** The division on the screen now, if any. */
  get division() {
    return [...this.divisions.values()].find((each) => each.body.isConnected) ?? null;
  }
  /**
   * Return the squares that answer a prompt of this phone when tapped.
   *
   * @returns {Map<string, [prompt: ScenePrompt, choice: SceneChoice]>}
   */
  squares() {
    const open = this.table.scene.prompts.filter((prompt) => this.mine(prompt) && prompt.kind !== "division");
    return new Map(
      open.flatMap(
        (prompt) => prompt.choices.flatMap((choice) => choice.square ? [[choice.square, [prompt, choice]]] : [])
      )
    );
  }
  /** @param {ScenePrompt} prompt */
  mine(prompt) {
    return !prompt.seats.length || prompt.seats.some((seat) => this.table.acting.includes(seat));
  }
  /** @param {Seat[]} seats */
  names(seats) {
    return seats.map((seat) => this.table.scene.names[seat] ?? seat).join(", ");
  }
  /** @param {ScenePrompt} prompt */
  prompt(prompt) {
    if (!this.mine(prompt)) return this.waiting(prompt);
    if (prompt.kind === "division") return this.divide(prompt);
    if (this.endsTurn(prompt)) return make("p", { class: "says", text: prompt.message });
    const form2 = prompt.kind === "number" ? " numbers-grid" : inOneRow(prompt) ? " one-row" : "";
    const buttons = prompt.choices.map(
      (choice, number) => make("button", {
        type: "button",
        class: prompt.kind === "confirm" && number === 0 ? "primary" : "",
        text: choice.label,
        onclick: () => this.answerOnce(prompt, choice.value)
      })
    );
    return make(
      "section",
      { class: `prompt ${prompt.kind}`, "aria-label": prompt.message },
      make("h2", { text: prompt.message }),
      make("div", { class: `answers${form2}` }, ...buttons)
    );
  }
  /**
   * True if the button that ends the turn is the only answer.
   *
   * @param {ScenePrompt} prompt
   */
  endsTurn(prompt) {
    return this.table.scene.can_end_turn && prompt.id.startsWith("game:") && prompt.choices.length === 1;
  }
  /** @param {ScenePrompt} prompt */
  waiting(prompt) {
    const text = _("Waiting for {name}: {what}", { name: this.names(prompt.seats), what: prompt.message });
    return make("p", { class: "says", text });
  }
  /**
   * @param {ScenePrompt} prompt
   * @param {string} value
   */
  answer(prompt, value) {
    return attempt(() => ask("POST", "/api/answer", { prompt: prompt.id, value }));
  }
  /**
   * Answer once, even after a double tap.
   *
   * @param {ScenePrompt} prompt
   * @param {string} value
   */
  async answerOnce(prompt, value) {
    if (this.answering === prompt.id) return;
    this.answering = prompt.id;
    await this.answer(prompt, value);
    this.answering = null;
  }
  // --- secrets -------------------------------------------------------------------------------------------------
  /**
   * @param {ScenePrompt} prompt
   * @returns {HTMLElement}
   */
  divide(prompt) {
    const seat = prompt.seats[0];
    if (this.dividesAnother(seat)) return this.waiting(prompt);
    const { held, sees, scene } = this.table;
    if (!scene.lesson && !held.includes(seat)) return this.take(seat);
    if (!sees.includes(seat)) return this.curtain(seat);
    const known = this.divisions.get(seat);
    if (known) {
      known.update(prompt, this.table);
      return known.body;
    }
    const division = new Division(prompt, this.table, this.changed, (value) => this.keep(division.prompt, value));
    this.divisions.set(seat, division);
    return division.body;
  }
  /**
   * Keep the division secret: it is not announced here, where the next player is given this phone.
   *
   * @param {ScenePrompt} prompt
   * @param {string} value
   */
  async keep(prompt, value) {
    this.line.hush();
    this.line.unveil(await this.answer(prompt, value) ? null : prompt.seats[0]);
  }
  /**
   * True if a player of another seat is dividing on this phone now.
   *
   * @param {Seat} seat
   */
  dividesAnother(seat) {
    const { scene, sees } = this.table;
    return scene.prompts.some(
      (prompt) => prompt.kind === "division" && prompt.seats[0] !== seat && sees.includes(prompt.seats[0])
    );
  }
  /** @param {Seat} seat */
  curtain(seat) {
    const name = this.names([seat]);
    const title = _("Give this phone to {name}", { name });
    return make(
      "section",
      { class: "curtain", "aria-label": title },
      make("h2", { text: title }),
      make("p", { text: _("Only {name} may look now. Everybody else, please look away.", { name }) }),
      make(
        "button",
        { type: "button", class: "primary large", onclick: () => this.line.unveil(seat) },
        icon("eye"),
        _("I am {name}", { name })
      )
    );
  }
  /** @param {Seat} seat */
  take(seat) {
    const name = this.names([seat]);
    const claim = async () => {
      if (await attempt(() => ask("PUT", `/api/seats/${seat}`))) this.line.unveil(seat);
    };
    const title = _("{name} decides in secret", { name });
    return make(
      "section",
      { class: "curtain", "aria-label": title },
      make("h2", { text: title }),
      make("p", { text: _("{name} takes the seat, with this phone or one of their own.", { name }) }),
      make(
        "button",
        { type: "button", class: "primary large", onclick: claim },
        icon("lock"),
        _("I am {name}: take the seat", { name })
      )
    );
  }
};

// webpanel/static/js/table/room.js
var BOARDS = [1, 1, 1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52];
var FOLDED = 2;
var LATER = ".controls, .says";
var FOREMOST = [":scope > *", ".now, .telling, .prompt, .curtain, .clock", ".prompt, .curtain"];
var Room = class {
  /** @param {HTMLElement} main the page of the board */
  constructor(main) {
    this.main = main;
    this.side = /** @type {HTMLElement} */
    main.querySelector(".side");
    this.step = 0;
    this.state = "";
    this.size = "";
    this.waits = false;
    new ResizeObserver(() => this.soon()).observe(this.side);
    addEventListener("resize", () => this.soon());
  }
  /**
   * Begin again with a whole board where the table is in another state; within one the board only shrinks, so that it
   * does not change its size with each sentence.
   *
   * @param {string} state
   */
  see(state) {
    if (state === this.state) return;
    this.state = state;
    this.step = 0;
    this.share();
  }
  /** Share the room out before the next picture; an observer that does it at once would observe what it does. */
  soon() {
    if (this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      this.share();
    });
  }
  share() {
    const size = `${innerWidth} ${innerHeight}`;
    if (size !== this.size) this.step = 0;
    this.size = size;
    if (this.main.matches(".looks-back") || find("log", HTMLDetailsElement).open) return;
    this.main.classList.remove("scant");
    for (const parts of FOREMOST) {
      const step = this.least(parts);
      if (step < BOARDS.length) return this.take(step);
      this.step = Math.max(this.step, FOLDED);
      this.main.classList.add("scant");
    }
    return this.take(FOLDED);
  }
  /**
   * True if the squares are too small for a finger now, so that a first tap would only magnify them, and had better stay
   * as they were: they are played on, and the whole board has larger ones, or points are given to pieces on them.
   *
   * @param {boolean} large the squares of the whole board are not that small
   */
  cramps(large) {
    if (this.side.querySelector(".division")) return this.areSmall();
    return large && this.areSmall() && !this.side.querySelector(".prompt, .curtain, #card > *");
  }
  areSmall() {
    const well = (
      /** @type {HTMLElement} */
      this.main.querySelector(".well")
    );
    return well.clientWidth / Number(getComputedStyle(well).getPropertyValue("--files")) < SMALL_PX;
  }
  /** @param {number} step */
  take(step) {
    this.step = step;
    this.show(step);
  }
  /**
   * Return the first step, from the present one on, at which these parts fit; behind the last one, if at none.
   *
   * @param {string} parts
   */
  least(parts) {
    this.show(FOLDED);
    const large = !this.areSmall();
    for (let step = this.step; step < BOARDS.length; step++) {
      this.show(step);
      if (step > FOLDED && this.cramps(large)) break;
      if (this.fits(parts)) return step;
    }
    return BOARDS.length;
  }
  /** @param {number} step */
  show(step) {
    this.main.classList.toggle("folds", step > 0);
    this.main.classList.toggle("slim", step > 1);
    this.main.style.setProperty("--board", String(BOARDS[step]));
  }
  /**
   * True if none of these stands below the upper edge of the buttons while the page is not scrolled.
   *
   * @param {string} parts
   */
  fits(parts) {
    const edge = innerHeight - find("controls").getBoundingClientRect().height;
    const shown = [...this.side.querySelectorAll(parts)].filter((each) => !each.matches(LATER));
    return shown.every((each) => each.getBoundingClientRect().bottom + scrollY <= edge);
  }
};

// webpanel/static/js/table/rulesheet.js
var MARK = "rules-of-";
var RuleSheet = class {
  /** @param {() => string} game whose rules */
  constructor(game) {
    this.game = game;
    this.sheet = find("rules", HTMLDialogElement);
    this.page = find("rules-page");
    this.shown = "";
    closable(this.sheet);
    this.page.addEventListener("click", (event) => this.follow(event));
  }
  /** @param {string} [section] its heading, as English links have it */
  async open(section = "") {
    const address = at(`/rules/${this.game()}`);
    if (this.shown !== address && !await this.fetch(address)) return location.assign(address);
    this.sheet.showModal();
    const heading3 = section && this.page.querySelector(`[data-section="${section}"], #${MARK}${section}`);
    if (heading3) heading3.scrollIntoView();
    else this.sheet.scrollTop = 0;
    return void 0;
  }
  /**
   * Fetch the rules; true if they came.
   *
   * @param {string} address
   */
  async fetch(address) {
    const answer = await fetch(address).catch(() => null);
    const found = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("article");
    if (!found) return false;
    if (!this.shown) await styled();
    for (const each of found.querySelectorAll("[id]")) each.id = MARK + each.id;
    this.page.replaceChildren(found);
    this.shown = address;
    const pictures = [...found.querySelectorAll("img")];
    await Promise.allSettled(pictures.map((each) => each.decode()));
    return true;
  }
  /**
   * Follow a link within the rules by scrolling the sheet; the table stays.
   *
   * @param {MouseEvent} event
   */
  follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const [page, name] = (link?.getAttribute("href") ?? "").split("#");
    if (page || !name) return;
    event.preventDefault();
    document.getElementById(MARK + decodeURIComponent(name))?.scrollIntoView();
  }
};
function styled() {
  return new Promise((done2) => {
    const link = make("link", { rel: "stylesheet", href: asset("css/pages.css"), onload: done2, onerror: done2 });
    document.head.append(link);
  });
}

// webpanel/static/js/table/tips.js
var READ = "pawnlight-tips";
var Tips = class {
  /** @param {(section: string) => unknown} more opens the rules there */
  constructor(more) {
    this.place = find("tip");
    this.due = void 0;
    this.open = [];
    find("tip-more").addEventListener("click", () => more(this.due?.section ?? ""));
    find("tip-open").addEventListener("click", () => this.unfold(!this.place.matches(".unfolded")));
    find("tip-done").addEventListener("click", () => this.read());
  }
  /**
   * @param {SceneTip[]} tips
   * @param {boolean} busy something else is being read
   */
  show(tips2, busy) {
    this.open = tips2;
    const read = recall(READ, []);
    this.due = tips2.find(({ name }) => !read.includes(name));
    this.place.hidden = busy || !this.due;
    const text = this.due?.message ?? "";
    if (find("tip-text").textContent === text) return;
    find("tip-text").textContent = text;
    this.unfold(false);
  }
  /** @param {boolean} whole */
  unfold(whole) {
    this.place.classList.toggle("unfolded", whole);
    find("tip-open").setAttribute("aria-expanded", String(whole));
  }
  read() {
    if (this.due) keep(READ, [...recall(READ, []), this.due.name]);
    this.show(this.open, false);
  }
};

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

// webpanel/static/js/table/page.js
var frame = find("board");
var table = { ...data("snapshot"), over: false };
var stale = false;
var flashed = 0;
var tall = "";
var playing = "";
var rules = new RuleSheet(() => table.scene.game_id);
var tips = new Tips((section) => rules.open(section));
var board = new Board(frame, _("Board"));
var hand = new Hand(table);
var groups = new Groups(find("groups"), () => show());
var tray = new Tray(() => table, hand, mayTouch);
var ending = new Ending(() => show());
var log = new Log(find("log", HTMLDetailsElement), find("log-last"), find("log-list"), (at2) => lookBack.look(at2));
var lookBack = new LookBack(
  log,
  () => live.seat,
  () => show()
);
var announcer = new Announcer(find("spoken"), ({ words }) => {
  find("by-name").hidden = !words;
});
var clocks = new Clocks((seat) => {
  if (!table.acting.includes(seat)) return;
  announcer.hear(["clock"]);
  announcer.say(_("{name} has less than ten seconds left.", { name: table.scene.names[seat] }));
});
var playback = new Playback(
  () => show(),
  (words) => announcer.say(words),
  (cues2) => announcer.hear(cues2)
);
var deciding = new DecidingMove(
  () => table.over ? table.scene.key : "",
  () => show()
);
var paired = new PairedCards(() => show());
var ear = new Ear((cues2) => announcer.hear(cues2));
var zoom = new Zoom(board, find("zoom"));
var room = new Room(find("main"));
function turns() {
  const own = table.held.length === 1 ? table.held[0] : "white";
  return recall("pawnlight-turns", { white: 0, black: 2, red: 1, blue: 3 }[own]);
}
function rotate() {
  keep("pawnlight-turns", (turns() + 1) % 4);
  show();
}
function ghosts(scene, pieces) {
  return Object.fromEntries(
    scene.missing.filter((square) => !pieces[square]).map((square) => [square, scene.pieces[square]]).filter(([, piece]) => piece)
  );
}
function onWood(scene) {
  const covered = new Set(scene.covered);
  const missing = new Set(scene.missing);
  const stands = Object.fromEntries(Object.entries(scene.pieces).filter(([square]) => covered.has(square)));
  const lifted = Object.fromEntries(
    Object.entries(scene.pieces).filter(([square]) => !covered.has(square) && !missing.has(square))
  );
  return { pieces: stands, lifted };
}
function form(scene) {
  return {
    files: scene.files,
    ranks: scene.ranks,
    light: scene.a1_light,
    turns: turns(),
    palette: table.look.palette,
    still: !table.look.motion,
    art: scene.piece_art,
    names: scene.piece_names
  };
}
function view() {
  if (lookBack.shown) return past(lookBack.shown);
  if (playback.frame) return told(playback.frame);
  return table.wood && table.scene.carrying ? carried() : present();
}
function told({ after, falling, squares, entrances }) {
  const scene = playback.known(table.scene);
  const pieces = { ...after, ...falling };
  const marks2 = scene.marks.filter(({ square, text }) => text && pieces[square] === scene.pieces[square]);
  return {
    ...form(scene),
    pieces,
    falling,
    marks: marks2,
    holes: new Set(scene.holes),
    lights: { ...framed(squares), ...entering(entrances) }
  };
}
function past({ pieces, marks: marks2, holes, squares }) {
  return { ...form(table.scene), pieces, marks: marks2, holes: new Set(holes), lights: framed(squares), jump: true };
}
function carried() {
  const { scene } = table;
  const last = log.moments.at(-1);
  return {
    ...form(scene),
    pieces: scene.pieces,
    marks: marks(table),
    holes: new Set(scene.holes),
    lights: { ...framed(last?.squares ?? []), ...entering(last?.entrances ?? []) },
    paused: scene.overlay === "pause",
    motions: scene.motions
  };
}
function present() {
  const { scene, wood } = table;
  const { pieces, lifted } = wood ? { pieces: wood.stands, lifted: hand.origins } : onWood(scene);
  const division = prompts.division;
  const asked2 = /* @__PURE__ */ new Set([...prompts.squares().keys(), ...division ? division.prompt.squares : []]);
  return {
    ...form(scene),
    pieces,
    lifted,
    lights: groups.lights(scene.lights),
    groups: groups.outlined(scene.groups),
    marks: marks(table),
    ghosts: ghosts(scene, { ...pieces, ...lifted }),
    asked: asked2,
    chosen: division?.chosen ?? null,
    given: division?.words() ?? {},
    ways: hinted(scene.lights, pieces, scene.hint?.seat),
    holes: new Set(scene.holes),
    paused: scene.overlay === "pause",
    flash: newFlash(scene),
    motions: scene.motions
  };
}
function newFlash(scene) {
  const fresh = scene.overlay === "flash" && flashed !== scene.action_count;
  if (scene.overlay === "flash") flashed = scene.action_count;
  return fresh;
}
function show() {
  const { scene } = table;
  log.tell(playback.frame);
  table.over = ending.see(table) && !playback.frame;
  showLesson(table);
  offerFirstGame(table);
  prompts.show(table, stale, playback.frame);
  groups.see(scene.groups, mayTouch() && !playback.frame ? Object.keys(hand.origins) : []);
  board.show(view());
  board.grid.classList.toggle("live", mayTouch());
  board.grid.classList.toggle("drags", mayTouch());
  find("main").classList.toggle("looks-back", lookBack.shown !== null);
  const known = playback.known(scene);
  const tells = playback.frame !== null;
  const rests = tells || scene.carrying || scene.winners !== null;
  refill(find("phase"), ...phase(table, lookBack.shown, playback.frame));
  find("game").textContent = scene.phase ? scene.game_name : "";
  showNow(scene);
  find("players").replaceChildren(...players({ ...table, scene: known }, rests));
  clocks.show();
  find("players").classList.toggle("many", Object.keys(scene.players).length > 2);
  refill(find("counters"), ...counters(known, rests));
  refill(find("says"), ...key({ ...table, scene: known }), ...tells || scene.carrying ? [] : said(scene));
  refill(find("trouble"), ...troubles(scene));
  refill(find("card"), ...card2(scene));
  find("now").hidden = table.over || tells;
  const busy = tells || scene.carrying || lookBack.shown !== null || Boolean(scene.hint?.told);
  tips.show(table.acting.length && !table.over ? scene.tips : [], busy);
  tray.show();
  menu.show(table, stale);
  showDivided();
  announcer.call(calls(table));
  if (!tells) ear.told(table);
  applaud(scene);
  room.see(
    JSON.stringify([scene.key, scene.status === "paused", scene.prompts.length, table.over, tips.due?.name, stale])
  );
}
function applaud({ key: key2, winners }) {
  if (winners === null) playing = key2;
  if (!table.over || playing !== key2) return;
  playing = "";
  const colours = (winners ?? []).map((seat) => lightColour("turn", seat, table.look.palette));
  if (colours.length) celebrate(frame, colours);
}
function said(scene) {
  const sentences = scene.winners ? [] : scene.sentences;
  const also = sentences.filter((text) => text !== scene.now).map((text) => make("p", { text }));
  return [...groupKey(ownGroups(scene)), ...also];
}
function showDivided() {
  find("divided").hidden = !prompts.division;
  find("divided", HTMLButtonElement).disabled = stale;
  find("undo").hidden ||= Boolean(prompts.division);
}
function ownGroups({ groups: found, to_act }) {
  const { acting } = table;
  return !acting.length || acting.some((seat) => to_act.includes(seat)) ? found : [];
}
function showNow(scene) {
  const parts = now(table);
  const place = find("now");
  for (const part of place.querySelectorAll(".countdown, .done")) part.remove();
  if (parts[1].textContent !== place.textContent) place.replaceChildren(...parts);
  const waits = scene.commits_in_s !== null;
  if (waits && !stale && table.acting.length) place.append(done(() => menu.endTurn()));
  if (waits) place.append(countdown(scene.commits_in_s ?? 0));
  keepHeight(place, scene);
}
function keepHeight(place, scene) {
  const state = `${scene.key} ${scene.action_count} ${scene.status} ${innerWidth}`;
  if (state !== tall) place.style.minHeight = "";
  tall = state;
  if (place.offsetHeight) place.style.minHeight = `${place.offsetHeight}px`;
}
function sight({ lights }) {
  const lit = Object.keys(lights);
  const last = lit.filter((square) => lights[square].badge === "last_move");
  const able = lit.filter((square) => ["turn", "spawn", "choice"].includes(lights[square].role ?? ""));
  const from = squarePlace(last[0] ?? able[0] ?? "a1");
  const far = (square) => Math.max(...squarePlace(square).map((place, axis) => Math.abs(place - from[axis])));
  return [...last, ...able.sort((one, other) => far(one) - far(other)).slice(0, 1)];
}
function card2(scene) {
  if (table.over) {
    const rematch = () => menu.post("rematch");
    return [...paired.cards, result(scene, log.story, rematch, () => deciding.offer(scene.key))];
  }
  const people = Object.keys(scene.players).some((seat) => !(seat in scene.computers));
  if (scene.status !== "paused" || people && !table.acting.length || stale) return [];
  return [
    pause({
      resume: () => menu.post("resume", menu.seen()),
      park: () => menu.post("park", menu.seen()),
      abandon: () => menu.abandon()
    })
  ];
}
function mayTouch() {
  return Boolean(table.wood) && !stale && !lookBack.shown && table.acting.length > 0 && table.scene.winners === null;
}
function tap(square) {
  return hand.touch(() => meant(square));
}
function meant(square) {
  if (lookBack.shown) return no(_("The board shows how it stood then. Go back to now to play."));
  if (stale) return no(_("The connection to the board is lost. Trying again …"));
  if (playback.frame) {
    playback.skip();
    if (!mayTouch() || !hand.intents(square).length) return [];
  }
  const asked2 = prompts.squares().get(square);
  const division = prompts.division;
  if (division?.prompt.squares.includes(square)) division.choose(square);
  else if (asked2 && !table.wood?.hand.length) prompts.answer(asked2[0], asked2[1].value);
  else if (mayTouch() && !division) return touched(square);
  else if (table.scene.winners === null) return no(whyNot());
  return [];
}
function touched(square) {
  const intents = hand.intents(square);
  if (!intents.length) return no(hand.why(square));
  hush();
  return intents;
}
function no(sentence) {
  say(sentence);
  announcer.hear(["illegal"]);
  return [];
}
function whyNot() {
  if (prompts.division) return _("Only the lit pieces can be given points. Tap one of them.");
  if (!table.wood) return _("This game is played on the board: move the pieces there.");
  return _("All seats are taken: this phone can only watch.");
}
function drop(from, to) {
  hand.touch(() => {
    if (!table.wood?.hand.length) return [];
    const intents = to ? hand.intents(to) : [];
    return intents.some(([kind]) => kind === "place" || kind === "capture") ? intents : [["place", from, null]];
  });
}
function leave(scene) {
  if (putAway() && scene.winners === null) say(gameBefore());
}
var live = new Live(
  (snapshot, first) => {
    const before = table;
    table = { ...snapshot, over: false };
    if (!first) ear.listen(before, table, playback.frame !== null);
    const moved = before.scene.status === "empty" !== (table.scene.status === "empty");
    if (moved) return void reload();
    if (before.scene.key !== table.scene.key) leave(before.scene);
    shows(table.scene.key);
    hand.see(table, first);
    clocks.see(table);
    log.call(table.scene.names);
    if (table.scene.winners !== null) void paired.look();
    show();
    if (onTable(before.scene) !== onTable(table.scene)) zoom.whole();
    if (before.scene.to_act.join() !== table.scene.to_act.join()) zoom.centre(sight(table.scene));
    return null;
  },
  (broken) => {
    if (broken === stale) return;
    stale = broken;
    show();
  },
  (story, first) => {
    if (first) playback.say(missed(log.story, story));
    else playback.hear(story, table.scene, document.hidden || lookBack.shown !== null || stale);
    log.hear(story, first);
    lookBack.see();
  }
);
var prompts = new Prompts(find("prompts"), table, () => board.show(view()), {
  unveil: (seat) => live.unveil(seat),
  hush: () => live.hush()
});
var menu = new Menu(
  () => table,
  rotate,
  () => announcer.open()
);
new ByName({
  table: () => table,
  words: (square) => board.cells.get(square)?.getAttribute("aria-label") ?? "",
  moments: () => log.moments,
  clocks: () => clocks.told(table.scene.names),
  tap,
  say: (words) => announcer.say(words)
});
find("open-rules").addEventListener("click", () => {
  find("menu", HTMLDialogElement).close();
  rules.open();
});
find("divided").addEventListener("click", () => prompts.division?.commit());
new Touch(board, zoom, {
  can: mayTouch,
  tap,
  drop,
  lift: (square) => hand.send([["lift", square, null]]),
  draggable: (square) => prompts.division || prompts.squares().has(square) || table.wood?.hand.length ? null : table.wood?.stands[square] ?? null
});
onRefusal(() => announcer.hear(["illegal"]));
document.addEventListener("visibilitychange", () => announcer.call(calls(table)));
addEventListener("resize", () => keepHeight(find("now"), table.scene));
board.focused = squareName(0, 0);
clocks.see(table);
shows(table.scene.key);
show();
sayAgain();
