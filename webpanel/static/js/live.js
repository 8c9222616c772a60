/** The line to the table: every change arrives as a whole snapshot. */
const SILENT_MS = 6000; // three heartbeats
const AGAIN_MS = 2000;

export class Live {
  /** `show(snapshot, first on this line)` for every change, `stale(true | false)` when the line breaks or mends. */
  constructor(show, stale) {
    this.show = show;
    this.stale = stale;
    this.seat = null;
    this.source = null;
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.open();
    });
    addEventListener("pageshow", (event) => event.persisted && this.open());
    addEventListener("online", () => this.open());
    this.open();
  }

  /** Lift the curtain for a seat of this phone, or lower it (null). */
  unveil(seat) {
    this.seat = seat;
    this.open();
  }

  open() {
    this.close();
    const source = new EventSource(this.seat ? `/events?seat=${this.seat}` : "/events");
    this.source = source;
    let first = true;
    source.onmessage = (event) => {
      this.alive();
      this.show(JSON.parse(event.data), first);
      first = false;
    };
    source.addEventListener("beat", () => this.alive());
    source.onerror = () => this.broken();
    this.watch = setTimeout(() => this.broken(), SILENT_MS);
  }

  alive() {
    clearTimeout(this.watch);
    this.stale(false);
    this.watch = setTimeout(() => this.broken(), SILENT_MS);
  }

  broken() {
    this.close();
    this.stale(true);
    this.again = setTimeout(() => this.open(), AGAIN_MS);
  }

  close() {
    clearTimeout(this.watch);
    clearTimeout(this.again);
    this.source?.close();
    this.source = null;
  }
}
