import assert from "node:assert/strict";
import { test } from "node:test";
import { journeys } from "../../../webpanel/static/js/board/journeys.js";

const SQUARES = ["a1", "a2", "a3", "a4", "b2"];
/** @param {Pieces} pieces */
const board = (pieces) => new Map(SQUARES.map((square) => [square, pieces[square] ?? ""]));
/** @type {(before: Pieces, after: Pieces, given?: Partial<Parameters<typeof journeys>[2]>) => Journeys} */
const found = (before, after, given) =>
  journeys(board(before), board(after), {
    motions: [],
    waiting: new Map(),
    raised: {},
    lifted: {},
    unsettled: false,
    ...given,
  });
/** @type {(square: string, target: string) => SceneMotion} */
const moved = (square, target) => ({ kind: "moved", square, target, piece: "", message: null, icon: "" });

test("a piece that stands elsewhere now has slid there", () => {
  assert.deepEqual(found({ a1: "wP" }, { a3: "wP" }).slides, [["a1", "a3"]]);
});

test("a captured piece is not taken for one that moved", () => {
  const { slides, fades } = found({ a1: "wP", a2: "bP" }, { a2: "wP" });
  assert.deepEqual(slides, [["a1", "a2"]]);
  assert.deepEqual(fades, []);
});

test("of pieces alike the rules tell which one went where", () => {
  const before = { a1: "wP", a2: "wP" };
  const after = { a3: "wP", a4: "wP" };
  const { slides } = found(before, after, { motions: [moved("a1", "a4"), moved("a2", "a3")] });
  assert.deepEqual(slides, [
    ["a1", "a4"],
    ["a2", "a3"],
  ]);
});

test("of pieces alike, untold, each slides the shorter way", () => {
  assert.deepEqual(found({ a1: "wP" }, { a2: "wP", a4: "wP" }).slides, [["a1", "a2"]]);
});

test("a piece that is nowhere any more fades", () => {
  assert.deepEqual(found({ b2: "bP" }, {}).fades, [["b2", "bP"]]);
});

test("a piece in the hand has neither moved nor gone", () => {
  const { slides, fades } = found({ a1: "wP" }, {}, { lifted: { a1: "wP" } });
  assert.deepEqual([slides, fades], [[], []]);
});

test("a piece put down slides from where it was lifted", () => {
  assert.deepEqual(found({}, { a2: "wP" }, { raised: { a1: "wP" } }).slides, [["a1", "a2"]]);
});

test("a piece that has left for a square it has not reached waits until it gets there", () => {
  const motions = [moved("a1", "a4")];
  const first = found({ a1: "wP" }, {}, { motions, unsettled: true });
  assert.deepEqual(first.waiting, new Map([["a1", "wP"]]));
  const second = found({}, { a4: "wP" }, { motions, waiting: first.waiting });
  assert.deepEqual(second.slides, [["a1", "a4"]]);
});

test("one that waited for nothing fades when all is settled", () => {
  const waiting = new Map([["a1", "wP"]]);
  assert.deepEqual(found({}, {}, { motions: [moved("a1", "a4")], waiting }).fades, [["a1", "wP"]]);
});
