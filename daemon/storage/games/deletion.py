"""Deletes games: from lists and scores at once, from the file after the restore period."""

import sqlite3
from datetime import UTC, datetime, timedelta

from daemon.storage.games.keys import row_of
from daemon.storage.games.rows import count_result
from table.messages.queries import RESTORABLE_DAYS


def delete_game(db: sqlite3.Connection, name: str, now: str) -> None:
    """Delete a game so that it can be restored. ``now``: the date, UTC, ISO 8601; empty while it is unknown.

    :raises KeyError: there is none of this name.
    """
    row = row_of(db, name)
    db.execute("UPDATE games SET deleted = ? WHERE rowid = ? AND deleted IS NULL", (now, row))
    db.execute("DELETE FROM results WHERE game = (SELECT key FROM games WHERE rowid = ?)", (row,))


def restore_game(db: sqlite3.Connection, name: str) -> None:
    """Put a deleted game back.

    :raises KeyError: none of this name is deleted.
    """
    row = row_of(db, name)
    if not db.execute("UPDATE games SET deleted = NULL WHERE rowid = ? AND deleted IS NOT NULL", (row,)).rowcount:
        raise KeyError(name)
    count_result(db, name)


def count_anew(db: sqlite3.Connection) -> None:
    """Restart the restore period of all deleted games."""
    db.execute("UPDATE games SET deleted = '' WHERE deleted IS NOT NULL")


def undated(db: sqlite3.Connection) -> bool:
    """True if games were deleted while the date was unknown."""
    return db.execute("SELECT 1 FROM games WHERE deleted = ''").fetchone() is not None


def set_date(db: sqlite3.Connection, now: str) -> None:
    """Start the restore period of those games now."""
    db.execute("UPDATE games SET deleted = ? WHERE deleted = ''", (now,))


def due(db: sqlite3.Connection, now: str) -> list[str]:
    """Return the keys of the games whose restore period is over. An unreadable date is never over."""
    deleted = db.execute("SELECT key, deleted FROM games WHERE deleted IS NOT NULL").fetchall()
    return [key for key, since in deleted if _is_over(since, now)]


def _is_over(since: str, now: str) -> bool:
    try:
        passed = _date(now) - _date(since)
    except ValueError:
        return False
    return passed > timedelta(days=RESTORABLE_DAYS)


def _date(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def remove_games(db: sqlite3.Connection, keys: list[str]) -> None:
    """Remove games and everything that belongs to them, for good."""
    db.executemany("DELETE FROM games WHERE key = ?", [(key,) for key in keys])
    db.executemany("DELETE FROM claims WHERE game = ?", [(key,) for key in keys])
