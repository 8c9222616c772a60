"""Pawn Advance Chess: positions that somebody sets up, and what is refused (its rules page)."""

import pytest

BOARD = {"wP": "c2 d4", "bP": "e5 g7"}
CHOICE = {"placement": "choice"}


# --- judged at once ----------------------------------------------------------------------------------------------


def test_both_sides_touched_down_is_a_draw(pawn_advance):
    for phase in ("battle", "reinforce", "over"):
        state = pawn_advance.given({"wP": "c8 d4", "bP": "e1"}, phase)
        assert state["result"] == {"winners": [], "reason": "touchdown"} and state["phase"] == "over"


@pytest.mark.parametrize("phase", ["battle", "reinforce", "over"])
@pytest.mark.parametrize(("board", "winner", "reason"), [
    ({"wP": "c8", "bP": "e5"}, "white", "touchdown"),
    ({"wP": "c7", "bP": "e1"}, "black", "touchdown"),
    ({"wP": "c7"}, "white", "extinction"),
    ({"bP": "c7"}, "black", "extinction"),
    ({"wP": "c8"}, "white", "touchdown"),
])
def test_a_board_that_decides_the_game_ends_it(pawn_advance, phase, board, winner, reason):
    state = pawn_advance.given(board, phase)
    assert state["result"] == {"winners": [winner], "reason": reason}
    assert (state["phase"], state["to_act"], state["legal"]) == ("over", [], [])


def test_an_empty_board_is_refused(pawn_advance):
    for phase in ("battle", "reinforce", "over"):
        assert "board" in pawn_advance.not_given({}, phase)


def test_over_needs_a_result_unless_the_board_decides(pawn_advance):
    assert "result" in pawn_advance.not_given(BOARD, "over")
    ended = {"winners": ["black"], "reason": "captures"}
    state = pawn_advance.given(BOARD, "over", result=ended)
    assert state["result"] == ended and state["to_act"] == []


@pytest.mark.parametrize("reason", ["touchdown", "extinction", "captures", "standstill"])
def test_over_knows_the_reasons_of_the_rules(pawn_advance, reason):
    ended = {"winners": [], "reason": reason}
    assert pawn_advance.given(BOARD, "over", result=ended)["result"] == ended


def test_reinforcements_of_the_last_round_are_skipped(pawn_advance):
    state = pawn_advance.given(BOARD, "reinforce", {"rounds": 4}, detail={"round": 4, "captures": {"black": 1}})
    assert state["result"] == {"winners": ["black"], "reason": "captures"}


def test_unreachable_positions_are_positions(pawn_advance):
    everywhere = " ".join(f"{file}{rank}" for file in "abcdefgh" for rank in (1, 2, 3, 4, 5, 6, 7))
    state = pawn_advance.given({"wP": everywhere, "bP": "a8"}, "battle")
    assert state["legal"] and all(action.startswith(("b7", "c7", "d7", "e7", "f7", "g7", "h7", "a7"))
                                  for action in state["legal"])


# --- what may be left out ----------------------------------------------------------------------------------------


def test_left_out_fields_are_those_of_a_fresh_turn(pawn_advance):
    state = pawn_advance.given(BOARD, "battle")
    assert state["to_act"] == ["white"]
    assert state["detail"] == {
        "round": 1, "moved": [], "moves_left": 4,
        "captures": {"white": 0, "black": 0}, "to_place": {"white": 0, "black": 0},
    }


@pytest.mark.parametrize(("round_", "opener"), [(1, "white"), (2, "black"), (3, "white")])
def test_to_act_left_out_is_the_rounds_opener(pawn_advance, round_, opener):
    options = {"first": "alternate", **CHOICE}
    assert pawn_advance.given(BOARD, "battle", options, detail={"round": round_})["to_act"] == [opener]
    assert pawn_advance.given(BOARD, "reinforce", options, detail={"round": round_})["to_act"] == [opener]


def test_to_act_left_out_is_who_must_place(pawn_advance):
    assert pawn_advance.given(BOARD, "reinforce")["to_act"] == ["chance"]
    state = pawn_advance.given(BOARD, "reinforce", CHOICE, detail={"to_place": {"white": 0, "black": 1}})
    assert state["to_act"] == ["black"]


