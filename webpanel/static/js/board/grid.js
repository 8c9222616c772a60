/** The board as a grid of squares: pieces, rings, marks. It shows what it is given and knows no rules. */
import { icon, make, moves } from "../lib/dom.js";
import { seenRows, squarePlace } from "../lib/squares.js";
import { _ } from "../lib/texts.js";
import { arrows } from "./arrows.js";
import { groupWords, outlines } from "./groups.js";
import { journeys } from "./journeys.js";
import { badgeWords, lightWords } from "./lights.js";
import { colourWords, pieceElement, pieceWords } from "./pieces.js";
import { badge, lamp, lightColour } from "./rings.js";

/**
 * The pictures of marks that have no text of their own.
 *
 * @type {Record<string, string>}
 */
export const SIGNS = { immune: "heart", danger: "alert", check: "target" };

const SLIDE_MS = 260;
const TINY_PX = 30;
const WIDE = 10;

/**
 * Return the lights of squares on which something happened.
 *
 * @param {string[]} squares
 * @returns {Record<string, Shine>}
 */
export function framed(squares) {
  return Object.fromEntries(squares.map((square) => [square, { role: null, badge: "last_move" }]));
}

/**
 * Return the lights of the squares on which new pieces enter.
 *
 * @param {string[]} squares
 * @returns {Record<string, Shine>}
 */
export function entering(squares) {
  return Object.fromEntries(squares.map((square) => [square, { role: "spawn" }]));
}

export class Board {
  /**
   * @param {HTMLElement} frame
   * @param {string} label
   */
  constructor(frame, label) {
    this.frame = frame;
    this.grid = make("div", { class: "squares", role: "grid", "aria-label": label });
    this.files = make("div", { class: "ruler files", "aria-hidden": "true" });
    this.ranks = make("div", { class: "ruler ranks", "aria-hidden": "true" });
    this.well = make("div", { class: "well" }, this.grid, this.files, this.ranks);
    frame.append(this.well);
    /** @type {string[][]} */
    this.rows = [];
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {Map<string, string>} */
    this.shown = new Map();
    /** @type {Map<string, string>} */
    this.looks = new Map();
    /** @type {Map<string, string>} */
    this.waiting = new Map(); // square → piece that is about to slide away
    /** @type {Pieces} */
    this.raised = {};
    /** @type {Record<string, string>} */
    this.art = {};
    this.form = "";
    this.outlined = "";
    this.pointed = "";
    this.light = false; // whether a1 is a light square
    this.focused = "";
    new ResizeObserver(() => this.measure()).observe(this.grid);
  }

  /** @param {View} view */
  show(view) {
    this.art = view.art;
    const fresh = this.shape(view);
    const found = this.travel(view, fresh || view.jump || !moves());
    for (const [name, cell] of this.cells) this.square(name, cell, view);
    this.animate(found);
    this.outline(view.groups ?? []);
    this.point(view);
    this.grid.classList.toggle("still", view.still === true);
    this.grid.classList.toggle("paused", view.paused === true);
    if (view.flash) this.flash();
  }

  /**
   * Return what moved since the last picture; nothing if the board is a new one or nothing may move.
   *
   * @param {View} view
   * @param {boolean} still
   * @returns {Journeys}
   */
  travel(view, still) {
    const before = this.shown;
    const { motions = [], lifted = {}, ghosts = {} } = view;
    this.shown = new Map([...this.cells.keys()].map((name) => [name, view.pieces[name] ?? ""]));
    const given = {
      motions,
      waiting: this.waiting,
      raised: this.raised,
      lifted,
      unsettled: Object.keys(ghosts).length > 0,
    };
    const found = still ? { slides: [], fades: [], waiting: new Map() } : journeys(before, this.shown, given);
    this.waiting = found.waiting;
    this.raised = lifted;
    return found;
  }

  /** @param {View} view */
  shape({ files, ranks, light = false, turns = 0 }) {
    const form = `${files}x${ranks}@${turns}${light}`;
    if (form === this.form) return false;
    this.form = form;
    this.rows = seenRows(files, ranks, turns);
    this.light = light;
    this.well.classList.toggle("wide", Math.max(this.rows.length, this.rows[0].length) > WIDE);
    this.frame.style.setProperty("--files", String(this.rows[0].length));
    this.frame.style.setProperty("--ranks", String(this.rows.length));
    this.cells.clear();
    this.looks.clear();
    this.outlined = "";
    this.pointed = "";
    this.grid.replaceChildren(...this.rows.map((row) => this.row(row)));
    this.measureOut();
    this.focus(this.cells.has(this.focused) ? this.focused : this.rows[this.rows.length - 1][0], false);
    return true;
  }

