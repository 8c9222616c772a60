"""The event streams that are open, and how many of them a phone and an address may have. Each keeps a thread."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Final

from engine.core.messages import message
from table.messages.refusal import Refused
from webpanel.ports.table_port import Subscription

STREAMS_PER_ADDRESS: Final = 24
"""Several phones may share an address behind a router."""
STREAMS_PER_PHONE: Final = 4
"""Pages of one browser that show the table at once."""


class OpenStreams:
    """Keeps account of event streams. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[Subscription, tuple[str, str]] = {}

    def open(self, phone: str, address: str, subscribe: Callable[[], Subscription]) -> Subscription:
        """What ``subscribe`` returns, if this phone and this address may have one more. Give it back by :meth:`end`.

        If it refuses because there are too many, an address that has more loses one.

        :raises Refused: they have too many (status 429), or ``subscribe`` refuses.
        """
        with self._lock:
            phones, addresses = zip(*self._open.values(), strict=True) if self._open else ((), ())
            if phones.count(phone) >= STREAMS_PER_PHONE or addresses.count(address) >= STREAMS_PER_ADDRESS:
                raise Refused(message("The table is open on too many pages of this phone. Close one of them."), 429)
            try:
                subscription = subscribe()
            except Refused:
                self._make_room(address)
                subscription = subscribe()
            self._open[subscription] = phone, address
            return subscription

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._open)

    def _make_room(self, address: str) -> None:
        """End the oldest stream of the address that has most, unless this one would have as many then."""
        per_address = Counter(where for _, where in self._open.values())
        for most, count in per_address.most_common(1):
            if count > per_address[address] + 1:
                oldest = next(stream for stream, (_, where) in self._open.items() if where == most)
                del self._open[oldest]
                oldest.close()

    def end(self, subscription: Subscription) -> None:
        """End a stream; may be called more than once."""
        subscription.close()
        with self._lock:
            self._open.pop(subscription, None)

    def has(self, phone: str) -> bool:
        """Whether a phone looks on."""
        with self._lock:
            return any(whose == phone for whose, _ in self._open.values())

    def end_of(self, phone: str) -> None:
        """End all streams of a phone."""
        with self._lock:
            streams = [stream for stream, (whose, _) in self._open.items() if whose == phone]
        for stream in streams:
            stream.close()

    def close(self) -> None:
        """End all streams."""
        with self._lock:
            streams = tuple(self._open)
        for stream in streams:
            stream.close()
