"""Chess Two: how games end, and what is legal where kings are mated."""

import pytest

MATE = {"win": "checkmate"}


@pytest.fixture
def chess_two(rules_of):
    return rules_of("chess-two")


@pytest.fixture
def given(chess_two):
    def set_up(board, options=None, to_act="white", **detail):
        return chess_two.given(board, "turn", options, to_act=[to_act], detail=detail)

    return set_up


def draw(reason):
    return {"winners": [], "reason": reason}


# --- the king is destroyed ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, MATE])
def test_destroying_the_enemy_king_wins_at_once(given, chess_two, options):
    given({"wK": "j1", "wR": "e1", "bK": "e8", "nL": "a1"}, options)
    state = chess_two.play("e1xe8@e7")
    assert state["result"] == {"winners": ["white"], "reason": "king-destroyed"}
    assert (state["phase"], state["to_act"], state["legal"]) == ("over", [], [])
    assert chess_two.refuses("a1b2") == "game-over"


def test_a_doomed_attacker_can_win(given, chess_two):
    """*The fine print*: a doomed attacker still strikes its blow, and can win the game with it."""
    given({"wK": "j1", "wR": "e1", "bK": "e8", "nD": "e4"})
    state = chess_two.play("e1xe8@e7")
    assert state["result"]["reason"] == "king-destroyed" and "e7" not in state["board"]


def test_black_wins_too(given, chess_two):
    given({"wK": "j1", "bP": "i2", "bK": "e8"}, to_act="black")
    assert chess_two.play("i2xj1@j1=Q")["result"] == {"winners": ["black"], "reason": "king-destroyed"}


def test_when_over_the_detail_says_so(given, chess_two):
    given({"wK": "f1", "wR": "i1 e4", "bK": "e8", "bR": "b8"}, quiet_turns=7, immune="b8")
    assert chess_two.play("e4xe8@e8")["detail"] == {
        "slots": [], "castling": "K", "immune": None, "check": False, "quiet_turns": 0,
    }


# --- checkmate ---------------------------------------------------------------------------------------------------

CORNERED = {"wK": "j1", "wR": "e1 f9", "bK": "a10"}


def test_a_king_in_check_without_a_legal_action_is_mated(given, chess_two):
    given(CORNERED, MATE)
    assert chess_two.play("e1e10")["result"] == {"winners": ["white"], "reason": "checkmate"}


def test_the_same_is_no_mate_where_kings_are_destroyed(given, chess_two):
    given(CORNERED)
    state = chess_two.play("e1e10")
    assert state["result"] is None and state["detail"]["check"]


def test_a_special_move_can_save_from_mate(given, chess_two):
    """Life on the staging square b10 blocks the rook."""
    given(CORNERED | {"nL": "c9"}, MATE)
    state = chess_two.play("e1e10")
    assert state["result"] is None and "c9b10" in state["legal"]
    assert chess_two.play("c9b10")["detail"]["check"] is False


def test_no_mate_without_check_but_a_pass(given, chess_two):
    given({"wK": "j1", "wR": "c1 j9", "bK": "a10"}, MATE)
    assert chess_two.play("c1b1")["to_act"] == ["white"]


def test_a_turn_may_not_end_in_check(given):
    state = given({"wK": "e1", "wR": "a2", "bR": "e8", "bK": "j10"}, MATE)
    assert state["legal"] == ["a2e2", "e1d1", "e1d2", "e1f1", "e1f2"]


def test_a_first_action_may_leave_the_king_in_check_if_a_second_one_saves_it(given, chess_two):
    """Death goes to e2, the staging square."""
    state = given({"wK": "e1", "wR": "a3", "bR": "e8", "bK": "j10", "nD": "d1"}, MATE)
    assert {"a3a4", "d1e2", "d1c2", "e1f1"} <= set(state["legal"])
    assert chess_two.play("a3a4")["legal"] == ["d1e2"]
    assert chess_two.play("d1e2")["to_act"] == ["black"]


def test_the_special_move_first_leaves_the_saving_to_the_standard_action(given, chess_two):
    given({"wK": "e1", "wR": "a3", "bR": "e8", "bK": "j10", "nD": "d1"}, MATE)
    legal = chess_two.play("d1c2")["legal"]
    assert {"a3e3", "e1f1"} <= set(legal) and "a3a4" not in legal


