import assert from "node:assert/strict";
import test from "node:test";
import { cues } from "../../../webpanel/static/js/cues.js";

const scene = {
  key: "one",
  action_count: 4,
  pieces: { a1: "wP", b2: "bP" },
  marks: [],
  lights: {},
  winners: null,
  to_act: ["white"],
  players: { white: "", black: "" },
};
const table = (changes = {}, acting = ["black"]) => ({ acting, scene: { ...scene, ...changes } });

test("a move is heard, and a capture otherwise", () => {
  assert.deepEqual(cues(table(), table({ action_count: 5 })), ["place"]);
  assert.deepEqual(cues(table(), table({ action_count: 5, pieces: { b2: "wP" } })), ["capture"]);
});

test("a player is called whose turn begins, unless the phone is everybody's", () => {
  const turned = { action_count: 5, to_act: ["black"] };
  assert.deepEqual(cues(table(), table(turned)), ["place", "turn"]);
  const both = ["white", "black"];
  assert.deepEqual(cues(table({}, both), table(turned, both)), ["place"]);
  assert.deepEqual(cues(table({ to_act: [] }, both), table(turned, both)), ["place"]);
});

test("a piece that is put wrong is heard once", () => {
  const wrong = { lights: { c3: { role: "wrong", badge: null, seat: null } } };
  assert.deepEqual(cues(table(), table(wrong)), ["illegal"]);
  assert.deepEqual(cues(table(wrong), table(wrong)), []);
});

test("check and the end are heard, the end without a call", () => {
  const check = [{ square: "a1", kind: "check", text: "", message: "" }];
  assert.deepEqual(cues(table(), table({ action_count: 5, marks: check })), ["place", "check"]);
  const over = { action_count: 5, winners: ["white"], to_act: ["black"] };
  assert.deepEqual(cues(table(), table(over)), ["place", "end"]);
});

test("what is taken back, or another game, is not heard", () => {
  assert.deepEqual(cues(table(), table({ action_count: 3, pieces: {} })), []);
  assert.deepEqual(cues(table(), table({ key: "two", action_count: 9 })), []);
});
