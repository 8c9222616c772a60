"""Opens the database; checks the file before SQLite touches it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from daemon.base.errors import UnusableStore

UNWRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
REMEDIES = {
    **dict.fromkeys(UNWRITABLE, "make it and its directory writable for this user"),
    **dict.fromkeys(DAMAGED, "it is damaged or something else, so move it and all files that are named like it "
                             "away, and start again"),
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED), "another program has it open, so end that one first"),
}

ASIDE = "damaged-"
"""The prefix of directories into which damaged databases are moved."""

BEGUN = ".new"
"""The suffix of a file that is being written, and that takes its place when it is whole."""

BESIDE = ("-wal", "-shm", "-journal")
"""The suffixes of SQLite's own files beside a database."""

BUSY_S = 60.0
"""The time to wait for another process that changes the file, on a slow disk."""


class FileReplaced(sqlite3.OperationalError):
    """The path of the database leads to no file now, or to another one."""


def primary_code(error: Exception) -> int:
    """Return SQLite's primary code of an error."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection whose commits are on disk when they return. For one thread at a time; transactions are
    explicit.

    Text that is not Unicode is read with replacement characters. The file must exist.
    """
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_S, isolation_level=None,
                         check_same_thread=False)
    db.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        db.execute("PRAGMA journal_mode = WAL")
        # A power cut must neither lose a confirmed move nor roll a die again that was shown (docs/decisions.md).
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        db.close()
        raise
    return db


@contextmanager
def one_file(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a file that may be given another name afterwards: what SQLite has kept beside it is in it then.

    :raises sqlite3.OperationalError: somebody else has it open.
    """
    uri = f"{path.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        yield db


def check_place(path: Path) -> None:
    """Check that the file may be opened or made here without losing what is, or was, in it.

    :raises UnusableStore: with the remedy.
    """
    log = _log(path)
    if path.is_symlink() and not path.exists():
        remedy = "plug in the medium that it is on, or move the link away and start again"
        raise UnusableStore(f"{path} is a link to {os.readlink(path)}, which is not there: {remedy}")
    if not path.exists() and log is not None:
        found = "".join(f" ({each} may be it)" for each in others(path)[:1])
        remedy = f"put {path.name} back beside it{found}, or move it away and start again"
        raise UnusableStore(f"{log} is left of a file of games that is gone: {remedy}")
    if not path.exists() and (left := others(path)):
        names = ", ".join(str(each.relative_to(path.parent)) for each in left)
        remedy = f"give the right one the name {path.name}, or move all of them to another place, and start again"
        raise UnusableStore(f"{path} is not there, but other files of games are ({names}): {remedy}")
    if path.exists() and not path.stat().st_size:
        remedy = f"put a copy in its place, or move {path}* away and start again"
        raise UnusableStore(f"{path} is empty, and the games that were in it are gone: {remedy}")


def is_kept(path: Path) -> bool:
    """True if there is a file of games here, or something is left of one that :func:`check_place` explains; what was
    begun of the first one is nothing yet."""
    return path.exists() or path.is_symlink() or _log(path) is not None or bool(others(path))


def _log(path: Path) -> Path | None:
    """The log beside a file, if anything is in it."""
    log = path.with_name(f"{path.name}-wal")
    return log if log.exists() and log.stat().st_size else None


def others(path: Path) -> list[Path]:
    """Return the databases that lie beside this one under other names: copies, and damaged ones that were moved
    away."""
    beside = [each for each in path.parent.glob(f"{path.name}?*") if not each.name.endswith((BEGUN, *BESIDE))]
    return sorted([*beside, *path.parent.glob(f"{ASIDE}*/{path.name}")])


def identity(path: Path) -> tuple[int, int] | None:
    """Return the identity of a file, whatever its name; ``None``: there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


@contextmanager
def opened_in_words(path: Path) -> Iterator[None]:
    """Translate errors while the file is opened or made.

    :raises UnusableStore: that failed; with the remedy.
    """
    try:
        yield
    except sqlite3.Error as error:
        remedy = REMEDIES.get(primary_code(error), "free some space, or mend the disk")
        raise UnusableStore(f"{path} cannot be opened as the file of the games ({error}): {remedy}") from error
    except OSError as error:
        remedy = "make it and its directory writable for this user, and free some space"
        raise UnusableStore(f"{path} cannot be opened ({error.strerror}): {remedy}") from error


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all. It is on disk then.

    :raises OSError: it cannot be written; no part of it is left.
    """
    fresh = path.with_name(path.name + BEGUN)
    try:
        fresh.write_bytes(data)
        sync(fresh)
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    sync(path.parent)


def sync(path: Path) -> None:
    """Flush a file, or the names in a directory, to disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
