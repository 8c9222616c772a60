"""A game of Advancing Chess as data: its options, its actions, its position as bitboards.

A *side* is an index into pairs: 0 for White, who moves up (square + 1), 1 for Black.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import NamedTuple

from engine.core.actions import Action
from engine.core.options import Options, bool_option, int_option
from engine.core.pieces import TWO_SEATS, Piece
from engine.core.squares import Board, Square, bitboard, bits
from engine.game import Outcome

# --- starting arrays ---------------------------------------------------------------------------------------------


BOARD = Board(8, 8)
FIRST_WORD = "CCHNNQVV"
ARRAYS = 5040
PIKEMEN_RANKS = (2, 5)
"""Each side's rank of pikemen, counted from 0: where they start, and may step two squares (R3)."""
_LEFT_HALF = ("a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2")
"""The squares whose letters, in this order, make the word of an array."""


def _four(name: str) -> int:
    square = BOARD.parse(name)
    file, rank = BOARD.file(square), BOARD.rank(square)
    return bitboard(BOARD.square(f, r) for f in (file, 7 - file) for r in (rank, 7 - rank))


_FOURS = tuple(_four(name) for name in _LEFT_HALF)
"""Each square of the left half with its three mirror images."""
STARTING_SIDES = (
    sum(BOARD.rank_mask(rank) for rank in (0, 1, 2)), sum(BOARD.rank_mask(rank) for rank in (5, 6, 7)),
)


@cache
def array_words() -> tuple[str, ...]:
    """Return the words of all arrays, in lexicographic order: a word's place is its number (R2)."""
    return tuple(map("".join, sorted(set(permutations(FIRST_WORD)))))


def starting_squares(number: int, kind: str) -> int:
    """Return the squares of a kind's pieces in array ``number`` (0–5039), both sides together, as a bitboard."""
    if kind == "P":
        return BOARD.rank_mask(PIKEMEN_RANKS[0]) | BOARD.rank_mask(PIKEMEN_RANKS[1])
    word = array_words()[number]
    return sum(four for four, letter in zip(_FOURS, word, strict=True) if letter == kind)


# --- the position ------------------------------------------------------------------------------------------------


ALL = BOARD.all
KINDS = "PCNVQH"
"""The kinds of pieces, in the order in which a position holds their bitboards."""
PIECES = tuple({kind: Piece(seat, kind) for kind in KINDS} for seat in TWO_SEATS)
PHASES = ("array", "play", "over")


@dataclass(frozen=True, slots=True)
class AdvancingChessOptions(Options):
    """The options of the rules page."""

    array: int = int_option(
        -1, -1, ARRAYS - 1, label="Starting setup", lowest="By chance",
        help="One of 5040 ways to begin.",
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
    """The squares of each kind of piece, both sides together, as bitboards. In the order of :data:`KINDS`."""

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
    """The side to move; 0 when the game is over."""
    sides: tuple[int, int]
    """The squares of each side's pieces."""
    kinds: Kinds
    array: int | None = None
    intruder: Square | None = None
    """The square of a piece of the side not to move that reached the last rank just now and can be captured."""
    outcome: Outcome | None = None


def place(pieces: Iterable[tuple[Square, Piece]]) -> tuple[tuple[int, int], Kinds]:
    """Return the bitboards of sides and kinds for these pieces."""
    sides, kinds = [0, 0], dict.fromkeys(KINDS, 0)
    for square, piece in pieces:
        sides[TWO_SEATS.index(piece.owner)] |= 1 << square
        kinds[piece.kind] |= 1 << square
    return (sides[0], sides[1]), Kinds(*kinds.values())


def pieces_of(position: Position) -> Iterator[tuple[Square, Piece]]:
    """Return every piece with its square."""
    for kind, squares in zip(KINDS, position.kinds, strict=True):
        for side in (0, 1):
            piece = PIECES[side][kind]
            for square in bits(squares & position.sides[side]):
                yield square, piece


def arrayed(options: AdvancingChessOptions, number: int) -> Position:
    """Begin White's first turn from array ``number``."""
    kinds = Kinds(*[starting_squares(number, kind) for kind in KINDS])
    return Position(options, "play", 0, STARTING_SIDES, kinds, number)


@cache
def draws() -> tuple[Draw, ...]:
    """Return the outcomes of the chance action, sorted by text."""
    return tuple(sorted((Draw(f"array:{number}", number) for number in range(ARRAYS)), key=str))