  /** @param {SceneGroup[]} groups */
  outline(groups) {
    const look = JSON.stringify(groups);
    if (look === this.outlined) return;
    this.outlined = look;
    this.grid.querySelector(":scope > .outlines")?.remove();
    if (groups.length) this.grid.append(outlines(groups, this.rows));
  }

  /** @param {View} view */
  point({ ways = [], palette }) {
    const look = JSON.stringify([ways, palette]);
    if (look === this.pointed) return;
    this.pointed = look;
    this.grid.querySelector(":scope > .arrows")?.remove();
    if (ways.length) this.grid.append(arrows(ways, this.rows, lightColour("hint", null, palette)));
  }

  /** Draw the letters of the files and the numbers of the ranks, along two edges that stay in sight. */
  measureOut() {
    const under = this.rows[this.rows.length - 1];
    const beside = this.rows.map(([name]) => name);
    const sideways = under[0][0] === under[1]?.[0]; // turned by a quarter: ranks run across
    /** @type {(names: string[], letters: boolean) => HTMLElement[]} */
    const signs = (names, letters) =>
      names.map((name) => {
        const light = this.at(name).classList.contains("light");
        return make("span", { class: light && "light" }, make("span", { text: letters ? name[0] : name.slice(1) }));
      });
    this.files.replaceChildren(...signs(under, !sideways));
    this.ranks.replaceChildren(...signs(beside, sideways));
  }

  /** Fit the writing on squares to their size; leave it out where it would be too small to read. */
  measure() {
    const size = this.grid.clientWidth / (this.rows[0]?.length ?? 8);
    this.well.style.setProperty("--cell", `${size}px`);
    this.grid.classList.toggle("tiny", size < TINY_PX);
  }

  /** @param {string[]} names */
  row(names) {
    return make("div", { role: "row", class: "rank" }, ...names.map((name) => this.cell(name)));
  }

  /** @param {string} name */
  cell(name) {
    const [file, rank] = squarePlace(name);
    const cell = make("button", {
      type: "button",
      role: "gridcell",
      class: `square${(file + rank + Number(this.light)) % 2 ? " light" : ""}`,
      "data-square": name,
      tabindex: -1,
    });
    this.cells.set(name, cell);
    return cell;
  }

  /**
   * @param {string} name
   * @param {HTMLElement} cell
   * @param {View} view
   */
  square(name, cell, view) {
    const piece = view.pieces[name] ?? this.waiting.get(name);
    const lifted = view.lifted?.[name];
    const ghost = view.ghosts?.[name];
    const falls = Boolean(view.falling?.[name]);
    const light = view.lights[name];
    const marks = view.marks.filter((mark) => mark.square === name);
    const spent = light?.role === "spent" || marks.some((mark) => mark.kind === "spent");
    const look = JSON.stringify([
      piece,
      lifted,
      ghost,
      light,
      marks,
      view.given?.[name],
      view.palette,
      spent,
      falls,
      view.art,
    ]);
    const classes = {
      told: marks.some((mark) => mark.text),
      full: piece || lifted,
      asked: view.asked?.has(name),
      chosen: view.chosen === name,
      hole: view.holes?.has(name),
    };
    for (const [word, on] of Object.entries(classes)) cell.classList.toggle(word, Boolean(on));
    cell.setAttribute("aria-label", this.words(name, view, marks));
    if (this.looks.get(name) === look) return;
    this.looks.set(name, look);
    cell.replaceChildren(...this.parts({ piece, lifted, ghost, light, marks, spent, falls }, name, view));
  }

