"""Reeds in a matrix on GPIO pins: every row is a wire along one line of squares, every column one across.

Each square has a switch and a diode in series between its column and its row (the cathode, the banded end, towards the
row). Columns are inputs with pull-ups. A row is driven low while it is read, and is an input at all other times: so no
pin is ever driven high, and neither a forgotten diode nor a crossed wire can set two outputs against each other.
Closed switches read low.
"""

import time
from collections.abc import Sequence
from typing import Any, Final, Protocol

from engine.core.messages import message
from hardware.driver_info import Need, ReedsDriver, flag, pins
from hardware.drivers.gpio_pins import check_distinct, claiming, gpiozero, lgpio, using
from hardware.errors import BadWiring, BoardLost

SETTLE_S: Final = 20e-6
"""The pause of group reads after a row changed: twice the time that a pull-up of 50 kΩ takes to lift a column of 200
pF."""


class _Scan(Protocol):
    def row(self, row: int) -> int:
        """Drive a row low and return the columns that are low: bit *n* for column *n*."""

    def rest(self) -> None:
        """Stop driving the row."""

    def close(self) -> None: ...


class MatrixReeds:
    """Reeds in a matrix. See :class:`hardware.ports.Reeds`. Reed number = row x columns + column, both counted from 0.

    :param rows: GPIO numbers (BCM) of the rows; their order is the order of reeds.
    :param columns: GPIO numbers of the columns.
    :param group_reads: read all columns with one call, ten times as fast. Needs gpiozero to use lgpio.
    :param pin_factory: a gpiozero pin factory; ``None``: gpiozero chooses.
    :raises BadWiring: a pin used twice or not usable, or group reads without lgpio.
    :raises MissingLibrary: gpiozero (or lgpio, for group reads) is not installed.
    """

    def __init__(
        self, rows: Sequence[int], columns: Sequence[int], group_reads: bool = False, pin_factory: Any = None
    ) -> None:
        check_distinct([*rows, *columns])
        scan = _GroupScan if group_reads else _PinScan
        with claiming([*rows, *columns]):
            self._scan: _Scan | None = scan(rows, columns, pin_factory)
        self._rows = len(rows)
        self._columns = len(columns)
        self.count = self._rows * self._columns

    def read(self) -> int:
        """Scan the reeds: bit *n* is set while reed *n* is closed.

        :raises BoardLost: the pins do not answer, or :meth:`close` was called.
        """
        scan = self._scan
        if scan is None:
            raise BoardLost(message("the reeds are no longer in use"))
        with using(message("the pins of the switches")):
            try:
                return sum(scan.row(row) << row * self._columns for row in range(self._rows))
            finally:
                scan.rest()

    def close(self) -> None:
        """Let go of the pins."""
        scan, self._scan = self._scan, None
        if scan is not None:
            scan.close()


class _PinScan:
    """A scan pin by pin through gpiozero: works with every pin factory."""

    def __init__(self, rows: Sequence[int], columns: Sequence[int], pin_factory: Any) -> None:
        gpio = gpiozero()
        self._claimed: list[Any] = []
        self._driven: Any = None
        try:
            # InputDevice: DigitalInputDevice and Button would arm an edge alert on every pin.
            self._columns = [
                self._claim(gpio.InputDevice(pin, pull_up=True, pin_factory=pin_factory)) for pin in columns
            ]
            self._rows = [self._claim(gpio.GPIODevice(pin, pin_factory=pin_factory)) for pin in rows]
            for row in self._rows:
                _prepare_row(row.pin)
        except BaseException:
            self.close()
            raise

    def _claim(self, device: Any) -> Any:
        self._claimed.append(device)
        return device

    def row(self, row: int) -> int:
        self.rest()
        self._driven = self._rows[row].pin
        self._driven.function = "output"
        return sum(column.value << n for n, column in enumerate(self._columns))

    def rest(self) -> None:
        driven, self._driven = self._driven, None
        if driven is not None:
            driven.function = "input"

    def close(self) -> None:
        while self._claimed:
            self._claimed.pop().close()


def _prepare_row(pin: Any) -> None:
    """Have a row drive low whenever it becomes an output, and rest high.

    The pull-up matters: half of the pins of a Pi wake up with a pull-down, and two resting rows with pull-downs make a
    column with two closed switches look low. Output latch and pull survive changes of the pin's function.
    """
    pin.output_with_state(False)
    pin.input_with_pull("up")


class _GroupScan:
    """A scan of all columns at once through lgpio, beside gpiozero, which keeps track of the pins in use."""

    def __init__(self, rows: Sequence[int], columns: Sequence[int], pin_factory: Any) -> None:
        self._lgpio = lgpio()
        self._factory = _lgpio_factory(pin_factory)
        self._row_leader, self._column_leader = rows[0], columns[0]
        self._all_rows = (1 << len(rows)) - 1
        self._all_columns = (1 << len(columns)) - 1
        self._handle: int | None = None
        try:
            self._factory.reserve_pins(self, *rows, *columns)
            self._handle = self._lgpio.gpiochip_open(self._factory.chip)
            pull_up, open_drain = self._lgpio.SET_PULL_UP, self._lgpio.SET_OPEN_DRAIN
            self._lgpio.group_claim_input(self._handle, list(columns), pull_up)
            # Open drain: no row is ever driven high, so a crossed wire cannot set two outputs against each other.
            self._lgpio.group_claim_output(self._handle, list(rows), [1] * len(rows), open_drain | pull_up)
        except BaseException:
            self.close()
            raise

    def __repr__(self) -> str:
        return "the reeds"

    def _conflicts_with(self, other: object) -> bool:
        """True always: gpiozero asks this of everything that reserves pins."""
        return True

    def row(self, row: int) -> int:
        self._drive(self._all_rows & ~(1 << row))
        settled_s = time.perf_counter() + SETTLE_S
        while time.perf_counter() < settled_s:
            pass  # far too short to sleep
        _, levels = self._lgpio.group_read(self._handle, self._column_leader)
        return ~int(levels) & self._all_columns

    def rest(self) -> None:
        self._drive(self._all_rows)

    def _drive(self, levels: int) -> None:
        """Drive the rows: at 1 they float (open drain), at 0 they are low."""
        self._lgpio.group_write(self._handle, self._row_leader, levels, self._all_rows)

    def close(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            self._lgpio.gpiochip_close(handle)
        self._factory.release_all(self)


def _lgpio_factory(pin_factory: Any) -> Any:
    device = gpiozero().Device
    if pin_factory is None:
        device.ensure_pin_factory()
    factory = device.pin_factory if pin_factory is None else pin_factory
    if not hasattr(factory, "chip"):
        raise BadWiring(message(
            "group reads need gpiozero to use lgpio, not {factory}: set GPIOZERO_PIN_FACTORY=lgpio, or do without "
            "group reads",
            factory=type(factory).__name__,
        ))
    return factory


DRIVER: Final = ReedsDriver(
    name="gpio",
    options=(
        pins("rows", (4, 5, 6, 13, 16, 17, 19, 20)),
        pins("columns", (21, 22, 23, 24, 25, 26, 27, 12)),
        flag("group_reads", False),
    ),
    libraries=("gpiozero", "lgpio"),
    needs=lambda options: (
        Need("/dev/gpiochip*", message("this computer has no GPIO pins that the system knows of"), "gpio"),
    ),
    count=lambda options: len(options["rows"]) * len(options["columns"]),
    counted_by="reeds.rows and reeds.columns",
    matrix_columns=lambda options: len(options["columns"]),
    open=lambda options: MatrixReeds(options["rows"], options["columns"], options["group_reads"]),
)
