"""Looking ahead by whole turns, where a turn has many actions and none of them tells much before the last is made.

A beam: of the ways in which a turn can go on, only those that stand best so far are followed. Turns that have come to
their end are judged by the best answer to them, which is looked for in the same way; as long as there are positions
left, the best ones then by one guess after the other at what chance brings. What is found depends on its input, the
number of positions and ``random`` alone, unless time runs out.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from operator import attrgetter
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from engine.core.actions import Action
from engine.services.evaluation import FOE, LUCK, OWN, Judge, SearchResult
from opponents.search import LIKELY, SURELY, WIN
from opponents.sight import Sight

_FOLLOWED, _FEARED = 8, 3
"""The number of beginnings that are followed: of the judge's own turn, and of an answer."""
_GUESSED = (12, 12, 12, 8, 8, 6, 6, 4, 4, 4, 4, 3)
"""The number of turns, of those that stand best so far, that are judged for the first guess at what chance brings, for
the second and so on; for all that follow as many as for the last."""
_PLAYS_ON_FROM = 10_000
"""With so many positions games are played on: with a few the best answer is hardly known, and luck would decide."""
_PLAYED_ON, _GAMES = 16, 30
"""From how many turns games are played on, and how many from each. From the better half of them twice as many follow,
and so on."""
_AS_MANY = 3
"""A game that is played on takes as long as so many positions, for which half of all is set aside."""
_BEST_ANSWER = 0.3
"""The weight of the best answer; the rest of a turn's worth is what games that are played on bring."""


class Turn(NamedTuple):
    """A turn, or how one begins. ``score``: that of the position ``after`` it, for the side whose turn it is."""

    score: float
    after: Any
    actions: tuple[Action, ...]


@dataclass(slots=True)
class JudgedTurn:
    """A turn and what it is worth to the judge's seat. ``chances``: the sum of those of winning with it, from −1 (lost)
    to 1 (won), one for each of so many ``guesses`` at what chance brings."""

    turn: Turn
    score: float
    chances: float = 0.0
    guesses: int = 0

    def add(self, chance: float) -> None:
        """Add the chance of winning by another guess."""
        self.chances += chance
        self.guesses += 1

    @property
    def chance(self) -> float:
        """The mean chance of winning by all guesses."""
        return self.chances / self.guesses


