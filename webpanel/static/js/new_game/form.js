/** The form for a new game: every change is checked by the rules, so that seats, board and pieces are always right. */
import { ask, attempt, tellProblem } from "../lib/api.js";
import { at, data, find, inPlace, make } from "../lib/dom.js";
import { _ } from "../lib/texts.js";
import { needed } from "../pages/common.js";
import { clocks, follow } from "./clock.js";
import { SetupEditor } from "./editor.js";

const form = find("new-game", HTMLFormElement);

/** @type {Record<string, (field: HTMLInputElement) => number | string | boolean>} */
const READ = {
  int: (field) => (field.value.trim() === "" ? field.value : Number(field.value)),
  bool: (field) => field.checked,
  choice: (field) => field.value,
};

function options() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = form.querySelectorAll("[data-option]");
  const set = [...fields].filter((field) => field.type !== "radio" || field.checked);
  return Object.fromEntries(set.map((field) => [field.dataset.option, READ[field.dataset.kind ?? ""](field)]));
}

/** The options as the page came. */
const offered = JSON.stringify(options());

/** The switch for a fair start, if the game needs one. */
const fair = /** @type {HTMLInputElement | null} */ (document.getElementById("fair-start"));
/** @type {Record<string, unknown>} */
const fairOptions = JSON.parse(fair?.dataset.fair ?? "{}");

/**
 * Set an option in its field.
 *
 * @param {string} name
 * @param {unknown} value
 */
function set(name, value) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = form.querySelectorAll(`[data-option="${name}"]`);
  for (const field of fields) {
    if (field.type === "radio") field.checked = field.value === value;
    else field.value = String(value);
  }
  fields[0]?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Set the options by the switch for a fair start. */
function followFair() {
  const wanted = fair?.checked ? fairOptions : JSON.parse(fair?.dataset.usual ?? "{}");
  for (const name of Object.keys(fairOptions)) set(name, wanted[name]);
}

/**
 * Set the switch for a fair start by the options, even while one is being typed.
 *
 * @param {Event} event
 */
function showFair({ target }) {
  if (!(target instanceof HTMLElement && target.dataset.option)) return;
  const now = options();
  if (fair) fair.checked = Object.entries(fairOptions).every(([name, value]) => now[name] === value);
}

/**
 * Return a radio button of the place where the game is played.
 *
 * @param {string} which
 * @returns {HTMLInputElement | null}
 */
function place(which) {
  return form.querySelector(`[name="place"]${which}`);
}

/**
 * Make the choice between a person and a computer for a seat; the options are copied from the first one.
 *
 * @param {string} name
 */
function whoPlays(name) {
  const first = form.querySelector("[data-plays]");
  const choice = /** @type {HTMLSelectElement} */ (first?.cloneNode(true));
  choice.value = "";
  choice.setAttribute("aria-label", _("Who plays: {seat}", { seat: name }));
  return choice;
}

/**
 * Make the choice of help by lights for a player; the options are copied from the first one.
 *
 * @param {string} name
 */
function helpOf(name) {
  const first = form.querySelector("[data-help]");
  const choice = /** @type {HTMLSelectElement} */ (first?.cloneNode(true));
  choice.value = "all";
  choice.hidden = false;
  choice.setAttribute("aria-label", _("Help from the lights: {seat}", { seat: name }));
  return choice;
}

/** @param {Needs["seats"][number]} player */
function nameField({ seat, name }) {
  return make(
    "div",
    { class: "player-field", "data-seat": seat },
    make("span", { class: `disc ${seat}` }),
    make(
      "div",
      {},
      make("label", { for: `name-${seat}`, text: name }),
      make("input", { type: "text", id: `name-${seat}`, maxlength: 40, autocomplete: "off", list: "known-names" }),
    ),
    whoPlays(name),
    helpOf(name),
  );
}

/** @param {Needs["seats"]} seats */
function seatAll(seats) {
  const now = new Map([...seatFields()].map((each) => [each.dataset.seat, each]));
  find("names").replaceChildren(...seats.map((each) => now.get(each.seat) ?? nameField(each)));
  follow(playing());
}

