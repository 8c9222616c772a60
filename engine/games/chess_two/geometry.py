"""The 10x10 board as tables: which squares lie next to, between or a leap away from which.

Squares count file by file, so one rank up is ``+ 1`` and one file towards j is ``+ 10``.
"""

from engine.core.squares import Board, Square, bits

BOARD = Board(10, 10, a1_light=True)
SQUARES = range(BOARD.size)

ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT_LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
Direction = tuple[int, int]

RANKS = tuple(BOARD.rank_mask(rank) for rank in range(BOARD.ranks))
FAR_RANK = {True: RANKS[9], False: RANKS[0]}
"""The ranks on which the pawns of White (true) and Black promote."""
HALF = {True: sum(RANKS[:5]), False: sum(RANKS[5:])}
"""Each side's own half, White's (true) and Black's: Life and Death on it are theirs to move."""
LIGHT = sum(1 << square for square in SQUARES if (BOARD.file(Square(square)) + BOARD.rank(Square(square))) % 2 == 0)
"""a1 is light (R1)."""

def square_at(name: str) -> Square:
    """Return the square with this name."""
    return BOARD.parse(name)


def stepped(square: int, direction: Direction) -> Square | None:
    """Return the square one step (or leap) away, ``None`` beyond the edge."""
    file, rank = BOARD.file(Square(square)) + direction[0], BOARD.rank(Square(square)) + direction[1]
    return BOARD.square(file, rank) if BOARD.holds(file, rank) else None


def ray(square: int, direction: Direction) -> tuple[Square, ...]:
    """Return all squares in one direction, the nearest first."""
    found: list[Square] = []
    following = stepped(square, direction)
    while following is not None:
        found.append(following)
        following = stepped(following, direction)
    return tuple(found)


def _neighbours(directions: tuple[Direction, ...]) -> tuple[int, ...]:
    reached = ([stepped(square, direction) for direction in directions] for square in SQUARES)
    return tuple(sum(1 << target for target in targets if target is not None) for targets in reached)


def _rays(directions: tuple[Direction, ...]) -> tuple[int, ...]:
    return tuple(
        sum(1 << target for direction in directions for target in ray(square, direction)) for square in SQUARES
    )


SIDES = _neighbours(ORTHOGONAL)
"""The orthogonal neighbours of every square."""
CORNERS = _neighbours(DIAGONAL)
"""The diagonal neighbours of every square."""
RING = tuple(sides | corners for sides, corners in zip(SIDES, CORNERS, strict=True))
LEAPS = _neighbours(KNIGHT_LEAPS)
CROSS = _rays(ORTHOGONAL)
"""All squares on the file and rank of every square."""
SALTIRE = _rays(DIAGONAL)
"""All squares on the diagonals of every square."""
PAWN_TARGETS = {True: _neighbours(((-1, 1), (1, 1))), False: _neighbours(((-1, -1), (1, -1)))}
"""Square → the squares that a pawn of White (true) or Black attacks from it."""


def _between() -> tuple[tuple[int, ...], ...]:
    table = [[0] * BOARD.size for _ in SQUARES]
    for square in SQUARES:
        for direction in ORTHOGONAL + DIAGONAL:
            path = 0
            for target in ray(square, direction):
                table[square][target] = path
                path |= 1 << target
    return tuple(tuple(row) for row in table)


BETWEEN = _between()
"""``BETWEEN[a][b]``: the squares strictly between two squares on one line; 0 if there are none or no such line."""


def staging_square(source: int, target: int) -> Square:
    """Return the square just before ``target`` on the line from ``source``; for neighbours ``source`` itself (R4)."""
    path = BETWEEN[source][target]
    if not path:
        return Square(source)
    return Square(path.bit_length() - 1) if target > source else Square((path & -path).bit_length() - 1)


def knight_staging(source: int, target: int) -> tuple[Square, Square]:
    """Return the two squares orthogonally adjacent to ``target`` on the side that a knight leaps from."""
    files = BOARD.file(Square(target)) - BOARD.file(Square(source))
    ranks = BOARD.rank(Square(target)) - BOARD.rank(Square(source))
    return (
        Square(target - BOARD.ranks * (1 if files > 0 else -1)),
        Square(target - (1 if ranks > 0 else -1)),
    )


KNIGHT_STAGING = tuple(
    {int(target): sum(1 << staging for staging in knight_staging(square, target)) for target in bits(LEAPS[square])}
    for square in SQUARES
)
"""``KNIGHT_STAGING[a][b]``: the two staging squares of a knight on a that attacks b."""


def in_path_order(path: int, source: int) -> list[Square]:
    """Return the squares of one line's path, the one nearest to ``source`` first."""
    squares = list(bits(path))
    return squares if not squares or squares[0] > source else squares[::-1]
