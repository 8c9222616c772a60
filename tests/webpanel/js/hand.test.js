import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Hand } from "../../../webpanel/static/js/board/hand.js";
import { blank, toast } from "./page.js";
import { scene, snapshot } from "./wire.js";

blank(); // which says where the panel lies

/** @type {(role: Role, seat?: Seat | null) => Light} */
const light = (role, seat = null) => ({ role, badge: null, seat });
/** @type {(stands?: Pieces, hand?: string[], tray?: Wood["tray"]) => Wood} */
const wood = (stands = {}, hand = [], tray = {}) => ({ stands, hand, tray, owner: "me" });
/** @type {(board: Wood | null, more?: Partial<Scene>) => Snapshot} */
const table = (board, more) => snapshot({ wood: board, scene: scene({ number: 5, ...more }) });

test("a tap on a piece lifts it, a tap on an empty square puts it down", () => {
  assert.deepEqual(new Hand(table(wood({ e2: "wP" }))).intents("e2"), [["lift", "e2", null]]);
  assert.deepEqual(new Hand(table(wood({}, ["wP"]))).intents("e3"), [["place", "e3", null]]);
});

test("with a piece in the hand, a tap on a target strikes it, whatever its light is", () => {
  const board = wood({ d3: "bP", e3: "wP" }, ["wP"]);
  const lights = { d3: light("choice"), e3: light("move") };
  const hand = new Hand(table(board, { targets: ["d3", "e3"], lights }));
  assert.deepEqual(hand.intents("d3"), [["capture", "d3", null]]);
  assert.deepEqual(hand.intents("e3"), [["capture", "e3", null]]);
});

const CHOSEN = [
  ["return", null, null],
  ["lift", "a2", null],
];

test("a tap on another own piece chooses that one instead", () => {
  assert.deepEqual(new Hand(table(wood({ a2: "wP" }, ["wP"]))).intents("a2"), CHOSEN);
});

test("a tap on another own piece takes that up too where a legal action moves both", () => {
  const hand = new Hand(table(wood({ a2: "wP" }, ["wP"]), { joins: ["a2"] }));
  assert.deepEqual(hand.intents("a2"), [["lift", "a2", null]]);
});

test("a tap on a piece of nobody's chooses it, too", () => {
  assert.deepEqual(new Hand(table(wood({ a2: "nL" }, ["wP"]))).intents("a2"), CHOSEN);
});

test("with an enemy piece in the hand, one's own is chosen, or taken up if it takes that", () => {
  assert.deepEqual(new Hand(table(wood({ a2: "wP" }, ["bP"]))).intents("a2"), CHOSEN);
  const hand = new Hand(table(wood({ a2: "wP" }, ["bP"]), { joins: ["a2"] }));
  assert.deepEqual(hand.intents("a2"), [["lift", "a2", null]]);
});

test("a tap on an enemy piece that cannot be taken does nothing and says why", () => {
  const hand = new Hand(table(wood({ d3: "bP" }, ["wP"])));
  assert.deepEqual(hand.intents("d3"), []);
  assert.match(hand.why("d3"), /cannot be taken now/);
});

test("while the board is put right, everything may be taken up", () => {
  const hand = new Hand(table(wood({ a2: "wP", a5: "wP" }, ["wP"]), { status: "repair", extra: ["a5"] }));
  assert.deepEqual(hand.intents("a2"), [["lift", "a2", null]]);
});

test("a piece that cannot move, in the hand for long, is no board to be put right", () => {
  assert.deepEqual(new Hand(table(wood({ a2: "wP" }, ["wP"]), { status: "repair" })).intents("a2"), CHOSEN);
});

test("of several pieces in the hand the chosen one is put down, if it is still there", () => {
  const hand = new Hand(table(wood({}, ["wP", "wR"])));
  hand.selected = "wR";
  assert.deepEqual(hand.intents("a1"), [["place", "a1", "wR"]]);
  hand.see(table(wood({}, ["wP"])));
  assert.deepEqual(hand.intents("a1"), [["place", "a1", null]]);
});

test("of several pieces in the hand the missing one is put down on a square that waits for it", () => {
  /** @type {Partial<Scene>} */
  const more = { lights: { f8: light("place"), g8: light("move") }, pieces: { f8: "bR+", g8: "bR" } };
  const hand = new Hand(table(wood({}, ["bR", "bK"]), more));
  assert.deepEqual(hand.intents("f8"), [["place", "f8", "bR"]]);
  assert.deepEqual(hand.intents("g8"), [["place", "g8", null]]);
  hand.selected = "bK";
  assert.deepEqual(hand.intents("f8"), [["place", "f8", "bK"]]);
});

