"""Pawn: set-up, options, and what pawns and patterns can do (its rules page)."""

import pytest


@pytest.fixture
def pawn(rules_of):
    return rules_of("pawn")


def squares(state, piece):
    return " ".join(square for square, stands in state["board"].items() if stands == piece)


def given(pawn, white, black="h8", to_act="white"):
    return pawn.given({"wP": white, "bP": black}, "move", to_act=[to_act])


def acting(state, group):
    """Return the actions of the pawns on these squares: the ends of the legal ones that begin with just this group."""
    ends = [action[len(group):] for action in state["legal"] if action.startswith(group)]
    return " ".join(end for end in ends if end[0] in "^v<>@" or len(group) == 2 and len(end) == 2)


# --- set-up and options ------------------------------------------------------------------------------------------


def test_r1_the_set_up_and_white_moves_first(pawn):
    state = pawn.start()
    assert squares(state, "wP") == "a1 a3 b2 c1 c3 d2 e1 e3 f2 g1 g3 h2"
    assert squares(state, "bP") == "a6 a8 b7 c6 c8 d7 e6 e8 f7 g6 g8 h7"
    assert state["phase"] == "move" and state["to_act"] == ["white"] and state["result"] is None
    assert state["detail"] == {"quiet_turns": 0, "pawns": {"white": 12, "black": 12}}
    assert len(state["legal"]) == 28


def test_the_options_have_their_defaults(pawn):
    assert pawn.start()["options"] == {"strike": "optional", "no_progress": 50}


@pytest.mark.parametrize(("name", "good", "bad"), [
    ("strike", ["optional", "compulsory"], ["never", True, None]),
    ("no_progress", [0, 200], [-1, 201, "50", 1.5, False]),
])
def test_every_option_takes_its_range_and_nothing_else(pawn, name, good, bad):
    for value in good:
        assert pawn.start(**{name: value})["options"][name] == value
    for value in bad:
        assert pawn.refused("new", game="pawn", options={name: value})[0] == "bad-option"


def test_the_legal_actions_are_sorted_as_plain_strings(pawn):
    legal = given(pawn, "b2 b3 b4 c2 c3 e5", "c5 b7")["legal"]
    assert legal == sorted(legal) and len(set(legal)) == len(legal) > 20


# --- the single pawn ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("to_act", "pawns", "others", "expected"), [
    ("white", "d4", "", "d3 d5 d6"),
    ("white", "d4", "d5", "d3 d5 d6"),
    ("white", "d4", "d6", "d3 d5"),
    ("white", "d4", "d3", "d5 d6"),
    ("white", "d4 d5", "", "d3 d6"),
    ("white", "d4 d5", "d6", "d3"),
    ("white", "d8", "", "d7"),
    ("white", "d7", "", "d6 d8"),
    ("white", "d1", "", "d2 d3"),
    ("black", "d5", "", "d3 d4 d6"),
    ("black", "d5", "d4", "d3 d4 d6"),
    ("black", "d5", "d6", "d3 d4"),
    ("black", "d1", "", "d2"),
])
def test_worked_case_1_a_pawn_steps_captures_jumps_and_steps_back(pawn, to_act, pawns, others, expected):
    white, black = (pawns, others) if to_act == "white" else (others, pawns)
    state = given(pawn, f"{white} h4", f"{black} h6", to_act)
    assert acting(state, pawns[:2]) == expected


def test_a_capturing_pawn_takes_the_square_of_the_captured_one(pawn):
    given(pawn, "d4", "d5 h8")
    state = pawn.play("d4d5")
    assert state["board"] == {"d5": "wP", "h8": "bP"} and state["detail"]["pawns"] == {"white": 1, "black": 1}


def test_a_jumped_pawn_stays(pawn):
    given(pawn, "d4", "d5 h8")
    assert pawn.play("d4d6")["board"] == {"d5": "bP", "d6": "wP", "h8": "bP"}


def test_a_pawn_in_a_pattern_may_move_alone(pawn):
    assert acting(given(pawn, "d4 e4 f4"), "e4") == "e3 e5 e6"


# --- the dual ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dual", "black", "expected"), [
    ("b5b6", "", "^1 v1"),
    ("b5b6", "b7 b4", "^1 v1"),
    ("b1b2", "", "^1"),
    ("b7b8", "", "v1"),
    ("e2f2", "", "<1 >1"),
    ("e2f2", "d2 g2", "<1 >1"),
    ("a2b2", "", ">1"),
    ("g2h2", "", "<1"),
])
def test_a_dual_shifts_along_its_own_axis_by_one_onto_empty_or_enemy(pawn, dual, black, expected):
    state = given(pawn, f"{dual[:2]} {dual[2:]}", f"{black} h8")
    assert " ".join(end for end in acting(state, dual).split() if "@" not in end) == expected