def test_a_safe_first_action_is_legal_although_no_second_one_is(given, chess_two):
    """Then the turn ends: Death on e2 shields the king from e8 and may not leave."""
    state = given({"wK": "e1", "bR": "e8", "bK": "j10", "nD": "d1"}, MATE)
    assert "d1e2" in state["legal"]
    given({"wK": "a1", "bQ": "c5", "bR": "b8 j2", "bK": "j10", "nL": "e5"}, MATE)
    state = chess_two.play("e5f6")
    assert (state["to_act"], state["detail"]["slots"]) == (["black"], ["special", "standard"])


def test_an_action_that_destroys_the_enemy_king_is_always_legal(given, chess_two):
    """Checkmate: a special move opens the staging square, the rook strikes although its own king is in check."""
    board = {"wK": "j1", "bR": "j8", "wR": "e1", "bK": "e6", "nL": "e5"}
    legal = given(board, MATE)["legal"]
    assert {"e5d4", "e5d6", "e5f4", "e5f6"} <= set(legal) and "e1e2" not in legal
    state = chess_two.play("e5d4")
    assert "e1xe6@e5" in state["legal"] and "e1e2" not in state["legal"]
    assert chess_two.play("e1xe6@e6")["result"] == {"winners": ["white"], "reason": "king-destroyed"}


def test_heal_and_kill_end_the_turn_and_must_leave_the_king_safe(given):
    board = {"wK": "e1", "bR": "e8", "bK": "j10", "nD": "d1", "wN": "c2", "nL": "a1", "bN": "b2"}
    legal = given(board, MATE)["legal"]
    assert "a1+b2" not in legal and "d1xc2" not in legal
    legal = given(board | {"bR": "d8"}, MATE)["legal"]
    assert "a1+b2" in legal and "d1xc2" in legal


def test_end_is_offered_only_with_the_king_safe(given, chess_two):
    """*What you can choose*: with checkmate no turn may end with your own king in check, not by ``end`` either."""
    board = {"wK": "e1", "wR": "a3", "bR": "e8", "bK": "j10", "nD": "d1"}
    given(board, MATE | {"special": "optional"})
    assert chess_two.play("a3a4")["legal"] == ["d1e2"]
    given(board, MATE | {"special": "optional"})
    assert "end" in chess_two.play("a3e3")["legal"]
    given(board, {"special": "optional"})
    assert "end" in chess_two.play("a3a4")["legal"], "check restricts nothing where kings are destroyed"


# --- draws -------------------------------------------------------------------------------------------------------

BLOCKED = {"wK": "a1", "wP": "a2 b1 b2 a8 b8", "bK": "a10", "bP": "a9 b10 b9 a3 b3"}


@pytest.mark.parametrize("options", [{}, MATE])
def test_nobody_can_act(given, options):
    assert given(BLOCKED, options | {"close_combat": "none"})["result"] == draw("no-actions")


def test_somebody_can_act_after_a_pass(given):
    state = given(BLOCKED | {"bN": "j5"}, {"close_combat": "none"})
    assert (state["result"], state["to_act"], state["detail"]["quiet_turns"]) == (None, ["black"], 1)


def test_a_pass_ends_immunity(given):
    """*Life and Death*: immune until the end of the opponent's next turn, also of one that is passed."""
    state = given(BLOCKED | {"bN": "j5"}, {"close_combat": "none"}, immune="j5")
    assert state["detail"]["immune"] is None


def test_only_kings_and_life_are_left(given):
    assert given({"wK": "a1", "bK": "e8"})["result"] == draw("bare-kings")
    assert given({"wK": "a1", "bK": "e8", "nL": "b2 c3"})["result"] == draw("bare-kings")
    assert given({"wK": "a1", "bK": "e8", "nD": "b3"})["result"] is None
    assert given({"wK": "a1", "bK": "e8", "bP": "b3"})["result"] is None


def test_the_second_slot_is_played_out_before_bare_kings(given, chess_two):
    """*The fine print*: ends are looked at when a turn begins."""
    given({"wK": "d4", "bP": "e5", "bK": "j10", "nL": "a1"})
    assert chess_two.play("d4xe5@e5")["result"] is None
    assert chess_two.play("a1b2")["result"] == draw("bare-kings")


def test_third_repetition_at_the_start_of_a_turn(chess_two):
    chess_two.start()
    there_and_back = "c1b3 c10b8 b3c1 b8c10"
    assert chess_two.play(there_and_back)["result"] is None
    assert chess_two.play("c1b3 c10b8 b3c1")["result"] is None
    state = chess_two.play("b8c10")
    assert state["result"] == draw("repetition")


def test_a_set_up_position_counts_as_the_first(given, chess_two):
    given({"wK": "a1", "wR": "c3", "bK": "a10"})
    chess_two.play("c3c4 a10b10 c4c3 b10a10")
    assert chess_two.play("c3c4 a10b10 c4c3 b10a10")["result"] == draw("repetition")


