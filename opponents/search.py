"""Looking ahead: alpha-beta over actions, deepened step by step until a number of positions has been looked at.

A turn may be several actions of one seat, so that a score changes its sign only where the side to act changes. Chance
is averaged over. What the search finds depends on its input, the number of positions and ``random`` alone, unless time
runs out.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Any

from engine.core.actions import Action
from engine.services.evaluation import LUCK, OWN, Judge, SearchResult
from opponents.sight import Sight

WIN = 1_000_000.0
"""The score of a won position; less one for each action it takes to get there."""
SURELY = WIN - 10_000
"""Scores beyond are those of games that are decided."""
_DEEPEST = 60
_NOISY_DEPTH, _SHALLOW = 4, 1
LIKELY = 10
"""So many times a judge's :attr:`~Judge.worth`: more than any judgement, and less than what is sure."""
_LOWER, _EXACT, _UPPER = 1, 2, 3
_ASK_THE_CLOCK = 64
_LONGEST_LINE = 8
_HAIR = 0.01
"""The least difference between scores."""
_LATE, _REDUCED = 5, 2
"""From which action on those with so many more to come are first looked at less deeply."""

Entry = tuple[int, int, float, Action | None]
"""Depth, kind of bound, score, best action: what is known of a position."""
Earlier = tuple[Any, Action]
"""A position and what the side that acts now has done in it."""
Ranked = list[tuple[Action, float]]
"""Actions with their scores, best first."""


class _Enough(Exception):
    """The positions or the time are used up."""


