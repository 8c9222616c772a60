"""The file that knows the chip, on a fake chip whose pins are joined by a matrix of reeds and diodes.

That its few instructions for the pixels make the right pulses only a chip can tell, or an emulated one.
"""

import re
import sys
import time
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from firmware_bridge import firmware
from firmware_bridge.firmware import wiring

PINS = Path(firmware.__file__).with_name("pins.py")
GPIO_IN = 0xD0000004
USB_FRAME = 0x50110048


class Chip:
    """Pins 0-7 drive rows low or let go, 8-15 read columns; reeds join a column to a row, by way of a diode."""

    def __init__(self):
        self.closed = set()
        self.levels = {}
        self.modes = {}
        self.copied = []
        self.usb_frame = 0
        self.resets = 0
        self.fed = 0
        self.watchdog_ms = 0

    def pin(self, number, mode, pull=None, value=None):
        self.modes[number] = (mode, pull)
        self.levels[number] = 1 if value is None else value
        return lambda level: self.levels.__setitem__(number, level)

    def __getitem__(self, address):
        if address == USB_FRAME:
            return self.usb_frame
        assert address == GPIO_IN
        low = {column for row, column in self.closed if self.levels[row] == 0}
        return sum(1 << 8 + column for column in range(8) if column not in low) | 0xAB0000AB

    def watchdog(self, timeout):
        self.watchdog_ms = timeout
        return SimpleNamespace(feed=lambda: setattr(self, "fed", self.fed + 1))

    def reset(self):
        self.resets += 1


class Copier:
    """DMA: notes what it is told to copy where."""

    def __init__(self, chip):
        self._chip = chip

    def pack_ctrl(self, **control):
        return control

    def config(self, read, write, count, ctrl, trigger):
        assert trigger and ctrl == {"size": 0, "inc_write": False, "treq_sel": 0}
        self._chip.copied.append((bytes(read), write, count))


@pytest.fixture
def chip():
    return Chip()


def fake_rp2(chip):
    pio = SimpleNamespace(OUT_LOW=0, SHIFT_LEFT=0)
    strip = SimpleNamespace(active=lambda on: None)
    return SimpleNamespace(
        PIO=pio, asm_pio=lambda **options: lambda program: program, DMA=lambda: Copier(chip),
        StateMachine=lambda number, program, freq, sideset_base: strip,
    )  # fmt: skip


@pytest.fixture
def pins(chip, monkeypatch):
    """The file as it is, run on the fake chip."""
    modes = {name: name for name in ("IN", "OUT", "OPEN_DRAIN", "PULL_UP")}
    pin = type("Pin", (), {**modes, "__new__": lambda _, *given, **named: chip.pin(*given, **named)})
    machine = SimpleNamespace(Pin=pin, mem32=chip, WDT=chip.watchdog, reset=chip.reset)
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.setitem(sys.modules, "rp2", fake_rp2(chip))
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


def test_a_frame_goes_out_as_it_is_and_may_be_changed_at_once(chip, pins):
    frame = bytearray(range(256)) * 9
    pins.show(frame)
    ((copied, target, count),) = chip.copied
    assert (copied, target, count) == (bytes(frame), pins._strip, 64 * wiring.PIXELS_PER_RING * 3)
    assert pins._sent is not frame


def test_a_frame_takes_as_long_as_its_bits_and_the_rest_of_the_pixels():
    """At 800 kHz, and never less than 280 us between two."""
    bits = 64 * wiring.PIXELS_PER_RING * 24
    source = PINS.read_text()
    assert "_BIT_NS = 1250" in source and "_LATCH_US = 300" in source
    assert bits * 1.25 / 1000 + 0.28 < 25 <= (bits * 1250 // 1000 + 300) // 1000 + 2


def test_the_data_line_runs_to_and_fro_past_every_ring():
    assert sorted(wiring.RINGS) == list(range(64))
    assert wiring.RINGS[:8] == tuple(range(8))
    assert wiring.RINGS[8:16] == tuple(range(15, 7, -1))


def test_the_usb_frame_is_the_number_the_host_sent_last(chip, pins):
    chip.usb_frame = 0xFFFF_F123
    assert pins.usb_frame() == 0x123


def test_a_restart_is_the_chips_own(chip, pins):
    pins.restart()
    assert chip.resets == 1


def test_the_watchdog_waits_less_than_the_chip_can_and_is_fed(chip, pins):
    pins.start_watchdog()
    pins.feed_watchdog()
    assert chip.fed == 1
    assert 1000 < chip.watchdog_ms <= 8388


def test_the_simulated_pins_offer_what_the_real_ones_do():
    simulated, real = (path.read_text() for path in (PINS.with_name("simulated_pins.py"), PINS))
    offered = set(re.findall(r"^(?:def ([a-z]\w*)|([A-Z]\w*) =)", real, re.MULTILINE))
    assert len(offered) == 9
    assert offered <= set(re.findall(r"^(?:def ([a-z]\w*)|([A-Z]\w*) =)", simulated, re.MULTILINE))
