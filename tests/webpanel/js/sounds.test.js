/** Sounds, in a browser that has none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Sounds } from "../../../webpanel/static/js/lib/sounds.js";

/** Counts the notes of a browser whose sound waits for a touch. */
class Silent {
  state = "suspended";
  currentTime = 0;
  async resume() {
    await new Promise((done) => setTimeout(done, 700));
  }
}

test("what is over when a phone may sound at last sounds no more", async () => {
  const sounds = new Sounds();
  let notes = 0;
  sounds.context = /** @type {any} */ (new Silent());
  sounds.wake = () => {};
  sounds.note = () => {
    notes += 1;
  };
  await sounds.play(["turn"]);
  assert.equal(notes, 0);
  Silent.prototype.resume = async () => {};
  await sounds.play(["turn"]);
  assert.equal(notes, 2);
});

test("a browser without sound is touched and told of moves as any other", () => {
  assert.equal("AudioContext" in globalThis, false);
  const sounds = new Sounds();
  sounds.wake();
  sounds.play(["turn", "capture"]);
});