/**
 * Return the fields of the players, seat by seat.
 *
 * @returns {NodeListOf<HTMLElement>}
 */
const seatFields = () => document.querySelectorAll("#names [data-seat]");

/** Return the seats that play. */
const playing = () => [...seatFields()].map((field) => field.dataset.seat ?? "");

/** @param {boolean} fits */
function fit(fits) {
  const wood = place('[value="wood"]');
  const screen = place('[value="screen"]');
  if (!wood || !screen) return;
  wood.disabled = !fits;
  if (!fits) screen.checked = true;
  find("too-small").hidden = fits;
}

/** @type {Promise<unknown>} */
let checking = Promise.resolve();

/**
 * Check one after another, so that the last result shown is that of the current choice.
 *
 * @param {Element} chosen the control of what was chosen last
 */
function check(chosen) {
  checking = checking.then(() =>
    attempt(async () => {
      /** @type {Needs} */
      const found = await ask("POST", "/api/games/check", { game: form.dataset.game, options: options() });
      find("size").textContent = `${found.files}×${found.ranks}`;
      find("needed").replaceChildren(...found.pieces.map(needed));
      find("whence").textContent = found.whence;
      inPlace(chosen, () => seatAll(found.seats));
      fit(found.fits);
      if (positioned.checked) await editor.open();
      tellProblem("");
    }, tellProblem),
  );
}

/**
 * @param {Element} field
 * @param {string} which
 * @returns {HTMLSelectElement | null}
 */
const choiceOf = (field, which) => field.querySelector(which);

// --- from a position ---------------------------------------------------------------------------------------------

const positioned = find("from-position", HTMLInputElement);
const editor = new SetupEditor(() => ({ game: form.dataset.game ?? "", options: options() }));

/**
 * Show the editor, or hide it.
 *
 * @param {State | null} [state] the position to begin with
 */
async function position(state = null) {
  find("setup").hidden = !positioned.checked;
  if (positioned.checked)
    await attempt(
      () => editor.open(state),
      (sentence) => editor.complain(sentence),
    );
}

/** Scroll the editor into sight: with the switch at the lower edge, nothing would seem to happen. */
async function choosePosition() {
  await position();
  if (positioned.checked) find("setup").scrollIntoView({ block: "nearest" });
}

/** Choose the physical board: whose pieces stand there already wants to play there. */
function onWood() {
  const wood = place('[value="wood"]');
  if (wood && !wood.disabled) wood.checked = true;
}

/** Return the state from which the game begins; undefined: the usual start. */
function setup() {
  if (!positioned.checked) return undefined;
  return editor.state() ?? undefined;
}

/** Return the other board that is invited, and the seats that are played there; null: there is none. */
function otherBoard() {
  const theirs = [...seatFields()].filter((field) => playsAt(field) !== null);
  if (!theirs.length) return null;
  return { id: playsAt(theirs[0]), seats: theirs.map((field) => field.dataset.seat) };
}

/**
 * Return the id of the board at which a seat is played; null: it is played here.
 *
 * @param {Element} field
 */
function playsAt(field) {
  const [kind, id] = (choiceOf(field, "[data-plays]")?.value ?? "").split(":");
  if (kind !== "board") return null;
  return id || codeIn(find("board-id", HTMLInputElement).value);
}

/**
 * Find the code in a typed or pasted text: perhaps with blanks in it, or in the whole address that a QR code has.
 *
 * @param {string} typed
 */
function codeIn(typed) {
  const code = typed.replaceAll(/[\s-]/g, "").toLowerCase();
  return /[?&]board=([0-9a-f]{16})$/.exec(code)?.[1] ?? code;
}

/** Show the fields about the other board, if one is invited. */
function showBoard() {
  if (!document.getElementById("other-board")) return;
  const chosen = [...seatFields()].map((field) => choiceOf(field, "[data-plays]")?.value ?? "");
  find("other-board").hidden = !chosen.includes("board:");
  find("help-meeting").hidden = !chosen.some((value) => value.startsWith("board:"));
}

/**
 * Return the level of the computer, or the outside engine, that a choice names; 0: a person plays.
 *
 * @param {string} plays
 */
