"""Ratings by the games that count: Weng and Lin's Plackett–Luce model, as implemented by openskill. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from clubpanel.results.standings import Result, in_order

START: Final = 1500
STEP: Final = 40
"""The rating points on this scale per unit of openskill's, whose players begin at 25 ± 25/3."""
SURE: Final = 2
"""In standard deviations: the strength lies within them in nineteen of twenty cases."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player: ``strength`` ± ``doubt``."""

    strength: int
    doubt: int


def ratings(results: Iterable[Result]) -> dict[str, Rating]:
    """Compute the ratings of all players.

    :param results: in any order; those that do not count are passed over. Who plays several seats counts once.
    """
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    for result in sorted(results, key=in_order):
        teams = _teams(result)
        if teams:
            before = [[known.get(name) or model.rating() for name in team] for team in teams]
            now = model.rate(before, ranks=[1.0, 2.0] if result.winners else [1.0] * len(teams))
            known.update((name, rating) for team, ratings in zip(teams, now, strict=True)
                         for name, rating in zip(team, ratings, strict=True))
    return {name: _rating(rating) for name, rating in known.items()}


def _teams(result: Result) -> list[list[str]]:
    """Return the winning and the losing team; after a draw everybody is a team, since it is unknown who played
    together."""
    if result.sides is None:
        return []
    winning, losing = result.sides
    return [sorted(winning), sorted(losing)] if result.winners else [[name] for name in sorted(losing)]


def _rating(rating: PlackettLuceRating) -> Rating:
    return Rating(round(START + STEP * (rating.mu - 25)), round(STEP * SURE * rating.sigma))
