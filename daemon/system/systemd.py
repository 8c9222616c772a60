"""Notifications to systemd, if it runs the program: ready, alive, stopping. See sd_notify(3).

Started any other way, the program sends none: then the environment names no socket.
"""

import logging
import math
import os
import socket
import time
from collections.abc import Callable, Mapping

log = logging.getLogger(__name__)

BEATS_PER_WATCH = 3
"""The number of notifications within the time after which systemd takes the program for dead."""


class ServiceManager:
    """The service manager that started this process, if one did. All methods may be called from any thread.

    None of them waits or raises: if the manager does not listen, that is logged.
    """

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """:param environment: ``NOTIFY_SOCKET``, ``WATCHDOG_USEC`` and ``WATCHDOG_PID`` as systemd sets them."""
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self._beat_s = _watch_s(environment) / BEATS_PER_WATCH if self._address else math.inf
        self._clock = clock
        self._next_beat_s = -math.inf

    def ready(self, status: str) -> None:
        """Notify that the program is up. ``status``: one line for people, shown by ``systemctl status``."""
        self._tell("READY=1", f"STATUS={' '.join(status.split())}")

    def alive(self) -> float:
        """Notify that the program is alive, if that is due. To be called by what must not hang.

        Return the seconds until the next call at the latest; infinity if there is no watchdog.
        """
        now_s = self._clock()
        if now_s >= self._next_beat_s and self._beat_s < math.inf:
            self._next_beat_s = now_s + self._beat_s
            self._tell("WATCHDOG=1")
        return self._beat_s if self._beat_s == math.inf else self._next_beat_s - now_s

    def stopping(self) -> None:
        """Notify that the program begins to end."""
        self._tell("STOPPING=1", "STATUS=Ending")

    def _tell(self, *lines: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as telling:
                telling.setblocking(False)
                telling.connect(self._address)
                telling.send("\n".join(lines).encode())
        except OSError as error:
            log.warning("the service manager could not be told %s (%s)", lines[0], error)


def _address(named: str) -> str:
    """Return the socket's address; ``@`` stands for the zero byte that begins an abstract one."""
    return f"\0{named[1:]}" if named.startswith("@") else named


def _watch_s(environment: Mapping[str, str]) -> float:
    """Return the watchdog's time-out in seconds; infinity: there is none."""
    watched = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    given = environment.get("WATCHDOG_USEC", "")
    return int(given) / 1_000_000 if watched and given.isdecimal() and int(given) else math.inf
