"""Blunders: how much an action throws away, of which players are warned before it counts."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from engine.core.actions import Action
from engine.core.pieces import Seat
from engine.game import EVERYTHING, AnyGame
from engine.services.evaluation import OWN, Judge, judge_of
from opponents.reasons import Reason
from opponents.search import SURELY, Search
from opponents.thinking import DECISION_S, consider, shown


@dataclass(frozen=True, slots=True)
class Loss:
    """The loss by an action, of the 2 between won and lost, and its kind. ``reason``: one of
    :data:`engine.records.computer_levels.LOSSES`, with the kind of piece that is lost, if one is."""

    loss: float
    reason: Reason


def look_at(
    game: AnyGame, position: Any, seat: Seat, text: str, nodes: int, chance: str,
    clock: Callable[[], float] = monotonic, within_s: float = DECISION_S,
) -> Loss:
    """Compare an action with the best one, both looked at as deeply. Half the time is for finding that one, and for
    each of the two so many positions.

    :raises IllegalAction: ``text`` is none here.
    """
    half_s = min(within_s, DECISION_S) / 2
    best = consider(game, position, seat, nodes, chance, clock, half_s).action
    action, better = game.parse(position, text), game.parse(position, best)
    if action.text == better.text:
        return Loss(0.0, Reason("worse"))
    random = Random(chance)
    judge, imagined = judge_of(game, position.options, seat), game.imagine(position, seat, random)
    end_s = clock() + half_s
    search = Search(judge, nodes, 0.0, random, lambda: clock() > end_s)
    scores = search.compare(imagined, (action, better))
    if not scores:
        return Loss(0.0, Reason("worse"))
    own, other = scores
    loss = shown(judge, other) - shown(judge, own)
    return Loss(round(max(0.0, loss), 3), reason_of_loss(judge, imagined, own, search.line(imagined, action)))


def reason_of_loss(judge: Judge, position: Any, score: float, line: Sequence[Action]) -> Reason:
    """Name what an action throws away, from its score and how the game goes on after it."""
    if score < -SURELY:
        return Reason("loses")
    lost = _lost(judge, position, line)
    return Reason("gives-up", max(lost, key=lost.__getitem__)) if lost else Reason("worse")


def _lost(judge: Judge, position: Any, line: Sequence[Action]) -> Counter[str]:
    """Count the own pieces, by kind, that are gone once the others have answered."""
    after = position
    for number, action in enumerate(line):
        if number and judge.side(after) == OWN:
            break
        after = judge.game.successor(after, action)
    return _own(judge, position) - _own(judge, after)


def _own(judge: Judge, position: Any) -> Counter[str]:
    pieces = judge.game.view(position, EVERYTHING).pieces.values()
    return Counter(piece.kind for piece in pieces if piece.owner in judge.friends)
