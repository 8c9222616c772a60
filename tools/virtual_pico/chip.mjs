// A Raspberry Pi Pico (rp2040js) with a matrix of reeds, a chain of pixels and a USB host, led by JSON lines: each line
// on standard input is a request, answered by one on standard output. All times are emulated nanoseconds since the start.
//
//   node chip.mjs --image=FILE.bin --bootrom=FILE.bin [--files=FILE.bin]

import fs from "node:fs";
import readline from "node:readline";
import { ConsoleLogger, LogLevel, RP2040 } from "rp2040js";
import { SimulationClock } from "./node_modules/rp2040js/dist/esm/clock/simulation-clock.js";
import { Matrix } from "./matrix.mjs";
import { runByTheClock } from "./pio_clock.mjs";
import { Pixels } from "./pixels.mjs";
import { UsbHost } from "./usb_host.mjs";

const given = Object.fromEntries(process.argv.slice(2).map((text) => text.replace(/^--/, "").split("=")));
const FLASH_BYTES = 2 * 1024 * 1024;
const FILES_FROM = 0xa0000; // where MicroPython's file system begins on a Pico
const ERASE_NS = 45e6 / 4096; // per byte, as the flash chip's data sheet says
const PROGRAM_NS = 0.4e6 / 256;
const XIP = 0x10000000;
const BREAKPOINT = 0xbe00;

const bootrom = new Uint32Array(Uint8Array.from(fs.readFileSync(given.bootrom)).buffer);
const flash = new Uint8Array(FLASH_BYTES).fill(0xff);
flash.set(fs.readFileSync(given.image), 0);
if (given.files) flash.set(fs.readFileSync(given.files), FILES_FROM);

class Chip {
  constructor() {
    this.began = 0; // of this power-up
    this.powered = true;
    this.news = { bytes: [], frames: [], resets: [], log: [] };
    this.agenda = [];
    this.random = 1;
    this.matrix = new Matrix();
    this.pixels = new Pixels((began, ended, bits, bytes) =>
      this.news.frames.push([began, ended, bits, bytes.toString("base64")]),
    );
    this.host = new UsbHost((bytes) => {
      this.news.bytes.push([this.now(), bytes.toString("base64")]);
      if (this.stopsOnBytes) this.stopped = true;
    });
    this.powerUp();
  }

  now = () => this.began + this.clock.nanos;

  powerUp(scratch = null) {
    this.clock = new SimulationClock();
    this.rp = new RP2040(this.clock);
    this.rp.logger = new ConsoleLogger(LogLevel.Error, false);
    this.rp.loadBootrom(bootrom);
    this.rp.flash.set(flash, 0);
    this.cycleNs = 8;
    this.extraNs = 0;
    this.restart = null;
    this.rp.addClockListener((hertz) => {
      this.cycleNs = 1e9 / hertz;
    });
    this.answerForTheBootrom();
    this.drawRandomBits();
    this.watchTheWatchdog(scratch);
    runByTheClock(this.rp, () => this.cycleNs);
    this.matrix.attach(this.rp, this.now);
    this.pixels.attach(this.rp, this.now);
    this.host.attach(this.rp);
    this.rp.core.PC = XIP;
  }

  /** The parts of the boot ROM that write the flash speak to its pins; here they are done in one go, and take their time. */
  answerForTheBootrom() {
    const rom = new DataView(this.rp.bootrom.buffer);
    const found = {};
    for (let at = rom.getUint16(0x14, true); rom.getUint16(at, true); at += 4)
      found[String.fromCharCode(rom.getUint8(at), rom.getUint8(at + 1))] = rom.getUint16(at + 2, true) & ~1;
    const { registers } = this.rp.core;
    const answers = new Map([
      [found.RE, () => this.erase(registers[0], registers[1])],
      [found.RP, () => this.program(registers[0], registers[1], registers[2])],
    ]);
    for (const address of answers.keys()) rom.setUint16(address, BREAKPOINT, true);
    this.rp.onBreak = () => {
      const { core } = this.rp;
      const answer = answers.get((core.PC - 2) >>> 0);
      if (!answer) throw new Error(`the program ran into a breakpoint at ${core.PC.toString(16)}`);
      answer();
      core.PC = core.LR & ~1;
    };
  }

