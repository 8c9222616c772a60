"""Ratings as a club has them: Weng and Lin's Plackett–Luce model, R. C. Weng and C.-J. Lin, Journal of Machine Learning
Research 12 (2011), algorithm 4. A table needs no library for it; a test compares both."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

START: Final = 1500
STEP: Final = 40
"""The points on this scale per unit of the model's, whose players begin at 25 ± 25/3."""
SURE: Final = 2
"""In standard deviations: the strength lies within them in nineteen of twenty cases."""
_MEAN, _DOUBT = 25.0, 25 / 3
_CHANCE: Final = 25 / 6
"""The luck in a game: the model's beta."""
_DRIFT: Final = 25 / 300
"""The change of a strength from game to game: the model's tau."""
_LEAST: Final = 0.0001


@dataclass(frozen=True, slots=True)
class Strength:
    """The strength of a player: its mean and standard deviation."""

    mean: float = _MEAN
    doubt: float = _DOUBT

    @property
    def points(self) -> int:
        """The rating."""
        return round(START + STEP * (self.mean - _MEAN))

    @property
    def margin(self) -> int:
        """The points that the rating may be off."""
        return round(STEP * SURE * self.doubt)


Team = Sequence[Strength]


def rated(teams: Sequence[Team], ranks: Sequence[int]) -> list[list[Strength]]:
    """Return the strengths after a game. ``ranks``: of each team, the lowest is the best; equal ones drew."""
    drifted = [[Strength(each.mean, math.hypot(each.doubt, _DRIFT)) for each in team] for team in teams]
    means = [sum(each.mean for each in team) for team in drifted]
    spreads = [sum(each.doubt**2 for each in team) for team in drifted]
    unit = math.sqrt(sum(spread + _CHANCE**2 for spread in spreads))
    changes = [_change(place, means, ranks, unit) for place in range(len(teams))]
    return [
        [_after(each, spread, unit, *change) for each in team]
        for team, spread, change in zip(drifted, spreads, changes, strict=True)
    ]


def _change(place: int, means: Sequence[float], ranks: Sequence[int], unit: float) -> tuple[float, float]:
    """Return the change of a team's mean, and the share of its doubt that goes, both in units of the game."""
    rise = loss = 0.0
    for other, rank in enumerate(ranks):
        if rank > ranks[place]:
            continue
        below = sum(math.exp(mean / unit) for mean, each in zip(means, ranks, strict=True) if each >= rank)
        share = math.exp(means[place] / unit) / below
        tied = ranks.count(rank)
        rise += ((other == place) - share) / tied
        loss += share * (1 - share) / tied
    return rise, loss


def _after(each: Strength, spread: float, unit: float, rise: float, loss: float) -> Strength:
    part = each.doubt**2 / spread
    less = part * math.sqrt(spread) / unit * spread / unit**2 * loss
    return Strength(each.mean + part * spread / unit * rise, each.doubt * math.sqrt(max(1 - less, _LEAST)))
