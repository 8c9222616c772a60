"""Which phones are there: those that have the event stream open; and which were heard of lately."""

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType

from webpanel.changes import Change, Changes

FORGET_S = 600.0
"""A phone that has been gone for so long has always been gone."""
SILENCE_S = 120.0
"""After so long without a sign of its phone, a player is not asked whether the game may be put aside."""


class Watching:
    """One phone's event stream. See :class:`webpanel.desk.Subscription`."""

    def __init__(self, change: Change, gone: Callable[[], None]) -> None:
        self._change = change
        self._gone = gone
        self._closed = False

    def changes(self, heartbeat_s: float) -> Iterator[bool]:
        """See :meth:`webpanel.desk.Subscription.changes`."""
        return self._change.changes(heartbeat_s)

    def close(self) -> None:
        """End the stream. May be called from any thread, more than once."""
        self._change.close()
        if not self._closed:
            self._closed = True
            self._gone()

    def __enter__(self) -> "Watching":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Presence:
    """Knows since when a phone is gone. All methods may be called from any thread."""

    def __init__(
        self, changes: Changes, met: Callable[[], None] = lambda: None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """:param met: called once, when the first phone opens a stream."""
        self._changes = changes
        self._met = met
        self.anybody = False
        """Whether a phone has ever opened a stream."""
        self._clock = clock
        self._lock = threading.Lock()
        self._streams: Counter[str] = Counter()
        self._left_s: dict[str, float] = {}
        self._heard_s: dict[str, float] = {}
        self._began_s = clock()

    def subscribe(self, phone: str) -> Watching:
        """Open an event stream for a phone.

        :raises Refused: there are too many.
        """
        change = self._changes.subscribe()
        with self._lock:
            self._streams[phone] += 1
            first, self.anybody = not self.anybody, True
        if first:
            self._met()
        return Watching(change, lambda: self._leave(phone))

    def _leave(self, phone: str) -> None:
        now_s = self._clock()
        with self._lock:
            self._streams[phone] -= 1
            if not self._streams[phone]:
                del self._streams[phone]
                self._left_s = {**_lately(self._left_s, now_s), phone: now_s}

    def heard(self, phone: str) -> None:
        """A phone asked for something, whether it listens or not."""
        now_s = self._clock()
        with self._lock:
            self._heard_s = {**_lately(self._heard_s, now_s), phone: now_s}

    def gone_since(self, phone: str) -> float | None:
        """When the phone went; ``None``: it is there. What it sends without listening does not count."""
        with self._lock:
            return None if phone in self._streams else self._left_s.get(phone, -math.inf)

    def is_away(self, phone: str) -> bool:
        """Whether nothing was heard of a phone for so long that nobody waits for it; since the start at the most."""
        gone_s = self.gone_since(phone)
        if gone_s is None:
            return False
        with self._lock:
            heard_s = self._heard_s.get(phone, -math.inf)
        return self._clock() - max(gone_s, heard_s, self._began_s) >= SILENCE_S


def _lately(moments_s: Mapping[str, float], now_s: float) -> dict[str, float]:
    return {phone: at_s for phone, at_s in moments_s.items() if now_s - at_s < FORGET_S}
