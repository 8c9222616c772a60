"""The reason why an action is a good one, in a word; ``table/requests/hints.py`` makes a sentence of it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.actions import Action
from engine.game import EVERYTHING
from engine.services.evaluation import OWN, Judge, SearchResult
from opponents.search import SURELY


@dataclass(frozen=True, slots=True)
class Reason:
    """``name``: one of :data:`engine.records.computer_levels.REASONS`. ``piece``: the kind that is taken, if one is."""

    name: str
    piece: str = ""


def reason_of(judge: Judge, position: Any, found: SearchResult) -> Reason:
    """Name what the best action does, the weightiest first: it wins, takes, saves, comes before a capture of the same
    turn, or stands better."""
    action, score = found.ranked[0]
    after = judge.game.successor(position, action)
    outcome = judge.game.outcome(after)
    if outcome is not None and judge.result(outcome) > 0:
        return Reason("wins")
    if score > SURELY:
        return Reason("wins-soon")
    taken = _taken(judge, position, after)
    if taken:
        return Reason("takes", max(taken, key=taken.__getitem__))
    if _saves(found):
        return Reason("saves")
    taken = _taken(judge, after, _end_of_turn(judge, after, found.line[1:]))
    if taken:
        return Reason("takes-next", max(taken, key=taken.__getitem__))
    return Reason(_better_part(judge, position, action) or "best")


def _saves(found: SearchResult) -> bool:
    (_, best), *others = found.ranked
    return best > -SURELY and bool(others) and all(score < -SURELY for _, score in others)


def _taken(judge: Judge, before: Any, after: Any) -> Counter[str]:
    """Count what others have less of, by kind."""
    return _others(judge, before) - _others(judge, after)


def _end_of_turn(judge: Judge, position: Any, line: Sequence[Action]) -> Any:
    """Return the position once the seat's own turn has gone on as expected."""
    for action in line:
        if judge.side(position) != OWN:
            break
        position = judge.game.successor(position, action)
    return position


def _others(judge: Judge, position: Any) -> Counter[str]:
    pieces = judge.game.view(position, EVERYTHING).pieces.values()
    return Counter(piece.kind for piece in pieces if piece.owner is not None and piece.owner not in judge.friends)


def _better_part(judge: Judge, before: Any, action: Action) -> str:
    """Return the part of the score that an action improves most; empty: none."""
    had, has = judge.parts(before), judge.parts(judge.game.successor(before, action))
    gains = {name: has[name] - had[name] for name in has}
    best = max(gains, key=gains.__getitem__, default="")
    return best if best and gains[best] > 0 else ""
