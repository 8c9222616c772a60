"""Ratings, of a table's players and a club's: Weng and Lin's Plackett–Luce model, as implemented by openskill. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

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


class Ratings:
    """The ratings of players after some games."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._known: dict[str, PlackettLuceRating] = {}

    def add(self, teams: Sequence[Sequence[str]], drawn: bool) -> None:
        """Count another game, between teams of players. ``drawn``: nobody won; else the first team did."""
        before = [[self._known.get(name) or self._model.rating() for name in team] for team in teams]
        now = self._model.rate(before, ranks=[1.0] * len(teams) if drawn else [1.0, 2.0])
        for team, ratings in zip(teams, now, strict=True):
            self._known.update(zip(team, ratings, strict=True))

    def of(self, name: str) -> Rating:
        """Return the rating of a player.

        :raises KeyError: no game of theirs was counted.
        """
        rating = self._known[name]
        return Rating(round(START + STEP * (rating.mu - 25)), round(STEP * SURE * rating.sigma))

    def all(self) -> dict[str, Rating]:
        """Return the ratings of all players."""
        return {name: self.of(name) for name in self._known}
