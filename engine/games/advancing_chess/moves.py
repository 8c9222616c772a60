"""Moves and captures of Advancing Chess, for all pieces of a side at once.

Moves are found by shifting bitboards: one set of squares per direction and distance holds the targets of every
piece that can go there, so the origin of each is known from its target, and no two pieces share one.
"""

from typing import NamedTuple

from engine.core.squares import Square, bitboard
from engine.games.advancing_chess.position import ALL, BOARD, PIKEMEN_RANKS, Move, Position

Reach = list[tuple[int, int]]
"""Targets as a bitboard, with the distance from origin to target as a difference of squares."""

class Direction(NamedTuple):
    """A step or leap. Shifting ``left``, then ``right`` (one of them is 0) and masking takes squares one step on."""

    left: int
    right: int
    landing: int
    """The squares that can be reached: those whose origin lies on the board."""
    distance: int


class Compass(NamedTuple):
    """The directions as one side sees them: *ahead* is towards its last rank."""

    ahead: Direction
    ahead_aslant: tuple[Direction, ...]
    back_and_sideways: tuple[Direction, ...]
    back_aslant: tuple[Direction, ...]
    leaps_ahead: tuple[Direction, ...]
    leaps_back: tuple[Direction, ...]
    double_step: int
    """The squares that a pikeman's step from its starting rank leads to (R3)."""
    last_rank: int


def _direction(files: int, ranks: int) -> Direction:
    distance = BOARD.ranks * files + ranks
    landing = bitboard(
        BOARD.square(file, rank) for file in range(8) for rank in range(8) if BOARD.holds(file - files, rank - ranks)
    )
    return Direction(max(distance, 0), max(-distance, 0), landing, distance)


def _compass(side: int) -> Compass:
    up = 1 - 2 * side
    leaps = [(files, ranks) for files, ranks in ((-2, 1), (-1, 2), (1, 2), (2, 1))]
    return Compass(
        _direction(0, up), (_direction(-1, up), _direction(1, up)),
        (_direction(0, -up), _direction(-1, 0), _direction(1, 0)), (_direction(-1, -up), _direction(1, -up)),
        tuple(_direction(files, up * ranks) for files, ranks in leaps),
        tuple(_direction(files, -up * ranks) for files, ranks in leaps),
        BOARD.rank_mask(PIKEMEN_RANKS[side] + up), BOARD.rank_mask(7 - 7 * side),
    )


COMPASSES = (_compass(0), _compass(1))


def _step(found: Reach, directions: tuple[Direction, ...], steppers: int, goals: int) -> None:
    for left, right, landing, distance in directions:
        targets = steppers << left >> right & landing & goals
        if targets:
            found.append((targets, distance))


def _slide(
    found: Reach, directions: tuple[Direction, ...], steppers: int, sliders: int, goals: int, empty: int
) -> None:
    """Find moves onto ``goals``: one step by steppers, any distance over empty squares by sliders."""
    both = steppers | sliders
    for left, right, landing, distance in directions:
        targets = both << left >> right & landing & goals
        if targets:
            found.append((targets, distance))
        front, gone = sliders << left >> right & landing & empty, distance
        while front:
            front = front << left >> right & landing
            gone += distance
            targets = front & goals
            if targets:
                found.append((targets, gone))
            front &= empty


def _pikemen_ahead(found: Reach, compass: Compass, pikemen: int, goals: int, empty: int, double_step: bool) -> None:
    left, right, landing, distance = compass.ahead
    first = pikemen << left >> right & landing & empty
    if first & goals:
        found.append((first & goals, distance))
    if double_step and first:
        # Whoever cannot take the first step cannot take the second: only targets of the first go on.
        second = (first & compass.double_step) << left >> right & empty & goals
        if second:
            found.append((second, 2 * distance))


def reach(position: Position, goals: int = ALL) -> Reach:
    """Return every move of the side to move onto ``goals``."""
    side = position.side
    own, enemy = position.sides[side], position.sides[1 - side]
    pikemen, castles, knights, vicars, queens, champions = (kind & own for kind in position.kinds)
    compass, free, empty = COMPASSES[side], goals & ~own, ALL ^ own ^ enemy
    enemy &= goals
    found: Reach = []
    _pikemen_ahead(found, compass, pikemen, goals, empty, position.options.double_step)
    slanting, upright = castles | champions, vicars | champions
    # Ahead pieces move and capture; back and sideways they only capture.
    _slide(found, (compass.ahead,), upright, castles | queens, free, empty)
    _slide(found, compass.ahead_aslant, slanting, vicars | queens, free, empty)
    _step(found, compass.ahead_aslant, pikemen, enemy)
    _step(found, compass.leaps_ahead, knights | champions, free)
    if enemy:
        _slide(found, compass.back_and_sideways, upright, castles, enemy, empty)
        _slide(found, compass.back_aslant, slanting | pikemen, vicars, enemy, empty)
        _step(found, compass.leaps_back, champions, enemy)
    return found


def can_move(position: Position) -> bool:
    """True if the side to move has a move. Mostly a pikeman has; only if not, all pieces are asked."""
    side = position.side
    white, black = position.sides
    left, right, landing, _ = COMPASSES[side].ahead
    pikemen = position.kinds.pikemen & position.sides[side]
    return bool(pikemen << left >> right & landing & ~(white | black)) or bool(reach(position))


def can_capture(position: Position, target: int) -> bool:
    """True if the side to move can move onto the one square of the bitboard ``target``."""
    return bool(reach(position, target))


def _move(origin: int, target: int) -> Move:
    return Move(BOARD.names[origin] + BOARD.names[target], Square(origin), Square(target))


_MOVES = tuple(_move(origin, target) for origin in range(64) for target in range(64))
"""By origin * 64 + target, which is also the order of their texts."""


def list_moves(position: Position, goals: int = ALL) -> list[Move]:
    """List every move of the side to move onto ``goals``, sorted by text."""
    codes: list[int] = []
    for targets, distance in reach(position, goals):
        shift = 64 * distance
        while targets:
            lowest = targets & -targets
            # origin * 64 + target, where the origin is the target less the distance
            codes.append(65 * (lowest.bit_length() - 1) - shift)
            targets ^= lowest
    codes.sort()
    return [_MOVES[code] for code in codes]


def count_moves(position: Position) -> int:
    """Count the moves of the side to move."""
    return sum([targets.bit_count() for targets, _ in reach(position)])
