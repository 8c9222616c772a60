"""A piezo without electronics of its own, from a GPIO pin to ground: a tone is a pin that toggles."""

from typing import Any, Final

from engine.core.messages import message
from hardware.drivers.gpio_pins import claiming, gpiozero, using

MIDDLE: Final = "A6"
"""1760 Hz. Small piezos are loud within an octave of this."""
LOWEST_HZ, HIGHEST_HZ = 880.0, 3520.0


class Buzzer:
    """One piezo.

    :param pin: its GPIO number (BCM).
    :param pin_factory: a gpiozero pin factory; ``None``: gpiozero chooses.
    :raises BadWiring: the pin is not usable.
    :raises MissingLibrary: gpiozero is not installed.
    """

    def __init__(self, pin: int, pin_factory: Any = None) -> None:
        self._pin = pin
        with claiming((pin,)):
            self._buzzer = gpiozero().TonalBuzzer(pin, mid_tone=MIDDLE, octaves=1, pin_factory=pin_factory)

    def sound(self, hertz: float | None) -> None:
        """Sound a tone until the next call; ``None``: be silent.

        :param hertz: from :data:`LOWEST_HZ` to :data:`HIGHEST_HZ`.
        :raises BoardLost: the pin does not answer.
        """
        with using(message("GPIO {pin}", pin=self._pin)):
            self._buzzer.play(hertz)

    def close(self) -> None:
        """Fall silent and let go of the pin; may be called twice."""
        self._buzzer.close()
