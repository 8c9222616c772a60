/**
 * Animated GIFs (GIF89a, CompuServe 1990), frame by frame: every messenger shows them. Each frame holds only the
 * rectangle that differs from the one before it.
 */
const COLOURS = 256;
const BITS = 8;
const LONGEST_CODE = 12;

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * Return the bucket of a colour: five bits of each part.
 *
 * @param {Uint8ClampedArray} pixels
 * @param {number} at
 */
const bucket = (pixels, at) => ((pixels[at] >> 3) << 10) | ((pixels[at + 1] >> 3) << 5) | (pixels[at + 2] >> 3);

/** The most frequent colours of pictures, and the nearest of them to any other. */
export class Palette {
  /** @param {Uint8ClampedArray[]} samples pictures as RGBA */
  constructor(samples) {
    /** @type {Map<number, { count: number, at: number[] }>} */
    const found = new Map();
    for (const pixels of samples)
      for (let at = 0; at < pixels.length; at += 4) {
        const key = bucket(pixels, at);
        const known = found.get(key);
        if (known) known.count += 1;
        else found.set(key, { count: 1, at: [pixels[at], pixels[at + 1], pixels[at + 2]] });
      }
    const most = [...found.values()].sort((a, b) => b.count - a.count).slice(0, COLOURS);
    this.colours = most.map(({ at }) => at);
    /** @type {Map<number, number>} */
    this.known = new Map();
  }

  /**
   * Return the picture as numbers of colours.
   *
   * @param {Uint8ClampedArray} pixels RGBA
   */
  indexed(pixels) {
    const found = new Uint8Array(pixels.length / 4);
    for (let place = 0; place < found.length; place += 1) found[place] = this.nearest(pixels, 4 * place);
    return found;
  }

  /**
   * @param {Uint8ClampedArray} pixels
   * @param {number} at
   */
  nearest(pixels, at) {
    const key = bucket(pixels, at);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const far = this.colours.map((each) => each.reduce((sum, part, of) => sum + (part - pixels[at + of]) ** 2, 0));
    const nearest = far.indexOf(Math.min(...far));
    this.known.set(key, nearest);
    return nearest;
  }
}

/**
 * Return the smallest rectangle around all differences; null: there are none.
 *
 * @param {Uint8Array} before
 * @param {Uint8Array} after
 * @param {number} width
 * @returns {Box | null}
 */
export function differing(before, after, width) {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let at = 0; at < after.length; at += 1) {
    if (before[at] === after[at]) continue;
    const x = at % width;
    bottom = (at - x) / width;
    if (top < 0) top = bottom;
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  return top < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Pack numbers for GIF (LZW with codes that grow from 9 bits to 12).
 *
 * @param {Uint8Array} numbers
 * @returns {number[]}
 */
export function packed(numbers) {
  const clear = 1 << BITS;
  /** @type {number[]} */
  const bytes = [];
  let [held, count, size, next] = [0, 0, BITS + 1, clear + 2];
  /** @type {Map<number, number>} */
  let known = new Map();
  /** @param {number} code */
  const put = (code) => {
    held |= code << count;
    for (count += size; count >= 8; count -= 8, held >>= 8) bytes.push(held & 255);
  };
  put(clear);
  let run = numbers[0];
  for (const number of numbers.subarray(1)) {
    const longer = known.get((run << BITS) | number);
    if (longer !== undefined) {
      run = longer;
      continue;
    }
    put(run);
    if (next === 1 << LONGEST_CODE) {
      put(clear);
      [size, next, known] = [BITS + 1, clear + 2, new Map()];
    } else {
      if (next === 1 << size) size += 1;
      known.set((run << BITS) | number, next);
      next += 1;
    }
    run = number;
  }
  put(run);
  put(clear + 1);
  if (count) bytes.push(held & 255);
  return bytes;
}

/** @param {number} number */
const word = (number) => [number & 255, number >> 8];

/** @param {string} text */
const letters = (text) => [...text].map((letter) => letter.charCodeAt(0));

export class Gif {
  /**
   * @param {number} width
   * @param {number} height
   * @param {Palette} palette
   */
  constructor(width, height, palette) {
    this.width = width;
    this.palette = palette;
    this.shown = new Uint8Array(0);
    const table = Array.from({ length: COLOURS }, (_none, place) => palette.colours[place] ?? [0, 0, 0]).flat();
    const head = [...letters("GIF89a"), ...word(width), ...word(height), 0xf7, 0, 0, ...table];
    const forever = [0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    this.parts = [Uint8Array.from([...head, ...forever])];
  }

  /**
   * Add a picture, and the time for which it is shown.
   *
   * @param {Uint8ClampedArray} pixels RGBA
   * @param {number} ms
   */
  add(pixels, ms) {
    const now = this.palette.indexed(pixels);
    const all = { x: 0, y: 0, width: this.width, height: now.length / this.width };
    const box = this.shown.length
      ? (differing(this.shown, now, this.width) ?? { x: 0, y: 0, width: 1, height: 1 })
      : all;
    this.shown = now;
    const rows = Array.from({ length: box.height }, (_none, row) => (box.y + row) * this.width + box.x);
    const inside = new Uint8Array(box.width * box.height);
    for (const [row, from] of rows.entries()) inside.set(now.subarray(from, from + box.width), row * box.width);
    const delay = [0x21, 0xf9, 4, 4, ...word(Math.round(ms / 10)), 0, 0];
    const place = [0x2c, ...[box.x, box.y, box.width, box.height].flatMap(word), 0, BITS];
    this.parts.push(Uint8Array.from([...delay, ...place]), ...blocks(packed(inside)), Uint8Array.of(0));
  }

  /** Return the file. */
  file() {
    return new Blob([...this.parts, Uint8Array.of(0x3b)], { type: "image/gif" });
  }
}

/** @param {number[]} bytes */
function blocks(bytes) {
  return Array.from({ length: Math.ceil(bytes.length / 255) }, (_none, number) => {
    const some = bytes.slice(255 * number, 255 * (number + 1));
    return Uint8Array.from([some.length, ...some]);
  });
}
