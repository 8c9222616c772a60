"""The database file: one SQLite database in the data directory holds everything."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from daemon.base.errors import UnusableStore
from daemon.storage.file.connection import FileReplaced, connect, identity, opened_in_words
from daemon.storage.file.disk_errors import DiskFailure, in_words
from daemon.storage.file.fair_lock import FairLock, alone
from daemon.storage.file.schema import prepare
from daemon.system.calendar import Calendar, utc_now

FILE_NAME = "games.sqlite3"


class GamesFile:
    """The open database. Every method may be called from any thread; each change is on disk when it returns.

    All methods raise :class:`daemon.storage.file.disk_errors.DiskFailure` when the disk fails.
    """

    def __init__(self, directory: Path, now: Callable[[], str] = utc_now) -> None:
        """Open the file in ``directory``, or make it. ``now``: the time, by :func:`daemon.system.calendar.utc_now`.

        :raises UnusableStore: it cannot be opened.
        """
        self._path = directory / FILE_NAME
        self._now, self._dates = now, Calendar(now)
        self._turns = FairLock()
        with opened_in_words(self._path), alone(directory):
            prepare(self._path)
            self._kept_open = connect(self._path)  # so that no other connection is the last one, which would checkpoint
            self._identity = identity(self._path)

    def check(self) -> None:
        """Check that the file is whole: a failing SD card may have damaged it.

        :raises UnusableStore: it is not.
        """
        try:
            with self._reading() as db:
                found: str = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        except DiskFailure as error:
            found = str(error.__cause__)
        if found != "ok":
            remedy = f"move {self._path}* away and start again; 'pawnlight export' may still read games out of it"
            raise UnusableStore(f"the file of the games is damaged ({' '.join(found.split())}): {remedy}")

    def hear_date(self, since_1970_s: float) -> None:
        """Take in the time of a phone (seconds since 1970, UTC): while this machine does not know the date, games are
        dated by it. The retention of deleted games does not depend on it."""
        self._dates.hear(since_1970_s)

    def today(self) -> str:
        """Return the date (UTC) as ISO 8601; empty while neither this machine nor a phone knows it."""
        return self._dates.now()[:10]

    def close(self) -> None:
        """Close the file."""
        self._kept_open.close()

    def _connect(self) -> sqlite3.Connection:
        if identity(self._path) != self._identity:
            raise FileReplaced(f"{self._path} is not the file any more that was opened")
        return connect(self._path)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with in_words(), closing(self._connect()) as db:
            db.row_factory = sqlite3.Row
            db.execute("BEGIN")  # one consistent moment: else a game that looks finished could have secrets added to it
            yield db

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While nobody else changes anything, neither in this process nor in another one."""
        with self._turns, ExitStack() as ours:
            try:
                ours.enter_context(alone(self._path.parent))
            except OSError as error:
                raise FileReplaced(f"{self._path.parent} cannot be opened ({error.strerror})") from error
            yield

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        with in_words(), self._alone(), closing(self._connect()) as db:
            db.execute("BEGIN IMMEDIATE")
            yield db
            self._commit(db)

    def _commit(self, db: sqlite3.Connection) -> None:
        """Commit a change to disk. Takes as long as the disk does."""
        db.execute("COMMIT")
