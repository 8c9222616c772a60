"""The matrix of reeds through the real gpiozero, over a circuit model with diodes and without."""

import os
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from circuits.reeds_gpio import MatrixCircuit, mock_factory
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.drivers import gpio_pins
from hardware.drivers.reeds_gpio import MatrixReeds
from hardware.errors import BadWiring, BoardLost, MissingLibrary

ROWS = (4, 5, 6, 13, 16, 17, 19, 20)
COLUMNS = (21, 22, 23, 24, 25, 26, 27, 12)


def reed(row: int, column: int) -> int:
    """The bit of the reed at a row and a column of a matrix of 8."""
    return 1 << row * 8 + column


class Matrix:
    """A small matrix that reads what a test closes."""

    def __init__(self, without_diode: int = 0, rows: int = 8, columns: int = 8) -> None:
        self.closed = 0
        self.circuit = MatrixCircuit(ROWS[:rows], COLUMNS[:columns], lambda: self.closed, without_diode)
        self.factory = mock_factory(self.circuit)
        self.reeds = MatrixReeds(ROWS[:rows], COLUMNS[:columns], pin_factory=self.factory)

    def read(self, closed: int) -> int:
        self.closed = closed
        return self.reeds.read()


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**64 - 1))
def test_with_all_diodes_every_set_of_switches_reads_as_it_is(closed: int) -> None:
    assert Matrix().read(closed) == closed


def test_no_pin_is_ever_driven_high_and_at_most_one_low() -> None:
    matrix = Matrix()
    lows: list[int] = []
    drive = matrix.circuit.drive

    def watched(pin: int, level: bool | None) -> None:
        drive(pin, level)
        lows.append(len(matrix.circuit.low))

    matrix.circuit.drive = watched  # type: ignore[method-assign]
    matrix.read(2**64 - 1)
    assert max(lows) == 1
    assert lows[-1] == 0
    assert not matrix.circuit.ever_high


def test_columns_and_resting_rows_are_pulled_up() -> None:
    matrix = Matrix()
    assert {matrix.factory.pin(pin).pull for pin in (*ROWS, *COLUMNS)} == {"up"}
    matrix.read(reed(3, 3))
    assert {matrix.factory.pin(pin).function for pin in (*ROWS, *COLUMNS)} == {"input"}


def test_rows_that_an_earlier_program_left_high_read_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    circuit = MatrixCircuit(ROWS, COLUMNS, lambda: 0xF0F0)
    factory = mock_factory(circuit)
    monkeypatch.setattr(factory.pin_class, "_latch", True)
    reeds = MatrixReeds(ROWS, COLUMNS, pin_factory=factory)
    circuit.ever_high.clear()
    assert reeds.read() == 0xF0F0
    assert not circuit.ever_high


def test_no_edge_alert_is_armed_on_any_pin() -> None:
    """Alerts on 8 columns would wake the process at every single edge of the scan itself."""
    matrix = Matrix()
    assert all(matrix.factory.pin(pin).when_changed is None for pin in COLUMNS)


def test_a_matrix_need_not_be_square() -> None:
    matrix = Matrix(rows=2, columns=3)
    assert matrix.reeds.count == 6
    assert [matrix.read(1 << n) for n in range(6)] == [1 << n for n in range(6)]


# --- ghosts ------------------------------------------------------------------------------------------------------

THREE = reed(0, 0) | reed(1, 0) | reed(1, 2)
FOURTH = reed(0, 2)


def test_without_a_diode_three_closed_switches_fake_a_fourth() -> None:
    assert Matrix(without_diode=reed(1, 0)).read(THREE) == THREE | FOURTH
    assert Matrix(without_diode=2**64 - 1).read(THREE) == THREE | FOURTH


@pytest.mark.parametrize("reeds", [reed(0, 0), reed(1, 2), reed(0, 2), reed(5, 5)])
def test_a_diode_missing_elsewhere_fakes_nothing(reeds: int) -> None:
    assert Matrix(without_diode=reeds).read(THREE) == THREE


