"""Hands at the pace they have at a table: two pieces in the air, early opponents, whole ranks pushed (docs/play.md)."""

import pytest
from cases import asked, patterns, position, shields
from play_table import BOTH, PlayTable

from table.messages.events import TakeBack
from table.messages.lights import Role


def test_with_two_own_pieces_in_the_air_the_squares_of_both_stay_lit(table):
    table.lift("a1", "e1")
    for _ in range(3):
        table.wait(0.4)
        assert set(table.squares_of(Role.MOVE)) >= {"a2", "a3", "e2", "e3"}
        assert table.scene().status == "play"
    table.place("e3", "a2")
    table.wait()
    assert sorted(table.actions) == ["a1a2", "e1e3"]


def test_an_opponent_who_lifts_too_early_darkens_no_capture(facing):
    """The turn is White's for three more moves: whatever Black lifts has to go back."""
    facing.lift("d4", "e5", "h7")
    facing.wait(0.4)
    assert facing.role("e5") is Role.CAPTURE and facing.role("d5") is Role.MOVE
    facing.place("e5")
    facing.wait(0.4)
    facing.place("h7")
    facing.wait()
    assert facing.actions == ["d4e5"] and facing.scene().status == "play"


def test_with_a_piece_of_each_side_in_the_air_the_legal_squares_stay_lit(facing):
    facing.lift("d4", "h7")
    facing.wait(1)
    assert facing.role("d5") is Role.MOVE and facing.squares_of(Role.CAPTURE) == ["c5", "e5"]
    facing.place("h7", "d5")
    facing.wait()
    assert facing.actions == ["d4d5"]


@pytest.mark.parametrize("files", ["abc", "abcd", "aceh"])
@pytest.mark.parametrize("between_s", [0.0, 0.1, 0.5])
def test_pawns_pushed_together_are_as_many_moves(table, files, between_s):
    """All are lifted at once, or pushed while they rest on their squares: the board sees many of them open."""
    table.lift(*(f"{file}1" for file in files))
    for file in files:
        table.wait(between_s)
        table.place(f"{file}2")
    table.wait()
    assert sorted(table.actions) == [f"{file}1{file}2" for file in files]
    assert table.scene().prompts == () and table.scene().status == "play"


@pytest.mark.parametrize("lifted", [("d2", "d1"), ("d1", "d2")])
@pytest.mark.parametrize("placed", [("d3", "d2"), ("d2", "d3")])
@pytest.mark.parametrize("rest_s", [0.0, 1.0, 4.0])
def test_a_piece_may_come_down_where_another_one_left_before_that_one_is_down(lifted, placed, rest_s):
    """Two hands at once, each with a piece in the air: the second stands before the first."""
    table = position("pawn-advance", {"d1": "wP", "d2": "wP", "a2": "wP", "h7": "bP"}, "battle")
    table.lift(*lifted)
    table.wait(rest_s)
    table.place(*placed)
    table.wait()
    assert table.actions == ["d2d3", "d1d2"] and table.table.in_step


def test_a_piece_straightened_before_another_one_was_lifted_was_not_followed_by_that():
    table = position("pawn-advance", {"d1": "wP", "d2": "wP", "a2": "wP", "h7": "bP"}, "battle")
    table.lift("d2", "a2")
    table.place("d2")
    table.wait(0.2)
    table.lift("d1")
    table.place("d3")
    table.wait(5)
    assert table.actions == [] and table.role("d3") is Role.WRONG


def taken_and_followed():
    """The pawn on e4 takes f5, the one on e3 follows it onto e4, and comes down first."""
    board = {"e3": "wP", "e4": "wP", "a2": "wP", "f5": "bP", "h7": "bP"}
    table = position("pawn-advance", board, "battle")
    table.lift("e3", "e4", "f5")
    table.place("e4", "f5")
    return table


