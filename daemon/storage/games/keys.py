"""The names of games: their keys, or, where a key is damaged, the numbers of their rows."""

import re
import sqlite3
from typing import Final

_GOOD: Final = re.compile(r"[\w-]{1,64}", re.ASCII)
_ROW: Final = re.compile(r"row:(\d{1,18})")


def is_good(key: object) -> bool:
    """True if this key can stand in an address, and is not the name of a row."""
    return isinstance(key, str) and _GOOD.fullmatch(key) is not None


def name_of(key: object, number: int) -> str:
    """Return the name of the game in row ``number``."""
    return str(key) if is_good(key) else f"row:{number}"


def row_of(db: sqlite3.Connection, name: str) -> int:
    """Return the number of the row of a game, deleted or not.

    :raises KeyError: none is called so.
    """
    numbered = _ROW.fullmatch(name)
    column, value = ("key", name) if numbered is None else ("rowid", int(numbered[1]))
    row = db.execute(f"SELECT rowid, key FROM games WHERE {column} = ?", (value,)).fetchone()
    if row is None or name_of(row[1], row[0]) != name:
        raise KeyError(name)
    return int(row[0])
