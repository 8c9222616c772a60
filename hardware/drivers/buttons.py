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
    :param held: called instead, if it is held for ``hold_s``: then a shorter press counts as it is let go.
    :param pin_factory: a gpiozero pin factory; ``None``: gpiozero chooses.
    :raises BadWiring: the pin is not usable.
    :raises MissingLibrary: gpiozero is not installed.
    """

    def __init__(
        self, pin: int, pressed: Callable[[], None], hold_s: float = 0.0, pin_factory: Any = None,
        held: Callable[[], None] | None = None,
    ) -> None:
        self._was_held = False
        gpio = gpiozero()
        with claiming((pin,)):
            self._button = gpio.Button(pin, bounce_time=BOUNCE_S, hold_time=hold_s or 1, pin_factory=pin_factory)
        if held is not None:
            self._tell_apart(pressed, held)
        elif hold_s:
            self._button.when_held = pressed
        else:
            self._button.when_pressed = pressed

    def _tell_apart(self, pressed: Callable[[], None], held: Callable[[], None]) -> None:
        def begins() -> None:
            self._was_held = False

        def is_held() -> None:
            self._was_held = True
            held()

        def ends() -> None:
            if not self._was_held:
                pressed()

        self._button.when_pressed, self._button.when_held, self._button.when_released = begins, is_held, ends

    def close(self) -> None:
        """Let go of the pin; may be called twice."""
        self._button.close()
