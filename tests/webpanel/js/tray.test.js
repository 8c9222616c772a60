/** When the board offers to put all pieces right. */
import assert from "node:assert/strict";
import test from "node:test";
import { Tray } from "../../../webpanel/static/js/tray.js";
import { one } from "./page.js";
import { scene, snapshot } from "./wire.js";

/**
 * @param {string[]} missing
 * @param {string[]} extra
 * @param {Partial<Scene>} [more]
 * @param {Partial<Snapshot["look"]>} [look]
 */
function offered(missing, extra, more, look, mayTouch = () => true) {
  const { look: usual, ...rest } = snapshot({ scene: scene({ status: "repair", missing, extra, ...more }) });
  return one(Tray, { table: () => ({ ...rest, look: { ...usual, ...look }, over: false }), mayTouch }).isWrong();
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
