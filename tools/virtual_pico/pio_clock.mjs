// rp2040js steps its PIO blocks by a timer of node, without regard to the time of the emulated chip. Here every state
// machine runs by the chip's own clock and its divider, and rests while it waits.

const CTRL = 0;
const POLL_CYCLES = 1;

export function runByTheClock(rp, cycleNs) {
  for (const pio of rp.pio) clockBlock(rp, pio, cycleNs);
}

function clockBlock(rp, pio, cycleNs) {
  const runners = pio.machines.map((machine) => new Runner(rp, pio, machine, cycleNs));
  const write = pio.writeUint32.bind(pio);
  pio.run = () => {};
  pio.writeUint32 = (offset, value) => {
    write(offset, value);
    if (offset === CTRL) for (const runner of runners) runner.wake();
  };
}

class Runner {
  constructor(rp, pio, machine, cycleNs) {
    this.pio = pio;
    this.machine = machine;
    this.cycleNs = cycleNs;
    this.due = false;
    this.alarm = rp.clock.createAlarm(() => this.step());
    const feed = machine.writeFIFO.bind(machine);
    machine.writeFIFO = (value) => {
      feed(value);
      this.wake();
    };
  }

  wake() {
    if (!this.due && this.machine.enabled && !this.machine.waiting) this.again(POLL_CYCLES);
  }

  again(cycles) {
    const divider = (this.machine.clockDivInt || 65536) + this.machine.clockDivFrac / 256;
    this.due = true;
    this.alarm.schedule(cycles * divider * this.cycleNs());
  }

  step() {
    this.due = false;
    const { machine } = this;
    if (!machine.enabled || machine.waiting) return;
    const before = machine.cycles;
    machine.step();
    this.pio.checkChangedPins();
    if (!machine.waiting) this.again(Math.max(POLL_CYCLES, machine.cycles - before));
  }
}
