import assert from "node:assert/strict";
import test from "node:test";
import {
  byTurns,
  frames,
  merged,
  missed,
  momentsOf,
  readingMs,
  unchanged,
} from "../../../webpanel/static/js/story/story.js";
import { entry, moment, story } from "./wire.js";

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

test("what was missed is told once, of much the latest, and of another game nothing", () => {
  const known = story(0, "a", "b");
  assert.equal(missed(known, story(0, "a", "b")), "");
  assert.equal(missed(known, story(0, "a", "b", "c", "d")), "c d");
  assert.equal(missed(known, story(3, "d")), "d");
  assert.equal(missed(known, story(0, "a")), "");
  assert.equal(missed(known, story(0, ..."abcdefghij")), "g h i j");
  assert.equal(missed({ key: "", first: 0, entries: [] }, known), "");
});

test("the entries of a turn stand together", () => {
  const [a, b, c, d] = [entry("a", null), entry("b"), entry("c"), entry("d", "black")];
  assert.deepEqual(byTurns([a, b, c, d, a]), [[a], [b, c], [d], [a]]);
  assert.deepEqual(byTurns([]), []);
});

test("moments that read as before are kept, from the first that differs all are drawn", () => {
  /** @type {(first: number, ...entries: StoryEntry[]) => ReturnType<typeof momentsOf>} */
  const moments = (first, ...entries) => momentsOf({ key: "one", first, entries });
  const [a, b, c] = [entry("a"), entry("b"), entry("c", "black")];
  const before = moments(0, a, b);
  assert.equal(unchanged([], before), 0);
  assert.equal(unchanged(before, moments(0, a, b)), 2);
  assert.equal(unchanged(before, moments(0, a, b, c)), 2);
  assert.equal(unchanged(before, moments(0, a)), 1);
  assert.equal(unchanged(before, moments(0, a, entry("x"), c)), 1);
  assert.equal(unchanged(before, moments(0, entry("a", "red"), b)), 0);
  assert.equal(unchanged(before, moments(4, a, b)), 0);
  assert.equal(unchanged(before, []), 0);
});

test("moments are numbered by their actions, those that were not told counted", () => {
  /** @type {StoryEntry} */
  const two = { turn: "white", short: "Nf3", moments: [moment("a"), moment("b")] };
  const found = momentsOf({ key: "one", first: 7, entries: [two, entry("c", null)] });
  assert.deepEqual(
    found.map(({ number, index, short, told, turn }) => [number, index, short, told, turn]),
    [
      [8, 0, "Nf3", "a", "white"],
      [8, 1, "", "b", "white"],
      [9, 0, "", "c", null],
    ],
  );
});

test("whoever falls still stands while it is told, and is gone afterwards", () => {
  /** @type {StoryEntry} */
  const clash = {
    turn: "white",
    short: "",
    moments: [moment("they divide"), moment("b2 falls", { b2: null }), moment("over")],
  };
  const [divided, fell, over] = frames({ a1: "wP", b2: "bP" }, { key: "one", first: 0, entries: [clash] }).shown;
  assert.deepEqual([divided.falling, divided.after], [{}, { a1: "wP", b2: "bP" }]);
  assert.deepEqual([fell.falling, fell.after], [{ b2: "bP" }, { a1: "wP" }]);
  assert.deepEqual([over.falling, over.after], [{}, { a1: "wP" }]);
  assert.deepEqual([divided.cues, fell.cues, over.cues], [[], ["capture"], []], "each sounds with its sentence");
});

test("a march is one moment in which nobody falls; what hands have moved is said, what came meanwhile is shown", () => {
  const march = moment("March", { a3: "wP", a1: null });
  /** @type {StoryEntry[]} */
  const entries = [
    { turn: "white", short: "", moments: [moment("c1 to b1", { c1: null, b1: "wP" }), march] },
    { turn: null, short: "", moments: [moment("new on d1", { d1: "wP" })] },
    { turn: null, short: "", moments: [moment("new on e8", { e8: "bP" }), moment("Round 2")] },
  ];
  const { shown, words, after } = frames({ c1: "wP", a1: "wP", a2: "wP" }, { key: "one", first: 0, entries });
  const marched = { b1: "wP", a2: "wP", a3: "wP" };
  assert.equal(words, "c1 to b1 March new on d1 new on e8 Round 2");
  assert.deepEqual(
    shown.map(({ told, words, falling, after, cues }) => [told, words, falling, after, cues]),
    [
      ["March", "c1 to b1 March", {}, marched, ["place"]],
      ["new on d1", "new on d1", {}, { ...marched, d1: "wP" }, ["place"]],
      ["new on e8", "new on e8", {}, after, ["place"]],
      ["Round 2", "Round 2", {}, after, []],
    ],
  );
  assert.deepEqual(after, { ...marched, d1: "wP", e8: "bP" });
});

test("a move that is made while something is told is shown in its turn", () => {
  const news = { ...story(7), entries: [{ ...entry(""), moments: [moment("new on d1", { d1: "wP" })] }] };
  assert.deepEqual(frames({}, news).shown, []);
  const [{ told, number, after }] = frames({}, news, true).shown;
  assert.deepEqual([told, number, after], ["new on d1", 8, { d1: "wP" }]);
});

test("a long sentence is shown for longer", () => {
  assert.ok(readingMs("The last round is over.") > readingMs("Over.") && readingMs("") >= 500);
});
