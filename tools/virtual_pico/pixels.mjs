// A chain of WS2812B pixels on GP16: decodes what arrives, by the times of their data sheet.

const DATA_PIN = 16;
const ONE_FROM_NS = 560;
const LATCH_NS = 280_000;
const PAUSE_NS = 5_000; // longer within a frame, and older pixels take it for the frame's end

export class Pixels {
  /** `shown` is called with each whole frame: its first and last edge, how many bits, the bytes. */
  constructor(shown) {
    this.shown = shown;
    this.forget();
  }

  forget() {
    this.times = { zeroHigh: [Number.MAX_VALUE, 0], oneHigh: [Number.MAX_VALUE, 0], pauses: 0, leastRestNs: Number.MAX_VALUE };
  }

  attach(rp, now) {
    this.now = now;
    this.bits = [];
    this.rose = this.fell = null;
    rp.gpio[DATA_PIN].addListener((state) => (state === 1 ? this.rise(now()) : this.fall(now())));
  }

  rise(now) {
    this.latch(now);
    if (this.fell !== null) {
      const low = now - this.fell;
      if (!this.bits.length) this.times.leastRestNs = Math.min(this.times.leastRestNs, low);
      else if (low > PAUSE_NS) this.times.pauses++;
    }
    if (!this.bits.length) this.began = now;
    this.rose = now;
  }

  fall(now) {
    if (this.rose === null) return;
    const high = now - this.rose;
    const one = high >= ONE_FROM_NS;
    const span = one ? this.times.oneHigh : this.times.zeroHigh;
    span[0] = Math.min(span[0], high);
    span[1] = Math.max(span[1], high);
    this.bits.push(one ? 1 : 0);
    this.fell = now;
    this.rose = null;
  }

  /** The frame is over if the line has rested for long enough. */
  latch(now) {
    if (!this.bits.length || this.rose !== null || now - this.fell < LATCH_NS) return;
    const bytes = Buffer.alloc(this.bits.length >> 3);
    for (let bit = 0; bit < bytes.length * 8; bit++) bytes[bit >> 3] |= this.bits[bit] << (7 - (bit & 7));
    this.shown(this.began, this.fell, this.bits.length, bytes);
    this.bits = [];
  }
}
