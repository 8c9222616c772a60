"""Pawn Advance Chess: every way a game ends (its rules page)."""

import pytest

LAST_MOVE = {"moves_left": 1}


def result(winner, reason):
    return {"winners": [winner] if winner else [], "reason": reason}


@pytest.mark.parametrize(("seat", "board", "action"), [
    ("white", {"wP": "d7 a1", "bP": "h8"}, "d7d8"),
    ("white", {"wP": "d7 a1", "bP": "e8 h8"}, "d7e8"),
    ("black", {"wP": "a1", "bP": "d2 h8"}, "d2d1"),
    ("black", {"wP": "c1 a1", "bP": "d2 h8"}, "d2c1"),
])
def test_touchdown_by_a_move_or_a_capture_wins_at_once(pawn_advance, seat, board, action):
    pawn_advance.given(board, "battle", to_act=[seat])
    state = pawn_advance.play(action)
    assert state["result"] == result(seat, "touchdown")
    assert state["phase"] == "over" and state["to_act"] == [] and state["legal"] == []
    assert state["detail"]["moved"] == [] and state["detail"]["moves_left"] == 0
    assert pawn_advance.refuses(action) == "game-over"


def test_a_touchdown_that_takes_the_last_pawn_is_a_touchdown(pawn_advance):
    pawn_advance.given({"wP": "d7", "bP": "e8"}, "battle")
    state = pawn_advance.play("d7e8")
    assert state["result"] == result("white", "touchdown") and state["detail"]["captures"]["white"] == 1


def test_r4_the_march_touches_down_too(pawn_advance):
    pawn_advance.given({"wP": "d7", "bP": "h8"}, "battle", to_act=["black"], detail=LAST_MOVE)
    state = pawn_advance.play("h8h7")
    assert state["result"] == result("white", "touchdown") and state["board"]["d8"] == "wP"


def test_r4_both_in_the_same_march_is_a_draw(pawn_advance):
    pawn_advance.given({"wP": "d7", "bP": "e2 h8"}, "battle", to_act=["black"], detail=LAST_MOVE)
    state = pawn_advance.play("h8h7")
    assert state["result"] == result(None, "touchdown")
    assert state["board"]["d8"] == "wP" and state["board"]["e1"] == "bP"


def test_extinction_wins_at_once(pawn_advance):
    pawn_advance.given({"wP": "d4 a1", "bP": "e5"}, "battle")
    assert pawn_advance.play("d4e5")["result"] == result("white", "extinction")
    pawn_advance.given({"wP": "d4", "bP": "e5 a8"}, "battle", to_act=["black"])
    assert pawn_advance.play("e5d4")["result"] == result("black", "extinction")


@pytest.mark.parametrize(("captures", "winner"), [((2, 1), "white"), ((1, 2), "black"), ((3, 3), None)])
def test_after_the_last_march_captures_decide(pawn_advance, captures, winner):
    counted = {"white": captures[0], "black": captures[1]}
    pawn_advance.given(
        {"wP": "c2", "bP": "g7"}, "battle", {"rounds": 3}, to_act=["black"],
        detail={**LAST_MOVE, "round": 3, "captures": counted},
    )
    state = pawn_advance.play("g7g6")
    assert state["result"] == result(winner, "captures")
    assert state["detail"]["round"] == 3, "it is the round that ended"
    assert state["board"] == {"c3": "wP", "g5": "bP"}, "marched, not reinforced"
    assert state["detail"]["to_place"] == {"white": 0, "black": 0}


def test_the_round_before_the_last_goes_on(pawn_advance):
    board = {"wP": "c2", "bP": "g7"}
    pawn_advance.given(board, "battle", {"rounds": 3}, to_act=["black"], detail={**LAST_MOVE, "round": 2})
    assert pawn_advance.play("g7g6")["phase"] == "reinforce"


def test_rounds_0_is_no_limit(pawn_advance):
    board = {"wP": "c2", "bP": "g7"}
    pawn_advance.given(board, "battle", {"rounds": 0}, to_act=["black"], detail={**LAST_MOVE, "round": 500})
    assert pawn_advance.play("g7g6")["phase"] == "reinforce"


def test_a_touchdown_in_the_last_march_goes_before_captures(pawn_advance):
    pawn_advance.given(
        {"wP": "c7", "bP": "g7"}, "battle", {"rounds": 1}, to_act=["black"],
        detail={**LAST_MOVE, "captures": {"white": 0, "black": 5}},
    )
    assert pawn_advance.play("g7g6")["result"] == result("white", "touchdown")


LOCKED = {"wP": "c4 e4", "bP": "c5 e5"}


@pytest.mark.parametrize(("captures", "winner"), [((0, 1), "black"), ((1, 0), "white"), ((0, 0), None)])
def test_r7_a_round_in_which_nothing_stirs_ends_the_game(pawn_advance, captures, winner):
    counted = {"white": captures[0], "black": captures[1]}
    state = pawn_advance.given(LOCKED, "battle", {"supply": 2, "rounds": 0}, detail={"captures": counted})
    assert state["result"] == result(winner, "standstill")
    assert state["detail"]["round"] == 1


def test_r7_after_a_move_it_takes_another_round(pawn_advance):
    """Black's h5h4 completes the lock: that round stirred, the next one does not."""
    board = {"wP": "c4 h3", "bP": "c5 h5"}
    pawn_advance.given(board, "battle", {"supply": 2, "rounds": 0}, to_act=["black"])
    state = pawn_advance.play("h5h4")
    assert state["result"] == result(None, "standstill") and state["detail"]["round"] == 2


def test_r7_a_reinforcement_keeps_the_game_going(pawn_advance):
    state = pawn_advance.given(LOCKED, "battle", {"supply": 3, "rounds": 0})
    assert state["phase"] == "reinforce" and state["detail"]["to_place"] == {"white": 1, "black": 1}


def test_r7_in_the_last_round_rule_3_goes_first(pawn_advance):
    assert pawn_advance.given(LOCKED, "battle", {"supply": 2, "rounds": 1})["result"] == result(None, "captures")


def test_a_game_without_limit_goes_on_past_round_99(pawn_advance):
    state = pawn_advance.given({"wP": "c2", "bP": "g7"}, "battle", {"rounds": 0}, detail={"round": 1000})
    assert state["phase"] == "battle" and state["detail"]["round"] == 1000
