"""Lists of games and of scores, read in pages: with twenty thousand games, no page may read them all."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from daemon.storage.rows import KeptGame, kept_game
from engine.texts import LONGEST_NAME, repaired
from webpanel.desk import EVERY_GAME, Selection, Total

MOST_PLAYERS = 100
"""How many players a table of scores shows, and are offered to choose from."""

_LINES = """
    SELECT games.*, winners, reason, termination, ended,
        (SELECT count(*) FROM entries WHERE game = key AND action IS NOT NULL AND NOT undone) AS length
    FROM games LEFT JOIN ends ON ends.game = games.key"""

_WITH_COMPUTERS = "(SELECT key FROM games WHERE computers IS NOT NULL)"
"""The games in which a computer plays; there is an index of them."""

_OUTCOMES: Mapping[str, str] = {
    "abandoned": "termination = 'abandoned'",
    "won": "termination <> 'abandoned' AND winners <> '[]'",
    "drawn": "termination <> 'abandoned' AND winners = '[]'",
}


def read_lines(db: sqlite3.Connection, which: Selection, first: int, most: int) -> tuple[KeptGame, ...]:
    """Games without their actions, the latest first."""
    condition, given = _condition(which)
    rows = db.execute(f"{_LINES} WHERE {condition} ORDER BY games.rowid DESC LIMIT ? OFFSET ?", (*given, most, first))
    return tuple(kept_game(row) for row in rows)


def read_damage(db: sqlite3.Connection, key: str) -> str:
    """What is wrong with a game, without reading its actions; empty: nothing is known, or it is not there."""
    row = db.execute(f"{_LINES} WHERE key = ? AND deleted IS NULL", (key,)).fetchone()
    if row is None:
        return ""
    game = kept_game(row)
    first, last, count = db.execute(
        "SELECT min(number), max(number), count(*) FROM entries WHERE game = ?", (key,)
    ).fetchone()
    gap = "" if not count or (first, last) == (1, count) else "entries: some are missing"
    return game.damage or game.broken or gap


def count_games(db: sqlite3.Connection, which: Selection) -> int:
    """How many games these are."""
    if which == replace(EVERY_GAME, over=which.over):
        return _count_all(db, which.over)
    condition, given = _condition(which)
    return _count(db, f"games LEFT JOIN ends ON ends.game = games.key WHERE {condition}", given)


def _count_all(db: sqlite3.Connection, over: bool | None) -> int:
    """The same for whole lists, without looking at each game: what is in an index is counted in a moment."""
    every = _count(db, "games") - _count(db, "games WHERE deleted IS NOT NULL")
    ended = _count(db, "ends") - _count(db, "games JOIN ends ON game = key WHERE deleted IS NOT NULL")
    return every if over is None else ended if over else every - ended


def _count(db: sqlite3.Connection, rows: str, given: tuple[Any, ...] = ()) -> int:
    return int(db.execute(f"SELECT count(*) FROM {rows}", given).fetchone()[0])


def read_totals(db: sqlite3.Connection, which: Selection) -> Sequence[Total]:
    """A line per named player, the one with most wins first."""
    condition, given = _condition(replace(which, computers=None))
    of_games = ""
    if which != Selection(over=True, computers=which.computers):
        of_games = f"AND game IN (SELECT key FROM games LEFT JOIN ends ON ends.game = games.key WHERE {condition})"
    if which.computers is not None:
        of_games += f" AND game {'' if which.computers else 'NOT '}IN {_WITH_COMPUTERS}"
    query = f"""
        SELECT name, count(*), sum(result = 2) AS won, sum(result = 1), sum(result = 0) AS lost
        FROM results WHERE result >= 0 {of_games}
        GROUP BY name ORDER BY won DESC, lost, name LIMIT {MOST_PLAYERS}"""
    return _totals(db, query, given if "?" in of_games else ())


def read_head_to_head(db: sqlite3.Connection, which: Selection) -> Sequence[Total]:
    """How the player of the selection fared in games with each other player; a line is named after the other one."""
    condition, given = _condition(which)
    query = f"""
        SELECT other.name, count(*) AS played, sum(own.result = 2), sum(own.result = 1), sum(own.result = 0)
        FROM results AS own JOIN results AS other ON other.game = own.game AND other.name <> own.name
        WHERE own.name = ? AND own.result >= 0
            AND own.game IN (SELECT key FROM games LEFT JOIN ends ON ends.game = games.key WHERE {condition})
        GROUP BY other.name ORDER BY played DESC, other.name LIMIT {MOST_PLAYERS}"""
    return _totals(db, query, (which.player, *given))


def read_players(db: sqlite3.Connection) -> Sequence[str]:
    """The names of those who finished most games, in their order of the alphabet."""
    query = f"SELECT name FROM results GROUP BY name ORDER BY count(*) DESC, name LIMIT {MOST_PLAYERS}"
    return sorted(repaired(name, LONGEST_NAME) for (name,) in db.execute(query))


def read_kinds(db: sqlite3.Connection) -> Sequence[str]:
    """The ids of the games that were finished, the latest first."""
    query = """
        SELECT game_id FROM games JOIN ends ON ends.game = key WHERE deleted IS NULL
        GROUP BY game_id ORDER BY max(games.rowid) DESC"""
    return [repaired(game_id) for (game_id,) in db.execute(query)]


def _totals(db: sqlite3.Connection, query: str, given: tuple[Any, ...]) -> Sequence[Total]:
    return [Total(repaired(name, LONGEST_NAME), *numbers) for name, *numbers in db.execute(query, given)]


def _condition(which: Selection) -> tuple[str, tuple[Any, ...]]:
    parts: list[tuple[str, tuple[Any, ...]]] = [(f"deleted IS {'NOT ' if which.deleted else ''}NULL", ())]
    if which.over is not None:
        parts.append((f"ends.game IS {'NOT ' if which.over else ''}NULL", ()))
    if which.game_id:
        parts.append(("game_id = ?", (which.game_id,)))
    if which.player:
        parts.append(("key IN (SELECT game FROM results WHERE name = ?)", (which.player,)))
    if which.result:
        parts.append((_OUTCOMES.get(which.result, "0"), ()))
    if which.whole:
        parts.append(("broken = ''", ()))
    if which.computers is not None:
        parts.append((f"key {'' if which.computers else 'NOT '}IN {_WITH_COMPUTERS}", ()))
    if which.host:
        parts.append(("host = ?", (which.host,)))
    return " AND ".join(sql for sql, _ in parts), tuple(value for _, values in parts for value in values)
