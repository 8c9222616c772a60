/** The offer of the board to put all pieces right. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Hand } from "../../../webpanel/static/js/board/hand.js";
import { Tray } from "../../../webpanel/static/js/board/tray.js";
import { blank, one, toast } from "./page.js";
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

/**
 * @param {Partial<Snapshot["look"]>} look
 * @param {Wood["tray"]} kept
 */
function matters(look, kept) {
  /** @type {Wood} */
  const wood = { stands: { b6: "wP" }, hand: [], tray: kept, owner: "nobody" };
  const { look: usual, ...rest } = snapshot({ wood, scene: scene({ pieces: { b6: "bP", c6: "wP" } }) });
  const table = { ...rest, look: { ...usual, ...look }, over: false };
  return one(Tray, { table: () => table, hand: new Hand({ ...rest, look: table.look }) }).trayMatters(wood);
}

test("whoever moves every piece is shown the tray while it holds one that belongs on the board", () => {
  assert.ok(matters({ by_hand: true }, { bP: 1 }));
  assert.ok(!matters({ by_hand: true }, { bR: 1 }));
  assert.ok(!matters({ by_hand: false }, { bP: 1 }), "what was just captured is no drudgery for hands");
});

/**
 * The addresses that are asked when all pieces are put right, with the scenes that are named, and what is said; `between` is done while the board pauses.
 *
 * @param {(hear: (snapshot: Snapshot) => void) => void} between
 */
async function putRight(between) {
  blank();
  const said = toast();
  let table = { ...snapshot(), over: false };
  const hand = new Hand(table);
  /** @type {string[]} */
  const asked = [];
  mock.method(globalThis, "setTimeout", () => undefined); // what is said stays
  mock.method(globalThis, "fetch", async (/** @type {string} */ address, /** @type {{ body: string }} */ { body }) => {
    asked.push(`${address} of scene ${JSON.parse(body).scene}`);
    if (asked.length === 1)
      between((heard) => {
        table = { ...heard, over: false };
        hand.see(heard);
      });
    return Response.json({ scene: 7 });
  });
  try {
    await one(Tray, { table: () => table, hand }).setUpAnew();
  } finally {
    mock.restoreAll();
  }
  return { asked, said };
}

test("all pieces are put right by a pause that ends again", async () => {
  const { asked, said } = await putRight((hear) => hear(snapshot({ scene: scene({ status: "paused", number: 2 }) })));
  assert.deepEqual([asked, said], [["/api/pause of scene 1", "/api/resume of scene 7"], []]);
});

test("a pause of the next game is not ended by that", async () => {
  const { asked, said } = await putRight((hear) => hear(snapshot({ scene: scene({ status: "paused", key: "two" }) })));
  assert.deepEqual(asked, ["/api/pause of scene 1"]);
  assert.match(said[0], /^That game is no longer on the table; nothing was changed\./);
});
