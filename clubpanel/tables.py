"""Results and standings as CSV, for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence

from clubpanel.standings import Result, Standing

_FORMULAS = ("=", "+", "-", "@")


def results_csv(results: Iterable[Result]) -> str:
    """A line for each game."""
    head = ("at", "board", "other", "key", "game", "players", "winners", "actions", "told")
    return _csv(head, (
        (each.at, each.board, each.other, each.key, each.game,
         "; ".join(f"{seat.value}: {name}" for seat, name in each.players.items()),
         "; ".join(each.winners), each.actions, each.told)
        for each in results
    ))


def standings_csv(standings: Iterable[Standing]) -> str:
    """A line for each player."""
    head = ("player", "games", "won", "drawn", "lost", "points")
    return _csv(head, ((each.player, each.games, each.won, each.drawn, each.lost, each.points) for each in standings))


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(head)
    writer.writerows([_harmless(value) for value in row] for row in rows)
    return written.getvalue()


def _harmless(value: object) -> object:
    """Spreadsheets would work out what looks like a formula: names come from anybody."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value
