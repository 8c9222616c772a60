"""A game of Pawn as data: its options, and its position as bitboards.

A *side* is an index into pairs: 0 for White, whose pawns move up (square + 1), 1 for Black.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from engine.core.options import Options, choice_option, int_option
from engine.core.pieces import TWO_SEATS, Piece
from engine.core.squares import bitboard
from engine.game import Outcome
from engine.games.pawn.catalogue import BOARD
from engine.games.pawn.patterns import NO_PATTERNS, Patterns

PHASES = ("move", "strike", "over")
PAWNS = tuple(Piece(seat, "P") for seat in TWO_SEATS)
_SET_UP = (
    ("a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2", "a3", "c3", "e3", "g3"),
    ("b7", "d7", "f7", "h7", "a6", "c6", "e6", "g6", "a8", "c8", "e8", "g8"),
)
STARTING_SIDES = (bitboard(map(BOARD.parse, _SET_UP[0])), bitboard(map(BOARD.parse, _SET_UP[1])))


@dataclass(frozen=True, slots=True)
class PawnOptions(Options):
    """The options of the rules page."""

    strike: str = choice_option(
        "optional", {"optional": "Optional", "compulsory": "Compulsory"}, label="Strikes",
        help="May a turn end while a new pattern can still capture?",
    )
    no_progress: int = int_option(
        50, 0, 200, label="Moves without capture", advanced=True, lowest="No limit",
        help="After this many moves by both sides without a capture, the side with more pawns wins.",
    )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Seen:
    """The positions that could come back, latest first: those at the start of every turn since the last capture.

    A chain, so that each position of a game shares all of it but the first link with its predecessor.
    """

    key: int
    before: "Seen | None"

    def __iter__(self) -> Iterator[int]:
        link: Seen | None = self
        while link is not None:
            yield link.key
            link = link.before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Seen):
            return NotImplemented
        return self is other or all(one == two for one, two in zip_longest(self, other))

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Seen({len(list(self))} positions)"

    def latest_count(self) -> int:
        """Count how often the latest position has occurred."""
        key, link, count = self.key, self.before, 1
        while link is not None:
            if link.key == key:
                count += 1
            link = link.before
        return count


class Position(NamedTuple):
    """All there is to know about a game in progress. (A named tuple: quicker to make than a dataclass.)"""

    options: PawnOptions
    phase: str
    side: int
    """The side to move; 0 when the game is over."""
    sides: tuple[int, int]
    """The pawns of each side."""
    quiet_turns: int = 0
    fresh: Patterns = NO_PATTERNS
    """The new patterns that can capture; none outside the phase ``strike``."""
    seen: Seen | None = None
    outcome: Outcome | None = None
