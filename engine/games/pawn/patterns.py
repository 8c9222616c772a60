"""Patterns: where pawns of one side stand together.

They are held as bitboards of *anchors*: the anchor of a pattern is its lowest square in sorted order. Forming and
breaking costs nothing, and overlapping patterns all count.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.core.squares import bits
from engine.games.pawn.catalogue import ALL, BOARD

_BELOW_TOP = ALL ^ BOARD.rank_mask(7)


class Patterns(NamedTuple):
    """The duals and threepieces of a side, upright (``up``) and lying (``across``), as bitboards of anchors."""

    duals_up: int = 0
    duals_across: int = 0
    threes_up: int = 0
    threes_across: int = 0


NO_PATTERNS = Patterns()
_OFFSETS = ((0, 1), (0, 8), (0, 1, 2), (0, 8, 16))
"""The pawns of each kind of pattern, as distances from its anchor."""

def find_patterns(pawns: int) -> Patterns:
    """Find every dual and threepiece that these pawns form."""
    up = pawns & pawns >> 1 & _BELOW_TOP
    across = pawns & pawns >> 8
    return Patterns(up, across, up & up >> 1, across & across >> 8)


def find_squads(pawns: int) -> int:
    """Find the anchors of every squad."""
    up = pawns & pawns >> 1 & _BELOW_TOP
    return up & up >> 8


def squad_members(pawns: int) -> int:
    """Return every pawn that belongs to a squad."""
    squads = find_squads(pawns)
    return squads | squads << 1 | squads << 8 | squads << 9


def new_patterns(pawns: int, gained: int, rested: int) -> Patterns:
    """Return the patterns that are new after an action (R4).

    ``gained``: squares that the side did not hold before it. ``rested``: pawns that took no part in it.
    """
    up, across, threes_up, threes_across = find_patterns(pawns)
    return Patterns(
        up & (gained | gained >> 1) & (rested | rested >> 1),
        across & (gained | gained >> 8) & (rested | rested >> 8),
        threes_up & (gained | gained >> 1 | gained >> 2) & (rested | rested >> 1 | rested >> 2),
        threes_across & (gained | gained >> 8 | gained >> 16) & (rested | rested >> 8 | rested >> 16),
    )


def named_patterns(patterns: Patterns) -> dict[str, Patterns]:
    """Return each of the patterns alone, by its name: its sorted squares (``b6b7``). In the order of names."""
    named = {}
    for kind, (anchors, offsets) in enumerate(zip(patterns, _OFFSETS, strict=True)):
        for anchor in bits(anchors):
            name = "".join(BOARD.names[anchor + offset] for offset in offsets)
            named[name] = Patterns(*(1 << anchor if each == kind else 0 for each in range(len(_OFFSETS))))
    return dict(sorted(named.items()))


def united(patterns: Iterable[Patterns]) -> Patterns:
    """Return all of the patterns together."""
    anchors = [0] * len(_OFFSETS)
    for each in patterns:
        anchors = [one | other for one, other in zip(anchors, each, strict=True)]
    return Patterns(*anchors)


def files_of(pawns: int) -> int:
    """Return the files with at least one of the pawns, as a number with one bit per file."""
    files = 0
    for square in bits(pawns):
        files |= 1 << BOARD.file(square)
    return files
