"""Tests of the diodes of a matrix one by one, with three pieces.

Three closed corners of a rectangle make the fourth look closed if the diode at the corner across from it is missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from engine.core.squares import Square


@dataclass(frozen=True, slots=True)
class DiodeTest:
    """A test with pieces on ``covered`` and none on ``empty``: if the reed of ``empty`` is closed, the diode of
    ``reed`` is missing."""

    reed: int
    covered: tuple[Square, Square, Square]
    empty: Square


@lru_cache(maxsize=8)
def diode_tests(columns: int, reeds: tuple[tuple[Square, int], ...]) -> tuple[DiodeTest, ...]:
    """Return a test for every diode that can be tested: first in blocks of two by two reeds, in which from test to test
    one piece moves; then for those that a switch out of order left over, with any partners."""
    squares = {divmod(reed, columns): square for square, reed in reeds}
    rows = max((row for row, _ in squares), default=-1) + 1
    tests: dict[int, DiodeTest] = {}
    for row, column in product(range(0, rows - 1, 2), range(0, columns - 1, 2)):
        corners = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
        for turn in range(4):
            _add_test(tests, columns, squares, corners[(turn + 1) % 4], corners[(turn + 3) % 4])
    for place in squares:
        for partner in product(range(rows), range(columns)):
            _add_test(tests, columns, squares, place, partner)
    return tuple(tests.values())


def _add_test(
    tests: dict[int, DiodeTest], columns: int, squares: Mapping[tuple[int, int], Square],
    tested: tuple[int, int], empty: tuple[int, int],
) -> None:
    """Add the test of one diode with its opposite corner empty, if there is none yet and all four switches work."""
    (row, column), (far_row, far_column) = tested, empty
    corners = (tested, (row, far_column), (far_row, column), empty)
    reed = row * columns + column
    if reed in tests or row == far_row or column == far_column or any(corner not in squares for corner in corners):
        return
    one, two, three, free = (squares[corner] for corner in corners)
    tests[reed] = DiodeTest(reed, (one, two, three), free)
