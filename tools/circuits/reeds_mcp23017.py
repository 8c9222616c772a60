"""An I2C bus with MCP23017 chips and their switches: the Adafruit libraries and the driver run over this."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest
from circuits.lines import Closed, ReedsLine

from hardware.driver_info import Options

# Blinka looks at these when it is first imported.
os.environ["BLINKA_OS_AGNOSTIC"] = "1"
os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"

_IODIR, _IPOL, _GPPU, _GPIO = 0x00, 0x02, 0x0C, 0x12
_REGISTERS: Final = 0x16
_RESET: Final[Mapping[int, int]] = {_IODIR: 0xFF, _IODIR + 1: 0xFF}


class ExpanderBus:
    """An I2C bus (``busio.I2C`` as far as the Adafruit libraries use it) with MCP23017 chips of 16 switches each.

    ``silent``: addresses that do not answer. ``transfers``: how many there were.
    """

    def __init__(self, addresses: Sequence[int], closed: Closed) -> None:
        self._places = {address: n for n, address in enumerate(addresses)}
        self._closed = closed
        self._registers: dict[int, dict[int, int]] = {address: dict(_RESET) for address in addresses}
        self.silent: set[int] = set()
        self.released = False
        self.transfers = 0

    def lose_power(self, address: int) -> None:
        """Have a chip forget everything, as after a loose contact."""
        self._registers[address] = dict(_RESET)

    def try_lock(self) -> bool:
        """The bus is always free."""
        return True

    def unlock(self) -> None:
        """Free the bus."""

    def writeto(self, address: int, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        """Write a register number and what follows into the registers from there.

        :raises OSError: nobody answers.
        """
        data = bytes(buffer[start:end])
        registers = self._chip(address)
        if data:
            registers.update({data[0] + n: value for n, value in enumerate(data[1:])})

    def writeto_then_readfrom(
        self,
        address: int,
        out_buffer: Any,
        in_buffer: Any,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        """Write a register number, then read the registers from there on.

        :raises OSError: nobody answers.
        """
        registers = self._chip(address)
        first = out_buffer[out_start]
        places = range(in_start, len(in_buffer) if in_end is None else in_end)
        for n, place in enumerate(places):
            in_buffer[place] = self._value(address, registers, (first + n) % _REGISTERS)

    def readfrom_into(self, address: int, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        """Probe for a chip.

        :raises OSError: nobody answers.
        """
        self._chip(address)

    def deinit(self) -> None:
        """Let go of the bus."""
        self.released = True

    def _chip(self, address: int) -> dict[int, int]:
        self.transfers += 1
        if address in self.silent or address not in self._registers:
            raise OSError(121, "Remote I/O error")
        return self._registers[address]

    def _value(self, address: int, registers: Mapping[int, int], register: int) -> int:
        if register not in (_GPIO, _GPIO + 1):
            return registers.get(register, 0)
        port = register - _GPIO
        closed = self._closed() >> 16 * self._places[address] + 8 * port & 0xFF
        high = registers.get(_GPPU + port, 0) & ~closed  # an input that nothing pulls up floats; low is as good as any
        return high ^ registers.get(_IPOL + port, 0)


# --- the driver's wires ------------------------------------------------------------------------------------------

VARIANTS: tuple[Options, ...] = ()


def connect(monkeypatch: pytest.MonkeyPatch, options: Options, closed: Closed) -> ReedsLine:
    """Chips on the I2C bus of this machine."""
    bus = ExpanderBus(options["addresses"], closed)
    monkeypatch.setattr("board.I2C", lambda: bus, raising=False)
    return ReedsLine(lambda: bus.silent.update(options["addresses"][-1:]), bus.silent.clear)
