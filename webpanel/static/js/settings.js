/** Settings act at once, so that the board itself is the preview. */
import { ask, attempt } from "./api.js";
import { make } from "./dom.js";
import "./pages.js";
import { legend, ring } from "./rings.js";
import { _ } from "./texts.js";

const find = (id) => document.getElementById(id);
const SHOWN = ["move", "capture", "origin", "spawn", "choice", "wrong", "march_to", "spent"];
const READ = {
  range: (field) => Number(field.value),
  number: (field) => Number(field.value),
  checkbox: (field) => field.checked,
  radio: (field) => field.value,
};

function meter(now, most) {
  find("estimate").textContent = _("{now} A of {most} A", { now: now.toFixed(1), most: most.toFixed(1) });
  find("meter").style.width = `${Math.min(100, (100 * now) / (most || 1))}%`;
}

function preview() {
  const palette = document.querySelector('[name="palette"]:checked').value;
  const words = new Map(legend());
  find("preview").classList.toggle("still", !find("motion").checked);
  find("preview").replaceChildren(
    ...SHOWN.map((role) =>
      make("li", {}, make("div", { class: "sample" }, ring({ role, seat: null }, palette)), words.get(role)),
    ),
  );
}

let queue = Promise.resolve();

/** Changes go one after the other, so that none overtakes another, nor a new language the changes before it. */
function change(field) {
  const name = field.dataset.setting ?? field.id;
  const given = { [name]: READ[field.type](field) };
  queue = queue.then(() =>
    attempt(async () => {
      const now = await ask("PATCH", "/api/settings", given);
      meter(now.estimate_a, now.amperes);
      if (name === "language") location.reload();
    }),
  );
}

function owner() {
  const form = find("settings");
  let waiting = 0;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => {
    preview();
    if (event.target.type !== "range") change(event.target);
  });
  find("brightness").addEventListener("input", () => {
    find("brightness-value").textContent = find("brightness").value;
    clearTimeout(waiting);
    waiting = setTimeout(() => change(find("brightness")), 80);
  });
  find("leave").addEventListener(
    "click",
    async () => (await attempt(() => ask("DELETE", "/api/owner"))) && location.reload(),
  );
  meter(Number(find("estimate").dataset.now), Number(find("estimate").dataset.most));
  preview();
}

if (find("settings")) owner();
find("appearance").addEventListener("change", () => find("appearance").submit());
find("pin-form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const tell = (sentence) => {
    find("problem").textContent = sentence;
    find("problem").hidden = false;
  };
  if (await attempt(() => ask("POST", "/api/owner", { pin: find("pin").value }), tell)) location.reload();
});
