/** Everything around the board: phase, players, counters, instructions, result. */
import { SIGNS } from "../board/grid.js";
import { face } from "../clock/clocks.js";
import { at, icon, make } from "../lib/dom.js";
import { sorted } from "../lib/squares.js";
import { _ } from "../lib/texts.js";

const MOST_PIPS = 6;

/**
 * True if the screen board is moving pieces by itself.
 *
 * @param {Table} table
 */
function movesItself({ scene, wood, over }) {
  return Boolean(wood) && scene.status !== "paused" && (scene.carrying || (scene.winners !== null && !over));
}

/**
 * Return the marks on the pieces; of a finished game only texts.
 *
 * @param {Table} table
 */
export function marks({ scene, over }) {
  return scene.marks.filter((mark) => mark.text || !over);
}

/**
 * Explain the signs on the pieces: one line for each, with its squares.
 *
 * @param {Table} table
 */
export function key(table) {
  /** @type {Map<string, { kind: string, message: string, squares: string[] }>} */
  const found = new Map();
  for (const { kind, message, square } of marks(table)) {
    if (!SIGNS[kind] || !message) continue;
    const line = `${kind} ${message}`;
    const same = found.get(line);
    if (same) same.squares.push(square);
    else found.set(line, { kind, message, squares: [square] });
  }
  return [...found.values()].map(({ kind, message, squares }) =>
    make("p", { class: "key" }, icon(SIGNS[kind]), make("span", { text: `${message}: ${sorted(squares).join(", ")}` })),
  );
}

const LONG = 40;
const WORDY = 14;

/**
 * Make a heading. A text too long for two lines of a phone is written smaller; so is one too long for a line beside the
 * board, on a small phone in landscape.
 *
 * @param {string} text
 */
function headline(text) {
  const size = text.length > LONG ? "wordy long" : text.length > WORDY && "wordy";
  return make("span", { class: size, text });
}

/**
 * Draw the banner: icon and phase.
 *
 * @param {Table} table
 * @param {Moment | null} past the moment that is looked back at
 * @param {Frame | null} told the moment that is told
 */
export function phase(table, past = null, told = null) {
  const { scene, over } = table;
  if (past) return [icon("clock"), make("span", { text: past.phase })];
  if (scene.status === "paused") return [icon("pause"), make("span", { text: _("Paused") })];
  if (told) return [icon(told.icon), headline(told.phase)];
  if (over) return [icon("crown"), make("span", { text: _("Game over") })];
  return [icon(scene.icon || "board"), headline(scene.phase || scene.game_name)];
}

/**
 * @param {SceneCounter} counter
 * @param {boolean} tells
 */
function counted(counter, tells) {
  const label = make("span", { text: `${counter.label} ` });
  return make("span", { class: tells && counter.of_turn && "untold" }, label, measure(counter));
}

/** @param {SceneCounter} counter */
function measure(counter) {
  if (counter.of === null) return make("b", { text: String(counter.value) });
  if (counter.of > MOST_PIPS) return make("b", { text: _("{value} of {of}", { ...counter }) });
  const pips = Array.from({ length: counter.of }, (_unused, pip) =>
    make("i", { class: pip < counter.value ? "lit" : "" }),
  );
  return make(
    "span",
    {},
    make("b", { text: String(counter.value) }),
    make("span", { class: "pips", "aria-hidden": "true" }, ...pips),
    make("span", { class: "unseen", text: _("of {of}", { ...counter }) }),
  );
}

/**
 * Return the counters that belong to nobody.
 *
 * @param {Scene} scene
 * @param {boolean} tells nobody's turn goes on: something is told, or the game is over
 */
export function counters(scene, tells) {
  return scene.counters.filter((counter) => counter.seat === null).map((counter) => counted(counter, tells));
}

/**
 * @param {Scene} scene
 * @returns {Seat[]}
 */
function seatsOf(scene) {
  return /** @type {Seat[]} */ (Object.keys(scene.players));
}

/**
 * Make one card per player; the one whose turn it is is marked in words and frame.
 *
 * @param {Table} table
 * @param {boolean} tells nobody is to move: something is told, or the game is over
 */
export function players(table, tells) {
  const { scene, holders, over } = table;
  return seatsOf(scene).map((seat) => {
    const turn = !tells && scene.to_act.includes(seat);
    const own = scene.counters.filter((counter) => counter.seat === seat);
    const first = own.find((counter) => counter.of === null);
    const rest = own.filter((counter) => counter !== first);
    const place = { me: _("this phone"), other: _("another phone") }[holders[seat]];
    const words = [over && scene.winners?.includes(seat) ? _("wins") : turn ? _("to move") : "", place]
      .filter(Boolean)
      .join(" · ");
    return make(
      "div",
      { class: `player${turn ? " turn" : ""}` },
      make("span", { class: `disc ${seat}` }),
      make("span", { class: "who", text: scene.names[seat] }),
      first ? make("span", { class: "count", text: String(first.value) }) : make("span"),
      make(
        "span",
        { class: "under" },
        make("span", { class: "turn-word", text: words || "\u00a0" }),
        make("span", { text: first?.label ?? "" }),
      ),
      rest.length ? make("span", { class: "counts" }, ...rest.map((counter) => counted(counter, tells))) : null,
      table.clocks?.[seat] ? face(seat, table.clocks[seat].control) : null,
    );
  });
}