class TurnSearch:
    """One search from one position. ``noise`` and ``sight``: as of :class:`opponents.search.Search`."""

    def __init__(
        self, judge: Judge, nodes: int, random: Random, late: Callable[[], bool], noise: float = 0.0,
        sight: Sight | None = None,
    ) -> None:
        self._judge, self._game, self._noise, self._sight = judge, judge.game, noise, sight
        self._nodes, self._random, self._late = nodes, random, late
        self._plays_on = nodes >= _PLAYS_ON_FROM
        self._set_aside = nodes - nodes // 2 if self._plays_on else 0
        """Of the positions that may be looked at, those for games that are played on."""
        self._guess = random.random()
        self._looked_at = 0

    def run(self, position: Any, actions: Sequence[Action] | None = None) -> SearchResult:
        """Search a position in which the judge's seat acts: for each action that begins a good turn, the best one.
        ``actions``: those that may begin it; ``None``: all."""
        first = self._game.actions(position) if actions is None else actions
        turns = self._turns(position, OWN, _FOLLOWED, self._shuffled(first))
        judged: list[JudgedTurn] = []
        for turn in turns:
            if judged and self._spent():
                break
            judged.append(JudgedTurn(turn, self._after(turn.after, 1)))
        judged.sort(key=attrgetter("score"), reverse=True)
        if len(judged) > 1:
            self._judge_again(judged)
            if self._plays_on and judged[0].score < SURELY:
                self._play_on(judged)
                self._set_aside = 0
                self._guess_more(judged[0])
        elif abs(judged[0].score) < SURELY:
            self._guess_more(judged[0])  # a single guess at what chance brings could not be compared with many
        best: dict[str, JudgedTurn] = {}
        for each in judged:
            best.setdefault(each.turn.actions[0].text, each)
        found = tuple((each.turn.actions[0], each.score) for each in best.values())
        return SearchResult(found, judged[0].turn.actions, self._looked_at, 1)

    def _judge_again(self, judged: list[JudgedTurn]) -> None:
        """Judge the best turns anew and sort them: on the average of guesses at what chance brings, as many as there
        are positions for. It is chances that are averaged: of scores one lost game would outweigh many good ones."""
        for count in chain(_GUESSED, repeat(_GUESSED[-1])):
            best = judged[:count]
            self._guess = self._random.random()
            chances = [self._chance(each.turn) for each in best if not self._spent()]
            if self._spent():
                break
            for each, chance in zip(best, chances, strict=True):
                each.add(chance)
                each.score = self._score_for(each.chance)
            judged[:count] = sorted(best, key=attrgetter("score"), reverse=True)

    def _play_on(self, judged: list[JudgedTurn]) -> None:
        """Sort the best turns anew, by the games that are played on from them too. The same luck for all turns, or it
        would decide between them."""
        count, games = min(_PLAYED_ON, len(judged)), _GAMES
        won = {id(each): list[float]() for each in judged[:count]}
        while count > 1:
            seeds = [self._random.random() for _ in range(games)]
            for each in judged[:count]:
                for seed in seeds:
                    if self._late():
                        return
                    self._looked_at += _AS_MANY
                    won[id(each)].append(self._judge.play_on(each.turn.after, Random(seed).random))
            judged[:count] = sorted(judged[:count], key=lambda each: self._promise(each, won[id(each)]), reverse=True)
            count, games = (count + 1) // 2 if count > 2 else 1, 2 * games

    def _promise(self, judged: JudgedTurn, won: list[float]) -> float:
        chance = judged.chance if judged.guesses else math.tanh(judged.score / self._judge.worth)
        return _BEST_ANSWER * chance + (1 - _BEST_ANSWER) * fmean(won)

    def _guess_more(self, chosen: JudgedTurn) -> None:
        """Rate the chosen turn by as many guesses as there are positions left for: it may have had few, and be the best
        of many by luck."""
        while not self._spent():
            self._guess = self._random.random()
            chosen.add(self._chance(chosen.turn))
        if chosen.guesses:
            chosen.score = self._score_for(chosen.chance)

    def _chance(self, turn: Turn) -> float:
        return math.tanh(self._after(turn.after, 2) / self._judge.worth)

    def _score_for(self, chance: float) -> float:
        """Return the score that stands for a chance to win."""
        return self._judge.worth * math.atanh(chance) if abs(chance) < 1 else math.copysign(WIN, chance)

    def _spent(self) -> bool:
        """True if all positions were looked at that are not set aside, or time has run out."""
        return self._looked_at >= self._nodes - self._set_aside or self._late()

    def _turns(self, position: Any, side: int, width: int, first: Sequence[Action]) -> list[Turn]:
        """List the turns of a side, best first, as far as they are followed; orders of the same actions count once.
        ``first``: the actions that may begin one; of what is equally good the earlier stays before the later."""
        begun, ended = [Turn(0.0, position, ())], dict[Hashable, Turn]()
        while begun:
            going: dict[Hashable, Turn] = {}
            for turn in begun:
                for action in self._seen(turn.after, side) if turn.actions else first:
                    after = self._game.successor(turn.after, action)
                    found = going if self._judge.side(after) == side else ended
                    key = self._game.key(after)
                    if key not in found:
                        actions = (*turn.actions, action)
                        # Of what is equally good, the shorter turn.
                        found[key] = Turn(side * self._score(after) - len(actions), after, actions)
            begun = _best_first(going)[:width]
        return _best_first(ended)

    def _seen(self, position: Any, side: int) -> Sequence[Action]:
        actions = self._game.actions(position)
        return actions if self._sight is None else self._sight.of(position, side, actions)

    def _after(self, after: Any, further: int) -> float:
        """Return the worth to the judge's seat of a position that a turn came to, looked at so many turns further
        ahead, but not beyond the other side's answer to what chance brings."""
        guessed, position = self._judge.side(after) == LUCK, self._guessed(after)
        side = self._judge.side(position)
        if side == LUCK:
            return self._score(position)
        width = _FEARED if side == FOE else _FOLLOWED
        turns = self._turns(position, side, width, self._seen(position, side))
        if further == 1 or guessed and side == FOE:
            score = side * turns[0].score
        else:
            score = side * max(side * self._after(turn.after, further - 1) for turn in turns[:_FEARED])
        most = LIKELY * self._judge.worth
        return max(-most, min(most, score)) if guessed else score

    def _shuffled(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Shuffle actions: what is equally good would otherwise be played the same way in every
        game."""
        return self._random.sample(actions, len(actions))

    def _guessed(self, position: Any) -> Any:
        """Guess the position once chance has acted: the same guess for all turns, or luck would decide between them."""
        if self._judge.side(position) != LUCK:
            return position
        luck = Random(self._guess)
        while self._judge.side(position) == LUCK and self._game.outcome(position) is None:
            actions, weights = zip(*self._game.chances(position), strict=True)
            position = self._game.successor(position, luck.choices(actions, weights)[0])
        return position

    def _score(self, position: Any) -> float:
        self._looked_at += 1
        outcome = self._game.outcome(position) if self._judge.side(position) == LUCK else None
        if outcome is not None:
            return self._judge.result(outcome) * WIN
        score = self._judge.score(position)
        return score + self._random.gauss(0.0, self._noise) if self._noise else score


def _best_first(turns: dict[Hashable, Turn]) -> list[Turn]:
    return sorted(turns.values(), key=lambda turn: turn.score, reverse=True)
