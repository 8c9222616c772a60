"""Rescue of readable games from a damaged database, which is left as it is."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from daemon.storage.file.archive import GAMES
from daemon.storage.games.keys import is_good
from daemon.storage.games.raw_rows import RawRow
from daemon.storage.store import Store
from engine.core.messages import message

BELONGING: Final = {"entries": "number", "ends": "game", "vouchers": "name"}
"""The tables with rows that belong to a game, as far as the file has them, and the column that tells these rows
apart."""
NOT_ALL: Final = message("rescued from a damaged file: not all of it was left")
MOST_ROWS: Final = 1_000_000
"""The highest row of a damaged table that is tried."""


@dataclass(frozen=True, slots=True)
class Rescued:
    """The keys of games: ``whole``; ``partly``: the rest of them was taken and is set aside; ``there``: stored already;
    ``lost``: only actions are left, and the game is unknown."""

    whole: tuple[str, ...]
    partly: tuple[str, ...]
    there: tuple[str, ...]
    lost: tuple[str, ...]


def rescue(directory: Path, store: Store) -> Rescued:
    """Take every game that can be read out of the database in a directory into the store.

    :raises FileNotFoundError: no file of games is there.
    :raises sqlite3.DatabaseError: the file is not a database of games.
    """
    whole: list[str] = []
    partly: list[str] = []
    there: list[str] = []
    with _copied(directory) as db:
        known = {row["name"].decode() for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        tables = [(table, by) for table, by in BELONGING.items() if table in known]
        for row in _rows(db):
            raw = row["key"]
            key = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else ""
            parts = {table: _belonging(db, table, by, raw) for table, by in tables}
            if not store.add_rows(key, {"games": [row], **{table: rows for table, (rows, _) in parts.items()}}):
                there.append(key)
                continue
            complete = all(all_rows for _, all_rows in parts.values())
            if not complete:
                store.set_broken(key, NOT_ALL)
            readable = is_good(key) and not store.game(key, deleted=True).damage
            (whole if complete and readable else partly).append(key)
        lost = _keys(db) - {*whole, *partly, *there}
    return Rescued(tuple(whole), tuple(partly), tuple(there), tuple(sorted(lost)))


@contextmanager
def _copied(directory: Path) -> Iterator[sqlite3.Connection]:
    """Copy the file and its log, as reading changes both."""
    with TemporaryDirectory() as folder:
        for name in (GAMES, f"{GAMES}-wal"):
            if name == GAMES or (directory / name).exists():
                shutil.copyfile(directory / name, Path(folder) / name)
        with closing(sqlite3.connect(Path(folder) / GAMES)) as db:
            db.row_factory = sqlite3.Row
            db.text_factory = bytes
            yield db


def _rows(db: sqlite3.Connection) -> Iterator[RawRow]:
    """Yield the rows of the games: all, or, where they are damaged, each that can be reached by its number."""
    found: set[int] = set()
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.DatabaseError):  # at the damage; the rest is read from the other end
            yield from _fresh(db, f"ORDER BY rowid {order}", (), found)
            if order == "ASC":
                return
    for number in range(1, min(max(found, default=0), MOST_ROWS)):
        if number not in found:
            with suppress(sqlite3.DatabaseError):  # this one is lost, the next may not be
                yield from _fresh(db, "WHERE rowid = ?", (number,), found)


def _fresh(db: sqlite3.Connection, which: str, given: tuple[int, ...], found: set[int]) -> Iterator[RawRow]:
    for row in db.execute(f"SELECT rowid AS row_number, * FROM games {which}", given):
        values = dict(row)
        number = values.pop("row_number")
        if number not in found:
            found.add(number)
            yield values


def _belonging(db: sqlite3.Connection, table: str, by: str, key: object) -> tuple[list[RawRow], bool]:
    """Return the rows of a game in another table, and whether these are all: damage may hide some in the middle."""
    found: dict[object, RawRow] = {}
    for order in ("ASC", "DESC"):
        query = f"SELECT * FROM {table} WHERE game = CAST(? AS TEXT) ORDER BY {by} {order}"
        with suppress(sqlite3.DatabaseError):  # as above
            for row in db.execute(query, (key,)):
                found[row[by]] = dict(row)
            return list(found.values()), order == "ASC"
    return list(found.values()), False


def _keys(db: sqlite3.Connection) -> set[str]:
    """Return the keys of all games that have actions, as far as they can be read."""
    keys: set[str] = set()
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.DatabaseError):  # as above
            for row in db.execute(f"SELECT DISTINCT game FROM entries ORDER BY game {order}"):
                keys.add(row["game"].decode("utf-8", "replace"))
    return keys
