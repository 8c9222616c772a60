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
  const answer2 = await response.json().catch(() => ({}));
  if (response.ok) return answer2;
  const sentence = answer2.error ?? _("The panel refused this without saying why.");
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

// webpanel/static/js/board/pieces.js
var DRAWN = new Set("pawn pikeman rook castle knight bishop vicar queen king champion life death".split(" "));
var drawing = (name) => asset(`${document.documentElement.dataset.drawings ?? "pieces.svg"}#${name}`);
function pieceArt(piece, art) {
  const words2 = (art[piece[1]] ?? "").toLowerCase().split(" ");
  const name = words2.find((word) => DRAWN.has(word));
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

// webpanel/static/js/workshop/practice.js
var MOST = 40;
var PracticeBoard = class {
  /**
   * @param {Send} send
   * @param {(value: string) => unknown} answer
   */
  constructor(send, answer2) {
    this.send = send;
    this.answer = answer2;
    this.squares = /* @__PURE__ */ new Map();
    this.switches = /* @__PURE__ */ new Map();
    this.piece = null;
    this.path = [];
    this.under = null;
    this.drawn = false;
    this.sending = false;
    this.listen(find("squares"));
  }
  /** @param {HTMLElement} place */
  listen(place) {
    place.addEventListener("pointerdown", (event) => {
      this.under = this.nameOf(event.target);
      if (this.under !== null) place.setPointerCapture(event.pointerId);
    });
    place.addEventListener("pointermove", (event) => {
      const name = this.under && this.nameOf(document.elementFromPoint(event.clientX, event.clientY));
      if (name && name !== this.under) this.drag(name);
    });
    place.addEventListener("pointerup", () => {
      if (this.under !== null) this.press(this.under);
      this.under = null;
    });
    place.addEventListener("pointercancel", () => {
      this.under = null;
      this.drawn = false;
    });
    place.addEventListener("click", (event) => {
      const name = this.nameOf(event.target);
      if (name !== null && event.detail === 0) this.press(name);
    });
  }
  /** @param {EventTarget | null} target */
  nameOf(target) {
    return target instanceof Element ? target.closest("button")?.dataset.square ?? null : null;
  }
  /** @param {string} name */
  drag(name) {
    if (this.under !== this.piece && !this.drawn) this.path.push(
      /** @type {string} */
      this.under
    );
    this.drawn = true;
    this.path.push(name);
    this.under = name;
    this.flush();
  }
  /** @param {string} name */
  press(name) {
    const drawn2 = this.drawn;
    this.drawn = false;
    if (drawn2) return;
    if (this.squares.get(name)?.dataset.answer) this.answer(name);
    else this.send("/api/workshop/piece", { path: name === this.piece ? "" : name });
  }
  async flush() {
    if (this.sending) return;
    this.sending = true;
    while (this.path.length) await this.send("/api/workshop/piece", { path: this.path.splice(0, MOST).join(" ") });
    this.sending = false;
  }
  /**
   * @param {Practice} practice
   * @param {Work | null} work
   * @param {Record<string, string>} looks
   */
  show(practice, work, looks) {
    this.showFaults(practice);
    this.piece = practice.piece;
    if (work === null) return;
    if (this.squares.size !== work.files * work.ranks) this.build(work);
    const labels = new Map(work.choices.map(({ value, label }) => [value, label]));
    for (const [name, square] of this.squares) {
      const label = labels.get(name);
      const stands = name === practice.piece;
      const action = stands ? _("Take the piece off {square}", { square: name }) : _("Put the piece on {square}", { square: name });
      const colours = practice.rings[name] ?? [];
      square.dataset.answer = label ?? "";
      square.className = `reed practised ${looks[work.squares[name]] ?? ""} ${label === void 0 ? "" : "offered"}`;
      square.classList.toggle("stands", stands);
      square.setAttribute("aria-label", label ?? action);
      square.title = colours.length ? _("lit") : "";
      square.style.setProperty("--lit", gradient(colours));
    }
  }
  /** @param {Work} work */
  build(work) {
    find("squares").style.setProperty("--files", String(work.files));
    find("squares").classList.add("practice");
    this.squares = new Map(
      seenRows(work.files, work.ranks, 0).flat().map((name) => [
        name,
        make(
          "button",
          { type: "button", "data-square": name },
          make("span", { class: "ring" }),
          make("span", { text: name }),
          pieceArt("wP", { P: "pawn" })
        )
      ])
    );
    find("squares").replaceChildren(...this.squares.values());
  }
  /** @param {Practice} practice */
  showFaults({ faults }) {
    if (!this.switches.size) this.buildFaults(faults);
    for (const { name, on } of faults) {
      const box = this.switches.get(name);
      if (box) box.checked = on;
    }
  }
  /** @param {Practice["faults"]} faults */
  buildFaults(faults) {
    for (const { name, label } of faults) {
      const box = make("input", {
        type: "checkbox",
        role: "switch",
        id: `fault-${name}`,
        onchange: () => this.send("/api/workshop/fault", { name, on: box.checked })
      });
      this.switches.set(name, box);
      find("faults").append(
        make("label", { class: "switch", for: `fault-${name}` }, make("span", { text: label }), box)
      );
    }
  }
};
function gradient(colours) {
  const turn = (part) => `${100 * part / colours.length}%`;
  const parts = colours.map(
    (colour, at2) => `${colour === "#000000" ? "transparent" : colour} ${turn(at2)} ${turn(at2 + 1)}`
  );
  return parts.length ? `conic-gradient(${parts.join(", ")})` : "none";
}

// webpanel/static/js/workshop/page.js
var LOOK_MS = 300;
var LOOKS = { known: "seen", answered: "seen", covered: "seen covered", asked: "covered", dead: "suspect" };
var drawn = "";
var question = "";
var task = "";
var asked = 0;
var changed = 0;
var changing = 0;
var lost = false;
function request(method, address, body) {
  asked += 1;
  const number = asked;
  return attempt(async () => {
    const { work, practice } = await ask(method, address, body);
    if (number >= changed) show(work, practice);
    if (lost || method !== "GET") tellProblem("");
    lost = false;
  }, tell(method));
}
function tell(method) {
  return (sentence) => {
    lost = method === "GET";
    tellProblem(sentence);
  };
}
async function change(method, address, body) {
  changed = asked + 1;
  changing += 1;
  await request(method, address, body).finally(() => changing -= 1);
}
function answer(value) {
  return change("POST", "/api/workshop/answer", { answer: value, question });
}
function names(work) {
  return seenRows(work.files, work.ranks, 0).flat();
}
function choices(work) {
  const squares2 = new Set(names(work));
  refill(
    find("choices"),
    ...work.choices.filter(({ value }) => !squares2.has(value)).map(({ value, label }) => make("button", { type: "button", text: label, onclick: () => answer(value) }))
  );
}
function squares(work) {
  const key = JSON.stringify([work.squares, work.choices, work.files, work.ranks]);
  if (key === drawn) return;
  drawn = key;
  const labels = new Map(work.choices.map(({ value, label }) => [value, label]));
  find("squares").style.setProperty("--files", String(work.files));
  find("squares").replaceChildren(
    ...names(work).map((name) => {
      const look2 = `reed ${LOOKS[work.squares[name]] ?? ""}`;
      const label = labels.get(name);
      if (label === void 0) return make("span", { class: look2, text: name });
      return make("button", {
        type: "button",
        class: `${look2} offered`,
        text: name,
        "aria-label": label,
        onclick: () => answer(name)
      });
    })
  );
}
function words(id, sentence) {
  if (find(id).textContent !== sentence) find(id).textContent = sentence;
}
var board = null;
function show(work, practice) {
  if (practice) {
    board ??= new PracticeBoard((address, body) => change("POST", address, body), answer);
    board.show(practice, work, LOOKS);
  }
  task = work?.id ?? "";
  find("begin").hidden = work !== null;
  find("work").hidden = work === null;
  if (work === null) return;
  question = work.question;
  words("sentence", work.sentence);
  words("hint", work.hint ?? "");
  find("hint").hidden = !work.hint;
  words("progress", work.of ? _("{done} of {all}", { done: work.done, all: work.of }) : "");
  choices(work);
  if (!practice) squares(work);
  find("findings").replaceChildren(...work.findings.map((text) => make("li", { text })));
  words("picture", work.picture.join("\n"));
  find("picture").hidden = !work.picture.length;
  find("guide").hidden = !work.guide;
  find("guide-page").setAttribute("href", at(`/guides/${work.guide}`));
  find("work-facts").replaceChildren(
    ...work.facts.flatMap(({ label, value }) => [make("dt", { text: label }), make("dd", { text: value })])
  );
}
async function look() {
  if (!document.hidden && !changing) await request("GET", "/api/workshop");
  setTimeout(look, LOOK_MS);
}
var tasks = document.querySelectorAll("[data-task]");
for (const button of tasks) {
  button.addEventListener("click", () => change("POST", "/api/workshop", { task: button.dataset.task, instead: task }));
}
find("end").addEventListener("click", () => change("DELETE", "/api/workshop", { id: task }));
look();
