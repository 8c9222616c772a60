/** The games that a tournament of the club has for this board: one tap begins each, with all that belongs to it. */
import { ask, attempt } from "../lib/api.js";
import { at, icon, make } from "../lib/dom.js";
import { _ } from "../lib/texts.js";

let beginning = false;

/**
 * @param {string} key
 * @param {boolean} screen
 */
async function begin(key, screen) {
  if (beginning) return; // a double tap begins one
  beginning = await attempt(() => ask("POST", `/api/paired/${key}`, { screen }));
  if (beginning) location.assign(at("/"));
}

addEventListener("pageshow", () => {
  beginning = false; // somebody came back to the page
});

/**
 * Make the card of a game.
 *
 * @param {Club["paired"][number]} game
 */
function card({ key, about, told, begun, fits, counted }) {
  const words = begun ? _("Continue {name}", { name: told }) : told;
  return make(
    "section",
    { class: "card paired" },
    make("p", { class: "muted", text: about }),
    make(
      "div",
      { class: "row" },
      make(
        "button",
        { type: "button", class: "primary large", onclick: () => begin(key, !fits) },
        icon("play"),
        make("span", { text: words }),
      ),
      fits && !begun
        ? make("button", { type: "button", onclick: () => begin(key, true) }, icon("phone"), _("Play on the screen"))
        : null,
    ),
    counted
      ? null
      : make("p", { class: "help", text: _("This board does not tell the club how games end: tell the organiser.") }),
  );
}

/** The cards of all games that are to be played here now. */
export class PairedCards {
  /** @param {() => void} changed called when there are other ones */
  constructor(changed) {
    this.changed = changed;
    /** @type {HTMLElement[]} */
    this.cards = [];
    this.looking = false;
    this.again = false;
  }

  /** Ask for them, again if that is wanted meanwhile. */
  async look() {
    this.again = true;
    if (this.looking) return;
    this.looking = true;
    while (this.again) {
      this.again = false;
      await this.fetch();
    }
    this.looking = false;
  }

  /** Ask for them; if nobody answers, they stay. */
  async fetch() {
    const club = await ask("GET", "/api/club").catch(() => null);
    const cards = club?.paired.map(card) ?? this.cards;
    const same = cards.length === this.cards.length && cards.every((each, at) => each.isEqualNode(this.cards[at]));
    if (same) return;
    this.cards = cards;
    this.changed();
  }
}
