"""A game of chess as data: options, actions, and the position.

A *side* is an index into pairs: 0 for White, who moves up (square + 1), 1 for Black.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from engine.core.actions import Action
from engine.core.options import Options, choice_option, int_option
from engine.core.pieces import TWO_SEATS, Piece
from engine.core.repetition import PositionChain
from engine.core.squares import Square, bits
from engine.game import Outcome
from engine.games.chess.arrays import ARRAYS, USUAL, back_rank
from engine.games.chess.geometry import BOARD

PHASES: Final = ("array", "play", "over")
KINDS: Final = "PNBRQK"
"""The kinds of pieces, in the order in which a placement holds their bitboards."""
PROMOTIONS: Final = "BNQR"
PIECES: Final = tuple({kind: Piece(seat, kind) for kind in KINDS} for seat in TWO_SEATS)


@dataclass(frozen=True, slots=True)
class ChessOptions(Options):
    """The options of the rules page."""

    start: str = choice_option(
        "usual", {"usual": "The usual way", "drawn": "Chess960 by chance", "number": "Chess960 by number"},
        label="How the pieces start", help="Chess960 shuffles the pieces behind the pawns, the same for both sides.",
    )
    number: int = int_option(
        USUAL, 0, ARRAYS - 1, label="Number of the start", advanced=True,
        help="Counts only for Chess960 by number: which of the 960 starts; 518 is the usual one.",
    )


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Chance decides how the pieces start: ``array:518``."""

    array: int


@dataclass(frozen=True, slots=True)
class Move(Action):
    """A piece goes from ``origin`` to ``target``, capturing what stands there: ``e2e4``; ``e7e8=Q`` (``promotion`` is
    ``Q``, else empty). A pawn that goes aslant to an empty square captures in passing.
    """

    origin: Square
    target: Square
    promotion: str = ""


@dataclass(frozen=True, slots=True)
class Castling(Action):
    """King and rook move at once: ``O-O`` towards file h, ``O-O-O`` towards file a. Each may stay where it is."""

    king: Square
    king_target: Square
    rook: Square
    rook_target: Square


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """A draw is claimed: ``claim``."""


CLAIM: Final = Claim("claim")


class Placement(NamedTuple):
    """Everything that repetition compares. (A named tuple: twice as fast to make as a dataclass.)"""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    white: int
    black: int
    castling: int
    """Squares of the rooks with which castling is not lost."""
    en_passant: int
    """The square, as a bitboard, on which a pawn may capture in passing now; 0 where no pawn can, legally."""
    side: int
    """The side to move."""


EMPTY: Final = Placement(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Position:
    """A game in progress. Equal positions look alike; their pasts may differ."""

    options: ChessOptions
    phase: str
    placement: Placement
    quiet: int = 0
    """Moves of either side since the last capture or pawn move."""
    number: int = 1
    """The number of the move, which both sides have in common."""
    array: int | None = None
    """The one of the 960 starts it began from; ``None`` before that is drawn, and in positions set up by hand."""
    outcome: Outcome | None = None
    past: PositionChain[Placement] | None = field(default=None, compare=False, repr=False)
    checkers: int = field(default=0, compare=False, repr=False)
    """The pieces that give check to the side to move: follows from the placement."""
    pinned: int = field(default=0, compare=False, repr=False)
    """The pieces of the side to move that shield their king: follows from the placement."""


def place(pieces: Iterable[tuple[Square, Piece]]) -> Placement:
    """Make the placement of these pieces, White to move, without castling."""
    kinds, sides = dict.fromkeys(KINDS, 0), [0, 0]
    for square, piece in pieces:
        kinds[piece.kind] |= 1 << square
        sides[TWO_SEATS.index(piece.owner)] |= 1 << square
    return Placement(*[*kinds.values(), *sides, 0, 0, 0])


def pieces_of(placement: Placement) -> Iterator[tuple[Square, Piece]]:
    """Go through all pieces with their squares."""
    for side in (0, 1):
        for kind, squares in zip(KINDS, placement, strict=False):
            for square in bits(squares & placement[6 + side]):
                yield square, PIECES[side][kind]


@cache
def starting_placement(number: int) -> Placement:
    """Set up start ``number`` of the 960, White to move."""
    pieces = []
    for file, kind in enumerate(back_rank(number)):
        for side, (rank, pawns) in enumerate(((0, 1), (7, 6))):
            pieces += [(BOARD.square(file, rank), PIECES[side][kind]), (BOARD.square(file, pawns), PIECES[side]["P"])]
    placement = place(pieces)
    return placement._replace(castling=placement.rooks)


@cache
def draws() -> tuple[Draw, ...]:
    """List the outcomes of the chance action, sorted by text."""
    return tuple(sorted((Draw(f"array:{number}", number) for number in range(ARRAYS)), key=str))
