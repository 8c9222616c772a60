"""A rate limit for page updates."""

import threading
import time
from collections.abc import Callable


class Pacer:
    """A rate limit for a notification: the first goes out at once, those during the pause that follows go out together
    at its end. May be used from any thread."""

    def __init__(
        self, tell: Callable[[], None], pause_s: Callable[[], float], clock: Callable[[], float] = time.monotonic,
        later: Callable[[float, Callable[[], None]], None] | None = None,
    ) -> None:
        """:param tell: sends the notification; called by the thread in which something happened, or by one of its own.
        :param pause_s: returns the pause after a notification, in seconds.
        """
        self._tell, self._pause_s, self._clock, self._later = tell, pause_s, clock, later or _later
        self._lock = threading.Lock()
        self._next_s = 0.0
        self._due = False

    def happened(self) -> None:
        """Send the notification, now or after the pause."""
        with self._lock:
            wait_s = self._next_s - self._clock()
            if self._due:
                return
            self._due = True
        if wait_s > 0:
            self._later(wait_s, self._now)
        else:
            self._now()

    def _now(self) -> None:
        with self._lock:
            self._due = False  # before the call: what happens from here on needs another notification
            self._next_s = self._clock() + self._pause_s()
        self._tell()


def _later(wait_s: float, work: Callable[[], None]) -> None:
    timer = threading.Timer(wait_s, work)
    timer.name, timer.daemon = "news", True
    timer.start()
