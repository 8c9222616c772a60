import assert from "node:assert/strict";
import test from "node:test";
import { cues, Ear } from "../../../webpanel/static/js/story/cues.js";
import { scene, snapshot } from "./wire.js";

/** @type {(changes?: Partial<Scene>, acting?: Seat[]) => Snapshot} */
const table = (changes, acting = ["black"]) =>
  snapshot({ acting, scene: scene({ action_count: 4, pieces: { a1: "wP", b2: "bP" }, ...changes }) });

test("a move is heard, and a capture otherwise", () => {
  assert.deepEqual(cues(table(), table({ action_count: 5 })), ["place"]);
  assert.deepEqual(cues(table(), table({ action_count: 5, pieces: { b2: "wP" } })), ["capture"]);
});

test("a player is called whose turn begins, unless the phone is everybody's", () => {
  /** @type {Partial<Scene>} */
  const turned = { action_count: 5, to_act: ["black"] };
  assert.deepEqual(cues(table(), table(turned)), ["place", "turn"]);
  /** @type {Seat[]} */
  const both = ["white", "black"];
  assert.deepEqual(cues(table({}, both), table(turned, both)), ["place"]);
  assert.deepEqual(cues(table({ to_act: [] }, both), table(turned, both)), ["place"]);
});

test("a piece that is put wrong is heard once", () => {
  /** @type {Partial<Scene>} */
  const wrong = { lights: { c3: { role: "wrong", badge: null, seat: null } } };
  assert.deepEqual(cues(table(), table(wrong)), ["illegal"]);
  assert.deepEqual(cues(table(wrong), table(wrong)), []);
});

test("check and the end are heard, the end without a call", () => {
  /** @type {SceneMark[]} */
  const check = [{ square: "a1", kind: "check", text: "", message: "" }];
  assert.deepEqual(cues(table(), table({ action_count: 5, marks: check })), ["place", "check"]);
  /** @type {Partial<Scene>} */
  const over = { action_count: 5, winners: ["white"], to_act: ["black"] };
  assert.deepEqual(cues(table(), table(over)), ["place", "end"]);
});

test("what is taken back, or another game, is not heard", () => {
  assert.deepEqual(cues(table(), table({ action_count: 3, pieces: {} })), []);
  assert.deepEqual(cues(table(), table({ key: "two", action_count: 9 })), []);
});

test("while a story is told, a wrong piece is heard at once, the turn and the end once it is told", () => {
  /** @type {string[]} */
  const heard = [];
  const ear = new Ear((found) => heard.push(...found));
  /** @type {Partial<Scene>} */
  const played = { action_count: 5, pieces: { b2: "wP" } };
  const [before, between] = [table(), table(played)];
  ear.listen(before, between, true);
  assert.deepEqual(heard, [], "moves sound with the moments that tell of them");
  ear.listen(between, table({ ...played, lights: { c3: { role: "wrong", badge: null, seat: null } } }), true);
  assert.deepEqual(heard.splice(0), ["illegal"]);
  const called = table({ ...played, to_act: ["black"] });
  ear.listen(between, called, true);
  assert.deepEqual(heard, []);
  ear.told(called);
  ear.told(called);
  assert.deepEqual(heard.splice(0), ["turn"]);
  ear.listen(called, table({ ...played, action_count: 6, winners: ["white"] }), false);
  assert.deepEqual(heard, ["place", "end"]);
});
