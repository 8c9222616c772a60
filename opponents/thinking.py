"""A decision: which action a seat takes at a level, and what it thinks of it."""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from engine.core.actions import Action
from engine.core.pieces import Seat
from engine.game import AnyGame
from engine.services.evaluation import Judge, SearchResult, judge_of
from opponents.levels import Level
from opponents.reasons import Reason, reason_of
from opponents.search import WIN, Search
from opponents.turns import TurnSearch

DECISION_S, TURN_S = 2.0, 4.0
"""The most time for one decision, and for all of a turn: nobody waits longer, even where a level is not done then."""
_PROPOSED = 60


@dataclass(frozen=True, slots=True)
class Decision:
    """An action and what comes of it. ``score``: from −1 (lost) to 1 (won) for the seat. ``line``: how it expects the
    game to go on, its action first. ``depth``: how many actions ahead all was looked at."""

    action: str
    score: float
    line: tuple[str, ...]
    nodes: int
    depth: int
    reason: Reason


def think(
    game: AnyGame, position: Any, seat: Seat, level: Level, chance: str, clock: Callable[[], float] = monotonic,
    within_s: float = DECISION_S, without: Collection[str] = (),
) -> Decision:
    """Decide what a seat that has to act does at a level. ``chance`` alone says what is left to luck. ``within_s``: it
    takes no more time than this, or than anybody waits for. ``without``: the texts of what it is not to consider."""
    random = Random(chance)
    judge = judge_of(game, position.options, seat)
    position = game.imagine(position, seat, random)
    actions = game.proposals(position, seat, _PROPOSED) if not game.actions(position) else game.actions(position)
    actions = [each for each in actions if each.text not in without] or actions
    late = _late(clock, judge, within_s)
    blow = final_blow(judge, position, actions)
    if blow is not None:
        return Decision(blow.text, 1.0, (blow.text,), len(actions), 1, Reason("wins"))
    # A weak player does not look less deeply alone: it also moves without looking at all, as people do.
    if random.random() < judge.random_shares.get(level.number, level.random_share):
        actions = [judge.careless(actions, position, random)]
        found = None  # it still says what its game is worth
    else:
        found = decided(judge, position, level.nodes, random, late)
    if found is None:
        found = Search(judge, level.nodes, level.noise * judge.worth, random, late).run(position, actions)
    return decision_of(judge, position, found)


def decided(
    judge: Judge, position: Any, nodes: int, random: Random, late: Callable[[], bool]
) -> SearchResult | None:
    """Decide what a search of single actions would not find; ``None`` where it is to decide."""
    if judge.by_turns(position):
        return TurnSearch(judge, nodes, random, late).run(position)
    return judge.decide(position, nodes, random, late)


def _late(clock: Callable[[], float], judge: Judge, within_s: float) -> Callable[[], bool]:
    end = clock() + min(within_s, DECISION_S, TURN_S / judge.decisions)
    return lambda: clock() > end


def final_blow(judge: Judge, position: Any, actions: Sequence[Action]) -> Action | None:
    """Find an action that wins at once: no level is too weak to see it."""
    for action in actions:
        outcome = judge.game.outcome(judge.game.successor(position, action))
        if outcome is not None and judge.result(outcome) > 0:
            return action
    return None


def decision_of(judge: Judge, position: Any, found: SearchResult) -> Decision:
    """Make the decision for the best of what was found."""
    action, score = found.ranked[0]
    line = tuple(each.text for each in found.line)
    worth = round(shown(judge, score), 3)
    return Decision(action.text, worth, line, found.nodes, found.depth, reason_of(judge, position, found))


def shown(judge: Judge, score: float) -> float:
    """Turn a judge's score into what people are told: from −1 (lost) to 1 (won)."""
    return math.copysign(1.0, score) if abs(score) > WIN / 2 else math.tanh(score / judge.worth)
