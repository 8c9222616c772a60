"""The wires behind a driver, as a test can handle them.

Every file here that is named like a driver's has a function ``connect(monkeypatch, options, ...)``, which puts a model
of the hardware behind what the driver opens when it has these options, and ``VARIANTS``: options other than the
defaults with which the driver must pass its contract too.
"""

from collections.abc import Callable
from dataclasses import dataclass

Closed = Callable[[], int]
"""Tells which switches are closed, as a bitboard over reed numbers: a simulated board's ``scan``, say."""


def _nothing() -> None: ...


@dataclass
class ReedsLine:
    """The wires of reeds. ``lose``: take the device away, until ``find``. ``close``: after the driver was closed."""

    lose: Callable[[], None]
    find: Callable[[], None]
    close: Callable[[], None] = _nothing


@dataclass
class RingsLine:
    """The wires of rings. ``shown``: the frame shown, as RGB; ``sent``: how many left for the device. The rest is as
    with reeds."""

    shown: Callable[[], bytes]
    sent: Callable[[], int]
    lose: Callable[[], None]
    find: Callable[[], None]
    close: Callable[[], None] = _nothing
