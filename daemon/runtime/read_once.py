"""A single reading of the real board, whatever it is used for otherwise."""

import threading
from collections.abc import Callable

from daemon.boards.board import RealBoard, Sensor, Surface
from daemon.runtime.queue import LeaveBoard, Orders, UseBoard, nothing
from engine.core.messages import Message, message
from engine.core.squares import bits
from table.messages.events import BoardRead, Sensed
from table.messages.refusal import Refused

ANSWER_S = 2.0
"""The time that the switches may take to answer."""
SILENT = message("The switches of the board do not answer. Settings, Hardware says more.")


class _Listening:
    """A sensor that passes another one's touches on, and notes the first whole reading. See
    :class:`daemon.boards.board.Sensor`."""

    def __init__(self, sensor: Sensor, heard: Callable[[int], None]) -> None:
        self.wait, self.wake = sensor.wait, sensor.wake
        self._sensor, self._heard = sensor, heard

    def feel(self, now_s: float, debounce_s: float) -> tuple[Sensed, ...]:
        """See :meth:`daemon.boards.board.Sensor.feel`."""
        touches = self._sensor.feel(now_s, debounce_s)
        for touch in touches:
            if isinstance(touch, BoardRead):
                self._heard(touch.occupancy)
        return touches

    def due_s(self, debounce_s: float) -> float | None:
        """See :meth:`daemon.boards.board.Sensor.due_s`."""
        return self._sensor.due_s(debounce_s)


def read_once(real: RealBoard, orders: Orders) -> tuple[str, ...]:
    """Return the names of the squares that are covered now. A game on the table gets no touches meanwhile.

    :raises Refused: the table refuses it, or the switches do not answer.
    """
    found, heard = list[int](), threading.Event()

    def hear(occupancy: int) -> None:
        found.append(occupancy)
        heard.set()

    cut = real.cut(real.board)
    surface = Surface(cut.board, lambda: _Listening(cut.sensor(), hear), cut.lighting)
    _refuse(orders.ask(UseBoard(surface, nothing, over_game=True)))
    try:
        _refuse(None if heard.wait(ANSWER_S) else SILENT)
    finally:
        orders.post(LeaveBoard(surface))
    return tuple(real.board.name(square) for square in bits(found[0]))


def _refuse(reason: Message | None) -> None:
    if reason is not None:
        raise Refused(reason)
