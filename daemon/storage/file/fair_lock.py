"""A fair lock for changes of the store."""

import threading
from collections import deque


class Turns:
    """A lock that is given in the order in which it was asked for. Use it as a context.

    With a plain lock, or SQLite's own, the writer that puts entry after entry on a slow disk would keep a phone that
    takes a seat waiting until the last of them is there, or for ever.
    """

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        """The first event belongs to the thread whose turn it is."""

    def __enter__(self) -> None:
        turn = threading.Event()
        with self._changing:
            self._waiting.append(turn)
            if len(self._waiting) == 1:
                turn.set()
        turn.wait()

    def __exit__(self, *exception: object) -> None:
        with self._changing:
            self._waiting.popleft()
            if self._waiting:
                self._waiting[0].set()
