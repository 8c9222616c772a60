"""Pawn Advance Chess: the start, and turns in the battle (its rules page)."""

import pytest

from engine.game import SPECTATOR
from engine.registry import find_game


def squares(state, piece):
    return " ".join(square for square, stands in state["board"].items() if stands == piece)


# --- R1 and the options ------------------------------------------------------------------------------------------


def test_r1_each_side_starts_with_eight_pawns_on_its_base_row(pawn_advance):
    state = pawn_advance.start()
    assert squares(state, "wP") == "a1 b1 c1 d1 e1 f1 g1 h1"
    assert squares(state, "bP") == "a8 b8 c8 d8 e8 f8 g8 h8"
    assert len(state["board"]) == 16
    assert state["phase"] == "battle" and state["to_act"] == ["white"] and state["result"] is None
    assert state["detail"] == {
        "round": 1, "moved": [], "moves_left": 4,
        "captures": {"white": 0, "black": 0}, "to_place": {"white": 0, "black": 0},
    }


def test_the_options_have_their_defaults(pawn_advance):
    assert pawn_advance.start()["options"] == {
        "spawn": 2, "placement": "random", "rounds": 10, "first": "white", "supply": 0, "opening_moves": 4,
    }


@pytest.mark.parametrize(("name", "good", "bad"), [
    ("spawn", [1, 4], [0, 5, "2", 2.0, None, True]),
    ("placement", ["random", "choice"], ["both", 1, None]),
    ("rounds", [0, 99], [-1, 100, "10", False]),
    ("first", ["white", "alternate"], ["black", 0]),
    ("supply", [0, 64], [-1, 65, 1.5]),
    ("opening_moves", [1, 4], [0, 5, "2", None]),
])
def test_every_option_takes_its_range_and_nothing_else(pawn_advance, name, good, bad):
    label = next(option.label for option in find_game("pawn-advance").options if option.name == name)
    for value in good:
        assert pawn_advance.start(**{name: value})["options"][name] == value
    for value in bad:
        code, text = pawn_advance.refused("new", game="pawn-advance", options={name: value})
        assert code == "bad-option" and label in text


# --- R8: the first turn of a game ----------------------------------------------------------------------------------


@pytest.mark.parametrize("opening", [1, 2, 3, 4])
@pytest.mark.parametrize(("first", "then"), [("white", "white"), ("alternate", "black")])
def test_r8_only_the_very_first_turn_has_its_own_number_of_moves(pawn_advance, opening, first, then):
    state = pawn_advance.start(opening_moves=opening, first=first, spawn=1)
    assert (state["to_act"], state["detail"]["moves_left"]) == (["white"], opening)
    state = pawn_advance.play(" ".join(f"{file}1{file}2" for file in "abcd"[:opening]))
    assert (state["to_act"], state["detail"]["moves_left"]) == (["black"], 4)
    state = pawn_advance.play("e8e7 f8f7 g8g7 h8h7")
    while state["phase"] == "reinforce":
        state = pawn_advance.play(state["legal"][0])
    assert (state["to_act"], state["detail"]["moves_left"]) == ([then], 4)


def test_r8_a_first_turn_of_one_move_is_asked_for_as_one_pawn_and_not_one_more():
    game = find_game("pawn-advance")
    for opening, moves, asked in ((1, (), "white moves one pawn."), (2, ("a1a3",), "white moves one more pawn.")):
        position = game.start(game.read_options({"opening_moves": opening}))
        for move in moves:
            position, _ = game.apply(position, game.parse(position, move))
        assert [str(sentence) for sentence in game.describe(position, SPECTATOR).sentences] == [asked]


def test_r8_moves_of_the_first_turn_count_down_to_black(pawn_advance):
    pawn_advance.start(opening_moves=2)
    state = pawn_advance.play("a1a3")
    assert (state["to_act"], state["detail"]["moves_left"]) == (["white"], 1)
    state = pawn_advance.play("b1b3")
    assert (state["to_act"], state["detail"]["moves_left"], state["detail"]["moved"]) == (["black"], 4, [])


def test_r8_a_set_up_first_turn_has_four_moves_unless_it_says_otherwise(pawn_advance):
    board, few = {"wP": "a1 b1 c1", "bP": "g7"}, {"opening_moves": 1}
    assert pawn_advance.given(board, "battle", few)["detail"]["moves_left"] == 4
    assert pawn_advance.given(board, "battle", few, detail={"moves_left": 1})["detail"]["moves_left"] == 1


