"""Evaluation of Advancing Chess: material, and how far it has come; a piece that arrives safely wins."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core.actions import Action
from engine.games.advancing_chess.moves import list_moves
from engine.games.advancing_chess.position import Move, Position
from engine.games.advancing_chess.purposes import list_purposes, passed
from engine.services.evaluation import FOE, LUCK, OWN, Judge, Noisy, Purpose

_VALUES = (100.0, 420.0, 210.0, 400.0, 380.0, 480.0)
"""Pikeman, castle, knight, vicar, queen, champion: knights and queens never strike backward."""
_RANKS = tuple(sum(1 << 8 * file + rank for file in range(8)) for rank in range(8))
_MARGIN = 60.0
"""The most that a capture may gain beside the piece."""
_INTRUDED = 2000.0
"""Against the side that must capture a piece on its own first rank, as long as it is not done."""
_LAST_RANKS = (_RANKS[7], _RANKS[0])


class Weights(NamedTuple):
    """Weights of all that counts."""

    kinds: tuple[float, ...] = _VALUES
    advanced: tuple[float, ...] = (0.0, 2.0, 4.0, 8.0, 16.0, 30.0, 60.0, 0.0)
    """The gain of a piece on its first … last rank by going there."""

class GameJudge(Judge):
    """Judges for White or Black."""

    decisions = 1
    outcomes = 0
    worth = 700.0
    weights: Weights = Weights()

    def side(self, position: Position) -> int:
        if position.phase != "play":
            return LUCK
        return OWN if position.side == self.number else FOE

    def actions(self, position: Position) -> Sequence[Action]:
        return sorted(list_moves(position), key=lambda move: -_promise(position, move))

    def noisy(self, position: Position, deep: bool) -> Sequence[Noisy]:
        if position.intruder is not None:
            return [(math.inf, move) for move in list_moves(position, 1 << position.intruder)]
        last_rank, found = _LAST_RANKS[position.side], []
        for move in list_moves(position, position.sides[1 - position.side] | last_rank):
            if last_rank >> move.target & 1:
                found.append((math.inf, move))
                continue
            taken, risked = _value(position, move.target), _value(position, move.origin)
            if not deep or taken >= risked:
                found.append((taken - risked / 20 + _MARGIN, move))
        return sorted(found, key=_gain, reverse=True)

    def parts(self, position: Position) -> Mapping[str, float]:
        return {"forward": _advanced(position.sides[self.number], self.number, self.weights.advanced)}

    def purposes(self, position: Position, action: Action) -> Sequence[Purpose]:
        return list_purposes(self, position, action)

    def passed(self, position: Position) -> Position | None:
        return passed(position)

    def score(self, position: Position) -> float:
        kinds, advanced = self.weights
        total = 0.0
        own, foe = position.sides[self.number], position.sides[1 - self.number]
        for value, kind in zip(kinds, position.kinds, strict=True):
            total += value * ((kind & own).bit_count() - (kind & foe).bit_count())
        total += _advanced(own, self.number, advanced) - _advanced(foe, 1 - self.number, advanced)
        if position.intruder is not None:
            total += -_INTRUDED if position.side == self.number else _INTRUDED
        return total


@lru_cache(1 << 14)  # most moves leave the pieces of the other side as they were
def _advanced(pieces: int, side: int, gains: tuple[float, ...]) -> float:
    """Rate how far a side's pieces have come."""
    ranks = reversed(_RANKS) if side else _RANKS
    return sum(gain * (pieces & rank).bit_count() for gain, rank in zip(gains, ranks, strict=True))


def _promise(position: Position, move: Move) -> float:
    """Rate how promising a move is: onto the last rank, then captures of much by little."""
    target = 1 << move.target
    promise = 5000.0 if target & _LAST_RANKS[position.side] else 0.0
    if target & position.sides[1 - position.side]:
        promise += 1000.0 + 10 * _value(position, move.target) - _value(position, move.origin)
    return promise


def _value(position: Position, square: int) -> float:
    """Return the worth of the piece on a square; 0 if there is none."""
    pikemen, castles, knights, vicars, queens, champions = position.kinds
    bit = 1 << square
    if pikemen & bit:
        return _VALUES[0]
    if (castles | vicars) & bit:
        return _VALUES[1] if castles & bit else _VALUES[3]
    if knights & bit:
        return _VALUES[2]
    if queens & bit:
        return _VALUES[4]
    return _VALUES[5] if champions & bit else 0.0


def _gain(each: Noisy) -> float:
    return each[0]
