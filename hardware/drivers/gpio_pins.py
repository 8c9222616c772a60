"""Access to the pins of a Raspberry Pi: the common use of gpiozero and lgpio."""

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager
from typing import Any

from engine.core.messages import Message, message
from hardware.errors import BadWiring, BoardLost
from hardware.vendor import vendor


def gpiozero() -> Any:
    """Import gpiozero. It is told to use lgpio, unless the environment says otherwise: left alone, it would try one
    library after the other, down to one that can do little.

    :raises MissingLibrary: it is not installed.
    """
    if os.environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio") == "lgpio":
        lgpio()  # before gpiozero imports it by itself
    return vendor("gpiozero")


def lgpio() -> Any:
    """Import lgpio, for functions that gpiozero lacks.

    Importing it makes a FIFO in the directory ``LG_WD`` (by default the current one; the import fails if it is not
    writable) and leaves the whole process there. This function goes back: paths given to the program may be relative.

    :raises MissingLibrary: it is not installed.
    """
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    with chdir("."):
        return vendor("lgpio")


def check_distinct(pins: Sequence[int]) -> None:
    """:raises BadWiring: two wires share a pin."""
    for pin in pins:
        if pins.count(pin) > 1:
            raise BadWiring(message("GPIO {pin} is used twice: give each wire a pin of its own", pin=pin))


@contextmanager
def claiming(pins: Sequence[int]) -> Iterator[None]:
    """Claim pins in the body: translate the errors of the libraries.

    :raises BadWiring: a pin there is not, in use by something else, or not allowed to this user.
    """
    try:
        yield
    except failures() as error:
        wires = ", ".join(map(str, pins))
        raise BadWiring(message(
            "GPIO {pins} cannot be used ({error}): check the pins, that nothing else uses them, and that this user is "
            "in the group gpio",
            pins=wires, error=str(error),
        )) from error


@contextmanager
def using(what: Message) -> Iterator[None]:
    """Use claimed pins in the body: any failure means that they are gone.

    :raises BoardLost: the pins do not answer.
    """
    try:
        yield
    except failures() as error:
        raise BoardLost(message("{pins} do not answer ({error})", pins=what, error=str(error))) from error


def failures() -> tuple[type[Exception], ...]:
    """Return the exceptions that gpiozero and lgpio raise; those of lgpio only if it has been imported."""
    brought_in = sys.modules.get("lgpio")
    return (gpiozero().GPIOZeroError, OSError, *([brought_in.error] if brought_in is not None else []))
