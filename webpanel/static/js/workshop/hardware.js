/**
 * The switches, live: closed, answered since the page was opened, on manual; and the rings, with as many pixels as the
 * board's.
 */

import { badge, ring } from "../board/rings.js";
import { ask, attempt, sayAgain, shows, tellProblem } from "../lib/api.js";
import { at, data, find, make } from "../lib/dom.js";
import { Live } from "../lib/live.js";
import { seenRows } from "../lib/squares.js";
import { _ } from "../lib/texts.js";

/** @type {Set<string>} */
const seen = new Set();
let { scene, look } = data("snapshot");
const pixels = Number(find("reeds").dataset.pixels);
/** @type {Set<string> | null} */
let before = null;
/** @type {Map<string, HTMLElement>} */
const reeds = new Map();

/** @param {string} square */
function toggle(square) {
  return attempt(() => ask("POST", "/api/manual", { square, manual: !scene.manual.includes(square) }), tellProblem);
}

function build() {
  find("reeds").style.setProperty("--files", String(scene.files));
  for (const square of seenRows(scene.files, scene.ranks, 0).flat()) {
    const reed = make("button", { type: "button", class: "reed", text: square, onclick: () => toggle(square) });
    reeds.set(square, reed);
    find("reeds").append(reed);
  }
}

function show() {
  shows(scene.key);
  const covered = new Set(scene.covered);
  for (const [square, reed] of reeds) {
    if (before && before.has(square) !== covered.has(square)) seen.add(square);
    const manual = scene.manual.includes(square);
    reed.classList.toggle("covered", covered.has(square));
    reed.classList.toggle("seen", seen.has(square));
    reed.classList.toggle("suspect", scene.suspects.includes(square));
    reed.classList.toggle("manual", manual);
    const words = [
      covered.has(square) ? _("closed") : _("open"),
      seen.has(square) ? _("has answered") : "",
      manual ? _("on manual") : "",
    ];
    reed.setAttribute("aria-label", [square, ...words].filter(Boolean).join(", "));
  }
  before = covered;
  light();
  find("count").textContent = _("{seen} of {all} switches have answered.", { seen: seen.size, all: reeds.size });
}

let lit = "";

/** Draw each ring anew, once a light differs: not at every touch, which would restart their motions. */
function light() {
  const now = JSON.stringify([scene.lights, look]);
  if (now === lit) return;
  lit = now;
  find("reeds").classList.toggle("still", !look.motion);
  for (const [square, reed] of reeds) {
    const { role, seat, badge: kind } = scene.lights[square] ?? {};
    reed.replaceChildren(square);
    if (role) reed.append(ring(role, seat, look.palette, pixels));
    if (kind) reed.append(badge(kind, look.palette));
  }
}

/** @type {NodeListOf<HTMLElement>} */
const renewals = document.querySelectorAll("[data-renew]");
for (const button of renewals) {
  button.addEventListener("click", () =>
    attempt(
      async () => {
        await ask("POST", "/api/workshop", { task: "renew", port: button.dataset.renew });
        location.assign(at("/workshop"));
      },
      (problem) => {
        find("not-renewed").textContent = problem;
        find("not-renewed").hidden = !problem;
      },
    ),
  );
}

build();
new Live((snapshot) => {
  ({ scene, look } = snapshot);
  show();
});
show();
sayAgain();