def test_to_place_left_out_is_as_at_the_phases_start(pawn_advance):
    state = pawn_advance.given(BOARD, "reinforce", {"spawn": 3})
    assert state["detail"]["to_place"] == {"white": 3, "black": 3}
    state = pawn_advance.given(BOARD, "reinforce", {"spawn": 3, **CHOICE}, to_act=["white"])
    assert state["detail"]["to_place"] == {"white": 3, "black": 3}


def test_to_place_left_out_is_0_for_an_opener_who_is_not_to_act(pawn_advance):
    state = pawn_advance.given(BOARD, "reinforce", CHOICE, to_act=["black"])
    assert state["to_act"] == ["black"] and state["detail"]["to_place"] == {"white": 0, "black": 2}
    options = {"first": "alternate", **CHOICE}
    state = pawn_advance.given(BOARD, "reinforce", options, to_act=["white"], detail={"round": 2})
    assert state["to_act"] == ["white"] and state["detail"]["to_place"] == {"white": 2, "black": 0}


def test_too_large_a_to_place_is_cut(pawn_advance):
    state = pawn_advance.given(BOARD, "reinforce", detail={"to_place": {"white": 9, "black": 1}})
    assert state["detail"]["to_place"] == {"white": 2, "black": 1}


def test_for_r7_only_the_moves_of_the_present_turn_count(pawn_advance):
    locked, options = {"wP": "c4", "bP": "c5"}, {"supply": 1, "rounds": 0}
    assert pawn_advance.given(locked, "battle", options)["result"]["reason"] == "standstill"
    assert pawn_advance.given(locked, "battle", options, to_act=["black"])["result"]["reason"] == "standstill"
    for turn in ({"moved": ["c4"], "moves_left": 3}, {"moved": ["c4"]}, {"moves_left": 3}):
        state = pawn_advance.given(locked, "battle", options, detail=turn)
        assert state["detail"]["round"] == 2, "that round stirred; it was the next one that stood still"


def test_what_an_answer_shows_can_be_sent_back(pawn_advance):
    """The fields that follow from the others are not an error."""
    pawn_advance.start(**CHOICE)
    state = pawn_advance.play("a1a2 b1b2 c1c2 d1d2 a8a7 b8b7 c8c7 d8d7 +a1")
    answer = pawn_advance.ask("setup", game="pawn-advance", options=CHOICE, state=state)
    state.pop("events", None)
    assert answer == pawn_advance.ask("state")
    assert answer["legal"] == [action for action in state["legal"]] and answer["detail"] == state["detail"]


# --- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [
    None, [], "start", 7, {}, {"phase": "battle"}, {"board": {"a1": "wP"}},
])
def test_a_state_needs_board_and_phase(pawn_advance, state):
    code, _ = pawn_advance.refused("setup", game="pawn-advance", state=state)
    assert code == "bad-state"


@pytest.mark.parametrize("board", [
    None, [], "a1", {"a9": "wP"}, {"i1": "wP"}, {"A1": "wP"}, {"": "wP"}, {"a1": "wK"}, {"a1": "rP"}, {"a1": "nP"},
    {"a1": "wP+"}, {"a1": "P"}, {"a1": ""}, {"a1": None}, {"a1": 1}, {"a1": "xP"}, {"a1": "wp"}, {"a1": ["wP"]},
])
def test_the_board_holds_pawns_of_both_seats_on_its_squares(pawn_advance, board):
    code, text = pawn_advance.refused("setup", game="pawn-advance", state={"board": board, "phase": "battle"})
    assert code == "bad-state" and text.startswith("board")


@pytest.mark.parametrize("phase", ["", "Battle", "march", None, 3, ["battle"]])
def test_unknown_phases_are_refused(pawn_advance, phase):
    assert "phase" in pawn_advance.not_given(BOARD, phase)


