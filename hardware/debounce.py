"""Debouncing: from raw occupancy to touches. A reed's change counts once the reed has rested for the debounce time.

Reeds bounce for about a millisecond; under a magnet that passes slowly they flutter far longer. A reed that keeps
changing faster than the debounce time keeps its last state until it rests. All functions are pure; ``now_s`` is
monotonic time in seconds and must not go back between calls.
"""

from dataclasses import dataclass

from engine.core.squares import Square, bits
from table.messages.events import BoardRead, Sensed, SquareLifted, SquarePlaced


@dataclass(frozen=True, slots=True)
class PendingChange:
    """A square whose last raw state is not its debounced one, and the time since which it has rested there."""

    since_s: float
    square: Square


@dataclass(frozen=True, slots=True)
class Debounced:
    """The debouncer's state of all squares. ``occupancy``: debounced; ``raw``: last read; ``unrest``: sorted by
    square."""

    occupancy: int
    raw: int
    unrest: tuple[PendingChange, ...] = ()


def debounce(
    state: Debounced | None, raw: int, now_s: float, debounce_s: float
) -> tuple[Debounced, tuple[Sensed, ...]]:
    """Return the state after a reading, and the events, oldest first.

    :param state: what the last call returned; ``None`` at the start and after a gap in which changes may have been
        missed: the reading is then taken as it is, and answered with :class:`BoardRead` alone.
    :param raw: bitboard of the covered squares (not reeds).
    :param debounce_s: how long a reed must rest before its change counts; 0 believes every reading.

    >>> state, _ = debounce(None, 0b01, 0.0, debounce_s=0.02)
    >>> state, touches = debounce(state, 0b00, 0.010, debounce_s=0.02)  # the reed of square 0 opens …
    >>> touches
    ()
    >>> debounce(state, 0b00, 0.030, debounce_s=0.02)[1]  # … and has rested for 20 ms
    (SquareLifted(square=0),)
    """
    if state is None:
        return Debounced(raw, raw), (BoardRead(raw),)
    if raw == state.raw and not state.unrest:
        return state, ()
    unrest = _unrest(state, raw, now_s)
    ripe = tuple(each for each in unrest if now_s >= each.since_s + debounce_s)
    if not ripe:
        return Debounced(state.occupancy, raw, unrest), ()
    occupancy = state.occupancy
    for each in ripe:
        occupancy ^= 1 << each.square
    waiting = tuple(each for each in unrest if each not in ripe)
    return Debounced(occupancy, raw, waiting), _touches(ripe, raw)


def next_deadline(state: Debounced | None, debounce_s: float) -> float | None:
    """Return the time at which a reading without news would make the next change count; ``None``: all squares rest."""
    if state is None or not state.unrest:
        return None
    return min(each.since_s for each in state.unrest) + debounce_s


def _unrest(state: Debounced, raw: int, now_s: float) -> tuple[PendingChange, ...]:
    since = {each.square: each.since_s for each in state.unrest}
    moved = raw ^ state.raw
    return tuple(
        PendingChange(now_s if moved >> square & 1 else since[square], square) for square in bits(raw ^ state.occupancy)
    )


def _touches(ripe: tuple[PendingChange, ...], raw: int) -> tuple[Sensed, ...]:
    """Return the events of these changes, oldest first; at the same moment lifts before places: that is how hands
    work."""
    def order(each: PendingChange) -> tuple[float, int, int]:
        return each.since_s, raw >> each.square & 1, each.square

    return tuple(
        SquarePlaced(each.square) if raw >> each.square & 1 else SquareLifted(each.square)
        for each in sorted(ripe, key=order)
    )
