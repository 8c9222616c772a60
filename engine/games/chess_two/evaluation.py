"""Evaluation of Chess Two: material, Shields, room, and who commands Life and Death."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core.actions import Action
from engine.games.chess_two.geometry import HALF
from engine.games.chess_two.position import Attack, Kill, Position
from engine.games.chess_two.purposes import list_purposes
from engine.games.chess_two.turns import legal_actions, legal_strikes
from engine.services.evaluation import FOE, LUCK, OWN, Judge, Noisy, Purpose, Skill

_VALUES = (100.0, 300.0, 320.0, 500.0, 900.0, 6000.0)
"""Pawn, knight, bishop, rook, queen, king."""
_MARGIN = 90.0
"""The most that an attack may gain beside the piece."""
_RANKS = tuple(sum(1 << 10 * file + rank for file in range(10)) for rank in range(10))
_CENTRE = sum(1 << 10 * file + rank for file in range(3, 7) for rank in range(3, 7))


_STRIKES = (Attack, Kill)


class Weights(NamedTuple):
    """Weights of all that counts."""

    kinds: tuple[float, ...] = _VALUES
    shield: float = 60.0
    command: float = 12.0
    """For Life or Death on one's own half."""
    middle: float = 8.0
    forward: float = 4.0
    """For each rank that a pawn has gone."""

class GameJudge(Judge):
    """Judges for White or Black."""

    decisions = 2
    worth = 900.0
    skills = {3: Skill(220, 0.04, 0.28, 0.28), 4: Skill(420, 0.015, 0.13, 0.13)}
    """With the usual ones the fourth level won all of 25 games against the third."""
    weights: Weights = Weights()

    def side(self, position: Position) -> int:
        if position.outcome is not None:
            return LUCK
        return OWN if position.white == (self.number == 0) else FOE

    def actions(self, position: Position) -> Sequence[Action]:
        return sorted(legal_actions(position), key=lambda action: -_promise(position, action))

    def noisy(self, position: Position, deep: bool) -> Sequence[Noisy]:
        found = [(_promise(position, each), each) for each in legal_strikes(position)]
        least = _VALUES[0] / 2 if deep else 0.0
        return [
            (promise + _MARGIN, each) for promise, each in sorted(found, key=lambda pair: -pair[0]) if promise > least
        ]

    def parts(self, position: Position) -> Mapping[str, float]:
        board = position.placement
        own = board.black if self.number else board.white
        active = (board.knights | board.bishops | board.pawns) & _CENTRE & own
        others = board.white if self.number else board.black
        return {
            "forward": self.weights.forward * _ranks_gone(board.pawns & own, self.number),
            "middle": self.weights.middle * active.bit_count(),
            "breaks": -self.weights.shield * (board.shields & others).bit_count(),
        }

    def purposes(self, position: Position, action: Action) -> Sequence[Purpose]:
        return list_purposes(self, position, action)

    def score(self, position: Position) -> float:
        kinds, shield, command, middle, forward = self.weights
        board = position.placement
        white, black = board.white, board.black
        total = 0.0
        for value, kind in zip(kinds, board, strict=False):
            total += value * ((kind & white).bit_count() - (kind & black).bit_count())
        total += shield * ((board.shields & white).bit_count() - (board.shields & black).bit_count())
        ghosts = board.life | board.death
        total += command * ((ghosts & HALF[True]).bit_count() - (ghosts & HALF[False]).bit_count())
        active = (board.knights | board.bishops | board.pawns) & _CENTRE
        total += middle * ((active & white).bit_count() - (active & black).bit_count())
        total += forward * (_ranks_gone(board.pawns & white, 0) - _ranks_gone(board.pawns & black, 1))
        return -total if self.number else total


@lru_cache(1 << 13)  # most actions are not those of pawns
def _ranks_gone(pawns: int, side: int) -> int:
    ranks = _RANKS[::-1] if side else _RANKS
    return sum(rank * (pawns & ranks[rank]).bit_count() for rank in range(2, 9))


def _promise(position: Position, action: Action) -> float:
    """Estimate what an action may win, less a little of what does it; nothing for what only goes somewhere."""
    if not isinstance(action, _STRIKES):
        return 0.0
    board, target, source = position.placement, 1 << action.target, 1 << action.source
    foes = board.black if position.white else board.white
    if not target & foes:
        return -1.0
    if board.shields & target and isinstance(action, Attack):
        return 30.0
    taken = sum(value for value, kind in zip(_VALUES, board, strict=False) if kind & target)
    risked = sum(value for value, kind in zip(_VALUES[:5], board, strict=False) if kind & source)
    return taken - risked / 20
