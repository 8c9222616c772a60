/** Problems with storage or the board, and their remedies here. */
import { ask, attempt } from "../lib/api.js";
import { icon, make } from "../lib/dom.js";
import { _ } from "../lib/texts.js";

/**
 * @param {string} square
 * @param {boolean} wanted
 */
function manual(square, wanted) {
  return attempt(() => ask("POST", "/api/manual", { square, manual: wanted }));
}

/**
 * @param {string} square
 * @param {boolean} covered
 * @param {number} scene
 */
function touch(square, covered, scene) {
  return attempt(() => ask("POST", "/api/touch", { square, covered, scene }));
}

/** @param {string} square */
function suspect(square) {
  return make(
    "div",
    { class: "notice" },
    make("p", { text: _("The switch of {square} contradicts the game. Is it broken?", { square }) }),
    make(
      "button",
      { type: "button", onclick: () => manual(square, true) },
      icon("hand"),
      _("Ask me about {square} instead", { square }),
    ),
  );
}

/**
 * @param {string} square
 * @param {boolean} covered
 * @param {number} scene
 */
function asked(square, covered, scene) {
  const words = covered
    ? _("{square} is on manual: a piece stands there.", { square })
    : _("{square} is on manual: it is empty.", { square });
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
        onclick: () => manual(square, false),
      }),
    ),
  );
}

/**
 * The most suspect switches with a notice of their own; of more, the sentence under the board and the hardware page
 * tell.
 */
const MOST_SUSPECTS = 4;

/**
 * Make the notices of a scene.
 *
 * @param {Scene} scene
 */
export function troubles(scene) {
  const sentence = scene.trouble ? [make("p", { class: "notice", role: "alert", text: scene.trouble })] : [];
  const unsure = scene.suspects.filter((square) => !scene.manual.includes(square));
  return [
    ...sentence,
    ...(unsure.length > MOST_SUSPECTS ? [] : unsure.map(suspect)),
    ...scene.manual.map((square) => asked(square, scene.covered.includes(square), scene.number)),
  ];
}
