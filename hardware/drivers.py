"""Which drivers there are, by the names that the builder's configuration uses. Nothing is detected or guessed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from hardware.errors import UnknownDriver
from hardware.ports import Reeds, Rings
from hardware.reeds_gpio import MatrixReeds
from hardware.reeds_mcp23017 import ADDRESSES, ExpanderReeds
from hardware.rings_neopixel import NeoPixelRings


@dataclass(frozen=True, slots=True)
class Wiring:
    """What a builder decided about the wires; each driver takes what concerns it.

    ``rows``, ``columns``: GPIO numbers of a matrix. ``addresses``: I2C addresses of expanders. ``pixels``: how many the
    chain has. ``ring_pin``, ``order``: see :class:`NeoPixelRings`. ``group_reads``: see :class:`MatrixReeds`.
    """

    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    group_reads: bool = False
    addresses: tuple[int, ...] = ADDRESSES
    pixels: int = 768
    ring_pin: str = "GPIO10"
    order: str = "GRB"


REEDS: Final[Mapping[str, Callable[[Wiring], Reeds]]] = {
    "gpio": lambda wiring: MatrixReeds(wiring.rows, wiring.columns, wiring.group_reads),
    "mcp23017": lambda wiring: ExpanderReeds(wiring.addresses),
}
RINGS: Final[Mapping[str, Callable[[Wiring], Rings]]] = {
    "neopixel": lambda wiring: NeoPixelRings(wiring.pixels, wiring.ring_pin, wiring.order),
}

T = TypeVar("T")


def open_reeds(name: str, wiring: Wiring) -> Reeds:
    """The reeds driver of that name, ready to read.

    :raises UnknownDriver: there is none.
    :raises HardwareError: what the driver raises.
    """
    return _named(REEDS, name)(wiring)


def open_rings(name: str, wiring: Wiring) -> Rings:
    """The rings driver of that name, ready to show.

    :raises UnknownDriver: there is none.
    :raises HardwareError: what the driver raises.
    """
    return _named(RINGS, name)(wiring)


def _named(drivers: Mapping[str, T], name: str) -> T:
    if name not in drivers:
        raise UnknownDriver(f"there is no driver {name!r}: choose one of {', '.join(sorted(drivers))}")
    return drivers[name]
