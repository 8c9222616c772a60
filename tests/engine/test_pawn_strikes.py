"""Pawn: new patterns and their strikes (its rules page, R4 and R5)."""

import pytest


@pytest.fixture
def pawn(rules_of):
    return rules_of("pawn")


def given(pawn, white, black, **options):
    return pawn.given({"wP": white, "bP": black}, "move", options)


def fresh(state):
    """The new patterns that may strike, if any may."""
    return " ".join(state["detail"].get("new_patterns", []))


# --- which patterns are new --------------------------------------------------------------------------------------


def test_worked_case_4_a_dual_formed_by_a_jump_may_strike(pawn):
    given(pawn, "b5 b6", "b8 h8")
    state = pawn.play("b5b7")
    assert state["phase"] == "strike" and state["to_act"] == ["white"] and state["legal"] == ["b6b7^1", "end"]
    assert state["detail"] == {"quiet_turns": 1, "pawns": {"white": 2, "black": 2}, "new_patterns": ["b6b7"]}


def test_worked_case_4_the_same_board_by_a_shift_gives_nothing_new(pawn):
    given(pawn, "b5 b6", "b8 h8")
    state = pawn.play("b5b6^1")
    assert state["board"] == {"b6": "wP", "b7": "wP", "b8": "bP", "h8": "bP"}
    assert state["phase"] == "move" and state["to_act"] == ["black"]


@pytest.mark.parametrize(("white", "black", "action", "expected"), [
    ("d3 d5", "d6", "d3d4", "d4d5"),
    ("d3 d5", "d7", "d3d4", ""),
    ("d4 e3", "c4", "e3e4", "d4e4"),
    ("d2 d3 d5", "d6", "d5d4", "d2d3d4"),
    ("d2 d3 d5", "d8", "d5d4", "d2d3d4"),
    ("d2 d3 d5", "d1", "d5d4", "d2d3d4"),
    ("d4 d6", "d7", "d4d5", "d5d6"),
    ("c4 c5 d3", "e4", "d3d4", "c4d4"),
    ("a4 b4 c3", "h4", "c3c4", "a4b4c4"),
    ("a4 b4 c3", "d4", "c3c4", "a4b4c4 b4c4"),
])
def test_a_pattern_of_a_moved_pawn_and_resting_ones_is_new(pawn, white, black, action, expected):
    given(pawn, white, f"{black} h8")
    assert fresh(pawn.play(action)) == expected


def test_a_pattern_that_cannot_capture_now_is_not_named(pawn):
    given(pawn, "d3 d5 e4", "d6 h8")
    assert fresh(pawn.play("d3d4")) == "d4d5", "d4e4 is new, too, but has nothing to capture"


def test_a_new_pattern_needs_a_square_not_held_before(pawn):
    given(pawn, "d4 d5 d6", "d8 h8")
    state = pawn.play("d5d7")
    assert fresh(state) == "d6d7", "d6 stood still and d7 is new"


def test_a_pivot_counts_as_rotated(pawn):
    given(pawn, "c4 d4 d5", "f4 h8")
    state = pawn.play("d4d5@d4+")
    assert fresh(state) == "c4d4e4", "c4 rested and e4 is new; d4e4 rotated whole, c4d4 stood there before"
    assert state["legal"] == ["c4d4e4>1", "end"]


def test_a_rotation_alone_forms_nothing_new(pawn):
    given(pawn, "d4 d5", "f4 c4 h8")
    assert fresh(pawn.play("d4d5@d4+")) == ""


def test_a_pattern_shifted_whole_is_not_new_but_one_it_joins_is(pawn):
    given(pawn, "b2 b3 c4", "d4 b5 h8")
    assert fresh(pawn.play("b2b3^1")) == "b4c4", "b3b4 shifted whole, though it could take b5"


def test_r5_a_pushed_own_pawn_has_moved(pawn):
    given(pawn, "d4 d5 e4 e5 f4 g5", "g6 h8")
    assert fresh(pawn.play("d4d5e4e5>1")) == "g4g5", "the pushed pawn came to one that rested"


def test_r5_patterns_of_squad_and_pushed_pawn_alone_are_not_new(pawn):
    given(pawn, "d4 d5 e4 e5 f4", "h4 h8")
    state = pawn.play("d4d5e4e5>1")
    assert {"e4", "f4", "g4"} <= set(state["board"]) and state["phase"] == "move"


def test_a_squad_s_pawns_form_new_patterns_with_resting_ones(pawn):
    given(pawn, "d4 d5 e4 e5 g4", "h4 h8")
    assert fresh(pawn.play("d4d5e4e5>1")) == "e4f4g4 f4g4"


