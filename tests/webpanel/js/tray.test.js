/** When the board offers to put all pieces right. */
import assert from "node:assert/strict";
import test from "node:test";
import { Tray } from "../../../webpanel/static/js/tray.js";

function offered(missing, extra, scene = {}, look = { by_hand: false }, mayTouch = () => true) {
  const table = () => ({ scene: { status: "repair", missing, extra, afar: [], ...scene }, look });
  return Object.assign(Object.create(Tray.prototype), { table, mayTouch }).isWrong();
}

test("more than two pieces that are wrong are put right for whoever may touch the board", () => {
  assert.ok(offered(["a1", "b1"], ["c3"]));
  assert.ok(!offered(["a1"], ["c3"]));
  assert.ok(!offered(["a1", "b1"], ["c3"], {}, undefined, () => false));
});

test("where hands are to do it, or another board's pieces are meant, nothing is offered", () => {
  assert.ok(!offered(["a1", "b1"], ["c3"], {}, { by_hand: true }));
  assert.ok(!offered(["a1", "b1"], ["c3"], { afar: ["white"] }));
  assert.ok(!offered(["a1", "b1"], ["c3"], { status: "play" }));
});
