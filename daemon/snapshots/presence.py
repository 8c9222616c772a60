"""Which phones are there: those that have the event stream open; and which were heard of lately."""

import itertools
import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from types import TracebackType

from webpanel.ports.change_hub import Change, Changes

FORGET_S = 600.0
"""A phone that has been gone for so long has always been gone."""
SILENCE_S = 120.0
"""After so long without a sign of its phone, a player is not asked whether the game may be put aside."""


class Watching:
    """One phone's event stream. See :class:`webpanel.ports.table_port.Subscription`."""

    def __init__(self, change: Change, gone: Callable[[], None]) -> None:
        self._change = change
        self._gone = gone
        self._open = threading.Lock()
        """Free while it is."""

    def changes(self, heartbeat_s: float) -> Iterator[bool]:
        """See :meth:`webpanel.ports.table_port.Subscription.changes`."""
        return self._change.changes(heartbeat_s)

    def close(self) -> None:
        """End the stream. May be called from any thread, more than once."""
        self._change.close()
        if self._open.acquire(blocking=False):
            self._gone()

    def __enter__(self) -> "Watching":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Moments:
    """When each phone was there last. Whoever was not for long is forgotten, at a cost that does not depend on how many
    there are: those who forget their own name come as somebody new each time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._at_s: dict[str, float] = {}

    def note(self, phone: str) -> None:
        """It is there now."""
        now_s = self._clock()
        self._at_s.pop(phone, None)  # so that the dictionary's first is the one that was there longest ago
        self._at_s[phone] = now_s
        for first in tuple(itertools.islice(self._at_s, 2)):
            if now_s - self._at_s[first] >= FORGET_S:
                del self._at_s[first]

    def last_s(self, phone: str) -> float:
        """When it was; minus infinity if nobody knows."""
        return self._at_s.get(phone, -math.inf)


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
        self._left, self._heard = Moments(clock), Moments(clock)
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
        with self._lock:
            self._streams[phone] -= 1
            if not self._streams[phone]:
                del self._streams[phone]
                self._left.note(phone)

    def heard(self, phone: str) -> None:
        """A phone asked for something, whether it listens or not."""
        with self._lock:
            self._heard.note(phone)

    def gone_since(self, phone: str) -> float | None:
        """When the phone went; ``None``: it is there. What it sends without listening does not count."""
        with self._lock:
            return None if phone in self._streams else self._left.last_s(phone)

    def is_away(self, phone: str) -> bool:
        """Whether nothing was heard of a phone for so long that nobody waits for it; since the start at the most."""
        gone_s = self.gone_since(phone)
        if gone_s is None:
            return False
        with self._lock:
            heard_s = self._heard.last_s(phone)
        return self._clock() - max(gone_s, heard_s, self._began_s) >= SILENCE_S
