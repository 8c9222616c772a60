/** How long things are shown: replays, what happened, films, clocks. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { blank } from "./page.js";

blank();
const { Autoplay } = await import("../../../webpanel/static/js/autoplay.js");
const { Clocks } = await import("../../../webpanel/static/js/clocks.js");
const { shownMs } = await import("../../../webpanel/static/js/share.js");
const { readingMs } = await import("../../../webpanel/static/js/story.js");
const { Telling } = await import("../../../webpanel/static/js/telling.js");

/** One of a class whose page is not there. */
const one = (kind, properties) => Object.assign(Object.create(kind.prototype), properties);

/** How long something waits for its next step. */
function waits(work) {
  const timer = mock.method(globalThis, "setTimeout", () => 1);
  work();
  timer.mock.restore();
  return timer.mock.calls.map((call) => Math.round(call.arguments[1]));
}

test("a replay at twice the speed shows everything half as long", () => {
  const at = (speed) => waits(() => one(Autoplay, { hooks: { told: () => "" }, speed: { value: speed } }).wait());
  assert.deepEqual([at("1"), at("2"), at("0.5")], [[800], [400], [1600]]);
});

test("what takes longer than eight seconds to read is told more quickly, what takes less is not told more slowly", () => {
  const paced = (told, count) => {
    const moment = { told, changes: {}, die: null };
    const telling = one(Telling, { queue: [], pace: 1, show: () => undefined });
    const entries = [{ turn: null, moments: Array(count).fill(moment) }];
    telling.hear({ key: "one", first: 4, entries }, { key: "one", action_count: 4, pieces: {} }, false);
    return telling.pace * telling.queue.length * readingMs(told);
  };
  assert.equal(Math.round(paced("Ben rolls 3.", 20)), 8000);
  assert.equal(paced("Ben rolls 3.", 2), 2 * readingMs("Ben rolls 3."));
});

test("a film is quicker than reading, and its last picture stays for four seconds", () => {
  assert.equal(shownMs("Ben rolls 3.", false), 0.6 * readingMs("Ben rolls 3."));
  assert.equal(shownMs("Ben rolls 3.", true), 4000);
});

test("a clock is drawn anew each second, in the last ten seconds each tenth", () => {
  const now = mock.method(performance, "now", () => 1000);
  const next = (left_ms) =>
    waits(() =>
      one(Clocks, { clocks: { white: { left_ms, runs: true } }, heard: 1000, warned: new Set(), warn() {} }).show(),
    );
  assert.deepEqual([next(12_300), next(9_430), next(0)], [[300], [30], []]);
  now.mock.restore();
});

test("of a clock that has little left one is warned once, and again when it had more meanwhile", () => {
  const warned = [];
  const clocks = one(Clocks, { heard: 0, warned: new Set(), warn: () => warned.push(clocks.left("white")) });
  for (const left_ms of [10_001, 10_000, 5000, 20_000, 9000]) {
    clocks.clocks = { white: { left_ms, runs: false } };
    clocks.heed("white");
  }
  assert.deepEqual(warned, [10_000, 9000]);
});
