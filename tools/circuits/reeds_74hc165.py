"""A chain of 74HC165 shift registers with their switches, clocked bit by bit: gpiozero and the driver run over this."""

from typing import Any
from unittest.mock import create_autospec

import pytest
from circuits.lines import Closed, ReedsLine
from circuits.reeds_gpio import LGPIO

from hardware.driver_info import Options
from hardware.vendor import vendor


class ShiftChain:
    """Chips in a row, the first one on the bus; SER of the last one on the bus's data output.

    ``cut``: the wire into SER of this chip is broken, it floats low; ``stuck``: the data input of the bus stays at this
    level. ``load``: the level of SH/LD of all chips.
    """

    def __init__(self, chips: int, closed: Closed) -> None:
        self.chips = chips
        self.cut: int | None = None
        self.stuck: bool | None = None
        self.load = True
        self._closed = closed
        self._stages = [False] * 8 * chips
        """From A of the first chip to H of the last one: every chip shifts from its A to its H."""

    def set_load(self, level: bool) -> None:
        """Drive SH/LD."""
        self.load = level
        if not level:
            closed = self._closed()
            self._stages = [not closed >> n & 1 for n in range(8 * self.chips)]  # pull-ups: open is high

    def clock(self, data: bool) -> bool:
        """One rising edge; returns what the bus reads at it."""
        read = self._stages[7]
        if self.load:
            carried = [data, *(self._stages[8 * chip + 7] for chip in range(self.chips - 1, 0, -1))][::-1]
            if self.cut is not None:
                carried[self.cut] = False
            self._stages = [
                bit for chip, into in enumerate(carried) for bit in (into, *self._stages[8 * chip : 8 * chip + 7])
            ]
        return read if self.stuck is None else self.stuck


class FakeBus:
    """lgpio's functions for SPI over a chain, signatures as in lgpio."""

    def __init__(self, chain: ShiftChain) -> None:
        self.chain = chain
        self.opened: list[tuple[int, int, int, int]] = []
        self.closed: list[int] = []
        self.broken = False
        self.missing = False

    def spi_open(self, spi_device: int, spi_channel: int, baud: int, spi_flags: int = 0) -> int:
        if self.missing:
            raise LGPIO.error("can't open SPI device")
        self.opened.append((spi_device, spi_channel, baud, spi_flags))
        return len(self.opened)

    def spi_close(self, handle: int) -> int:
        self.closed.append(handle)
        return 0

    def spi_xfer(self, handle: int, data: bytes) -> tuple[int, bytearray]:
        if self.broken or handle in self.closed:
            raise LGPIO.error("bad handle")
        got = bytearray()
        for byte in data:
            value = 0
            for place in range(7, -1, -1):
                value = value << 1 | self.chain.clock(bool(byte >> place & 1))
            got.append(value)
        return len(got), got


def load_factory(chain: ShiftChain, load_pin: int) -> Any:
    """A gpiozero pin factory whose load pin is wired to a chain."""
    mock = vendor("gpiozero.pins.mock")

    class LoadPin(mock.MockPin):  # type: ignore[misc, name-defined]
        def _set_state(self, value: float) -> None:
            super()._set_state(value)
            self.clear_states()
            if self.info.name == f"GPIO{load_pin}":
                chain.set_load(bool(value))

    return mock.MockFactory(pin_class=LoadPin)


def attach(monkeypatch: pytest.MonkeyPatch, chain: ShiftChain, load_pin: int) -> FakeBus:
    """Put a chain behind this machine's SPI bus and load pin."""
    bus = FakeBus(chain)
    for name in ("spi_open", "spi_close", "spi_xfer"):
        monkeypatch.setattr(LGPIO, name, create_autospec(getattr(LGPIO, name), side_effect=getattr(bus, name)))
    monkeypatch.setattr("gpiozero.Device.pin_factory", load_factory(chain, load_pin))
    return bus


# --- the driver's wires ------------------------------------------------------------------------------------------

VARIANTS = ({"spi_bus": 0},)


def connect(monkeypatch: pytest.MonkeyPatch, options: Options, closed: Closed) -> ReedsLine:
    """A chain on the bus of this machine."""
    bus = attach(monkeypatch, ShiftChain(options["chips"], closed), options["load_pin"])
    return ReedsLine(lambda: setattr(bus, "broken", True), lambda: setattr(bus, "broken", False))
