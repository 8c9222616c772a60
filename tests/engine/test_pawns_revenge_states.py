"""Pawn's Revenge: positions that somebody wrote down (docs/protocol.md, *Setting up*)."""

import pytest


@pytest.fixture
def revenge(rules_of):
    return rules_of("pawns-revenge")


KINGS = {"wK": "a1", "bK": "h8"}
TOUCHING = KINGS | {"wP": "d4", "bP": "d5"}


# --- what is left out --------------------------------------------------------------------------------------------


def test_fields_left_out_are_those_of_a_fresh_turn(revenge):
    state = revenge.given(KINGS, "roll")
    assert state["to_act"] == ["chance"] and state["detail"] == {
        "players": 2, "active": "white", "holes": [], "roll": None, "moved": [], "stats": {"a1": "2/3", "h8": "2/3"},
        "dice": {}, "points": {}, "divisions": {}, "committed": [], "courage": [], "quiet_turns": 0,
    }


def test_the_active_seat_left_out_is_the_one_to_act_else_the_first_army(revenge):
    assert revenge.given(KINGS, "move", to_act=["black"], detail={"roll": 6})["detail"]["active"] == "black"
    assert revenge.given(KINGS, "roll", to_act=["chance"])["detail"]["active"] == "white"
    state = revenge.given({"bP": "p16", "uP": "a16"}, "roll", {"players": 4})
    assert state["detail"]["active"] == "black"
    detail = {"roll": 4, "points": {"white": 1, "black": 1}, "divisions": {"white": "white:-"}}
    state = revenge.given(TOUCHING, "divide", to_act=["black"], detail=detail)
    assert state["detail"]["active"] == "white" and state["detail"]["committed"] == ["white"]


def test_dice_left_out_are_all_still_to_throw(revenge):
    assert revenge.given(KINGS, "roll-off")["detail"]["dice"] == {"white": None, "black": None}
    state = revenge.given(TOUCHING, "combat-dice", detail={"roll": 4})
    assert state["detail"]["dice"] == {"white": None, "black": None}


def test_stats_left_out_are_the_base_values_and_the_courage(revenge):
    state = revenge.given(TOUCHING, "roll", detail={"courage": ["black"], "stats": {"d5": "2/4"}})
    assert state["detail"]["stats"] == {"a1": "2/3", "d4": "1/1", "d5": "2/4", "h8": "3/4"}


# --- unreachable, but no contradiction ---------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "phase", "options", "detail"), [
    ({"wP": "a8", "bQ": "a1 b1 c1 d1"}, "roll", {}, {}),
    ({"wK": "a1 a2 a3", "bP": "h8"}, "move", {}, {"roll": 6}),
    (KINGS, "roll", {}, {"holes": ["d4", "d5"], "stats": {"a1": "99/99"}}),
    (KINGS, "roll-off", {}, {"dice": {"white": 3, "black": None}}),
    (KINGS | {"wP": "b2"}, "move", {}, {"roll": 6, "moved": ["b2"], "active": "white"}),
    ({"wP": "a1", "rP": "p1", "bP": "p16", "uP": "a16"}, "roll-off", {"players": 4},
     {"dice": {"red": None, "blue": None}}),
    (KINGS | {"nN": "d4"}, "rogue", {"rogue_knight": 3}, {"roll": 3}),
    (KINGS | {"nN": "d4"}, "scatter", {"rogue_knight": 3, "bombed": 1}, {}),
    (TOUCHING, "divide", {}, {"roll": 1, "courage": ["white"], "points": {"white": 6, "black": 1},
                              "divisions": {"white": "white:d4+3/3"}, "committed": ["white"]}),
])
def test_any_position_is_accepted_and_shown_as_given(revenge, board, phase, options, detail):
    state = revenge.given(board, phase, options, detail=detail)
    assert state["phase"] == phase and state["result"] is None
    for name, value in detail.items():
        if name == "stats":
            assert state["detail"]["stats"] | value == state["detail"]["stats"]
        else:
            assert state["detail"][name] == value


def test_a_movement_that_is_not_possible_is_passed(revenge):
    state = revenge.given({"wP": "a8", "bP": "h8"}, "move", detail={"roll": 6})
    assert state["phase"] == "roll" and state["detail"]["active"] == "black"
    state = revenge.given(TOUCHING, "move", detail={"roll": 1})
    assert state["phase"] == "combat-dice"


