"""Judging Pawn Advance Chess: pawns, how near they are to the far side, captures."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.actions import Action
from engine.game import AnyGame
from engine.games.pawn_advance.moves import origins
from engine.games.pawn_advance.position import Position, Step
from engine.pieces import TWO_SEATS, Seat
from opponents.judge import FOE, LUCK, OWN, Judge, Noisy

_GAIN = 200.0
"""What a capture may bring."""
_RANKS = tuple(sum(1 << 8 * file + rank for file in range(8)) for rank in range(8))


class Weights(NamedTuple):
    """What counts, and how much."""

    pawn: float = 60.0
    capture: float = 25.0
    advanced: tuple[float, ...] = (0.0, 4.0, 9.0, 16.0, 30.0, 60.0, 130.0)
    """What a pawn has gained on its own base row and each rank beyond."""
    unhindered: tuple[float, ...] = (0.0, 3.2, 7.2, 12.8, 24.0, 48.0, 104.0)
    """How much more where nobody stands ahead of the pawn or beside its way on the next square."""


class GameJudge(Judge):
    """Judges for White or Black."""

    decisions = 4
    outcomes = 1
    """Where new pawns enter matters less than what the other side does once they have: that has to be seen."""
    worth = 300.0

    random_shares = {1: 1.0, 2: 0.69, 3: 0.51, 4: 0.34, 5: 0.14}
    """No single one of four actions decides much, and looking further ahead tells little before the turn is over."""
    weights: Weights = Weights()

    def __init__(self, game: AnyGame, options: Any, seat: Seat) -> None:
        super().__init__(game, options, seat)
        self._side = TWO_SEATS.index(seat)
        self._random = options.placement == "random"

    def side(self, position: Position) -> int:
        if position.phase != "battle" and (position.phase == "over" or self._random):
            return LUCK
        return OWN if position.side == self._side else FOE

    def actions(self, position: Position) -> Sequence[Action]:
        enemy, black = position.pawns[1 - position.side], position.side
        return sorted(self.game.actions(position), key=lambda action: -_promise(action, enemy, black))

    def noisy(self, position: Position, deep: bool) -> Sequence[Noisy]:
        if position.phase != "battle":
            return ()
        _, _, left, right = origins(position)
        if not left | right and not position.pawns[position.side] & _RANKS[1 if position.side else 6]:
            return ()
        side, enemy = position.side, position.pawns[1 - position.side]
        goals = enemy | _RANKS[0 if side else 7]
        return [
            (_GAIN if enemy >> each.target & 1 else math.inf, each) for each in self.game.actions(position)
            if isinstance(each, Step) and goals >> each.target & 1
        ]

    def parts(self, position: Position) -> Mapping[str, float]:
        own = position.pawns[self._side]
        ranks = reversed(_RANKS) if self._side else _RANKS
        gained = zip(self.weights.advanced, ranks, strict=False)
        return {"forward": sum(gain * (own & rank).bit_count() for gain, rank in gained)}

    def score(self, position: Position) -> float:
        pawn, capture, advanced, unhindered = self.weights
        white, black = position.pawns
        total = capture * (position.captures[0] - position.captures[1])
        total += pawn * (white.bit_count() - black.bit_count())
        standing = white | black
        free_up, free_down = white & ~(standing >> 1 | black >> 2), black & ~(standing << 1 | white << 2)
        free_up &= ~(black << 7 | black >> 9)
        free_down &= ~(white << 9 | white >> 7)
        for rank, (gain, more) in enumerate(zip(advanced, unhindered, strict=True)):
            up, down = _RANKS[rank], _RANKS[7 - rank]
            total += gain * ((white & up).bit_count() - (black & down).bit_count())
            total += more * ((free_up & up).bit_count() - (free_down & down).bit_count())
        return -total if self._side else total


def _promise(action: Action, enemy: int, black: int) -> float:
    if not isinstance(action, Step):
        return 0.0
    rank = action.target % 8
    return (100.0 if enemy >> action.target & 1 else 0.0) + (7 - rank if black else rank)
