// A full-speed USB host with one port, at which the chip is a CDC serial device. Plugged or not, the port opened by a
// program (DTR) or not. It frames the bus once a millisecond while something is there.

const BULK_NS = 60_000; // one packet and its turn on the bus
const CONTROL_NS = 20_000;
const DEBOUNCE_NS = 100e6; // between plugging in and the reset
const RESET_NS = 20e6;
const SUSPEND_NS = 3e6;
const FRAME_NS = 1e6;
const PACKET = 64;

const SOF_RD = 0x48;
const SIE_CTRL = 0x4c;
const SIE_STATUS = 0x50;
const PULLUP = 1 << 16;
const SUSPENDED = 1 << 4;
const BUS_RESET = 1 << 19;
const SOF_INTERRUPT = 1 << 17;
const EP_BUFFERS = 0x80; // buffer control words: in and out of each endpoint in turn
const EP_BUFFERS_END = 0x100;
const AVAILABLE = 1 << 10;
const FULL = 1 << 15;
const LENGTH = 0x3ff;
const CDC_DATA = 10;

export class UsbHost {
  /** `received` is called with the bytes that arrive while the port is open. */
  constructor(received) {
    this.received = received;
    this.plugged = true;
    this.wantsOpen = false;
    this.outbox = [];
  }

  attach(rp) {
    const { usbCtrl: usb, clock } = rp;
    this.rp = rp;
    this.usb = usb;
    this.pulledUp = false;
    this.alarms = new Map();
    this.reset = clock.createAlarm(() => this.raise(BUS_RESET));
    this.enumeration = clock.createAlarm(() => this.enumerate());
    this.suspend = clock.createAlarm(() => this.raise(SUSPENDED));
    this.frame = clock.createAlarm(() => this.sendFrame());
    this.gone();
    this.watch(usb);
  }

