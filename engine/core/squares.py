"""Squares and the boards they lie on.

A square is a plain number, counted file by file: ``a1 a2 … a8 b1 …`` on an 8x8 board. Numeric order is
therefore the order that the rules pages call *sorted squares* (by file letter, then rank number), and
one step up a file is ``+ 1``. Sets of squares are ints used as bitboards: bit *n* is square *n*.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NewType

Square = NewType("Square", int)

FILE_LETTERS = "abcdefghijklmnop"
LONGEST_SIDE = len(FILE_LETTERS)
"""The most files, and the most ranks, that a board may have."""


def bits(squares: int) -> Iterator[Square]:
    """Iterate over the squares of a bitboard, in sorted order."""
    return iter(_listed(squares))


@lru_cache(8192)  # the same few bitboards are asked about again and again: what is covered, and what stands where
def _listed(squares: int) -> tuple[Square, ...]:
    found = []
    while squares:
        lowest = squares & -squares
        found.append(Square(lowest.bit_length() - 1))
        squares ^= lowest
    return tuple(found)


def bitboard(squares: Iterable[Square]) -> int:
    """Return the bitboard of these squares."""
    board = 0
    for square in squares:
        board |= 1 << square
    return board


@dataclass(frozen=True, slots=True)
class Board:
    """A rectangle of squares: 1 to 16 files (``a`` … ``p``), 1 to 16 ranks.

    >>> board = Board(8, 8)
    >>> board.name(board.square(4, 3)), board.parse("a2")
    ('e4', 1)
    >>> board.sorted_names(board.rank_mask(0))
    ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1']
    """

    files: int
    ranks: int
    a1_light: bool = field(default=False, compare=False)
    """True if the corner square a1 is a light one (on a chess board it is dark)."""
    names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    by_name: dict[str, Square] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = tuple(f"{FILE_LETTERS[f]}{r + 1}" for f in range(self.files) for r in range(self.ranks))
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "by_name", {name: Square(n) for n, name in enumerate(names)})

    @property
    def size(self) -> int:
        """The number of squares."""
        return self.files * self.ranks

    @property
    def all(self) -> int:
        """The bitboard of every square."""
        return (1 << self.size) - 1

    def square(self, file: int, rank: int) -> Square:
        """Return the square at this file and rank, both counted from 0; they must lie on the board."""
        return Square(file * self.ranks + rank)

    def file(self, square: Square) -> int:
        """Return the file of a square, from 0 (``a``)."""
        return square // self.ranks

    def rank(self, square: Square) -> int:
        """Return the rank of a square, from 0 (rank 1)."""
        return square % self.ranks

    def holds(self, file: int, rank: int) -> bool:
        """True if file and rank (from 0) lie on the board."""
        return 0 <= file < self.files and 0 <= rank < self.ranks

    def name(self, square: Square) -> str:
        """Return the name of a square, such as ``e4``."""
        return self.names[square]

    def parse(self, name: str) -> Square:
        """Find the square called ``name``.

        :raises KeyError: the board has no such square.
        """
        return self.by_name[name]

    def rank_mask(self, rank: int) -> int:
        """Return the bitboard of one rank, counted from 0."""
        return bitboard(self.square(file, rank) for file in range(self.files))

    def sorted_names(self, squares: int) -> list[str]:
        """List the names of a bitboard's squares in sorted order."""
        return [self.names[square] for square in bits(squares)]
