import assert from "node:assert/strict";
import { test } from "node:test";
import { seenRows, sorted, squareName, squarePlace } from "../../../webpanel/static/js/lib/squares.js";

test("a name and its place are one and the same, also beyond ten ranks", () => {
  assert.equal(squareName(15, 11), "p12");
  assert.deepEqual(squarePlace("p12"), [15, 11]);
});

test("squares are sorted by number, not by letters", () => {
  assert.deepEqual(sorted(["b1", "a10", "a2"]), ["a2", "a10", "b1"]);
});

test("white sees a1 at the lower left, black at the upper right", () => {
  assert.deepEqual(seenRows(2, 3, 0).at(-1), ["a1", "b1"]);
  assert.deepEqual(seenRows(2, 3, 2)[0], ["b1", "a1"]);
});

test("turned by a quarter, ranks run across", () => {
  const clockwise = [
    ["a1", "a2", "a3"],
    ["b1", "b2", "b3"],
  ];
  assert.deepEqual(seenRows(2, 3, 1), clockwise);
  assert.deepEqual(seenRows(2, 3, 3), clockwise.map((row) => [...row].reverse()).reverse());
});
