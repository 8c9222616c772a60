/** Configuring a new game: every change is checked by the rules, so that seats, board and pieces are always true. */
import { ask, attempt } from "./api.js";
import { make } from "./dom.js";
import { needed } from "./pages.js";

const form = document.getElementById("new-game");
const problem = document.getElementById("problem");
const READ = {
  int: (field) => (field.value.trim() === "" ? field.value : Number(field.value)),
  bool: (field) => field.checked,
  choice: (field) => field.value,
};

function options() {
  const fields = [...form.querySelectorAll("[data-option]")].filter((field) => field.type !== "radio" || field.checked);
  return Object.fromEntries(fields.map((field) => [field.dataset.option, READ[field.dataset.kind](field)]));
}

function tell(sentence) {
  problem.textContent = sentence;
  problem.hidden = !sentence;
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
      make("input", { type: "text", id: `name-${seat}`, maxlength: 40, autocomplete: "off", list: "known-names" }),
    ),
  );
}

function seatAll(seats) {
  const place = document.getElementById("names");
  const now = new Map([...place.children].map((child) => [child.dataset.seat, child]));
  place.replaceChildren(...seats.map((each) => now.get(each.seat) ?? nameField(each)));
}

function fit(fits) {
  const wood = form.querySelector('[name="place"][value="wood"]');
  if (!wood) return;
  wood.disabled = !fits;
  if (!fits) form.querySelector('[name="place"][value="screen"]').checked = true;
  document.getElementById("too-small").hidden = fits;
}

async function check() {
  await attempt(async () => {
    const found = await ask("POST", "/api/games/check", { game: form.dataset.game, options: options() });
    document.getElementById("size").textContent = `${found.files}×${found.ranks}`;
    document.getElementById("needed").replaceChildren(...found.pieces.map(needed));
    seatAll(found.seats);
    fit(found.fits);
    tell("");
  }, tell);
}

async function start(event) {
  event.preventDefault();
  const players = Object.fromEntries(
    [...document.querySelectorAll("[data-seat]")].map((field) => [
      field.dataset.seat,
      field.querySelector("input").value,
    ]),
  );
  const screen = form.querySelector('[name="place"]:checked').value === "screen";
  const begun = await attempt(
    () => ask("POST", "/api/games", { game: form.dataset.game, options: options(), players, screen }),
    tell,
  );
  if (begun) location.assign("/");
  else problem.scrollIntoView({ block: "center" });
}

form.addEventListener("change", (event) => event.target.dataset.option && check());
form.addEventListener("submit", start);
