"""Reeds on expanders through the real Adafruit library, over an I2C bus with register-exact chips."""

import sys

import pytest
from circuits.reeds_mcp23017 import ExpanderBus

from daemon.boards.scanner import IDLE_S
from hardware.drivers.reeds_mcp23017 import ADDRESSES, DRIVER, ExpanderReeds
from hardware.errors import BadWiring, BoardLost, MissingLibrary

FIVE = (0x20, 0x21, 0x22, 0x23, 0x27)


class Bench:
    """Expanders whose switches a test closes."""

    def __init__(self, addresses: tuple[int, ...] = ADDRESSES) -> None:
        self.closed = 0
        self.bus = ExpanderBus(addresses, lambda: self.closed)
        self.reeds = ExpanderReeds(addresses, self.bus)


def test_reeds_are_numbered_chip_by_chip_port_a_first() -> None:
    bench = Bench()
    for reed in (0, 7, 8, 15, 16, 63):
        bench.closed = 1 << reed
        assert bench.reeds.read() == 1 << reed


def test_five_chips_make_80_reeds() -> None:
    bench = Bench(FIVE)
    bench.closed = 1 << 79 | 1 << 64
    assert (bench.reeds.count, bench.reeds.read()) == (80, 1 << 79 | 1 << 64)


def test_a_scan_at_rest_is_one_transfer_a_chip_and_a_look_at_one() -> None:
    bench = Bench()
    bench.closed = 0xABCD << 16
    bench.reeds.read()
    before = bench.bus.transfers
    assert bench.reeds.read() == 0xABCD << 16
    assert bench.bus.transfers - before == 4 + 1


def test_a_chip_that_lost_its_power_is_a_lost_board_and_set_up_anew() -> None:
    bench = Bench()
    bench.closed = 0xFF00FF
    assert bench.reeds.read() == 0xFF00FF
    bench.bus.lose_power(0x20)
    with pytest.raises(BoardLost, match="0x20 lost its power"):
        bench.reeds.read()
    assert bench.reeds.read() == 0xFF00FF


def test_nothing_a_powerless_chip_tells_is_believed() -> None:
    for closed in (0, 1, 0xFFFF, 0x8000):
        bench = Bench()
        bench.closed = closed
        assert bench.reeds.read() == closed
        bench.bus.lose_power(0x20)
        bench.closed = 0xFFFF & ~closed
        try:
            told = bench.reeds.read()
        except BoardLost:
            told = closed
        assert told == closed


@pytest.mark.parametrize("address", FIVE)
@pytest.mark.parametrize("after", range(len(FIVE)))
def test_a_powerless_chip_that_tells_nothing_new_is_found_out_within_a_second(address: int, after: int) -> None:
    """Its squares were empty, and empty they seem, whatever is put there. Eight chips would need eight scans."""
    bench = Bench(FIVE)
    for _ in range(1 + after):
        assert bench.reeds.read() == 0
    bench.bus.lose_power(address)
    bench.closed = 0xFFFF << 16 * FIVE.index(address)
    told = []
    with pytest.raises(BoardLost, match=f"{address:#x} lost its power"):
        for _ in range(int(1 / IDLE_S)):
            told.append(bench.reeds.read())
    assert set(told) <= {0}
    assert bench.reeds.read() == bench.closed


def test_a_chip_that_is_missing_at_the_start_is_named() -> None:
    with pytest.raises(BoardLost, match="no MCP23017 answers at 0x22"):
        ExpanderReeds(ADDRESSES, ExpanderBus((0x20, 0x21, 0x23), lambda: 0))


def test_all_chips_that_are_missing_are_named_as_the_driver_names_its_chips() -> None:
    with pytest.raises(BoardLost) as lost:
        ExpanderReeds(ADDRESSES, ExpanderBus((0x20, 0x22), lambda: 0))
    chips = DRIVER.chips({"addresses": ADDRESSES})
    assert [chip in str(lost.value.reason) for chip in chips] == [False, True, False, True]


@pytest.mark.parametrize(
    "error", [RuntimeError("I2C Bus #1 not found, check if enabled in config!"), PermissionError(13, "denied")]
)
def test_a_bus_that_cannot_be_opened_is_told_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refuse() -> None:
        raise error

    monkeypatch.setattr("board.I2C", refuse, raising=False)
    with pytest.raises(BoardLost, match=r"the I2C bus of the expanders cannot be opened .*switch I2C on"):
        ExpanderReeds()


@pytest.mark.parametrize(
    ("addresses", "message"), [((0x20, 0x28), "0x28 is not an address"), ((0x21, 0x20, 0x21), "0x21 is used twice")]
)
def test_impossible_addresses_are_refused(addresses: tuple[int, ...], message: str) -> None:
    with pytest.raises(BadWiring, match=message):
        ExpanderReeds(addresses, ExpanderBus(ADDRESSES, lambda: 0))


def test_without_the_library_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "adafruit_mcp230xx.mcp23017", None)
    with pytest.raises(MissingLibrary, match="adafruit_mcp230xx.mcp23017 cannot be used here"):
        ExpanderReeds()
