"""Chess under hands: castling either piece first, captures in passing, promotion, and time that runs out."""

from itertools import permutations

import pytest
from cases import asked, position

from engine.core.pieces import Seat
from table.messages.lights import Role

FILES = "abcdefgh"
KINGS = {"e1": "wK", "e8": "bK"}
CORNERED = {"b8": "bK", "a7": "bP", "b7": "bP", "c7": "bP"}
"""A black king that gives no way to anything on the first rank."""


def chess(board, detail=None, **options):
    return position("chess", board, "play", detail, **options)


def castling(king, rook):
    """A board with one castling, and where king and rook go."""
    towards_a = rook < king
    board = {**CORNERED, f"{king}1": "wK", f"{rook}1": "wR"}
    return board, ("c1", "d1") if towards_a else ("g1", "f1"), "O-O-O" if towards_a else "O-O"


PAIRS = [(king, rook) for king in FILES[1:7] for rook in FILES if rook != king]
"""All that the 960 starts have: the king between the rooks."""
EXCHANGES = [("d", "c"), ("f", "g")]
"""The files of king and rook that change places."""


def carry(table, moves):
    """Both pieces in the air, then down one after the other."""
    for origin, target in moves:
        if origin != target:
            table.lift(origin)
    for origin, target in moves:
        if origin != target:
            table.place(target)
    table.wait(4)


@pytest.mark.parametrize(("king", "rook"), [pair for pair in PAIRS if pair not in EXCHANGES])
@pytest.mark.parametrize("rook_first", [False, True])
def test_every_castling_there_is_can_be_played_with_both_in_the_air(king, rook, rook_first):
    board, (king_target, rook_target), text = castling(king, rook)
    table = chess(board, {"castling": "KQ"}, start="drawn")
    moves = [(f"{king}1", king_target), (f"{rook}1", rook_target)]
    carry(table, moves[::-1] if rook_first else moves)
    assert table.actions == [text]


@pytest.mark.parametrize(("king", "rook"), EXCHANGES)
def test_castling_by_which_both_change_places_is_offered_on_the_phone_for_no_reed_can_tell(king, rook):
    board, _, text = castling(king, rook)
    table = chess(board, {"castling": "KQ"}, start="drawn")
    carry(table, [(f"{king}1", f"{rook}1"), (f"{rook}1", f"{king}1")])
    assert table.actions == [] and table.scene().status == "play"
    assert asked(table) == {text}
    table.answer(text)
    assert table.actions == [text]
    table.follow_lights()
    assert table.scene().status == "play" and table.scene().to_act == (Seat.BLACK,)


@pytest.mark.parametrize("moves", list(permutations([("e1", "g1"), ("h1", "f1")])))
def test_castling_goes_one_piece_after_the_other_whichever_comes_first(moves):
    table = chess({**KINGS, "h1": "wR"})
    for origin, target in moves:
        table.lift(origin)
        table.place(target)
        table.wait(1)
    assert table.actions == ["O-O"]


def test_a_rook_beside_the_king_waits_for_him_and_then_has_moved_alone():
    table = chess({**KINGS, "h1": "wR"})
    table.move("h1", "f1")
    table.wait(1)
    assert table.actions == []
    table.wait(3)
    assert table.actions == ["h1f1"]


@pytest.mark.parametrize("order", ["victim first", "pawn first", "victim last"])
def test_a_pawn_captured_in_passing_leaves_the_board_at_any_moment(order):
    table = chess({**KINGS, "e5": "wP", "d5": "bP"}, {"en_passant": "d6"})
    if order == "victim first":
        table.lift("d5")
        table.lift("e5")
    else:
        table.lift("e5")
        if order == "pawn first":
            table.lift("d5")
    table.place("d6")
    if order == "victim last":
        table.wait(1)
        table.lift("d5")
    table.wait(1)
    assert table.actions == ["e5d6"]


def test_a_pawn_captured_in_passing_that_was_forgotten_is_asked_for():
    table = chess({**KINGS, "e5": "wP", "d5": "bP"}, {"en_passant": "d6"})
    table.move("e5", "d6")
    table.wait(5)
    assert table.actions == []
    assert table.role("d5") is Role.CAPTURE
    table.lift("d5")
    table.wait(1)
    assert table.actions == ["e5d6"]


@pytest.mark.parametrize("kind", "QRBN")
def test_the_phone_asks_which_piece_a_pawn_becomes(kind):
    table = chess({"e1": "wK", "h7": "bK", "a7": "wP"})
    table.move("a7", "a8")
    table.wait(1)
    assert table.actions == [] and asked(table) == {f"a7a8={each}" for each in "QRBN"}
    table.answer(f"a7a8={kind}")
    assert table.actions == [f"a7a8={kind}"] and table.pieces["a8"] == f"w{kind}"
