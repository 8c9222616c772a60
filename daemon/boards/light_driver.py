"""The thread that lights the rings. It works on the newest picture; a picture that is replaced before it was sent is
skipped."""

import logging
import time
from collections.abc import Callable

from daemon.base.thread import Worker
from daemon.boards.board import BoardPicture, Lighting
from engine.core.messages import Message, message
from hardware.errors import BoardLost

log = logging.getLogger(__name__)

LOST_S = 0.5
"""The time after a failure until the rings are tried again."""


class LightDriver(Worker):
    """A thread that shows one picture at a time, with its motions."""

    def __init__(
        self, supply_a: float, lights_lost: Callable[[Message | None], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """:param lights_lost: called with the reason why the lights do not answer, and with ``None`` once they do."""
        super().__init__("lamps")
        self._supply_a = supply_a
        self._lights_lost = lights_lost
        self._clock = clock
        self._picture: BoardPicture | None = None
        self._lit: BoardPicture | None = None
        self._estimate_a = 0.0
        self._lost = False

    @property
    def estimate_a(self) -> float:
        """The current that the last frame draws by estimate, in amperes."""
        return self._estimate_a

    def show(self, picture: BoardPicture) -> None:
        """Show this picture from now on. Returns at once."""
        with self._changed:
            self._picture = picture
            self._changed.notify_all()

    def wait_lit(self, timeout_s: float) -> bool:
        """Wait until the newest picture was sent, if there is any; ``False`` if that takes longer."""
        with self._changed:
            return self._changed.wait_for(lambda: self._lit is self._picture, timeout_s)

    # --- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        shown: BoardPicture | None = None
        wake_s: float | None = None
        while (picture := self._next(shown, wake_s)) is not None:
            if shown is not None and shown.surface.lighting is not picture.surface.lighting:
                self._darken(shown.surface.lighting)
            shown, wake_s = picture, self._try_to_light(picture)
            with self._changed:
                self._lit = picture
                self._changed.notify_all()
        if shown is not None:
            self._darken(shown.surface.lighting)

    def _next(self, shown: BoardPicture | None, wake_s: float | None) -> BoardPicture | None:
        """Wait for the picture to work on, once it is new or due to move; ``None`` at the end."""
        timeout_s = None if wake_s is None else max(0.0, wake_s - self._clock())
        with self._changed:
            self._changed.wait_for(lambda: self._picture is not shown or self._stopping, timeout_s)
            return None if self._stopping else self._picture

    def _try_to_light(self, picture: BoardPicture) -> float | None:
        try:
            return self._light(picture)
        except Exception:  # the next picture may work
            log.exception("a frame could not be made")
            return None

    def _light(self, picture: BoardPicture) -> float | None:
        """Show the picture as it is now, and return when it next changes."""
        now_s = self._clock()
        try:
            self._estimate_a, next_s = picture.surface.lighting.light(picture, now_s, self._supply_a)
        except BoardLost as error:
            self._note_lost(error)
            return now_s + LOST_S
        self._note_found()
        return next_s

    def _darken(self, lighting: Lighting) -> None:
        try:
            lighting.darken()
        except BoardLost as error:
            self._note_lost(error)

    def _note_lost(self, error: BoardLost) -> None:
        if not self._lost:
            log.warning("the lights are lost: %s", error)
            self._lights_lost(message(
                "The board cannot be lit: {reason}. The phones show what the lights should. They are tried again and "
                "again.",
                reason=error.reason,
            ))
        self._lost = True

    def _note_found(self) -> None:
        if self._lost:
            log.warning("the lights are back")
            self._lights_lost(None)
        self._lost = False
