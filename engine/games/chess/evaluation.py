"""Evaluation of chess: material, squares and mobility; and the moves that decide at once.

Scores are White's, in hundredths of a pawn.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.core.actions import Action
from engine.core.squares import bits
from engine.games.chess.geometry import (
    AHEAD,
    FILES,
    FIRST_RANKS,
    FROM_MIDDLE,
    KING,
    KNIGHT,
    LIGHT,
    PASSING,
    RANKS,
    slanted,
    straight,
)
from engine.games.chess.moves import list_captures, list_moves
from engine.games.chess.position import Castling, Move, Placement, Position
from engine.games.chess.purposes import purposes
from engine.services.evaluation import FOE, LUCK, OWN, Judge, Noisy, Purpose, Skill

VALUES: Final = (100.0, 310.0, 325.0, 500.0, 950.0)
"""Pawn, knight, bishop, rook, queen."""
_CENTRE: Final = (FILES[3] | FILES[4]) & (RANKS[3] | RANKS[4])
_MIDDLE: Final = sum(FILES[2:6]) & sum(RANKS[2:6])
_CORNERS: Final = FILES[0] | FILES[1] | FILES[2] | FILES[6] | FILES[7]
"""Files on which a king is safe."""
_PROMOTED: Final = 800.0


class Weights(NamedTuple):
    """Weights of all that counts."""

    kinds: tuple[float, ...] = VALUES
    pair: float = 30.0
    """For bishops on both colours."""
    centre: float = 14.0
    middle: float = 8.0
    """For each pawn, knight or bishop on the four squares in the centre, on the sixteen around it."""
    advanced: tuple[float, ...] = (0.0, 0.0, 3.0, 8.0, 18.0, 40.0, 80.0, 0.0)
    """For a pawn on its first … last rank."""
    passed: float = 25.0
    """For a pawn that no pawn of the other side can stop any more."""
    doubled: float = -12.0
    """For a pawn behind another one of its own."""
    mobility: float = 3.0
    """For each square that a knight, bishop, rook or queen attacks, its own pieces aside."""
    shelter: float = 12.0
    """For each pawn before its king, as long as there are queens."""
    home: float = 25.0
    """For a king at home on the side, as long as there are queens."""
    hunted: float = -9.0
    """For each step of its king from the middle of the board, once there are no queens."""


WEIGHTS: Final = Weights()


def score(placement: Placement, weights: Weights = WEIGHTS) -> float:
    """Rate how much better White stands."""
    return _side_score(placement, 0, weights) - _side_score(placement, 1, weights)


def middle(placement: Placement, side: int, weights: Weights = WEIGHTS) -> float:
    """Rate a side's pieces in the middle."""
    active = (placement.pawns | placement.knights | placement.bishops) & placement[6 + side]
    return weights.centre * (active & _CENTRE).bit_count() + weights.middle * (active & _MIDDLE).bit_count()


def _advanced(pawns: int, side: int, weights: Weights) -> float:
    ranks = reversed(RANKS) if side else RANKS
    return sum(gain * (pawns & rank).bit_count() for gain, rank in zip(weights.advanced, ranks, strict=True) if gain)


def _side_score(placement: Placement, side: int, weights: Weights) -> float:
    own, pawns = placement[6 + side], placement.pawns
    total = 0.0
    for value, kind in zip(weights.kinds, placement, strict=False):
        total += value * (kind & own).bit_count()
    light = placement.bishops & own & LIGHT
    total += weights.pair * bool(light and placement.bishops & own & ~LIGHT)
    total += middle(placement, side, weights) + weights.mobility * _mobility(placement, side)
    total += _pawns_score(pawns & own, pawns & placement[7 - side], side, weights)
    return total + _king_score(placement, side, weights)


def _mobility(placement: Placement, side: int) -> int:
    own, occupied = placement[6 + side], placement.white | placement.black
    count, free = 0, ~own
    for square in bits(placement.knights & own):
        count += (KNIGHT[square] & free).bit_count()
    for square in bits((placement.bishops | placement.queens) & own):
        count += (slanted(square, occupied) & free).bit_count()
    for square in bits((placement.rooks | placement.queens) & own):
        count += (straight(square, occupied) & free).bit_count()
    return count


