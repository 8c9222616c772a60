"""A push button of a board, from a GPIO pin to ground."""

from collections.abc import Callable
from typing import Any, Final

from hardware.drivers.gpio_pins import claiming, gpiozero

BOUNCE_S: Final = 0.05
"""The time that a button must rest before its press counts."""


class Button:
    """One button.

    :param pin: its GPIO number (BCM).
    :param pressed: called once for every press, from a thread of gpiozero: it must only enqueue.
    :param hold_s: how long it has to be held for that; 0: a press counts at once.
    :param pin_factory: a gpiozero pin factory; ``None``: gpiozero chooses.
    :raises BadWiring: the pin is not usable.
    :raises MissingLibrary: gpiozero is not installed.
    """

    def __init__(self, pin: int, pressed: Callable[[], None], hold_s: float = 0.0, pin_factory: Any = None) -> None:
        gpio = gpiozero()
        with claiming((pin,)):
            self._button = gpio.Button(pin, bounce_time=BOUNCE_S, hold_time=hold_s or 1, pin_factory=pin_factory)
        if hold_s:
            self._button.when_held = pressed
        else:
            self._button.when_pressed = pressed

    def close(self) -> None:
        """Let go of the pin; may be called twice."""
        self._button.close()