def test_where_taker_and_victim_may_have_been_put_back_it_is_asked_whether_one_took_the_other():
    table = taken_and_followed()
    table.wait()
    assert table.actions == [] and not table.scene().prompts, "the piece in the air may come down yet"
    table.wait(3)
    assert asked(table) == {"e4f5"}
    table.answer("e4f5")
    table.wait()
    assert table.actions == ["e4f5", "e3e4"] and table.table.in_step


def test_a_piece_that_was_held_while_two_others_were_straightened_moves_alone():
    table = taken_and_followed()
    table.wait(1)
    table.place("e3")
    table.wait(4)
    assert table.actions == [] and table.scene().status == "play" and table.table.in_step


@pytest.mark.parametrize("between_s", [0.0, 0.2, 1.0])
def test_two_hands_put_new_pawns_on_the_board_at_once(between_s):
    state = {"board": {"d4": "wP", "h7": "bP"}, "phase": "reinforce", "to_act": ["white"],
             "detail": {"to_place": {"white": 3, "black": 1}}}
    table = PlayTable()
    table.continue_with((), state, "pawn-advance", placement="choice")
    for square in ("c1", "f1"):
        table.place(square)
        table.wait(between_s)
    table.wait()
    assert table.actions == ["+c1", "+f1"] and table.table.in_step


def test_three_pawns_pushed_while_the_opponent_begins_count_once_that_piece_is_back(table):
    table.lift("a1", "b1", "c1")
    table.place("a2", "b2")
    table.lift("a8")
    table.place("c2")
    table.wait()
    assert table.role("a8") is Role.NO_MOVE and table.squares_of(Role.MOVE), "White has one more move"
    table.place("a8")
    table.wait()
    assert len(table.actions) == 3
    table.move("d1", "d2")
    table.move("a8", "a7")
    assert table.actions[3:] == ["d1d2", "a8a7"]


def test_after_an_undone_capture_a_power_cut_forgets_no_captured_piece():
    """The taker stands where the captured piece belongs: that is not in step."""
    table = position("pawn-advance", {"c3": "wP", "a2": "wP", "d4": "bP", "h7": "bP"}, "battle")
    table.capture("c3", "d4")
    assert table.actions == ["c3d4"]
    table.send(TakeBack(BOTH, frozenset()))
    table.power_cut()
    table.wait(2)
    assert table.scene().status == "setup" and table.scene().extra == ("d4",) and table.scene().missing == ("c3",)
    table.lift("d4")
    table.place("c3")
    table.wait()
    assert table.light("d4").role is Role.PLACE and table.light("d4").seat == "black"
    table.place("d4")
    table.wait()
    assert table.scene().status == "play" and table.actions == []


@pytest.mark.parametrize("rest_s", [0.5, 2.0])
def test_a_kill_thought_better_of_at_once_is_the_kill_from_the_other_square(rest_s):
    table = shields({"b1": "wR", "b8": "bR"})
    table.capture("b1", "b8")
    table.wait(rest_s)
    table.move("b8", "b7")
    table.wait(3.5)
    assert table.actions == ["b1xb8@b7"] and table.scene().status == "play"


def test_a_plain_illegal_move_is_no_knock(table):
    table.move("a1", "a5")
    table.wait(5)
    assert "knocked" not in str(table.scene().now) and table.role("a5") is Role.WRONG
    assert {"a2", "a3"} <= set(table.squares_of(Role.MOVE)), "where it may go stays lit"
    table.move("a5", "a2")
    assert table.actions == ["a1a2"]


def test_a_strike_begun_before_the_jump_has_settled_leaves_nothing_lit_in_vain():
    table = patterns("b5", "b6", "g2", enemy=("b8", "h8"))
    table.lift("b5")
    table.place("b7")
    table.lift("b6")
    table.wait(5)
    assert table.role("b8") is Role.CAPTURE
    table.place("b6")
    table.wait(5)
    assert table.actions == ["b5b7"]
    assert "lifted" not in str(table.scene().now)
