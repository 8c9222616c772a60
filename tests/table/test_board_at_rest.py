"""The board at rest decides, not the way there (docs/play.md, *Two hands*), and what hands think better of (5)."""

import pytest
from cases import asked, patterns, position, revenge, shields
from play_table import BOTH, PlayTable, play_a_turn

from table.messages.events import EndTurn, SquareLifted, SquarePlaced
from table.messages.lights import Role


@pytest.fixture
def pikes():
    """Advancing Chess: White's d4 can take e5, Black's h7 can step."""
    return position("advancing-chess", {"d4": "wP", "a2": "wP", "e5": "bP", "h7": "bP"}, "play")


def test_an_opponent_who_is_early_disturbs_no_capture(pikes):
    pikes.lift("d4", "e5", "h7")
    pikes.wait(0.4)
    assert pikes.role("e5") is Role.CAPTURE and pikes.scene().status == "play"
    pikes.place("e5", "h6")
    pikes.wait()
    assert pikes.actions == ["d4e5", "h7h6"]


@pytest.mark.parametrize("pause_s", [0.05, 0.4, 4.0])
def test_four_pawns_pushed_together_are_a_whole_turn(table, pause_s):
    table.lift("a1", "b1", "c1", "d1")
    table.wait(pause_s)
    assert table.scene().status == "play" and "a2" in table.squares_of(Role.MOVE)
    table.place("b2", "a3", "d2", "c2")
    table.wait()
    assert sorted(table.actions) == ["a1a3", "b1b2", "c1c2", "d1d2"]


def test_a_recapture_begun_before_the_landing_has_settled_is_not_lost():
    table = position("advancing-chess", {"d4": "wP", "a2": "wP", "e5": "bP", "f6": "bP", "h7": "bP"}, "play")
    table.lift("d4", "e5")
    table.place("e5")
    table.lift("f6", "e5")
    table.place("e5")
    table.wait()
    assert table.actions == ["d4e5", "f6e5"]


def test_a_capture_is_not_lost_when_all_its_squares_are_covered_again_at_once():
    """Somebody steps onto the square that the taker has left, before the capture has settled; then play goes on."""
    board = {"e7": "wH", "a2": "wN", "c6": "bP", "c8": "bN", "h7": "bP"}
    table = position("advancing-chess", board, "play")
    table.lift("e7", "c6")
    table.place("c6")
    table.lift("c8")
    table.place("e7")
    table.wait(1)
    assert table.actions == ["e7c6", "c8e7"]


@pytest.mark.parametrize("rest_s", [0.5, 5.0])
def test_a_slow_slide_is_the_move_to_its_end(rest_s):
    table = position("advancing-chess", {"e3": "wC", "a2": "wP", "h7": "bP"}, "play")
    table.move("e3", "e4")
    assert table.actions == ["e3e4"]
    table.wait(rest_s)
    table.move("e4", "e5")
    assert table.actions == ["e3e5"]
    assert "e3" in str(table.scene().now) and "e5" in str(table.scene().now), "the board says so"
    table.move("h7", "h6")
    assert table.actions == ["e3e5", "h7h6"]
    assert [each for each in table.stored_kinds() if each == "StoreUndone"] == ["StoreUndone"]


def test_a_slide_on_after_the_other_side_touched_its_pieces_is_no_second_thought():
    table = position("advancing-chess", {"e3": "wC", "a2": "wP", "h7": "bP"}, "play")
    table.move("e3", "e4")
    table.move("h7", "h6")
    table.move("e4", "d4")
    assert table.actions[:2] == ["e3e4", "h7h6"]


def test_a_kill_corrected_to_the_staging_square_is_that_kill():
    table = shields({"b1": "wR", "b8": "bR"})
    table.capture("b1", "b8")
    table.wait(3.5)
    assert table.actions == ["b1xb8@b8"]
    table.move("b8", "b7")
    assert table.actions == ["b1xb8@b7"]


@pytest.fixture
def two_to_take():
    """Advancing Chess: White's d4 can take c5 and e5, Black's d6 can take both of them back."""
    board = {"d4": "wP", "a2": "wP", "c5": "bP", "e5": "bV", "d6": "bP", "h7": "bP"}
    return position("advancing-chess", board, "play")


def test_a_capture_corrected_to_a_move_is_that_move_though_the_taker_might_be_taken(two_to_take):
    two_to_take.capture("d4", "e5")
    two_to_take.lift("e5")
    two_to_take.place("d5")
    two_to_take.wait(0.1)
    two_to_take.place("e5")
    two_to_take.wait()
    assert two_to_take.actions == ["d4d5"]


