/** The log under the board: the latest sentences, and on request everything, turn by turn. */
import { ask, attempt } from "../lib/api.js";
import { make } from "../lib/dom.js";
import { later, lineText, merged, momentsOf, same, turnItem, unchanged } from "./story.js";

/** @typedef {import("./story.js").Moment} Moment */

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
    /** @type {At | null} the moment that is being told: what follows is not known yet */
    this.told = null;
    /** @type {string[]} */
    this.said = [];
    /** @type {Moment[]} those in the list, each with its line */
    this.drawn = [];
    /** @type {HTMLElement[]} */
    this.lines = [];
    place.addEventListener("toggle", () => place.open && this.open());
    addEventListener("resize", () => this.fit());
  }

  /**
   * Take in news. A new connection sends the story anew: the phone may know less than before.
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
   * Set the players' names: seat → name.
   *
   * @param {Record<string, string>} names
   */
  call(names) {
    const known = JSON.stringify(this.names) === JSON.stringify(names);
    this.names = names;
    if (known) return;
    this.drop(0);
    this.draw();
  }

  /** Fetch what happened before this page was opened, when somebody wants to see it. */
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

  /** All that was told. */
  get moments() {
    const { story, told } = this;
    return momentsOf(story).filter((moment) => !told || !later(moment, told));
  }

  /**
   * Follow what is being told; null: everything was.
   *
   * @param {At | null} moment
   */
  tell(moment) {
    const known = moment === this.told || (moment && this.told && same(moment, this.told));
    this.told = moment;
    if (!known) this.draw();
  }

  draw() {
    const { moments } = this;
    const latest = moments.filter(({ number }) => number === moments.at(-1)?.number);
    this.place.hidden = !moments.length;
    const said = latest.map(({ told }) => told);
    if (said.join() !== this.said.join()) {
      this.said = said;
      this.fit();
    }
    if (this.place.open) this.write(moments);
  }

  /**
   * Draw only what differs: a long game has thousands of lines, and a reader's place in them must not move.
   *
   * @param {Moment[]} moments
   */
  write(moments) {
    const scrolled = this.list.scrollTop;
    const kept = unchanged(this.drawn, moments);
    this.drop(kept);
    for (const moment of moments.slice(kept)) this.add(moment);
    this.list.scrollTop = this.at ? scrolled : this.list.scrollHeight;
  }

  /**
   * Keep only the first lines in the list, and no empty turn.
   *
   * @param {number} kept
   */
  drop(kept) {
    this.drawn.length = kept;
    for (const line of this.lines.splice(kept)) {
      const turn = line.closest(".turn");
      line.parentElement?.remove();
      if (!turn?.querySelector("button")) turn?.remove();
    }
  }

  /** @param {Moment} moment */
  add(moment) {
    const { turn } = moment;
    const line = this.line(moment);
    if (this.drawn.at(-1)?.turn === turn)
      this.lines
        .at(-1)
        ?.closest("ol")
        ?.append(make("li", {}, line));
    else this.list.append(turnItem(turn, turn ? this.names[turn] : "", [line]));
    this.drawn.push(moment);
    this.lines.push(line);
  }

  /** Scroll to the latest sentence, where there is no room for everything that an action caused. */
  fit() {
    const { last, said } = this;
    last.textContent = said.join(" ");
    for (let first = 1; first < said.length && last.scrollHeight > last.clientHeight + 1; first++)
      last.textContent = `… ${said.slice(first).join(" ")}`;
  }

  /** @param {Moment} moment */
  line(moment) {
    const look = () => this.look(moment);
    const current = this.at && same(moment, this.at) && "step";
    const about = { type: "button", class: "plain", "aria-current": current, onclick: look };
    return make("button", about, ...lineText(moment));
  }

  /**
   * Mark the moment that the board shows; null: now.
   *
   * @param {At | null} at
   */
  mark(at) {
    this.at = at;
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    if (at) this.lines[this.drawn.findIndex((moment) => same(moment, at))]?.setAttribute("aria-current", "step");
    else this.list.scrollTop = this.list.scrollHeight;
  }
}