@pytest.mark.parametrize(("field", "phase", "options", "state"), [
    ("to_act", "battle", {}, {"to_act": ["red"]}),
    ("to_act", "battle", {}, {"to_act": "white"}),
    ("to_act", "battle", {}, {"to_act": []}),
    ("to_act", "battle", {}, {"to_act": ["chance"]}),
    ("to_act", "battle", {}, {"to_act": ["white", "black"]}),
    ("to_act", "battle", {}, {"to_act": ["white", "white"]}),
    ("to_act", "battle", {}, {"to_act": [1]}),
    ("to_act", "reinforce", {}, {"to_act": ["white"]}),
    ("to_act", "reinforce", {}, {"to_act": []}),
    ("to_act", "reinforce", CHOICE, {"to_act": ["chance"]}),
    ("to_act", "reinforce", CHOICE, {"to_act": ["black"], "detail": {"to_place": {"white": 1}}}),
    ("to_act", "reinforce", CHOICE, {"to_act": ["white"], "detail": {"to_place": {"white": 0}}}),
    ("to_act", "over", {}, {"to_act": ["white"], "result": {"winners": [], "reason": "captures"}}),
])
def test_a_to_act_that_contradicts_the_rest_is_refused(pawn_advance, field, phase, options, state):
    assert field in pawn_advance.not_given(BOARD, phase, options, **state)


@pytest.mark.parametrize("result", [
    "white", [], {}, {"winners": ["white"]}, {"reason": "captures"}, {"winners": "white", "reason": "captures"},
    {"winners": ["red"], "reason": "captures"}, {"winners": ["white", "white"], "reason": "captures"},
    {"winners": [], "reason": "checkmate"}, {"winners": [], "reason": None},
    {"winners": [], "reason": "captures", "score": 1},
])
def test_a_malformed_result_is_refused(pawn_advance, result):
    assert "result" in pawn_advance.not_given(BOARD, "over", result=result)


@pytest.mark.parametrize("phase", ["battle", "reinforce"])
def test_a_result_before_the_end_is_refused(pawn_advance, phase):
    assert "result" in pawn_advance.not_given(BOARD, phase, result={"winners": [], "reason": "captures"})
    assert pawn_advance.given(BOARD, phase, result=None)["result"] is None


@pytest.mark.parametrize(("phase", "detail"), [
    ("battle", {"round": 0}), ("battle", {"round": "1"}), ("battle", {"round": 1.0}), ("battle", {"round": True}),
    ("battle", {"moved": "c2"}), ("battle", {"moved": ["c3"]}), ("battle", {"moved": ["e5"]}),
    ("battle", {"moved": ["c2", "c2"]}), ("battle", {"moved": ["z9"]}), ("battle", {"moved": [3]}),
    ("battle", {"moves_left": 0}), ("battle", {"moves_left": 5}), ("battle", {"moves_left": "4"}),
    ("battle", {"moves_left": None}), ("battle", {"captures": 3}), ("battle", {"captures": {"white": -1}}),
    ("battle", {"captures": {"red": 1}}), ("battle", {"captures": {"white": 1.5}}),
    ("battle", {"to_place": {"white": 1}}), ("battle", {"to_place": [1, 1]}), ("battle", {"score": 1}),
    ("reinforce", {"moved": ["c2"]}), ("reinforce", {"moves_left": 1}), ("reinforce", {"to_place": {"white": -1}}),
    ("reinforce", {"to_place": {"white": "1"}}), ("reinforce", {"to_place": 2}),
    ("over", {"moved": ["c2"]}), ("over", {"moves_left": 1}), ("over", {"to_place": {"black": 1}}),
])
def test_a_refusal_names_the_field_of_the_detail(pawn_advance, phase, detail):
    more = {"result": {"winners": [], "reason": "captures"}} if phase == "over" else {}
    assert next(iter(detail)) in pawn_advance.not_given(BOARD, phase, detail=detail, **more)


def test_unknown_fields_are_refused(pawn_advance):
    assert "'turn'" in pawn_advance.not_given(BOARD, "battle", turn="white")
    for detail in ([], "round 1", None):
        assert "detail" in pawn_advance.not_given(BOARD, "battle", detail=detail)
