"""Which drivers there are: the one table. Nothing is detected or guessed.

How to add one: ``docs/new-driver.md``.
"""

from collections.abc import Mapping
from typing import Final, TypeVar

from hardware import (
    reeds_74hc165,
    reeds_gpio,
    reeds_mcp23017,
    rings_neopixel,
)
from hardware.driver import Driver, Options, defaults
from hardware.errors import UnknownDriver
from hardware.ports import Reeds, Rings

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


def open_reeds(name: str, options: Options) -> Reeds:
    """The reeds of that driver, ready to read. Options left out have their defaults.

    :raises UnknownDriver: there is none.
    :raises PartUnusable: what the driver raises.
    """
    driver = _named(REEDS, name)
    return driver.open({**defaults([driver]), **options})


def open_rings(name: str, options: Options, pixels: int) -> Rings:
    """The rings of that driver, ready to show so many pixels. Options left out have their defaults.

    :raises UnknownDriver: there is none.
    :raises PartUnusable: what the driver raises.
    """
    driver = _named(RINGS, name)
    return driver.open({**defaults([driver]), **options}, pixels)


def _named(drivers: Mapping[str, D], name: str) -> D:
    if name not in drivers:
        raise UnknownDriver(f"there is no driver {name!r}: choose one of {', '.join(sorted(drivers))}")
    return drivers[name]
