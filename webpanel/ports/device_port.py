"""What the hardware and about pages show of the board, and of the computer under it."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.messages import Message


@dataclass(frozen=True, slots=True)
class Device:
    """Facts for the hardware and about pages."""

    board: str
    """Driver name, ``simulated`` …"""
    files: int
    ranks: int
    addresses: tuple[str, ...]
    """URLs under which phones may reach the panel, the most likely first."""
    names: tuple[str, ...]
    """What this machine is called, besides: in lower case, without a dot at the end."""
    version: str
    pixels: int
    """In each ring, by the configuration."""
    amperes: float
    """What the lights may draw at most (``supply_a`` of the configuration)."""
    estimate_a: float
    """What the last frame draws by estimate."""
    log: tuple[str, ...]
    """The latest lines of the log."""


@dataclass(frozen=True, slots=True)
class Wire:
    """What is wired to a square: the number of its switch, and that of the first pixel of its ring, both from 0 on;
    ``None``: there is none."""

    square: str
    switch: int | None
    pixel: int | None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the board, or of the computer under it.

    ``state``: half a sentence that is true whatever is wrong; ``None``: nothing to say. ``trouble``: what is wrong with
    it and what to do; ``None``: nothing that is known of. ``port``: of a tile to which this program's firmware can be
    given; empty: nothing to give. ``wires``: how the squares are wired, rank by rank, the last one first.
    """

    name: Message
    state: Message | None
    trouble: Message | None = None
    port: str = ""
    wires: Sequence[Sequence[Wire]] = ()
