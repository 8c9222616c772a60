"""The date, if this machine or a phone knows it. Boards without a battery-backed clock start somewhere in the past."""

import ctypes
import time
from collections.abc import Callable
from datetime import UTC, datetime

_TIME_ERROR = 5
"""The result of ``adjtimex`` while the kernel's clock is not synchronised (adjtimex(2): TIME_ERROR)."""

_TIMEX_BYTES = 256
"""Room for a ``struct timex`` (208 bytes at most); all zero, it asks without changing anything."""


def clock_is_synchronised() -> bool:
    """True if the kernel reports that its clock is kept synchronised (by NTP, as a rule); ``False`` if that is
    unknown."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        state: int = libc.adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    except (OSError, AttributeError):  # not Linux
        return False
    return 0 <= state != _TIME_ERROR


def utc_now() -> str:
    """Return the time as ISO 8601 in UTC to the second, or empty while the clock is not synchronised."""
    return _written(datetime.now(UTC)) if clock_is_synchronised() else ""


def _written(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class Calendar:
    """The date by this machine's clock, or, while that is not synchronised, by the phone that reported one last. Safe
    to use from any thread.

    A phone's clock may be wrong by years: such a date is only for people to read.
    """

    def __init__(self, own: Callable[[], str] = utc_now, clock: Callable[[], float] = time.monotonic) -> None:
        self._own, self._clock = own, clock
        self._ahead_s: float | None = None

    def hear(self, since_1970_s: float) -> None:
        """Take in the time of a phone: seconds since 1970 (UTC)."""
        self._ahead_s = since_1970_s - self._clock()

    def now(self) -> str:
        """Return the time as :func:`utc_now` writes it; empty while it is unknown."""
        ahead_s, own = self._ahead_s, self._own()
        if own or ahead_s is None:
            return own
        return _written(datetime.fromtimestamp(ahead_s + self._clock(), UTC))
