"""The date, if this machine knows it. A board without a battery-backed clock starts somewhere in the past."""

import ctypes
from datetime import UTC, datetime

_TIME_ERROR = 5
"""What ``adjtimex`` returns while the kernel's clock is not synchronised (adjtimex(2): TIME_ERROR)."""

_TIMEX_BYTES = 256
"""Room for a ``struct timex`` (208 bytes at most); all zero, it asks without changing anything."""


def clock_is_synchronised() -> bool:
    """Whether the kernel says that something (NTP, as a rule) keeps its clock right; ``False`` if nobody knows."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        state: int = libc.adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    except (OSError, AttributeError):  # not Linux
        return False
    return 0 <= state != _TIME_ERROR


def utc_now() -> str:
    """The time as ISO 8601 in UTC to the second, or empty while the clock is not synchronised."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if clock_is_synchronised() else ""
