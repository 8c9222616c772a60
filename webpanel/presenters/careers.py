"""The career of a player: ratings, streaks and a curve, worked out from the games that count."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from engine.core.pieces import Seat
from engine.records.computer_levels import LEVEL_NAMES
from table.messages.queries import Counted, Total
from webpanel.presenters.ratings import Rating, Ratings
from webpanel.presenters.statistics import WIDTH
from webpanel.text.translations import translate

_TOP, _GROUND = 6, 92
_UNCOUNTED: Final = -1
_LOST, _DREW, _WON = range(3)


@dataclass(frozen=True, slots=True)
class Standing:
    """The rating of a player, and the way there: the day that each game began, and the rating after it."""

    rating: Rating
    path: Sequence[tuple[str, int]]

    @property
    def points(self) -> str:
        """The rating after each game, as points of a polyline in a picture 300 wide and 100 high."""
        shown = [points for _, points in self.path]
        low, high = min(shown), max(shown)
        return " ".join(
            f"{WIDTH * place / max(1, len(shown) - 1):.1f},"
            f"{_GROUND - (_GROUND - _TOP) * (each - low) / max(1, high - low):.1f}"
            for place, each in enumerate(shown)
        )


@dataclass(frozen=True, slots=True)
class Streaks:
    """Wins in a row: the most ever, and those up to the latest game (``now``; below 0: so many games lost)."""

    most: int
    now: int


def standing_of(player: str, games: Sequence[Counted], computers: bool) -> Standing | None:
    """Return the rating of a player in these games, the oldest first: in those against computers, or in the others.
    ``None``: none counts. Each level of a computer in each game is an opponent of its own."""
    known, path = Ratings(), []
    for game in games:
        teams = _teams(game) if bool(game.computers.levels) is computers else []
        if not teams:
            continue
        known.add(teams, drawn=not game.winners)
        if any(player in team for team in teams):
            path.append((game.began, known.of(player).strength))
    return Standing(known.of(player), path) if path else None


def _teams(game: Counted) -> list[list[str]]:
    """Return the winning and the losing team; after a draw everybody is a team, since it is unknown who played
    together. Nobody, if somebody has no name or plays on both sides."""
    names = {seat: _name(game, seat) for seat in game.players}
    winning = {name for seat, name in names.items() if seat in game.winners}
    losing = {name for seat, name in names.items() if seat not in game.winners}
    if "" in winning | losing or winning & losing or len(winning | losing) < 2:
        return []
    return [sorted(winning), sorted(losing)] if game.winners else [[name] for name in sorted(losing)]


def _name(game: Counted, seat: Seat) -> str:
    if seat in game.computers.levels:
        engine = game.computers.engines.get(seat)
        return f"\0{game.game_id} {game.computers.levels[seat] if engine is None else engine}"
    return game.players[seat]


def streaks_of(player: str, games: Sequence[Counted]) -> Streaks:
    """Return the wins in a row of a player in these games, the oldest first."""
    results = [result for result in (_result(player, game) for game in games) if result != _UNCOUNTED]
    runs = [(result, len([*same])) for result, same in groupby(results)]
    most = max((length for result, length in runs if result == _WON), default=0)
    last, length = runs[-1] if runs else (_DREW, 0)
    return Streaks(most, {_WON: length, _LOST: -length}.get(last, 0))


def _result(player: str, game: Counted) -> int:
    """Return the result of a player, who may have several seats: the best of them."""
    seats = [seat for seat, name in game.players.items() if name == player and seat not in game.computers.levels]
    if not seats:
        return _UNCOUNTED
    if not game.winners:
        return _DREW
    return _WON if set(seats) & set(game.winners) else _LOST


def against_computers(player: str, games: Sequence[Counted]) -> Sequence[Total]:
    """Return the results of a player against each level of the computer; a line is named after it."""
    found: dict[int, list[int]] = {}
    for game in games:
        for level in _levels_met(player, game):
            found.setdefault(level, []).append(_result(player, game))
    return [
        Total(translate(LEVEL_NAMES[level - 1]), len(results), *(results.count(each) for each in (_WON, _DREW, _LOST)))
        for level, results in sorted(found.items())
    ]


def _levels_met(player: str, game: Counted) -> Iterator[int]:
    if _result(player, game) != _UNCOUNTED:
        yield from sorted({
            level for seat, level in game.computers.levels.items() if seat not in game.computers.engines
        })
