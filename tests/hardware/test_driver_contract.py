"""The contract of every driver of reeds and rings (hardware/ports.py), simulated and real ones alike."""

import importlib.metadata
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from circuits.reeds_gpio import MatrixCircuit, mock_factory
from circuits.reeds_mcp23017 import ExpanderBus
from pi_bench import installed_groups, unit_devices

import hardware.drivers.registry
from hardware.driver_info import defaults
from hardware.drivers.neopixel_checks import GPIO_MEMORY, PIO, SPI
from hardware.drivers.registry import REEDS, RINGS
from hardware.errors import BadFrame, BoardLost


def test_a_reading_has_a_bit_for_every_closed_reed_and_no_other(reeds_bench: Any) -> None:
    assert reeds_bench.reeds.count == 64
    assert reeds_bench.reeds.read() == 0
    for reed in range(64):
        reeds_bench.set_closed(1 << reed)
        assert reeds_bench.reeds.read() == 1 << reed


def test_any_set_of_reeds_is_read_as_it_is(reeds_bench: Any) -> None:
    chance = Random(8)
    for closed in [(1 << 64) - 1, 0, *(chance.getrandbits(64) for _ in range(30))]:
        reeds_bench.set_closed(closed)
        assert reeds_bench.reeds.read() == closed


def test_every_reading_is_new(reeds_bench: Any) -> None:
    reeds_bench.set_closed(0b1001)
    assert [reeds_bench.reeds.read() for _ in range(3)] == [0b1001] * 3
    reeds_bench.set_closed(0b1000)
    assert reeds_bench.reeds.read() == 0b1000


def test_a_device_that_does_not_answer_is_lost_until_it_does(reeds_bench: Any) -> None:
    reeds_bench.set_closed(1 << 37)
    reeds_bench.lose()
    for _ in range(2):
        with pytest.raises(BoardLost):
            reeds_bench.reeds.read()
    reeds_bench.find()
    assert reeds_bench.reeds.read() == 1 << 37


def test_reeds_can_be_closed_twice_and_then_read_no_more(reeds_bench: Any) -> None:
    reeds_bench.reeds.close()
    reeds_bench.reeds.close()
    with pytest.raises(BoardLost, match="no longer in use"):
        reeds_bench.reeds.read()


FRAME = bytes(range(72))


def test_a_frame_is_shown_whole_in_chain_order(rings_bench: Any) -> None:
    assert rings_bench.rings.count == 24
    rings_bench.rings.show(FRAME)
    assert rings_bench.line.shown() == FRAME


def test_every_frame_replaces_the_one_before(rings_bench: Any) -> None:
    chance = Random(9)
    for frame in (chance.randbytes(72) for _ in range(20)):
        rings_bench.rings.show(frame)
        assert rings_bench.line.shown() == frame


@pytest.mark.parametrize("pixels", [768])
def test_a_whole_board_is_shown_as_well(rings_bench: Any, pixels: int) -> None:
    """More than fits into one packet of a network, or into one transfer of a bus."""
    chance = Random(10)
    for frame in (chance.randbytes(3 * pixels) for _ in range(3)):
        rings_bench.rings.show(frame)
        assert rings_bench.line.shown() == frame


def test_a_frame_equal_to_the_last_may_be_dropped_and_changes_nothing(rings_bench: Any) -> None:
    rings_bench.rings.show(FRAME)
    rings_bench.rings.show(FRAME)
    rings_bench.rings.show(bytearray(FRAME))
    assert rings_bench.line.shown() == FRAME
    sent = rings_bench.line.sent()
    assert 1 <= sent <= 3
    rings_bench.rings.show(FRAME[::-1])
    assert rings_bench.line.sent() == sent + 1


@pytest.mark.parametrize("length", [0, 71, 73, 96])
def test_a_frame_of_the_wrong_length_is_refused_and_not_shown(rings_bench: Any, length: int) -> None:
    rings_bench.rings.show(FRAME)
    with pytest.raises(BadFrame, match=f"{length} bytes for 24 pixels"):
        rings_bench.rings.show(bytes(length))
    assert rings_bench.line.shown() == FRAME