def test_a_capture_corrected_to_another_one_step_by_step_is_that_one(two_to_take):
    two_to_take.capture("d4", "e5")
    two_to_take.lift("e5")
    two_to_take.place("e5")
    two_to_take.wait(1)
    assert two_to_take.actions == ["d4e5"] and two_to_take.scene().prompts == (), "it was straightened"


@pytest.mark.parametrize(("answer", "actions"), [("d4c5", ["d4c5"]), ("keep", ["d4e5"])])
def test_two_pieces_that_may_have_changed_places_after_a_capture_are_asked_about(two_to_take, answer, actions):
    two_to_take.capture("d4", "e5")
    two_to_take.lift("e5", "c5")
    two_to_take.place("c5", "e5")
    two_to_take.wait()
    (prompt,) = two_to_take.scene().prompts
    assert {choice.value for choice in prompt.choices} == {"keep", "d4c5"}
    assert "changed places" in str(two_to_take.scene().now) and two_to_take.squares_of(Role.TURN)
    two_to_take.answer(answer)
    assert two_to_take.actions == actions and two_to_take.scene().prompts == ()
    assert two_to_take.scene().status == "play"


def test_whoever_goes_on_says_that_nothing_has_changed_places(two_to_take):
    two_to_take.capture("d4", "e5")
    two_to_take.lift("e5", "c5")
    two_to_take.place("c5", "e5")
    two_to_take.wait()
    two_to_take.move("h7", "h6")
    assert two_to_take.actions == ["d4e5", "h7h6"] and two_to_take.scene().prompts == ()


def test_two_other_pieces_toppled_during_a_move_are_put_back_unasked(table):
    table.lift("e1", "a8", "b8")
    table.place("d5")
    table.wait(1)
    table.lift("d5")
    table.place("e2")
    table.wait(1)
    table.place("a8", "b8")
    table.wait()
    assert table.actions == ["e1e2"] and table.scene().prompts == ()


def test_a_piece_that_closes_two_squares_for_a_while_is_one_piece(table):
    table.lift("e1")
    table.place("e2", "e3")
    table.wait(1)
    table.lift("e2")
    table.wait()
    assert table.actions == ["e1e3"] and table.scene().prompts == ()


def test_the_last_move_of_a_round_is_taken_back_by_hand_before_the_march(table):
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    assert table.scene().status == "happening"
    table.lift("d7")
    table.place("d8")
    table.wait()
    assert table.actions[-1] == "c8c7" and table.scene().status == "play"


def test_whoever_touches_another_piece_meanwhile_has_not_taken_the_move_back(table):
    play_a_turn(table, 1, 2)
    play_a_turn(table, 8, 7)
    table.lift("d7", "a2")
    table.wait(1)
    table.place("a2", "d8")
    table.wait()
    assert table.actions[-1] == "d8d7" and table.scene().status == "happening"


def test_half_a_squad_counts_as_soon_as_the_opponent_lifts():
    table = patterns("c6", "c7", "d6", "d7", enemy=("h8", "a1"))
    table.move("d6", "b6")
    table.wait(1)
    table.lift("h8")
    table.wait()
    assert table.actions == ["c6d6<1"] and table.scene().prompts == ()


def test_a_strike_may_begin_before_the_jump_has_settled():
    table = patterns("b5", "b6", "g2", enemy=("b8", "h8"))
    table.lift("b5")
    table.place("b7")
    table.lift("b6", "b8")
    assert table.role("b8") is Role.CAPTURE
    table.place("b8")
    table.wait()
    assert table.actions == ["b5b7", "b6b7^1"]


def test_an_opponent_who_moves_while_a_strike_is_open_is_told_of_it():
    table = patterns("b5", "b6", "g2", enemy=("b8", "h8"))
    table.move("b5", "b7")
    table.wait(3.5)
    assert table.actions == ["b5b7"]
    table.move("h8", "h7")
    assert "strike" in str(table.scene().now) and table.scene().status == "play"
    table.send(EndTurn(BOTH))
    table.wait()
    assert table.actions == ["b5b7", "end", "h8h7"]


STRIKE = "white may strike with a new pattern: b6 b7."


def open_strike():
    """White may strike, or end the turn; Black's pawn on h8 can move then."""
    table = patterns("b5", "b6", "g2", enemy=("b8", "h8"))
    table.move("b5", "b7")
    table.wait(3.5)
    return table


def test_a_pawn_knocked_over_while_a_strike_is_open_is_told_of():
    table = open_strike()
    table.lift("h8")
    table.wait(4)
    assert str(table.scene().now) == f"{STRIKE} Put the pawn back on h8; or end the turn, and it can be moved."
    assert table.role("h8") is Role.ORIGIN
    table.place("h8")
    table.wait()
    assert str(table.scene().now) == STRIKE