class Search:
    """One search from one position. ``noise``: how far positions are misjudged, in the judge's measure. ``sight``:
    what is seen; ``None``: everything.

    >>> from engine.core.pieces import Seat
    >>> from engine.registry import find_game
    >>> from engine.services.evaluation import judge_of
    >>> pawn = find_game("pawn")
    >>> options = pawn.read_options({})
    >>> search = Search(judge_of(pawn, options, Seat.WHITE), 200, 0.0, Random(1), lambda: False)
    >>> found = search.run(pawn.start(options), pawn.actions(pawn.start(options)))
    >>> found.nodes <= 200, found.line[0] == found.ranked[0][0]
    (True, True)
    """

    def __init__(
        self, judge: Judge, nodes: int, noise: float, random: Random, late: Callable[[], bool],
        sight: Sight | None = None,
    ) -> None:
        self._judge, self._game, self._sight = judge, judge.game, sight
        self._nodes, self._noise, self._random, self._late = nodes, noise, random, late
        self._looked_at = 0
        self._known: dict[Hashable, Entry] = {}
        self._history: dict[str, int] = {}

    def run(self, position: Any, actions: Sequence[Action]) -> SearchResult:
        """Search a position in which the judge's seat chooses one of these actions (at least one)."""
        standing = self._judge.score(position)  # what an action that is not followed to its end is taken for
        ranked: Ranked = [(action, standing) for action in actions]
        depth = 0
        while depth < _DEEPEST and not (depth and (len(ranked) == 1 or abs(ranked[0][1]) > SURELY)):
            deeper = self._deepen(position, [action for action, _ in ranked], depth + 1)
            if len(deeper) < len(ranked):
                if not self._late() or not depth:
                    ranked = _first(deeper, ranked)
                break
            ranked, depth = deeper, depth + 1
        return SearchResult(tuple(ranked), self.line(position, ranked[0][0]), self._looked_at, depth)

    def compare(self, position: Any, actions: Sequence[Action]) -> tuple[float, ...]:
        """Return the exact scores of these actions, all looked at as deeply; none if there was not enough for that."""
        scores: tuple[float, ...] = ()
        for depth in range(1, _DEEPEST):
            found = [score for each in actions for _, score in self._deepen(position, [each], depth)]
            if len(found) < len(actions):
                break
            scores = tuple(found)
        return scores

    def line(self, position: Any, action: Action) -> tuple[Action, ...]:
        """Return how the game would go on with an action, as far as it was looked at."""
        return (action, *self._line(self._game.successor(position, action)))

    def _deepen(self, position: Any, actions: list[Action], depth: int) -> Ranked:
        """Rank the actions by a search of this depth: as many as there were positions and time for."""
        done: Ranked = []
        best = -math.inf
        try:
            for action in actions:
                score = self._in_two_steps(self._game.successor(position, action), OWN, depth - 1, 0, best, math.inf, 1)
                done.append((action, score))
                best = max(best, score)
        except _Enough:
            pass  # what was followed to its end counts
        # One that is no better than an earlier one is only known to be no better: the earlier stays before it.
        return sorted(done, key=_score, reverse=True)

    # --- what one position is worth to whoever acts ------------------------------------------------------------------

    def _follow(
        self, after: Any, mover: int, depth: int, alpha: float, beta: float, ply: int, earlier: Earlier | None = None
    ) -> float:
        """Return the score, for the side ``mover`` that has just acted, of the position it came to."""
        side = self._judge.side(after)
        if side == mover:
            return self._worth(after, side, depth, alpha, beta, ply, earlier)
        if side == -mover:
            return -self._worth(after, side, depth, -beta, -alpha, ply)
        outcome = self._game.outcome(after)
        if outcome is not None:
            self._count()
            return mover * self._judge.result(outcome) * (WIN - ply)
        return mover * self._average(after, depth, ply)

    def _average(self, position: Any, depth: int, ply: int) -> float:
        """Return the score for the judge's seat of a position in which chance acts."""
        self._count()
        chances = self._judge.chances(position, self._random)
        if len(chances) == 1:  # leaves nothing open: no step of looking ahead
            after = self._game.successor(position, chances[0][0])
            return self._likely(self._follow(after, OWN, depth, -math.inf, math.inf, ply + 1))
        if not chances or depth <= 0 and ply > 1:
            return self._static(position)
        total = sum(weight for _, weight in chances)
        return sum(
            weight * self._follow(self._game.successor(position, action), OWN, depth - 1, -math.inf, math.inf, ply + 1)
            for action, weight in chances
        ) / total

    def _likely(self, score: float) -> float:
        """Limit a score found behind one outcome of many: it is not sure, however good it looks."""
        most = LIKELY * self._judge.worth
        return max(-most, min(most, score))

    def _worth(
        self, position: Any, side: int, depth: int, alpha: float, beta: float, ply: int, earlier: Earlier | None = None
    ) -> float:
        self._count()
        key = self._game.key(position)
        known = self._known.get(key)
        best_known = None
        if known is not None:
            known_depth, bound, score, best_known = known
            if known_depth >= depth and (
                bound == _EXACT or bound == _LOWER and score >= beta or bound == _UPPER and score <= alpha
            ):
                return score
        if depth <= 0:
            score = self._quiet(position, side, alpha, beta, ply, _NOISY_DEPTH)
            if known is None or not known[0]:
                self._known[key] = 0, _bound(score, alpha, beta), score, None
            return score
        best, chosen, floor, tried = -math.inf, None, alpha, 0
        for action in self._ordered(position, side, best_known):
            if self._swapped(earlier, action):
                continue
            tried += 1
            score = self._try(position, side, action, depth - 1, alpha, beta, ply + 1, tried)
            if score > best:
                best, chosen = score, action
                if score > alpha:
                    alpha = score
                    if alpha >= beta:
                        self._history[action.text] = self._history.get(action.text, 0) + depth * depth
                        break
        self._known[key] = depth, _bound(best, floor, beta), best, chosen
        return best

    def _try(
        self, position: Any, side: int, action: Action, depth: int, alpha: float, beta: float, ply: int, tried: int
    ) -> float:
        """Return the score of an action, only as exact as it must be: later ones are mostly no better than the
        first."""
        after = self._game.successor(position, action)
        earlier = position, action
        if tried == 1:
            return self._follow(after, side, depth, alpha, beta, ply, earlier)
        less = 1 if tried > _LATE and depth >= _REDUCED else 0
        return self._in_two_steps(after, side, depth, less, alpha, beta, ply, earlier)

    def _in_two_steps(
        self, after: Any, mover: int, depth: int, less: int, alpha: float, beta: float, ply: int,
        earlier: Earlier | None = None,
    ) -> float:
        """Return what :meth:`_follow` does: with a window of hardly any width and ``less`` depth it first asks only
        whether the position is better than ``alpha``; if so, it is searched again in full."""
        if alpha > -math.inf:
            score = self._follow(after, mover, depth - less, alpha, alpha + _HAIR, ply, earlier)
            if score <= alpha or score < alpha + _HAIR and not less:
                return score
        return self._follow(after, mover, depth, alpha, beta, ply, earlier)

    def _quiet(self, position: Any, side: int, alpha: float, beta: float, ply: int, further: int) -> float:
        """Return the score once nothing noisy is left that would be worth doing."""
        # Nobody has to capture: the position as it stands is the least it is worth.
        best = before = side * self._static(position)
        if best >= beta or not further:
            return best
        alpha = max(alpha, best)
        noisy = self._judge.noisy(position, further < _NOISY_DEPTH - _SHALLOW)
        for gain, action in noisy if self._sight is None else self._sight.of_noisy(side, noisy):
            # Even the most that it may gain is too little.
            if before + gain <= alpha:
                best = max(best, before + gain)
                continue
            after = self._game.successor(position, action)
            self._count()
            score = self._settle(after, side, alpha, beta, ply + 1, further - 1)
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if alpha >= beta:
                        break
        return best

    def _settle(self, after: Any, mover: int, alpha: float, beta: float, ply: int, further: int) -> float:
        """Return what :meth:`_follow` does, among noisy actions."""
        side = self._judge.side(after)
        if side == mover:
            return self._quiet(after, side, alpha, beta, ply, further)
        if side == -mover:
            return -self._quiet(after, side, -beta, -alpha, ply, further)
        outcome = self._game.outcome(after)
        return mover * (self._static(after) if outcome is None else self._judge.result(outcome) * (WIN - ply))

    def _swapped(self, earlier: Earlier | None, action: Action) -> bool:
        """True if this action before the one that was taken instead leads to the same: that order is looked at."""
        if earlier is None or action.text > earlier[1].text:
            return False
        return self._game.independent(*earlier, action)

    def _static(self, position: Any) -> float:
        score = self._judge.score(position)
        return score + self._random.gauss(0.0, self._noise) if self._noise else score

    def _ordered(self, position: Any, side: int, first: Action | None) -> Sequence[Action]:
        actions = self._judge.actions(position)
        if self._sight is not None:
            actions = self._sight.of(position, side, actions)
        history = self._history
        if history:
            actions = sorted(actions, key=lambda each: -history.get(each.text, 0))
        if first is not None:
            for place, each in enumerate(actions):
                # It may be legal only elsewhere: a draw can be claimed in one of two positions with the same key.
                if each.text == first.text:
                    return [each, *actions[:place], *actions[place + 1:]]
        return actions

    def _count(self) -> None:
        self._looked_at += 1
        if self._looked_at >= self._nodes or not self._looked_at % _ASK_THE_CLOCK and self._late():
            raise _Enough

    def _line(self, position: Any) -> list[Action]:
        """Return how the game would go on, as far as it is remembered."""
        line: list[Action] = []
        while len(line) < _LONGEST_LINE and self._judge.side(position) != LUCK:  # it may have ended here
            known = self._known.get(self._game.key(position))
            action = known[3] if known else None
            if action is None or action.text not in {each.text for each in self._judge.actions(position)}:
                break
            line.append(action)
            position = self._game.successor(position, action)
        return line


def _bound(score: float, alpha: float, beta: float) -> int:
    """Say what a score tells: outside the window only that the true one lies beyond."""
    return _LOWER if score >= beta else _EXACT if score > alpha else _UPPER


def _score(each: tuple[Action, float]) -> float:
    return each[1]


def _first(better: Ranked, rest: Ranked) -> Ranked:
    """Put together the ranking ``better`` of some, then the others of ``rest``."""
    ranked = {action.text for action, _ in better}
    return better + [each for each in rest if each[0].text not in ranked]
