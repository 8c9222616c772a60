/** The log: what a phone missed is put before what it has heard. */
import assert from "node:assert/strict";
import test from "node:test";
import { Log } from "../../../webpanel/static/js/log.js";

/** A log that has heard the end of a game's story. */
function heard(first, ...entries) {
  return Object.assign(Object.create(Log.prototype), { story: { key: "one", first, entries } });
}

test("the whole story is what was missed, then what was heard, nothing twice", () => {
  const log = heard(2, "c as heard", "d");
  log.join({ key: "one", first: 0, entries: ["a", "b", "c"] });
  assert.deepEqual(log.story, { key: "one", first: 0, entries: ["a", "b", "c as heard", "d"] });
});

test("the story of another game is not joined", () => {
  const log = heard(2, "c");
  log.join({ key: "two", first: 0, entries: ["x", "y"] });
  assert.deepEqual(log.story, { key: "one", first: 2, entries: ["c"] });
});
