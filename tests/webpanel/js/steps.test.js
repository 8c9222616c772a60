import assert from "node:assert/strict";
import { test } from "node:test";
import { curves, positions } from "../../../webpanel/static/js/replay/steps.js";

/** @type {(changes: ReplayStep["changes"], counters?: ReplayStep["counters"]) => ReplayStep} */
const step = (changes, counters = []) => ({
  number: 1,
  turn: null,
  short: "",
  told: "",
  squares: [],
  changes,
  phase: "",
  holes: [],
  counters,
  die: null,
});
/** @type {(label: string, seat: Seat | null, value: number) => ReplayStep["counters"][number]} */
const counter = (label, seat, value) => ({ label, seat, value });

test("a step's changes are laid over the pieces before it, which stay as they were", () => {
  const found = positions([step({ a1: "wP", b1: "wR" }), step({ a1: null, a2: "wP" }), step({})]);
  assert.deepEqual(found[0], { a1: "wP", b1: "wR" });
  assert.deepEqual(found[1], { a2: "wP", b1: "wR" });
  assert.deepEqual(found[2], found[1]);
});

test("a curve follows the first number that players have, and keeps it where a step does not tell it", () => {
  const steps = [
    step({}, [counter("Round", null, 1), counter("Captures", "white", 0), counter("Points", "white", 9)]),
    step({}, [counter("Captures", "black", 2), counter("Points", "black", 7)]),
    step({}, [counter("Captures", "white", 1)]),
  ];
  assert.deepEqual(curves(steps, ["white", "black"]), {
    label: "Captures",
    seats: ["white", "black"],
    values: [
      { white: 0, black: 0 },
      { white: 0, black: 2 },
      { white: 1, black: 2 },
    ],
  });
});

test("where numbers belong to nobody there is no curve", () => {
  assert.equal(curves([step({}, [counter("Round", null, 1)])], ["white"]), null);
});