def test_rings_that_do_not_answer_show_the_frame_once_they_do(rings_bench: Any) -> None:
    rings_bench.line.lose()
    for _ in range(2):
        with pytest.raises(BoardLost):
            rings_bench.rings.show(FRAME)
    rings_bench.line.find()
    rings_bench.rings.show(FRAME)
    assert rings_bench.line.shown() == FRAME


def test_closing_darkens_the_rings_and_can_be_done_twice(rings_bench: Any) -> None:
    rings_bench.rings.show(FRAME)
    rings_bench.rings.close()
    rings_bench.rings.close()
    assert rings_bench.line.shown() == bytes(72)


# --- the table ---------------------------------------------------------------------------------------------------

ALL = [*REEDS.values(), *RINGS.values()]
each_driver = pytest.mark.parametrize("driver", ALL, ids=lambda driver: driver.name)


def test_every_driver_has_a_file_of_its_name_and_every_such_file_its_place_in_the_table() -> None:
    folder = Path(hardware.drivers.registry.__file__).parent
    assert {file.stem for file in folder.glob("reeds_*.py")} == {f"reeds_{name}" for name in REEDS}
    assert {file.stem for file in folder.glob("rings_*.py")} == {f"rings_{name}" for name in RINGS}


@each_driver
def test_the_defaults_of_a_driver_are_allowed_by_itself(driver: Any) -> None:
    for option in driver.options:
        assert option.kind.good(option.default), option.name
        assert not option.kind.good(None) and not option.kind.good(object()), option.name
        assert isinstance(option.default, str) or not option.kind.good("nonsense"), option.name


@pytest.mark.parametrize("table", [REEDS, RINGS])
def test_no_two_drivers_have_an_option_of_the_same_name(table: Mapping[str, Any]) -> None:
    names = [option.name for driver in table.values() for option in driver.options]
    assert sorted(names) == sorted(set(names))


@each_driver
def test_no_driver_has_a_usual_wire_on_a_bus_of_its_own(driver: Any) -> None:
    options = defaults([driver])
    wires = [pin for pins in driver.wires(options).values() for pin in pins]
    assert len(wires) == len(set(wires))
    assert not set(wires) & set(driver.buses(options))


@each_driver
def test_every_driver_says_what_it_needs(driver: Any) -> None:
    for need in driver.needs(defaults([driver])):
        assert need.path.startswith("/")
        assert str(need.remedy) and not str(need.remedy).endswith(".")


@each_driver
def test_what_a_driver_needs_the_service_may_open(driver: Any) -> None:
    """``DeviceAllow=char-spi`` is for the devices that the kernel calls so: /dev/spidev0.0 and the like."""
    allowed = tuple(device.replace("char-", "/dev/") for device in unit_devices())
    for need in (*driver.needs(defaults([driver])), SPI, GPIO_MEMORY, PIO):
        assert need.path.startswith((*allowed, "/dev/serial/")), "the unit needs a line DeviceAllow= for it"
        assert need.group in installed_groups(), "systemd/install does not put the service's user into this group"


@each_driver
def test_every_library_that_a_driver_names_is_a_distribution(driver: Any) -> None:
    """Else its version would never be told. A driver that needs none names none."""
    assert all(map(importlib.metadata.version, driver.libraries))


def test_a_driver_is_opened_with_the_options_given(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, columns = (4, 5), (21, 22, 23)
    factory = mock_factory(MatrixCircuit(rows, columns, lambda: 0b100001))
    monkeypatch.setattr("gpiozero.Device.pin_factory", factory)
    reeds = REEDS["gpio"].open({**defaults(REEDS.values()), "rows": rows, "columns": columns})
    assert (reeds.count, reeds.read()) == (6, 0b100001)
    reeds.close()


def test_expanders_are_opened_on_the_bus_of_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = ExpanderBus((0x24,), lambda: 0x8001)
    monkeypatch.setattr("board.I2C", lambda: bus, raising=False)
    reeds = REEDS["mcp23017"].open({"addresses": (0x24,)})
    assert (reeds.count, reeds.read()) == (16, 0x8001)
    reeds.close()
    assert bus.released
