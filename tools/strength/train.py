"""Fitting what judges weigh to games of their own: ``script/train`` (which lists the arguments).

A judge plays itself, with some actions at random so that games differ. Of positions in which nothing can be taken it is
kept what each weight counts there, and how the game ended. *Logistic regression* finds the weights that tell the ends
best; they are drawn towards those set by hand, so that what is rarely met stays as it is. Who begins and who is to act
have weights of their own meanwhile: they are no merit of a position. Then both play each other.

The same seed gives the same games, the same weights and the same result on every machine.
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ladder import MOST_ACTIONS, Score

from engine.core.options import Options
from engine.core.pieces import CHANCE, Seat
from engine.game import AnyGame
from engine.registry import find_game, game_ids
from engine.services.evaluation import LUCK, OWN, Judge, judge_of
from opponents.search import Search
from opponents.thinking import decided

_OPENING, _AT_RANDOM = 6, 0.1
"""So many actions at the start are left to luck, and this share of the others."""
_KEPT = 12
"""So many positions of a game are kept at the most: more would tell the same again."""
_PRIOR = 4.0
"""The number of games that the weights set by hand stand for."""
_ROUNDS = 12


@dataclass(frozen=True, slots=True)
class Sample:
    """A position seen by the seat that is named first, and the result of its game for that seat: 1, 0.5 or 0."""

    counts: tuple[float, ...]
    end: float
    share: float
    """Of its game: the positions of a game are not independent of each other."""


def flat(weights: Any) -> list[float]:
    """The numbers of weights, one after the other."""
    return [number for each in weights for number in (each if isinstance(each, tuple) else (each,))]


def shaped(like: Any, numbers: Sequence[float]) -> Any:
    """Weights of the same shape, of these numbers."""
    left = iter(numbers)
    return type(like)(*(tuple(next(left) for _ in each) if isinstance(each, tuple) else next(left) for each in like))


class Counting:
    """The count of each weight of a judge in a position: its score with that weight alone."""

    def __init__(self, game: AnyGame, options: Options, seat: Seat) -> None:
        size = len(flat(judge_of(game, options, seat).weights))
        self._judges = [self._of(game, options, seat, place, size) for place in range(size)]
        self._without = self._of(game, options, seat, size, size)

    @staticmethod
    def _of(game: AnyGame, options: Options, seat: Seat, place: int, size: int) -> Judge:
        """A judge for whom nothing but the weight in this place counts."""
        judge = judge_of(game, options, seat)
        judge.weights = shaped(judge.weights, [float(each == place) for each in range(size)])
        return judge

    def counts(self, position: Any) -> tuple[float, ...]:
        """For the judge's seat, as many numbers as there are weights, then 1 and whether the seat is to act."""
        beside = self._without.score(position)
        acts = 1.0 if self._without.side(position) == OWN else -1.0
        return (*(judge.score(position) - beside for judge in self._judges), 1.0, acts)


def decide(judge: Judge, position: Any, nodes: int, random: Random) -> str:
    """Return the action that a judge chooses for its seat, without any noise."""
    position = judge.game.imagine(position, judge.seat, random)
    found = decided(judge, position, nodes, random, lambda: False)
    if found is None:
        actions = judge.game.actions(position) or judge.game.proposals(position, judge.seat, 60)
        found = Search(judge, nodes, 0.0, random, lambda: False).run(position, actions)
    return found.ranked[0][0].text


def game_between(judges: dict[Seat, Judge], options: Options, nodes: int, seed: str, share: float) -> Iterator[Any]:
    """The positions of a game, the last one over unless it takes too long. ``share``: of what is left to luck."""
    game, luck = next(iter(judges.values())).game, Random(seed)
    position = game.start(options)
    for entry in range(MOST_ACTIONS):
        yield position
        acting = game.to_act(position)
        if not acting:
            return
        seat = next((each for each in acting if each != CHANCE), None)
        if seat is None:
            outcomes = game.chances(position)
            text = luck.choices([each for each, _ in outcomes], [weight for _, weight in outcomes])[0].text
        elif entry < _OPENING or luck.random() < share:
            text = luck.choice(game.actions(position) or game.proposals(position, seat, 60)).text
        else:
            text = decide(judges[seat], position, nodes, Random(f"{seed} {entry}"))
        position = game.play(position, text)[1]


