"""Judging chess: by what ``engine/games/chess/evaluation.py`` says."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.actions import Action
from engine.core.pieces import TWO_SEATS, Seat
from engine.game import AnyGame
from engine.games.chess import evaluation
from engine.games.chess.position import Position
from opponents.judge import FOE, LUCK, OWN, Judge, Noisy

_MARGIN = 120.0
"""How much a capture may gain beside the piece."""


class GameJudge(Judge):
    """Judges for White or Black."""

    decisions = 1
    outcomes = 0
    worth = 700.0
    weights: evaluation.Weights = evaluation.WEIGHTS

    def __init__(self, game: AnyGame, options: Any, seat: Seat) -> None:
        super().__init__(game, options, seat)
        self._side = TWO_SEATS.index(seat)

    def side(self, position: Position) -> int:
        if position.phase != "play":
            return LUCK
        return OWN if position.placement.side == self._side else FOE

    def actions(self, position: Position) -> Sequence[Action]:
        return evaluation.by_promise(position, list(self.game.actions(position)))

    def noisy(self, position: Position, deep: bool) -> Sequence[Noisy]:
        if position.checkers:
            return [(math.inf, move) for _, move in evaluation.noisy(position, 0.0)]
        least = 0.0 if deep else -math.inf
        return [(gain + _MARGIN, move) for gain, move in evaluation.noisy(position, least)]

    def parts(self, position: Position) -> Mapping[str, float]:
        placement, weights = position.placement, self.weights
        return {"forward": evaluation.forward(placement, self._side, weights),
                "middle": evaluation.middle(placement, self._side, weights)}

    def score(self, position: Position) -> float:
        total = evaluation.score(position.placement, self.weights)
        return -total if self._side else total
