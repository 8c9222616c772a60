"""Lists of games and of scores, read in pages: with twenty thousand games, no page may read them all."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from daemon.storage.games.rows import SELECT_GAMES, KeptGame, kept_game
from engine.core.text_rules import LONGEST_NAME, folded_name, repaired
from table.messages.queries import EVERY_GAME, Selection, Total

MOST_PLAYERS = 100
"""The most players in a table of scores, and to choose from."""

LOOKED_AT = 500
"""The number of entries of a game that are counted each time one was added."""

_LINES = """
    SELECT games.rowid AS row, games.*, winners, reason, termination, ended,
        (SELECT count(*) FROM entries WHERE game = key AND action IS NOT NULL AND NOT undone) AS length
    FROM games LEFT JOIN ends ON ends.game = games.key"""

_WITH_COMPUTERS = "(SELECT key FROM games WHERE computers IS NOT NULL)"
"""The games in which a computer plays; there is an index of them."""

_SET_UP = "(SELECT key FROM games WHERE setup IS NOT NULL)"
"""The games that began from a set-up position; there is an index of them."""

_HERE = "(SELECT action IS NULL AND count = 0 FROM entries WHERE game = games.key ORDER BY number DESC LIMIT 1)"
"""True if the last entry of a game is its end: an imported game has none."""

_OUTCOMES: Mapping[str, str] = {
    "abandoned": "termination = 'abandoned'",
    "won": "termination <> 'abandoned' AND winners <> '[]'",
    "drawn": "termination <> 'abandoned' AND winners = '[]'",
}


def read_lines(db: sqlite3.Connection, which: Selection, first: int, most: int) -> tuple[KeptGame, ...]:
    """Return games without their actions, the latest first."""
    condition, given = condition_of(which)
    order = "ends.rowid" if which.here else "games.rowid"
    rows = db.execute(f"{_LINES} WHERE {condition} ORDER BY {order} DESC LIMIT ? OFFSET ?", (*given, most, first))
    return tuple(kept_game(row) for row in rows)


def read_damage(db: sqlite3.Connection, key: str, whole: bool = True) -> str:
    """Return the damage of a game, without reading its actions; empty: none is known, or the game is not there.

    ``whole``: count all of its entries; else only :data:`LOOKED_AT` of them, which takes no longer in a long game. The
    window moves with the number of entries, so that all are counted after some more.
    """
    row = db.execute(
        f"SELECT *, 0 AS length FROM ({SELECT_GAMES}) WHERE key = ? AND deleted IS NULL", (key,)
    ).fetchone()
    if row is None:
        return ""
    game = kept_game(row)
    last = db.execute("SELECT max(number) FROM entries WHERE game = ?", (key,)).fetchone()[0]
    return game.damage or game.broken or ("" if last is None else _gap(db, key, last, whole))


def _gap(db: sqlite3.Connection, key: str, last: int, whole: bool) -> str:
    size = last if whole else LOOKED_AT
    begin = 0 if whole else last % max(1, -(-last // size)) * size
    end = min(begin + size, last)
    count = _count(db, "entries WHERE game = ? AND number > ? AND number <= ?", (key, begin, end))
    before = _count(db, "(SELECT 1 FROM entries WHERE game = ? AND number < 1 LIMIT 1)", (key,))
    return "" if (count, before) == (end - begin, 0) else "entries: some are missing"


def count_games(db: sqlite3.Connection, which: Selection) -> int:
    """Count these games."""
    if which == replace(EVERY_GAME, over=which.over):
        return _count_all(db, which.over)
    condition, given = condition_of(which)
    return _count(db, f"games LEFT JOIN ends ON ends.game = games.key WHERE {condition}", given)


def _count_all(db: sqlite3.Connection, over: bool | None) -> int:
    """Count whole lists, without looking at each game: counting an index takes a moment."""
    every = _count(db, "games") - _count(db, "games WHERE deleted IS NOT NULL")
    ended = _count(db, "ends") - _count(db, "games JOIN ends ON game = key WHERE deleted IS NOT NULL")
    return every if over is None else ended if over else every - ended


def _count(db: sqlite3.Connection, rows: str, given: tuple[Any, ...] = ()) -> int:
    return int(db.execute(f"SELECT count(*) FROM {rows}", given).fetchone()[0])


def read_totals(db: sqlite3.Connection, which: Selection) -> Sequence[Total]:
    """Return a line per named player, the one with most wins first."""
    condition, given = condition_of_results(which)
    query = f"""
        SELECT name, count(*), sum(result = 2) AS won, sum(result = 1), sum(result = 0) AS lost
        FROM results WHERE {condition}
        GROUP BY name ORDER BY won DESC, lost, name LIMIT {MOST_PLAYERS}"""
    return _totals(db, query, given)


def read_head_to_head(db: sqlite3.Connection, which: Selection) -> Sequence[Total]:
    """Return the results of the selection's player against each other player; a line is named after the opponent."""
    condition, given = condition_of_results(which, "own")
    query = f"""
        SELECT other.name, count(*) AS played, sum(own.result = 2), sum(own.result = 1), sum(own.result = 0)
        FROM results AS own JOIN results AS other ON other.game = own.game AND other.name <> own.name
        WHERE own.name = ? AND {condition}
        GROUP BY other.name ORDER BY played DESC, other.name LIMIT {MOST_PLAYERS}"""
    return _totals(db, query, (which.player, *given))


