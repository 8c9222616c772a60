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
  const chosen2 = (
    /** @type {Element} */
    target
  );
  const form = chosen2.closest("form.filters");
  form?.setAttribute("action", `#${chosen2.id}`);
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

// webpanel/static/js/board/rings.js
var PIXELS = 16;
var SHAPED_FROM = 8;
function levels(role, pixels = PIXELS) {
  const [pattern] = pixels < SHAPED_FROM ? ["B"] : FORMS[role];
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
  const [, motion, period] = FORMS[role];
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

// webpanel/static/js/story/announcer.js
var KEPT = "pawnlight-announce";
var USUAL = { sounds: true, speech: false, vibration: false, words: false };
var chosen = () => recall(KEPT, {});
var sounds = () => chosen().sounds ?? USUAL.sounds;
var choose = (way, on) => keep(KEPT, { ...chosen(), [way]: on });

// webpanel/static/js/pages/settings.js
var SHOWN = ["move", "capture", "origin", "spawn", "choice", "wrong", "march_to", "spent"];
var READ = {
  range: (field2) => Number(field2.value),
  number: (field2) => Number(field2.value),
  checkbox: (field2) => field2.checked,
  radio: (field2) => field2.value
};
function meter(now, most) {
  find("estimate").textContent = _("{now} A of {most} A", { now: tenths(now), most: tenths(most) });
  find("limited").hidden = now > most;
  find("starved").hidden = now <= most;
  find("meter").style.width = `${Math.min(100, 100 * now / (most || 1))}%`;
}
function tenths(amperes) {
  return Number(amperes.toFixed(1)).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1 });
}
function preview() {
  const chosen2 = document.querySelector('[name="palette"]:checked');
  const palette = chosen2?.value ?? "default";
  const words = new Map(legend());
  find("preview").classList.toggle("still", !field("motion").checked);
  find("preview").replaceChildren(
    ...SHOWN.map(
      (role) => make("li", {}, make("div", { class: "sample" }, ring(role, null, palette)), words.get(role))
    )
  );
}
var queue = Promise.resolve();
var latest = /* @__PURE__ */ new Map();
var settingOf = (input) => input.dataset.setting ?? input.id;
function change(input) {
  const name = settingOf(input);
  const value = READ[input.type](input);
  const given = { [name]: value };
  latest.set(name, given);
  queue = queue.then(async () => {
    const done2 = await attempt(async () => {
      const now = await ask("PATCH", "/api/settings", given);
      meter(now.estimate_a, now.amperes);
    });
    if (done2) remember(name, value);
    else if (latest.get(name) === given) putBack(name);
  });
}
function inputs(name) {
  const all = find("settings", HTMLFormElement).querySelectorAll("input");
  return [...all].filter((input) => settingOf(input) === name);
}
function remember(name, value) {
  for (const input of inputs(name)) {
    if (input.type === "radio") input.defaultChecked = input.value === value;
    else if (input.type === "checkbox") input.defaultChecked = value === true;
    else input.defaultValue = String(value);
  }
}
function putBack(name) {
  for (const input of inputs(name)) {
    input.checked = input.defaultChecked;
    if (input.type === "range" || input.type === "number") input.value = input.defaultValue;
  }
  showBrightness();
  preview();
}
function showBrightness() {
  find("brightness-value").textContent = percent(Number(field("brightness").value) / 100);
}
function owner() {
  const form = find("settings");
  let waiting;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => {
    preview();
    if (event.target instanceof HTMLInputElement && event.target.type !== "range") change(event.target);
  });
  find("brightness").addEventListener("input", () => {
    showBrightness();
    clearTimeout(waiting);
    waiting = setTimeout(() => change(field("brightness")), 80);
  });
  find("leave").addEventListener(
    "click",
    async () => await attempt(() => ask("DELETE", "/api/owner")) && location.reload()
  );
  find("sign-out").addEventListener("click", signOut);
  find("power-off").addEventListener("click", powerOff);
  meter(Number(find("estimate").dataset.now), Number(find("estimate").dataset.most));
  preview();
}
async function signOut() {
  const means = _(
    "All seats become free, and players take theirs again. Settings need the PIN again, on this phone too."
  );
  const sure = await question(_("Sign out all phones?"), means, [[true, _("Sign out"), "danger"]]);
  if (sure && await attempt(() => ask("DELETE", "/api/phones"))) location.reload();
}
async function powerOff() {
  const means = _(
    "All phones lose their connection to the table. A game in progress goes on once the computer has power again: pull the plug and put it back in."
  );
  const sure = await question(_("Switch the computer off?"), means, [[true, _("Switch off"), "danger"]]);
  if (sure && await attempt(() => ask("POST", "/api/power-off"))) {
    const wait = _(
      "Everything is stored. Wait until the board is dark and the computer's green light stays off, then pull the plug."
    );
    find("power-off").replaceWith(make("p", { class: "notice", role: "status", text: wait }));
  }
}
if (document.getElementById("settings")) owner();
field("sounds").checked = sounds();
field("sounds").addEventListener("change", () => choose("sounds", field("sounds").checked));
var appearance = find("appearance", HTMLFormElement);
appearance.addEventListener("change", () => appearance.submit());
document.getElementById("pin-form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await attempt(() => ask("POST", "/api/owner", { pin: field("pin").value }), tellProblem)) location.reload();
});
