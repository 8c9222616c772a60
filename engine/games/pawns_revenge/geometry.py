"""The boards of Pawn's Revenge: directions, steps, neighbours, and each army's own frame.

Directions are numbers 0 to 7, counter-clockwise from east, so that in any frame *left* of a direction is two further,
*backward* is four further. Sets of squares are bitboards; an *army* is the index of its seat among the seats that play.
"""

from dataclasses import dataclass
from functools import cache

from engine.core.pieces import Seat
from engine.core.squares import Board, Square, bitboard, bits

SMALL = Board(8, 8)
LARGE = Board(16, 16)
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Direction → how far it leads in files and ranks."""

CLASH_ORDER = (0, 2, -2, 4, 1, -1, 3, -3)
"""In which order an attacker fights its neighbours: directions relative to forward. Forward, sideways-left,
sideways-right, backward; then the diagonals forward-left, forward-right, backward-left, backward-right."""

_FORWARD_ON_SMALL = {Seat.WHITE: 2, Seat.BLACK: 6}
_FORWARD_ON_LARGE = {Seat.WHITE: 1, Seat.RED: 3, Seat.BLACK: 5, Seat.BLUE: 7}


def forward_of(players: int, seat: Seat) -> int:
    """Return the direction an army advances in: up and down on 8x8, towards the opposite corner on 16x16 (R1)."""
    return (_FORWARD_ON_SMALL if players == 2 else _FORWARD_ON_LARGE)[seat]


@dataclass(frozen=True, slots=True)
class Step:
    """One square in a direction: pieces inside ``inside`` stay on the board; ``shift`` moves their bits left (or,
    negative, right)."""

    shift: int
    inside: int

    def of(self, squares: int) -> int:
        """Return the squares that these come to after the step."""
        shift = self.shift
        return (squares & self.inside) << shift if shift > 0 else (squares & self.inside) >> -shift


@dataclass(frozen=True, slots=True)
class Grid:
    """A board as the rules see it. ``exists``: its squares (with three players one of four chessboards is missing)."""

    board: Board
    exists: int
    steps: tuple[Step, ...]
    neighbours: tuple[int, ...]
    """Square → the squares adjacent to it."""
    not_top: int
    not_bottom: int

    def around(self, squares: int) -> int:
        """Return these squares and all their neighbours."""
        ranks = self.board.ranks
        tall = squares | (squares & self.not_top) << 1 | (squares & self.not_bottom) >> 1
        return (tall | tall << ranks | tall >> ranks) & self.exists

    def beyond(self, squares: int, distance: int) -> int:
        """Return the squares at least ``distance`` king steps from all of ``squares``."""
        for _ in range(distance - 1):
            squares = self.around(squares)
        return self.exists & ~squares


@cache
def grid_of(players: int) -> Grid:
    """Return the board for two, three or four players."""
    board = SMALL if players == 2 else LARGE
    exists = board.all & ~(_north_west() if players == 3 else 0)
    steps = tuple(_step(board, *direction) for direction in DIRECTIONS)
    neighbours = tuple(_neighbours(steps, 1 << square) & exists for square in range(board.size))
    top, bottom = board.rank_mask(board.ranks - 1), board.rank_mask(0)
    return Grid(board, exists, steps, neighbours, board.all & ~top, board.all & ~bottom)


def _north_west() -> int:
    return bitboard(LARGE.square(file, rank) for file in range(8) for rank in range(8, 16))


def _step(board: Board, files: int, ranks: int) -> Step:
    inside = bitboard(
        Square(square) for square in range(board.size)
        if board.holds(board.file(Square(square)) + files, board.rank(Square(square)) + ranks)
    )
    return Step(files * board.ranks + ranks, inside)


def _neighbours(steps: tuple[Step, ...], squares: int) -> int:
    found = 0
    for step in steps:
        found |= step.of(squares)
    return found


def corner_triangle(players: int, seat: Seat, depth: int) -> tuple[Square, int]:
    """Return an army's corner on 16x16, and the squares whose file and rank distance from it sum up to at most
    ``depth``."""
    files, ranks = DIRECTIONS[forward_of(players, seat)]
    file, rank = 0 if files > 0 else LARGE.files - 1, 0 if ranks > 0 else LARGE.ranks - 1
    triangle = bitboard(
        LARGE.square(file + files * x, rank + ranks * y) for x in range(depth + 1) for y in range(depth + 1 - x)
    )
    return LARGE.square(file, rank), triangle


def sorted_squares(squares: int) -> tuple[Square, ...]:
    """Return the squares of a bitboard in sorted order."""
    return tuple(bits(squares))