function computerOf(plays) {
  if (plays === "adaptive") return plays;
  return plays.startsWith("{") ? JSON.parse(plays) : Number(plays);
}

// --- the usual ways to begin ---------------------------------------------------------------------------------------

/** @type {NodeListOf<HTMLInputElement>} */
const presets = form.querySelectorAll("[name=preset]");
const clock = find("clock", HTMLSelectElement);
/** The time control of the way to begin that has one. */
const timed = Array.from(presets, ({ dataset }) => dataset.clock ?? "").find(Boolean) ?? "";

/** Return the choices of who plays, seat by seat. */
const players = () => [...seatFields()].flatMap((field) => choiceOf(field, "[data-plays]") ?? []);

/**
 * Choose a usual way to begin: who plays, and the clock. The computer finds its strength by itself.
 *
 * @param {string} way
 */
function begins(way) {
  for (const [number, plays] of players().entries()) choose(plays, number && way === "computer" ? "adaptive" : "");
  if (way === "clock") choose(clock, timed);
  else if (clock.value === timed) choose(clock, "");
}

/**
 * @param {HTMLSelectElement} field
 * @param {string} value
 */
function choose(field, value) {
  if (field.value === value) return;
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Return the usual way to begin that the form describes; empty: none. */
function way() {
  const [first, ...others] = players().map(({ value }) => value);
  if (first) return "";
  if (others.every(Boolean)) return clock.value ? "" : "computer";
  if (others.some(Boolean)) return "";
  return clock.value ? (clock.value === timed ? "clock" : "") : "together";
}

/** Mark the usual way to begin that the choices make. */
function showWay() {
  const now = way();
  for (const preset of presets) preset.checked = preset.value === now;
}

let starting = false;

/** @param {SubmitEvent} event */
async function start(event) {
  event.preventDefault();
  if (positioned.checked) await editor.checking; // a text that was typed just now is read first
  if (starting) return; // a double tap starts one game
  if (positioned.checked && !editor.state()) {
    if (editor.draft) editor.complain(editor.asking());
    else await position(); // the editor did not load before
    find("setup-problem").scrollIntoView({ block: "center" });
    return;
  }
  const fields = [...seatFields()];
  const players = Object.fromEntries(fields.map((field) => [field.dataset.seat, field.querySelector("input")?.value]));
  const computers = Object.fromEntries(
    fields
      .map((field) => [field.dataset.seat, choiceOf(field, "[data-plays]")?.value ?? ""])
      .map(([seat, plays]) => [seat, computerOf(plays ?? "")])
      .filter(([, level]) => level),
  );
  const help = Object.fromEntries(
    fields.map((field) => [field.dataset.seat, choiceOf(field, "[data-help]")?.value ?? "all"]),
  );
  const screen = place(":checked")?.value === "screen";
  const board = otherBoard();
  starting = true;
  starting = await attempt(
    () =>
      ask("POST", "/api/games", {
        game: form.dataset.game,
        options: options(),
        players,
        computers,
        clocks: clocks(playing()),
        help,
        screen,
        setup: setup(),
        board: board ?? undefined,
      }),
    tellProblem,
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
  if (target instanceof HTMLSelectElement && target.dataset.plays !== undefined) {
    const field = target.closest("[data-seat]");
    const name = field?.querySelector("input");
    const help = field && choiceOf(field, "[data-help]");
    for (const each of [name, help]) if (each) each.hidden = target.value !== "";
  }
});
form.addEventListener("change", () => follow(playing()));
form.addEventListener("change", showBoard);
for (const kind of ["input", "change"]) form.addEventListener(kind, showFair);
document.getElementById("setup-read")?.addEventListener("click", onWood);
showBoard();
form.addEventListener("submit", start);
addEventListener("pageshow", () => {
  starting = false;
  // back on this page, the browser restores the choices without an event
  const changed = JSON.stringify(options()) !== offered;
  if (changed) check(form);
  if (changed || positioned.checked) find("more", HTMLDetailsElement).open = true; // it was open when they were made
  if (positioned.checked && find("setup").hidden) position();
});
position(data("position"));
follow(playing());
