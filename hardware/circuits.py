"""What wires and chips between switches and drivers do: the drivers' own code can run on any machine over these.

A :class:`MatrixCircuit` behaves like switches and diodes behind GPIO pins, ghosts included; an :class:`ExpanderBus`
like an I2C bus with MCP23017 chips. Which switches are closed is asked of a function: a simulated board's ``scan``.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.squares import bits
from hardware.vendor import vendor

Closed = Callable[[], int]
"""Tells which switches are closed, as a bitboard over reed numbers."""


class MatrixCircuit:
    """Switches between rows and columns, each with a diode that lets current flow from its column to its row only.

    :param rows: GPIO numbers, in the order of reeds, as the driver is told them; likewise ``columns``.
    :param without_diode: reeds whose diode is missing, so that current flows both ways.
    """

    def __init__(self, rows: Sequence[int], columns: Sequence[int], closed: Closed, without_diode: int = 0) -> None:
        self.rows = tuple(rows)
        self.columns = tuple(columns)
        self.without_diode = without_diode
        self._closed = closed
        self.low: set[int] = set()
        """The pins that are driven low."""
        self.ever_high: set[int] = set()
        """The pins that were ever driven high, which the wiring forbids."""
        self._pulled: set[int] | None = None

    def drive(self, pin: int, level: bool | None) -> None:
        """Drive a pin high or low, or (``None``) let go of it."""
        self._pulled = None
        self.low.discard(pin)
        if level is False:
            self.low.add(pin)
        elif level:
            self.ever_high.add(pin)

    def level(self, pin: int) -> bool:
        """The level of a pin with a pull-up: low if current finds a way to a pin that is driven low.

        Switches are looked at once after every drive: faster than any reed, as a scan is.
        """
        if self._pulled is None:
            self._pulled = self._reached()
        return pin not in self._pulled

    def _reached(self) -> set[int]:
        closed = self._closed()
        reached: set[int] = set()
        fresh = set(self.low)
        while fresh:
            reached |= fresh
            fresh = {pin for near in fresh for pin in self._pulled_low_by(near, closed)} - reached
        return reached

    def _pulled_low_by(self, pin: int, closed: int) -> set[int]:
        """A low row pulls the columns of its closed switches low; a low column its rows only where no diode blocks."""
        width = len(self.columns)
        if pin in self.rows:
            row = self.rows.index(pin)
            return {self.columns[n] for n in bits(closed >> row * width & (1 << width) - 1)}
        if pin in self.columns:
            column = self.columns.index(pin)
            passing = closed & self.without_diode
            return {self.rows[n] for n in range(len(self.rows)) if passing >> (n * width + column) & 1}
        return set()


def mock_factory(circuit: MatrixCircuit) -> Any:
    """A gpiozero pin factory whose pins are wired to a circuit.

    :raises MissingLibrary: gpiozero is not installed.
    """
    mock = vendor("gpiozero.pins.mock")
    return mock.MockFactory(pin_class=_pin_class(mock.MockPin, circuit))


def _pin_class(mock_pin: Any, circuit: MatrixCircuit) -> Any:
    class CircuitPin(mock_pin):  # type: ignore[misc]
        """A pin with an output latch of its own: letting go of a pin does not change what it drives next time."""

        _latch = False

        def __init__(self, factory: Any, info: Any) -> None:
            self._wire = int(info.name.removeprefix("GPIO"))
            super().__init__(factory, info)

        def _set_function(self, value: str) -> None:
            self._function = value
            circuit.drive(self._wire, self._latch if value == "output" else None)

        def _set_state(self, value: float) -> None:
            self._latch = bool(value)
            circuit.drive(self._wire, self._latch)

        def _get_state(self) -> bool:
            return self._latch if self._function == "output" else self._level()

        def _level(self) -> bool:
            """Without a pull-up a pin of the matrix finds no level; so that nobody relies on it, it reads low."""
            return bool(self._pull == "up" and circuit.level(self._wire))

    return CircuitPin


# --- MCP23017 ----------------------------------------------------------------------------------------------------

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
