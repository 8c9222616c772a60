"""Kept games as values, and the rows of the store they are made of."""

import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from daemon.errors import Unreadable
from daemon.storage.columns import read_computers_text, read_options, read_players, read_setup, read_winners
from daemon.storage.schema import RESULTS
from engine.computers import NO_COMPUTERS, Computers
from engine.pieces import Seat
from engine.texts import repaired
from table.words.effects import StoreAction, StoreEnd, StoreGame, StoreUndone
from table.words.events import Standing

LONGEST_REASON = 500
"""Characters that are shown of why a game no longer replays."""
END = ("reason", "termination", "ended")
"""Columns of an end beside its winners."""

RawRow = Mapping[str, int | bytes | None]
"""A row just as it is on disk: column → value, texts as their bytes."""

T = TypeVar("T")

Entry = StoreGame | StoreAction | StoreUndone | StoreEnd
"""What the writer appends, each in a transaction of its own."""


@dataclass(frozen=True, slots=True)
class KeptEnd:
    """How and when a game ended. ``ended``: UTC, ISO 8601, or empty."""

    winners: tuple[Seat, ...]
    reason: str
    termination: str
    ended: str


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it is on disk. ``actions``: those that were not taken back. ``broken``: why it no longer replays.

    ``damage``: which of its columns cannot be read, and why; they are empty here. ``length``: how many actions it has,
    also where they are not here because nobody asked for them.
    ``typed``: the numbers (from 1) of the actions that were thrown with a real die. ``host``: the public name of the
    phone that started it, maybe empty. ``deleted``: since when it is, UTC, ISO 8601, maybe empty; ``None``: it is not.
    """

    key: str
    game_id: str
    rules: int
    options: Mapping[str, int | bool | str]
    players: Mapping[Seat, str]
    screen: bool
    setup: Mapping[str, Any] | None
    started: str
    broken: str
    actions: tuple[str, ...]
    end: KeptEnd | None
    typed: frozenset[int] = frozenset()
    damage: str = ""
    length: int = field(default=0, compare=False)
    host: str = ""
    deleted: str | None = None
    computers: Computers = NO_COMPUTERS


SELECT_GAMES = """
    SELECT key, game_id, rules, options, players, screen, setup, started, broken, host, deleted, computers,
        winners, reason, termination, ended
    FROM games LEFT JOIN ends ON ends.game = games.key"""


def set_fact(db: sqlite3.Connection, name: str, value: str) -> None:
    """Keep a single value under a name."""
    db.execute("INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", (name, value))


def put_on_table(db: sqlite3.Connection, key: str) -> None:
    """Keep which game is on the table; what lasted beside the one before goes."""
    kept = db.execute("SELECT value FROM facts WHERE name = 'table'").fetchone()
    if kept is None or kept[0] != key:
        db.execute("DELETE FROM facts WHERE name = 'aside'")
        set_fact(db, "table", key)


def standing_text(standing: Standing) -> str:
    """What lasts beside a game, as text; :func:`daemon.storage.columns.read_standing` reads it."""
    sets = ("undo_asked", "park_asked", "abandon_asked", "hints_for")
    asked = {name: sorted(getattr(standing, name)) for name in sets}
    return json.dumps(asdict(standing) | asked)


def _action(entry: StoreAction | StoreUndone | StoreEnd) -> str | None:
    return entry.action if isinstance(entry, StoreAction) else None


def _count(entry: StoreAction | StoreUndone | StoreEnd) -> int:
    return entry.count if isinstance(entry, StoreUndone) else 0


def is_kept(db: sqlite3.Connection, entry: StoreAction | StoreUndone | StoreEnd) -> bool:
    """Whether this very entry is on disk.

    :raises sqlite3.IntegrityError: another one has its number.
    """
    kept = db.execute(
        "SELECT action, count FROM entries WHERE game = ? AND number = ?", (entry.key, entry.entry)
    ).fetchone()
    if kept is not None and tuple(kept) != (_action(entry), _count(entry)):
        # What it says may be secret, and every phone is told why storing fails.
        raise sqlite3.IntegrityError(f"entry {entry.entry} of game {entry.key} is another one already")
    return kept is not None


def insert_game(
    db: sqlite3.Connection, game: StoreGame | KeptGame, rules: int, setup: Mapping[str, Any] | None, started: str
) -> None:
    """Keep a game without its actions; does nothing if it is there already."""
    options, players = json.dumps(dict(game.options)), json.dumps(dict(game.players))
    beginning = None if setup is None else json.dumps(setup)
    computers = computers_text(game.computers)
    db.execute(
        """INSERT OR IGNORE INTO games (key, game_id, rules, options, players, screen, setup, started, host, computers)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (game.key, game.game_id, rules, options, players, int(game.screen), beginning, started, game.host,
         computers),
    )


def computers_text(computers: Computers) -> str | None:
    """The column of the seats that a computer plays."""
    return json.dumps(computers.as_data()) if computers else None


