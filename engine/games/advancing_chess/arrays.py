"""The 5040 starting arrays: numbered (R2), symmetric from left to right, and Black's the mirror of White's (R1)."""

from functools import cache
from itertools import permutations

from engine.core.squares import Board, bitboard

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
    """The words of all arrays, in lexicographic order: a word's place is its number (R2)."""
    return tuple(map("".join, sorted(set(permutations(FIRST_WORD)))))


def starting_squares(number: int, kind: str) -> int:
    """Where the pieces of a kind stand in array ``number`` (0–5039), both sides together, as a bitboard."""
    if kind == "P":
        return BOARD.rank_mask(PIKEMEN_RANKS[0]) | BOARD.rank_mask(PIKEMEN_RANKS[1])
    word = array_words()[number]
    return sum(four for four, letter in zip(_FOURS, word, strict=True) if letter == kind)
