"""Advice in words on what to do now, while pieces are in the air."""

import pytest
from play_table import PlayTable

from engine.core.pieces import Seat
from table.messages.lights import Role

SHIELDS = {"e1": "wK", "e10": "bK", "b1": "wR+", "b8": "bR", "g1": "wR", "g5": "bN+", "c3": "nL", "d4": "wN"}


def position(game_id, board, phase, **options):
    table = PlayTable()
    detail = {"castling": "-"} if game_id == "chess-two" else {}
    state = {"board": board, "phase": phase, "to_act": ["white"], "detail": detail}
    table.continue_with((), state, game_id, **options)
    return table


def now(table):
    return str(table.scene().now)


@pytest.fixture
def shields():
    return position("chess-two", SHIELDS, "turn")


@pytest.fixture
def facing():
    board = {"d4": "wP", "f4": "wP", "a2": "wP", "e5": "bP", "c5": "bP", "h7": "bP"}
    return position("pawn-advance", board, "battle")


def test_a_piece_that_cannot_move_is_told_so_however_long_it_is_held(facing):
    facing.lift("e5")
    assert now(facing).startswith("Now lift the piece that takes it")
    facing.place("e5")
    facing.lift("h7")
    for _ in range(2):
        assert now(facing) == "The pawn on h7 cannot move now. Put it back."
        facing.wait(4)


def test_a_piece_that_may_attack_is_told_how(shields):
    shields.lift("b1")
    assert now(shields) == ("Put the lifted rook on an empty lit square, or lift the lit piece that it is to meet, "
                            "or put it back on b1.")


def test_where_an_attacker_may_rest_is_named(shields):
    for target in ("b7", "b8"):
        shields.lift("b1", "b8")
        assert now(shields) == "Put the rook on b7 or b8, or everything back."
        assert shields.role("b7") is Role.MOVE and shields.role("b8") is Role.CAPTURE
        shields.place(target)
        assert now(shields) == "Let go of the piece, and the move counts."
        shields.lift(target)
        shields.place("b1", "b8")
        shields.wait()
    assert shields.actions == []


def test_a_target_that_keeps_its_place_is_put_back_first(shields):
    shields.lift("g1", "g5")
    assert now(shields) == "Put the knight back on g5, then the rook on g4."
    shields.place("g5")
    assert now(shields) == "Put the rook on g4, and the touch counts."
    shields.place("g4")
    shields.wait()
    assert shields.actions == ["g1xg5@g4"]


def test_three_in_the_air_and_nothing_left_to_be_filled_are_told_of_as_several():
    """The knight may stand on b7, where the rook, still in its place, could rest after a blow at b8."""
    board = {"e1": "wK", "e10": "bK", "b1": "wR", "c5": "wN", "b8": "bR", "e4": "bP+"}
    table = position("chess-two", board, "turn")
    for touch, square in ((table.lift, "b8"), (table.lift, "e4"), (table.place, "b7"), (table.lift, "c5")):
        touch(square)
        table.wait(0.2)
    table.wait(5)
    assert str(table.scene().now) == "Put the lifted pieces on lit squares, in any order, or back where they were."
    assert all(table.role(square) for square in ("b8", "c5", "e4"))
    table.place("e4", "b8")
    table.wait(5)
    assert table.actions == ["c5b7"]


def test_a_taken_piece_put_back_beside_its_taker_is_marked_to_be_lifted_again():
    table = position("chess-two", {"e1": "wK", "e10": "bK", "c10": "wN", "b8": "bQ", "a9": "bN+"}, "turn")
    table.lift("c10", "b8")
    table.wait(0.2)
    table.place("b9")
    table.wait(0.1)
    table.place("b8")
    table.wait(5)
    assert now(table) == "Lift a marked piece to go on with this move, or put everything back."
    assert table.role("b8") is Role.CAPTURE and table.actions == []
    table.lift("b8")
    table.wait(5)
    assert table.actions == ["c10xb8@b9"]


def test_a_victim_that_stands_where_its_taker_might_rest_is_told_where_to_go_back():
    """The taker was put back: nothing lit shows that the other piece is not the taker itself."""
    table = position("chess-two", {"e1": "wK", "b1": "wQ", "e10": "bK", "b7": "bP"}, "turn")
    table.lift("b7", "b1")
    table.place("b6", "b1")
    table.wait(5)
    assert now(table).startswith("Lift a marked piece to go on with this move, or put the piece back on b7. Several")
    table.lift("b6")
    table.place("b7")
    table.wait(1)
    assert table.actions == [] and table.scene().missing == table.scene().extra == ()


def test_heal_is_told_step_by_step(shields):
    shields.lift("c3", "d4")
    assert now(shields) == "Put the knight back on d4, then the Life on c3."


