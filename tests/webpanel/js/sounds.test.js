/** Sounds, in a browser that has none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Sounds } from "../../../webpanel/static/js/lib/sounds.js";

test("a browser without sound is touched and told of moves as any other", () => {
  assert.equal("AudioContext" in globalThis, false);
  const sounds = new Sounds();
  sounds.wake();
  sounds.play(["turn", "capture"]);
});
