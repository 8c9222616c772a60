/** The practice board of the workshop: a piece drawn over its squares, its rings, and its faults. */

import { pieceArt } from "../board/pieces.js";
import { find, make } from "../lib/dom.js";
import { seenRows } from "../lib/squares.js";
import { _ } from "../lib/texts.js";

/** @typedef {NonNullable<Workshop["practice"]>} Practice */
/** @typedef {NonNullable<Workshop["work"]>} Work */
/** @typedef {(address: string, body: unknown) => Promise<unknown>} Send */

/** The most squares sent at a time. */
const MOST = 40;

export class PracticeBoard {
  /**
   * @param {Send} send
   * @param {(value: string) => unknown} answer
   */
  constructor(send, answer) {
    this.send = send;
    this.answer = answer;
    /** @type {Map<string, HTMLButtonElement>} */
    this.squares = new Map();
    /** @type {Map<string, HTMLInputElement>} */
    this.switches = new Map();
    /** @type {string | null} */
    this.piece = null;
    /** The squares that a finger has drawn over and that were not sent yet. @type {string[]} */
    this.path = [];
    /** The square that a finger is on. @type {string | null} */
    this.under = null;
    this.drawn = false;
    this.sending = false;
    this.listen(find("squares"));
  }

  /** @param {HTMLElement} place */
  listen(place) {
    place.addEventListener("pointerdown", (event) => {
      this.under = this.nameOf(event.target);
      if (this.under !== null) place.setPointerCapture(event.pointerId);
    });
    place.addEventListener("pointermove", (event) => {
      const name = this.under && this.nameOf(document.elementFromPoint(event.clientX, event.clientY));
      if (name && name !== this.under) this.drag(name);
    });
    place.addEventListener("pointerup", () => {
      if (this.under !== null) this.press(this.under);
      this.under = null;
    });
    place.addEventListener("pointercancel", () => {
      this.under = null;
      this.drawn = false;
    });
    place.addEventListener("click", (event) => {
      const name = this.nameOf(event.target);
      if (name !== null && event.detail === 0) this.press(name); // by a key
    });
  }

  /** @param {EventTarget | null} target */
  nameOf(target) {
    return target instanceof Element ? (target.closest("button")?.dataset.square ?? null) : null;
  }

  /** @param {string} name */
  drag(name) {
    if (this.under !== this.piece && !this.drawn) this.path.push(/** @type {string} */ (this.under));
    this.drawn = true;
    this.path.push(name);
    this.under = name;
    this.flush();
  }

  /** @param {string} name */
  press(name) {
    const drawn = this.drawn;
    this.drawn = false;
    if (drawn) return;
    if (this.squares.get(name)?.dataset.answer) this.answer(name);
    else this.send("/api/workshop/piece", { path: name === this.piece ? "" : name });
  }

  async flush() {
    if (this.sending) return;
    this.sending = true;
    while (this.path.length) await this.send("/api/workshop/piece", { path: this.path.splice(0, MOST).join(" ") });
    this.sending = false;
  }

  /**
   * @param {Practice} practice
   * @param {Work | null} work
   * @param {Record<string, string>} looks
   */
  show(practice, work, looks) {
    this.showFaults(practice);
    this.piece = practice.piece;
    if (work === null) return;
    if (this.squares.size !== work.files * work.ranks) this.build(work);
    const labels = new Map(work.choices.map(({ value, label }) => [value, label]));
    for (const [name, square] of this.squares) {
      const label = labels.get(name);
      const stands = name === practice.piece;
      const action = stands
        ? _("Take the piece off {square}", { square: name })
        : _("Put the piece on {square}", { square: name });
      const colours = practice.rings[name] ?? [];
      square.dataset.answer = label ?? "";
      square.className = `reed practised ${looks[work.squares[name]] ?? ""} ${label === undefined ? "" : "offered"}`;
      square.classList.toggle("stands", stands);
      square.setAttribute("aria-label", label ?? action);
      square.title = colours.length ? _("lit") : "";
      square.style.setProperty("--lit", gradient(colours));
    }
  }

  /** @param {Work} work */
  build(work) {
    find("squares").style.setProperty("--files", String(work.files));
    find("squares").classList.add("practice");
    this.squares = new Map(
      seenRows(work.files, work.ranks, 0)
        .flat()
        .map((name) => [
          name,
          make(
            "button",
            { type: "button", "data-square": name },
            make("span", { class: "ring" }),
            make("span", { text: name }),
            pieceArt("wP", { P: "pawn" }),
          ),
        ]),
    );
    find("squares").replaceChildren(...this.squares.values());
  }

  /** @param {Practice} practice */
  showFaults({ faults }) {
    if (!this.switches.size) this.buildFaults(faults);
    for (const { name, on } of faults) {
      const box = this.switches.get(name);
      if (box) box.checked = on;
    }
  }

  /** @param {Practice["faults"]} faults */
  buildFaults(faults) {
    for (const { name, label } of faults) {
      const box = make("input", {
        type: "checkbox",
        role: "switch",
        id: `fault-${name}`,
        onchange: () => this.send("/api/workshop/fault", { name, on: box.checked }),
      });
      this.switches.set(name, box);
      find("faults").append(
        make("label", { class: "switch", for: `fault-${name}` }, make("span", { text: label }), box),
      );
    }
  }
}

/**
 * Return the colours of the pixels of a ring as a gradient around it.
 *
 * @param {string[]} colours
 */
function gradient(colours) {
  const turn = (/** @type {number} */ part) => `${(100 * part) / colours.length}%`;
  const parts = colours.map(
    (colour, at) => `${colour === "#000000" ? "transparent" : colour} ${turn(at)} ${turn(at + 1)}`,
  );
  return parts.length ? `conic-gradient(${parts.join(", ")})` : "none";
}