def test_mid_turn_a_lost_army_is_tested_first(revenge):
    won = {"winners": ["white"], "reason": "last-standing"}
    for phase in ("rogue", "move", "combat-dice", "divide"):
        state = revenge.given({"wP": "a8", "nN": "d4"}, phase, {"rogue_knight": 3}, detail={"roll": 3})
        assert state["result"] == won and state["phase"] == "over"


def test_before_a_turn_its_end_is_tested(revenge):
    assert revenge.given(KINGS, "roll", detail={"quiet_turns": 100})["result"] == {"winners": [], "reason": "quiet"}


def test_a_game_that_is_over_can_be_set_up_with_its_result(revenge):
    result = {"winners": ["black"], "reason": "regicide"}
    state = revenge.given({"bK": "h8", "wP": "a1"}, "over", to_act=[], result=result, detail={"active": None})
    assert state["result"] == result and state["legal"] == [] and state["detail"]["active"] is None
    assert revenge.given({"bK": "h8"}, "over")["result"] == {"winners": ["black"], "reason": "last-standing"}


# --- refusals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "field"), [
    ({"wX": "a1"}, "board"), ({"rP": "a1"}, "board"), ({"wP": "i1"}, "board"), ({"wR": "a1"}, "board"),
    ({"nN": "a1"}, "board"), ({"wP+": "a1"}, "board"), ({"nP": "a1"}, "board"), ({"": "a1"}, "board"),
])
def test_pieces_and_squares_the_game_does_not_have_are_refused(revenge, board, field):
    assert field in revenge.not_given(KINGS | board, "roll")


def test_pieces_follow_the_options(revenge):
    assert revenge.given(KINGS | {"wR": "b1"}, "roll", {"army": "classic"})["board"]["b1"] == "wR"
    assert revenge.given(KINGS | {"nN": "b4"}, "roll", {"rogue_knight": 1})["board"]["b4"] == "nN"
    assert "one rogue knight" in revenge.not_given(KINGS | {"nN": "b4 c6"}, "roll", {"rogue_knight": 1})
    assert "board" in revenge.not_given({"wK": "a9"}, "roll", {"players": 3})
    assert "rogue knight is missing" in revenge.not_given(KINGS, "rogue", {"rogue_knight": 1}, detail={"roll": 1})


@pytest.mark.parametrize("phase", ["rogue", "move", "combat-dice", "divide"])
@pytest.mark.parametrize("detail", [{}, {"roll": None}])
def test_a_phase_in_mid_turn_needs_the_roll(revenge, phase, detail):
    assert "roll" in revenge.not_given(TOUCHING, phase, detail=detail)


ROLLED = {"roll": 4}
POINTS = {"roll": 4, "points": {"white": 5, "black": 4}}


