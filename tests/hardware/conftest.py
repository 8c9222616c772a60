"""Benches: every driver of reeds and rings over something that behaves like its hardware."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any
from unittest.mock import create_autospec

import pytest
from circuits.reeds_gpio import MatrixCircuit, mock_factory
from circuits.reeds_mcp23017 import ExpanderBus

from engine.squares import Board, bits
from hardware.board_map import wire
from hardware.gpio_pins import lgpio
from hardware.misbehaviour import PERFECT
from hardware.ports import Reeds, Rings
from hardware.reeds_gpio import MatrixReeds
from hardware.reeds_mcp23017 import ADDRESSES, ExpanderReeds
from hardware.rings_neopixel import NeoPixelRings
from hardware.simulated import SimulatedBoard
from hardware.wood import Wood

# Blinka looks at these when it is first imported.
os.environ["BLINKA_OS_AGNOSTIC"] = "1"
os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
LGPIO = lgpio()
"""Imported before any test: it starts a thread of its own, once for the whole process."""

ROWS = (4, 5, 6, 13, 16, 17, 19, 20)
COLUMNS = (21, 22, 23, 24, 25, 26, 27, 12)
BOARD = Board(8, 8)


@dataclass
class Switches:
    """64 switches that a test closes and opens."""

    closed: int = 0

    def __call__(self) -> int:
        return self.closed


@dataclass
class ReedsBench:
    """A reeds driver; ``set_closed`` closes exactly these reeds, ``lose`` takes the device away until ``find``."""

    reeds: Reeds
    set_closed: Callable[[int], None]
    lose: Callable[[], None]
    find: Callable[[], None]


@dataclass
class Wire:
    """What a chain of pixels was sent."""

    frames: list[bytes] = field(default_factory=list)
    broken: bool = False

    def __call__(self, pin: object, buffer: bytearray) -> None:
        if self.broken:
            raise RuntimeError("ws2811_render failed with code -13")
        self.frames.append(bytes(buffer))


# --- reeds -------------------------------------------------------------------------------------------------------


@pytest.fixture
def switches() -> Switches:
    return Switches()


def _set(switches: Switches) -> Callable[[int], None]:
    return lambda closed: setattr(switches, "closed", closed)


def _simulated() -> ReedsBench:
    board = SimulatedBoard(wire(BOARD), misbehaviour=PERFECT)

    def set_closed(closed: int) -> None:
        board.stand(Wood(BOARD, dict.fromkeys(bits(closed), "wP")))

    return ReedsBench(board.reeds, set_closed, board.unplug, board.plug_in)


def _break_pins(factory: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[Callable[[], None], Callable[[], None]]:
    """Makes every pin of a mock factory fail as a chip that is gone does, and mends them."""
    broken = False
    plain = factory.pin_class._get_state

    def get_state(pin: Any) -> bool:
        if broken:
            raise OSError(5, "Input/output error")
        return bool(plain(pin))

    monkeypatch.setattr(factory.pin_class, "_get_state", get_state)

    def set_broken(value: bool) -> None:
        nonlocal broken
        broken = value

    return lambda: set_broken(True), lambda: set_broken(False)


def _matrix(switches: Switches, monkeypatch: pytest.MonkeyPatch) -> ReedsBench:
    factory = mock_factory(MatrixCircuit(ROWS, COLUMNS, switches))
    reeds = MatrixReeds(ROWS, COLUMNS, pin_factory=factory)
    lose, find = _break_pins(factory, monkeypatch)
    return ReedsBench(reeds, _set(switches), lose, find)


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


@pytest.fixture
def chip(switches: Switches, monkeypatch: pytest.MonkeyPatch) -> FakeChip:
    """A GPIO chip with a matrix behind it, for lgpio and gpiozero's factory for it."""
    library = LGPIO
    fake = FakeChip(MatrixCircuit(ROWS, COLUMNS, switches), library)
    groups = ("group_claim_input", "group_claim_output", "group_write", "group_read")
    for name in ("gpiochip_open", "gpiochip_close", *groups):
        monkeypatch.setattr(library, name, create_autospec(getattr(library, name), side_effect=getattr(fake, name)))
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0x902120)
    return fake


@pytest.fixture
def lgpio_factory(chip: FakeChip) -> Iterator[Any]:
    """gpiozero's own factory for lgpio, over the fake chip."""
    from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-untyped]

    factory = LGPIOFactory()
    yield factory
    factory.close()


def _group(switches: Switches, chip: FakeChip, factory: Any) -> ReedsBench:
    reeds = MatrixReeds(ROWS, COLUMNS, group_reads=True, pin_factory=factory)
    return ReedsBench(
        reeds, _set(switches), lambda: setattr(chip, "broken", True), lambda: setattr(chip, "broken", False)
    )


def _expanders(switches: Switches) -> ReedsBench:
    bus = ExpanderBus(ADDRESSES, switches)
    reeds = ExpanderReeds(ADDRESSES, bus)
    return ReedsBench(reeds, _set(switches), lambda: bus.silent.add(0x22), bus.silent.clear)


@pytest.fixture(params=["simulated", "gpio", "gpio-group", "mcp23017"])
def reeds_bench(
    request: pytest.FixtureRequest, switches: Switches, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ReedsBench]:
    """Every reeds driver in turn."""
    if request.param == "simulated":
        bench = _simulated()
    elif request.param == "gpio":
        bench = _matrix(switches, monkeypatch)
    elif request.param == "gpio-group":
        bench = _group(switches, request.getfixturevalue("chip"), request.getfixturevalue("lgpio_factory"))
    else:
        bench = _expanders(switches)
    yield bench
    bench.reeds.close()


# --- rings -------------------------------------------------------------------------------------------------------


@pytest.fixture
def pixel_wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """The end of the data line behind the real neopixel library."""
    import neopixel  # type: ignore[import-untyped]

    wire_end = Wire()
    monkeypatch.setattr(neopixel, "neopixel_write", wire_end)
    return wire_end


@dataclass
class RingsBench:
    """A rings driver of 24 pixels; ``shown``: the frame shown, as RGB; ``sent``: how many left for the device."""

    rings: Rings
    shown: Callable[[], bytes]
    sent: Callable[[], int]
    lose: Callable[[], None]
    find: Callable[[], None]


@pytest.fixture(params=["simulated", "neopixel"])
def rings_bench(request: pytest.FixtureRequest) -> Iterator[RingsBench]:
    """Every rings driver in turn."""
    if request.param == "simulated":
        board = SimulatedBoard(wire(Board(2, 1)))
        simulated = board.rings
        bench = RingsBench(
            simulated, lambda: simulated.shown, lambda: simulated.frames, board.unplug, board.plug_in
        )
    else:
        line: Wire = request.getfixturevalue("pixel_wire")
        rings = NeoPixelRings(24, "NEOPIXEL", "RGB")
        bench = RingsBench(
            rings,
            lambda: line.frames[-1],
            lambda: len(line.frames) - 1,
            lambda: setattr(line, "broken", True),
            lambda: setattr(line, "broken", False),
        )
    yield bench
    bench.find()
    bench.rings.close()
