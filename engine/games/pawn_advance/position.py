"""A game of Pawn Advance Chess as data: its options, its actions, its position.

A *side* is an index into pairs: 0 for White, who moves up (square + 1), 1 for Black.
"""

from dataclasses import dataclass
from typing import NamedTuple

from engine.core.actions import Action
from engine.core.options import Options, choice_option, int_option
from engine.core.pieces import Piece, Seat
from engine.core.squares import Board, Square
from engine.game import Outcome

BOARD = Board(8, 8)
BASE_ROWS = (BOARD.rank_mask(0), BOARD.rank_mask(7))
PAWNS = (Piece(Seat.WHITE, "P"), Piece(Seat.BLACK, "P"))
MOVES_A_TURN = 4
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PawnAdvanceOptions(Options):
    """The options of the rules page."""

    spawn: int = int_option(
        2, 1, 4, label="Reinforcements", help="How many new pawns each player receives after every march."
    )
    placement: str = choice_option(
        "random", {"random": "At random", "choice": "By the player"}, label="Placement",
        help="How the squares for new pawns are chosen on the base row.",
    )
    rounds: int = int_option(
        10, 0, 99, label="Rounds", lowest="No limit",
        help="After the last round the player with more captures wins.",
    )
    first: str = choice_option(
        "white", {"white": "White", "alternate": "In turns"}, label="Who opens a round", advanced=True,
        help="White in every round, or the players in turns. For an even game choose Fair start instead.",
    )
    supply: int = int_option(
        0, 0, 64, label="Pawns per player", advanced=True, lowest="As many as needed",
        help="How many pawns each side has in its box; captured ones can come back.",
    )
    opening_moves: int = int_option(
        MOVES_A_TURN, 1, MOVES_A_TURN, label="Moves of the first turn", advanced=True,
        help="How many moves White has at the very start. With fewer than four, beginning is less of an advantage.",
    )


@dataclass(frozen=True, slots=True)
class Step(Action):
    """A pawn goes from ``origin`` to ``target``: step, double step or capture."""

    origin: Square
    target: Square


@dataclass(frozen=True, slots=True)
class Entry(Action):
    """A new pawn enters on ``square``."""

    square: Square


class Position(NamedTuple):
    """All there is to know about a game in progress. (A named tuple: twice as fast to make as a dataclass.)"""

    options: PawnAdvanceOptions
    pawns: Pair
    phase: str
    side: int
    """The side whose turn or whose placement it is."""
    moved: int = 0
    """The squares on which the pawns that moved this turn stand now."""
    moves_left: int = 0
    round: int = 1
    captures: Pair = (0, 0)
    to_place: Pair = (0, 0)
    stirred: bool = False
    """True if any pawn has moved this round (R7)."""
    outcome: Outcome | None = None


LEFT, STEP, DOUBLE, RIGHT = 1, 2, 4, 8
"""The ways a pawn can go now, added up: capture towards file a, step, double step, capture towards file h."""

def _moves(side: int, origin: Square, abilities: int) -> tuple[Step, ...]:
    """Return the moves of a pawn with these abilities, sorted by text; none where they would leave the board."""
    file, rank, ahead = BOARD.file(origin), BOARD.rank(origin), 1 - 2 * side
    reach = {LEFT: (file - 1, rank + ahead), STEP: (file, rank + ahead), DOUBLE: (file, rank + 2 * ahead),
             RIGHT: (file + 1, rank + ahead)}
    targets = sorted(BOARD.square(*reach[each]) for each in reach if abilities & each and BOARD.holds(*reach[each]))
    return tuple(Step(BOARD.name(origin) + BOARD.name(target), origin, target) for target in targets)


MOVES = tuple(
    tuple(tuple(_moves(side, Square(origin), abilities) for abilities in range(16)) for origin in range(BOARD.size))
    for side in (0, 1)
)
"""By side, origin and abilities."""
ENTRIES = tuple(Entry("+" + BOARD.names[square], Square(square)) for square in range(BOARD.size))
