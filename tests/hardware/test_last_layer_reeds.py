"""Reeds on the pins of a Raspberry Pi and on shift registers: the real gpiozero and the real compiled lgpio; and on
expanders: the real Blinka; all of them down to what they ask of the kernel. See ``pi_bench``.
"""

import json
import sys
from typing import Any

import pytest
from pi_bench import LAYER, PIS, Bench
from waiting import wait_for

from hardware.drivers.registry import REEDS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the devices are those of Linux")

EACH_BY_ITSELF = [{reed} for reed in range(64)]
TOGETHER: list[set[int]] = [set(), set(range(64)), {0, 7, 56}, set(range(0, 64, 9)), set()]
"""Three corners of a rectangle: without diodes the fourth would seem closed, too."""


@pytest.fixture
def pi(bench: Bench, request: pytest.FixtureRequest) -> Bench:
    bench.be(PIS[getattr(request, "param", "zero-2-w")])
    bench.put("dev/spidev1.0", "")
    bench.put("dev/i2c-1", "")
    return bench


def read(pi: Bench, driver: str, options: dict[str, Any], wires: tuple[str, list[str]]) -> dict[str, Any]:
    asked = {"driver": driver, "options": options, "wires": wires}
    done = pi.python(str(LAYER / "switches.py"), given=json.dumps(asked))
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def matrix(boards: list[set[int]]) -> tuple[str, list[str]]:
    """Return the rows and columns that closed reeds join."""
    options = {option.name: option.default for option in REEDS["gpio"].options}
    rows, columns = options["rows"], options["columns"]
    ends = [(rows[reed // 8], columns[reed % 8]) for reed in range(64)]
    return "reeds", [b"".join(bytes(ends[reed]) for reed in board).hex() for board in boards]


def registers(boards: list[set[int]]) -> tuple[str, list[str]]:
    """The levels at the inputs of eight chips: a closed reed pulls its own low."""
    closed = [sum(1 << reed for reed in board) for board in boards]
    return "registers", [(each ^ (1 << 64) - 1).to_bytes(8, "little").hex() for each in closed]


def expanders(boards: list[set[int]], silent: int | None = None, power_ups: int = 1) -> tuple[str, list[str]]:
    """Chips at 0x20 to 0x23 with sixteen reeds each, of which one may be off the bus."""
    closed = [sum(1 << reed for reed in board).to_bytes(8, "little") for board in boards]
    chips = [(0x20 + n, 2 * n) for n in range(4) if 0x20 + n != silent]
    return "expanders", [
        b"".join(bytes((address, *board[at : at + 2], power_ups)) for address, at in chips).hex() for board in closed
    ]


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


@pytest.mark.parametrize("pi", PIS, indirect=True)
def test_every_reed_on_expanders_is_read(pi: Bench) -> None:
    boards = EACH_BY_ITSELF + TOGETHER
    told = read(pi, "mcp23017", {}, expanders(boards))
    assert told == {"read": [sorted(board) for board in boards]}


def test_an_expander_that_lost_its_power_or_the_bus_is_told_and_read_again_once_it_is_back(pi: Bench) -> None:
    name, wires = expanders([{1, 20}] * 2)
    wires += expanders([{1, 20}] * 2, power_ups=2)[1] + expanders([{1, 20}] * 2, silent=0x22, power_ups=2)[1]
    told = read(pi, "mcp23017", {}, (name, [*wires, *expanders([{1, 20}])[1]]))
    lost_power, off, still_off = told["read"][2], told["read"][4], told["read"][5]
    assert [each for each in told["read"] if isinstance(each, list)] == [[1, 20]] * 4
    assert "the chip at 0x20 lost its power" in lost_power
    assert off.startswith("the expanders of the switches do not answer")
    assert still_off.startswith("no MCP23017 answers at 0x22 (")


def test_a_bus_of_expanders_that_may_not_be_opened_is_told(pi: Bench) -> None:
    pi.groups.remove("i2c")
    said = read(pi, "mcp23017", {}, expanders([]))["said"]
    assert "switch I2C on" in said and "add this user to the group i2c" in said


# --- beside the squares ------------------------------------------------------------------------------------------

Levels = list[tuple[int, float]]
BOUNCING: Levels = [(0, 0.002), (1, 0.002), (0, 0.002), (1, 0.003)]


def press(pi: Bench, presses: int, down: Levels, up: Levels, hold_s: float = 0.0) -> dict[str, Any]:
    asked = {"button": 16, "piezo": 18, "presses": presses, "down": down, "up": up, "hold_s": hold_s, "hertz": 880}
    done = pi.python(str(LAYER / "peripherals.py"), given=json.dumps(asked))
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


@pytest.mark.parametrize("pi", PIS, indirect=True)
def test_a_button_that_bounces_counts_once_and_the_piezo_sounds(pi: Bench) -> None:
    told = press(pi, 1, [*BOUNCING, (0, 0.0)], [*BOUNCING, (1, 0.3)])
    assert (told["pulled_up"], told["presses"]) == (True, 1)
    pulses = (pi.root / "high").read_bytes()
    assert set(pulses) == {18} and len(pulses) > 20, "the pin of the piezo goes up and down, and no other"


def test_a_button_that_must_be_held_does_not_count_before(pi: Bench) -> None:
    def told_of_short_press() -> dict[str, Any]:
        told = press(pi, 0, [(0, 0.3)], [(1, 1.2)], hold_s=1.0)
        return told if told["down_s"] < 1.0 else {}

    assert wait_for(told_of_short_press, "a press that was short also for a busy computer")["presses"] == 0
    assert press(pi, 1, [(0, 0.0)], [(1, 0.1)], hold_s=1.0)["presses"] == 1


# --- what is refused ---------------------------------------------------------------------------------------------


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
