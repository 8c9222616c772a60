import assert from "node:assert/strict";
import { test } from "node:test";
import { written } from "../../../webpanel/static/js/clock/clocks.js";

test("a clock shows minutes and seconds, begun seconds as whole ones", () => {
  assert.equal(written(300_000, "en"), "5:00");
  assert.equal(written(299_001, "en"), "5:00");
  assert.equal(written(299_000, "en"), "4:59");
  assert.equal(written(10_000, "en"), "0:10");
});

test("hours only where there are some", () => {
  assert.equal(written(3_599_000, "en"), "59:59");
  assert.equal(written(3_600_000, "en"), "1:00:00");
  assert.equal(written(7_265_000, "en"), "2:01:05");
});

test("the last ten seconds have tenths, as the language writes them", () => {
  assert.equal(written(9_999, "en"), "10.0");
  assert.equal(written(9_400, "en"), "9.4");
  assert.equal(written(9_400, "de"), "9,4");
  assert.equal(written(1, "en"), "0.1");
  assert.equal(written(0, "en"), "0.0");
});
