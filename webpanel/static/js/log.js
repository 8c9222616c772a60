/** The log under the board: what happened last, and on request everything, turn by turn. */
import { ask, attempt } from "./api.js";
import { make } from "./dom.js";
import { byTurns, merged, turnItem } from "./story.js";

/** @type {Story} */
const NOTHING = { key: "", first: 0, entries: [] };

export class Log {
  /**
   * @param {HTMLDetailsElement} place
   * @param {HTMLElement} last where the last sentences stand
   * @param {HTMLElement} list
   */
  constructor(place, last, list) {
    this.place = place;
    this.last = last;
    this.list = list;
    this.story = NOTHING;
    /** @type {Record<string, string>} */
    this.names = {};
    place.addEventListener("toggle", () => place.open && this.open());
  }

  /**
   * A new line to the table tells the story anew: perhaps the phone may know less than before.
   *
   * @param {Story} news
   * @param {boolean} first
   * @param {Record<string, string>} names seat → what to call its player
   */
  hear(news, first, names) {
    this.names = names;
    this.story = first ? news : merged(this.story, news);
    if (this.place.open && this.story.first) this.open();
    else this.draw();
  }

  /** What was told before this phone looked on is fetched when somebody wants to see it. */
  async open() {
    if (this.story.first) await attempt(async () => this.join(await ask("GET", "/api/story")));
    this.draw();
  }

  /** @param {Story} whole */
  join(whole) {
    const { key, first, entries } = this.story;
    if (whole.key === key) this.story = { key, first: 0, entries: [...whole.entries.slice(0, first), ...entries] };
  }

  draw() {
    const { key, entries, first } = this.story;
    this.place.hidden = !entries.length;
    const said = entries.at(-1)?.told.join(" ") ?? "";
    if (this.last.textContent !== said) this.last.textContent = said;
    if (!this.place.open) return;
    const numbered = entries.map((entry, index) => ({ ...entry, number: first + index + 1 }));
    this.list.replaceChildren(...byTurns(numbered).map((turn) => this.turn(key, turn)));
    this.list.scrollTop = this.list.scrollHeight;
  }

  /**
   * @param {string} key
   * @param {(StoryEntry & { number: number })[]} entries
   */
  turn(key, entries) {
    const [{ turn }] = entries;
    const lines = entries.map(({ told, number }) =>
      make("a", { href: `/games/${key}#action-${number}`, text: told.join(" ") }),
    );
    return turnItem(turn, turn ? this.names[turn] : "", lines);
  }
}
