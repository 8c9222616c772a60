"""Benches: every driver of reeds and rings, as the table has it, over something that behaves like its hardware."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from circuits.lines import RingsLine
from circuits.reeds_gpio import LGPIO, FakeChip, MatrixCircuit, replace_chip
from circuits.rings_neopixel import Wire, attach
from pi_bench import LAYER, Bench, installed_groups, unit_devices
from preloading import compiled

from engine.core.squares import Board, bits
from hardware.board_map import wire
from hardware.driver_info import Driver, Options, defaults
from hardware.drivers.registry import REEDS, RINGS
from hardware.ports import Reeds, Rings
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import PERFECT
from hardware.simulated.pieces import Wood

BOARD = Board(8, 8)
USUAL = defaults([REEDS["gpio"]])
PIXELS = 24


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
class RingsBench:
    """A rings driver, and what arrives at the end of its pixels."""

    rings: Rings
    line: RingsLine


def cases(kind: str, drivers: Iterable[Driver]) -> list[Any]:
    """Every driver with its usual options, and with the variants that its circuit names."""
    found: list[Any] = [pytest.param(None, {}, id="simulated")]
    for driver in drivers:
        for variant in ({}, *import_module(f"circuits.{kind}_{driver.name}").VARIANTS):
            found.append(pytest.param(driver, variant, id="-".join([driver.name, *map(str, variant.values())])))
    return found


# --- reeds -------------------------------------------------------------------------------------------------------


@pytest.fixture
def switches() -> Switches:
    return Switches()


def _simulated() -> ReedsBench:
    board = SimulatedBoard(wire(BOARD), misbehaviour=PERFECT)

    def set_closed(closed: int) -> None:
        board.stand(Wood(BOARD, dict.fromkeys(bits(closed), "wP")))

    return ReedsBench(board.reeds, set_closed, board.unplug, board.plug_in)


@pytest.fixture
def reeds_bench(
    driver: Any, options: Options, switches: Switches, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ReedsBench]:
    """Every reeds driver in turn."""
    if driver is None:
        bench = _simulated()
        yield bench
        bench.reeds.close()
        return
    whole = {**defaults([driver]), **options}
    line = import_module(f"circuits.reeds_{driver.name}").connect(monkeypatch, whole, switches)
    bench = ReedsBench(driver.open(whole), lambda closed: setattr(switches, "closed", closed), line.lose, line.find)
    yield bench
    bench.reeds.close()
    line.close()


@pytest.fixture
def chip(switches: Switches, monkeypatch: pytest.MonkeyPatch) -> FakeChip:
    """A GPIO chip with a matrix behind it, for lgpio and gpiozero's factory for it."""
    fake = FakeChip(MatrixCircuit(USUAL["rows"], USUAL["columns"], switches), LGPIO)
    replace_chip(monkeypatch, fake)
    return fake


@pytest.fixture
def lgpio_factory(chip: FakeChip) -> Iterator[Any]:
    """gpiozero's own factory for lgpio, over the fake chip."""
    from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-untyped]

    factory = LGPIOFactory()
    yield factory
    factory.close()


# --- rings -------------------------------------------------------------------------------------------------------


@pytest.fixture
def pixel_wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """The end of the data line behind the real neopixel library."""
    return attach(monkeypatch)


@pytest.fixture
def pixels() -> int:
    """The number of pixels of the rings; a test may say otherwise."""
    return PIXELS


@pytest.fixture
def rings_bench(
    driver: Any, options: Options, pixels: int, monkeypatch: pytest.MonkeyPatch
) -> Iterator[RingsBench]:
    """Every rings driver in turn."""
    if driver is None:
        board = SimulatedBoard(wire(Board(2, 1) if pixels == PIXELS else BOARD))
        rings: Any = board.rings
        line = RingsLine(lambda: rings.shown, lambda: rings.frames, board.unplug, board.plug_in)
    else:
        whole = {**defaults([driver]), **options}
        line = import_module(f"circuits.rings_{driver.name}").connect(monkeypatch, whole)
        rings = driver.open(whole, pixels)
    yield RingsBench(rings, line)
    line.find()
    rings.close()
    line.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The contract is tested with every driver of the table."""
    tables: Mapping[str, Mapping[str, Any]] = {"reeds": REEDS, "rings": RINGS}
    for kind, table in tables.items():
        if f"{kind}_bench" in metafunc.fixturenames:
            metafunc.parametrize(("driver", "options"), cases(kind, table.values()))


# --- lights, down to the devices of a Raspberry Pi ---------------------------------------------------------------


@pytest.fixture(scope="session")
def arm64(request: pytest.FixtureRequest) -> Path | None:
    """The folder of a Raspberry Pi's libraries, if those are to be tried."""
    folder: str | None = request.config.getoption("--arm64")
    return None if folder is None else Path(folder)


@pytest.fixture(scope="session")
def preload(tmp_path_factory: pytest.TempPathFactory, arm64: Path | None) -> Path:
    """The library that answers for the devices."""
    compiler = ("gcc",) if arm64 is None else ("aarch64-linux-gnu-gcc", f"--sysroot={arm64 / 'debian'}")
    return compiled(LAYER / "pi.c", tmp_path_factory.mktemp("last_layer"), *compiler)


@pytest.fixture
def bench(preload: Path, tmp_path: Path, arm64: Path | None) -> Bench:
    """A Raspberry Pi on which the service may do what its unit allows."""
    return Bench(tmp_path, preload, unit_devices(), installed_groups(), arm64)
