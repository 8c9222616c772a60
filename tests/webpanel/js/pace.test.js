/** The durations of replays, narration, films and clocks. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { blank, one } from "./page.js";
import { moment, scene } from "./wire.js";

blank();
const { Autoplay } = await import("../../../webpanel/static/js/replay/autoplay.js");
const { Clocks } = await import("../../../webpanel/static/js/clock/clocks.js");
const { shownMs } = await import("../../../webpanel/static/js/share/pictures.js");
const { readingMs } = await import("../../../webpanel/static/js/story/story.js");
const { Playback } = await import("../../../webpanel/static/js/story/playback.js");

/**
 * Return the time that something waits for its next step.
 *
 * @param {() => void} work
 */
function waits(work) {
  const timer = mock.method(globalThis, "setTimeout", () => 1);
  work();
  timer.mock.restore();
  return timer.mock.calls.map((call) => Math.round(Number(call.arguments[1])));
}

test("a replay at twice the speed shows everything half as long", () => {
  const hooks = { told: () => "", on: () => true, restart() {}, ended: () => false };
  /** @param {string} value */
  const at = (value) =>
    waits(() => one(Autoplay, { hooks, speed: /** @type {HTMLSelectElement} */ ({ value }) }).wait());
  assert.deepEqual([at("1"), at("2"), at("0.5")], [[800], [400], [1600]]);
});

test("what takes longer than eight seconds to read is told more quickly, what takes less is not told more slowly", () => {
  /** @type {(told: string, count: number, told_within_ms?: number) => number} */
  const paced = (told, count, told_within_ms = 8000) => {
    const playback = one(Playback, { queue: [], pace: 1, show: () => undefined });
    const entries = [{ turn: null, short: "", moments: Array.from({ length: count }, () => moment(told)) }];
    playback.hear({ key: "one", first: 4, entries }, scene({ action_count: 4, told_within_ms }), false);
    return playback.pace * playback.queue.length * readingMs(told);
  };
  assert.equal(Math.round(paced("Ben rolls 3.", 20)), 8000);
  assert.equal(paced("Ben rolls 3.", 2), 2 * readingMs("Ben rolls 3."));
  assert.equal(Math.round(paced("Ben rolls 3.", 2, 1000)), 1000);
});

test("a film is quicker than reading, and its last picture stays for four seconds", () => {
  assert.equal(shownMs("Ben rolls 3.", false), 0.6 * readingMs("Ben rolls 3."));
  assert.equal(shownMs("Ben rolls 3.", true), 4000);
});

test("a clock is drawn anew each second, in the last ten seconds each tenth", () => {
  const now = mock.method(performance, "now", () => 1000);
  /** @param {number} left_ms */
  const next = (left_ms) => {
    const clocks = { white: { left_ms, runs: true, control: "" } };
    return waits(() => one(Clocks, { clocks, heard: 1000, warned: new Set(), warn() {} }).show());
  };
  assert.deepEqual([next(12_300), next(9_430), next(0)], [[300], [30], []]);
  now.mock.restore();
});

test("of a clock that has little left one is warned once, and again when it had more meanwhile", () => {
  /** @type {number[]} */
  const warned = [];
  const clocks = one(Clocks, { heard: 0, warned: new Set() });
  clocks.warn = (seat) => warned.push(clocks.left(seat));
  for (const left_ms of [10_001, 10_000, 5000, 20_000, 9000]) {
    clocks.clocks = { white: { left_ms, runs: false, control: "" } };
    clocks.heed("white");
  }
  assert.deepEqual(warned, [10_000, 9000]);
});