def test_a_dual_does_not_shift_onto_an_own_pawn(pawn):
    state = given(pawn, "b5 b6 b7")
    assert "b5b6^1" not in state["legal"] and "b5b6v1" in state["legal"]


def test_both_pawns_of_a_dual_shift(pawn):
    given(pawn, "b5 b6", "b7 h8")
    assert pawn.play("b5b6^1")["board"] == {"b6": "wP", "b7": "wP", "h8": "bP"}


# --- the threepiece ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("three", "black", "expected"), [
    ("b4b5b6", "h8", "^1 ^2 v1 v2 v3"),
    ("b4b5b6", "b8 b2 h8", "^1 ^2 v1 v2"),
    ("b4b5b6", "b7 b3 h8", "^1 v1"),
    ("d2e2f2", "h8", "<1 <2 <3 >1 >2"),
    ("d2e2f2", "a2 h2 h8", "<1 <2 <3 >1 >2"),
    ("d2e2f2", "b2 c2 h8", "<1 >1 >2"),
    ("a1a2a3", "h8", "^1 ^2 ^3 ^4 ^5"),
    ("f8g8h8", "a1", "<1 <2 <3 <4 <5"),
])
def test_a_threepiece_slides_until_its_first_capture(pawn, three, black, expected):
    state = given(pawn, f"{three[:2]} {three[2:4]} {three[4:]}", black)
    assert " ".join(end for end in acting(state, three).split() if "@" not in end) == expected


def test_an_own_pawn_blocks_a_threepiece(pawn):
    state = given(pawn, "b1 b2 b3 b6")
    assert "b1b2b3^2" in state["legal"] and "b1b2b3^3" not in state["legal"]


def test_all_three_pawns_shift_by_the_same_distance(pawn):
    given(pawn, "d2 e2 f2", "a2 b7")
    assert squares(pawn.play("d2e2f2<3"), "wP") == "a2 b2 c2"


@pytest.mark.parametrize(("black", "captures"), [
    ("b7 b8 c7 c8", {"b2b3b4^1", "b2b3b4^2"}),
    ("b7 c7 c8 h5", {"b2b3b4^1", "b2b3b4^2", "b2b3b4^3"}),
    ("b5 b6 c5 c6", {"b2b3b4^1"}),
    ("b6 b7 c6 c7", {"b2b3b4^1"}),
    ("b7 d7 d8 e7 e8", {"b2b3b4^1", "b2b3b4^2", "b2b3b4^3"}),
])
def test_a_threepiece_captures_a_squad_s_pawn_only_from_the_next_square(pawn, black, captures):
    legal = given(pawn, "b2 b3 b4", black)["legal"]
    assert {action for action in legal if action.startswith("b2b3b4^")} == captures


def test_immunity_is_judged_before_the_threepiece_moves(pawn):
    given(pawn, "b2 b3 b4", "b5 b6 c5 c6 h8")
    state = pawn.play("b2b3b4^1 h8h7")
    assert "b3b4b5^1" in state["legal"], "the squad is broken: its second pawn stands next to the threepiece"


# --- the squad ---------------------------------------------------------------------------------------------------


def test_worked_case_2_the_topmost_squad_pushes_to_the_left(pawn):
    state = given(pawn, "c6 c7 d6 d7", "b6")
    assert acting(state, "c6c7d6d7") == "<1 >1 ^1 v1"
    assert pawn.play("c6c7d6d7<1")["board"] == {"a6": "bP", "b6": "wP", "b7": "wP", "c6": "wP", "c7": "wP"}


@pytest.mark.parametrize(("squad", "black", "direction"), [
    ("g4 g5 h4 h5", "f4 f5", "<1"),
    ("d2 d3 e2 e3", "b2 c2", "<1"),
    ("b4 b5 c4 c5", "a4", "<1"),
    ("c6 c7 d6 d7", "c8", "^1"),
])
def test_worked_case_2_a_squad_pushes_one_pawn_alone_and_not_off_the_board(pawn, squad, black, direction):
    state = given(pawn, squad, f"{black} h8 h1")
    assert squad.replace(" ", "") + direction not in state["legal"]


@pytest.mark.parametrize(("direction", "pushed", "lands"), [
    ("<1", "c4", "b4"), ("<1", "c5", "b5"), (">1", "f4", "g4"), (">1", "f5", "g5"),
    ("^1", "d6", "d7"), ("^1", "e6", "e7"), ("v1", "d3", "d2"), ("v1", "e3", "e2"),
])
@pytest.mark.parametrize("owner", ["wP", "bP"])
def test_a_squad_pushes_a_pawn_of_either_side_in_any_direction(pawn, direction, pushed, lands, owner):
    board = {"wP": "d4 d5 e4 e5", "bP": "h8 a8"}
    pawn.given(board | {owner: f"{board[owner]} {pushed}"}, "move")
    state = pawn.play(f"d4d5e4e5{direction}")
    assert state["board"][pushed] == "wP" and state["board"][lands] == owner
    assert state["detail"]["quiet_turns"] == 1, "a push is no capture"