@settings(deadline=None, max_examples=50)
@given(st.sets(st.integers(0, 63), max_size=20), st.integers(0, 63))
def test_one_missing_diode_makes_just_the_ghosts_across_from_it(placed: set[int], without: int) -> None:
    """Backwards through the switch without a diode: from its row to its column."""
    covered = sum(1 << place for place in placed)
    row, column = divmod(without, 8)
    rows = [each // 8 for each in placed if each % 8 == column]
    columns = [each % 8 for each in placed if each // 8 == row]
    ghosts = sum({reed(*far) for far in product(rows, columns)} - {1 << place for place in placed})
    assert Matrix(1 << without).read(covered) == covered | (ghosts if without in placed else 0)


# --- claiming and losing pins ------------------------------------------------------------------------------------


def test_a_pin_used_twice_is_refused() -> None:
    with pytest.raises(BadWiring, match="GPIO 21 is used twice"):
        MatrixReeds((4, 21), (21, 22), pin_factory=mock_factory(MatrixCircuit((4,), (21,), lambda: 0)))


@pytest.mark.parametrize("pins", [(4, 99), (4, "nonsense")])
def test_a_pin_that_does_not_exist_is_refused_and_the_others_are_free_again(pins: Any) -> None:
    factory = mock_factory(MatrixCircuit(ROWS, COLUMNS, lambda: 0))
    with pytest.raises(BadWiring, match="cannot be used"):
        MatrixReeds(pins, COLUMNS, pin_factory=factory)
    MatrixReeds(ROWS, COLUMNS, pin_factory=factory).close()


def test_pins_in_use_by_something_else_are_refused() -> None:
    factory = mock_factory(MatrixCircuit(ROWS, COLUMNS, lambda: 0))
    first = MatrixReeds(ROWS, COLUMNS, pin_factory=factory)
    with pytest.raises(BadWiring, match="already in use"):
        MatrixReeds(ROWS, COLUMNS, pin_factory=factory)
    first.close()
    MatrixReeds(ROWS, COLUMNS, pin_factory=factory).close()


def test_a_row_is_let_go_even_when_reading_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = Matrix()

    def fail(pin: object) -> bool:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(matrix.factory.pin_class, "_get_state", fail)
    with pytest.raises(BoardLost, match="Input/output error"):
        matrix.reeds.read()
    assert not matrix.circuit.low


def test_without_gpiozero_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(MissingLibrary, match=r"install pawnlight\[pi\]"):
        MatrixReeds(ROWS, COLUMNS)


def test_off_a_pi_the_pins_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    import gpiozero  # type: ignore[import-untyped]

    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    with pytest.raises(BadWiring, match="cannot be used .*locate Pi revision"):
        MatrixReeds(ROWS, COLUMNS)


# --- group reads -------------------------------------------------------------------------------------------------


def test_group_reads_need_two_calls_a_row_and_one_at_the_end(chip: Any, lgpio_factory: Any, switches: Any) -> None:
    reeds = MatrixReeds(ROWS, COLUMNS, group_reads=True, pin_factory=lgpio_factory)
    switches.closed = 2**64 - 1
    assert reeds.read() == 2**64 - 1
    assert chip.lgpio.group_read.call_count == 8
    assert chip.lgpio.group_write.call_count == 9
    assert not chip.circuit.low
    reeds.close()


def test_group_reads_see_ghosts_like_any_other(chip: Any, lgpio_factory: Any, switches: Any) -> None:
    chip.circuit.without_diode = 2**64 - 1
    reeds = MatrixReeds(ROWS, COLUMNS, group_reads=True, pin_factory=lgpio_factory)
    switches.closed = THREE
    assert reeds.read() == THREE | FOURTH
    reeds.close()


def test_group_reads_keep_their_pins_from_gpiozero_until_closed(chip: Any, lgpio_factory: Any) -> None:
    import gpiozero

    reeds = MatrixReeds(ROWS, COLUMNS, group_reads=True, pin_factory=lgpio_factory)
    with pytest.raises(gpiozero.GPIOPinInUse):
        gpiozero.InputDevice(21, pin_factory=lgpio_factory)
    with pytest.raises(BadWiring, match="already in use"):
        MatrixReeds(ROWS, COLUMNS, group_reads=True, pin_factory=lgpio_factory)
    reeds.close()
    assert len(chip.open_handles) == 1  # gpiozero's own
    MatrixReeds(ROWS, COLUMNS, group_reads=True, pin_factory=lgpio_factory).close()


def test_group_reads_without_lgpio_are_refused() -> None:
    with pytest.raises(BadWiring, match="not MockFactory: set GPIOZERO_PIN_FACTORY=lgpio"):
        MatrixReeds(ROWS, COLUMNS, True, mock_factory(MatrixCircuit(ROWS, COLUMNS, lambda: 0)))


def test_lgpio_has_a_directory_for_its_fifo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LG_WD", raising=False)
    gpio_pins.lgpio()
    assert os.environ["LG_WD"] == tempfile.gettempdir()
    monkeypatch.setenv("LG_WD", "/run/pawnlight")
    gpio_pins.lgpio()
    assert os.environ["LG_WD"] == "/run/pawnlight"


@pytest.mark.parametrize("library", ["lgpio", "gpiozero"])
def test_importing_a_library_of_pins_leaves_the_program_in_its_directory(library: str, tmp_path: Path) -> None:
    here, fifos = tmp_path / "here", tmp_path / "fifos"
    here.mkdir()
    fifos.mkdir()
    program = f"from hardware.drivers import gpio_pins; gpio_pins.{library}().__name__; import os; print(os.getcwd())"
    environment = {"LG_WD": str(fifos), "PYTHONPATH": str(Path(gpio_pins.__file__).parent.parent)}
    ran = subprocess.run([sys.executable, "-c", program], cwd=here, env=environment, capture_output=True, text=True)
    assert ran.stdout.strip() == str(here), ran.stderr
    assert list(fifos.iterdir()), "the FIFO is where it may be"
