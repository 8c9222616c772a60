"""What a driver says about itself: its name, its options, what it occupies and needs, how to open it.

Whoever reads the builder's configuration, wires a board or tests one asks the driver; nobody else knows it.
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
"""Values of options by name; those of other drivers may be among them."""

GPIO_PINS: Final = range(0, 28)
"""The GPIO numbers (BCM) on the header of a Raspberry Pi."""
MOST_PINS: Final = 16
_LONGEST: Final = 200
"""Of a text, in characters."""


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
    """A whole number from ``low`` to ``high``. ``unit``: what is counted or measured, in words."""
    kind = whole_number(low, high)
    return Option(name, default, Kind(Message(f"{kind.allowed} ({unit})"), kind.good) if unit else kind)


def flag(name: str, default: bool) -> Option:
    """True or false."""
    return Option(name, default, TRUTH)


def choice(name: str, default: str, choices: tuple[str, ...]) -> Option:
    """One of several words."""
    return Option(name, default, one_of(*choices))


def text(name: str, default: str, pattern: str, allowed: str) -> Option:
    """A text of one line that a pattern takes as a whole: an address, a path. ``allowed`` says so in words."""

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
    """One or more different whole numbers from ``low`` to ``high``; ``allowed`` says so in words."""

    def good(value: Any) -> bool:
        return isinstance(value, list | tuple) and 0 < len(value) == len(set(map(repr, value))) and all(
            type(each) is int and low <= each <= high for each in value
        )

    return Option(name, default, Kind(Message(allowed), good))


def pin(name: str, default: int) -> Option:
    """A GPIO number."""
    return Option(name, default, Kind(Message("a GPIO number from 0 to 27"), _is_pin), is_pin=True)


def pins(name: str, default: tuple[int, ...]) -> Option:
    """One to sixteen GPIO numbers."""
    allowed = Message(f"a list of 1 to {MOST_PINS} GPIO numbers from 0 to 27")
    return Option(name, default, Kind(allowed, are_pins), is_pin=True)


def _is_pin(value: Any) -> bool:
    return type(value) is int and value in GPIO_PINS


def are_pins(value: Any) -> bool:
    """Whether a value is a list of one to sixteen GPIO numbers."""
    return isinstance(value, list | tuple) and 1 <= len(value) <= MOST_PINS and all(map(_is_pin, value))


@dataclass(frozen=True, slots=True)
class Need:
    """A device file that a driver opens. ``path`` may be a pattern; ``remedy``: half a sentence, if there is none;
    ``group``: whose members may open it."""

    path: str
    remedy: Message
    group: str


@dataclass(frozen=True, slots=True)
class Bus:
    """A bus, in words. ``shared``: whether two drivers may be on it: the chips on I2C have addresses, those on SPI take
    whatever passes."""

    words: str
    shared: bool = False


def _no_bus(options: Options) -> Mapping[int, Bus]:
    return {}


def _no_need(options: Options) -> tuple[Need, ...]:
    return ()


def _no_line(options: Options, model: str) -> tuple[Setting, ...]:
    return ()


def _no_transfers(options: Options, pixels: int, model: str) -> int:
    return 0


def _no_hindrance(options: Options, pixels: int) -> tuple[Message, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    """What all drivers say.

    ``name``: in the configuration. Names of ``options`` are unique among all drivers of reeds, and of rings.
    ``buses``: GPIO number → which bus it belongs to, for pins that can be no wires beside this driver.
    ``needs``: what the self-test looks for. ``libraries``: the distributions whose versions it tells. ``boot``: what
    ``config.txt`` must say on a Raspberry Pi of that model.
    """

    name: str
    options: tuple[Option, ...]
    libraries: tuple[str, ...]
    buses: Callable[[Options], Mapping[int, Bus]] = _no_bus
    needs: Callable[[Options], tuple[Need, ...]] = _no_need
    boot: Callable[[Options, str], tuple[Setting, ...]] = _no_line

    def wires(self, options: Options) -> dict[str, tuple[int, ...]]:
        """The GPIO numbers given as options, by the option's name."""
        given = {option.name: options[option.name] for option in self.options if option.is_pin}
        return {name: value if isinstance(value, tuple) else (value,) for name, value in given.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReedsDriver(Driver):
    """A driver of reeds.

    ``count``: how many reeds it reads; ``counted_by``: the keys that say so, in words. ``matrix_columns``: of a matrix
    with diodes, which the self-test and the wizard watch for ghosts; 0: every reed has a wire of its own. ``chips``: by
    the names that errors use for those that do not answer.
    ``open``: ready to read; raises :class:`hardware.errors.PartUnusable`.
    """

    count: Callable[[Options], int]
    counted_by: str
    open: Callable[[Options], Reeds]
    matrix_columns: Callable[[Options], int] = lambda options: 0
    chips: Callable[[Options], tuple[str, ...]] = lambda options: ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RingsDriver(Driver):
    """A driver of rings. ``open``: ready to show so many pixels; raises :class:`hardware.errors.PartUnusable`.

    ``hindrances``: all that keeps so many from being lit here, each with its remedy. ``transfers``: how many bytes the
    kernel must be able to send at once over SPI for them.
    """

    open: Callable[[Options, int], Rings]
    hindrances: Callable[[Options, int], Iterable[Message]] = _no_hindrance
    transfers: Callable[[Options, int, str], int] = _no_transfers


def defaults(drivers: Iterable[Driver]) -> dict[str, Any]:
    """The options of all these drivers with their defaults."""
    return {option.name: option.default for driver in drivers for option in driver.options}
