"""Reeds on shift registers, over a chain that is clocked bit by bit."""

import sys
from random import Random

import pytest
from circuits.reeds_74hc165 import FakeBus, ShiftChain, attach

from hardware.drivers.reeds_74hc165 import ShiftRegisterReeds
from hardware.errors import BadWiring, BoardLost, MissingLibrary


class Bench:
    """A chain whose switches a test closes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, chips: int = 8, told: int | None = None) -> None:
        self.closed = 0
        self.chain = ShiftChain(chips, lambda: self.closed)
        self.bus: FakeBus = attach(monkeypatch, self.chain, 25)
        self.reeds = ShiftRegisterReeds(chips if told is None else told, 1, 25, 500)


def test_reeds_are_numbered_from_the_chip_on_the_bus_input_a_first(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(monkeypatch)
    for reed in (0, 7, 8, 15, 16, 63):
        bench.closed = 1 << reed
        assert bench.reeds.read() == 1 << reed


@pytest.mark.parametrize("chips", [1, 3, 8, 32])
def test_a_chain_of_any_length_is_read_as_it_is(monkeypatch: pytest.MonkeyPatch, chips: int) -> None:
    bench, chance = Bench(monkeypatch, chips), Random(chips)
    assert bench.reeds.count == 8 * chips
    for _ in range(20):
        bench.closed = chance.getrandbits(8 * chips)
        assert bench.reeds.read() == bench.closed


def test_the_bus_is_opened_in_mode_0_at_the_speed_given(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Bench(monkeypatch).bus.opened == [(1, 0, 500_000, 0)]


@pytest.mark.parametrize("closed", [0, 2**64 - 1, 0xA5A5, 0x5A << 56])
@pytest.mark.parametrize("cut", range(8))
def test_a_wire_that_is_off_between_two_chips_is_noticed_in_the_first_scan(
    monkeypatch: pytest.MonkeyPatch, cut: int, closed: int
) -> None:
    bench = Bench(monkeypatch)
    bench.chain.cut, bench.closed = cut, closed
    with pytest.raises(BoardLost, match="the chain of 8 shift registers is broken"):
        bench.reeds.read()
    bench.chain.cut = None
    assert bench.reeds.read() == closed


@pytest.mark.parametrize("level", [False, True])
def test_a_data_line_that_sticks_is_no_empty_and_no_full_board(monkeypatch: pytest.MonkeyPatch, level: bool) -> None:
    bench = Bench(monkeypatch)
    bench.chain.stuck = level
    for _ in range(2):
        with pytest.raises(BoardLost, match="broken"):
            bench.reeds.read()


@pytest.mark.parametrize("told", [7, 9])
def test_a_chain_shorter_or_longer_than_told_is_noticed(monkeypatch: pytest.MonkeyPatch, told: int) -> None:
    bench, chance = Bench(monkeypatch, 8, told), Random(told)
    for _ in range(50):
        bench.closed = chance.getrandbits(64) & ~(0xFF << 56)
        with pytest.raises(BoardLost, match=f"the chain of {told} shift registers is broken"):
            for _ in range(2):
                bench.reeds.read()


def test_a_load_wire_that_stays_low_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nothing shifts: every bit is input H of the first chip."""
    bench = Bench(monkeypatch)
    monkeypatch.setattr(bench.chain, "set_load", lambda level: None)
    bench.chain.load = False
    with pytest.raises(BoardLost, match="the load and clock wires"):
        bench.reeds.read()


def test_a_load_wire_that_is_off_is_no_empty_and_no_full_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the chain gives back what was sent before. It takes two scans to tell that from pieces that stand so."""
    bench = Bench(monkeypatch)
    assert bench.reeds.read() == 0
    monkeypatch.setattr(bench.chain, "set_load", lambda level: None)
    bench.reeds.read()
    for _ in range(5):
        with pytest.raises(BoardLost, match="the load and clock wires"):
            bench.reeds.read()


@pytest.mark.parametrize("mark", [0xA5, 0x5A])
def test_pieces_that_stand_like_the_mark_are_felt(monkeypatch: pytest.MonkeyPatch, mark: int) -> None:
    bench = Bench(monkeypatch)
    bench.closed = int.from_bytes(bytes([mark]) * 8, "little")
    assert [bench.reeds.read() for _ in range(6)] == [bench.closed] * 6


@pytest.mark.parametrize(("bus", "remedy"), [(0, "switch SPI on"), (1, "dtoverlay=spi1-1cs")])
def test_a_bus_that_cannot_be_opened_is_told_with_the_remedy_and_its_pin_is_free_again(
    monkeypatch: pytest.MonkeyPatch, bus: int, remedy: str
) -> None:
    fake = attach(monkeypatch, ShiftChain(8, lambda: 0), 25)
    fake.missing = True
    with pytest.raises(BadWiring, match=rf"the SPI bus {bus} of the shift registers cannot be opened .*{remedy}"):
        ShiftRegisterReeds(8, bus, 25, 500)
    fake.missing = False
    reeds = ShiftRegisterReeds(8, bus, 25, 500)
    assert reeds.read() == 0
    reeds.close()


def test_a_load_pin_that_is_taken_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(monkeypatch)
    with pytest.raises(BadWiring, match="GPIO 25 cannot be used"):
        ShiftRegisterReeds(8, 1, 25, 500)
    bench.reeds.close()


def test_without_the_library_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(MissingLibrary, match="lgpio cannot be used here"):
        ShiftRegisterReeds(8, 1, 25, 500)
