import assert from "node:assert/strict";
import { test } from "node:test";
import { differing, Gif, Palette, packed } from "../../../webpanel/static/js/share/gif.js";

/**
 * Decode packed numbers as a GIF's reader does, after appendix F of GIF89a.
 *
 * @param {number[]} bytes
 */
function unpacked(bytes) {
  /** @type {number[]} */
  const found = [];
  let [at, size] = [0, 9];
  /** @type {number[][]} */
  let table = [];
  /** @type {number[] | null} */
  let before = null;
  const read = () => {
    let code = 0;
    for (let bit = 0; bit < size; bit += 1, at += 1) code |= ((bytes[at >> 3] >> (at & 7)) & 1) << bit;
    return code;
  };
  for (;;) {
    const code = read();
    if (code === 257) return found;
    if (code === 256) {
      [size, table, before] = [9, Array.from({ length: 258 }, (_none, number) => [number]), null];
      continue;
    }
    /** @type {number[] | null} */
    const run = code < table.length ? table[code] : before && [...before, before[0]];
    assert.ok(run, `${code} before anything is known`);
    found.push(...run);
    if (before && table.length < 4096) table.push([...before, run[0]]);
    if (table.length === 1 << size && size < 12) size += 1;
    before = run;
  }
}

/**
 * Numbers that look drawn by chance, the same in every run.
 *
 * @param {number} length
 * @param {number} most
 */
function numbers(length, most) {
  let seed = 7;
  return Uint8Array.from({ length }, () => {
    seed = (seed * 48271) % 2147483647;
    return seed % most;
  });
}

test("what is packed comes out again, also where the codes run out", () => {
  for (const given of [Uint8Array.of(5), new Uint8Array(5000), numbers(20000, 256), numbers(30000, 3)])
    assert.deepEqual(Uint8Array.from(unpacked(packed(given))), given);
});

test("of alike pictures nothing differs, else the smallest rectangle", () => {
  const before = new Uint8Array(20);
  assert.equal(differing(before, new Uint8Array(20), 5), null);
  const after = new Uint8Array(20);
  after[6] = after[13] = 1;
  assert.deepEqual(differing(before, after, 5), { x: 1, y: 1, width: 3, height: 2 });
});

test("colours that are there keep what they are, others get the nearest", () => {
  const palette = new Palette([Uint8ClampedArray.of(0, 0, 0, 255, 250, 0, 0, 255, 250, 0, 0, 255)]);
  assert.deepEqual(palette.colours, [
    [250, 0, 0],
    [0, 0, 0],
  ]);
  assert.deepEqual([...palette.indexed(Uint8ClampedArray.of(200, 30, 0, 255, 9, 9, 9, 255))], [0, 1]);
});

test("a frame holds only what differs from the one before it", async () => {
  const dark = new Uint8ClampedArray(4 * 100 * 100);
  const lit = dark.slice();
  lit[4 * 5050] = 255;
  const gif = new Gif(100, 100, new Palette([dark, lit]));
  gif.add(dark, 1000);
  const first = gif.file().size;
  gif.add(lit, 1000);
  gif.add(lit, 1000);
  assert.ok(gif.file().size - first < 60);
  const bytes = new Uint8Array(await gif.file().arrayBuffer());
  assert.equal(String.fromCharCode(...bytes.subarray(0, 6)), "GIF89a");
  assert.equal(bytes.at(-1), 0x3b);
});