test("a tap on an unlit empty square with an empty hand does nothing and says why", () => {
  const hand = new Hand(table(wood({}, [], { wP: 3 })));
  assert.deepEqual(hand.intents("e4"), []);
  assert.match(hand.why("e4"), /Nothing stands there/);
  assert.deepEqual(new Hand(table(null)).intents("e4"), []);
});

test("a piece that went into the tray comes back by a tap on its square, with or without its Shield", () => {
  const tray = { wP: 1, wR: 1, bR: 2 };
  const hand = new Hand(table(wood({}, [], tray), { lights: { a1: light("origin") }, pieces: { a1: "wR+" } }));
  assert.deepEqual(hand.intents("a1"), [
    ["take", null, "wR"],
    ["place", "a1", "wR"],
  ]);
});

test("a piece that went into the tray still goes to a green square by a tap, and captured ones do not", () => {
  const lights = { e4: light("move"), e2: light("origin") };
  const pieces = { e2: "wP", d2: "wP", a1: "wR" };
  const board = wood({ d2: "wP", a1: "wR" }, [], { wP: 1, wR: 1, bP: 3 });
  assert.deepEqual(new Hand(table(board, { lights, pieces })).intents("e4"), [
    ["take", null, "wP"],
    ["place", "e4", "wP"],
  ]);
});

test("a taker in the tray comes down by a tap where it takes, and only then what it has taken comes back", () => {
  const lights = { c10: light("capture"), d9: light("move"), j3: light("origin") };
  /** @type {Partial<Scene>} */
  const more = { lights, pieces: { c10: "bQ", j3: "wB" }, to_act: ["white"] };
  /** @type {(stands: Pieces, square: string) => Intent[]} */
  const taps = (stands, square) => new Hand(table(wood(stands, [], { bQ: 1, wB: 1 }), more)).intents(square);
  for (const square of ["c10", "d9", "j3"]) {
    assert.deepEqual(taps({}, square), [
      ["take", null, "wB"],
      ["place", square, "wB"],
    ]);
  }
  assert.deepEqual(taps({ j3: "wB" }, "c10")[0], ["take", null, "bQ"]);
});

test("a captured piece is put back on its square by a tap, though that is lit to be taken", () => {
  const board = wood({ g4: "wB" }, [], { bP: 2, wR: 1 });
  const hand = new Hand(table(board, { lights: { i6: light("capture") }, pieces: { g4: "wB", i6: "bP+" } }));
  assert.deepEqual(hand.intents("i6"), [
    ["take", null, "bP"],
    ["place", "i6", "bP"],
  ]);
});

test("a pushed piece in the tray still goes where it is pushed, with or without a token", () => {
  const lights = { a6: light("move") };
  const more = { lights, pieces: { b6: "bP", c6: "wP" }, to_act: ["white"] };
  const hand = new Hand(table(wood({ b6: "wP" }, [], { "bP+": 1, bP: 1, bR: 2 }), more));
  assert.deepEqual(hand.intents("a6")[1], ["place", "a6", "bP+"]);
});

