"""What a game of Advancing Chess consists of: options, actions, and the position as bitboards.

A *side* is an index into pairs: 0 for White, who moves up (square + 1), 1 for Black.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engine.core.actions import Action
from engine.core.options import Options, bool_option, int_option
from engine.core.pieces import TWO_SEATS, Piece
from engine.core.squares import Square, bits
from engine.game import Outcome
from engine.games.advancing_chess.arrays import ARRAYS, BOARD, STARTING_SIDES, starting_squares

ALL = BOARD.all
KINDS = "PCNVQH"
"""The kinds of pieces, in the order in which a position holds their bitboards."""
PIECES = tuple({kind: Piece(seat, kind) for kind in KINDS} for seat in TWO_SEATS)
PHASES = ("array", "play", "over")


@dataclass(frozen=True, slots=True)
class AdvancingChessOptions(Options):
    """The options of the rules page."""

    array: int = int_option(
        -1, -1, ARRAYS - 1, label="Starting array", lowest="By chance",
        help="Which of the 5040 arrays the pieces start in.",
    )
    double_step: bool = bool_option(
        True, label="Double step", help="A pikeman on its side's starting rank may go two squares forward.",
    )


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Chance decides on an array."""

    array: int


@dataclass(frozen=True, slots=True)
class Move(Action):
    """A piece goes from ``origin`` to ``target``, capturing what stands there."""

    origin: Square
    target: Square


class Kinds(NamedTuple):
    """Where the pieces of each kind stand, both sides together, as bitboards. In the order of :data:`KINDS`."""

    pikemen: int = 0
    castles: int = 0
    knights: int = 0
    vicars: int = 0
    queens: int = 0
    champions: int = 0


class Position(NamedTuple):
    """All there is to know about a game in progress. (A named tuple: quicker to make than a dataclass.)"""

    options: AdvancingChessOptions
    phase: str
    side: int
    """Whose turn it is; 0 when the game is over."""
    sides: tuple[int, int]
    """The squares of each side's pieces."""
    kinds: Kinds
    array: int | None = None
    intruder: Square | None = None
    """Where a piece of the side not to move stands that reached the last rank just now and can be captured."""
    outcome: Outcome | None = None


def place(pieces: Iterable[tuple[Square, Piece]]) -> tuple[tuple[int, int], Kinds]:
    """The bitboards of sides and kinds for these pieces."""
    sides, kinds = [0, 0], dict.fromkeys(KINDS, 0)
    for square, piece in pieces:
        sides[TWO_SEATS.index(piece.owner)] |= 1 << square
        kinds[piece.kind] |= 1 << square
    return (sides[0], sides[1]), Kinds(*kinds.values())


def pieces_of(position: Position) -> Iterator[tuple[Square, Piece]]:
    """Every piece with its square."""
    for kind, squares in zip(KINDS, position.kinds, strict=True):
        for side in (0, 1):
            piece = PIECES[side][kind]
            for square in bits(squares & position.sides[side]):
                yield square, piece


def arrayed(options: AdvancingChessOptions, number: int) -> Position:
    """White's first turn from array ``number``."""
    kinds = Kinds(*[starting_squares(number, kind) for kind in KINDS])
    return Position(options, "play", 0, STARTING_SIDES, kinds, number)


@cache
def draws() -> tuple[Draw, ...]:
    """The outcomes of the chance action, sorted by text."""
    return tuple(sorted((Draw(f"array:{number}", number) for number in range(ARRAYS)), key=str))
