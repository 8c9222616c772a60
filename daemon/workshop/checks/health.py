"""The health of the computer under the board: versions, temperature, supply. Facts that are unknown here say so."""

import importlib.metadata
import logging
import platform
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from daemon.boards.factory import light_hindrances, needs_of
from daemon.config.schema import Config
from engine.core.messages import Message, message
from hardware.driver_info import Need
from hardware.drivers.registry import REEDS, RINGS
from hardware.platform import MODEL, hindrance

log = logging.getLogger(__name__)

Fact = tuple[Message, Message]
"""A label and its value."""

THERMAL: Final = "sys/class/thermal/thermal_zone0/temp"
THROTTLED: Final = "sys/devices/platform/soc*/soc*:firmware/get_throttled"
"""The address behind `soc` differs by the model."""
LIBRARIES: Final = tuple(dict.fromkeys(
    [name for driver in (*REEDS.values(), *RINGS.values()) for name in driver.libraries] + ["pyserial"]
))
HOT_C: Final = 80
"""The temperature from which a Raspberry Pi slows itself down."""

# The flags that the firmware of a Raspberry Pi reports by `vcgencmd get_throttled`, see its documentation.
_LOW_NOW, _LOW_EVER = 1 << 0, 1 << 16
_SLOW_NOW, _SLOW_EVER = 1 << 1 | 1 << 2 | 1 << 3, 1 << 17 | 1 << 18 | 1 << 19

MISSING: Final = message("not available here")


def facts(
    root: Path = Path("/"), needed: Iterable[Need] = (), hindrances: Iterable[Message] = ()
) -> tuple[Fact, ...]:
    """Return everything about the computer, in a fixed order. ``needed``: by the drivers of its board; ``hindrances``:
    the drivers' reasons why the lights cannot be lit."""
    return (
        (message("Pawnlight"), _plain(importlib.metadata.version("pawnlight"))),
        (message("Python"), _plain(platform.python_version())),
        (message("System"), _plain(platform.platform())),
        (message("Computer"), model(root)),
        (message("Libraries"), libraries()),
        (message("Temperature"), temperature(root)),
        (message("Supply"), supply(throttled(root))),
        *((_plain(need.path), _state(need, root)) for need in needed),
        *((message("For the lights"), _hindered(reason)) for reason in hindrances),
    )


def board_facts(config: Config, root: Path = Path("/")) -> tuple[Fact, ...]:
    """Return everything about the computer, including what the board of the configuration needs."""
    return facts(root, needs_of(config), light_hindrances(config))


def _plain(text: str) -> Message:
    return message("{text}", text=text)


def model(root: Path = Path("/")) -> Message:
    """Return the model of this computer, by its device tree."""
    try:
        return _plain((root / MODEL).read_text(errors="replace").rstrip("\0\n"))
    except OSError:
        return MISSING


def libraries() -> Message:
    """Return the versions of the installed libraries of real boards."""
    found = [f"{name} {version}" for name in LIBRARIES if (version := _version(name))]
    return _plain(", ".join(found)) if found else message("none of those that real boards need")


def _version(name: str) -> str:
    """Return the version of a library; empty: it is not installed."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def temperature(root: Path = Path("/")) -> Message:
    """Return the temperature of the processor."""
    try:
        celsius = int((root / THERMAL).read_text()) / 1000
    except (OSError, ValueError):
        return MISSING
    return _warmth(celsius)


def _warmth(celsius: float) -> Message:
    if celsius >= HOT_C:
        return message("{celsius} °C: too hot, the computer slows down. Give it air.", celsius=f"{celsius:.0f}")
    return message("{celsius} °C", celsius=f"{celsius:.0f}")


def throttled(root: Path = Path("/"), ask: Callable[[], str] | None = None) -> int | None:
    """Return the flags of a Raspberry Pi about its supply; ``None``: they are not available here.

    :param ask: asks the firmware if the kernel does not tell; for tests.
    """
    sources = [*(file.read_text for file in root.glob(THROTTLED)), ask or _vcgencmd]
    for tell in sources:
        try:
            return int(tell().rpartition("=")[2], 16)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            log.debug("the supply is not told: %s", error)
    return None


def _vcgencmd() -> str:
    return subprocess.run(
        ["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=2, check=True
    ).stdout


def supply(flags: int | None) -> Message:
    """Describe the flags."""
    if flags is None:
        return MISSING
    if flags & _LOW_NOW:
        return message("The voltage is too low at this moment: use a stronger supply or a shorter cable.")
    if flags & _LOW_EVER:
        return message("The voltage has been too low since the computer was started: use a stronger supply.")
    if flags & (_SLOW_NOW | _SLOW_EVER):
        return message("The voltage is fine. The computer has slowed down because of heat.")
    return message("The voltage is fine.")


def _state(need: Need, root: Path) -> Message:
    """Describe whether a device file that a driver opens exists, and may be opened."""
    reason = hindrance(need, root)
    return message("is there") if reason is None else _hindered(reason)


def _hindered(reason: Message) -> Message:
    return message("{reason}.", reason=reason)


_TROUBLES: Final = frozenset(
    trouble.key for trouble in (_warmth(HOT_C), supply(_LOW_NOW), supply(_LOW_EVER), _hindered(MISSING))
)


def is_trouble(value: Message) -> bool:
    """True if the value of a fact calls for action."""
    return value.key in _TROUBLES