# --- striking ----------------------------------------------------------------------------------------------------


def test_strikes_are_the_captures_of_new_patterns_and_end(pawn):
    given(pawn, "a4 b4 c3", "d4 f4 h8")
    assert pawn.play("c3c4")["legal"] == ["a4b4c4>1", "b4c4>1", "end"]


def test_a_strike_captures_and_the_turn_ends_when_none_is_left(pawn):
    given(pawn, "b5 b6", "b8 h8")
    pawn.play("b5b7")
    state = pawn.play("b6b7^1")
    assert state["board"] == {"b7": "wP", "b8": "wP", "h8": "bP"}
    assert state["phase"] == "move" and state["to_act"] == ["black"]
    assert state["detail"] == {"quiet_turns": 0, "pawns": {"white": 2, "black": 1}}


def test_a_strike_can_form_new_patterns_that_strike_again(pawn):
    given(pawn, "d3 d5 c6", "d6 e6 h8")
    pawn.play("d3d4")
    state = pawn.play("d4d5^1")
    assert state["phase"] == "strike" and state["legal"] == ["c6d6>1", "end"] and fresh(state) == "c6d6"
    state = pawn.play("c6d6>1")
    assert state["to_act"] == ["black"] and state["detail"]["pawns"] == {"white": 3, "black": 1}


def test_only_patterns_new_by_the_latest_strike_may_strike(pawn):
    given(pawn, "d3 d4 d5 c5 e5", "c6 e6 h8")
    assert fresh(pawn.play("d3d4d5@d4+")) == "c4c5 e4e5"
    state = pawn.play("c4c5^1")
    assert state["board"]["e6"] == "bP" and state["phase"] == "move" and state["to_act"] == ["black"]


def test_a_threepiece_strikes_at_range_but_not_at_a_squad(pawn):
    given(pawn, "d2 d3 d5", "d7 h8")
    assert pawn.play("d5d4")["legal"] == ["d2d3d4^3", "end"]
    given(pawn, "d2 d3 d5", "d6 d7 e6 e7")
    assert pawn.play("d5d4")["phase"] == "move"
    given(pawn, "d2 d3 e4 e5", "c5 c6 d5 d6")
    assert pawn.play("e4e5@e4-")["legal"] == ["d2d3d4^1", "d3d4^1", "end"], "directly adjacent to it, it may"


def test_a_strike_is_made_along_the_axis_and_never_without_capture(pawn):
    given(pawn, "d3 d5", "c4 d6 e5 h8")
    assert pawn.play("d3d4")["legal"] == ["d4d5^1", "end"]


def test_an_action_that_captures_may_be_followed_by_a_strike(pawn):
    given(pawn, "d3 d5", "d4 d6 h8")
    state = pawn.play("d3d4")
    assert fresh(state) == "d4d5" and state["detail"]["quiet_turns"] == 0


def test_black_strikes_as_white_does(pawn):
    pawn.given({"wP": "d3 a1", "bP": "d4 d6"}, "move", to_act=["black"])
    state = pawn.play("d6d5")
    assert state["to_act"] == ["black"] and state["legal"] == ["d4d5v1", "end"]


def test_end_ends_the_turn_and_changes_nothing_else(pawn):
    pawn.given({"wP": "b5 b6", "bP": "b8 h8"}, "move", detail={"quiet_turns": 6})
    before = pawn.play("b5b7")
    state = pawn.play("end")
    assert state["board"] == before["board"] and state["to_act"] == ["black"] and state["phase"] == "move"
    assert state["detail"] == {"quiet_turns": 7, "pawns": {"white": 2, "black": 2}}


def test_compulsory_strikes_leave_the_choice_which_but_not_whether(pawn):
    given(pawn, "a4 b4 c3", "d4 f4 h8", strike="compulsory")
    assert pawn.play("c3c4")["legal"] == ["a4b4c4>1", "b4c4>1"]
    assert pawn.refuses("end") == "illegal-action"
    assert pawn.play("b4c4>1")["to_act"] == ["black"]


@pytest.mark.parametrize("action", ["b6b7v1", "b7b6", "h8h7", "b6b7@b6+", "b6b7>1"])
def test_nothing_but_a_strike_or_end_follows(pawn, action):
    given(pawn, "b5 b6", "b8 h8")
    pawn.play("b5b7")
    assert pawn.refuses(action) == "illegal-action"


def test_taking_the_last_pawn_by_a_strike_wins(pawn):
    given(pawn, "b5 b6", "b8")
    pawn.play("b5b7")
    state = pawn.play("b6b7^1")
    assert state["result"] == {"winners": ["white"], "reason": "elimination"} and state["phase"] == "over"