@lru_cache(1 << 13)  # most moves are not those of pawns
def _pawns_score(own: int, foes: int, side: int, weights: Weights) -> float:
    """Rate how far a side's pawns have come, and which are doubled or passed."""
    total = _advanced(own, side, weights)
    for pawn in bits(own):
        ahead = AHEAD[side][pawn]
        if ahead & own:
            total += weights.doubled
        elif not PASSING[side][pawn] & foes:
            total += weights.passed
    return total


def _king_score(placement: Placement, side: int, weights: Weights) -> float:
    own = placement[6 + side]
    king = placement.kings & own
    square = king.bit_length() - 1
    if not placement.queens:
        return weights.hunted * FROM_MIDDLE[square]
    total = weights.shelter * (KING[square] & placement.pawns & own).bit_count()
    return total + weights.home * bool(king & FIRST_RANKS[side] & _CORNERS)


# --- moves -------------------------------------------------------------------------------------------------------


def promise(placement: Placement, action: Action) -> float:
    """Rate what a move takes and makes, less a little of what does it; 0 if it only goes somewhere."""
    if not isinstance(action, Move):
        return 0.0
    target = 1 << action.target
    taken = _value(placement, target) if target & placement[7 - placement.side] else 0.0
    if target == placement.en_passant and placement.pawns >> action.origin & 1:
        taken = VALUES[0]
    made = _PROMOTED if action.promotion == "Q" else 0.0
    return taken + made - _value(placement, 1 << action.origin) / 20 if taken or made else 0.0


def by_promise(position: Position, actions: list[Action]) -> list[Action]:
    """Sort actions, the most promising first."""
    return sorted(actions, key=lambda action: -promise(position.placement, action))


def noisy(position: Position, least: float) -> list[tuple[float, Move | Castling]]:
    """List captures and promotions that promise more than ``least``, the best first; in check, every move."""
    placement = position.placement
    if position.checkers:
        return sorted(((promise(placement, move), move) for move in list_moves(position)), key=_gain, reverse=True)
    promised = [(promise(placement, move), move) for move in list_captures(position)]
    return sorted((each for each in promised if each[0] > least), key=_gain, reverse=True)


def _gain(each: tuple[float, Action]) -> float:
    return each[0]


def _value(placement: Placement, bit: int) -> float:
    return next((value for value, kind in zip(VALUES, placement, strict=False) if kind & bit), 0.0)


_MARGIN = 120.0
"""The most that a capture may gain beside the piece."""


class GameJudge(Judge):
    """Judges for White or Black."""

    decisions = 1
    outcomes = 0
    worth = 700.0
    skills = {3: Skill(200, 0.05, 0.32, 0.32), 4: Skill(500, 0.015, 0.11, 0.11), 5: Skill(1_200, 0.005, 0.025, 0.025)}
    """With the usual ones the sixth level won all of 25 games against the fifth."""
    weights: Weights = WEIGHTS

    def side(self, position: Position) -> int:
        if position.phase != "play":
            return LUCK
        return OWN if position.placement.side == self.number else FOE

    def actions(self, position: Position) -> Sequence[Action]:
        return by_promise(position, list(self.game.actions(position)))

    def noisy(self, position: Position, deep: bool) -> Sequence[Noisy]:
        if position.checkers:
            return [(math.inf, move) for _, move in noisy(position, 0.0)]
        least = 0.0 if deep else -math.inf
        return [(gain + _MARGIN, move) for gain, move in noisy(position, least)]

    def purposes(self, position: Position, action: Action) -> Sequence[Purpose]:
        return list(purposes(position, action)) if isinstance(action, Move | Castling) else ()

    def score(self, position: Position) -> float:
        total = score(position.placement, self.weights)
        return -total if self.number else total
