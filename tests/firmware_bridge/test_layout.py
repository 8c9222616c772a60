"""The layout of tiles."""

import pytest

from engine.core.squares import Board
from firmware_bridge.errors import BadLayout
from firmware_bridge.layout import TilePlace, check_layout, squares_of

BOARD = Board(8, 8)
LARGE = Board(16, 16)
FOUR = [TilePlace("a", 0, 0), TilePlace("b", 8, 0), TilePlace("c", 0, 8), TilePlace("d", 8, 8)]


def corners(place, board=BOARD):
    """Names of the squares over the first and last reed of the first and the last row."""
    squares = squares_of(place, board)
    return [None if squares[reed] is None else board.name(squares[reed]) for reed in (0, 7, 56, 63)]


def test_an_unturned_tile_has_its_rows_along_the_ranks():
    assert corners(TilePlace("p")) == ["a1", "h1", "a8", "h8"]


@pytest.mark.parametrize(
    "turns, expected",
    [
        (1, ["a8", "a1", "h8", "h1"]),
        (2, ["h8", "a8", "h1", "a1"]),
        (3, ["h1", "h8", "a1", "a8"]),
        (4, ["a1", "h1", "a8", "h8"]),
    ],
)
def test_a_tile_may_be_turned_clockwise(turns, expected):
    assert corners(TilePlace("p", quarter_turns=turns)) == expected


def test_four_tiles_make_sixteen_by_sixteen():
    check_layout(FOUR, LARGE)
    assert corners(FOUR[3], LARGE) == ["i9", "p9", "i16", "p16"]


def test_squares_beyond_the_edge_are_nobodys():
    assert corners(TilePlace("p", 4, 4), Board(10, 10)) == ["e5", None, None, None]


def test_tiles_may_reach_over_the_edge():
    corner_tiles = [TilePlace("a", -3, -3), TilePlace("b", 5, -3), TilePlace("c", -3, 5), TilePlace("d", 5, 5)]
    check_layout(corner_tiles, Board(10, 10))


def test_a_bare_square_is_refused_by_name():
    with pytest.raises(BadLayout, match="a tile: a9, a10, a11, a12, a13, a14 and 58 more; under two tiles: none"):
        check_layout([FOUR[0], FOUR[1], FOUR[3]], LARGE)


def test_a_square_under_two_tiles_is_refused_by_name():
    with pytest.raises(BadLayout, match=r"under two tiles: h1, h2"):
        check_layout([*FOUR[2:], TilePlace("a", 0, 0), TilePlace("b", 8, 0), TilePlace("e", 7, -6)], LARGE)


def test_two_tiles_at_one_port_are_refused():
    with pytest.raises(BadLayout, match="two tiles are said to be at a"):
        check_layout([FOUR[0], TilePlace("a", 8, 0)], Board(16, 8))
