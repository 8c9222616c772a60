"""Raw rows as they are on disk, for what cannot be read."""

import json
import sqlite3
from collections.abc import Mapping

from daemon.storage.games.keys import is_good, row_of

RawRow = Mapping[str, int | bytes | None]
"""A row as it is on disk: column → value, texts as their bytes."""


def insert_raw(db: sqlite3.Connection, table: str, row: RawRow) -> None:
    """Store a raw row."""
    texts = ["CAST(? AS TEXT)" if isinstance(value, bytes) else "?" for value in row.values()]
    db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join(texts)})", tuple(row.values()))


def raw_game(db: sqlite3.Connection, name: str, playing: str) -> str:
    """Return everything on disk of a game except which phones play and started it, as JSON. Bytes that are not Unicode
    are escaped. Where the key is damaged, rows that belong to no other game are included.

    :param playing: the key of the game on the table, to which that may not belong.
    :raises KeyError: there is none of this name.
    """
    row = row_of(db, name)
    belongs = "game = (SELECT key FROM games WHERE rowid = :row)"
    if not is_good(name):
        belongs += " OR game <> :playing AND game NOT IN (SELECT key FROM games)"
    db.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    conditions = {"games": "rowid = :row", **dict.fromkeys(("entries", "ends", "vouchers"), belongs)}
    found = {
        table: [
            {column: each[column] for column in each.keys() if column != "host"}
            for each in db.execute(f"SELECT * FROM {table} WHERE {condition}", {"row": row, "playing": playing})
        ]
        for table, condition in conditions.items()
    }
    return json.dumps(found, indent=1, default=repr)
