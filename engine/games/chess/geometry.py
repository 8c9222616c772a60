"""The board as tables: what each kind of piece reaches from every square.

Squares count file by file, so one rank up is ``+ 1`` and one file towards h is ``+ 8``.
"""

from typing import Final

from engine.core.squares import Board

BOARD: Final = Board(8, 8)
ALL: Final = BOARD.all
SQUARES: Final = range(BOARD.size)
RANKS: Final = tuple(BOARD.rank_mask(rank) for rank in range(8))
FILES: Final = tuple(0xFF << 8 * file for file in range(8))
LIGHT: Final = sum(1 << square for square in SQUARES if (square // 8 + square) % 2)
FIRST_RANKS: Final = (RANKS[0], RANKS[7])
"""By side: 0 for White, 1 for Black."""
LAST_RANKS: Final = (RANKS[7], RANKS[0])
DOUBLE_STEPS: Final = (RANKS[2], RANKS[5])
FROM_MIDDLE: Final = tuple(max(abs(2 * (square // 8) - 7), abs(2 * (square % 8) - 7)) // 2 for square in SQUARES)
"""For every square how many steps of a king it is away from the four squares in the middle."""
"""The squares from which a pawn goes on to its second step."""

Direction = tuple[int, int]
_STRAIGHT: Final[tuple[Direction, ...]] = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SLANTED: Final[tuple[Direction, ...]] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_LEAPS: Final[tuple[Direction, ...]] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def _stepped(square: int, direction: Direction) -> int | None:
    file, rank = square // 8 + direction[0], square % 8 + direction[1]
    return BOARD.square(file, rank) if BOARD.holds(file, rank) else None


def _ray(square: int, direction: Direction) -> tuple[int, ...]:
    """List all squares in one direction, the nearest first."""
    found: list[int] = []
    following = _stepped(square, direction)
    while following is not None:
        found.append(following)
        following = _stepped(following, direction)
    return tuple(found)


def _mask(squares: tuple[int, ...]) -> int:
    return sum(1 << square for square in squares)


def _steps(directions: tuple[Direction, ...]) -> tuple[int, ...]:
    return tuple(
        sum(1 << target for each in directions if (target := _stepped(square, each)) is not None) for square in SQUARES
    )


def _ahead(side: int, square: int, files: int) -> int:
    """Return the squares ahead of a pawn on its file and on so many files to each side of it."""
    file, rank = square // 8, square % 8
    ranks = RANKS[:rank] if side else RANKS[rank + 1:]
    return sum(FILES[max(0, file - files):file + files + 1]) & sum(ranks)


AHEAD: Final = tuple(tuple(_ahead(side, square, 0) for square in SQUARES) for side in (0, 1))
"""By side and square, the squares ahead of a pawn on its file."""
PASSING: Final = tuple(tuple(_ahead(side, square, 1) for square in SQUARES) for side in (0, 1))
"""By side and square, the squares from which pawns could stop a pawn: ahead of it, on its file and those beside."""
KNIGHT: Final = _steps(_LEAPS)
KING: Final = _steps(_STRAIGHT + _SLANTED)
PAWN: Final = (_steps(((-1, 1), (1, 1))), _steps(((-1, -1), (1, -1))))
"""The squares on which a pawn of each side captures, from every square."""
CROSS: Final = tuple(sum(_mask(_ray(square, each)) for each in _STRAIGHT) for square in SQUARES)
"""The file and the rank of every square, without it."""
SALTIRE: Final = tuple(sum(_mask(_ray(square, each)) for each in _SLANTED) for square in SQUARES)
"""The diagonals of every square, without it."""


def _tables() -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    between = [[0] * 64 for _ in SQUARES]
    through = [[0] * 64 for _ in SQUARES]
    for square in SQUARES:
        for direction in _STRAIGHT + _SLANTED:
            line = _mask(_ray(square, direction) + _ray(square, (-direction[0], -direction[1]))) | 1 << square
            path = 0
            for target in _ray(square, direction):
                between[square][target], through[square][target] = path, line
                path |= 1 << target
    return tuple(map(tuple, between)), tuple(map(tuple, through))


BETWEEN, THROUGH = _tables()
"""``BETWEEN[a][b]``: the squares strictly between two squares of one line; ``THROUGH[a][b]``: the whole line through
them. 0 where there is no such line."""


class _Line(dict[int, int]):
    """A table of what a slider reaches along one line from ``square``, by the pieces on it. Fills itself when asked."""

    def __init__(self, square: int, direction: Direction) -> None:
        super().__init__()
        self._rays = (_ray(square, direction), _ray(square, (-direction[0], -direction[1])))
        self.mask = sum(_mask(squares[:-1]) for squares in self._rays)
        """The squares that matter: beyond the last one of a ray there is nothing to hide."""

    def __missing__(self, blockers: int) -> int:
        reached = 0
        for squares in self._rays:
            for square in squares:
                reached |= 1 << square
                if blockers >> square & 1:
                    break
        self[blockers] = reached
        return reached


Lines = tuple[tuple[int, dict[int, int], int, dict[int, int]], ...]


def _lines(one: Direction, other: Direction) -> Lines:
    pairs = ((_Line(square, one), _Line(square, other)) for square in SQUARES)
    return tuple((first.mask, first, second.mask, second) for first, second in pairs)


STRAIGHT: Final[Lines] = _lines((0, 1), (1, 0))
SLANTED: Final[Lines] = _lines((1, 1), (1, -1))
"""For every square its two lines: the mask of what matters on each, and the table to ask with that."""


def straight(square: int, occupied: int) -> int:
    """Find what a rook reaches from a square."""
    mask, line, other_mask, other = STRAIGHT[square]
    return line[occupied & mask] | other[occupied & other_mask]


def slanted(square: int, occupied: int) -> int:
    """Find what a bishop reaches from a square."""
    mask, line, other_mask, other = SLANTED[square]
    return line[occupied & mask] | other[occupied & other_mask]
