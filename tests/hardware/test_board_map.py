"""Wiring and squares find each other, however a board is wired."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.squares import Board, Square, bitboard
from hardware.board_map import (
    BoardMap,
    area,
    check_fits,
    dump,
    load,
    mirrored,
    parse,
    row_wise,
    save,
    serpentine,
    square_wise,
    wire,
)
from hardware.errors import BadBoardMap

CHESS = Board(8, 8)
boards = st.builds(Board, st.integers(1, 16), st.integers(1, 16))


def names(board: Board, order: tuple[Square, ...]) -> list[str]:
    return [board.name(square) for square in order]


@settings(deadline=None)
@given(boards, st.data())
def test_as_squares_are_numbered_reeds_are_squares_on_any_board(board: Board, data: st.DataObject) -> None:
    occupancy = data.draw(st.integers(0, board.all))
    board_map = wire(board)
    assert board_map.occupancy(occupancy) == occupancy
    assert board_map.first_pixels == tuple(range(0, 12 * board.size, 12))
    assert board_map.pixel_count == 12 * board.size


def test_row_wise_runs_every_rank_from_the_left() -> None:
    assert names(CHESS, row_wise(CHESS))[:10] == ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2"]


def test_serpentine_runs_there_and_back() -> None:
    assert names(Board(3, 3), serpentine(Board(3, 3))) == ["a1", "b1", "c1", "c2", "b2", "a2", "a3", "b3", "c3"]


def test_mirrored_swaps_the_files_only() -> None:
    board = Board(3, 2)
    assert names(board, mirrored(board, row_wise(board))) == ["c1", "b1", "a1", "c2", "b2", "a2"]


@settings(deadline=None)
@given(boards)
def test_every_order_names_every_square_once(board: Board) -> None:
    for order in (square_wise(board), row_wise(board), serpentine(board), mirrored(board, serpentine(board))):
        assert sorted(order) == list(range(board.size))


@settings(deadline=None)
@given(boards, st.randoms(use_true_random=False), st.integers(1, 24))
def test_any_wiring_survives_its_text_and_leads_reeds_to_squares(board: Board, chance: Any, per_ring: int) -> None:
    reeds, rings = list(square_wise(board)), list(square_wise(board))
    chance.shuffle(reeds)
    chance.shuffle(rings)
    board_map = wire(board, reeds, rings, per_ring, "GRB")
    assert parse(dump(board_map)) == board_map
    for reed, square in enumerate(reeds):
        assert board_map.occupancy(1 << reed) == 1 << square
        assert board_map.reed(square) == reed
    assert all(board_map.first_pixels[square] == ring * per_ring for ring, square in enumerate(rings))


def test_a_missing_switch_and_a_missing_ring_are_allowed_and_known() -> None:
    board_map = wire(Board(2, 1), reeds=[Square(1), None], rings=[None, Square(0)], pixels_per_ring=8)
    assert (board_map.reed_count, board_map.pixel_count) == (2, 16)
    assert board_map.occupancy(0b11) == 1 << 1
    assert board_map.first_pixels == (8, None)
    assert board_map.reed(Square(0)) is None
    assert parse(dump(board_map)) == board_map


def test_reeds_the_map_does_not_know_are_ignored() -> None:
    assert wire(Board(1, 1)).occupancy(0b110) == 0


def test_a_smaller_board_lies_on_an_area_of_a_bigger_one() -> None:
    whole, game = wire(Board(16, 16), pixels_per_ring=8), Board(10, 10)
    small = area(whole, game)
    corner = whole.board.parse("a1")
    assert small.occupancy(1 << corner | 1 << whole.board.parse("k1")) == bitboard([game.parse("a1")])
    assert small.occupancy(1 << whole.board.parse("j10")) == bitboard([game.parse("j10")])
    assert small.first_pixels[game.parse("a1")] == whole.first_pixels[corner]
    assert (small.pixel_count, small.reed_count) == (whole.pixel_count, 256)


def test_a_bigger_board_does_not_lie_on_a_smaller_one() -> None:
    with pytest.raises(BadBoardMap, match="10x10 board does not fit on the 8x8"):
        area(wire(CHESS), Board(10, 10))


def test_a_map_for_another_device_is_refused() -> None:
    check_fits(wire(CHESS, pixels_per_ring=8), 64, 512)
    with pytest.raises(BadBoardMap, match="64 reeds, the device 128"):
        check_fits(wire(CHESS), 128, 768)
    with pytest.raises(BadBoardMap, match="768 pixels, the device 64"):
        check_fits(wire(CHESS), 64, 64)


@pytest.mark.parametrize(
    ("wiring", "message"),
    [
        ({"reeds": [Square(0), Square(0)]}, "a1 has two reeds: 0 and 1"),
        ({"reeds": [Square(4)]}, "reed 0: square number 4 is not on the board"),
        ({"rings": [Square(1), Square(1)]}, "ring at pixel 12: square number 1 is not on the board or has a ring"),
        ({"rings": [Square(9)]}, "square number 9"),
        ({"pixels_per_ring": 0}, "pixels_per_ring: 0 is not between 1 and 24"),
        ({"pixels_per_ring": 25}, "25"),
        ({"colours": "RGG"}, "colours: 'RGG' is none of RGB"),
    ],
)
def test_a_wiring_that_cannot_be_is_refused(wiring: dict[str, Any], message: str) -> None:
    with pytest.raises(BadBoardMap, match=message):
        wire(Board(2, 2), **wiring)


def test_a_ring_may_begin_at_any_pixel_as_long_as_none_overlap() -> None:
    data = json.loads(dump(wire(Board(2, 1), pixels_per_ring=8)))
    data["rings"], data["pixel_count"] = {"a1": 9, "b1": 1}, 17
    assert parse(json.dumps(data)).first_pixels == (9, 1)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("version", 2, "version: 2 is not 1"), ("version", True, "True is not 1"), ("version", 1.0, "1.0 is not 1"),
        ("files", 17, "files must be a whole number from 1 to 16, not 17"),
        ("ranks", "8", "ranks must be .*, not '8'"),
        ("files", True, "files must be .*, not True"),
        ("reed_count", -1, "reed_count must be .*, not -1"),
        ("pixel_count", 10**9, "pixel_count"),
        ("pixels_per_ring", 1.5, "pixels_per_ring must be .*, not 1.5"),
        ("colours", 7, "colours: '7'"),
        ("reeds", [], "reeds: not an object"),
        ("reeds", {"c1": 0}, "reeds: the board has no square 'c1'"),
        ("reeds", {"a1": 2}, "reeds: a1 must be a whole number from 0 to 1, not 2"),
        ("reeds", {"a1": 1, "b1": 1}, "b1 has reed 1, which another square has already"),
        ("rings", {"a1": None}, "rings: a1 must be .*, not None"),
        ("rings", {"a1": 0, "b1": 7}, "the rings of a1 and b1 overlap at pixel 7"),
        ("rings", {"a1": 0, "b1": 9}, "outside the chain of 16 pixels"),
    ],
)
def test_a_spoilt_map_is_refused_by_the_name_of_its_entry(key: str, value: object, message: str) -> None:
    data = json.loads(dump(wire(Board(2, 1), pixels_per_ring=8)))
    assert isinstance(parse(json.dumps(data)), BoardMap)
    data[key] = value
    with pytest.raises(BadBoardMap, match=message):
        parse(json.dumps(data))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"version": 1}', "null"])
def test_what_is_no_map_at_all_is_refused(text: str) -> None:
    with pytest.raises(BadBoardMap):
        parse(text)


def test_a_missing_and_an_unknown_entry_are_named() -> None:
    data = json.loads(dump(wire(CHESS)))
    with pytest.raises(BadBoardMap, match="colour: this entry is missing or unknown"):
        parse(json.dumps({**data, "colour": "RGB"}))
    del data["reeds"]
    with pytest.raises(BadBoardMap, match="reeds: this entry is missing"):
        parse(json.dumps(data))


def test_a_map_is_saved_whole_and_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text("old")
    save(wire(CHESS, rings=serpentine(CHESS)), path)
    assert load(path) == wire(CHESS, rings=serpentine(CHESS))
    assert [each.name for each in tmp_path.iterdir()] == ["board.json"]


def test_a_file_that_holds_no_map_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadBoardMap, match="not UTF-8"):
        load(path)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.json")
