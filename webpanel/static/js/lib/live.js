/** The connection to the table: every change arrives as a whole snapshot. */
import { clock } from "./api.js";
import { at, find } from "./dom.js";

const SILENT_MS = 6000; // three heartbeats
const AGAIN_MS = 2000;
const ASK_MS = 4000; // where there is no room for a stream

export class Live {
  /**
   * `show(snapshot, first)` for every change, `first` on the first of a new connection; `stale(true | false)` when the
   * connection breaks or is restored; `hear(story, first)` for news of the story. The page's banner shows it, too.
   *
   * @param {(snapshot: Snapshot, first: boolean) => void} show
   * @param {(broken: boolean) => void} [stale]
   * @param {(story: Story, first: boolean) => void} [hear]
   */
  constructor(show, stale = () => undefined, hear) {
    this.show = show;
    this.told = stale;
    this.hear = hear;
    /** Called with the number of phones that listen. @type {(phones: number) => void} */
    this.count = () => undefined;
    /** @type {string | null} */
    this.seat = null;
    /** @type {EventSource | null} */
    this.source = null;
    this.heard = Date.now();
    this.waiting = false; // no room for a stream: asks now and then
    this.replaced = false; // by other pages of this phone
    this.lost = find("stale").querySelector("span")?.textContent ?? "";
    addEventListener("pointerdown", () => this.replaced && this.open());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.wake());
    document.addEventListener("resume", () => this.wake());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    addEventListener("online", () => this.open());
    addEventListener("offline", () => this.stale(true));
    this.open();
  }

  /**
   * Show the secrets of a seat of this phone, or hide them (null).
   *
   * @param {string | null} seat
   */
  unveil(seat) {
    this.seat = seat;
    this.open();
  }

  /**
   * Stop listening until the connection is opened anew: if nobody opens it, it counts as broken, with secrets hidden.
   */
  hush() {
    this.seat = null;
    this.source?.close();
  }

  /** Wake up: what the phone shows is old until it has heard again. */
  wake() {
    if (this.slept()) this.stale(true);
    this.open();
  }

  slept() {
    return Date.now() - this.heard > SILENT_MS;
  }

  open() {
    this.close();
    const asked = new URLSearchParams({
      clock: clock(),
      ...(this.seat && { seat: this.seat }),
      ...(this.hear && { story: "1" }),
    });
    this.replaced = false;
    const source = new EventSource(at(`/events?${asked}`));
    let first = true;
    this.source = source;
    this.heard = Date.now();
    source.onmessage = (event) => {
      if (!this.alive()) return;
      this.show(JSON.parse(event.data), first);
      first = false;
    };
    let begun = false;
    source.addEventListener("story", (event) => {
      if (!this.alive()) return;
      this.hear?.(JSON.parse(event.data), !begun);
      begun = true;
    });
    source.addEventListener("beat", (event) => {
      this.waiting = false;
      if (this.alive()) this.count(Number(event.data));
    });
    source.addEventListener("farewell", (event) => this.part(JSON.parse(event.data)));
    source.onerror = () => this.broken();
    this.watch = setTimeout(() => this.broken(), SILENT_MS);
  }

  /**
   * Note that something came. True if it is new: what waited for a phone to wake is not, and is neither sounded nor
   * told.
   */
  alive() {
    if (this.slept()) {
      this.wake();
      return false;
    }
    this.heard = Date.now();
    clearTimeout(this.watch);
    if (!this.waiting) this.stale(false);
    this.watch = setTimeout(() => this.broken(), SILENT_MS);
    return true;
  }

  /**
   * React to a farewell: ask for the table now and then, or give way to another page.
   *
   * @param {{ why: string, again: boolean }} farewell
   */
  part({ why, again }) {
    this.close();
    this.waiting = again;
    this.replaced = !again;
    this.stale(!again, why);
    if (again) this.again = setTimeout(() => this.open(), ASK_MS);
  }

  broken() {
    this.waiting = false;
    this.close();
    this.stale(true);
    this.again = setTimeout(() => this.open(), AGAIN_MS);
  }

  /**
   * @param {boolean} broken
   * @param {string} [why]
   */
  stale(broken, why = broken ? this.lost : "") {
    const banner = find("stale");
    const text = banner.querySelector("span");
    if (text && why && text.textContent !== why) text.textContent = why;
    if (banner.hidden === Boolean(why)) banner.hidden = !why;
    this.told(broken);
  }

  close() {
    clearTimeout(this.watch);
    clearTimeout(this.again);
    this.source?.close();
  }
}
