import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Hand } from "../../../webpanel/static/js/hand.js";

const light = (role, seat = null) => ({ role, badge: null, seat });
const scene = (more = {}) => ({ number: 5, key: "game", lights: {}, pieces: {}, to_act: ["white"], ...more });
const wood = (stands = {}, hand = [], tray = {}) => ({ stands, hand, tray, owner: "me" });
const table = (board, more = {}) => ({ wood: board, scene: scene(more) });

test("a tap on a piece lifts it, a tap on an empty square puts it down", () => {
  assert.deepEqual(new Hand(table(wood({ e2: "wP" }))).intents("e2"), [["lift", "e2", null]]);
  assert.deepEqual(new Hand(table(wood({}, ["wP"]))).intents("e3"), [["place", "e3", null]]);
});

test("with a piece in the hand, a tap on one that may be captured captures it, on another one lifts that", () => {
  const hand = new Hand(table(wood({ d3: "bP", a2: "wP" }, ["wP"]), { lights: { d3: light("capture") } }));
  assert.deepEqual(hand.intents("d3"), [["capture", "d3", null]]);
  assert.deepEqual(hand.intents("a2"), [["lift", "a2", null]]);
});

test("of several pieces in the hand the chosen one is put down, if it is still there", () => {
  const hand = new Hand(table(wood({}, ["wP", "wR"])));
  hand.selected = "wR";
  assert.deepEqual(hand.intents("a1"), [["place", "a1", "wR"]]);
  hand.see(table(wood({}, ["wP"])));
  assert.deepEqual(hand.intents("a1"), [["place", "a1", null]]);
});

test("a tap on an unlit empty square with an empty hand means nothing", () => {
  assert.deepEqual(new Hand(table(wood({}, [], { wP: 3 }))).intents("e4"), []);
  assert.deepEqual(new Hand(table(null)).intents("e4"), []);
});

test("a lit empty square takes the missing piece out of the tray", () => {
  const tray = { wP: 1, wR: 1 };
  const hand = new Hand(table(wood({}, [], tray), { lights: { a1: light("place") }, pieces: { a1: "wR" } }));
  assert.deepEqual(hand.intents("a1"), [
    ["take", null, "wR"],
    ["place", "a1", "wR"],
  ]);
});

test("a lit empty square takes the one kind that its seat has in the tray, and asks where there are two", () => {
  const lights = { a1: light("spawn", "black") };
  assert.equal(new Hand(table(wood({}, [], { wP: 4, bP: 1, bR: 0 }), { lights })).intents("a1")[0][2], "bP");
  assert.deepEqual(new Hand(table(wood({}, [], { bP: 1, bR: 1 }), { lights })).intents("a1"), []);
});

test("a lit square of nobody's belongs to those who are to act", () => {
  const hand = new Hand(table(wood({}, [], { wP: 4, bP: 1 }), { lights: { a1: light("choice") }, to_act: ["black"] }));
  assert.equal(hand.intents("a1")[0][2], "bP");
});

test("where a piece in the hand came from is remembered while it is held", () => {
  const hand = new Hand(table(wood({ e2: "wP", d2: "wP" })));
  hand.see(table(wood({ d2: "wP" }, ["wP"])));
  assert.deepEqual(hand.origins, { e2: "wP" });
  hand.see(table(wood({ d2: "wP" }, ["wP"])));
  assert.deepEqual(hand.origins, { e2: "wP" });
  hand.see(table(wood({ d2: "wP", e3: "wP" })));
  assert.deepEqual(hand.origins, {});
});

test("a page opened with a piece in the hand takes its origin from the light", () => {
  const hand = new Hand(table(wood({}, ["wP"]), { lights: { e2: light("origin") }, pieces: { e2: "wP" } }));
  assert.deepEqual(hand.origins, { e2: "wP" });
});

test("the number of the scene only rises, but for another game or a new line", () => {
  const hand = new Hand(table(wood(), { number: 5 }));
  hand.see(table(wood(), { number: 3 }));
  assert.equal(hand.number, 5);
  hand.see(table(wood(), { number: 2 }), true);
  assert.equal(hand.number, 2);
  hand.see(table(wood(), { number: 1, key: "another" }));
  assert.equal(hand.number, 1);
});

// --- sending -----------------------------------------------------------------------------------------------------

const usual = globalThis.fetch;
let asked;

/** A server that takes every tap and counts its scenes up, the first answer later than the second could be. */
function answer(_address, { body }) {
  asked.push(JSON.parse(body));
  const number = 10 * asked.length;
  return new Promise((settle) => setImmediate(() => settle(Response.json({ scene: number }))));
}

beforeEach(() => {
  asked = [];
  globalThis.fetch = answer;
});
afterEach(() => {
  globalThis.fetch = usual;
});

test("taps wait for each other, each told of the scene that the one before has made", async () => {
  const hand = new Hand(table(wood(), { number: 5 }));
  hand.send([["take", null, "wP"]]);
  await hand.send([["place", "a1", "wP"]]);
  assert.deepEqual(asked, [
    { kind: "take", square: null, piece: "wP", scene: 5 },
    { kind: "place", square: "a1", piece: "wP", scene: 10 },
  ]);
  assert.equal(hand.number, 20);
});
