// The reeds of a tile, joined to rows (GP0-GP7) and columns (GP8-GP15) by way of diodes, and what the scanning of them
// looks like from outside.

const SIDE = 8;
const RISE_NS = 20_000; // a column let go rises through its pull-up: 80 kOhm, some 250 pF of wire

export class Matrix {
  constructor() {
    this.closed = new Uint8Array(SIDE); // bits per row
    this.forget();
  }

  /** Begin to measure anew. */
  forget() {
    this.lastScan = -1;
    this.gaps = [];
    this.faults = { rowsDrivenHigh: 0, twoRowsAtOnce: 0, floatingReads: 0 };
  }

  /** Join it to a chip that was just powered up; `now`: the time since the very first power-up. */
  attach(rp, now) {
    this.rp = rp;
    this.now = now;
    this.lowSince = new Array(SIDE).fill(null);
    this.freeSince = new Array(SIDE).fill(Number.NEGATIVE_INFINITY);
    this.lastScan = -1;
    for (let row = 0; row < SIDE; row++) rp.gpio[row].addListener((state) => this.rowChanged(row, state));
    Object.defineProperty(rp, "gpioValues", { get: () => this.levels() });
  }

  touch(reed, closed) {
    const bit = 1 << (reed & 7);
    this.closed[reed >> 3] = closed ? this.closed[reed >> 3] | bit : this.closed[reed >> 3] & ~bit;
  }

  rowChanged(row, state) {
    const now = this.now();
    if (state !== 0) {
      if (this.lowSince[row] !== null) this.freeSince[row] = now;
      this.lowSince[row] = null;
      if (state === 1) this.faults.rowsDrivenHigh++;
      return;
    }
    if (this.lowSince.some((since, other) => other !== row && since !== null)) this.faults.twoRowsAtOnce++;
    this.lowSince[row] = now;
    if (row > 0) return;
    if (this.lastScan >= 0) this.gaps.push(now - this.lastScan);
    this.lastScan = now;
  }

  levels() {
    let levels = 0;
    let low = 0;
    for (let row = 0; row < SIDE; row++) {
      if (this.lowSince[row] === null) levels |= 1 << row;
      if (this.lowSince[row] !== null || this.now() - this.freeSince[row] < RISE_NS) low |= this.closed[row];
    }
    for (let column = 0; column < SIDE; column++) {
      const pin = this.rp.gpio[SIDE + column];
      if (!pin.pullupEnabled || !pin.inputEnable) this.faults.floatingReads++;
      if (!((low >> column) & 1)) levels |= 1 << (SIDE + column);
    }
    return levels;
  }
}
