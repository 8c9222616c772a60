"""The misbehaviour of reed switches over time, when a magnet comes or goes.

Times follow measurements on a bench: reeds bounce for up to about a millisecond, flutter for much longer under a magnet
that passes slowly, and now and then follow a magnet late (so a short visit is missed altogether).
"""

from dataclasses import dataclass
from random import Random
from typing import Final

from engine.core.squares import Square

Edge = tuple[float, bool]
"""A moment (monotonic seconds), and true if the reed is closed from then on."""

_MOST_BOUNCES: Final = 4
_FLUTTER_GAP_S: Final = 0.012
"""The mean time between two flutters: shorter than a sensible debounce time."""


@dataclass(frozen=True, slots=True)
class BoardFaults:
    """The faults of a board. Probabilities 0–1 apply to every change of every reed."""

    bounce_s: float = 0.001
    """The longest time a reed bounces after a change; 0: never."""
    flutter: float = 0.0
    """The probability that a change flutters …"""
    flutter_s: float = 0.08
    """… and the longest time for which it does."""
    missed: float = 0.0
    """The probability that a reed follows late …"""
    missed_s: float = 0.4
    """… and by how much; if the magnet is back by then, the change is never seen."""
    step_s: float = 0.12
    """The time a sliding piece takes from one square to the next."""
    push_gap_s: float = 0.1
    """The time for which the reed of a piece that is pushed off opens; 0: not at all, the two magnets follow too
    closely."""
    stuck: frozenset[Square] = frozenset()
    """Squares whose reed is always closed."""
    dead: frozenset[Square] = frozenset()
    """Squares whose reed never closes."""
    restless: frozenset[Square] = frozenset()
    """Squares whose reed flutters at every change."""
    reach: tuple[tuple[int, int], ...] = ()
    """Distances, in files and ranks, of the reeds that a piece closes beside its own; none: it closes no other."""
    dark: frozenset[Square] = frozenset()
    """Squares whose ring never lights."""


PERFECT: Final = BoardFaults(bounce_s=0.0)
"""Reeds that follow every magnet at once."""


def edges(model: BoardFaults, chance: Random, at_s: float, closed: bool) -> tuple[Edge, ...]:
    """Return the edges of a reed when its magnet comes (``closed``) or goes, in order; the last one is ``closed``."""
    start_s = at_s + (model.missed_s if chance.random() < model.missed else 0.0)
    if chance.random() < model.flutter:
        pairs, within_s = max(1, int(model.flutter_s / _FLUTTER_GAP_S / 2)), model.flutter_s
    else:
        pairs, within_s = chance.randint(0, _MOST_BOUNCES) if model.bounce_s else 0, model.bounce_s
    moments = sorted(start_s + chance.random() * within_s for _ in range(2 * pairs))
    return ((start_s, closed), *((moment, closed ^ (n % 2 == 0)) for n, moment in enumerate(moments)))
