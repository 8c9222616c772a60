"""The thread that scans the board and posts lifted and placed squares to the table."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from daemon.base.thread import Worker
from daemon.boards.board import LONG_REST_S, REST_S, BoardSilent, Sensor, Surface
from engine.core.messages import Message
from table.messages.events import Sensed

log = logging.getLogger(__name__)

BUSY_S = 0.005
"""The interval of scans while something moves, for a board that cannot wait for touches. A scan of 64 switches through
gpiozero takes about as long on a small computer."""
IDLE_S = 0.03
"""The interval of scans while nothing moves."""
LOST_S = 0.5
"""The interval at which a lost board is tried again."""


@dataclass(slots=True)
class _Watch:
    """A board that is watched. ``game_number``: of the game it is for; ``lost``: the reason why it does not answer."""

    sensor: Sensor
    game_number: int
    lost: Message | None = None


class Scanner(Worker):
    """A thread that watches one board at a time."""

    def __init__(
        self,
        post: Callable[[Sensed, int], None],
        debounce_s: Callable[[], float],
        board_lost: Callable[[Message | None], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """:param post: takes a touch, and the number of its game.
        :param board_lost: called with the reason why a board does not answer, and with ``None`` once it does.
        """
        super().__init__("scanner")
        self._post = post
        self._debounce_s = debounce_s
        self._board_lost = board_lost
        self._clock = clock
        self._watch: _Watch | None = None

    def watch(self, surface: Surface, game_number: int) -> None:
        """Watch this board from now on, for this game. Its occupancy is posted as soon as it answers."""
        watch = _Watch(surface.sensor(), game_number)
        with self._changed:
            before, self._watch = self._watch, watch
            self._changed.notify_all()
            if before is not None and before.lost is not None:
                self._board_lost(None)  # the lost board may be another one; if this one is lost, it will be reported
        _wake(before)

    def stop(self, timeout_s: float) -> bool:
        """End the thread. ``False`` if it takes longer."""
        with self._changed:
            self._stopping = True
        _wake(self._watch)
        return super().stop(timeout_s)

    # --- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping:
            with self._changed:
                self._changed.wait_for(lambda: self._watch is not None or self._stopping)
                watch = self._watch
            if watch is not None and not self._stopping:
                self._try_to_scan(watch)
                self._pause(watch)

    def _try_to_scan(self, watch: _Watch) -> None:
        try:
            self._scan(watch)
        except Exception:  # whatever it was: without a scanner the table would be blind
            log.exception("a scan failed")
            self._sleep(watch, LOST_S)

    def _scan(self, watch: _Watch) -> None:
        try:
            touches = watch.sensor.feel(self._clock(), self._debounce_s())
        except BoardSilent as error:
            self._tell(watch, error.reason, f"does not answer: {error}")
            return
        self._tell(watch, None, "answers again")
        for touch in touches:
            self._post(touch, watch.game_number)

    def _tell(self, watch: _Watch, lost: Message | None, news: str) -> None:
        """Report a change once, and only of the board that is being watched: another may be since it was scanned."""
        with self._changed:
            if self._watch is watch and watch.lost != lost:
                log.warning("the board %s", news)
                watch.lost = lost
                self._board_lost(lost)

    def _pause(self, watch: _Watch) -> None:
        if watch.lost is not None:
            self._sleep(watch, LOST_S)
            return
        due_s = watch.sensor.due_s(self._debounce_s())
        if watch.sensor.wait is not None:
            rest_s = REST_S if watch.sensor.wake is None else LONG_REST_S
            watch.sensor.wait(rest_s if due_s is None else max(0.0, due_s - self._clock()))
        else:
            self._sleep(watch, IDLE_S if due_s is None else BUSY_S)

    def _sleep(self, watch: _Watch, duration_s: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._watch is not watch or self._stopping, duration_s)


def _wake(watch: _Watch | None) -> None:
    """End the sleep over a board, if there is one."""
    if watch is not None and watch.sensor.wake is not None:
        watch.sensor.wake()
