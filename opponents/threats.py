"""Threats: pieces that a side could win with its next action, and how an action changes that; for reasons."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.core.actions import Action
from engine.core.pieces import Piece
from engine.core.squares import Square, bits
from engine.game import EVERYTHING
from engine.services.evaluation import FOE, OWN, Judge

_WINS: Final = 0.12
"""The share of a judge's :attr:`~Judge.worth` that has to be gained for a piece to be won: it may be taken back."""
_SAMPLE: Final = 6
_MOSTLY: Final = 0.6
"""The share of answers that leave a piece where it is, after which it has to be threatened still."""


@dataclass(frozen=True, slots=True)
class Threat:
    """A piece of the other side that could be won. ``gain``: by how much that changes the score."""

    kind: str
    gain: float


def threats(judge: Judge, position: Any, side: int) -> Mapping[Square, Threat]:
    """Return what a side that acts could win at once, by square: also after the best answer it has gained."""
    game, standing = judge.game, side * judge.score(position)
    before, found = _pieces(judge, position, -side), dict[Square, Threat]()
    for action in game.actions(position):
        after = game.successor(position, action)
        for square in _lost(before, _pieces(judge, after, -side)):
            gain = side * _after_answer(judge, after, side) - standing
            if gain >= _WINS * judge.worth and (square not in found or gain > found[square].gain):
                found[square] = Threat(before[square].kind, gain)
    return found


def averted(judge: Judge, position: Any, action: Action) -> Mapping[Square, Threat]:
    """Return what the other side could win after other actions, and no longer after this one."""
    game, after = judge.game, judge.game.successor(position, action)
    if judge.side(after) != FOE:
        return {}
    moved = moved_from(judge, position, action)
    others = [each for each in game.actions(position) if moved_from(judge, position, each) != moved]
    left = [each for each in (game.successor(position, each) for each in _some(others)) if judge.side(each) == FOE]
    if not left or _is_forced(judge, after, left):
        return {}
    still = threats(judge, after, FOE)
    if _arrives(judge, position, action) & still.keys():
        return {}
    feared = [threats(judge, each, FOE) for each in left]
    found = _mostly(feared, [frozenset(_pieces(judge, each, OWN)) for each in left])
    return {square: threat for square, threat in found.items() if square not in still}


def _is_forced(judge: Judge, after: Any, others: Sequence[Any]) -> bool:
    """True if an action leaves the other side few answers, as a check does: what it could win waits for a moment."""
    game = judge.game
    return 2 * game.count(after) * len(others) < sum(game.count(each) for each in others)


def threatened(judge: Judge, position: Any, action: Action) -> Mapping[Square, Threat]:
    """Return what the seat could win after this action, whatever is mostly answered, and could not win before."""
    game, after = judge.game, judge.game.successor(position, action)
    if judge.side(after) != FOE:
        return {}
    then = [each for each in (game.successor(after, each) for each in _some(game.actions(after)))
            if judge.side(each) == OWN]
    standing = [frozenset(_pieces(judge, each, FOE)) for each in then]
    found = _mostly([threats(judge, each, OWN) for each in then], standing)
    before = threats(judge, position, OWN)
    return {square: threat for square, threat in found.items() if square not in before}


def threatens_to_win(judge: Judge, position: Any, action: Action) -> bool:
    """True if the seat could win at once after this action, whatever is mostly answered."""
    game, after = judge.game, judge.game.successor(position, action)
    if judge.side(after) != FOE:
        return False
    then = [game.successor(after, each) for each in _some(game.actions(after))]
    return sum(_wins(judge, each) for each in then if judge.side(each) == OWN) >= _MOSTLY * max(2, len(then))


def _wins(judge: Judge, position: Any) -> bool:
    outcomes = (judge.game.outcome(judge.game.successor(position, each)) for each in judge.game.actions(position))
    return any(outcome is not None and judge.result(outcome) > 0 for outcome in outcomes)


def _after_answer(judge: Judge, after: Any, side: int) -> float:
    """Return the score once the other side has answered as well as one action can."""
    if judge.side(after) != -side or not judge.game.actions(after):
        return judge.score(after)
    answers = (judge.score(judge.game.successor(after, each)) for each in judge.game.actions(after))
    return min(answers) if side == OWN else max(answers)


def _pieces(judge: Judge, position: Any, side: int) -> Mapping[Square, Piece]:
    view = judge.game.view(position, EVERYTHING).pieces
    return {
        square: piece for square, piece in view.items()
        if piece.owner is not None and (piece.owner in judge.friends) == (side == OWN)
    }


def _lost(before: Mapping[Square, Piece], after: Mapping[Square, Piece]) -> list[Square]:
    """Return the squares of pieces that are gone; none, where as many are left: they were moved."""
    return [each for each in before if each not in after] if len(after) < len(before) else []


def moved_from(judge: Judge, position: Any, action: Action) -> frozenset[Square]:
    """Return the squares that own pieces leave with an action."""
    footprint = judge.game.footprint(position, action)
    return frozenset(_pieces(judge, position, OWN)).intersection(bits(footprint.empties))


def _arrives(judge: Judge, position: Any, action: Action) -> frozenset[Square]:
    footprint = judge.game.footprint(position, action)
    return frozenset(bits(footprint.fills | footprint.swaps))


def _mostly(
    found: Sequence[Mapping[Square, Threat]], standing: Sequence[Collection[Square]]
) -> Mapping[Square, Threat]:
    """Return what is threatened in most of those positions, at least two, in which that piece is still there."""
    counts = Counter(square for each in found for square in each)
    there = Counter(square for each in standing for square in each)
    often = {square for square, count in counts.items() if count >= _MOSTLY * max(2, there[square])}
    return {square: threat for each in found for square, threat in each.items() if square in often}


def _some(actions: Sequence[Action]) -> Sequence[Action]:
    """Return a few of them, from all over the list."""
    count = min(_SAMPLE, len(actions))
    return [actions[number * len(actions) // count] for number in range(count)]
