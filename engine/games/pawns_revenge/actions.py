"""The actions of Pawn's Revenge. Everything that recurs is made once and shared."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from engine.core.actions import Action, Throw
from engine.core.pieces import Seat
from engine.core.squares import Board, Square
from engine.games.pawns_revenge.geometry import DIRECTIONS


@dataclass(frozen=True, slots=True)
class Move(Action):
    """A piece goes straight from ``source`` to ``target`` in a direction (0–7). ``both``: bitboard of the two."""

    source: Square
    target: Square
    direction: int
    both: int


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Chance draws ``square``: for a hole, or for the rogue knight to enter or to go to."""

    square: Square


class Bonus(NamedTuple):
    """What combat adds to the piece on a square."""

    square: Square
    power: int
    toughness: int


@lru_cache(maxsize=1 << 14)
def bonus(square: Square, power: int, toughness: int) -> Bonus:
    """A bonus, shared by all positions that have it: armies may carry dozens, and positions shall stay small."""
    return Bonus(square, power, toughness)


@dataclass(frozen=True, slots=True)
class Division(Action):
    """How ``seat`` divides its points. Squares sorted, nobody given nothing."""

    seat: Seat
    bonuses: tuple[Bonus, ...]


@cache
def arrivals(board: Board, direction: int, distance: int) -> tuple[Move | None, ...]:
    """Target square → the move that arrives there after ``distance`` squares in ``direction`` (``None``: from off the
    board)."""
    files, ranks = (distance * each for each in DIRECTIONS[direction])
    moves: list[Move | None] = []
    for target in map(Square, range(board.size)):
        file, rank = board.file(target) - files, board.rank(target) - ranks
        source = board.square(file, rank) if board.holds(file, rank) else None
        moves.append(None if source is None else _move(board, source, target, direction))
    return tuple(moves)


def _move(board: Board, source: Square, target: Square, direction: int) -> Move:
    return Move(board.names[source] + board.names[target], source, target, direction, 1 << source | 1 << target)


@cache
def draws(board: Board, word: str) -> tuple[Draw, ...]:
    """Square → the action that draws it: ``hole:d4`` or ``rogue:e5``."""
    return tuple(Draw(f"{word}:{name}", Square(square)) for square, name in enumerate(board.names))


ROLLS = tuple(Throw(f"roll:{number}", number) for number in range(1, 7))

_WEIGHTS = {
    "d6": dict.fromkeys(range(1, 7), 1),
    "d8": dict.fromkeys(range(1, 9), 1),
    "d10": dict.fromkeys(range(1, 11), 1),
    "2d6": {total: 6 - abs(total - 7) for total in range(2, 13)},
}


def faces(die: str) -> range:
    """The numbers a die (``d6``, ``d8``, ``d10``, ``2d6``) can show."""
    numbers = _WEIGHTS[die]
    return range(min(numbers), max(numbers) + 1)


@cache
def throws(word: str, seat: Seat, die: str) -> tuple[tuple[Throw, int], ...]:
    """What a seat may throw, with weights, sorted by text: ``first:white=5`` (roll-off), ``die:white=5`` (combat)."""
    outcomes = [(Throw(f"{word}:{seat}={number}", number), weight) for number, weight in _WEIGHTS[die].items()]
    return tuple(sorted(outcomes, key=lambda outcome: outcome[0].text))


@cache
def throw_actions(word: str, seat: Seat, die: str) -> tuple[Throw, ...]:
    """:func:`throws` without the weights."""
    return tuple(action for action, _ in throws(word, seat, die))


@cache
def nothing(seat: Seat) -> Division:
    """The division that gives nothing to anybody."""
    return Division(f"{seat}:-", seat, ())
