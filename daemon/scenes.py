"""What phones may see of the table, made once per change for all that see the same."""

import logging
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from engine.messages import Message, message
from engine.pieces import Seat
from table.scene import scene
from table.state import Table
from table.words.scene import Scene
from webpanel.changes import Changes

log = logging.getLogger(__name__)

FIRST_NUMBERS = 2**40
"""Where the numbers of scenes begin is drawn below this; JavaScript counts exactly up to 2**53."""

UNSEEN = message("The table goes on, but cannot be shown at the moment. The log under Settings, Hardware says why.")


PARTS: Final = ("switches", "lights")
"""Of a board. If several are in trouble, the first is told of: without switches play has to wait."""


@dataclass(slots=True)
class _Snapshot:
    """The table after one change, and the scenes already made of it."""

    table: Table
    number: int
    trouble: Message | None
    made: dict[frozenset[Seat], Scene] = field(default_factory=dict)
    making: threading.Lock = field(default_factory=threading.Lock)


class Scenes:
    """The newest table as scenes. All methods may be called from any thread."""

    def __init__(
        self, changes: Changes, clock: Callable[[], float] = time.monotonic, notice: Message | None = None
    ) -> None:
        """:param changes: everybody who wants to be told. :param notice: is said while nothing worse is to be said."""
        self._changes = changes
        self._clock = clock
        self._lock = threading.Lock()
        self._warnings: dict[str, Message | None] = {}
        self._notice = notice
        # Each start counts from somewhere else, so that no tap on a scene from before passes for one on a new scene.
        self._newest = _Snapshot(Table(), secrets.randbelow(FIRST_NUMBERS), None)

    @property
    def number(self) -> int:
        """The number of the newest scene."""
        return self._newest.number

    def publish(self, table: Table, trouble: Message | None) -> None:
        """There is a new table; ``trouble``: what went wrong beside it."""
        with self._lock:
            self._newest = _Snapshot(table, self._newest.number + 1, trouble)
        self._changes.publish()

    def warn(self, part: str, warning: Message | None) -> None:
        """Something is wrong with this part of the board (see :data:`PARTS`); ``None``: no longer."""
        with self._lock:
            self._warnings = {**self._warnings, part: warning}
        self.republish()

    def in_trouble(self, part: str) -> bool:
        """Whether something is wrong with this part of the board at the moment."""
        return self._warnings.get(part) is not None

    def republish(self) -> None:
        """Something beside the table changed: what stands on the screen board, say."""
        with self._lock:
            self._newest = _Snapshot(self._newest.table, self._newest.number + 1, self._newest.trouble)
        self._changes.publish()

    def scene(self, seats: frozenset[Seat]) -> Scene:
        """The newest scene, as a phone that holds these seats may see it."""
        newest = self._newest
        with newest.making:
            if seats not in newest.made:
                newest.made[seats] = self._make(newest, seats)
            return newest.made[seats]

    def _make(self, newest: _Snapshot, seats: frozenset[Seat]) -> Scene:
        try:
            made = scene(newest.table, seats, newest.number, self._clock())
        except Exception:
            log.exception("the table cannot be shown")
            return Scene(newest.number, "empty", UNSEEN, trouble=UNSEEN)
        return replace(made, trouble=made.trouble or newest.trouble or self._warning() or self._notice)

    def _warning(self) -> Message | None:
        warnings = self._warnings
        return next((warning for part in PARTS if (warning := warnings.get(part))), None)
