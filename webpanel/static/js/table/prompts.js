/** Decisions that hands on the board do not make. */
import { ask, attempt } from "../lib/api.js";
import { find, icon, make } from "../lib/dom.js";
import { _ } from "../lib/texts.js";
import { Division } from "./division.js";

/**
 * True if the game goes on without an answer: a draw, taking back, parking.
 *
 * @param {ScenePrompt} prompt
 */
const canWait = ({ id, kind }) => kind === "confirm" && !id.startsWith("roll:");

/**
 * True if the choices are words so short that all but the last, to put the pieces back, fit into one row of a phone.
 *
 * @param {ScenePrompt} prompt
 */
function inOneRow({ kind, choices }) {
  return kind === "choice" && choices.length > 4 && choices.slice(0, -1).every(({ label }) => label.length <= 9);
}

export class Prompts {
  /**
   * @param {HTMLElement} place
   * @param {Table} table
   * @param {() => void} changed when the board has to be drawn anew
   * @param {{ unveil: (seat: Seat | null) => void, hush: () => void }} line `unveil` lifts or lowers (null) the curtain,
   *   `hush`: nothing is heard until then
   */
  constructor(place, table, changed, line) {
    this.place = place;
    this.table = table;
    this.changed = changed;
    this.line = line;
    /** @type {Map<Seat, Division>} */
    this.divisions = new Map();
    this.shown = "";
    /** The moment that was being told as each question came: its id → frame. @type {Map<string, Frame | null>} */
    this.came = new Map();
    /** The prompt whose answer is on its way. @type {string | null} */
    this.answering = null;
  }

  /**
   * Return the questions to show now. A new one does not cover what is being told: it waits until the end of the story;
   * one without whose answer from this phone the game does not go on, until the end of the moment that it came at.
   *
   * @param {Frame | null} frame
   */
  due(frame) {
    const { prompts } = this.table.scene;
    const known = this.came;
    this.came = new Map(prompts.map(({ id }) => [id, known.has(id) && frame ? (known.get(id) ?? null) : frame]));
    return prompts.filter((prompt) => {
      const came = this.came.get(prompt.id);
      return !came || (came !== frame && this.mine(prompt) && !canWait(prompt));
    });
  }

  /**
   * @param {Table} table
   * @param {boolean} stale
   * @param {Frame | null} frame what is being told
   */
  show(table, stale, frame) {
    this.table = table;
    const prompts = this.due(frame);
    for (const [seat, division] of this.divisions)
      if (!table.scene.prompts.some((prompt) => division.isFor(prompt))) this.divisions.delete(seat);
    const { acting, held, sees, holders } = table;
    const now = JSON.stringify([prompts, table.scene.can_end_turn, acting, held, sees, holders, stale]);
    if (now === this.shown) return;
    this.shown = now;
    const last = document.activeElement;
    const focused = this.place.contains(last);
    this.place.replaceChildren(...prompts.map((prompt) => this.prompt(prompt)));
    if (table.scene.lesson && prompts.length) this.place.scrollIntoView({ block: "nearest" });
    if (focused) this.focus(/** @type {HTMLElement} */ (last));
    if (stale) for (const button of this.place.querySelectorAll("button")) button.disabled = true;
  }

  /**
   * Keep the focus where it was; where that is gone, put it on the next question, else at the top of the page.
   *
   * @param {HTMLElement} last
   */
  focus(last) {
    const next = this.place.querySelector("button") ?? find("main");
    (last.isConnected ? last : next).focus({ preventScroll: true });
  }

  /** The division on the screen now, if any. */
  get division() {
    return [...this.divisions.values()].find((each) => each.body.isConnected) ?? null;
  }

  /**
   * Return the squares that answer a prompt of this phone when tapped.
   *
   * @returns {Map<string, [prompt: ScenePrompt, choice: SceneChoice]>}
   */
  squares() {
    const open = this.table.scene.prompts.filter((prompt) => this.mine(prompt) && prompt.kind !== "division");
    return new Map(
      open.flatMap((prompt) =>
        prompt.choices.flatMap((choice) => (choice.square ? [[choice.square, [prompt, choice]]] : [])),
      ),
    );
  }

  /** @param {ScenePrompt} prompt */
  mine(prompt) {
    return !prompt.seats.length || prompt.seats.some((seat) => this.table.acting.includes(seat));
  }

  /** @param {Seat[]} seats */
  names(seats) {
    return seats.map((seat) => this.table.scene.names[seat] ?? seat).join(", ");
  }

