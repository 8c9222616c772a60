/** A stored game, step by step. */

import { Board, framed } from "../board/grid.js";
import { written } from "../clock/clocks.js";
import { ask, attempt } from "../lib/api.js";
import { question } from "../lib/dialogs.js";
import { at, data, field, find, make } from "../lib/dom.js";
import { Autoplay } from "./autoplay.js";
import { drawCurves } from "./curve.js";
import "../pages/common.js";
import { _ } from "../lib/texts.js";
import { Share } from "../share/pictures.js";
import { byTurns, lineText, turnItem } from "../story/story.js";
import { DecidingMove } from "../table/deciding_move.js";
import { curves, positions } from "./steps.js";

/** @type {ShelfGame} */
const game = data("game-data");

class Player {
  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.boards = positions(replay.steps);
    this.board = new Board(find("board"), _("Board"));
    const found = curves(replay.steps, /** @type {Seat[]} */ (Object.keys(game.players)));
    this.swings = this.swung();
    this.mark = found ? drawCurves(find("curve"), found, game.players, this.swings) : () => undefined;
    this.last = replay.steps.length - 1;
    this.now = 0;
    this.lines = this.tell();
    this.auto = new Autoplay({
      told: () => this.replay.steps[this.now].told,
      on: () => this.go(this.now + 1) < this.last,
      restart: () => this.go(0),
      ended: () => this.now === this.last,
    });
    const share = new Share(() => ({
      name: `${game.game}-${game.key}`,
      picture: `/api/games/${game.key}/picture?step=${this.now}`,
      film: `/api/games/${game.key}/film`,
    }));
    find("open-share").addEventListener("click", () => share.open());
    this.listen();
    this.go(this.asked());
  }

  /** Return the step that the address names: `#action-12` is the first moment of action 12. */
  asked() {
    const number = Number(location.hash.match(/^#action-(\d+)$/)?.[1] ?? 0);
    const step = this.replay.steps.findIndex((each) => each.number === number);
    return step < 0 ? this.last : step;
  }

  /** Return the steps for which a review found something much better. */
  swung() {
    const numbers = (find("story").dataset.swings ?? "").split(" ").map(Number).filter(Boolean);
    return numbers.map((number) => this.replay.steps.findIndex((each) => each.number === number));
  }

  /** Make the list of everything that happened, one line for each step but the start. */
  tell() {
    const steps = this.replay.steps.slice(1).map((step, index) => ({ ...step, step: index + 1 }));
    const turns = byTurns(steps).map((turn) => {
      const lines = turn.map(({ short, told, step }) =>
        make(
          "button",
          { type: "button", class: "plain", onclick: () => this.choose(step) },
          ...lineText({ short, told }),
          this.swings.includes(step) ? make("small", { class: "swing", text: _("Something else was better") }) : null,
        ),
      );
      const [{ turn: seat }] = turn;
      return { item: turnItem(seat, seat ? this.replay.names[seat] : "", lines), lines };
    });
    find("story").replaceChildren(...turns.map(({ item }) => item));
    return turns.flatMap(({ lines }) => lines);
  }

  /**
   * Go where somebody wants to look, and stop advancing by itself.
   *
   * @param {number} wanted
   */
  choose(wanted) {
    this.auto.stop();
    this.go(wanted);
  }

  /**
   * Go to a step, and return it.
   *
   * @param {number} wanted
   */
  go(wanted) {
    const step = Math.min(this.last, Math.max(0, wanted));
    const jump = Math.abs(step - this.now) > 1; // which of several equal pieces went where in between is unknown
    this.now = step;
    this.showBoard(this.replay.steps[step], jump);
    this.showWords(this.replay.steps[step]);
    this.mark(step);
    this.offer(step);
    return step;
  }

  /**
   * Offer a new game from here.
   *
   * @param {number} step
   */
  offer(step) {
    const { number } = this.replay.steps[step];
    find("play-on").setAttribute("href", at(`/new/${game.game}?from=${game.key}&at=${number}`));
  }

  /**
   * @param {ReplayStep} step
   * @param {boolean} jump
   */
  showBoard(step, jump) {
    const { files, ranks, a1_light: light, piece_names: names, piece_art: art } = this.replay;
    const look = { palette: "default", art, names, marks: [], lights: framed(step.squares) };
    this.board.show({ files, ranks, light, ...look, pieces: this.boards[this.now], holes: new Set(step.holes), jump });
  }

  /** @param {ReplayStep} step */
  showWords({ told, phase, turn, left }) {
    const { now, last } = this;
    field("slider").value = String(now);
    field("slider").setAttribute("aria-valuetext", _("Step {step} of {all}", { step: now, all: last }));
    find("step").textContent = now ? told : _("The start");
    find("step-turn").replaceChildren(
      ...(turn ? [make("span", { class: `disc ${turn}` }), this.replay.names[turn]] : []),
    );
    if (left) find("step-left").textContent = this.clocks(left);
    find("step-phase").textContent = `${now}/${last} · ${phase}`;
    find("story").querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.lines[now - 1]?.setAttribute("aria-current", "step");
    this.reveal(this.lines[now - 1]);
  }

  /** @param {Record<Seat, number>} left */
  clocks(left) {
    const seats = /** @type {Seat[]} */ (Object.keys(left));
    return seats.map((seat) => `${this.replay.names[seat]} ${written(left[seat])}`).join(" · ");
  }

  /**
   * Scroll the list alone, so that the board stays where it is.
   *
   * @param {HTMLElement | undefined} line
   */
  reveal(line) {
    const list = find("story");
    const above = line ? line.getBoundingClientRect().top - list.getBoundingClientRect().top : 0;
    list.scrollTop = line ? list.scrollTop + above - list.clientHeight / 2 : 0;
  }

  listen() {
    const press = {
      first: () => this.choose(0),
      back: () => this.choose(this.now - 1),
      next: () => this.choose(this.now + 1),
      last: () => this.choose(this.last),
    };
    for (const [id, work] of Object.entries(press)) find(id).addEventListener("click", work);
    field("slider").addEventListener("input", () => this.choose(Number(field("slider").value)));
    document.addEventListener("keydown", ({ target, key }) => {
      if (target instanceof Element && target.closest("input, select, [role=grid]")) return;
      if (key === "ArrowLeft") press.back();
      if (key === "ArrowRight") press.next();
    });
  }
}

if (game.replay) new Player(game.replay);

/** Where a person has lost. @type {HTMLElement | null} */
const place = document.getElementById("deciding");
const deciding = new DecidingMove(
  () => game.key,
  offerMove,
  () => location.assign(at("/")),
);

function offerMove() {
  const button = deciding.offer(game.key);
  const focused = place?.contains(document.activeElement);
  place?.replaceChildren(...(button ? [button] : []));
  if (focused) button?.focus();
}

offerMove();

document.getElementById("delete")?.addEventListener("click", async () => {
  const sure = await question(
    _("Delete this game?"),
    _("It disappears from the lists and the scores. For 30 days it can be restored under Scores, Deleted games."),
    [[true, _("Delete it"), "danger"]],
  );
  if (sure && (await attempt(() => ask("DELETE", `/api/games/${game.key}`)))) location.assign(at("/scores"));
});
