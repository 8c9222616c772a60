/** Configuring a new game: every change is checked by the rules, so that seats, board and pieces are always true. */
import { ask, attempt, tellProblem } from "./api.js";
import { find, make } from "./dom.js";
import { needed } from "./pages.js";
import { _ } from "./texts.js";

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

/** The switch that evens out who begins, if the game needs one. */
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
  fields[0]?.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Let the options follow the switch of a fair start. */
function followFair() {
  const wanted = fair?.checked ? fairOptions : JSON.parse(fair?.dataset.usual ?? "{}");
  for (const name of Object.keys(fairOptions)) set(name, wanted[name]);
}

/** Let the switch of a fair start follow the options. */
function showFair() {
  const now = options();
  if (fair) fair.checked = Object.entries(fairOptions).every(([name, value]) => now[name] === value);
}

/**
 * A radio button of where the game is played.
 *
 * @param {string} which
 * @returns {HTMLInputElement | null}
 */
function place(which) {
  return form.querySelector(`[name="place"]${which}`);
}

/**
 * Whether a person or a computer plays a seat; the choices are those of the first one.
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
  );
}

/** @param {Needs["seats"]} seats */
function seatAll(seats) {
  const names = find("names");
  /** @type {NodeListOf<HTMLElement>} */
  const fields = names.querySelectorAll("[data-seat]");
  const now = new Map([...fields].map((each) => [each.dataset.seat, each]));
  names.replaceChildren(...seats.map((each) => now.get(each.seat) ?? nameField(each)));
}

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

/** One check after the other, so that the last one shown is that of what is chosen now. */
function check() {
  checking = checking.then(() =>
    attempt(async () => {
      /** @type {Needs} */
      const found = await ask("POST", "/api/games/check", { game: form.dataset.game, options: options() });
      find("size").textContent = `${found.files}×${found.ranks}`;
      find("needed").replaceChildren(...found.pieces.map(needed));
      seatAll(found.seats);
      fit(found.fits);
      tellProblem("");
    }, tellProblem),
  );
}

/** @param {SubmitEvent} event */
async function start(event) {
  event.preventDefault();
  /** @type {NodeListOf<HTMLElement>} */
  const fields = document.querySelectorAll("[data-seat]");
  const players = Object.fromEntries(
    [...fields].map((field) => [field.dataset.seat, field.querySelector("input")?.value]),
  );
  const computers = Object.fromEntries(
    [...fields]
      .map((field) => [field.dataset.seat, Number(field.querySelector("select")?.value)])
      .filter(([, level]) => level),
  );
  const screen = place(":checked")?.value === "screen";
  const begun = await attempt(
    () => ask("POST", "/api/games", { game: form.dataset.game, options: options(), players, computers, screen }),
    tellProblem,
  );
  if (begun) location.assign("/");
  else find("problem").scrollIntoView({ block: "center" });
}

form.addEventListener("change", ({ target }) => {
  if (target === fair) followFair();
  if (target instanceof HTMLElement && target.dataset.option) {
    showFair();
    check();
  }
  if (target instanceof HTMLSelectElement && target.dataset.plays !== undefined) {
    const name = target.closest("[data-seat]")?.querySelector("input");
    if (name) name.hidden = target.value !== "";
  }
});
form.addEventListener("submit", start);
