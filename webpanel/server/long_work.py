"""Work that keeps the interpreter busy for long, such as replays of long games: one at a time, for all phones."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

from engine.core.messages import Message, message
from table.messages.refusal import Refused

LONG: Final = 1000
"""The number of actions from which a replay counts as long work."""
PATIENCE_S: Final = 10.0
"""The time that a request waits for its turn, in seconds."""

BUSY: Final = message("Other long games are being replayed. Wait a moment, then try again.")


class LongWork:
    """A queue for long work. With every one that runs at the same time, a tap would wait longer for the interpreter."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def replaying(self, actions: int) -> AbstractContextManager[None]:
        """Wait for a turn to replay a game with so many actions; a short one need not wait.

        :raises Refused: as :meth:`turn` does.
        """
        return self.turn(BUSY) if actions >= LONG else nullcontext()

    def one_by_one(self, parts: Iterator[str]) -> Iterator[str]:
        """Make the parts of a long answer, each in a turn of its own: others have theirs in between."""
        while True:
            with self._lock:
                part = next(parts, None)
            if part is None:
                return
            yield part

    @contextmanager
    def turn(self, busy: Message) -> Iterator[None]:
        """Wait for a turn, and keep it in the body. ``busy``: the sentence for those who have waited for too long.

        :raises Refused: others have wanted theirs for too long (status 503).
        """
        if not self._lock.acquire(timeout=PATIENCE_S):
            raise Refused(busy, 503)
        try:
            yield
        finally:
            self._lock.release()