def test_r8_a_first_turn_not_begun_has_stirred_nothing(pawn_advance):
    """R7 looks for movement: a shorter first turn is not one that somebody has begun."""
    locked, options = {"wP": "c4 e1", "bP": "c5 e2"}, {"supply": 1, "rounds": 0, "opening_moves": 2}
    state = pawn_advance.given(locked, "battle", options, detail={"moves_left": 2})
    assert state["result"] == {"winners": [], "reason": "standstill"}


# --- moves -------------------------------------------------------------------------------------------------------


def test_a_pawn_on_its_base_row_may_step_or_double_step(pawn_advance):
    legal = pawn_advance.start()["legal"]
    assert legal == sorted(f"{file}1{file}{rank}" for file in "abcdefgh" for rank in (2, 3))


def test_black_moves_down(pawn_advance):
    pawn_advance.start()
    state = pawn_advance.play("a1a2 b1b2 c1c2 d1d2")
    assert state["to_act"] == ["black"]
    assert state["legal"] == sorted(f"{file}8{file}{rank}" for file in "abcdefgh" for rank in (7, 6))


def test_worked_case_1_the_double_step_is_for_the_base_row_only(pawn_advance):
    assert pawn_advance.given({"wP": "b1", "bP": "h8"}, "battle")["legal"] == ["b1b2", "b1b3"]
    assert pawn_advance.given({"wP": "b2", "bP": "h8"}, "battle")["legal"] == ["b2b3"]


def test_r3_a_pawn_that_was_blocked_on_the_base_row_keeps_its_double_step(pawn_advance):
    pawn_advance.given({"wP": "b1 g6", "bP": "b3 g7 h8"}, "battle", to_act=["black"], detail={"moves_left": 1})
    state = pawn_advance.play("h8h7 +a1 +c1 +a8 +c8")  # b1 stayed in the march: b2 empty, b3 Black, a collision course
    assert state["board"]["b1"] == "wP"
    state = pawn_advance.given({"wP": "b1 g6", "bP": "g7 h8"}, "battle", detail={"round": 5})
    assert "b1b3" in state["legal"]


@pytest.mark.parametrize(("blocker", "legal"), [("b2", []), ("b3", ["b1b2"]), ("b4", ["b1b2", "b1b3"])])
@pytest.mark.parametrize("piece", ["wP", "bP"])
def test_step_and_double_step_need_empty_squares(pawn_advance, piece, blocker, legal):
    board = {"wP": "b1 h6", "bP": "h7"}
    board[piece] += " " + blocker
    own = [action for action in pawn_advance.given(board, "battle", to_act=["white"])["legal"] if action[:2] == "b1"]
    assert own == legal


@pytest.mark.parametrize(("seat", "board", "legal"), [
    ("white", {"wP": "d4", "bP": "c5 d5 e5"}, ["d4c5", "d4e5"]),
    ("black", {"wP": "c4 d4 e4", "bP": "d5"}, ["d5c4", "d5e4"]),
    ("white", {"wP": "d4", "bP": "c3 d3 e3 c4 e4"}, ["d4d5"]),
    ("white", {"wP": "a4 h4", "bP": "b5 g5 h5"}, ["a4a5", "a4b5", "h4g5"]),
    ("black", {"wP": "b4 g4", "bP": "a5 h5"}, ["a5a4", "a5b4", "h5g4", "h5h4"]),
])
def test_pawns_capture_one_square_diagonally_forward(pawn_advance, seat, board, legal):
    assert pawn_advance.given(board, "battle", to_act=[seat])["legal"] == legal


def test_own_pawns_are_not_captured(pawn_advance):
    assert "d4e5" not in pawn_advance.given({"wP": "d4 e5", "bP": "h8"}, "battle")["legal"]


def test_a_capture_removes_the_pawn_and_scores_for_its_captor(pawn_advance):
    pawn_advance.given({"wP": "d4 a1", "bP": "e5 h8"}, "battle")
    state = pawn_advance.play("d4e5")
    assert state["board"] == {"a1": "wP", "e5": "wP", "h8": "bP"}
    assert state["detail"]["captures"] == {"white": 1, "black": 0}
    pawn_advance.given({"wP": "d4 a1", "bP": "e5 h8"}, "battle", to_act=["black"])
    assert pawn_advance.play("e5d4")["detail"]["captures"] == {"white": 0, "black": 1}


