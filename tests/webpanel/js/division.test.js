/** Sharing points out: which question a begun answer belongs to. */
import assert from "node:assert/strict";
import test from "node:test";
import { Division } from "../../../webpanel/static/js/table/division.js";
import { one } from "./page.js";

/** @type {ScenePrompt} */
const prompt = {
  id: "one",
  kind: "division",
  seats: ["white"],
  message: "",
  choices: [],
  points: 5,
  squares: ["a1", "b1"],
};
const begun = one(Division, { prompt, seat: "white" });

test("the same question under a new id, or behind the curtain, is answered by what was begun", () => {
  assert.ok(begun.isFor({ ...prompt, id: "another" }));
  assert.ok(begun.isFor({ ...prompt, points: 0, squares: [] }));
});

test("other points, other pieces, another seat or another kind are another question", () => {
  /** @type {Partial<ScenePrompt>[]} */
  const others = [{ points: 4 }, { squares: ["a1"] }, { seats: ["black"] }, { kind: "number" }];
  for (const other of others) assert.ok(!begun.isFor({ ...prompt, ...other }), JSON.stringify(other));
});