def insert_entry(db: sqlite3.Connection, entry: StoreAction | StoreUndone | StoreEnd, now: str) -> None:
    """Keep an entry and what it does to its game; ``now``: the date of an end."""
    typed = isinstance(entry, StoreAction) and entry.typed
    db.execute(
        "INSERT INTO entries (game, number, action, typed, count) VALUES (?, ?, ?, ?, ?)",
        (entry.key, entry.entry, _action(entry), int(typed), _count(entry)),
    )
    if isinstance(entry, StoreUndone):
        _mark_undone(db, entry.key, entry.count)
        db.execute("DELETE FROM ends WHERE game = ?", (entry.key,))
    if isinstance(entry, StoreEnd):
        insert_end(db, entry.key, KeptEnd(entry.winners, entry.reason, entry.termination, now))


def insert_end(db: sqlite3.Connection, key: str, end: KeptEnd) -> None:
    """Keep how a game ended."""
    db.execute(
        "INSERT OR REPLACE INTO ends (game, winners, reason, termination, ended) VALUES (?, ?, ?, ?, ?)",
        (key, json.dumps(end.winners), end.reason, end.termination, end.ended),
    )
    count_result(db, key)


def count_result(db: sqlite3.Connection, key: str) -> None:
    """Count a game that is over for its players; a deleted one does not count."""
    db.execute(f"{RESULTS} WHERE ends.game = ? AND deleted IS NULL GROUP BY 1, 2", (key,))


def _mark_undone(db: sqlite3.Connection, key: str, count: int) -> None:
    """Mark the latest ``count`` actions that are not marked yet."""
    db.execute(
        """UPDATE entries SET undone = 1 WHERE game = ?1 AND number IN (
               SELECT number FROM entries WHERE game = ?1 AND action IS NOT NULL AND NOT undone
               ORDER BY number DESC LIMIT ?2)""",
        (key, count),
    )


def kept_game(row: sqlite3.Row, db: sqlite3.Connection | None = None) -> KeptGame:
    """The game of a row of :data:`SELECT_GAMES`, with its actions, as far as it can be read.

    :param db: where its actions are; ``None``: the row has their number as ``length``, and none is read.
    """
    faults: list[str] = []

    def read(column: str, reader: Callable[[Any], T], otherwise: T) -> T:
        try:
            return reader(row[column])
        except Unreadable as error:
            faults.append(f"{column}: {error}")
            return otherwise

    actions, gap = ([], []) if db is None else _actions(db, row["key"])
    faults += gap
    winners = None if row["winners"] is None else read("winners", read_winners, None)
    return KeptGame(
        key=row["key"],
        game_id=row["game_id"],
        rules=row["rules"],
        options=read("options", read_options, {}),
        players=read("players", read_players, {}),
        screen=bool(row["screen"]),
        setup=read("setup", read_setup, None),
        started=repaired(row["started"]),
        broken=repaired(row["broken"], LONGEST_REASON),
        actions=tuple(action for action, _ in actions),
        end=None if winners is None else KeptEnd(winners, *(repaired(row[name]) for name in END)),
        typed=frozenset(number for number, (_, typed) in enumerate(actions, 1) if typed),
        computers=read("computers", read_computers_text, NO_COMPUTERS),
        damage="; ".join(faults),  # of all that is read above
        length=len(actions) if db is not None else row["length"],
        host=row["host"],
        deleted=None if row["deleted"] is None else repaired(row["deleted"]),
    )


def _actions(db: sqlite3.Connection, key: str) -> tuple[list[tuple[str, int]], list[str]]:
    """The actions of a game that were not taken back and whether they were typed in; and which entry is missing."""
    entries = db.execute(
        "SELECT number, action, typed, undone FROM entries WHERE game = ? ORDER BY number", (key,)
    ).fetchall()
    gap = [f"entry {number}: missing" for number, entry in enumerate(entries, 1) if entry[0] != number][:1]
    return [(action, typed) for _, action, typed, undone in entries if action is not None and not undone], gap


def insert_raw(db: sqlite3.Connection, table: str, row: RawRow) -> None:
    """Keep a row just as it is."""
    texts = ["CAST(? AS TEXT)" if isinstance(value, bytes) else "?" for value in row.values()]
    db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join(texts)})", tuple(row.values()))


def raw_game(db: sqlite3.Connection, key: str) -> str:
    """Everything on disk of a game but which phones play and started it, as JSON. What is no Unicode comes as escapes
    of its bytes.

    :raises KeyError: there is nothing.
    """
    db.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    tables = {"games": "key", "entries": "game", "ends": "game"}
    found = {
        table: [
            {name: row[name] for name in row.keys() if name != "host"}
            for row in db.execute(f"SELECT * FROM {table} WHERE {column} = ?", (key,))
        ]
        for table, column in tables.items()
    }
    if not any(found.values()):
        raise KeyError(key)
    return json.dumps(found, indent=1, default=repr)
