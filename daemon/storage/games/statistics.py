"""Statistics of many games, added up by the database: no page may read them all."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import Final

from daemon.base.errors import Unreadable
from daemon.storage.games.columns import read_computers_text, read_options, read_players, read_winners
from daemon.storage.games.queries import condition_of, condition_of_results
from engine.core.text_rules import LONGEST_NAME, repaired
from table.messages.queries import MOST_COUNTED, MOST_MONTHS, Counted, GameKind, Pair, Selection, Statistics

MOST_KINDS: Final = 12
MOST_PAIRS: Final = 20

_GAMES: Final = "games JOIN ends ON ends.game = games.key WHERE termination <> 'abandoned' AND"


def read_statistics(db: sqlite3.Connection, which: Selection) -> Statistics:
    """Compute the statistics of the games of a selection."""
    condition, given = condition_of(which)
    return Statistics(_kinds(db, condition, given), _pairs(db, which), _days(db, condition, given))


def read_counted(db: sqlite3.Connection) -> Sequence[Counted]:
    """Return the latest games that count, from the usual start, the one that ended first before the others."""
    rows = db.execute(
        f"""SELECT game_id, substr(started, 1, 10), players, winners, computers FROM {_GAMES}
                deleted IS NULL AND setup IS NULL ORDER BY ends.rowid DESC LIMIT {MOST_COUNTED}"""
    )
    found = []
    for game_id, began, players, winners, computers in rows:
        with suppress(Unreadable):
            found.append(Counted(repaired(game_id), repaired(began), read_players(players), read_winners(winners),
                                 read_computers_text(computers)))
    return found[::-1]


def _kinds(db: sqlite3.Connection, condition: str, given: tuple[object, ...]) -> Sequence[GameKind]:
    rows = db.execute(
        f"""SELECT game_id, options, count(*) AS played, sum(winners LIKE '%"white"%'), sum(winners = '[]'),
                coalesce(avg(length), 0), coalesce(min(length), 0), coalesce(max(length), 0)
            FROM {_GAMES} {condition} GROUP BY game_id, options ORDER BY played DESC, game_id LIMIT {MOST_KINDS}""",
        given,
    )
    return [GameKind(repaired(game_id), _options(options), *numbers) for game_id, options, *numbers in rows]


def _options(text: str) -> dict[str, int | bool | str]:
    try:
        return dict(read_options(text))
    except Unreadable:  # a finished game counts, even if its options are damaged
        return {}


def _pairs(db: sqlite3.Connection, which: Selection) -> Sequence[Pair]:
    condition, given = condition_of_results(which, "one")
    rows = db.execute(
        f"""SELECT one.name, other.name, count(*) AS played,
                sum(one.result > other.result), sum(one.result < other.result)
            FROM results AS one JOIN results AS other ON other.game = one.game AND other.name > one.name
            WHERE {condition}
            GROUP BY one.name, other.name ORDER BY played DESC, one.name, other.name LIMIT {MOST_PAIRS}""",
        given,
    )
    return [
        Pair(repaired(one, LONGEST_NAME), repaired(other, LONGEST_NAME), *numbers) for one, other, *numbers in rows
    ]


def _days(db: sqlite3.Connection, condition: str, given: tuple[object, ...]) -> dict[date, int]:
    rows = db.execute(
        f"""SELECT substr(started, 1, 10) AS day, count(*) FROM {_GAMES} {condition}
                AND started GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]*'
            GROUP BY day ORDER BY day DESC LIMIT {MOST_MONTHS * 31}""",
        given,
    )
    found: dict[date, int] = {}
    for day, count in rows:
        with suppress(ValueError):  # no valid date
            found[date.fromisoformat(day)] = count
    return found
