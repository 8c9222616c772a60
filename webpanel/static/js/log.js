/** The log under the board: what happened last, and on request everything, turn by turn. */
import { ask, attempt } from "./api.js";
import { make } from "./dom.js";
import { byTurns, merged, momentsOf, turnItem } from "./story.js";

/** @type {Story} */
const NOTHING = { key: "", first: 0, entries: [] };

export class Log {
  /**
   * @param {HTMLDetailsElement} place
   * @param {HTMLElement} last where the last sentences stand
   * @param {HTMLElement} list
   * @param {(at: At) => void} look shows the board at a moment
   */
  constructor(place, last, list, look) {
    this.place = place;
    this.last = last;
    this.list = list;
    this.look = look;
    this.story = NOTHING;
    /** @type {Record<string, string>} */
    this.names = {};
    /** @type {At | null} */
    this.at = null;
    /** @type {string[]} */
    this.said = [];
    place.addEventListener("toggle", () => place.open && this.open());
    addEventListener("resize", () => this.fit());
  }

  /**
   * A new line to the table tells the story anew: perhaps the phone may know less than before.
   *
   * @param {Story} news
   * @param {boolean} first
   */
  hear(news, first) {
    this.story = first ? news : merged(this.story, news);
    if (this.place.open && this.story.first) this.open();
    else this.draw();
  }

  /**
   * What to call the players: seat → name.
   *
   * @param {Record<string, string>} names
   */
  call(names) {
    const known = JSON.stringify(this.names) === JSON.stringify(names);
    this.names = names;
    if (!known) this.draw();
  }

  /** What was told before this phone looked on is fetched when somebody wants to see it. */
  async open() {
    await this.whole();
    this.draw();
  }

  async whole() {
    if (this.story.first) await attempt(async () => this.join(await ask("GET", "/api/story")));
  }

  /** @param {Story} whole */
  join(whole) {
    const { key, first, entries } = this.story;
    if (whole.key === key) this.story = { key, first: 0, entries: [...whole.entries.slice(0, first), ...entries] };
  }

  draw() {
    const moments = momentsOf(this.story);
    const latest = moments.filter(({ number }) => number === moments.at(-1)?.number);
    this.place.hidden = !moments.length;
    const said = latest.map(({ told }) => told);
    if (said.join() !== this.said.join()) {
      this.said = said;
      this.fit();
    }
    if (!this.place.open) return;
    const scrolled = this.list.scrollTop;
    this.list.replaceChildren(...byTurns(moments).map((turn) => this.turn(turn)));
    this.list.scrollTop = this.at ? scrolled : this.list.scrollHeight;
  }

  /** Where there is no room for all that an action made happen, what happened last is in sight. */
  fit() {
    const { last, said } = this;
    last.textContent = said.join(" ");
    for (let first = 1; first < said.length && last.scrollHeight > last.clientHeight + 1; first++)
      last.textContent = `… ${said.slice(first).join(" ")}`;
  }

  /** @param {(At & { turn: Seat | null })[]} moments */
  turn(moments) {
    const [{ turn }] = moments;
    const lines = moments.map((moment) =>
      make("button", {
        type: "button",
        class: "plain",
        text: moment.told,
        "aria-current": moment.number === this.at?.number && moment.index === this.at.index && "step",
        onclick: () => this.look(moment),
      }),
    );
    return turnItem(turn, turn ? this.names[turn] : "", lines);
  }

  /**
   * Which moment the board shows; null: now.
   *
   * @param {At | null} at
   */
  mark(at) {
    this.at = at;
    this.draw();
  }
}