def samples_of(game: AnyGame, options: Options, games: int, nodes: int, seed: str) -> list[Sample]:
    """Quiet positions of games that the judge plays against itself."""
    first, *_ = seats = game.seats_of(options)
    counting, samples = Counting(game, options, first), []
    judges = {seat: judge_of(game, options, seat) for seat in seats}
    for number in range(games):
        kept, end = [], 0.5
        for position in game_between(judges, options, nodes, f"{seed} {number}", _AT_RANDOM):
            outcome = game.outcome(position)
            if outcome is not None:
                end = 0.5 if not outcome.winners else float(first in outcome.winners)
            elif judges[first].side(position) != LUCK and not judges[first].noisy(position, False):
                kept.append(position)
        kept = kept[:: len(kept) // _KEPT + 1]
        samples += [Sample(counting.counts(each), end, 1 / len(kept)) for each in kept]
    return samples


def fitted(samples: Sequence[Sample], start: Sequence[float], worth: float) -> list[float]:
    """The weights under which tanh(score / worth) tells the ends best (Newton's method), near those to start from."""
    scale = [2 / worth] * len(start) + [1.0, 1.0]
    rows = [([count * unit for count, unit in zip(each.counts, scale, strict=True)], each) for each in samples]
    origin, games = [*start, 0.0, 0.0], max(1e-9, sum(each.share for each in samples))
    pull = [
        _PRIOR * max(1e-9, sum(each.share * row[place] ** 2 for row, each in rows) / games)
        for place in range(len(origin))
    ]
    now = origin
    for _ in range(_ROUNDS):
        slope, bend = _derived(rows, now)
        for place, strength in enumerate(pull):
            slope[place] += strength * (origin[place] - now[place])
            bend[place][place] += strength
        now = [had + step for had, step in zip(now, solved(bend, slope), strict=True)]
    return now[:-2]


def _derived(rows: Sequence[tuple[list[float], Sample]], now: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """Return the first and second derivatives of the likelihood of the results, by the weights."""
    slope, bend = [0.0] * len(now), [[0.0] * len(now) for _ in now]
    for row, each in rows:
        told = _likely(sum(weight * count for weight, count in zip(now, row, strict=True)))
        missed, doubt = each.share * (each.end - told), each.share * told * (1 - told)
        for one, count in enumerate(row):
            if count:
                slope[one] += missed * count
                bend[one] = [had + doubt * count * other for had, other in zip(bend[one], row, strict=True)]
    return slope, bend


def _likely(x: float) -> float:
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, x))))


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """x with matrix · x = right, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place in range(len(rows)):
        pivot = max(range(place, len(rows)), key=lambda each: abs(rows[each][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        head = rows[place]
        for number, row in enumerate(rows):
            if number != place:
                share = row[place] / head[place]
                rows[number] = [had - share * own for had, own in zip(row, head, strict=True)]
    return [row[-1] / row[place] for place, row in enumerate(rows)]


def trained(game: AnyGame, games: int, nodes: int, seed: str) -> tuple[Any, int]:
    """New weights, and from how many positions. Scores spread as far as before: levels misjudge in their measure."""
    options = game.read_options({})
    judge = judge_of(game, options, game.seats_of(options)[0])
    samples, start = samples_of(game, options, games, nodes, seed), flat(judge.weights)
    numbers = fitted(samples, start, judge.worth)
    had, has = (
        math.sqrt(sum(sum(w * c for w, c in zip(each, sample.counts, strict=False)) ** 2 for sample in samples))
        for each in (start, numbers)
    )
    return shaped(judge.weights, [round(each * had / has, 1) for each in numbers]), len(samples)


def compare(game: AnyGame, weights: Any, games: int, nodes: int, seed: str) -> Score:
    """Return the score of a judge with these weights against the one with its own; seats change after every game."""
    options, points = game.read_options({}), [0, 0, 0]
    seats = game.seats_of(options)
    for number in range(games):
        judges, new = {seat: judge_of(game, options, seat) for seat in seats}, seats[number % 2]
        judges[new].weights = weights
        *_, last = game_between(judges, options, nodes, f"{seed} match {number // 2}", 0.0)
        outcome = game.outcome(last)
        winners = outcome.winners if outcome else ()
        points[1 if not winners else 0 if new in winners else 2] += 1
    return Score(*points)


def main() -> None:
    """Train, compare and print."""
    parser = argparse.ArgumentParser(description="Fits weights to games of their own, and tells what that brought.")
    parser.add_argument("game", nargs="+", choices=game_ids())
    parser.add_argument("--games", type=int, default=300, help="to learn from (300)")
    parser.add_argument("--matches", type=int, default=100, help="games between new and present weights (100)")
    parser.add_argument("--nodes", type=int, default=200, help="positions to look at for an action (200)")
    parser.add_argument("--seed", default="train")
    arguments = parser.parse_args()
    nodes = arguments.nodes
    for game in map(find_game, arguments.game):
        weights, positions = trained(game, arguments.games, nodes, arguments.seed)
        print(f"{game.name}: {positions:,} positions of {arguments.games} games\n{weights}", flush=True)
        score = compare(game, weights, arguments.matches, nodes, arguments.seed)
        print(f"new against present weights: {score}", flush=True)


if __name__ == "__main__":
    main()
