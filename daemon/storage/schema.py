"""The shape of the file with the games, version by version.

The version is SQLite's ``user_version``. A migration first copies the file; going back to an older program reopens
that copy and keeps the newer file beside it.
"""

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from daemon.errors import NewerStore, UnusableStore

log = logging.getLogger(__name__)

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE games (
        key TEXT PRIMARY KEY,
        game_id TEXT NOT NULL,
        rules INTEGER NOT NULL,
        options TEXT NOT NULL,   -- JSON
        players TEXT NOT NULL,   -- JSON: seat -> name
        screen INTEGER NOT NULL,
        setup TEXT,              -- JSON, NULL: the usual start
        started TEXT NOT NULL,   -- UTC, ISO 8601; empty: unknown
        broken TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE entries (
        game TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL, -- from 1, without gaps
        action TEXT,             -- NULL: the entry is a taking back of the latest `count` actions, or the end
        typed INTEGER NOT NULL DEFAULT 0,
        undone INTEGER NOT NULL DEFAULT 0,
        count INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE ends (
        game TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
        winners TEXT NOT NULL,   -- JSON: list of seats
        reason TEXT NOT NULL,
        termination TEXT NOT NULL,
        ended TEXT NOT NULL      -- UTC, ISO 8601; empty: unknown
    ) STRICT;
    CREATE TABLE claims (
        game TEXT NOT NULL,      -- maybe not kept yet: seats are taken while the game is on its way to the disk
        seat TEXT NOT NULL,
        phone TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT;
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    """,
)
"""The statements that lead from each version to the next; version *n* is what the first *n* of them make."""


UNWRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
REMEDIES = {
    **dict.fromkeys(UNWRITABLE, "make it and its directory writable for this user"),
    **dict.fromkeys(DAMAGED, "it is damaged or something else, so move it and its -wal away and start again"),
}


def primary_code(error: Exception) -> int:
    """SQLite's code for what went wrong, without its finer distinctions."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on disk when they return. For one thread at a time; transactions are explicit."""
    db = sqlite3.connect(path, timeout=5.0, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        db.close()
        raise
    return db


def prepare(path: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Make the file, or bring it to the newest version this program knows.

    :raises NewerStore: a newer program wrote it, and no copy from before is there.
    :raises UnusableStore: it cannot be opened, or is something else.
    """
    try:
        version = _version(path)
        if version > len(migrations):
            _go_back(path, version, len(migrations))
            version = len(migrations)
        if 0 < version < len(migrations):
            _copy(path, copy_name(path, version))
        _migrate(path, migrations, version)
    except sqlite3.Error as error:
        remedy = REMEDIES.get(primary_code(error), "free some space, or mend the disk")
        raise UnusableStore(f"{path} cannot be opened as the file of the games ({error}): {remedy}") from error


def copy_name(path: Path, version: int) -> Path:
    """Where the copy from before the migration away from ``version`` lies."""
    return path.with_name(f"{path.name}.v{version}")


def _version(path: Path) -> int:
    path.touch(mode=0o600)  # the games' secrets are for their owner alone; SQLite's other files follow this one
    with closing(connect(path)) as db:
        version: int = db.execute("PRAGMA user_version").fetchone()[0]
        db.executescript(f"BEGIN; PRAGMA user_version = {version}; ROLLBACK")  # what is read-only refuses this now
        return version


def _migrate(path: Path, migrations: Sequence[str], version: int) -> None:
    if version == len(migrations):
        return
    steps = "".join(migrations[version:])
    with closing(connect(path)) as db:
        db.executescript(f"BEGIN IMMEDIATE; {steps} PRAGMA user_version = {len(migrations)}; COMMIT")
    log.info("%s now has version %d", path.name, len(migrations))


def _copy(path: Path, target: Path) -> None:
    """Copy the whole database, whole or not at all; a copy that is there already is kept under another name."""
    fresh = target.with_name(target.name + ".new")
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=0o600)
    with closing(connect(path)) as source, closing(sqlite3.connect(fresh)) as copy:
        source.backup(copy)
    _keep(target)
    fresh.rename(target)


def _keep(path: Path) -> None:
    """Give a file that is in the way a free name."""
    if path.exists():
        number = 1
        while (kept := path.with_name(f"{path.name}.kept{number}")).exists():
            number += 1
        path.rename(kept)
        log.warning("%s was kept as %s", path.name, kept.name)


def _go_back(path: Path, version: int, known: int) -> None:
    """Put the newer file aside and continue with the copy that was made before its migration."""
    copy = copy_name(path, known)
    if not copy.exists():
        raise NewerStore(
            f"{path} was written by a newer pawnlight (version {version} of the file, this program knows {known}): "
            "install that version again, or give --data another directory"
        )
    with closing(connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    newer = copy_name(path, version)
    _keep(newer)
    path.rename(newer)
    copy.rename(path)
    log.warning("going back to version %d of %s; the newer file is kept as %s", known, path.name, newer.name)
