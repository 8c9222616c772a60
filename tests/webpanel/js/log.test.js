/** The log: what a phone missed is put before what it has heard. */
import assert from "node:assert/strict";
import test from "node:test";
import { Log } from "../../../webpanel/static/js/story/log.js";
import { one } from "./page.js";
import { story } from "./wire.js";

/**
 * A log that has heard the end of a game's story.
 *
 * @param {number} first
 * @param {...string} told
 */
const heard = (first, ...told) => one(Log, { story: story(first, ...told) });

test("the whole story is what was missed, then what was heard, nothing twice", () => {
  const log = heard(2, "c as heard", "d");
  log.join(story(0, "a", "b", "c"));
  assert.deepEqual(log.story, story(0, "a", "b", "c as heard", "d"));
});

test("the story of another game is not joined", () => {
  const log = heard(2, "c");
  log.join({ ...story(0, "x", "y"), key: "two" });
  assert.deepEqual(log.story, story(2, "c"));
});
