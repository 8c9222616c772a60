"""The real wiring file, on a fake chip whose pins are joined by a matrix of reeds and diodes."""

import sys
import time
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from firmware_bridge import firmware

PINS = Path(firmware.__file__).with_name("pins.py")
GPIO_IN = 0xD0000004


class Chip:
    """Pins 0-7 drive rows low or let go, 8-15 read columns; reeds join a column to a row, by way of a diode."""

    def __init__(self):
        self.closed = set()
        self.levels = {}
        self.modes = {}
        self.strips = []
        self.fed = 0
        self.watchdog_ms = 0

    def pin(self, number, mode, pull=None, value=None):
        self.modes[number] = (mode, pull)
        self.levels[number] = 1 if value is None else value
        return lambda level: self.levels.__setitem__(number, level)

    def __getitem__(self, address):
        assert address == GPIO_IN
        low = {column for row, column in self.closed if self.levels[row] == 0}
        return sum(1 << 8 + column for column in range(8) if column not in low) | 0xAB0000AB

    def watchdog(self, timeout):
        self.watchdog_ms = timeout
        return SimpleNamespace(feed=lambda: setattr(self, "fed", self.fed + 1))

    def strip(self, pin, count):
        strip = SimpleNamespace(buf=bytearray(3 * count), written=[])
        strip.write = lambda: strip.written.append(bytes(strip.buf))
        self.strips.append(strip)
        return strip


@pytest.fixture
def chip():
    return Chip()


@pytest.fixture
def pins(chip, monkeypatch):
    """The file as it is, run on the fake chip."""
    modes = {name: name for name in ("IN", "OUT", "OPEN_DRAIN", "PULL_UP")}
    pin = type("Pin", (), {**modes, "__new__": lambda _, *given, **named: chip.pin(*given, **named)})
    machine = SimpleNamespace(Pin=pin, mem32=chip, WDT=chip.watchdog)
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.setitem(sys.modules, "neopixel", SimpleNamespace(NeoPixel=chip.strip))
    monkeypatch.setattr(time, "sleep_us", lambda _: None, raising=False)
    module = ModuleType("pins")
    exec(compile(PINS.read_text(), str(PINS), "exec"), module.__dict__)
    return module


def rows(pins):
    return [pins.read_row(row) for row in range(8)]


def test_open_reeds_read_as_nothing(pins):
    assert rows(pins) == [0] * 8


def test_every_reed_is_a_bit_of_its_row(chip, pins):
    for row in range(8):
        for column in range(8):
            chip.closed = {(row, column)}
            assert rows(pins) == [1 << column if number == row else 0 for number in range(8)]


def test_with_diodes_three_closed_reeds_do_not_fake_a_fourth(chip, pins):
    chip.closed = {(0, 0), (0, 5), (3, 0)}
    assert rows(pins) == [0b100001, 0, 0, 1, 0, 0, 0, 0]


def test_rows_are_let_go_after_reading_and_columns_pulled_up(chip, pins):
    rows(pins)
    assert [chip.levels[row] for row in range(8)] == [1] * 8
    assert [chip.modes[row] for row in range(8)] == [("OPEN_DRAIN", None)] * 8
    assert [chip.modes[8 + column] for column in range(8)] == [("IN", "PULL_UP")] * 8


def test_a_frame_goes_out_as_it_is(chip, pins):
    frame = bytearray(range(256)) * 9
    pins.show(frame)
    assert chip.strips[0].written == [bytes(frame)]


def test_the_data_line_runs_to_and_fro_past_every_ring(pins):
    assert sorted(pins.RINGS) == list(range(64))
    assert pins.RINGS[:8] == tuple(range(8))
    assert pins.RINGS[8:16] == tuple(range(15, 7, -1))


def test_the_watchdog_waits_less_than_the_chip_can_and_is_fed(chip, pins):
    pins.start_watchdog()
    pins.feed_watchdog()
    assert chip.fed == 1
    assert 1000 < chip.watchdog_ms <= 8388


def test_the_simulated_pins_offer_what_the_real_ones_do(pins):
    simulated = PINS.with_name("simulated_pins.py").read_text()
    for name in ("SERVICE_MS =", "PIXELS_PER_RING =", "COLOURS =", "RINGS =", "def read_row(", "def show("):
        assert name in simulated
        assert name in PINS.read_text()
