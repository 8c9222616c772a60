"""Imports of records: how many at a time, and within an hour."""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from engine.core.messages import message
from table.messages.refusal import Refused
from webpanel.limits.rate_limits import Clock, Tries

IMPORTS: Final = 2
"""The phones that may import at a time: one record is read, one waits for that."""
BUSY: Final = message("Other phones are importing records. Wait a moment, then try again.")
IMPORTS_PER_ADDRESS: Final = (60, 3600.0)
"""The imports stored from an address, and the seconds within which: each takes room on the card for good. A whole
collection comes as a backup."""


class Imports:
    """The records that are being imported. Safe to use from any thread."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._lock = threading.Lock()
        self._phones: set[str] = set()
        self._kept = Tries(IMPORTS_PER_ADDRESS, clock)

    @contextmanager
    def one_of(self, phone: str, address: str | None) -> Iterator[list[str]]:
        """Import a record of a phone in the body, which adds the key of each game that is stored to the list.
        ``address``: they are counted for it; ``None``: not counted.

        :raises Refused: it is at it already, or too many came from there (429), or others are at it (503).
        """
        with self._lock:
            self._check(phone, address)
            self._phones.add(phone)
        try:
            stored: list[str] = []
            yield stored
            with self._lock:
                for _ in stored if address is not None else ():
                    self._kept.count(str(address))
        finally:
            with self._lock:
                self._phones.discard(phone)

    def left(self, address: str | None) -> int | None:
        """Return how many more may be stored from an address now; ``None``: as many as there are."""
        with self._lock:
            return None if address is None else self._kept.left(address)

    def _check(self, phone: str, address: str | None) -> None:
        if phone in self._phones:
            raise Refused(message("This phone is already importing a record. Wait until that is done."), 429)
        if len(self._phones) >= IMPORTS:
            raise Refused(BUSY, 503)
        wait_s = 0.0 if address is None else self._kept.wait_s(address)
        if wait_s > 0:
            told = message(
                "{most} records have come within an hour. Wait {minutes} min for the next one, or let the owner "
                "import it.", most=IMPORTS_PER_ADDRESS[0], minutes=math.ceil(wait_s / 60),
            )
            raise Refused(told, 429)
