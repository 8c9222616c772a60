"""What the program tells systemd when that runs it: that it is up, that it is alive, that it ends. See sd_notify(3).

Started any other way it tells nothing: then the environment names no socket.
"""

import logging
import math
import os
import socket
import time
from collections.abc import Callable, Mapping

log = logging.getLogger(__name__)

BEATS_PER_WATCH = 3
"""So often is a sign of life given within the time after which systemd takes the program for dead."""


class ServiceManager:
    """The service manager that started this process, if one did. All methods may be called from any thread.

    None of them waits or raises: a manager that does not listen is a line in the log.
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
        """The program is up. ``status``: one line for people, shown by ``systemctl status``."""
        self._tell("READY=1", f"STATUS={' '.join(status.split())}")

    def alive(self) -> float:
        """A sign of life, given if one is due. To be called by what must not hang.

        Returns in how many seconds to call again at the latest; infinity if nobody watches.
        """
        now_s = self._clock()
        if now_s >= self._next_beat_s and self._beat_s < math.inf:
            self._next_beat_s = now_s + self._beat_s
            self._tell("WATCHDOG=1")
        return self._beat_s if self._beat_s == math.inf else self._next_beat_s - now_s

    def stopping(self) -> None:
        """The program begins to end."""
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
    """The socket's address; ``@`` stands for the zero byte that begins an abstract one."""
    return f"\0{named[1:]}" if named.startswith("@") else named


def _watch_s(environment: Mapping[str, str]) -> float:
    """After how long without a sign of life this process is taken for dead; infinity: never."""
    watched = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    given = environment.get("WATCHDOG_USEC", "")
    return int(given) / 1_000_000 if watched and given.isdecimal() and int(given) else math.inf
