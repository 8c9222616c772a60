"""Pawn's Revenge: the roll and the moves it allows (its rules page, *A turn*)."""

import pytest


@pytest.fixture
def revenge(rules_of):
    return rules_of("pawns-revenge")


FAR = {"wK": "a1", "bK": "h8"}
"""Kings that are in nobody's way."""


def moves(revenge, roll, board, options=None, **detail):
    """The legal moves of the active army (white unless said) after a roll."""
    revenge.given(board, "roll", options, detail=detail)
    state = revenge.play(f"roll:{roll}")
    assert state["phase"] == "move" and state["detail"]["roll"] == roll
    return " ".join(state["legal"])


# --- directions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "white", "black"), [
    (2, "d4c5 d4e5", "d4c3 d4e3"),
    (3, "d4c5 d4e5", "d4c3 d4e3"),
    (4, "d4c4 d4d5 d4e4", "d4c4 d4d3 d4e4"),
    (5, "d4c5 d4e5", "d4c3 d4e3"),
    (6, "d4d5", "d4d3"),
])
def test_a_roll_says_where_a_pawn_may_go(revenge, roll, white, black):
    assert moves(revenge, roll, {"wP": "d4", "bP": "a8"}) == white
    assert moves(revenge, roll, {"bP": "d4", "wP": "a1"}, active="black") == black


@pytest.mark.parametrize(("seat", "roll", "expected"), [
    ("white", 6, "h8i9"), ("white", 5, "h8h9 h8i8"), ("white", 4, "h8g9 h8i7 h8i9"),
    ("red", 6, "h8g9"), ("red", 5, "h8g8 h8h9"), ("red", 4, "h8g7 h8g9 h8i9"),
    ("black", 6, "h8g7"), ("black", 5, "h8g8 h8h7"), ("black", 4, "h8g7 h8g9 h8i7"),
    ("blue", 6, "h8i7"), ("blue", 5, "h8h7 h8i8"), ("blue", 4, "h8g7 h8i7 h8i9"),
])
def test_r1_on_the_large_board_forward_is_the_diagonal_towards_the_opposite_corner(revenge, seat, roll, expected):
    other = "bP" if seat == "white" else "wP"
    piece = {"white": "wP", "red": "rP", "black": "bP", "blue": "uP"}[seat]
    assert moves(revenge, roll, {piece: "h8", other: "b3"}, {"players": 4}, active=seat) == expected


def test_moves_on_the_large_board_are_sorted_as_plain_strings(revenge):
    listed = moves(revenge, 5, {"wP": "a9 a10 b2", "bP": "p16"}, {"players": 4})
    assert listed == "a10a11 a10b10 a9b9 b2b3 b2c2"


def test_nobody_steps_off_the_board_or_onto_the_missing_one(revenge):
    assert moves(revenge, 4, {"wP": "h4", "bP": "a8"}) == "h4g4 h4h5"
    assert moves(revenge, 5, {"wP": "h8", "bP": "p16"}, {"players": 3}) == "h8i8"
    assert moves(revenge, 6, {"rP": "i8 k3", "bP": "p16"}, {"players": 3}, active="red") == "k3j4"


def test_squares_entered_must_be_empty(revenge):
    assert moves(revenge, 6, {"wP": "d4 d5 f4", "bP": "f5"}) == "d5d6"
    assert moves(revenge, 4, {"wP": "d4", "bP": "h8"}, holes=["d5", "e4"]) == "d4c4"


# --- one -----------------------------------------------------------------------------------------------------------


def test_a_one_moves_nobody_and_gives_all_own_pieces_one_of_each_until_the_own_next_turn(revenge):
    revenge.given({"wK": "e1", "wP": "a2", "bK": "e8"}, "roll")
    state = revenge.play("roll:1")
    assert state["detail"]["active"] == "black" and state["detail"]["courage"] == ["white"]
    assert state["detail"]["stats"] == {"a2": "2/2", "e1": "3/4", "e8": "2/3"}
    state = revenge.play("roll:1")
    assert state["phase"] == "roll" and state["detail"]["active"] == "white"
    assert state["detail"]["courage"] == ["black"] and state["detail"]["stats"]["a2"] == "1/1"


# --- kings and queens, stride ------------------------------------------------------------------------------------


def test_kings_and_queens_may_go_two_squares_in_a_straight_line(revenge):
    assert moves(revenge, 6, {"wK": "d4", "wQ": "f4", "bP": "a8"}) == "d4d5 d4d6 f4f5 f4f6"
    assert moves(revenge, 2, {"wK": "d4", "bP": "a8"}) == "d4b6 d4c5 d4e5 d4f6"


