"""Switches and diodes behind GPIO pins, ghosts included: gpiozero and the driver run over this on any machine."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.squares import bits
from hardware.vendor import vendor

Closed = Callable[[], int]
"""Tells which switches are closed, as a bitboard over reed numbers: a simulated board's ``scan``, say."""


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
