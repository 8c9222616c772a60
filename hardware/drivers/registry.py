"""The table of all drivers. Nothing is detected or guessed.

How to add one: ``docs/new-driver.md``.
"""

from collections.abc import Mapping
from typing import Final, TypeVar

from hardware.driver_info import Driver
from hardware.drivers import (
    reeds_74hc165,
    reeds_gpio,
    reeds_mcp23017,
    rings_neopixel,
)

D = TypeVar("D", bound=Driver)


def _table(*drivers: D) -> Mapping[str, D]:
    return {driver.name: driver for driver in drivers}


REEDS: Final = _table(
    reeds_gpio.DRIVER,
    reeds_mcp23017.DRIVER,
    reeds_74hc165.DRIVER,
)
RINGS: Final = _table(
    rings_neopixel.DRIVER,
)
