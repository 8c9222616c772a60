"""The *end turn* buttons of a board: each from a GPIO pin to ground."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from hardware.gpio_pins import check_distinct, claiming, gpiozero

BOUNCE_S: Final = 0.05
"""How long a button must rest before its press counts."""


class Buttons:
    """Push buttons.

    :param pins: GPIO numbers (BCM).
    :param pressed: called with the number of the button (its place in ``pins``) once for every press, from a thread of
        gpiozero: it must only enqueue.
    :param pin_factory: a gpiozero pin factory; ``None``: gpiozero chooses.
    :raises BadWiring: a pin used twice or not usable.
    :raises MissingLibrary: gpiozero is not installed.
    """

    def __init__(self, pins: Sequence[int], pressed: Callable[[int], None], pin_factory: Any = None) -> None:
        check_distinct(pins)
        self._buttons: list[Any] = []
        gpio = gpiozero()
        with claiming(pins):
            try:
                for number, pin in enumerate(pins):
                    self._buttons.append(gpio.Button(pin, bounce_time=BOUNCE_S, pin_factory=pin_factory))
                    self._buttons[-1].when_pressed = _press(pressed, number)
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Let go of the pins; may be called twice."""
        while self._buttons:
            self._buttons.pop().close()


def _press(pressed: Callable[[int], None], number: int) -> Callable[[], None]:
    """A callback without parameters: gpiozero looks at how many a callback takes."""
    return lambda: pressed(number)