  /** @param {ScenePrompt} prompt */
  prompt(prompt) {
    if (!this.mine(prompt)) return this.waiting(prompt);
    if (prompt.kind === "division") return this.divide(prompt);
    if (this.endsTurn(prompt)) return make("p", { class: "says", text: prompt.message });
    const form = prompt.kind === "number" ? " numbers-grid" : inOneRow(prompt) ? " one-row" : "";
    const buttons = prompt.choices.map((choice, number) =>
      make("button", {
        type: "button",
        class: prompt.kind === "confirm" && number === 0 ? "primary" : "",
        text: choice.label,
        onclick: () => this.answerOnce(prompt, choice.value),
      }),
    );
    return make(
      "section",
      { class: `prompt ${prompt.kind}`, "aria-label": prompt.message },
      make("h2", { text: prompt.message }),
      make("div", { class: `answers${form}` }, ...buttons),
    );
  }

  /**
   * True if the button that ends the turn is the only answer.
   *
   * @param {ScenePrompt} prompt
   */
  endsTurn(prompt) {
    return this.table.scene.can_end_turn && prompt.id.startsWith("game:") && prompt.choices.length === 1;
  }

  /** @param {ScenePrompt} prompt */
  waiting(prompt) {
    const text = _("Waiting for {name}: {what}", { name: this.names(prompt.seats), what: prompt.message });
    return make("p", { class: "says", text });
  }

  /**
   * @param {ScenePrompt} prompt
   * @param {string} value
   */
  answer(prompt, value) {
    return attempt(() => ask("POST", "/api/answer", { prompt: prompt.id, value }));
  }

  /**
   * Answer once, even after a double tap.
   *
   * @param {ScenePrompt} prompt
   * @param {string} value
   */
  async answerOnce(prompt, value) {
    if (this.answering === prompt.id) return;
    this.answering = prompt.id;
    await this.answer(prompt, value);
    this.answering = null;
  }

  // --- secrets -------------------------------------------------------------------------------------------------

  /**
   * @param {ScenePrompt} prompt
   * @returns {HTMLElement}
   */
  divide(prompt) {
    const seat = prompt.seats[0];
    if (this.dividesAnother(seat)) return this.waiting(prompt);
    const { held, sees, scene } = this.table;
    if (!scene.lesson && !held.includes(seat)) return this.take(seat);
    if (!sees.includes(seat)) return this.curtain(seat);
    const known = this.divisions.get(seat);
    if (known) {
      known.update(prompt, this.table);
      return known.body;
    }
    /** @type {Division} */
    const division = new Division(prompt, this.table, this.changed, (value) => this.keep(division.prompt, value));
    this.divisions.set(seat, division);
    return division.body;
  }

  /**
   * Keep the division secret: it is not announced here, where the next player is given this phone.
   *
   * @param {ScenePrompt} prompt
   * @param {string} value
   */
  async keep(prompt, value) {
    this.line.hush();
    this.line.unveil((await this.answer(prompt, value)) ? null : prompt.seats[0]);
  }

  /**
   * True if a player of another seat is dividing on this phone now.
   *
   * @param {Seat} seat
   */
  dividesAnother(seat) {
    const { scene, sees } = this.table;
    return scene.prompts.some(
      (prompt) => prompt.kind === "division" && prompt.seats[0] !== seat && sees.includes(prompt.seats[0]),
    );
  }

  /** @param {Seat} seat */
  curtain(seat) {
    const name = this.names([seat]);
    const title = _("Give this phone to {name}", { name });
    return make(
      "section",
      { class: "curtain", "aria-label": title },
      make("h2", { text: title }),
      make("p", { text: _("Only {name} may look now. Everybody else, please look away.", { name }) }),
      make(
        "button",
        { type: "button", class: "primary large", onclick: () => this.line.unveil(seat) },
        icon("eye"),
        _("I am {name}", { name }),
      ),
    );
  }

  /** @param {Seat} seat */
  take(seat) {
    const name = this.names([seat]);
    const claim = async () => {
      if (await attempt(() => ask("PUT", `/api/seats/${seat}`))) this.line.unveil(seat);
    };
    const title = _("{name} decides in secret", { name });
    return make(
      "section",
      { class: "curtain", "aria-label": title },
      make("h2", { text: title }),
      make("p", { text: _("{name} takes the seat, with this phone or one of their own.", { name }) }),
      make(
        "button",
        { type: "button", class: "primary large", onclick: claim },
        icon("lock"),
        _("I am {name}: take the seat", { name }),
      ),
    );
  }
}
