"""A driver's description of itself: its name, its options, the pins it occupies, the devices it needs, how to open it.

The configuration, the wizard and the self-test ask the driver; nobody else knows.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.core.errors import BadText
from engine.core.json_fields import TRUTH, Kind, one_of
from engine.core.json_fields import whole as whole_number
from engine.core.messages import Message
from engine.core.text_rules import checked
from hardware.boot_files import Setting
from hardware.ports import Reeds, Rings

Options = Mapping[str, Any]
"""The values of options by name; those of other drivers may be among them."""

GPIO_PINS: Final = range(0, 28)
"""The GPIO numbers (BCM) on the header of a Raspberry Pi."""
MOST_PINS: Final = 16
_LONGEST: Final = 200
"""The limit for a text, in characters."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the builder has. Lists are tuples.

    ``is_pin``: its values are GPIO numbers.
    """

    name: str
    default: Any
    kind: Kind[Any]
    is_pin: bool = False


def whole(name: str, default: int, low: int, high: int, unit: str = "") -> Option:
    """Declare a whole number from ``low`` to ``high``. ``unit``: what is counted or measured, in words."""
    kind = whole_number(low, high)
    return Option(name, default, Kind(Message(f"{kind.allowed} ({unit})"), kind.good) if unit else kind)


def flag(name: str, default: bool) -> Option:
    """Declare a truth value."""
    return Option(name, default, TRUTH)


def choice(name: str, default: str, choices: tuple[str, ...]) -> Option:
    """Declare a choice of several words."""
    return Option(name, default, one_of(*choices))


def text(name: str, default: str, pattern: str, allowed: str) -> Option:
    """Declare a text of one line that matches a pattern as a whole: an address, a path. ``allowed`` says so in
    words."""

    def good(value: Any) -> bool:
        return type(value) is str and re.fullmatch(pattern, value) is not None and _is_fit(value)

    return Option(name, default, Kind(Message(allowed), good))


def _is_fit(value: str) -> bool:
    try:
        checked(value, "", _LONGEST)
    except BadText:
        return False
    return True


def different(name: str, default: tuple[int, ...], low: int, high: int, allowed: str) -> Option:
    """Declare one or more different whole numbers from ``low`` to ``high``; ``allowed`` says so in words."""

    def good(value: Any) -> bool:
        return isinstance(value, list | tuple) and 0 < len(value) == len(set(map(repr, value))) and all(
            type(each) is int and low <= each <= high for each in value
        )

    return Option(name, default, Kind(Message(allowed), good))


def pin(name: str, default: int) -> Option:
    """Declare a GPIO number."""
    return Option(name, default, Kind(Message("a GPIO number from 0 to 27"), _is_pin), is_pin=True)


def pins(name: str, default: tuple[int, ...]) -> Option:
    """Declare one to sixteen GPIO numbers."""
    allowed = Message(f"a list of 1 to {MOST_PINS} GPIO numbers from 0 to 27")
    return Option(name, default, Kind(allowed, are_pins), is_pin=True)


def _is_pin(value: Any) -> bool:
    return type(value) is int and value in GPIO_PINS


def are_pins(value: Any) -> bool:
    """True if a value is a list of one to sixteen GPIO numbers."""
    return isinstance(value, list | tuple) and 1 <= len(value) <= MOST_PINS and all(map(_is_pin, value))


@dataclass(frozen=True, slots=True)
class Need:
    """A device file that a driver opens. ``path`` may be a pattern; ``remedy``: half a sentence, for when there is
    none; ``group``: the users' group that may open it."""

    path: str
    remedy: Message
    group: str


@dataclass(frozen=True, slots=True)
class Bus:
    """A bus, in words. ``shared``: true if two drivers may be on it: the chips on I2C have addresses, those on SPI take
    whatever passes."""

    words: str
    shared: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    """The description that all drivers give.

    ``name``: in the configuration. Names of ``options`` are unique among all drivers of reeds, and of rings. ``buses``:
    GPIO number → the bus it belongs to, for pins that cannot be wires beside this driver. ``needs``: the device files
    that the self-test checks. ``libraries``: the distributions whose versions it reports. ``boot``: the lines that
    ``config.txt`` must have on a Raspberry Pi of that model.
    """

    name: str
    options: tuple[Option, ...]
    libraries: tuple[str, ...]
    buses: Callable[[Options], Mapping[int, Bus]] = lambda options: {}
    needs: Callable[[Options], tuple[Need, ...]] = lambda options: ()
    boot: Callable[[Options, str], tuple[Setting, ...]] = lambda options, model: ()

    def wires(self, options: Options) -> dict[str, tuple[int, ...]]:
        """Return the GPIO numbers given as options, by the option's name."""
        given = {option.name: options[option.name] for option in self.options if option.is_pin}
        return {name: value if isinstance(value, tuple) else (value,) for name, value in given.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReedsDriver(Driver):
    """A driver of reeds.

    ``count``: the number of reeds it reads; ``counted_by``: the keys that determine it, in words. ``matrix_columns``:
    of a matrix with diodes, which the self-test and the wizard watch for ghosts; 0: every reed has a wire of its own.
    ``chips``: the names by which errors report silent chips. ``open``: opens the device, ready to read; raises
    :class:`hardware.errors.PartUnusable`.
    """

    count: Callable[[Options], int]
    counted_by: str
    open: Callable[[Options], Reeds]
    matrix_columns: Callable[[Options], int] = lambda options: 0
    chips: Callable[[Options], tuple[str, ...]] = lambda options: ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RingsDriver(Driver):
    """A driver of rings. ``open``: opens the device, ready to show so many pixels; raises
    :class:`hardware.errors.PartUnusable`.

    ``hindrances``: all reasons why so many pixels cannot be lit here, each with its remedy. ``transfers``: the bytes
    that the kernel must be able to send at once over SPI for them.
    """

    open: Callable[[Options, int], Rings]
    hindrances: Callable[[Options, int], Iterable[Message]] = lambda options, pixels: ()
    transfers: Callable[[Options, int, str], int] = lambda options, pixels, model: 0


def defaults(drivers: Iterable[Driver]) -> dict[str, Any]:
    """Return the options of all these drivers with their defaults."""
    return {option.name: option.default for driver in drivers for option in driver.options}
