/** The clocks as large as the screen: a tap on the one that runs ends its turn. */
import { ask, attempt, say, sayAgain, shows } from "../lib/api.js";
import { at, data, find, icon, make, recall } from "../lib/dom.js";
import { Live } from "../lib/live.js";
import { Sounds } from "../lib/sounds.js";
import { _ } from "../lib/texts.js";
import { Clocks, face } from "./clocks.js";

/** @type {Snapshot} */
let table = data("snapshot");
let stale = false;
const sounds = new Sounds();
const clocks = new Clocks(() => {
  if (recall("pawnlight-announce", { sounds: false }).sounds) sounds.play(["clock"]);
});

/** @returns {Seat[]} */
const seats = () => /** @type {Seat[]} */ (Object.keys(table.scene.players));

/** @param {Seat} seat */
const acts = (seat) => table.scene.winners === null && table.scene.to_act.includes(seat);

/**
 * End the turn where the rules allow that, and otherwise explain why not.
 *
 * @param {Seat} seat
 */
function tap(seat) {
  const { scene, acting } = table;
  const name = scene.names[seat];
  if (stale) return;
  if (scene.winners !== null) say(scene.now);
  else if (!acts(seat)) say(_("It is not {name}'s turn.", { name }));
  else if (!acting.includes(seat)) say(_("Another phone plays for {name}.", { name }));
  else attempt(() => ask("POST", "/api/end-turn", { scene: scene.number }));
}

/** @param {Seat} seat */
function words(seat) {
  const { scene } = table;
  if (scene.winners?.includes(seat)) return _("wins");
  if (!acts(seat)) return "";
  return scene.can_end_turn ? _("Tap to end the turn") : _("to move");
}

/** @param {Seat} seat */
function large(seat) {
  const { scene } = table;
  const clock = table.clocks?.[seat];
  return make(
    "button",
    { type: "button", class: "face", "data-seat": seat, onclick: () => tap(seat) },
    make("span", { class: "face-name" }, make("span", { class: `disc ${seat}` }), scene.names[seat]),
    clock ? face(seat, clock.control) : make("span", { class: "clock none", text: _("no clock") }),
    make("span", { class: "face-words" }),
  );
}

/**
 * Lay the faces out anew for another game; those of one game stay, as a finger may be on them while something changes.
 */
function lay() {
  const game = `${table.scene.key} ${Object.values(table.scene.names).join()}`;
  if (find("faces").dataset.game === game) return;
  find("faces").dataset.game = game;
  find("faces").dataset.seats = String(seats().length);
  find("faces").replaceChildren(...seats().map(large));
}

/** @param {HTMLElement} place */
function tell(place) {
  const seat = /** @type {Seat} */ (place.dataset.seat);
  place.classList.toggle("turn", acts(seat));
  for (const line of place.querySelectorAll(".face-words")) line.textContent = words(seat) || "\u00a0";
}

function show() {
  const { scene, acting } = table;
  shows(scene.key);
  lay();
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".face"))) tell(place);
  find("face-says").textContent = scene.now;
  const paused = scene.status === "paused";
  const words = make("span", { text: paused ? _("Go on") : _("Pause") });
  find("face-pause").replaceChildren(icon(paused ? "play" : "pause"), words);
  find("face-pause", HTMLButtonElement).disabled = stale || !acting.length || scene.winners !== null;
  clocks.show();
}

/** Keep the screen awake: browsers allow it only over https, which a board in a living room does not have. */
async function stayAwake() {
  if (!("wakeLock" in navigator))
    return say(_("Set this device so that its screen stays on: the page cannot do that."));
  await navigator.wakeLock.request("screen").catch(() => undefined);
}

find("face-pause").addEventListener("click", () =>
  attempt(() =>
    ask("POST", table.scene.status === "paused" ? "/api/resume" : "/api/pause", { scene: table.scene.number }),
  ),
);
addEventListener("pointerdown", () => sounds.wake(), { once: true });
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && stayAwake());
new Live(
  (snapshot) => {
    table = snapshot;
    if (!snapshot.clocks) return location.assign(at("/"));
    clocks.see(snapshot);
    return show();
  },
  (broken) => {
    stale = broken;
    show();
  },
);
clocks.see(table);
show();
sayAgain();
stayAwake();
