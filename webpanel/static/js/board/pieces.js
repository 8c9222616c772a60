/** Pieces, drawn by their names. */
import { asset, draw, make } from "../lib/dom.js";
import { _ } from "../lib/texts.js";

const DRAWN = new Set("pawn pikeman rook castle knight bishop vicar queen king champion life death".split(" "));
/** @type {Record<string, Seat>} */
const SEATS = { w: "white", r: "red", b: "black", u: "blue" };

/**
 * Return the address of a drawing in the set of pieces that was chosen on this phone: no other set is loaded.
 *
 * @param {string} name
 */
const drawing = (name) => asset(`${document.documentElement.dataset.drawings ?? "pieces.svg"}#${name}`);

/**
 * Return the seat that owns a piece such as `wP`; null: nobody.
 *
 * @param {string} piece
 */
export const ownerOf = (piece) => SEATS[piece[0]] ?? null;

/**
 * Draw a piece; `art` gives the English name of the drawing for its kind.
 *
 * @param {string} piece
 * @param {Record<string, string>} art
 */
export function pieceArt(piece, art) {
  const words = (art[piece[1]] ?? "").toLowerCase().split(" ");
  const name = words.find((word) => DRAWN.has(word));
  const picture = name
    ? draw("use", { href: drawing(name) })
    : draw("g", {}, draw("circle", { cx: 20, cy: 20, r: 15 }), lettered(piece[1]));
  return draw("svg", { viewBox: "0 0 40 40", class: `piece-art ${piece[0]}`, "aria-hidden": "true" }, picture);
}

/** @param {string} letter */
function lettered(letter) {
  return draw("text", {
    x: 20,
    y: 26,
    "text-anchor": "middle",
    "font-size": 17,
    "stroke-width": 0,
    class: "letter",
    text: letter,
  });
}

/**
 * Draw a piece as it stands on a square, with its shield.
 *
 * @param {string} piece
 * @param {Record<string, string>} art
 */
export function pieceElement(piece, art) {
  const element = make("span", { class: "piece" }, pieceArt(piece, art));
  if (piece.endsWith("+")) {
    element.append(draw("svg", { class: "shield", viewBox: "0 0 20 20" }, draw("use", { href: drawing("shield") })));
  }
  return element;
}

/**
 * Name the colour of a seat's pieces; empty: nobody's.
 *
 * @param {string | null | undefined} seat
 */
export function colourWords(seat) {
  /** @type {Record<string, string>} */
  const colours = { white: _("white"), red: _("red"), black: _("black"), blue: _("blue") };
  return seat ? (colours[seat] ?? "") : "";
}

/**
 * Name a piece: "white pawn with a shield".
 *
 * @param {string} piece
 * @param {Record<string, string>} names
 */
export function pieceWords(piece, names) {
  const colour = colourWords(ownerOf(piece));
  const kind = names[piece[1]] ?? piece[1];
  const words = colour ? _("{colour} {kind}", { colour, kind }) : kind;
  return piece.endsWith("+") ? _("{piece} with a Shield", { piece: words }) : words;
}
