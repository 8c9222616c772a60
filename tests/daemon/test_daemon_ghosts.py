"""Ghosts are noticed in readings as they come."""

import pytest
from circuits.reeds_gpio import MatrixCircuit, mock_factory

from daemon.boards.ghosting import GhostWatch, ghost_suspects
from hardware.drivers.reeds_gpio import MatrixReeds

ROWS = (4, 5, 6, 13, 16, 17, 19, 20)
COLUMNS = (21, 22, 23, 24, 25, 26, 27, 12)


def reed(row: int, column: int) -> int:
    """The bit of the reed at a row and a column of a matrix of 8."""
    return 1 << row * 8 + column


class Matrix:
    """A matrix without diodes that reads what a test closes."""

    def __init__(self) -> None:
        self.closed = 0
        circuit = MatrixCircuit(ROWS, COLUMNS, lambda: self.closed, 2**64 - 1)
        self.reeds = MatrixReeds(ROWS, COLUMNS, pin_factory=mock_factory(circuit))

    def read(self, closed: int) -> int:
        self.closed = closed
        return self.reeds.read()


THREE = reed(0, 0) | reed(1, 0) | reed(1, 2)
FOURTH = reed(0, 2)


def test_reeds_that_close_together_to_a_rectangle_are_suspect() -> None:
    matrix = Matrix()
    before = matrix.read(reed(0, 0) | reed(1, 2))
    after = matrix.read(THREE)
    assert ghost_suspects(before, after, 8) == reed(1, 0) | FOURTH


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (0, reed(0, 0)),
        (reed(0, 0) | reed(1, 0) | reed(0, 2), reed(0, 0) | reed(1, 0) | reed(0, 2) | reed(1, 2)),
        (reed(0, 0), reed(0, 0) | reed(1, 0) | reed(1, 1)),
        (reed(0, 0) | reed(1, 0), reed(0, 0) | reed(1, 0) | reed(0, 2) | reed(1, 2)),
        (THREE | FOURTH, THREE | FOURTH),
        (THREE | FOURTH, THREE),
        (0, THREE | FOURTH),
        (reed(0, 0), THREE | FOURTH),
    ],
)
def test_pieces_placed_one_by_one_or_side_by_side_are_not_suspect(before: int, after: int) -> None:
    assert ghost_suspects(before, after, 8) == 0


def test_a_watch_over_readings_names_ghosts_once() -> None:
    matrix, watch = Matrix(), GhostWatch(8)
    told = [watch.look(matrix.read(covered)) for covered in (THREE, 0, reed(0, 0), reed(0, 0) | reed(1, 2), THREE)]
    assert told == [0, 0, 0, 0, reed(1, 0) | FOURTH], "what is closed at first tells nothing"
    assert watch.look(matrix.read(reed(0, 0) | reed(1, 2))) == watch.look(matrix.read(THREE)) == 0
    assert watch.suspects == reed(1, 0) | FOURTH


def test_switches_with_wires_of_their_own_have_no_ghosts() -> None:
    watch = GhostWatch(0)
    assert [watch.look(reading) for reading in (0, reed(0, 0) | reed(1, 2), THREE | FOURTH)] == [0, 0, 0]