  /**
   * @param {Shown} shown
   * @param {string} name
   * @param {View} view
   */
  parts({ piece, lifted, ghost, light, marks, spent, falls }, name, view) {
    /** @type {(code: string, kind?: string) => HTMLElement} */
    const stands = (code, kind) => {
      const element = pieceElement(code, view.art);
      if (kind) element.classList.add(kind);
      return element;
    };
    const extra = ["wrong", "clear"].includes(light?.role ?? "");
    const kind = falls ? "falls" : spent ? "spent" : extra ? "extra" : "";
    return [
      light?.badge ? badge(light.badge, view.palette) : null,
      light?.role ? lamp(light.role, light.seat, view.palette) : null,
      ghost ? stands(ghost, "ghost") : null,
      piece ? stands(piece, kind) : null,
      lifted ? stands(lifted, "lifted") : null,
      ...marks.map((mark) => this.mark(mark)),
      view.given?.[name] ? make("span", { class: "given", text: view.given[name] }) : null,
    ].filter((part) => part !== null);
  }

  /** @param {ShownMark} mark */
  mark(mark) {
    if (mark.text) return make("span", { class: "mark", text: mark.text });
    return SIGNS[mark.kind] ? make("span", { class: "mark corner" }, icon(SIGNS[mark.kind])) : null;
  }

  /**
   * Describe a square: "c2, white pawn, can move".
   *
   * @param {string} name
   * @param {View} view
   * @param {ShownMark[]} marks
   */
  words(name, view, marks) {
    const light = view.lights[name];
    const piece = view.pieces[name];
    const lifted = view.lifted?.[name];
    const ghost = view.ghosts?.[name];
    const what = piece
      ? pieceWords(piece, view.names)
      : lifted
        ? _("{piece}, lifted", { piece: pieceWords(lifted, view.names) })
        : ghost
          ? _("{piece} missing", { piece: pieceWords(ghost, view.names) })
          : _("empty");
    const rest = marks.map((mark) => mark.message || mark.text);
    const told = [
      name,
      what,
      light?.role === "spent" && rest.length ? "" : lightWords(light?.role, colourWords(light?.seat)),
      badgeWords(light?.badge),
      groupWords(name, view.groups ?? []),
      ...rest,
      view.given?.[name],
    ];
    return [...new Set(told.filter(Boolean))].join(", ");
  }

  /**
   * Return the element of a square that is on the board.
   *
   * @param {string} name
   */
  at(name) {
    return /** @type {HTMLElement} */ (this.cells.get(name));
  }

  /**
   * Slide pieces to their new places; fade those that are gone.
   *
   * @param {Journeys} found
   */
  animate({ slides, fades }) {
    for (const [from, to] of slides) this.glide(from, to);
    for (const [name, piece] of fades) this.fade(name, piece);
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  glide(from, to) {
    const start = this.at(from).getBoundingClientRect();
    const end = this.at(to).getBoundingClientRect();
    const piece = this.at(to).querySelector(".piece:not(.ghost)");
    piece?.animate(
      [
        { transform: `translate(${start.left - end.left}px, ${start.top - end.top}px)`, zIndex: 7 },
        { transform: "none", zIndex: 7 },
      ],
      { duration: SLIDE_MS, easing: "cubic-bezier(.3,.1,.2,1)" },
    );
  }

  /**
   * @param {string} name
   * @param {string} piece
   */
  fade(name, piece) {
    if (this.at(name).querySelector(".piece")) return;
    const leaving = pieceElement(piece, this.art);
    this.at(name).append(leaving);
    leaving.animate(
      [
        { opacity: 1, transform: "none" },
        { opacity: 0, transform: "scale(.6)" },
      ],
      { duration: SLIDE_MS },
    ).onfinish = () => leaving.remove();
  }

  flash() {
    this.grid.classList.remove("flash");
    void this.grid.offsetWidth; // lets the same animation begin again
    this.grid.classList.add("flash");
  }

  /**
   * Move the keyboard's place on the board.
   *
   * @param {string} name
   * @param {boolean} [really]
   */
  focus(name, really = true) {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    const cell = this.cells.get(name);
    cell?.setAttribute("tabindex", "0");
    if (really) cell?.focus();
  }

  /**
   * Focus the square next to the focused one as seen on the screen.
   *
   * @param {number} across
   * @param {number} down
   */
  step(across, down) {
    const row = this.rows.findIndex((names) => names.includes(this.focused));
    const column = this.rows[row].indexOf(this.focused);
    const next = this.rows[row + down]?.[column + across];
    if (next) this.focus(next);
  }
}