  erase(from, count) {
    flash.fill(0xff, from, from + count);
    this.rp.flash.fill(0xff, from, from + count);
    this.extraNs += count * ERASE_NS;
  }

  program(to, from, count) {
    for (let n = 0; n < count; n++) this.rp.flash[to + n] = flash[to + n] &= this.rp.readUint8((from + n) >>> 0);
    this.extraNs += count * PROGRAM_NS;
  }

  /** The ring oscillator's random bit. */
  drawRandomBits() {
    const oscillator = this.rp.peripherals[0x40060];
    const read = oscillator.readUint32.bind(oscillator);
    oscillator.warn = () => {};
    oscillator.readUint32 = (offset) => {
      if (offset !== 0x1c) return read(offset);
      this.random = (this.random * 48271) % 2147483647;
      return (this.random >> 7) & 1;
    };
  }

  watchTheWatchdog(scratch) {
    const watchdog = this.rp.peripherals[0x40058];
    if (scratch) watchdog.scratchData.set(scratch);
    watchdog.onWatchdogTrigger = () => {
      watchdog.alarm.enable = false;
      if (this.restart) return;
      this.restart = Array.from(watchdog.scratchData);
      this.news.resets.push(this.now());
    };
  }

  run(forNs, stopsOnBytes) {
    const end = this.now() + forNs;
    this.stopsOnBytes = stopsOnBytes;
    this.stopped = false;
    while (this.now() < end && !this.stopped) {
      const due = this.agenda.length ? this.agenda[0][0] : Number.POSITIVE_INFINITY;
      if (due <= this.now()) {
        const [, reed, closed] = this.agenda.shift();
        this.matrix.touch(reed, closed);
      } else this.runUntil(Math.min(end, due));
    }
    if (this.powered) this.pixels.latch(this.now());
  }

  runUntil(end) {
    if (!this.powered) {
      this.began = end - this.clock.nanos;
      return;
    }
    const { clock } = this;
    const { core } = this.rp;
    const limit = end - this.began;
    while (clock.nanosCounter < limit && !this.stopped && !this.restart) {
      if (core.waiting) {
        const next = clock.nextAlarm ? clock.nextAlarm.nanos : limit;
        clock.tick(Math.max(0, Math.min(next, limit) - clock.nanosCounter));
      } else {
        const cycles = core.executeInstruction();
        clock.tick(cycles * this.cycleNs + this.extraNs);
        this.extraNs = 0;
      }
    }
    if (this.restart) {
      const scratch = this.restart;
      this.began = this.now();
      this.powerUp(scratch);
    }
  }

  /** An endless loop with interrupts off. */
  hang() {
    const { core, sram } = this.rp;
    core.PM = true;
    sram.set([0xfe, 0xe7], 0x41ff0);
    core.PC = 0x20041ff0;
  }

  power(on) {
    if (on && !this.powered) {
      this.began = this.now();
      this.powerUp();
    }
    this.powered = on;
  }

  obey(request) {
    const { host, matrix, pixels } = this;
    if (request.touches) this.agenda = [...this.agenda, ...request.touches].sort((one, other) => one[0] - other[0]);
    if (request.write) host.send(Buffer.from(request.write, "base64"));
    if (request.plug !== undefined) host.plug(request.plug);
    if (request.open !== undefined) host.open(request.open);
    if (request.power !== undefined) this.power(request.power);
    if (request.hang) this.hang();
    if (request.run_ns) this.run(request.run_ns, request.until_bytes);
    const answer = { now: this.now(), configured: host.configured, ...this.news };
    if (request.measured) Object.assign(answer, { gaps: matrix.gaps, faults: matrix.faults, times: pixels.times });
    if (request.measured || request.forget) {
      matrix.forget();
      pixels.forget();
    }
    if (request.save) fs.writeFileSync(request.save, flash.subarray(FILES_FROM));
    this.news = { bytes: [], frames: [], resets: [], log: [] };
    return answer;
  }
}

const chip = new Chip();
for await (const line of readline.createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(chip.obey(JSON.parse(line)))}\n`);
