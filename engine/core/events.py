"""Happenings that the rules bring about by themselves after an action: marches, removals, reinforcements,
announcements.

The pieces that the players' hands move (an action's *footprint*) are not repeated here: footprint and
happenings together lead from one position's occupancy to the next one's.
"""

from dataclasses import dataclass

from engine.core.messages import Message
from engine.core.pieces import Piece
from engine.core.squares import Square


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece went from one square to another by itself. Listed so that each target is free when reached."""

    source: Square
    target: Square


@dataclass(frozen=True, slots=True)
class Removed:
    """The piece on this square leaves the board."""

    square: Square


@dataclass(frozen=True, slots=True)
class Entered:
    """A piece enters the board on this empty square."""

    square: Square
    piece: Piece


@dataclass(frozen=True, slots=True)
class Changed:
    """The piece on this square looks different now (a Shield gained or lost, a promotion); it stands where it stood."""

    square: Square
    piece: Piece


@dataclass(frozen=True, slots=True)
class Announced:
    """Something worth saying aloud: ``icon`` names a picture of the panel's icon set."""

    message: Message
    icon: str
    squares: tuple[Square, ...] = ()
    """The squares it is about."""


Happening = Moved | Removed | Entered | Changed | Announced
