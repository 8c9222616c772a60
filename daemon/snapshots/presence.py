"""The presence of phones: those with an open event stream, and those heard of lately."""

import itertools
import math
import threading
import time
from collections import Counter
from collections.abc import Callable

from webpanel.ports.change_hub import Change, Changes

FORGET_S = 600.0
"""The absence after which a phone counts as gone for ever."""
SILENCE_S = 120.0
"""The silence of a phone after which its player is not asked whether the game may be parked."""

LOST_S = 180.0
"""The silence of a phone after which somebody else may play on in its seat."""


class LastSeen:
    """The time at which each phone was there last. Phones not seen for a while are forgotten, in constant time: a
    client that drops its cookie appears as a new phone each time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._at_s: dict[str, float] = {}

    def note(self, phone: str) -> None:
        """Note that the phone is there now."""
        now_s = self._clock()
        self._at_s.pop(phone, None)  # so that the dictionary's first is the one that was there longest ago
        self._at_s[phone] = now_s
        for first in tuple(itertools.islice(self._at_s, 2)):
            if now_s - self._at_s[first] >= FORGET_S:
                del self._at_s[first]

    def last_s(self, phone: str) -> float:
        """Return when the phone was there last; minus infinity if that is unknown."""
        return self._at_s.get(phone, -math.inf)


class Presence:
    """The presence of all phones. All methods may be called from any thread."""

    def __init__(
        self, changes: Changes, met: Callable[[], None] = lambda: None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """:param met: called once, when the first phone opens a stream."""
        self._changes = changes
        self._met = met
        self.anybody = False
        """True if a phone has ever opened a stream."""
        self._clock = clock
        self._lock = threading.Lock()
        self._streams: Counter[str] = Counter()
        self._left, self._heard = LastSeen(clock), LastSeen(clock)
        self._began_s = clock()

    def subscribe(self, phone: str = "") -> Change:
        """Open an event stream for a phone.

        :raises Refused: there are too many.
        """
        with self._lock:
            change = self._changes.subscribe(lambda: self._leave(phone))
            self._streams[phone] += 1
            first, self.anybody = not self.anybody, True
        if first:
            self._met()
        return change

    def _leave(self, phone: str) -> None:
        with self._lock:
            self._streams[phone] -= 1
            if not self._streams[phone]:
                del self._streams[phone]
                self._left.note(phone)

    def heard(self, phone: str) -> None:
        """Note a request of a phone, whether it has a stream or not."""
        with self._lock:
            self._heard.note(phone)

    def gone_since(self, phone: str) -> float | None:
        """Return when the phone left; ``None``: it is there. Requests without a stream do not count."""
        with self._lock:
            return None if phone in self._streams else self._left.last_s(phone)

    def is_away(self, phone: str) -> bool:
        """True if nothing was heard of a phone for so long that nobody waits for it; counted from the start at the
        earliest."""
        return self._is_silent(phone, SILENCE_S)

    def is_lost(self, phone: str) -> bool:
        """True if nothing was heard of a phone for so long that its seat may be taken over."""
        return self._is_silent(phone, LOST_S)

    def _is_silent(self, phone: str, for_s: float) -> bool:
        gone_s = self.gone_since(phone)
        if gone_s is None:
            return False
        with self._lock:
            heard_s = self._heard.last_s(phone)
        return self._clock() - max(gone_s, heard_s, self._began_s) >= for_s
