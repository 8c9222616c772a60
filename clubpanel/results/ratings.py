"""Ratings of a club's players by the games that count. Pure."""

from collections.abc import Iterable

from clubpanel.results.standings import Result, in_order
from webpanel.presenters.ratings import Rating, Ratings


def ratings(results: Iterable[Result]) -> dict[str, Rating]:
    """Compute the ratings of all players.

    :param results: in any order; those that do not count are passed over. Who plays several seats counts once.
    """
    known = Ratings()
    for result in sorted(results, key=in_order):
        teams = _teams(result)
        if teams:
            known.add(teams, drawn=not result.winners)
    return known.all()


def _teams(result: Result) -> list[list[str]]:
    """Return the winning and the losing team; after a draw everybody is a team, since it is unknown who played
    together."""
    if result.sides is None:
        return []
    winning, losing = result.sides
    return [sorted(winning), sorted(losing)] if result.winners else [[name] for name in sorted(losing)]
