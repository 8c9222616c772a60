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
from opponents.thinking import DECISION_S, consider, decided, shown


@dataclass(frozen=True, slots=True)
class Loss:
    """The loss by an action, of the 2 between won and lost, and its kind. ``reason``: one of
    :data:`engine.records.computer_levels.LOSSES`, with the kind of piece that is lost, if one is."""

    loss: float
    reason: Reason


_NOTHING = Loss(0.0, Reason("worse"))
_OPEN = 0.1, 0.6
"""Losses from here up to there may be more or less than what is warned of, or named in a review."""
_CLOSER = 3


def look_at(
    game: AnyGame, position: Any, seat: Seat, text: str, nodes: int, chance: str,
    clock: Callable[[], float] = monotonic, within_s: float = DECISION_S,
) -> Loss:
    """Compare an action with the best one, both looked at as deeply. Half the time is for finding that one, and for
    each of the two so many positions; where that leaves it open, all is done again with three times as many.

    :raises IllegalAction: ``text`` is none here.
    """
    begun_s, within_s = clock(), min(within_s, DECISION_S)
    loss = _look(game, position, seat, text, nodes, chance, clock, within_s)
    if _OPEN[0] <= loss.loss < _OPEN[1]:
        left_s = begun_s + within_s - clock()
        closer = _look(game, position, seat, text, nodes * _CLOSER, chance, clock, left_s)
        return loss if clock() - begun_s > within_s else closer  # broken off, it may have been less deep
    return loss


def _look(
    game: AnyGame, position: Any, seat: Seat, text: str, nodes: int, chance: str, clock: Callable[[], float],
    within_s: float,
) -> Loss:
    begun_s = clock()
    best = consider(game, position, seat, nodes, chance, clock, within_s / 2).action
    actions = game.parse(position, text), game.parse(position, best)
    if text == best:
        return _NOTHING
    random = Random(chance)
    judge, imagined = judge_of(game, position.options, seat), game.imagine(position, seat, random)
    found = _compared(judge, imagined, actions, nodes, random, clock, begun_s + within_s - clock())
    if not found:
        return _NOTHING
    (own, line), (other, _) = found
    loss = shown(judge, other) - shown(judge, own)
    return Loss(round(max(0.0, loss), 3), reason_of_loss(judge, imagined, own, line))


def _compared(
    judge: Judge, position: Any, actions: Sequence[Action], nodes: int, random: Random, clock: Callable[[], float],
    within_s: float,
) -> list[tuple[float, Sequence[Action]]]:
    """Return the score of each of these actions and how the game goes on after it; none if there was not enough for
    that. Where turns tell more than actions, each is worth what the best turn is that begins with it, by the same luck
    for all."""
    if judge.by_turns(position):
        luck, share_s = random.random(), within_s / len(actions)
        turns = (decided(judge, position, nodes, Random(luck), _late(clock, share_s), [each]) for each in actions)
        return [(turn.ranked[0][1], turn.line) for turn in turns if turn is not None]
    search = Search(judge, nodes, 0.0, random, _late(clock, within_s))
    scores = search.compare(position, actions)
    return [(score, search.line(position, each)) for score, each in zip(scores, actions, strict=bool(scores))]


def _late(clock: Callable[[], float], within_s: float) -> Callable[[], bool]:
    end_s = clock() + within_s
    return lambda: clock() > end_s


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