test("until a move counts, no captured piece comes to where it began", () => {
  const lights = { a7: light("origin") };
  /** @type {Partial<Scene>} */
  const where = { to_act: ["black"], lights, pieces: { a7: "bP", b7: "bR" } };
  for (const captured of ["bP", "bR", "bH"]) {
    const hand = new Hand(table(wood({ a6: "bP", b7: "bR" }, [], { [captured]: 1 }), where));
    assert.deepEqual(hand.intents("a7"), []);
  }
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
  const hand = new Hand(table(wood({}, [], { bP: 1, bR: 1 }), { lights }));
  assert.deepEqual(hand.intents("a1"), []);
  assert.match(hand.why("a1"), /out of the tray/);
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

/** @type {Record<string, unknown>[]} */
let asked = [];
/** @type {string[]} */
let said = [];

/**
 * A server that takes every tap and counts its scenes up, the first answer later than the second could be.
 *
 * @param {string} _address
 * @param {{ body: string }} request
 */
function answer(_address, { body }) {
  asked.push(JSON.parse(body));
  const number = 10 * asked.length;
  return new Promise((settle) => setImmediate(() => settle(Response.json({ scene: number }))));
}

beforeEach(() => {
  asked = [];
  blank();
  said = toast();
  mock.method(globalThis, "fetch", answer);
});
afterEach(() => mock.restoreAll());

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

test("taps that wait for others are not made in the game that comes meanwhile, and say so", async () => {
  mock.method(globalThis, "setTimeout", () => undefined); // what is said stays
  const hand = new Hand(table(wood({ a1: "wP" }), { number: 5, covered: ["a1"] }));
  /** @type {string[]} */
  const read = [];
  hand.send([["take", null, "wP"]]);
  hand.send([["place", "a2", "wP"]]);
  const done = hand.touch(() => {
    read.push("a1");
    return [["lift", "a1", null]];
  });
  while (!asked.length) await null; // the first is on its way
  hand.see(table(wood({ a1: "wP" }), { key: "two", number: 60, covered: ["a1"] }));
  await done;
  assert.deepEqual(asked, [{ kind: "take", square: null, piece: "wP", scene: 5 }]);
  assert.deepEqual(read, [], "it might have been an answer");
  assert.equal(said.length, 2);
  for (const sentence of said) assert.match(sentence, /^That game is no longer on the table; nothing was changed\./);
  await hand.touch(() => [["lift", "a1", null]]);
  assert.equal(asked.length, 2, "now it knows");
});

test("nor is the rest of a tap made in the next lesson of a course", async () => {
  mock.method(globalThis, "setTimeout", () => undefined);
  /** @type {(number: number) => Scene["lesson"]} */
  const lesson = (number) => ({
    name: "march",
    number,
    count: 5,
    find: false,
    from_game: false,
    verdict: "open",
    task: "",
    learner: "",
  });
  const hand = new Hand(table(wood(), { lesson: lesson(1) }));
  const done = hand.send([
    ["take", null, "wP"],
    ["place", "a1", "wP"],
  ]);
  while (!asked.length) await null; // the first is on its way
  hand.see(table(wood(), { lesson: lesson(2), number: 60 }));
  await done;
  assert.equal(asked.length, 1);
});

test("the next touch is read by the lights that show what the one before did", async () => {
  mock.method(globalThis, "setTimeout", () => undefined); // else it waits but for a while
  const before = wood({ d1: "wQ", d7: "bP" });
  const hand = new Hand(table(before, { covered: ["d1", "d7"] }));
  const lifted = wood({ d7: "bP" }, ["wQ"]);
  hand.touch(() => hand.intents("d1"));
  const done = hand.touch(() => hand.intents("d7"));
  await sent(1);
  await heard(hand, table(lifted, { number: 10, covered: ["d1", "d7"] }), 1); // the reed has not opened yet
  await heard(hand, table(lifted, { number: 11, covered: ["d7"], targets: ["d7"] }), 2);
  await done;
  assert.deepEqual(
    asked.map(({ kind, square }) => [kind, square]),
    [
      ["lift", "d1"],
      ["capture", "d7"],
    ],
  );
});

test("a square on manual is not waited for", () => {
  const hand = new Hand(table(wood({ d1: "wQ" }), { manual: ["d1"] }));
  assert.ok(hand.isFelt());
  assert.ok(!new Hand(table(wood({ d1: "wQ" }))).isFelt());
});

test("a touch on a board that feels nothing is read after a while", async () => {
  /** @type {(() => void)[]} */
  const due = [];
  mock.method(globalThis, "setTimeout", (/** @type {() => void} */ act) => due.push(act));
  const hand = new Hand(table(wood({ d1: "wQ" })));
  const done = hand.touch(() => hand.intents("d1"));
  while (!due.length) await turn();
  assert.deepEqual(asked, []);
  due[0]();
  await done;
  assert.equal(asked.length, 1);
});

/** Let happen what is due. */
function turn() {
  return new Promise((done) => setImmediate(done));
}

/**
 * So many taps have been sent.
 *
 * @param {number} count
 */
async function sent(count) {
  while (asked.length < count) await turn();
  await turn();
  assert.equal(asked.length, count);
}

/**
 * A snapshot arrives; so many taps have been sent then.
 *
 * @param {Hand} hand
 * @param {Snapshot} snapshot
 * @param {number} count
 */
function heard(hand, snapshot, count) {
  hand.see(snapshot);
  return sent(count);
}