def read_by_game(db: sqlite3.Connection, player: str) -> Sequence[Total]:
    """Return the results of a player in each game; a line is named after its id."""
    query = f"""
        SELECT game_id, count(*) AS played, sum(result = 2), sum(result = 1), sum(result = 0)
        FROM results JOIN games ON key = game WHERE name = ? AND result >= 0
        GROUP BY game_id ORDER BY played DESC, game_id LIMIT {MOST_PLAYERS}"""
    return _totals(db, query, (player,))


def read_players(db: sqlite3.Connection) -> Sequence[str]:
    """Return the names of those who finished most games, sorted by name."""
    query = f"SELECT name FROM results GROUP BY name ORDER BY count(*) DESC, name LIMIT {MOST_PLAYERS}"
    return sorted(repaired(name, LONGEST_NAME) for (name,) in db.execute(query))


def read_spellings(db: sqlite3.Connection, player: str) -> Sequence[str]:
    """Return the names, as they are stored, that differ from this one in case or blanks at most."""
    wanted = folded_name(player)
    names = db.execute("SELECT DISTINCT name FROM results ORDER BY name")
    return [name for (name,) in names if folded_name(name) == wanted]


def read_learners(db: sqlite3.Connection) -> Sequence[str]:
    """Return the names of those who solved most lessons, sorted by name."""
    query = f"SELECT learner FROM solved WHERE learner <> '' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT {MOST_PLAYERS}"
    return sorted(repaired(name, LONGEST_NAME) for (name,) in db.execute(query))


def read_kinds(db: sqlite3.Connection) -> Sequence[str]:
    """Return the ids of the games that were finished, the latest first."""
    query = """
        SELECT game_id FROM games JOIN ends ON ends.game = key WHERE deleted IS NULL
        GROUP BY game_id ORDER BY max(games.rowid) DESC"""
    return [repaired(game_id) for (game_id,) in db.execute(query)]


def _totals(db: sqlite3.Connection, query: str, given: tuple[Any, ...]) -> Sequence[Total]:
    return [Total(repaired(name, LONGEST_NAME), *numbers) for name, *numbers in db.execute(query, given)]


def _kinds(column: str, which: Selection) -> list[str]:
    """Return conditions on the key in this column: whether a computer plays, and whether the game was set up."""
    wanted = ((which.computers, _WITH_COMPUTERS), (which.setup, _SET_UP))
    return [f"{column} {'' if yes else 'NOT '}IN {games}" for yes, games in wanted if yes is not None]


def condition_of(which: Selection) -> tuple[str, tuple[Any, ...]]:
    """Return a condition on games with their ends for a selection, and its parameters."""
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
    parts += [(part, ()) for part in _kinds("key", which)]
    if which.here:
        parts.append((_HERE, ()))
    if which.host:
        parts.append(("host = ?", (which.host,)))
    return " AND ".join(sql for sql, _ in parts), tuple(value for _, values in parts for value in values)


def condition_of_results(which: Selection, table: str = "results") -> tuple[str, tuple[Any, ...]]:
    """Return such a condition on results that count; ``table``: their name in the query.

    A selection of all that are over, with or without a kind, looks at no game: deleted games have no results, and the
    kinds have indexes.
    """
    column, given = f"{table}.game", ()
    parts = [f"{table}.result >= 0", *_kinds(column, which)]
    if which != Selection(over=True, computers=which.computers, setup=which.setup):
        condition, given = condition_of(replace(which, computers=None, setup=None))
        parts.append(f"{column} IN (SELECT key FROM games LEFT JOIN ends ON ends.game = games.key WHERE {condition})")
    return " AND ".join(parts), given
