"""Bringing in records: how many at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from engine.messages import message
from table.refused import Refused

IMPORTS: Final = 2
"""How many records are replayed at a time: that takes seconds of a slow processor, which belongs to the table."""


class Imports:
    """The records that are being brought in. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._phones: set[str] = set()

    @contextmanager
    def one_of(self, phone: str) -> Iterator[None]:
        """While a phone brings a record in.

        :raises Refused: it is at it already (status 429), or others are (status 503).
        """
        with self._lock:
            if phone in self._phones:
                raise Refused(message("This phone is already bringing in a record. Wait until that is done."), 429)
            if len(self._phones) >= IMPORTS:
                raise Refused(message("Other phones are bringing in records. Wait a moment, then try again."), 503)
            self._phones.add(phone)
        try:
            yield
        finally:
            with self._lock:
                self._phones.discard(phone)