@pytest.mark.parametrize(("phase", "detail", "field"), [
    # committed and divisions
    ("divide", POINTS | {"committed": ["white"]}, "committed"),
    ("divide", POINTS | {"committed": [], "divisions": {"white": "white:-"}}, "committed"),
    ("divide", POINTS | {"divisions": {"white": "white:-", "black": "black:-"}}, "divisions"),
    ("divide", POINTS | {"divisions": {"white": "white:d4+9/9"}}, "divisions"),
    ("divide", POINTS | {"divisions": {"white": "black:-"}}, "divisions"),
    ("divide", POINTS | {"divisions": {"red": "red:-"}}, "divisions"),
    ("divide", POINTS | {"divisions": {"white": 5}}, "divisions"),
    ("divide", POINTS | {"divisions": ["white:-"]}, "divisions"),
    # points and dice name exactly the involved seats
    ("divide", ROLLED, "points"),
    ("divide", ROLLED | {"points": {"white": 5}}, "points"),
    ("divide", ROLLED | {"points": {"white": 5, "red": 1, "black": 4}}, "points"),
    ("divide", ROLLED | {"points": {"white": 5, "black": None}}, "points"),
    ("divide", ROLLED | {"points": {"white": 5, "black": 7}}, "points"),
    ("divide", ROLLED | {"points": {"white": 5, "black": "4"}}, "points"),
    ("divide", ROLLED | {"points": [5, 4]}, "points"),
    ("divide", POINTS | {"dice": {"white": None, "black": None}}, "dice"),
    ("combat-dice", ROLLED | {"dice": {"white": None}}, "dice"),
    ("combat-dice", ROLLED | {"dice": {"white": 1, "black": 2}}, "dice"),
    ("combat-dice", ROLLED | {"dice": {"white": 7, "black": None}}, "dice"),
    ("combat-dice", ROLLED | {"dice": {"white": True, "black": None}}, "dice"),
    ("combat-dice", ROLLED | {"points": {"white": 1, "black": 2}}, "points"),
    ("roll-off", {"dice": {"white": None}}, "dice"),
    ("roll-off", {"dice": {"white": 5, "black": 5}}, "dice"),
    ("roll", {"dice": {"white": None, "black": None}}, "dice"),
    ("roll", {"points": {"white": 1}}, "points"),
    ("roll", {"committed": ["white"]}, "committed"),
    ("roll", {"committed": {}}, "committed"),
    ("roll", {"dice": None}, "dice"),
    # stats
    ("roll", {"stats": {"a1": "1/3"}}, "stats"),
    ("roll", {"stats": {"a1": "2/2"}}, "stats"),
    ("roll", {"courage": ["black"], "stats": {"d5": "1/1"}}, "stats"),
    ("roll", {"stats": {"b2": "1/1"}}, "stats"),
    ("roll", {"stats": {"a9": "1/1"}}, "stats"),
    ("roll", {"stats": {"a1": "2-3"}}, "stats"),
    ("roll", {"stats": {"a1": "02/3"}}, "stats"),
    ("roll", {"stats": {"a1": [2, 3]}}, "stats"),
    ("roll", {"stats": ["2/3"]}, "stats"),
    ("roll", {"stats": {"a1": "9" * 5000 + "/3"}}, "stats"),
    # the turn
    ("roll", {"roll": 4}, "roll"),
    ("move", {"roll": 7}, "roll"),
    ("move", {"roll": "4"}, "roll"),
    ("move", {"roll": True}, "roll"),
    ("roll", {"moved": ["d4"]}, "moved"),
    ("move", {"roll": 6, "moved": ["d5"]}, "moved"),
    ("move", {"roll": 6, "moved": ["d4", "d4"]}, "moved"),
    ("move", {"roll": 6, "moved": "d4"}, "moved"),
    ("roll", {"active": None}, "active"),
    ("roll", {"active": "red"}, "active"),
    ("roll-off", {"active": "white"}, "active"),
    ("roll", {"courage": ["red"]}, "courage"),
    ("roll", {"courage": "white"}, "courage"),
    ("roll", {"quiet_turns": -1}, "quiet_turns"),
    ("roll", {"quiet_turns": 1.5}, "quiet_turns"),
    ("roll", {"players": 3}, "players"),
    ("roll", {"holes": ["d4"]}, "holes"),
    ("roll", {"holes": ["i1"]}, "holes"),
    ("roll", {"holes": ["c3", "c3"]}, "holes"),
    ("roll", {"turn": 1}, "turn"),
    ("scatter", {}, "phase"),
    ("over", {}, "result"),
    ("battle", {}, "phase"),
])
def test_a_contradiction_or_malformed_field_is_refused_by_name(revenge, phase, detail, field):
    assert field in revenge.not_given(TOUCHING, phase, detail=detail)


def test_combat_needs_contact(revenge):
    for phase in ("combat-dice", "divide"):
        text = revenge.not_given(KINGS, phase, detail=POINTS if phase == "divide" else ROLLED)
        assert "contact" in text


@pytest.mark.parametrize(("phase", "to_act", "detail"), [
    ("move", ["black"], {"roll": 6, "active": "white"}),
    ("move", ["chance"], {"roll": 6}),
    ("move", [], {"roll": 6}),
    ("roll", ["white", "black"], {}),
    ("roll", ["black"], {"active": "white"}),
    ("roll-off", ["white"], {}),
    ("divide", ["white"], POINTS),
    ("divide", ["black", "white"], POINTS | {"divisions": {"white": "white:-"}}),
    ("roll", ["red"], {}),
    ("roll", "white", {}),
])
def test_to_act_must_fit(revenge, phase, to_act, detail):
    assert "to_act" in revenge.not_given(TOUCHING, phase, to_act=to_act, detail=detail)


def test_a_refused_to_act_is_told_who_acts(revenge):
    text = revenge.not_given(TOUCHING, "move", to_act=["black"], detail={"roll": 6, "active": "white"})
    assert text.endswith("it must name white")


@pytest.mark.parametrize("result", [
    {"winners": ["red"], "reason": "regicide"}, {"winners": ["white"], "reason": "checkmate"},
    {"winners": ["white", "black"], "reason": "regicide"}, {"winners": "white", "reason": "regicide"}, {}, "white",
])
def test_a_result_must_be_one_this_game_can_have(revenge, result):
    assert "result" in revenge.not_given(KINGS, "over", result=result)


def test_a_result_before_the_end_is_refused(revenge):
    assert "result" in revenge.not_given(KINGS, "roll", result={"winners": ["white"], "reason": "regicide"})
