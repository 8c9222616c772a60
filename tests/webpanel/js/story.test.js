import assert from "node:assert/strict";
import test from "node:test";
import { byTurns, merged } from "../../../webpanel/static/js/story.js";

const entry = (told, turn = "white") => ({ turn, told: [told] });
const story = (first, ...told) => ({ key: "one", first, entries: told.map((each) => entry(each)) });

test("news goes on where the known ends, and replaces what was taken back", () => {
  assert.deepEqual(merged(story(0, "a", "b"), story(2, "c")), story(0, "a", "b", "c"));
  assert.deepEqual(merged(story(0, "a", "b", "c"), story(1, "d")), story(0, "a", "d"));
  assert.deepEqual(merged(story(0, "a", "b"), story(1)), story(0, "a"));
  assert.deepEqual(merged(story(40, "a"), story(41, "b")), story(40, "a", "b"));
});

test("news that does not follow on the known takes its place", () => {
  const other = { ...story(0, "x"), key: "two" };
  assert.deepEqual(merged(story(0, "a"), other), other);
  assert.deepEqual(merged(story(5, "a"), story(2, "b")), story(2, "b"));
  assert.deepEqual(merged(story(0, "a"), story(7, "b")), story(7, "b"));
});

test("the entries of a turn stand together", () => {
  const [a, b, c, d] = [entry("a", null), entry("b"), entry("c"), entry("d", "black")];
  assert.deepEqual(byTurns([a, b, c, d, a]), [[a], [b, c], [d], [a]]);
  assert.deepEqual(byTurns([]), []);
});
