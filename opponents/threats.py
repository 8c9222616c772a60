"""Changes that an action brings to what either side threatens, whatever is answered; for reasons."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from engine.core.actions import Action
from engine.core.squares import Square
from engine.services.evaluation import FOE, OWN, Judge
from engine.services.threats import Threat, arrives, is_safe, moved_from, side_pieces, threats

_SAMPLE: Final = 6
_MOSTLY: Final = 0.6
"""The share of answers that leave a piece where it is, after which it has to be threatened still."""


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
    if arrives(judge, position, action) & still.keys():
        return {}
    feared = [threats(judge, each, FOE) for each in left]
    found = _mostly(feared, [frozenset(side_pieces(judge, each, OWN)) for each in left])
    stood = side_pieces(judge, position, OWN)  # other actions bring pieces to other squares
    gone = {square: threat for square, threat in found.items() if square in stood and square not in still}
    return {square: threat for square, threat in gone.items() if square in moved or is_safe(judge, after, square)}


def _is_forced(judge: Judge, after: Any, others: Sequence[Any]) -> bool:
    """True if an action leaves the other side few answers, as a check does: what it could win waits for a moment."""
    game = judge.game
    return 2 * game.count(after) * len(others) < sum(game.count(each) for each in others)


def threatened(judge: Judge, position: Any, action: Action) -> Mapping[Square, Threat]:
    """Return what the seat could win after this action, whatever is mostly answered, and could not win before."""
    game, after = judge.game, judge.game.successor(position, action)
    if judge.side(after) != FOE or arrives(judge, position, action) & threats(judge, after, FOE).keys():
        return {}
    then = [each for each in (game.successor(after, each) for each in _some(game.actions(after)))
            if judge.side(each) == OWN]
    standing = [frozenset(side_pieces(judge, each, FOE)) for each in then]
    found = _mostly([threats(judge, each, OWN) for each in then], standing)
    before, stand = threats(judge, position, OWN), side_pieces(judge, after, FOE)
    return {square: threat for square, threat in found.items() if square in stand and square not in before}


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
