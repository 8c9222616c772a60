"""Reeds on the pins of a Raspberry Pi and on shift registers: the real gpiozero and the real compiled lgpio, down to
what they ask of the kernel. See ``pi_bench``.
"""

import json
import sys
from typing import Any

import pytest
from pi_bench import LAYER, PIS, Bench

from hardware.drivers import REEDS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the devices are those of Linux")

EACH_BY_ITSELF = [{reed} for reed in range(64)]
TOGETHER: list[set[int]] = [set(), set(range(64)), {0, 7, 56}, set(range(0, 64, 9)), set()]
"""Three corners of a rectangle: without diodes the fourth would seem closed, too."""


@pytest.fixture
def pi(bench: Bench, request: pytest.FixtureRequest) -> Bench:
    bench.be(PIS[getattr(request, "param", "zero-2-w")])
    bench.put("dev/spidev1.0", "")
    return bench


def read(pi: Bench, driver: str, options: dict[str, Any], wires: tuple[str, list[str]]) -> dict[str, Any]:
    asked = {"driver": driver, "options": options, "wires": wires}
    done = pi.python(str(LAYER / "switches.py"), given=json.dumps(asked))
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def matrix(boards: list[set[int]]) -> tuple[str, list[str]]:
    """Which rows and columns closed reeds join."""
    options = {option.name: option.default for option in REEDS["gpio"].options}
    rows, columns = options["rows"], options["columns"]
    ends = [(rows[reed // 8], columns[reed % 8]) for reed in range(64)]
    return "reeds", [b"".join(bytes(ends[reed]) for reed in board).hex() for board in boards]


def registers(boards: list[set[int]]) -> tuple[str, list[str]]:
    """The levels at the inputs of eight chips: a closed reed pulls its own low."""
    closed = [sum(1 << reed for reed in board) for board in boards]
    return "registers", [(each ^ (1 << 64) - 1).to_bytes(8, "little").hex() for each in closed]


@pytest.mark.parametrize("pi", PIS, indirect=True)
@pytest.mark.parametrize("group_reads", [False, True])
def test_every_reed_of_a_matrix_is_read(pi: Bench, group_reads: bool) -> None:
    boards = EACH_BY_ITSELF + TOGETHER
    told = read(pi, "gpio", {"group_reads": group_reads}, matrix(boards))
    assert told == {"read": [sorted(board) for board in boards]}
    assert not (pi.root / "high").exists(), "no pin of a matrix may ever be driven high"


def test_every_input_of_the_shift_registers_is_read(pi: Bench) -> None:
    boards = EACH_BY_ITSELF + TOGETHER
    told = read(pi, "74hc165", {}, registers(boards))
    assert told == {"read": [sorted(board) for board in boards]}


@pytest.mark.parametrize("device", ["char-gpiochip", "gpio"])
def test_pins_that_may_not_be_opened_are_told(pi: Bench, device: str) -> None:
    pi.allow = [each for each in pi.allow if each != device]
    pi.groups = [each for each in pi.groups if each != device]
    said = read(pi, "gpio", {}, matrix([]))["said"]
    assert said.startswith("GPIO 4, 5, 6, 13, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 12 cannot be used")
    assert said.endswith("and that this user is in the group gpio")


def test_a_bus_that_is_off_is_told(pi: Bench) -> None:
    (pi.root / "dev/spidev1.0").unlink()
    said = read(pi, "74hc165", {}, registers([]))["said"]
    assert said.startswith("the SPI bus 1 of the shift registers cannot be opened")
    assert "add the line dtoverlay=spi1-1cs to the boot configuration" in said
