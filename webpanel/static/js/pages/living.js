/** A short game that plays itself on a board. It costs next to nothing: a picture now and then, none that nobody sees. */
import { Board } from "../board/grid.js";
import { moves } from "../lib/dom.js";
import { _ } from "../lib/texts.js";

const LIFTED_MS = 1300;
const PLACED_MS = 650;

/**
 * Show a game on this board, moment by moment, again and again; one moment alone to whoever wants nothing to move.
 *
 * @param {HTMLElement} frame
 * @param {Demo} demo
 */
export function live(frame, { files, ranks, light, art, moments }) {
  const board = new Board(frame, _("A short game"));
  let at = 0;
  let seen = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;

  const show = () => {
    const { pieces, lifted, lights } = moments[at];
    const shines = Object.entries(lights).map(([square, role]) => [square, { role, badge: null }]);
    const still = !moves();
    board.show({
      files,
      ranks,
      light,
      art,
      pieces,
      lifted,
      lights: Object.fromEntries(shines),
      marks: [],
      names: {},
      palette: "default",
      still,
      jump: at === 0,
    });
  };
  const next = () => {
    if (document.hidden || !seen || !moves()) return;
    at = (at + 1) % moments.length;
    show();
    go();
  };
  const go = () => {
    clearTimeout(waiting);
    waiting = setTimeout(next, Object.keys(moments[at].lifted).length ? LIFTED_MS : PLACED_MS);
  };

  show();
  go();
  document.addEventListener("visibilitychange", go);
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => {
    show();
    go();
  });
  new IntersectionObserver(([{ isIntersecting }]) => {
    seen = isIntersecting;
    go();
  }).observe(frame);
}
