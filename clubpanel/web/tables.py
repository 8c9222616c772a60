"""Results and standings as CSV, for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from clubpanel.results.standings import Result
from clubpanel.tournament.model import Game, Score
from clubpanel.tournament.scoring import TableLine
from table.messages.queries import Total
from webpanel.presenters.ratings import Rating

_FORMULAS = ("=", "+", "-", "@")


def results_csv(results: Iterable[Result]) -> str:
    """Write one line a game."""
    head = ("at", "board", "other", "key", "game", "players", "winners", "actions", "told", "older", "termination")
    return _csv(head, (
        (each.at, each.board, each.other, each.key, each.game,
         "; ".join(f"{seat.value}: {name}" for seat, name in each.players.items()),
         "; ".join(each.winners), each.actions, each.told, int(each.older), each.termination)
        for each in results
    ))


def standings_csv(standings: Iterable[Total], ratings: Mapping[str, Rating]) -> str:
    """Write one line a player."""
    head = ("player", "games", "won", "drawn", "lost", "points", "rating", "give_or_take")
    return _csv(head, (
        (each.name, each.played, each.won, each.drawn, each.lost, each.points, ratings[each.name].strength,
         ratings[each.name].doubt)
        for each in standings
    ))


def table_csv(lines: Iterable[TableLine]) -> str:
    """Write one line a player of a tournament."""
    head = ("rank", "player", "points", "won", "drawn", "lost", "buchholz", "sonneborn_berger", "left", "struck")
    return _csv(head, (
        (each.rank, each.name, each.points, each.won, each.drawn, each.lost, each.buchholz, each.sonneborn,
         int(each.gone), int(each.struck))
        for each in lines
    ))


def games_csv(games: Iterable[Game], scores: Iterable[Score | None], names: Iterable[str]) -> str:
    """Write one line a game of a tournament. ``names``: of the results that the games take, empty without."""
    head = ("round", "white", "black", "score", "corrected", "board", "result")
    return _csv(head, (
        (game.round, game.white, game.black, score or "", game.corrected or "", game.board, name)
        for game, score, name in zip(games, scores, names, strict=True)
    ))


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(head)
    writer.writerows([_harmless(value) for value in row] for row in rows)
    return written.getvalue()


def _harmless(value: object) -> object:
    """Quote text that looks like a formula, which a spreadsheet would evaluate: names come from anybody."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value
