/** The end of a game that somebody won: rings of light rise from the board for a moment. */
import { make, moves } from "../lib/dom.js";

const RINGS = 22;
const LASTS_MS = 1500;

/**
 * Celebrate over the board, where things may move.
 *
 * @param {HTMLElement} board
 * @param {string[]} colours of the winners
 */
export function celebrate(board, colours) {
  if (!moves()) return;
  const sheet = make("div", { class: "celebration", "aria-hidden": "true" });
  for (let number = 0; number < RINGS; number++) {
    const ring = make("i");
    const [across, size] = [((number * 37) % 100) / 100, 10 + ((number * 7) % 5) * 5];
    ring.style.left = `${across * 94}%`;
    ring.style.width = `${size}px`;
    ring.style.color = colours[number % colours.length];
    sheet.append(ring);
    ring.animate(
      [
        { transform: "translateY(0) scale(.3)", opacity: 0 },
        { transform: `translateY(-${35 + ((number * 29) % 50)}cqh) scale(1)`, opacity: 1, offset: 0.6 },
        { transform: `translateY(-${55 + ((number * 29) % 45)}cqh) scale(1.5)`, opacity: 0 },
      ],
      { duration: LASTS_MS - (number % 4) * 150, delay: (number % 5) * 90, easing: "ease-out", fill: "both" },
    );
  }
  board.append(sheet);
  setTimeout(() => sheet.remove(), LASTS_MS + 500);
}
