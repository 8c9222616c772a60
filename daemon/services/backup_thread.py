"""The thread that makes a backup each day, and removes games that were deleted long ago."""

import logging
import time
from collections.abc import Callable

from daemon.base.errors import UnusableStore
from daemon.base.thread import Worker
from daemon.services.backups import DAILY, Backups, Failure
from daemon.storage.file.disk_errors import BROKEN
from daemon.system.calendar import utc_now
from engine.core.messages import Message, message

log = logging.getLogger(__name__)

FIRST_S = 300.0
"""The time after the start of the first backup, if one is due: starting is busy enough."""
LOOK_S = 3600.0
DAY_S = 24 * 3600.0


def _failed(error: Exception) -> Message:
    return message(
        "The daily copy of the games could not be made ({error}). Check that its disk is plugged in and has room: "
        "it is tried again every hour.",
        error=str(error),
    )


class BackupThread(Worker):
    """A thread for daily backups. One is due on a day without one; while the date is unknown, once a run and a day."""

    def __init__(
        self, backups: Backups, warn: Callable[[Message | None], None], let_go: Callable[[], object],
        clock: Callable[[], float] = time.monotonic, today: Callable[[], str] = lambda: utc_now()[:10],
    ) -> None:
        """:param warn: called with the reason why the latest backup failed, or with ``None`` if it did not.

        :param let_go: removes deleted games whose time is over; called again and again, but only after a copy was made.
        :param today: the date, ISO 8601, or empty while it is unknown.
        """
        super().__init__("copies")
        self._backups = backups
        self._warn = warn
        self._let_go = let_go
        self._clock = clock
        self._today = today
        self._made_s: float | None = None

    def _run(self) -> None:
        pause_s = FIRST_S
        while not self._rest(pause_s):
            self.look()
            pause_s = LOOK_S

    def look(self) -> None:
        """Make a backup if one is due."""
        try:
            self._backups.forget_secrets()
            if self._is_due():
                log.info("copied everything to %s", self._backups.make(DAILY))
                self._made_s = self._clock()
            self._let_go()
            self._warn(None)
        except (UnusableStore, *Failure) as error:
            log.warning("the daily copy failed: %s", error)
            self._warn(BROKEN if isinstance(error, UnusableStore) else _failed(error))

    def _is_due(self) -> bool:
        if self._made_s is not None and self._clock() - self._made_s < DAY_S / 2:
            return False
        copies = [contents for path, contents in self._backups.listed() if path.name.startswith(DAILY)]
        today = self._today()
        if today and copies and copies[0].made[:10] == today:
            return False
        return bool(today) or self._made_s is None or self._clock() - self._made_s >= DAY_S
