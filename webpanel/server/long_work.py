"""Work that keeps the interpreter busy for long, as replays of long games do: one at a time, whoever wants it."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

from engine.core.messages import Message, message
from table.messages.refusal import Refused

LONG: Final = 1000
"""Actions of a game whose replay takes its time."""
PATIENCE_S: Final = 10.0
"""How long whoever wants some waits until others have theirs."""

BUSY: Final = message("Other long games are being replayed. Wait a moment, then try again.")


class LongWork:
    """Whose turn it is. With each that is under way at the same time, a tap waits longer for the interpreter."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def replaying(self, actions: int) -> AbstractContextManager[None]:
        """While a game with so many actions is replayed; a short one need not wait.

        :raises Refused: as :meth:`turn` does.
        """
        return self.turn(BUSY) if actions >= LONG else nullcontext()

    @contextmanager
    def turn(self, busy: Message) -> Iterator[None]:
        """While it is done. ``busy``: what those are told who have waited for too long.

        :raises Refused: others have wanted theirs for too long (status 503).
        """
        if not self._lock.acquire(timeout=PATIENCE_S):
            raise Refused(busy, 503)
        try:
            yield
        finally:
            self._lock.release()
