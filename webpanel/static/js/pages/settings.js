/** Settings act at once, so that the board itself is the preview. */
import { ask, attempt, tellProblem } from "../lib/api.js";
import { question } from "../lib/dialogs.js";
import { field, find, make } from "../lib/dom.js";
import "./common.js";
import { legend } from "../board/lights.js";
import { ring } from "../board/rings.js";
import { _, percent } from "../lib/texts.js";
import { choose, sounds } from "../story/announcer.js";

/** @type {Role[]} */
const SHOWN = ["move", "capture", "origin", "spawn", "choice", "wrong", "march_to", "spent"];
/** @type {Record<string, (field: HTMLInputElement) => number | string | boolean>} */
const READ = {
  range: (field) => Number(field.value),
  number: (field) => Number(field.value),
  checkbox: (field) => field.checked,
  radio: (field) => field.value,
};

/**
 * @param {number} now
 * @param {number} most
 */
function meter(now, most) {
  find("estimate").textContent = _("{now} A of {most} A", { now: tenths(now), most: tenths(most) });
  find("limited").hidden = now > most;
  find("starved").hidden = now <= most;
  find("meter").style.width = `${Math.min(100, (100 * now) / (most || 1))}%`;
}

/** @param {number} amperes */
function tenths(amperes) {
  return Number(amperes.toFixed(1)).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1 });
}

function preview() {
  /** @type {HTMLInputElement | null} */
  const chosen = document.querySelector('[name="palette"]:checked');
  const palette = chosen?.value ?? "default";
  const words = new Map(legend());
  find("preview").classList.toggle("still", !field("motion").checked);
  find("preview").replaceChildren(
    ...SHOWN.map((role) =>
      make("li", {}, make("div", { class: "sample" }, ring(role, null, palette)), words.get(role)),
    ),
  );
}

/** @type {Promise<unknown>} */
let queue = Promise.resolve();

/** The latest choice for each setting. @type {Map<string, object>} */
const latest = new Map();

/** @param {HTMLInputElement} input */
const settingOf = (input) => input.dataset.setting ?? input.id;

/**
 * Send changes one after another, so that none overtakes another.
 *
 * @param {HTMLInputElement} input
 */
function change(input) {
  const name = settingOf(input);
  const value = READ[input.type](input);
  const given = { [name]: value };
  latest.set(name, given);
  queue = queue.then(async () => {
    const done = await attempt(async () => {
      /** @type {Settings} */
      const now = await ask("PATCH", "/api/settings", given);
      meter(now.estimate_a, now.amperes);
    });
    if (done) remember(name, value);
    else if (latest.get(name) === given) putBack(name);
  });
}

/**
 * Return the inputs of a setting. Their defaults are the values in force.
 *
 * @param {string} name
 */
function inputs(name) {
  const all = find("settings", HTMLFormElement).querySelectorAll("input");
  return [...all].filter((input) => settingOf(input) === name);
}

/**
 * @param {string} name
 * @param {number | string | boolean} value
 */
function remember(name, value) {
  for (const input of inputs(name)) {
    if (input.type === "radio") input.defaultChecked = input.value === value;
    else if (input.type === "checkbox") input.defaultChecked = value === true;
    else input.defaultValue = String(value);
  }
}

/**
 * Put a refused setting back, so that the page does not show it as if it were in force.
 *
 * @param {string} name
 */
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
  /** @type {ReturnType<typeof setTimeout> | undefined} */
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
    async () => (await attempt(() => ask("DELETE", "/api/owner"))) && location.reload(),
  );
  find("sign-out").addEventListener("click", signOut);
  find("power-off").addEventListener("click", powerOff);
  meter(Number(find("estimate").dataset.now), Number(find("estimate").dataset.most));
  preview();
}

async function signOut() {
  const means = _(
    "All seats become free, and players take theirs again. Settings need the PIN again, on this phone too.",
  );
  const sure = await question(_("Sign out all phones?"), means, [[true, _("Sign out"), "danger"]]);
  if (sure && (await attempt(() => ask("DELETE", "/api/phones")))) location.reload();
}

async function powerOff() {
  const means = _(
    "All phones lose their connection to the table. A game in progress goes on once the computer has power again: pull the plug and put it back in.",
  );
  const sure = await question(_("Switch the computer off?"), means, [[true, _("Switch off"), "danger"]]);
  if (sure && (await attempt(() => ask("POST", "/api/power-off")))) {
    const wait = _(
      "Everything is stored. Wait until the board is dark and the computer's green light stays off, then pull the plug.",
    );
    find("power-off").replaceWith(make("p", { class: "notice", role: "status", text: wait }));
  }
}

if (document.getElementById("settings")) owner();
field("sounds").checked = sounds();
field("sounds").addEventListener("change", () => choose("sounds", field("sounds").checked));
const appearance = find("appearance", HTMLFormElement);
appearance.addEventListener("change", () => appearance.submit());
document.getElementById("pin-form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await attempt(() => ask("POST", "/api/owner", { pin: field("pin").value }), tellProblem)) location.reload();
});
