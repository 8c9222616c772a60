"""The owner's PIN, and how often one may guess."""

import hmac
import threading
import time
from collections.abc import Callable

from engine.messages import message
from table.refused import Refused

TRIES = 5
WITHIN_S = 60.0


class PinCheck:
    """Compares, at most :data:`TRIES` times within :data:`WITHIN_S`. May be used from any thread."""

    def __init__(self, pin: Callable[[], str], clock: Callable[[], float] = time.monotonic) -> None:
        """:param pin: asked for the PIN each time; empty: there is none, and nothing is right."""
        self._pin = pin
        self._clock = clock
        self._lock = threading.Lock()
        self._tries: list[float] = []

    def check(self, given: str) -> bool:
        """Whether this is the PIN.

        :raises Refused: too many tries (status 429).
        """
        now_s = self._clock()
        with self._lock:
            self._tries = [at_s for at_s in self._tries if now_s - at_s < WITHIN_S]
            if len(self._tries) >= TRIES:
                raise Refused(message("That was too often. Wait a minute, then try again."), 429)
            self._tries.append(now_s)
        pin = self._pin()
        return bool(pin) and hmac.compare_digest(pin.encode(), given.encode())
