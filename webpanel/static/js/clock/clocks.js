/** The clocks of a game: between two snapshots they run by this phone's own clock. */
import { icon, make } from "../lib/dom.js";
import { _ } from "../lib/texts.js";

const SHORT_MS = 10_000;
const SECOND_MS = 1000;
const TENTH_MS = 100;

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/**
 * Write a time as clocks show it: hours, minutes, seconds; the last ten seconds with tenths.
 *
 * @param {number} left milliseconds
 * @param {string} [language]
 */
export function written(left, language = document.documentElement.lang) {
  if (left < SHORT_MS) {
    const tenths = Math.ceil(left / TENTH_MS) / 10;
    return new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(tenths);
  }
  const seconds = Math.ceil(left / SECOND_MS);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export class Clocks {
  /** @param {(seat: Seat) => void} warn somebody has little left */
  constructor(warn) {
    this.warn = warn;
    /** @type {Partial<NonNullable<Snapshot["clocks"]>>} */
    this.clocks = {};
    this.heard = 0;
    /** @type {Set<Seat>} */
    this.warned = new Set();
  }

  /** @param {Snapshot} snapshot */
  see({ clocks }) {
    this.clocks = clocks ?? {};
    this.heard = performance.now();
    this.show();
  }

  /** @param {Seat} seat */
  left(seat) {
    const clock = this.clocks[seat];
    return Math.max(0, (clock?.left_ms ?? 0) - (clock?.runs ? performance.now() - this.heard : 0));
  }

  /** Draw all faces on the page, again once one of them changes. */
  show() {
    clearTimeout(this.timer);
    /** @type {NodeListOf<HTMLElement>} */
    const faces = document.querySelectorAll("[data-clock]");
    for (const face of faces) this.draw(face, /** @type {Seat} */ (face.dataset.clock));
    const running = /** @type {Seat[]} */ (Object.keys(this.clocks)).filter((seat) => this.clocks[seat]?.runs);
    for (const seat of running) this.heed(seat);
    const waits = running.map((seat) => this.left(seat)).filter((left) => left > 0);
    const next = waits.map((left) => left % (left > SHORT_MS ? SECOND_MS : TENTH_MS) || TENTH_MS);
    if (next.length) this.timer = setTimeout(() => this.show(), Math.min(...next));
  }

  /**
   * @param {HTMLElement} face
   * @param {Seat} seat
   */
  draw(face, seat) {
    const clock = this.clocks[seat];
    if (!clock) return;
    const left = this.left(seat);
    face.classList.toggle("runs", clock.runs);
    face.classList.toggle("short", left < SHORT_MS);
    const text = written(left);
    const time = face.querySelector("b");
    if (!time || time.textContent === text) return;
    time.textContent = text;
    face.style.setProperty("--letters", String(text.length));
  }

  /**
   * Describe all clocks, for those who listen; empty: nobody has one.
   *
   * @param {Record<string, string>} names
   */
  told(names) {
    const seats = /** @type {Seat[]} */ (Object.keys(this.clocks));
    const times = seats.map((seat) => `${names[seat]} ${written(this.left(seat))}`);
    return times.length ? _("Clocks: {times}.", { times: times.join(", ") }) : "";
  }

  /** @param {Seat} seat */
  heed(seat) {
    if (this.left(seat) > SHORT_MS) this.warned.delete(seat);
    else if (!this.warned.has(seat)) {
      this.warned.add(seat);
      this.warn(seat);
    }
  }
}

/**
 * Draw the clock of a seat, beside its name: a sign shows whether it runs, another that little is left.
 *
 * @param {Seat} seat
 * @param {string} control how the time is given, in words
 */
export function face(seat, control) {
  return make(
    "span",
    { class: "clock", "data-clock": seat, role: "timer", title: control, "aria-label": _("Clock") },
    icon("play"),
    icon("alert"),
    make("b"),
  );
}
