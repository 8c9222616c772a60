"""Facts about the board and its computer, for the hardware and about pages."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.messages import Message


@dataclass(frozen=True, slots=True)
class Device:
    """Facts for the hardware and about pages."""

    board: str
    """The driver's name, ``simulated`` …"""
    files: int
    ranks: int
    addresses: tuple[str, ...]
    """The URLs under which phones may reach the panel, the most likely first."""
    names: tuple[str, ...]
    """The host names of this machine, besides: in lower case, without a dot at the end."""
    version: str
    pixels: int
    """The pixels in each ring, by the configuration."""
    amperes: float
    """The most current that the lights may draw (``supply_a`` of the configuration)."""
    estimate_a: float
    """The current that the last frame draws by estimate."""
    log: tuple[str, ...]
    """The latest lines of the log."""


@dataclass(frozen=True, slots=True)
class SquareWiring:
    """The wiring of a square: the number of its switch, and that of the first pixel of its ring, both from 0 on;
    ``None``: there is none."""

    square: str
    switch: int | None
    pixel: int | None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the board, or of the computer under it.

    ``state``: half a sentence that is true whether or not something is wrong; ``None``: nothing to say. ``trouble``:
    the problem and its remedy; ``None``: no problem is known. ``port``: of a tile that can be given this program's
    firmware; empty: there is none. ``wires``: the wiring of the squares, rank by rank, the last one first.
    """

    name: Message
    state: Message | None
    trouble: Message | None = None
    port: str = ""
    wires: Sequence[Sequence[SquareWiring]] = ()
