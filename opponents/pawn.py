"""Judging Pawn: pawns, how many of them stand together, and how many have somebody left to meet."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.actions import Action
from engine.game import AnyGame
from engine.games.pawn.catalogue import PawnAction
from engine.games.pawn.moves import list_captures, list_moves
from engine.games.pawn.patterns import find_patterns, find_squads
from engine.games.pawn.position import Position
from engine.pieces import TWO_SEATS, Seat
from opponents.judge import FOE, LUCK, OWN, Judge, Noisy

_PAWN = 100.0
_GAIN = 350.0
"""What a capture and its strikes may bring."""
_TOGETHER = (4.0, 6.0, 9.0)
"""What a dual, a threepiece and a squad are worth beside their pawns."""
_ADVANCED = 1.5
"""For each rank that a pawn has gone, as long as there is one."""
_RANKS = tuple(sum(1 << 8 * file + rank for file in range(8)) for rank in range(8))
_MIDDLE = sum(1 << 8 * file + rank for file in range(2, 6) for rank in range(8))
_IN_THE_MIDDLE = 3.0


class GameJudge(Judge):
    """Judges for White or Black."""

    decisions = 2
    worth = 300.0

    def __init__(self, game: AnyGame, options: Any, seat: Seat) -> None:
        super().__init__(game, options, seat)
        self._side = TWO_SEATS.index(seat)

    def side(self, position: Position) -> int:
        if position.outcome is not None:
            return LUCK
        return OWN if position.side == self._side else FOE

    def actions(self, position: Position) -> Sequence[Action]:
        if position.phase == "strike":
            return self.game.actions(position)
        side, sides = position.side, position.sides
        quiet, enemy = list_moves(side, sides[side], sides[1 - side]), sides[1 - side]
        # Captures first; the catalogue knows no capture of a push.
        return sorted(quiet, key=lambda action: not _takes(action, enemy))

    def noisy(self, position: Position, deep: bool) -> Sequence[Noisy]:
        if position.phase == "strike":
            return [(_GAIN, action) for action in self.game.actions(position)]
        side, sides = position.side, position.sides
        return [(_GAIN, action) for action in list_captures(side, sides[side], sides[1 - side])]

    def parts(self, position: Position) -> Mapping[str, float]:
        pawns = position.sides[self._side]
        return {"together": _together(pawns), "forward": _forward(pawns, self._side), "middle": _middle(pawns)}

    def score(self, position: Position) -> float:
        white, black = position.sides
        total = _of(white, 0) - _of(black, 1)
        return -total if self._side else total


def _takes(action: Action, enemy: int) -> bool:
    return isinstance(action, PawnAction) and bool(action.after & enemy) and not action.pushes


def _of(pawns: int, side: int) -> float:
    return _PAWN * pawns.bit_count() + _together(pawns) + _middle(pawns) + _forward(pawns, side)


def _together(pawns: int) -> float:
    dual, three, squad = _TOGETHER
    up, across, threes_up, threes_across = find_patterns(pawns)
    total = dual * (up.bit_count() + across.bit_count())
    return total + three * (threes_up.bit_count() + threes_across.bit_count()) + squad * find_squads(pawns).bit_count()


def _middle(pawns: int) -> float:
    return _IN_THE_MIDDLE * (pawns & _MIDDLE).bit_count()


def _forward(pawns: int, side: int) -> float:
    return sum(_ADVANCED * rank * (pawns & _RANKS[7 - rank if side else rank]).bit_count() for rank in range(1, 6))