def test_a_pushed_pawn_needs_an_empty_square_whoever_stands_there(pawn):
    assert "d4d5e4e5<1" not in given(pawn, "d4 d5 e4 e5 b4", "c4")["legal"]
    assert "d4d5e4e5<1" not in given(pawn, "d4 d5 e4 e5", "b4 c4")["legal"]


def test_a_squad_never_captures(pawn):
    given(pawn, "d4 d5 e4 e5", "d6 a8")
    assert pawn.play("d4d5e4e5^1")["detail"]["pawns"] == {"white": 4, "black": 2}


# --- rotation ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dual", "rotation", "after"), [
    ("b5 b6", "@b5+", "b5 c5"), ("b5 b6", "@b5-", "a5 b5"), ("b5 b6", "@b6+", "a6 b6"), ("b5 b6", "@b6-", "b6 c6"),
    ("e4 f4", "@e4+", "e3 e4"), ("e4 f4", "@e4-", "e4 e5"), ("e4 f4", "@f4+", "f4 f5"), ("e4 f4", "@f4-", "f3 f4"),
])
def test_a_dual_rotates_about_either_pawn_in_either_direction(pawn, dual, rotation, after):
    given(pawn, dual, "h8")
    assert squares(pawn.play(dual.replace(" ", "") + rotation), "wP") == after


@pytest.mark.parametrize(("three", "rotation", "after"), [
    ("d3 d4 d5", "@d3+", "d3 e3 f3"), ("d3 d4 d5", "@d3-", "b3 c3 d3"), ("d3 d4 d5", "@d4+", "c4 d4 e4"),
    ("d3 d4 d5", "@d5+", "b5 c5 d5"), ("d3 d4 d5", "@d5-", "d5 e5 f5"),
    ("c4 d4 e4", "@c4+", "c2 c3 c4"), ("c4 d4 e4", "@c4-", "c4 c5 c6"), ("c4 d4 e4", "@d4+", "d3 d4 d5"),
    ("c4 d4 e4", "@e4+", "e4 e5 e6"), ("c4 d4 e4", "@e4-", "e2 e3 e4"),
])
def test_a_threepiece_rotates_about_any_pawn_and_about_the_middle_in_one_way(pawn, three, rotation, after):
    state = given(pawn, three, "h8")
    rotations = [end for end in acting(state, three.replace(" ", "")).split() if "@" in end]
    assert len(rotations) == 5
    assert squares(pawn.play(three.replace(" ", "") + rotation), "wP") == after


def test_rotated_pawns_come_to_rest_on_empty_squares_of_the_board(pawn):
    assert "a4a5@a4-" not in given(pawn, "a4 a5")["legal"], "off the board"
    assert "b4b5@b4+" not in given(pawn, "b4 b5", "c4")["legal"], "a rotation never captures"
    assert "b4b5@b4+" not in given(pawn, "b4 b5 c4", "h8")["legal"], "nor enters an own pawn's square"
    assert "d3d4d5@d3+" not in given(pawn, "d3 d4 d5", "e3")["legal"], "every rotated pawn needs its square"
    assert "d3d4d5@d4+" not in given(pawn, "d3 d4 d5", "c4")["legal"]
    assert "d3d4d5@d3+" not in given(pawn, "d3 d4 d5", "f3")["legal"]


def test_r2_squares_swept_over_do_not_matter(pawn):
    legal = given(pawn, "b4 b5", "c5 h8")["legal"]
    assert "b4b5@b4+" in legal, "b5 sweeps over c5 on its way to c4"


# --- patterns overlap --------------------------------------------------------------------------------------------


def test_three_in_a_line_are_one_threepiece_and_two_duals(pawn):
    legal = given(pawn, "b4 b5 b6")["legal"]
    groups = {action.rstrip("0123456789").rstrip("^v<>") for action in legal if "^" in action or "v" in action}
    assert groups == {"b4b5", "b5b6", "b4b5b6"}


def test_a_2x2_block_is_a_squad_and_four_duals(pawn):
    legal = given(pawn, "d4 d5 e4 e5")["legal"]
    groups = {action[:-2] for action in legal if action[-2] in "^v<>"}
    assert groups == {"d4d5", "e4e5", "d4e4", "d5e5", "d4d5e4e5"}


@pytest.mark.parametrize("action", [
    "d4d7", "d4e5", "d4e4", "d5d4^1", "d4d5^2", "d4d5>1", "d4d5@d6+", "d4d5@d4", "d4d5^", "D4D5^1", "d4 d5", "end", "",
])
def test_what_is_no_action_is_refused(pawn, action):
    given(pawn, "d4 d5")
    assert pawn.refuses(action) == "illegal-action"
