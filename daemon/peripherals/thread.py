"""The thread for the parts of a board beside its squares: buttons and a piezo. It opens them as soon as they can be,
plays tunes, and runs tasks that may take time."""

import logging
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from daemon.base.thread import Worker
from daemon.peripherals.shutdown import Rest
from daemon.peripherals.sounds import Tune
from engine.core.messages import Message, message
from hardware.drivers.buttons import Button
from hardware.drivers.buzzer import Buzzer
from hardware.errors import PartUnusable

log = logging.getLogger(__name__)

RETRY_S: Final = 2.0
"""The pause before a part that could not be opened is tried again."""

Part = Button | Buzzer
Task = Callable[[Rest], None]


@dataclass(frozen=True, slots=True)
class ButtonWiring:
    """A button: GPIO number, the effect of a press (which must only enqueue), and the time it has to be held (0:
    none). ``held``: the effect of holding it, if a short press has another one."""

    pin: int
    pressed: Callable[[], None]
    hold_s: float = 0.0
    held: Callable[[], None] | None = None


class PeripheralThread(Worker):
    """A thread for buttons, piezos, and tasks one after the other. :meth:`do` and :meth:`play` may be called from any
    thread."""

    def __init__(
        self, buttons: Iterable[ButtonWiring], piezos: Iterable[int], warn: Callable[[Message | None], None]
    ) -> None:
        """:param warn: called with the problem of a part, and with ``None`` once all can be used."""
        super().__init__("peripherals")
        self._missing: list[Callable[[], Part]] = [
            *(partial(Button, wire.pin, wire.pressed, wire.hold_s, held=wire.held) for wire in buttons),
            *(partial(Buzzer, pin) for pin in piezos),
        ]
        self._parts: list[Part] = []
        self._warn = warn
        self._warned: Message | None = None
        self._tasks: deque[Task] = deque()

    def start(self) -> None:
        """Open what can be opened, and start the thread."""
        self._open()
        super().start()

    def do(self, task: Task) -> None:
        """Run a task that may take time. Returns at once."""
        with self._changed:
            self._tasks.append(task)
            self._changed.notify_all()

    def play(self, tune: Tune) -> None:
        """Play a tune, where there is a piezo. Returns at once."""
        self.do(partial(self._play, tune))

    # --- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping:
            if (task := self._next()) is not None:
                self._try(task)
            elif not self._stopping:
                self._open()
        for part in self._parts:
            part.close()

    def _next(self) -> Task | None:
        """Wait for the oldest task; ``None`` when it is time to try missing parts again, or to end."""
        with self._changed:
            self._changed.wait_for(lambda: self._tasks or self._stopping, RETRY_S if self._missing else None)
            return self._tasks.popleft() if self._tasks else None

    def _try(self, task: Task) -> None:
        try:
            task(self._rest)
        except Exception:  # the buttons must keep working
            log.exception("a task beside the board failed")

    def _open(self) -> None:
        missing, self._missing = self._missing, []
        reasons = [reason for opener in missing if (reason := self._try_to_open(opener)) is not None]
        reason = reasons[0] if reasons else None
        if reason != self._warned:
            self._tell(reason)

    def _try_to_open(self, opener: Callable[[], Part]) -> Message | None:
        try:
            self._parts.append(opener())
        except PartUnusable as error:
            self._missing.append(opener)
            return error.reason
        return None

    def _tell(self, reason: Message | None) -> None:
        self._warned = reason
        if reason is None:
            log.warning("all buttons can be used")
            self._warn(None)
            return
        log.warning("a button or the piezo cannot be used: %s", reason)
        self._warn(message(
            "A button or the piezo of the board cannot be used: {reason}. It is tried again and again; phones can do "
            "all that buttons do.",
            reason=reason,
        ))

    def _play(self, tune: Tune, rest: Rest) -> None:
        piezos = [part for part in self._parts if isinstance(part, Buzzer)]
        for hertz, duration_s in (*tune, (None, 0.0)):
            for piezo in piezos:
                piezo.sound(hertz)
            rest(duration_s if piezos else 0.0)