/**
 * Make the card of a paused game: resume, park, abandon.
 *
 * @param {Record<"resume" | "park" | "abandon", () => unknown>} work
 */
export function pause({ resume, park, abandon }) {
  return make(
    "section",
    { class: "prompt closing" },
    make("h2", { text: _("Paused") }),
    make(
      "div",
      { class: "answers" },
      make("button", { type: "button", class: "primary large", onclick: resume }, icon("play"), _("Go on")),
      make("button", { type: "button", onclick: park }, icon("shelf"), _("Park")),
      make("button", { type: "button", class: "danger", onclick: abandon }, icon("stop"), _("Abandon")),
    ),
  );
}

/** @param {string[]} winners */
function heading(winners) {
  if (!winners.length) return _("Draw");
  return winners.length === 1
    ? _("{name} wins", { name: winners[0] })
    : _("{names} win", { names: winners.join(", ") });
}

const AGREED = ["resignation", "agreement", "abandoned", "time"];

/**
 * Explain why the game is over: by its last sentence, which names the deciding pieces; or, where players ended it,
 * that.
 *
 * @param {Scene} scene
 * @param {Story} story
 */
function reason({ key, reason, ending }, story) {
  const told = story.key === key ? story.entries.at(-1)?.moments.at(-1)?.told : "";
  return AGREED.includes(reason) ? ending : told || ending;
}

/**
 * True if there is a review of the game: of those for two.
 *
 * @param {Scene} scene
 */
const reviewed = ({ players: found, winners }) => winners !== null && Object.keys(found).length === 2;

/**
 * True if a person has lost.
 *
 * @param {Scene} scene
 */
function lost({ players: found, computers, winners }) {
  const people = Object.keys(found).filter((seat) => !(seat in computers));
  return Boolean(winners?.length) && people.some((seat) => !winners?.some((each) => each === seat));
}

/**
 * Make the card that closes a game.
 *
 * @param {Scene} scene
 * @param {Story} story
 * @param {() => unknown} rematch
 * @param {() => HTMLElement | null} deciding makes the button for the move that decided it, in the place of the scores,
 *   which are in the menu too; null: no single one did
 */
export function result(scene, story, rematch, deciding) {
  const winners = scene.winners ?? [];
  const abandoned = scene.reason === "abandoned";
  return make(
    "section",
    { class: "prompt closing result" },
    make(
      "h2",
      {},
      icon(winners.length ? "trophy" : abandoned ? "stop" : "handshake"),
      abandoned ? _("Abandoned") : heading(winners.map((seat) => scene.names[seat])),
    ),
    scene.ending && !abandoned ? make("p", { class: "muted", text: reason(scene, story) }) : null,
    make(
      "div",
      { class: "answers" },
      make(
        "button",
        { type: "button", class: "primary rematch", onclick: rematch },
        icon("shuffle"),
        _("Rematch with sides swapped"),
      ),
      make("a", { class: "button", href: at(`/new/${scene.game_id}`) }, icon("plus"), _("Play again")),
      make("a", { class: "button", href: at(`/games/${scene.key}`) }, icon("play"), _("Replay")),
      reviewed(scene)
        ? make("a", { class: "button", href: at(`/games/${scene.key}/review`) }, icon("eye"), _("Review"))
        : null,
      (reviewed(scene) && lost(scene) && deciding()) ||
        make("a", { class: "button scores", href: at("/scores") }, icon("trophy"), _("Scores")),
    ),
  );
}

/** @type {Record<string, string>} */
const NOW_ICONS = {
  setup: "board",
  happening: "fast-forward",
  repair: "alert",
  undo: "undo",
  paused: "pause",
};

/**
 * Show what to do now. On the screen the board sets up, marches and clears by itself, unless the players want to.
 *
 * @param {Table} table
 */
export function now(table) {
  const { scene } = table;
  const [picture, text] = movesItself(table)
    ? ["fast-forward", _("The board moves the pieces itself.")]
    : [NOW_ICONS[scene.status] ?? "hand", scene.now];
  return [make("span", { class: "now-icon" }, icon(picture)), make("span", { text })];
}

const COUNTED_S = 3;

/**
 * Make the button that ends the move at once.
 *
 * @param {() => unknown} finish
 */
export function done(finish) {
  return make("button", { type: "button", class: "done", onclick: finish }, icon("check"), _("End turn"));
}

/**
 * Make a bar that runs out until a move that could go on is taken as finished.
 *
 * @param {number} left seconds
 */
export function countdown(left) {
  const bar = make("span", { class: "countdown", "aria-hidden": "true" });
  const from = `scaleX(${Math.min(1, left / COUNTED_S)})`;
  bar.animate([{ transform: from }, { transform: "scaleX(0)" }], {
    duration: Math.max(0, left) * 1000,
    fill: "forwards",
  });
  return bar;
}
