/** Values of the steps of a stored game: the pieces after each, and a number of every player's. */

/**
 * Return the pieces after each step.
 *
 * @param {ReplayStep[]} steps
 * @returns {Pieces[]}
 */
export function positions(steps) {
  /** @type {Pieces} */
  let pieces = {};
  return steps.map(({ changes }) => {
    pieces = { ...pieces };
    for (const [square, piece] of Object.entries(changes)) {
      if (piece) pieces[square] = piece;
      else delete pieces[square];
    }
    return pieces;
  });
}

/**
 * Return the first kind of number that players have: its label, and its values after each step; null if there is none.
 *
 * @param {ReplayStep[]} steps
 * @param {Seat[]} seats
 * @returns {Curves | null}
 */
export function curves(steps, seats) {
  const label = steps.flatMap((step) => step.counters).find((counter) => counter.seat)?.label;
  if (label === undefined) return null;
  let last = /** @type {Record<Seat, number>} */ (Object.fromEntries(seats.map((seat) => [seat, 0])));
  const values = steps.map((step) => {
    last = { ...last };
    for (const counter of step.counters)
      if (counter.label === label && counter.seat) last[counter.seat] = counter.value;
    return last;
  });
  return { label, seats, values };
}