def test_a_double_step_can_not_be_captured_in_passing(pawn_advance):
    pawn_advance.given({"wP": "d1 h1", "bP": "e3 h7"}, "battle", detail={"moves_left": 1})
    state = pawn_advance.play("d1d3")
    assert state["to_act"] == ["black"] and "e3d2" not in state["legal"]


@pytest.mark.parametrize("text", [
    "", "e2", "e1e4", "e1f2", "e1 e2", "E1E2", "e1e2 ", "e1-e2", "e1xf2", "e8e7", "e1e1", "i1i2", "+e2", "e1e2=Q",
    "é1é2", "end",
])
def test_anything_else_is_refused(pawn_advance, text):
    pawn_advance.start()
    assert pawn_advance.refuses(text) == "illegal-action"


# --- turns -------------------------------------------------------------------------------------------------------


def test_a_turn_is_four_moves_by_four_different_pawns(pawn_advance):
    pawn_advance.start()
    state = pawn_advance.play("a1a2")
    assert state["detail"]["moved"] == ["a2"] and state["detail"]["moves_left"] == 3
    assert "a2a3" not in state["legal"] and pawn_advance.refuses("a2a3") == "illegal-action"
    state = pawn_advance.play("h1h3 c1c2")
    assert state["detail"]["moved"] == ["a2", "c2", "h3"] and state["detail"]["moves_left"] == 1
    assert state["to_act"] == ["white"]
    state = pawn_advance.play("b1b3")
    assert state["to_act"] == ["black"]
    assert state["detail"]["moved"] == [] and state["detail"]["moves_left"] == 4


def test_a_pawn_that_captured_has_moved_too(pawn_advance):
    pawn_advance.given({"wP": "d4 a1", "bP": "e5 h8"}, "battle")
    state = pawn_advance.play("d4e5")
    assert state["detail"]["moved"] == ["e5"] and state["legal"] == ["a1a2", "a1a3"]


def test_worked_case_5_three_pawns_make_three_moves(pawn_advance):
    pawn_advance.given({"wP": "a2 c2 e2", "bP": "h8 g8"}, "battle")
    state = pawn_advance.play("a2a3 c2c3")
    assert state["to_act"] == ["white"] and state["detail"]["moves_left"] == 2
    assert pawn_advance.play("e2e3")["to_act"] == ["black"]


def test_r2_the_turn_goes_on_while_any_pawn_can_move(pawn_advance):
    pawn_advance.given({"wP": "a2 c2", "bP": "h8"}, "battle")
    state = pawn_advance.play("a2a3")
    assert state["to_act"] == ["white"] and state["legal"] == ["c2c3"]


def test_a_pawn_freed_within_the_turn_must_move(pawn_advance):
    """a3 blocks a2 until it has moved on; a2 then follows before the turn may end."""
    pawn_advance.given({"wP": "a2 a3", "bP": "h8"}, "battle")
    assert pawn_advance.play("a3a4")["legal"] == ["a2a3"]


def test_an_empty_turn_passes_within_the_same_action(pawn_advance):
    """Black's only pawn is blocked: after White's turn comes the march, then the reinforcements."""
    pawn_advance.given({"wP": "d4 a1", "bP": "d5"}, "battle", detail={"moves_left": 1})
    state = pawn_advance.play("a1a2")
    assert state["phase"] == "reinforce"
    assert state["board"] == {"a3": "wP", "d4": "wP", "d5": "bP"}


def test_a_set_up_empty_turn_passes_at_once(pawn_advance):
    state = pawn_advance.given({"wP": "d4", "bP": "d5 h8"}, "battle")
    assert state["to_act"] == ["black"] and state["detail"]["moves_left"] == 4


def test_only_the_seat_to_act_moves(pawn_advance):
    pawn_advance.start()
    assert pawn_advance.refuses("a8a7") == "illegal-action"
    pawn_advance.play("a1a2 b1b2 c1c2 d1d2")
    assert pawn_advance.refuses("e1e2") == "illegal-action"
