"""Switches and diodes behind GPIO pins, ghosts included: gpiozero and the driver run over this on any machine."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any
from unittest.mock import create_autospec

import pytest
from circuits.lines import Closed, ReedsLine

from engine.core.squares import bits
from hardware.driver_info import Options
from hardware.drivers.gpio_pins import lgpio
from hardware.vendor import vendor

LGPIO = lgpio()
"""Imported before any test: it starts a thread of its own, once for the whole process."""


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


# --- lgpio -------------------------------------------------------------------------------------------------------


class FakeChip:
    """The functions of lgpio over a circuit, signatures as in lgpio."""

    def __init__(self, circuit: MatrixCircuit, lgpio: ModuleType) -> None:
        self.circuit = circuit
        self.lgpio = lgpio
        self.broken = False
        self.open_handles: set[int] = set()
        self.groups: dict[int, list[int]] = {}
        self.flags: dict[int, int] = {}

    def gpiochip_open(self, gpiochip: int) -> int:
        self.open_handles.add(len(self.open_handles) + 1)
        return len(self.open_handles)

    def gpiochip_close(self, handle: int) -> int:
        self.open_handles.discard(handle)
        return 0

    def group_claim_input(self, handle: int, gpio: list[int], lFlags: int = 0) -> int:
        return self._claim(gpio, lFlags)

    def group_claim_output(self, handle: int, gpio: list[int], levels: list[int], lFlags: int = 0) -> int:
        assert levels == [1] * len(gpio)
        return self._claim(gpio, lFlags)

    def _claim(self, pins: list[int], flags: int) -> int:
        self.groups[pins[0]], self.flags[pins[0]] = pins, flags
        return 0

    def group_write(self, handle: int, gpio: int, group_bits: int, group_mask: int) -> int:
        self._answer(handle)
        assert self.flags[gpio] & self.lgpio.SET_OPEN_DRAIN
        for n, pin in enumerate(self.groups[gpio]):
            self.circuit.drive(pin, None if group_bits >> n & 1 else False)
        return 0

    def group_read(self, handle: int, gpio: int) -> list[int]:
        self._answer(handle)
        assert self.flags[gpio] & self.lgpio.SET_PULL_UP
        pins = self.groups[gpio]
        return [len(pins), sum(self.circuit.level(pin) << n for n, pin in enumerate(pins))]

    def _answer(self, handle: int) -> None:
        if self.broken or handle not in self.open_handles:
            raise self.lgpio.error("bad handle")


def replace_chip(monkeypatch: pytest.MonkeyPatch, fake: FakeChip) -> None:
    """Put a fake chip behind lgpio, and behind gpiozero's factory for it."""
    groups = ("group_claim_input", "group_claim_output", "group_write", "group_read")
    for name in ("gpiochip_open", "gpiochip_close", *groups):
        monkeypatch.setattr(LGPIO, name, create_autospec(getattr(LGPIO, name), side_effect=getattr(fake, name)))
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0x902120)


# --- the driver's wires ------------------------------------------------------------------------------------------

VARIANTS = ({"group_reads": True},)


def connect(monkeypatch: pytest.MonkeyPatch, options: Options, closed: Closed) -> ReedsLine:
    """A matrix on the pins of this machine."""
    circuit = MatrixCircuit(options["rows"], options["columns"], closed)
    return _connect_chip(monkeypatch, circuit) if options["group_reads"] else _connect_pins(monkeypatch, circuit)


def _connect_pins(monkeypatch: pytest.MonkeyPatch, circuit: MatrixCircuit) -> ReedsLine:
    factory = mock_factory(circuit)
    monkeypatch.setattr("gpiozero.Device.pin_factory", factory)
    broken: list[bool] = []
    plain = factory.pin_class._get_state

    def get_state(pin: Any) -> bool:
        if broken:
            raise OSError(5, "Input/output error")
        return bool(plain(pin))

    monkeypatch.setattr(factory.pin_class, "_get_state", get_state)
    return ReedsLine(lambda: broken.append(True), broken.clear)


def _connect_chip(monkeypatch: pytest.MonkeyPatch, circuit: MatrixCircuit) -> ReedsLine:
    fake = FakeChip(circuit, LGPIO)
    replace_chip(monkeypatch, fake)
    factory = vendor("gpiozero.pins.lgpio").LGPIOFactory()
    monkeypatch.setattr("gpiozero.Device.pin_factory", factory)
    return ReedsLine(
        lambda: setattr(fake, "broken", True), lambda: setattr(fake, "broken", False), factory.close
    )
