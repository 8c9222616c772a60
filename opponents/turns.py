"""Looking ahead by whole turns, where a turn has many actions and none of them tells much before the last is made.

A beam: of the ways in which a turn can go on, only those that stand best so far are followed. Turns that have come to
their end are judged by the best answer to them, which is looked for in the same way; as long as there are positions
left, the best ones then by one guess after the other at what chance brings. What is found depends on its input, the
number of positions and ``random`` alone, unless time runs out.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from operator import attrgetter
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from engine.actions import Action
from opponents.judge import FOE, LUCK, OWN, Found, Judge
from opponents.search import LIKELY, WIN

_FOLLOWED, _FEARED = 8, 3
"""How many beginnings are followed: of the judge's own turn, and of an answer."""
_GUESSED = (12, 12, 12, 8, 8, 6, 6, 4, 4, 4, 4, 3)
"""How many turns, of those that stand best so far, are judged for the first guess at what chance brings, for the second
and so on; for all that follow as many as for the last."""


class Turn(NamedTuple):
    """A turn, or how one begins. ``score``: that of the position ``after`` it, for the side whose turn it is."""

    score: float
    after: Any
    actions: tuple[Action, ...]


@dataclass(slots=True)
class Judged:
    """A turn and what it is worth to the judge's seat. ``chances``: of winning with it, from −1 (lost) to 1 (won), one
    for each guess at what chance brings."""

    turn: Turn
    score: float
    chances: list[float] = field(default_factory=list)


class Turns:
    """One search from one position."""

    def __init__(self, judge: Judge, nodes: int, random: Random, late: Callable[[], bool]) -> None:
        self._judge, self._game = judge, judge.game
        self._nodes, self._random, self._late = nodes, random, late
        self._guess = random.random()
        self._looked_at = 0

    def run(self, position: Any) -> Found:
        """Search a position in which the judge's seat acts: for each action that begins a good turn, the best one."""
        turns = self._turns(position, OWN, _FOLLOWED, self._shuffled(self._game.actions(position)))
        judged: list[Judged] = []
        for turn in turns:
            if judged and self._spent():
                break
            judged.append(Judged(turn, self._after(turn.after, 1)))
        judged.sort(key=attrgetter("score"), reverse=True)
        if len(judged) > 1:
            self._judge_again(judged)
        best: dict[str, Judged] = {}
        for each in judged:
            best.setdefault(each.turn.actions[0].text, each)
        found = tuple((each.turn.actions[0], each.score) for each in best.values())
        return Found(found, judged[0].turn.actions, self._looked_at, 1)

    def _judge_again(self, judged: list[Judged]) -> None:
        """Judge the best turns anew and sort them: on the average of guesses at what chance brings, as many as there
        are positions for. It is chances that are averaged: of scores one lost game would outweigh many good ones."""
        for count in chain(_GUESSED, repeat(_GUESSED[-1])):
            best = judged[:count]
            self._guess = self._random.random()
            chances = [self._chance(each.turn) for each in best if not self._spent()]
            if self._spent():
                break
            for each, chance in zip(best, chances, strict=True):
                each.chances.append(chance)
                each.score = self._score_for(fmean(each.chances))
            judged[:count] = sorted(best, key=attrgetter("score"), reverse=True)

    def _chance(self, turn: Turn) -> float:
        return math.tanh(self._after(turn.after, 2) / self._judge.worth)

    def _score_for(self, chance: float) -> float:
        """The score that stands for a chance to win."""
        return self._judge.worth * math.atanh(chance) if abs(chance) < 1 else math.copysign(WIN, chance)

    def _spent(self) -> bool:
        """Whether all positions were looked at, or time has run out."""
        return self._looked_at >= self._nodes or self._late()

    def _turns(self, position: Any, side: int, width: int, first: Sequence[Action]) -> list[Turn]:
        """The turns of a side, best first, as far as they are followed; orders of the same actions count once.
        ``first``: the actions that may begin one; of what is equally good the earlier stays before the later."""
        begun, ended = [Turn(0.0, position, ())], dict[Hashable, Turn]()
        while begun:
            going: dict[Hashable, Turn] = {}
            for turn in begun:
                for action in self._game.actions(turn.after) if turn.actions else first:
                    after = self._game.successor(turn.after, action)
                    found = going if self._judge.side(after) == side else ended
                    key = self._game.key(after)
                    if key not in found:
                        actions = (*turn.actions, action)
                        found[key] = Turn(side * self._score(after) - len(actions), after, actions)
            begun = _best_first(going)[:width]
        return _best_first(ended)

    def _after(self, after: Any, further: int) -> float:
        """What a position that a turn came to is worth to the judge's seat, looked at so many turns further ahead, but
        not beyond the other side's answer to what chance brings."""
        guessed, position = self._judge.side(after) == LUCK, self._guessed(after)
        side = self._judge.side(position)
        if side == LUCK:
            return self._score(position)
        width = _FEARED if side == FOE else _FOLLOWED
        turns = self._turns(position, side, width, self._game.actions(position))
        if further == 1 or guessed and side == FOE:
            score = side * turns[0].score
        else:
            score = side * max(side * self._after(turn.after, further - 1) for turn in turns[:_FEARED])
        most = LIKELY * self._judge.worth
        return max(-most, min(most, score)) if guessed else score

    def _shuffled(self, actions: Sequence[Action]) -> Sequence[Action]:
        """In an order of luck: what is equally good would otherwise be played the same way in every game."""
        return self._random.sample(actions, len(actions))

    def _guessed(self, position: Any) -> Any:
        """The position once chance has acted: the same guess for all turns, or luck would decide between them."""
        luck = Random(self._guess)
        while self._judge.side(position) == LUCK and self._game.outcome(position) is None:
            actions, weights = zip(*self._game.chances(position), strict=True)
            position = self._game.successor(position, luck.choices(actions, weights)[0])
        return position

    def _score(self, position: Any) -> float:
        self._looked_at += 1
        outcome = self._game.outcome(position) if self._judge.side(position) == LUCK else None
        return self._judge.score(position) if outcome is None else self._judge.result(outcome) * WIN


def _best_first(turns: dict[Hashable, Turn]) -> list[Turn]:
    return sorted(turns.values(), key=lambda turn: turn.score, reverse=True)
