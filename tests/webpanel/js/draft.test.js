/** Setting up a position: what is said of pieces goes with them, and nothing contradicts the board. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Draft } from "../../../webpanel/static/js/new_game/draft.js";

/** @type {(name: string, kind: Control["kind"], more?: Partial<Control>) => Control} */
const control = (name, kind, more) => ({
  name,
  kind,
  label: name,
  help: "",
  low: 0,
  high: 9,
  usual: 0,
  empty: false,
  choices: [],
  ...more,
});
const MOVED = control("moved", "squares");
const HOLES = control("holes", "squares", { empty: true });
const IMMUNE = control("immune", "square");
const STATS = control("stats", "strengths");
const ROLL = control("roll", "number", { low: 1, usual: 1 });
const PLACE = control("to_place", "numbers", { usual: 2, choices: [{ value: "white", label: "White" }] });
const turns = [
  { value: "white", label: "White" },
  { value: "black", label: "Black" },
];

/**
 * @param {Pieces} [board]
 * @param {Partial<State>} [state]
 */
function draft(board = { a1: "wP", b1: "wR", c1: "bR" }, state = {}) {
  return new Draft({
    files: 8,
    ranks: 8,
    a1_light: false,
    piece_names: {},
    piece_art: {},
    said: [],
    over: "",
    marks: [],
    holes: [],
    text: null,
    material: ["wP", "wR", "bR", "wR+"],
    turn: "white",
    stages: [
      { phase: "move", label: "Move", turns, controls: [ROLL, MOVED, HOLES, IMMUNE, STATS] },
      { phase: "wait", label: "Wait", turns: [], controls: [PLACE, HOLES] },
    ],
    state: { board, phase: "move", to_act: ["white"], detail: {}, ...state },
  });
}

test("a piece goes where it is put, one to a square", () => {
  const made = draft();
  made.put("a1", "bR");
  made.move("b1", "c1");
  made.move("d4", "d5");
  assert.deepEqual(made.pieces, { a1: "bR", c1: "wR" });
});

test("what is said of a piece goes with it, and with it off the board", () => {
  const made = draft();
  made.mark(MOVED, "a1");
  made.mark(IMMUNE, "a1");
  made.strengthen(STATS, "a1", "2/3");
  made.move("a1", "a2");
  assert.deepEqual(made.state().detail, { roll: 1, moved: ["a2"], holes: [], immune: "a2", stats: { a2: "2/3" } });
  made.clear("a2");
  assert.deepEqual(made.state().detail, { roll: 1, moved: [], holes: [], immune: null, stats: {} });
});

test("what is taken loses what was said of it", () => {
  const made = draft();
  made.strengthen(STATS, "c1", "2/3");
  made.mark(IMMUNE, "c1");
  made.move("b1", "c1");
  assert.deepEqual([made.value(STATS), made.value(IMMUNE)], [{}, null]);
});

test("a second time takes a mark away, and only one piece has what one can have", () => {
  const made = draft();
  made.mark(MOVED, "a1");
  made.mark(MOVED, "b1");
  made.mark(MOVED, "a1");
  made.mark(IMMUNE, "a1");
  made.mark(IMMUNE, "b1");
  made.strengthen(STATS, "a1", "2/3");
  made.strengthen(STATS, "a1", "2/3");
  assert.deepEqual([made.value(MOVED), made.value(IMMUNE), made.value(STATS)], [["b1"], "b1", {}]);
});

test("nothing is said of a piece on an empty square, and a hole has no piece", () => {
  const made = draft();
  made.mark(MOVED, "d4");
  made.mark(HOLES, "a1");
  assert.deepEqual([made.value(MOVED), made.value(HOLES), made.pieces.a1], [[], ["a1"], undefined]);
  made.put("a1", "wP");
  assert.deepEqual(made.value(HOLES), []);
});

test("only who may have a shield gets one", () => {
  const made = draft();
  for (const square of ["a1", "b1", "d4"]) made.shield(square);
  assert.deepEqual(made.pieces, { a1: "wP", b1: "wR+", c1: "bR" });
  made.shield("b1");
  assert.equal(made.pieces.b1, "wR");
});

test("what two phases have in common stays; the rest begins as usual", () => {
  const made = draft();
  made.mark(HOLES, "d4");
  made.turn = "black";
  assert.deepEqual(made.state().to_act, ["black"]);
  made.enter("wait");
  assert.deepEqual(made.state(), {
    board: made.pieces,
    phase: "wait",
    detail: { to_place: { white: 2 }, holes: ["d4"] },
  });
});

test("a phase that cannot be set up becomes the usual one", () => {
  const made = draft({}, { phase: "strike", detail: { roll: null, holes: ["h8"], secret: 1 } });
  assert.deepEqual(made.state().detail, { roll: 1, moved: [], holes: ["h8"], immune: null, stats: {} });
});

test("of covered squares the unknown ones are asked, the known ones stay", () => {
  const made = draft();
  made.read(["b1", "e4", "e5"]);
  assert.deepEqual([Object.keys(made.pieces), [...made.unnamed]], [["b1"], ["e4", "e5"]]);
  made.put("e4", "wP");
  made.clear("e5");
  assert.deepEqual([...made.unnamed], []);
});