def test_a_victim_alone_in_the_air_waits_for_its_taker_and_both_are_told_where_to(facing):
    facing.lift("e5")
    assert now(facing) == "Now lift the piece that takes it, or put the pawn back on e5."
    facing.lift("d4")
    assert now(facing) == "Put the pawn on e5, or everything back."


def test_two_pieces_in_the_air_are_told_of_as_two(facing):
    facing.lift("d4", "a2")
    assert now(facing) == "Put the lifted pieces on lit squares, in any order, or back where they were."


def test_the_second_piece_of_castling_finishes_the_move():
    table = PlayTable()
    board = {"f1": "wK", "i1": "wR", "f10": "bK", "a7": "bP"}
    table.continue_with((), {"board": board, "phase": "turn", "to_act": ["white"]}, "chess-two")
    table.lift("i1")
    table.place("g1")
    table.lift("f1")
    assert now(table) == "Put the lifted piece on a lit square to finish this move."


def test_a_king_that_stands_where_it_castles_is_not_said_to_be_lifted():
    table = PlayTable()
    board = {"f1": "wK", "i1": "wR", "f10": "bK", "a7": "bP"}
    table.continue_with((), {"board": board, "phase": "turn", "to_act": ["white"]}, "chess-two")
    table.move("f1", "h1")
    assert now(table) == "Lift a marked piece to go on with this move, or put everything back."
    assert "i1" in table.squares_of(Role.ORIGIN)
    table.move("i1", "g1")
    assert table.actions == ["f1h1"]


def test_a_piece_that_has_just_moved_may_go_back(facing):
    facing.move("d4", "d5")
    facing.lift("d5")
    assert now(facing) == "Put the pawn back on d5, or where it came from to take the move back."


def test_a_push_no_reed_saw_is_asked_for_in_words_too(facing):
    facing.lift("d4")
    facing.wait(3.1)
    assert now(facing) == "If a piece was taken, touch the square where it stood. Otherwise put the lifted piece down."


def test_a_question_says_what_answers_it(facing):
    facing.lift("d4", "f4", "e5")
    facing.place("e5")
    facing.wait(5)
    assert now(facing) == "Which piece was it? Put the other one back where it came from, or answer on a phone."


# --- answering by touch ------------------------------------------------------------------------------------------


def ask_two_victims(table):
    table.lift("d4", "c5", "e5")
    table.place("c5", "e5")
    table.wait(5)
    assert now(table).startswith("The board cannot tell what was played. Touch the square you mean")
    assert table.squares_of(Role.CHOICE) == ["c5", "e5"]


@pytest.mark.parametrize("held_s", [0.0, 2.0])
def test_touching_one_of_the_squares_asked_about_answers(facing, held_s):
    ask_two_victims(facing)
    facing.lift("e5")
    facing.wait(held_s)
    facing.place("e5")
    facing.wait()
    assert facing.actions == ["d4e5"]


def test_the_answers_on_phones_show_the_squares_that_can_be_tapped(facing):
    ask_two_victims(facing)
    (prompt,) = facing.scene().prompts
    assert {choice.value: choice.square for choice in prompt.choices} == {"d4c5": "c5", "d4e5": "e5", "back": None}
    assert [str(choice.label) for choice in prompt.choices][:2] == ["pawn from d4 takes c5", "pawn from d4 takes e5"]


def test_touching_both_squares_asked_about_answers_nothing(facing):
    ask_two_victims(facing)
    facing.lift("e5", "c5")
    facing.place("e5", "c5")
    facing.wait(5)
    assert facing.actions == [] and facing.scene().prompts


def test_straightening_another_piece_answers_nothing(facing):
    ask_two_victims(facing)
    facing.lift("h7")
    facing.place("h7")
    facing.wait(5)
    assert facing.actions == [] and facing.scene().prompts


def test_a_pause_before_the_question_is_no_answer(facing):
    facing.lift("d4", "c5")
    facing.wait(1)
    facing.lift("e5")
    facing.place("c5", "e5")
    facing.wait(5)
    assert facing.actions == [] and facing.scene().prompts


def test_after_a_blow_at_two_targets_touching_one_again_answers():
    table = position("chess-two", {"e1": "wK", "e10": "bK", "f3": "wN", "d2": "bP+", "d4": "bP+", "j9": "bR"}, "turn")
    table.lift("f3", "d2")
    table.place("d2")
    table.lift("d4")
    table.place("d4", "d3")
    table.wait(5)
    table.lift("d2")
    table.place("d2")
    table.wait(1)
    assert table.actions == ["f3xd2@d3"]


def test_a_promotion_cannot_be_answered_by_touch():
    table = position("chess-two", {"e1": "wK", "e10": "bK", "j9": "bR", "b9": "wP+"}, "turn")
    table.move("b9", "b10")
    assert now(table) == "What does the pawn become? Answer on a phone."
    assert {choice.square for choice in table.scene().prompts[0].choices} == {None}
    assert Seat.WHITE in table.scene().prompts[0].seats