  /** Take the place of the parts of rp2040js's controller that speak to a host of its own. */
  watch(usb) {
    const write = usb.writeUint32.bind(usb);
    const read = usb.readUint32.bind(usb);
    usb.onUSBEnabled = () => {};
    usb.onResetReceived = () => {
      this.gone();
      this.enumeration.schedule(RESET_NS);
    };
    usb.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset === SIE_STATUS && usb.rawWriteValue & SUSPENDED) {
        usb.sieStatus &= ~SUSPENDED;
        usb.sieStatusUpdated();
      }
      if (offset === SIE_CTRL) this.pull(Boolean(value & PULLUP));
    };
    usb.readUint32 = (offset) => {
      const value = read(offset);
      if (offset === SOF_RD) {
        usb.intRaw &= ~SOF_INTERRUPT;
        usb.checkInterrupts();
      }
      return value;
    };
    usb.DPRAMUpdated = (offset, value) => this.buffersChanged(offset, value);
  }

  raise(bit) {
    this.usb.sieStatus |= bit;
    this.usb.sieStatusUpdated();
  }

  // --- the cable ------------------------------------------------------------------------------------------------------

  pull(up) {
    if (up === this.pulledUp) return;
    this.pulledUp = up;
    this.gone();
    if (up && this.plugged) this.reset.schedule(DEBOUNCE_NS);
  }

  plug(on) {
    if (on === this.plugged) return;
    this.plugged = on;
    for (const alarm of [this.reset, this.enumeration, this.suspend]) alarm.cancel();
    this.gone();
    if (!on) this.suspend.schedule(SUSPEND_NS);
    else if (this.pulledUp) this.reset.schedule(DEBOUNCE_NS);
  }

  gone() {
    this.configured = this.opened = false;
    this.control = null;
    this.waiting = [];
    this.outbox = [];
    this.armed = new Set();
    this.bulkIn = this.bulkOut = -1;
  }

  sendFrame() {
    if (!this.configured) return;
    this.usb.sofFrameNumber = (this.usb.sofFrameNumber + 1) & 0x7ff;
    if (this.usb.intEnable & SOF_INTERRUPT) {
      this.usb.intRaw |= SOF_INTERRUPT;
      this.usb.checkInterrupts();
    }
    this.frame.schedule(FRAME_NS);
  }

  // --- control transfers ----------------------------------------------------------------------------------------------

  ask(setup, then = () => {}, data = []) {
    const length = setup[6] | (setup[7] << 8);
    const toHost = Boolean(setup[0] & 0x80);
    this.waiting.push({ setup, data, then, toHost, length, got: [], phase: length ? "data" : "status" });
    if (!this.control) this.next();
  }

  next() {
    this.control = this.waiting.shift() ?? null;
    if (!this.control) return;
    this.armed.delete("0in");
    this.armed.delete("0out");
    this.usb.sendSetupPacket(new Uint8Array(this.control.setup));
  }

  finish() {
    const done = this.control;
    this.control = null;
    done.then(done.got);
    if (!this.control) this.next();
  }

  describe(type, length, then) {
    this.ask([0x80, 6, 0, type, 0, 0, length & 0xff, length >> 8], then);
  }

  enumerate() {
    this.describe(1, 18, () =>
      this.ask([0, 5, 7, 0, 0, 0, 0, 0], () =>
        this.describe(2, 9, (head) =>
          this.describe(2, head[2] | (head[3] << 8), (configuration) => {
            this.findEndpoints(configuration);
            this.ask([0, 9, 1, 0, 0, 0, 0, 0], () => this.ready());
          }),
        ),
      ),
    );
  }

  findEndpoints(descriptors) {
    let inData = false;
    for (let at = 0; at < descriptors.length && descriptors[at] > 1; at += descriptors[at]) {
      const [, kind, address] = descriptors.slice(at, at + 3);
      if (kind === 4) inData = descriptors[at + 5] === CDC_DATA;
      if (kind === 5 && inData) this[address & 0x80 ? "bulkIn" : "bulkOut"] = address & 0xf;
    }
  }

  ready() {
    this.configured = true;
    this.frame.schedule(FRAME_NS);
    if (this.wantsOpen) this.open(true);
  }

  /** A program opens or closes the port. */
  open(on) {
    this.wantsOpen = on;
    if (!this.configured) return;
    if (on) this.ask([0x21, 0x20, 0, 0, 0, 0, 7, 0], () => {}, [0x00, 0xc2, 0x01, 0x00, 0, 0, 8]);
    this.ask([0x21, 0x22, on ? 3 : 0, 0, 0, 0, 0, 0], () => {
      this.opened = on;
      if (!on) this.outbox = [];
      this.stir();
    });
  }

  send(bytes) {
    this.outbox.push(...bytes);
    this.stir();
  }

  // --- packets --------------------------------------------------------------------------------------------------------

  buffersChanged(offset, value) {
    if (offset < EP_BUFFERS || offset >= EP_BUFFERS_END) return;
    const name = `${(offset - EP_BUFFERS) >> 3}${offset & 4 ? "out" : "in"}`;
    if (value & AVAILABLE || (value >>> 16) & AVAILABLE) {
      this.armed.add(name);
      this.stir();
    } else this.armed.delete(name);
  }

  stir() {
    for (const name of this.armed) {
      if (!this.wants(name) || this.alarms.get(name)?.due) continue;
      this.later(name);
    }
  }

  later(name) {
    if (!this.alarms.has(name)) {
      const alarm = this.rp.clock.createAlarm(() => {
        this.alarms.get(name).due = false;
        if (this.armed.has(name) && this.wants(name)) this.exchange(name);
      });
      this.alarms.set(name, { alarm, due: false });
    }
    const entry = this.alarms.get(name);
    entry.due = true;
    entry.alarm.schedule(name[0] === "0" ? CONTROL_NS : BULK_NS);
  }

  wants(name) {
    if (!this.plugged) return false;
    if (name === `${this.bulkIn}in`) return this.opened;
    if (name === `${this.bulkOut}out`) return this.opened && this.outbox.length > 0;
    if (name[0] !== "0" || !this.control) return false;
    return (name === "0in") === (this.control.toHost === (this.control.phase === "data"));
  }

  exchange(name) {
    const number = Number.parseInt(name, 10);
    const out = name.endsWith("out");
    const offset = EP_BUFFERS + 8 * number + (out ? 4 : 0);
    const memory = this.rp.usbDPRAMView;
    const buffer = number === 0 ? 0x100 : memory.getUint32(8 * number + (out ? 4 : 0), true) & 0xffc0;
    this.armed.delete(name);
    if (out) this.give(number, offset, buffer, memory);
    else this.take(number, offset, buffer, memory);
  }

  take(number, offset, buffer, memory) {
    let word = memory.getUint32(offset, true);
    const bytes = [];
    for (const [shift, start] of [[0, buffer], [16, buffer + PACKET]]) {
      if (!((word >>> shift) & AVAILABLE)) continue;
      bytes.push(...this.rp.usbDPRAM.slice(start, start + ((word >>> shift) & LENGTH)));
      word &= ~((AVAILABLE | FULL) << shift);
    }
    memory.setUint32(offset, word >>> 0, true);
    this.usb.indicateBufferReady(number, false);
    if (number === 0) this.heardControl(bytes);
    else if (bytes.length) this.received(Buffer.from(bytes));
  }

  heardControl(bytes) {
    const control = this.control;
    if (control.phase === "status") return this.finish();
    control.got.push(...bytes);
    if (bytes.length < PACKET || control.got.length >= control.length) control.phase = "status";
    this.stir();
  }

  give(number, offset, buffer, memory) {
    const word = memory.getUint32(offset, true);
    const control = number === 0 ? this.control : null;
    const bytes = control ? (control.phase === "status" ? [] : control.data) : this.outbox.splice(0, Math.min(PACKET, word & LENGTH));
    memory.setUint32(offset, ((word & ~(AVAILABLE | LENGTH)) | FULL | bytes.length) >>> 0, true);
    this.rp.usbDPRAM.set(Uint8Array.from(bytes), buffer);
    this.usb.indicateBufferReady(number, true);
    if (!control) return;
    if (control.phase === "status") this.finish();
    else control.phase = "status";
    this.stir();
  }
}
