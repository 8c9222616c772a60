"""A fair lock for changes of the store."""

import fcntl
import os
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class FairLock:
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


@contextmanager
def alone(directory: Path) -> Iterator[None]:
    """Change the file of games in a directory while no other process does: a command beside the table, say, which waits
    until this one is done. SQLite's own lock does not last from one transaction to the next.

    :raises OSError: the directory is gone.
    """
    opened = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)
