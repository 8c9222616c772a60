"""Shared pages, rendered once for all viewers."""

import threading
import time
from collections.abc import Callable
from typing import Final, Generic, TypeVar

State = TypeVar("State")
Drawn = TypeVar("Drawn")

SHARE: Final = 10
"""The factor by which the pause after a rendering is longer than the rendering: however many boards and viewers there
are, it takes at most a tenth of a processor."""
LONGEST_REST_S: Final = 3.0


class Drawing(Generic[State, Drawn]):
    """A part of a page. May be used from any thread."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, rest: Callable[[float], None] = time.sleep,
        worked: Callable[[], float] = time.thread_time,
    ) -> None:
        self._clock, self._rest, self._worked = clock, rest, worked
        self._lock = threading.Lock()
        self._of: State | None = None
        self.latest: Drawn | None = None
        """The rendering completed last."""
        self._begun = self._done = 0
        """The numbers of the rendering begun last, and of the one completed last."""
        self._next_s = 0.0
        self.pause_s = 0.0
        """The pause before the next rendering, in seconds."""

    def drawn(
        self, state: Callable[[], State], draw: Callable[[], Drawn], enough: Callable[[State], bool] | None = None
    ) -> Drawn:
        """Return the part as it is now. Requests that come too soon after the last rendering wait, and share the next
        one.

        :param state: returns a value that changes whenever the part does; called before ``draw``, so no change is
            missed.
        :param enough: true if a rendering of that state will do; ``None``: only one of the present state.
        """
        begun = self._begun
        with self._lock:
            if self.latest is not None and self._of is not None:
                # A rendering that another request began meanwhile is new enough.
                if self._done > begun or (self._of == state() if enough is None else enough(self._of)):
                    return self.latest
            wait_s = self._next_s - self._clock()
            if wait_s > 0:
                self._rest(wait_s)
            self._begun += 1
            began_s, of = self._worked(), state()
            drawn = draw()
            self.latest, self._of, self._done = drawn, of, self._begun
            self.pause_s = min(LONGEST_REST_S, SHARE * (self._worked() - began_s))
            self._next_s = self._clock() + self.pause_s
            return drawn