def test_a_pawn_put_where_the_other_side_might_go_while_a_strike_is_open_is_to_be_cleared_away():
    table = open_strike()
    table.place("h7")
    table.wait()
    assert str(table.scene().now) == f"{STRIKE} Clear h7."
    table.lift("h7")
    table.wait()
    assert str(table.scene().now) == STRIKE


def test_what_the_other_side_has_moved_while_a_strike_is_open_may_be_put_back():
    table = open_strike()
    table.move("h8", "h7")
    assert str(table.scene().now) == (
        f"{STRIKE} End the turn, and the moves since then count; or put the pawn back on h8.")
    table.move("h7", "h8")
    assert str(table.scene().now) == STRIKE


def test_of_several_pawns_knocked_over_while_a_strike_is_open_none_has_a_name():
    table = patterns("b5", "b6", "g2", enemy=("b8", "h8", "g8", "g3"))
    table.move("b5", "b7")
    table.wait(3.5)
    table.lift("g2", "h8")
    table.place("g2")
    table.wait(1)
    assert "Put the piece back on h8" in str(table.scene().now) and "picture" in str(table.scene().now)


def test_a_pawn_put_down_before_another_was_lifted_is_not_asked_about():
    table = revenge(5)
    table.lift("b2")
    table.place("c3")
    table.lift("d2")
    assert table.squares_of(Role.MOVE), "the second pawn's squares are lit"
    table.place("e3")
    table.wait()
    assert table.actions[:2] == ["b2c3", "d2e3"]


def test_a_wrong_turn_is_no_knock(table):
    table.move("a8", "a7")
    assert str(table.scene().now) == "Put the black pawn from a7 on a8."
    table.move("a7", "a8")
    assert table.scene().status == "play"


def test_an_accident_is_told_piece_by_piece(table):
    table.lift("a1", "b1", "c1")
    table.place("c4")
    table.wait()
    assert table.scene().status == "repair"
    assert "white pawn from c4 on" in str(table.scene().now)
    assert table.squares_of(Role.MOVE), "what may be played stays lit"


def test_a_whole_turn_pushed_by_hands_is_the_same_whoever_watches():
    table = PlayTable()
    table.start()
    table.lift("a1", "b1", "c1", "d1")
    table.place("d3", "c3", "b3", "a3")
    table.wait()
    assert len(table.actions) == 4


def test_a_reed_that_is_late_does_not_refuse_what_two_players_have_played_quickly() -> None:
    """The square that a dual leaves behind is felt a moment after the one it goes to."""
    table = PlayTable()
    board = dict.fromkeys(("g6", "g7"), "wP") | dict.fromkeys(("a8", "f4"), "bP")
    table.continue_with((), {"board": board, "phase": "move", "to_act": ["white"]}, "pawn")
    table.now_s += 1
    table.send(SquarePlaced(table.square("g5")))
    table.now_s += 0.02
    table.send(SquareLifted(table.square("g7")))
    table.now_s += 0.2
    table.lift("a8")
    table.place("a7")
    table.wait(1)
    assert table.actions == ["g6g7v1", "a8a7"]


def test_a_quick_slide_is_no_question_when_the_other_side_has_lifted_already() -> None:
    """d2 to d3 was done on the way to d4: nothing else was in the air that could have made it a move of its own."""
    table = PlayTable()
    table.start("pawn")
    table.lift("d2")
    table.place("d3")
    table.lift("d3")
    table.place("d4")
    table.lift("b7")
    table.wait(1)
    assert table.scene().prompts == ()
    assert table.actions == ["d2d4"]


def put_back_own(table):
    """White's pawn has gone to e5; Black lifts it and the pawn that may take it, and puts a pawn on d6."""
    table.move("e4", "e5")
    table.wait(4)
    table.lift("e5", "d6")
    table.place("d6")
    table.wait()
    return table


@pytest.fixture
def corrected_or_put_back():
    """Advancing Chess: White can take d6 or step to e5, where Black's d6 can take it."""
    return put_back_own(position("advancing-chess", {"e4": "wH", "a2": "wP", "d6": "bP", "h7": "bP"}, "play"))


def test_a_taker_put_back_is_not_taken_for_a_correction_of_the_other_side(corrected_or_put_back):
    table = corrected_or_put_back
    assert table.actions == ["e4e5"] and "e4d6" in asked(table)
    table.place("e5")
    table.wait(1)
    assert table.actions == ["e4e5"] and table.scene().status == "play" and table.scene().prompts == ()


def test_what_may_be_a_correction_or_a_taker_put_back_is_answered_on_a_phone(corrected_or_put_back):
    table = corrected_or_put_back
    assert "Which piece was it?" in str(table.scene().now)
    table.answer("e4d6")
    table.wait(1)
    assert table.actions == ["e4d6"] and table.scene().status == "play" and "e5" not in table.pieces
