/** The parts around the board. */
import assert from "node:assert/strict";
import test from "node:test";
import { blank, having } from "./page.js";
import { scene, snapshot } from "./wire.js";

blank();
const { counters, phase } = await import("../../../webpanel/static/js/table/overview.js");

/** @param {string} said */
const heading = (said) => phase({ ...snapshot({ scene: scene({ phase: said }) }), over: false })[1];

test("as many pips are lit as are left", () => {
  /** @param {number} value */
  const left = (value) =>
    counters(scene({ counters: [{ label: "Moves", seat: null, of: 3, of_turn: true, value }] }), false);
  assert.deepEqual(
    [0, 2, 3].map((value) => having(left(value), "lit").length),
    [0, 2, 3],
  );
});

test("a heading that does not fit is written smaller, also where it is a phase with a name in it", () => {
  const classes = ["Move", "Annemarie-Luise to act", `${"Friederike ".repeat(4)}to act`].map((said) =>
    heading(said).getAttribute("class"),
  );
  assert.deepEqual(classes, [null, "wordy", "wordy long"]);
});
