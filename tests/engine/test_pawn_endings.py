"""Pawn: how games end, and passes (its rules page, R3, R6 and R7)."""

import pytest


@pytest.fixture
def pawn(rules_of):
    return rules_of("pawn")


def given(pawn, white, black, to_act="white", options=None, **detail):
    return pawn.given({"wP": white, "bP": black}, "move", options, to_act=[to_act], detail=detail)


def ended(reason, *winners):
    return {"winners": list(winners), "reason": reason}


# --- elimination -------------------------------------------------------------------------------------------------


def test_a_player_whose_last_pawn_is_taken_loses(pawn):
    given(pawn, "d4", "d5")
    state = pawn.play("d4d5")
    assert state["result"] == ended("elimination", "white") and state["phase"] == "over" and state["to_act"] == []
    assert pawn.refuses("d5d6") == "game-over"


# --- stalemate ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("white", "black", "winners"), [
    ("b4", "a8 c2 f5", ["black"]),
    ("d5", "b6", []),
    ("a1 c1 e1", "b8 d8", ["white"]),
    ("d6", "d5", []),
    ("a8 c8 e8 g8", "a1 c1 e1 g1", []),
])
@pytest.mark.parametrize("to_act", ["white", "black"])
def test_worked_case_3_stalemate_the_side_with_more_pawns_wins(pawn, white, black, winners, to_act):
    assert given(pawn, white, black, to_act)["result"] == ended("stalemate", *winners)


@pytest.mark.parametrize(("white", "black"), [
    ("b4 b8", "f5"),  # two pawns of a side on one file
    ("b4 c8", "f5"),  # or on adjacent files
    ("f5", "b4 c8"),
    ("d1", "d8"),  # a White pawn below a Black one
    ("a1 d6", "d5 a2"),
])
def test_r6_no_stalemate_while_something_can_still_happen(pawn, white, black):
    assert given(pawn, white, black)["result"] is None


def test_stalemate_is_tested_at_the_end_of_a_turn(pawn):
    given(pawn, "d4", "d5 f8")
    assert pawn.play("d4d6")["result"] == ended("stalemate", "black")


# --- R3: passing -------------------------------------------------------------------------------------------------


def test_r3_a_player_without_an_action_passes_by_itself(pawn):
    given(pawn, "a8", "a7 d5 e2", "black", quiet_turns=3)
    state = pawn.play("d5d4")
    assert state["to_act"] == ["black"] and state["result"] is None
    assert state["detail"]["quiet_turns"] == 5, "the move and the pass"
    assert state["events"] == [{"kind": "announced", "text": "White has no action and passes."}]


def test_nothing_is_announced_when_nobody_passes(pawn):
    pawn.start()
    assert pawn.play("a3a4")["events"] == []


def test_a_pass_is_a_turn_and_the_endings_are_tested_after_it(pawn):
    given(pawn, "a8", "a7 d5 e2", "black", {"no_progress": 2}, quiet_turns=2)
    assert pawn.play("d5d4")["result"] == ended("no-progress", "black")


# --- R7: standstill, no progress, repetition ---------------------------------------------------------------------


def test_r7_standstill_neither_has_an_action(pawn):
    def full(files):
        return " ".join(f"{file}{rank}" for file in files for rank in range(1, 9))

    assert given(pawn, full("aceg"), full("bdfh"))["result"] == ended("standstill")


def test_r7_no_progress_counts_full_moves_without_capture(pawn):
    options = {"no_progress": 2}
    given(pawn, "a1 b3 g1", "g8 f6", options=options)
    assert pawn.play("a1a2 g8g7 a2a3")["result"] is None
    assert pawn.play("g7g6")["result"] == ended("no-progress", "white")


def test_r7_a_capture_starts_the_count_anew(pawn):
    given(pawn, "d4 b3 a1", "d6 e6 h7", options={"no_progress": 2})
    assert pawn.play("a1a2 d6d5 d4d5")["detail"]["quiet_turns"] == 0
    assert pawn.play("h7h6 a2a3 h6h5")["result"] is None
    assert pawn.play("a3a4")["result"] == ended("no-progress", "white")


def test_r7_no_progress_0_means_never(pawn):
    assert given(pawn, "a1 b3", "g8 f6", options={"no_progress": 0}, quiet_turns=5000)["result"] is None


ROUND = "d2d3 h7h6 d3d2 h6h7 "


def test_r7_the_third_occurrence_of_a_position_ends_the_game(pawn):
    given(pawn, "d2 e5 a1", "h7 g4")
    assert pawn.play(ROUND)["result"] is None
    assert pawn.play("d2d3 h7h6 d3d2")["result"] is None
    assert pawn.play("h6h7")["result"] == ended("repetition", "white")


def test_r7_another_player_to_move_makes_it_another_position(pawn):
    board = given(pawn, "d2 e5", "h7 g4")["board"]
    assert pawn.play("d2d4 h7h6 d4d3 h6h7 d3d2")["board"] == board, "the second time, but now Black is to move"
    state = pawn.play("h7h6 d2d3 h6h7 d3d2")
    assert state["board"] == board and state["result"] is None


def test_a_pawn_taken_makes_earlier_positions_count_no_more(pawn):
    given(pawn, "d2 e5 c3", "h7 g4 c5")
    pawn.play(ROUND + "d2d3 h7h6 d3d2 c5c4 c3c4")
    assert pawn.ask("state")["result"] is None and pawn.ask("state")["detail"]["quiet_turns"] == 0


# --- the order of the endings ------------------------------------------------------------------------------------


def test_stalemate_goes_before_no_progress(pawn):
    assert given(pawn, "d5", "b6", quiet_turns=400)["result"]["reason"] == "stalemate"


def test_standstill_goes_before_no_progress(pawn):
    files = {file: " ".join(f"{file}{rank}" for rank in range(1, 9)) for file in "abcdefgh"}
    white, black = (" ".join(files[file] for file in half) for half in ("aceg", "bdfh"))
    assert given(pawn, white, black, quiet_turns=400)["result"]["reason"] == "standstill"


def test_no_progress_goes_before_repetition(pawn):
    given(pawn, "d2 e5 a1", "h7 g4", options={"no_progress": 4})
    pawn.play(ROUND + "d2d3 h7h6 d3d2")
    assert pawn.play("h6h7")["result"]["reason"] == "no-progress"


def test_elimination_goes_before_the_others(pawn):
    assert given(pawn, "", "d5", quiet_turns=400)["result"] == ended("elimination", "black")
