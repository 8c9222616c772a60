"""The effects of a board's buttons. A press waits for nothing: gpiozero calls from a thread of its own."""

from collections.abc import Callable, Iterator
from typing import Final

from daemon.config.schema import ButtonsConfig
from daemon.peripherals.thread import ButtonWiring
from daemon.runtime.queue import Orders
from daemon.snapshots.scenes import Snapshot
from engine.core.pieces import Seat
from table.messages.events import EndTurn, Pause, Resume, StandsAsShown, TakeBack

SHOWN_HOLD_S: Final = 2.0
"""The time for which an *end turn* button has to be held to say that the board stands as in the picture."""
POWER_HOLD_S: Final = 3.0
"""The time that the power button has to be held, long enough to exclude accidents."""


class Presses:
    """The presses of buttons. The person sits at the board, in an unknown seat, unless the button is that seat's
    own."""

    def __init__(self, orders: Orders, snapshot: Callable[[], Snapshot], switch_off: Callable[[], None]) -> None:
        self._orders = orders
        self._snapshot = snapshot
        self._switch_off = switch_off

    def wires(self, buttons: ButtonsConfig) -> Iterator[ButtonWiring]:
        """Yield all configured buttons."""
        yield from (self._end_turn(pin, *Seat) for pin in buttons.end_turn)
        for seat in Seat:
            yield from (self._end_turn(pin, seat) for pin in buttons.of_seat(seat))
        yield from (ButtonWiring(pin, self._take_back) for pin in buttons.take_back)
        yield from (ButtonWiring(pin, self._pause) for pin in buttons.pause)
        yield from (ButtonWiring(pin, self._switch_off, POWER_HOLD_S) for pin in buttons.power)

    def _end_turn(self, pin: int, *seats: Seat) -> ButtonWiring:
        end_turn, stands_as_shown = EndTurn(frozenset(seats)), StandsAsShown()
        return ButtonWiring(
            pin, lambda: self._orders.post(end_turn), SHOWN_HOLD_S, lambda: self._orders.post(stands_as_shown)
        )

    def _take_back(self) -> None:
        """Take back an action; all phones that hold seats are asked."""
        held = frozenset(self._snapshot().holders)
        self._orders.post(TakeBack(frozenset(Seat) - held, held))

    def _pause(self) -> None:
        self._orders.post(Resume() if self._snapshot().table.stored.paused else Pause())