def test_r8_nobody_passes_a_piece_a_hole_or_the_edge(revenge):
    assert moves(revenge, 6, {"wK": "d4", "wQ": "f7", "bP": "d6 a8"}) == "d4d5 f7f8"
    assert moves(revenge, 6, {"wK": "d4", "wP": "h2", "bP": "a8"}, holes=["d5"]) == "h2h3"
    assert moves(revenge, 6, {"wK": "d4", "bP": "a8"}, holes=["d6"]) == "d4d5"


def test_classic_pieces_move_like_pawns(revenge):
    assert moves(revenge, 6, {"wR": "b2", "wN": "d2", "wB": "f2", "bP": "a8"}, {"army": "classic"}) == "b2b3 d2d3 f2f3"


def test_stride_two_lets_every_mover_go_one_or_two(revenge):
    assert moves(revenge, 6, {"wP": "d4", "wK": "f4", "bP": "a8"}, {"stride": "two"}) == "d4d5 d4d6 f4f5 f4f6"


def test_r2_stride_roll_lets_every_mover_go_up_to_the_number_rolled(revenge):
    assert moves(revenge, 6, {"wP": "b1", "bP": "a8"}, {"stride": "roll"}) == "b1b2 b1b3 b1b4 b1b5 b1b6 b1b7"
    assert moves(revenge, 3, {"wP": "a1", "bP": "h8"}, {"stride": "roll"}) == "a1b2 a1c3 a1d4"
    assert moves(revenge, 2, {"wK": "a1", "bP": "h8"}, {"stride": "roll"}) == "a1b2 a1c3"
    assert moves(revenge, 4, {"wP": "a1", "bP": "a4"}, {"stride": "roll"}) == "a1a2 a1a3 a1b1 a1c1 a1d1 a1e1"


def test_retreat_allows_each_direction_reversed(revenge):
    back = {"retreat": True}
    assert moves(revenge, 6, {"wP": "d4", "bP": "a8"}, back) == "d4d3 d4d5"
    assert moves(revenge, 2, {"wP": "d4", "bP": "a8"}, back) == "d4c3 d4c5 d4e3 d4e5"
    assert moves(revenge, 4, {"wP": "d4", "bP": "a8"}, back) == "d4c4 d4d3 d4d5 d4e4"


def test_without_retreat_nobody_goes_backward(revenge):
    for roll in range(2, 7):
        assert all(int(move[3]) >= 4 for move in moves(revenge, roll, {"wP": "d4", "bP": "a8"}).split())


# --- how many ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", [2, 3, 4])
def test_two_three_and_four_move_one_piece(revenge, roll):
    first = moves(revenge, roll, FAR | {"wP": "c3 f3"}).split()[0]
    state = revenge.play(first)
    assert state["phase"] == "roll" and state["detail"]["active"] == "black"
    assert state["detail"]["roll"] is None and state["detail"]["moved"] == []


@pytest.mark.parametrize(("roll", "first", "second"), [
    (5, "c3d4", "a1b2 a1c3 f3e4 f3g4"),
    (6, "c3c4", "a1a2 a1a3 f3f4"),
])
def test_five_and_six_move_two_different_pieces(revenge, roll, first, second):
    moves(revenge, roll, FAR | {"wP": "c3 f3"})
    state = revenge.play(first)
    assert state["phase"] == "move" and state["detail"]["moved"] == [first[2:]]
    assert " ".join(state["legal"]) == second
    state = revenge.play(state["legal"][-1])
    assert state["detail"]["active"] == "black"


def test_the_second_move_is_made_only_if_a_different_piece_can(revenge):
    moves(revenge, 6, {"wP": "c3 f8", "bP": "h6"})
    assert revenge.play("c3c4")["detail"]["active"] == "black"


def test_the_first_move_is_free_even_if_another_would_have_allowed_a_second(revenge):
    board = {"wP": "c3 e3", "bP": "h8"}
    assert moves(revenge, 5, board, holes=["f4"]) == "c3b4 c3d4 e3d4"
    assert revenge.play("c3b4")["legal"] == ["e3d4"]
    moves(revenge, 5, board, holes=["f4"])
    assert revenge.play("c3d4")["detail"]["active"] == "black"


def test_moves_are_compulsory_and_skipped_only_when_impossible(revenge):
    moves(revenge, 6, FAR | {"wP": "c3"})
    assert revenge.refuses("roll:1") == "illegal-action"
    assert revenge.refuses("c3d4") == "illegal-action"
    revenge.given({"wP": "c8", "bP": "h8"}, "roll")
    state = revenge.play("roll:6")
    assert state["phase"] == "roll" and state["detail"]["active"] == "black"
    assert "White has no move with a 6." in [event.get("text") for event in state["events"]]


def test_a_move_is_made_by_hand_and_nothing_else_is(revenge):
    revenge.given(FAR | {"wP": "c3"}, "roll")
    revenge.play("roll:6 c3c4")
    state = revenge.play("a1a2")
    assert state["events"] == [] and state["board"] == {"a2": "wK", "c4": "wP", "h8": "bK"}