def test_whose_turn_it_is_tells_positions_apart(given, chess_two):
    """The rook loses a move on its way, then the king does: the same pieces, the other side to act in between."""
    given({"wK": "a1", "wR": "c3", "bK": "a10"})
    between = chess_two.play("c3c4 a10b10 c4c5 b10a10 c5c3")
    assert between["to_act"] == ["black"] and between["result"] is None
    again = chess_two.play("a10b10 c3c4 b10b9 c4c3 b9a10")
    assert again["to_act"] == ["white"] and again["result"] is None, "twice with White to act, once with Black"
    assert chess_two.play("c3c4 a10b10 c4c3 b10a10")["result"] == draw("repetition")


def test_castling_rights_tell_positions_apart(given, chess_two):
    given({"wK": "f1", "wR": "i1", "bK": "a10"})
    chess_two.play("i1i2 a10b10 i2i1 b10a10 i1i2 a10b10 i2i1 b10a10")
    assert chess_two.ask("state")["result"] is None, "the first position still had the right to castle"
    assert chess_two.play("i1i2")["result"] == draw("repetition")


def test_a_shield_lost_and_regained_repeats_a_position(given, chess_two):
    """Attacks can be undone by Life, so repetition looks back past them."""
    given({"wK": "j1", "wR": "b1", "bR+": "b8", "bK": "j10", "nL": "d8"}, {"special": "optional"})
    assert chess_two.play("b1xb8@b7")["board"]["b8"] == "bR"
    assert chess_two.play("b8f8")["board"]["f8"] == "bR+"
    chess_two.play("end b7b1 f8b8 end b1xb8@b7 b8f8 end b7b1 f8b8")
    assert chess_two.play("end")["result"] == draw("repetition")


def test_too_many_quiet_turns(chess_two):
    chess_two.start(quiet_limit=1)
    assert chess_two.play("c1b3")["detail"]["quiet_turns"] == 1
    state = chess_two.play("c10b8")
    assert state["result"] == draw("quiet") and state["detail"]["quiet_turns"] == 2


def test_no_quiet_draw_with_limit_zero(given):
    board = {"wK": "a1", "wR": "c3", "bK": "a10"}
    assert given(board, {"quiet_limit": 0}, quiet_turns=1000)["result"] is None
    assert given(board, quiet_turns=99)["result"] is None
    assert given(board, quiet_turns=100)["result"] == draw("quiet")
    assert given(board, {"quiet_limit": 200}, quiet_turns=399)["result"] is None


@pytest.mark.parametrize(("action", "after_it", "after_the_turn"), [
    ("c3xc7@c6", 0, 0), ("e2e3", 0, 0), ("c3c4", 5, 6), ("a3b4", 5, 6), ("d1xe2", 0, 0), ("a3+b2", 6, 6),
])
def test_attacks_kills_and_pawn_moves_reset_the_quiet_count(given, chess_two, action, after_it, after_the_turn):
    """*The end*: attacks, Kills and pawn moves begin the count anew; every other turn adds one when it ends."""
    board = {"wK": "j1", "wR": "c3", "wP": "e2", "wN": "b2", "bR+": "c7", "bK": "j10", "nL": "a3", "nD": "d1"}
    given(board, quiet_turns=5)
    state = chess_two.play(action)
    assert state["detail"]["quiet_turns"] == after_it
    if state["to_act"] == ["white"]:
        state = chess_two.play("a3b4" if "standard" not in state["detail"]["slots"] else "c3c4")
    assert (state["to_act"], state["detail"]["quiet_turns"]) == (["black"], after_the_turn)


def test_repetition_is_judged_before_quiet_and_bare_kings_before_both(given, chess_two):
    """*The fine print*: in this order."""
    assert given({"wK": "a1", "bK": "e8"}, {"quiet_limit": 1}, quiet_turns=2)["result"] == draw("bare-kings")
    given({"wK": "a1", "wR": "c3", "bK": "a10"}, {"quiet_limit": 4})
    state = chess_two.play("c3c4 a10b10 c4c3 b10a10 c3c4 a10b10 c4c3 b10a10")
    assert state["detail"]["quiet_turns"] == 8 and state["result"] == draw("repetition")


def test_mate_is_judged_before_quiet(given, chess_two):
    given(CORNERED, MATE | {"quiet_limit": 1}, quiet_turns=1)
    assert chess_two.play("e1e10")["result"] == {"winners": ["white"], "reason": "checkmate"}
