/** Pieces that act together: their outlines on the board, and the choice between them where a piece is in several. */
import { draw, icon, make } from "../lib/dom.js";
import { _ } from "../lib/texts.js";

/** The forms by size: the distance of an outline from the edges of its squares, and the cut of its corners. */
const FORMS = new Map([
  [2, { inset: 0.15, cut: 0 }],
  [3, { inset: 0.09, cut: 0.24 }],
  [4, { inset: 0.03, cut: 0.06 }],
]);

/** @typedef {[column: number, row: number]} Place */

/** @param {SceneGroup} group */
const several = ({ squares }) => squares.length > 1;

/**
 * Name the groups of several pieces that a square belongs to.
 *
 * @param {string} square
 * @param {SceneGroup[]} groups
 */
export function groupWords(square, groups) {
  const names = groups.filter((group) => several(group) && group.squares.includes(square)).map(({ name }) => name);
  return names.length ? _("part of: {groups}", { groups: [...new Set(names)].join(", ") }) : "";
}

/**
 * Draw the outlines of all groups of several pieces, over a board whose squares are seen in these rows.
 *
 * @param {SceneGroup[]} groups
 * @param {string[][]} rows
 */
export function outlines(groups, rows) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  rows.forEach((names, row) => {
    names.forEach((name, column) => {
      places.set(name, [column, row]);
    });
  });
  const drawn = groups.filter(several).map(({ squares }) => outline(squares.map((name) => places.get(name) ?? [0, 0])));
  return sheet(rows[0].length, rows.length, drawn);
}

/**
 * @param {number} columns
 * @param {number} rows
 * @param {Element[]} drawn
 */
function sheet(columns, rows, drawn) {
  return draw(
    "svg",
    { class: "outlines", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true", focusable: "false" },
    ...drawn,
  );
}

/** @param {Place[]} places */
function outline(places) {
  const size = Math.min(4, places.length);
  const { inset, cut } = FORMS.get(size) ?? { inset: 0, cut: 0 };
  const [columns, rows] = [places.map(([column]) => column), places.map(([, row]) => row)];
  const [left, top] = [Math.min(...columns) + inset, Math.min(...rows) + inset];
  const [right, bottom] = [Math.max(...columns) + 1 - inset, Math.max(...rows) + 1 - inset];
  const shape = ["of-two", "of-three", "of-four"][size - 2];
  if (!cut) {
    const round = Math.min(right - left, bottom - top) / 2;
    return draw("rect", { class: shape, x: left, y: top, width: right - left, height: bottom - top, rx: round });
  }
  const [west, east, north, south] = [left + cut, right - cut, top + cut, bottom - cut];
  return draw("path", {
    class: shape,
    d: `M${west} ${top}H${east}L${right} ${north}V${south}L${east} ${bottom}` + `H${west}L${left} ${south}V${north}Z`,
  });
}

/** @type {Record<number, Place[]>} */
const SAMPLES = {
  2: [
    [0, 0],
    [1, 0],
  ],
  3: [
    [0, 0],
    [1, 0],
    [2, 0],
  ],
  4: [
    [0, 0],
    [1, 1],
    [0, 1],
    [1, 0],
  ],
};

/**
 * Draw a sample of a group's outline; a single piece has none.
 *
 * @param {SceneGroup} group
 */
function sample({ squares }) {
  const places = SAMPLES[Math.min(4, squares.length)];
  if (!places) return icon("hand");
  return sheet(places.length === 3 ? 3 : 2, places.length === 4 ? 2 : 1, [outline(places)]);
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Explain the outlines: one line for each kind of group, with the squares of each of them.
 *
 * @param {SceneGroup[]} groups
 */
export function groupKey(groups) {
  /** @type {Map<string, SceneGroup[]>} */
  const kinds = new Map();
  for (const group of groups.filter(several)) kinds.set(group.name, [...(kinds.get(group.name) ?? []), group]);
  return [...kinds].map(([name, found]) => {
    const where = found.map(({ squares }) => squares.join(" ")).join(", ");
    return make("p", { class: "key" }, sample(found[0]), make("span", { text: `${capital(name)}: ${where}` }));
  });
}

/** The choice between the groups that the piece in the hand belongs to: only the chosen group's lights are shown. */
export class Groups {
  /**
   * @param {HTMLElement} place
   * @param {() => void} changed when another one was chosen
   */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
    /** @type {SceneGroup[]} */
    this.open = [];
    this.chosen = "";
  }

  /**
   * @param {SceneGroup[]} groups
   * @param {string[]} lifted the squares that pieces in the hand came from
   */
  see(groups, lifted) {
    const begun = lifted.length ? groups.filter(({ squares }) => lifted.every((each) => squares.includes(each))) : [];
    this.open = begun.length > 1 ? begun : [];
    if (!this.one) this.chosen = "";
    this.draw();
  }

  /** @returns {SceneGroup | undefined} */
  get one() {
    return this.open.find(({ squares }) => squares.join() === this.chosen);
  }

  /**
   * Return the groups to be outlined.
   *
   * @param {SceneGroup[]} groups
   */
  outlined(groups) {
    if (this.one) return [this.one];
    return this.open.length ? this.open : groups;
  }

  /**
   * Return the lights without those for groups other than the chosen one.
   *
   * @param {Record<string, Light>} lights
   */
  lights(lights) {
    const { one } = this;
    if (!one) return lights;
    const own = { move: one.targets, capture: one.targets, origin: one.squares };
    const meant = Object.entries(lights).filter(([square, { role }]) => {
      const places = own[/** @type {keyof own} */ (role)];
      return !places || places.includes(square);
    });
    return Object.fromEntries(meant);
  }

  draw() {
    this.place.hidden = !this.open.length;
    const look = JSON.stringify([this.open, this.chosen]);
    if (this.place.dataset.look === look) return;
    this.place.dataset.look = look;
    this.place.replaceChildren(...this.open.map((group) => this.button(group)));
  }

  /** @param {SceneGroup} group */
  button(group) {
    const { name, squares } = group;
    const chosen = squares.join() === this.chosen;
    const press = () => {
      this.chosen = chosen ? "" : squares.join();
      this.draw();
      this.changed();
    };
    return make(
      "button",
      { type: "button", "aria-pressed": String(chosen), onclick: press },
      sample(group),
      make("span", { text: `${capital(name)} ` }, make("b", { text: squares.join(" ") })),
    );
  }
}
