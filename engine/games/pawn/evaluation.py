"""Evaluation of Pawn: pawns, how many of them stand together, and how many have somebody left to meet."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core.actions import Action
from engine.games.pawn.moves import list_captures, list_moves
from engine.games.pawn.patterns import find_patterns, find_squads
from engine.games.pawn.position import Position
from engine.games.pawn.purposes import list_purposes, passed
from engine.services.evaluation import FOE, LUCK, OWN, Judge, Noisy, Purpose, Skill

_GAIN = 350.0
"""The most that a capture and its strikes may gain."""
_RANKS = tuple(sum(1 << 8 * file + rank for file in range(8)) for rank in range(8))
_MIDDLE = sum(1 << 8 * file + rank for file in range(2, 6) for rank in range(8))


class Weights(NamedTuple):
    """Weights of all that counts."""

    pawn: float = 100.0
    together: tuple[float, ...] = (4.0, 6.0, 9.0)
    """The worth of a dual, a threepiece and a squad, beside their pawns."""
    middle: float = 3.0
    forward: float = 1.5
    """For each rank that a pawn has gone, as long as there is one."""

class GameJudge(Judge):
    """Judges for White or Black."""

    decisions = 2
    worth = 300.0
    skills = {1: Skill(12, 0.25, 0.85, 0.80)}
    """One pawn less decides much: more errors would let the second level win every game."""
    weights: Weights = Weights()

    def side(self, position: Position) -> int:
        if position.outcome is not None:
            return LUCK
        return OWN if position.side == self.number else FOE

    def actions(self, position: Position) -> Sequence[Action]:
        if position.phase == "strike":
            return self.game.actions(position)
        side, sides = position.side, position.sides
        moves = list_moves(side, sides[side], sides[1 - side])
        captures = list_captures(side, sides[side], sides[1 - side])
        if not captures:
            return moves
        texts = {each.text for each in captures}
        return captures + [each for each in moves if each.text not in texts]

    def noisy(self, position: Position, deep: bool) -> Sequence[Noisy]:
        if position.phase == "strike":
            return [(_GAIN, action) for action in self.game.actions(position)]
        side, sides = position.side, position.sides
        return [(_GAIN, action) for action in list_captures(side, sides[side], sides[1 - side])]

    def parts(self, position: Position) -> Mapping[str, float]:
        pawns, (_, together, middle, forward) = position.sides[self.number], self.weights
        return {
            "together": _together(pawns, together), "forward": forward * _ranks_gone(pawns, self.number),
            "middle": middle * _in_the_middle(pawns),
        }

    def purposes(self, position: Position, action: Action) -> Sequence[Purpose]:
        return list_purposes(self, position, action)

    def passed(self, position: Position) -> Position | None:
        return passed(position)

    def score(self, position: Position) -> float:
        white, black = position.sides
        total = _of(white, 0, self.weights) - _of(black, 1, self.weights)
        return -total if self.number else total


@lru_cache(1 << 14)  # most actions leave the pawns of the other side as they were
def _of(pawns: int, side: int, weights: Weights) -> float:
    pawn, together, middle, forward = weights
    total = pawn * pawns.bit_count() + _together(pawns, together)
    return total + middle * _in_the_middle(pawns) + forward * _ranks_gone(pawns, side)


def _together(pawns: int, worth: tuple[float, ...]) -> float:
    dual, three, squad = worth
    up, across, threes_up, threes_across = find_patterns(pawns)
    total = dual * (up.bit_count() + across.bit_count())
    return total + three * (threes_up.bit_count() + threes_across.bit_count()) + squad * find_squads(pawns).bit_count()


def _in_the_middle(pawns: int) -> int:
    return (pawns & _MIDDLE).bit_count()


def _ranks_gone(pawns: int, side: int) -> int:
    return sum(rank * (pawns & _RANKS[7 - rank if side else rank]).bit_count() for rank in range(1, 6))
