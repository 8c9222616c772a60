"""Decisions: which action a seat takes at a level, and which is best.

Only players have a level: whoever helps or judges asks :func:`consider`, which knows of none.
"""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from random import Random
from time import monotonic
from typing import Any

from engine.core.actions import Action
from engine.core.pieces import Seat
from engine.game import AnyGame
from engine.services.evaluation import OWN, Judge, SearchResult, judge_of
from opponents.levels import Level
from opponents.reasons import Reason, reason_of, teach
from opponents.search import WIN, Search
from opponents.sight import Sight
from opponents.turns import TurnSearch

DECISION_S, TURN_S = 2.0, 4.0
"""The most time for one decision, and for all of a turn: nobody waits longer, even where a level is not done then."""
_PROPOSED = 60
_TO_RATE = 1_000
"""The number of positions that are looked at to rate a game, for a player of whatever level."""


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
    """Decide what a seat that has to act does at a level, and rate its game as no level would: by that it takes a draw
    or resigns. The parameters are those of :func:`consider`."""
    begun_s, within_s = clock(), min(within_s, DECISION_S)
    score = rate(game, position, seat, chance, clock, within_s / 2)
    left_s = within_s - (clock() - begun_s)
    return replace(play_at(game, position, seat, level, chance, clock, left_s, without), score=score)


def rate(
    game: AnyGame, position: Any, seat: Seat, chance: str, clock: Callable[[], float] = monotonic,
    within_s: float = DECISION_S,
) -> float:
    """Rate the game of a seat that has to act: 1 won, −1 lost."""
    task = _begun(game, position, seat, chance, clock, within_s, ())
    return task.blow.score if task.blow else round(shown(task.judge, task.decide(_TO_RATE, 0.0).ranked[0][1]), 3)


def play_at(
    game: AnyGame, position: Any, seat: Seat, level: Level, chance: str, clock: Callable[[], float] = monotonic,
    within_s: float = DECISION_S, without: Collection[str] = (),
) -> Decision:
    """Decide what a seat does at a level, errors of that level among it. The score says what such a player believes."""
    task = _begun(game, position, seat, chance, clock, within_s, without)
    if task.blow is not None:
        return task.blow
    # A weak player does not look less deeply alone: it also overlooks moves, as people do.
    nodes, noise, overlooks, unforeseen = task.judge.skills.get(level.number, level.skill)
    if overlooks or unforeseen:
        sight = Sight(task.judge, overlooks, unforeseen, task.random)
        task = replace(task, actions=sight.of(task.position, OWN, task.actions), sight=sight)
    return decision_of(task.judge, task.position, task.decide(nodes, noise))


def consider(
    game: AnyGame, position: Any, seat: Seat, nodes: int, chance: str, clock: Callable[[], float] = monotonic,
    within_s: float = DECISION_S, without: Collection[str] = (),
) -> Decision:
    """Find the best action of a seat that has to act, as far as so many positions tell: for whoever helps or judges.
    Nothing is misjudged here or done without thinking. ``chance`` alone says what is left to luck. ``within_s``: it
    takes no more time than this, or than anybody waits for. ``without``: the texts of what it is not to consider."""
    task = _begun(game, position, seat, chance, clock, within_s, without)
    if task.blow is not None:
        return task.blow
    found = task.decide(nodes, 0.0)
    return replace(decision_of(task.judge, task.position, found), reason=teach(task.judge, task.position, found))


@dataclass(frozen=True, slots=True)
class _Task:
    """A decision to be made. ``blow``: the decision, where an action wins at once."""

    judge: Judge
    position: Any
    actions: Sequence[Action]
    random: Random
    late: Callable[[], bool]
    blow: Decision | None
    sight: Sight | None = None
    """The sight of the player; ``None``: everything."""

    def decide(self, nodes: int, noise: float) -> SearchResult:
        """Decide with so many positions, misjudged by ``noise`` (see :class:`engine.services.evaluation.Skill`)."""
        noise *= self.judge.worth
        found = decided(
            self.judge, self.position, nodes, self.random, self.late, self.actions, noise=noise, sight=self.sight,
        )
        if found is not None:
            return found
        search = Search(self.judge, nodes, noise, self.random, self.late, self.sight)
        return search.run(self.position, self.actions)


def _begun(
    game: AnyGame, position: Any, seat: Seat, chance: str, clock: Callable[[], float], within_s: float,
    without: Collection[str],
) -> _Task:
    random = Random(chance)
    judge = judge_of(game, position.options, seat)
    position = game.imagine(position, seat, random)
    public = game.actions(position)
    actions = public or game.proposals(position, seat, _PROPOSED)
    actions = [each for each in actions if each.text not in without] or actions
    # What is decided in secret wins against what the others are imagined to have decided, and may lose in the game.
    blow = final_blow(judge, position, actions) if public else None
    return _Task(
        judge, position, actions, random, _late(clock, judge, within_s),
        None if blow is None else Decision(blow.text, 1.0, (blow.text,), len(actions), 1, Reason("wins")),
    )


def decided(
    judge: Judge, position: Any, nodes: int, random: Random, late: Callable[[], bool],
    actions: Sequence[Action] | None = None, noise: float = 0.0, sight: Sight | None = None,
) -> SearchResult | None:
    """Decide what a search of single actions would not find; ``None`` where it is to decide. ``actions``: as of
    :meth:`TurnSearch.run`; ``noise`` and ``sight``: as of :class:`Search`."""
    if judge.by_turns(position):
        return TurnSearch(judge, nodes, random, late, noise, sight).run(position, actions)
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
