"""Chess Two: control, special moves, annihilation, Heal and Kill."""

import pytest


@pytest.fixture
def chess_two(rules_of):
    return rules_of("chess-two")


@pytest.fixture
def given(chess_two):
    """Sets up a turn with the kings out of the way, and bishops, so that they are not alone."""
    out_of_the_way = {"wK": "j1", "wB": "j2", "bB": "j9", "bK": "j10"}

    def set_up(board, options=None, to_act="white", **detail):
        return chess_two.given(out_of_the_way | board, "turn", options, to_act=[to_act], detail=detail)

    return set_up


def of(state, square):
    """Return the actions of Life or Death on a square."""
    return [text for text in state["legal"] if text.startswith(square) and not text[len(square)].isdigit()]


# --- control and movement ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("square", "owner"), [("e5", "white"), ("a1", "white"), ("e7", "black"), ("d6", "black")])
def test_life_is_controlled_from_where_it_stands(given, square, owner):
    """*A turn*: White commands those on ranks 1 to 5, Black those on ranks 6 to 10."""
    for seat in ("white", "black"):
        assert bool(of(given({"nL": square}, to_act=seat), square)) == (seat == owner)


def test_control_changes_with_the_half(given, chess_two):
    given({"nD": "d5"})
    state = chess_two.play("d5c6 j1i1")
    assert state["to_act"] == ["black"]
    assert of(state, "c6") == ["c6b5", "c6b7", "c6d5", "c6d7"]


def test_life_and_death_go_one_square_diagonally_to_an_empty_square(given):
    state = given({"nL": "b2 c3", "wP+": "a3", "bN+": "c1"})
    assert of(state, "b2") == ["b2a1"]
    assert of(given({"nD": "a2"}), "a2") == ["a2b1", "a2b3"]


# --- annihilation ------------------------------------------------------------------------------------------------


def test_life_and_death_side_by_side_are_removed_together(given, chess_two):
    given({"nL": "d4", "nD": "e2"})
    state = chess_two.play("e2d3")
    assert not {"d4", "d3", "e2"} & set(state["board"])
    assert {"kind": "removed", "square": "d3"} in state["events"]
    assert {"kind": "removed", "square": "d4"} in state["events"]


def test_annihilation_takes_all_that_touch_over_the_whole_board(given, chess_two):
    """*Life and Death*: all that stand beside each other vanish together, wherever they are."""
    given({"nL": "d4 g9 b2", "nD": "h5 d5 g10"})
    board = chess_two.play("b2a1")["board"]
    assert {square for square, piece in board.items() if piece in ("nL", "nD")} == {"a1", "h5"}


def test_a_standard_action_annihilates_nothing(given, chess_two):
    given({"nL": "d4", "nD": "d5"})
    assert {"d4", "d5"} <= set(chess_two.play("j1i1")["board"])


def test_a_kill_annihilates(given, chess_two):
    given({"nL": "d4", "nD": "e2", "bR": "d3"})
    assert not {"d3", "d4", "e2"} & set(chess_two.play("e2xd3")["board"])


# --- Heal --------------------------------------------------------------------------------------------------------


def test_heal_gives_a_shield_and_immunity_and_uses_both_slots(given, chess_two):
    state = given({"nL": "d4", "wP": "c3", "bR": "e5", "bN+": "c5", "bQ": "e3"})
    assert [text for text in of(state, "d4") if "+" in text] == ["d4+c3", "d4+e5"]
    state = chess_two.play("d4+e5")
    assert state["board"]["e5"] == "bR+" and state["board"]["d4"] == "nL"
    assert (state["to_act"], state["detail"]["immune"]) == (["black"], "e5")
    assert {"kind": "changed", "square": "e5", "piece": "bR+"} in state["events"]


def test_heal_needs_both_slots(given, chess_two):
    given({"nL": "d4", "wP": "c3"})
    assert chess_two.play("j1i1")["legal"] == ["d4c5", "d4e3", "d4e5"]
    given({"nL": "d4 a1", "wP": "c3"})
    assert not any("+" in text for text in chess_two.play("a1b2")["legal"])


def test_heal_is_not_for_kings_queens_life_or_death(given):
    state = given({"nL": "d4 c5", "wK": "c3", "wQ": "e5"})
    assert of(state, "d4") == ["d4e3"]


def test_immunity_lasts_until_the_end_of_the_opponents_next_turn(given, chess_two):
    given({"nL": "d4", "wP": "c3", "bR": "c9"})
    assert chess_two.play("d4+c3")["detail"]["immune"] == "c3"
    assert "c9xc3@c4" not in chess_two.ask("state")["legal"]
    state = chess_two.play("c9c8")
    assert (state["to_act"], state["detail"]["immune"]) == (["white"], None)


def test_immunity_follows_the_piece(given, chess_two):
    given({"nD": "a8", "bR": "c9"}, to_act="black", immune="c9")
    assert chess_two.play("c9c4")["detail"]["immune"] == "c4"
    assert chess_two.play("a8b7")["detail"]["immune"] is None


def test_a_new_heal_outlasts_the_old_immunity(given, chess_two):
    given({"nL": "d4 d8", "wP": "c3", "bR": "c9"})
    assert chess_two.play("d4+c3 d8+c9")["detail"]["immune"] == "c9"


def test_a_healed_checker_is_intimidated_at_once_and_stays_immune(given, chess_two):
    """*Life and Death*: intimidation takes the Shield of an immune piece, too."""
    given({"nL": "d4", "wR": "e5", "bK": "e9"})
    state = chess_two.play("d4+e5")
    assert (state["board"]["e5"], state["detail"]["immune"]) == ("wR", "e5")


# --- Kill --------------------------------------------------------------------------------------------------------


def test_kill_destroys_shield_or_not_of_either_side_and_uses_both_slots(given, chess_two):
    """*Life and Death*: Shield or not, of either side; *A turn*: it takes the whole turn."""
    state = given({"nD": "e4", "wP": "d3", "bR+": "f5"})
    assert [text for text in of(state, "e4") if "x" in text] == ["e4xd3", "e4xf5"]
    state = chess_two.play("e4xf5")
    assert state["board"]["f5"] == "nD" and "e4" not in state["board"]
    assert (state["to_act"], state["detail"]["quiet_turns"]) == (["black"], 0)


def test_kill_needs_both_slots(given, chess_two):
    given({"nD": "e4", "bR": "f5"})
    assert not any("x" in text for text in chess_two.play("j1i1")["legal"])


@pytest.mark.parametrize("square", ["f6", "f4", "e5", "g5"])
def test_an_ally_beside_the_target_protects_it(given, square):
    """*Life and Death*: an ally right beside it."""
    assert "e4xf5" not in of(given({"nD": "e4", "bR+": "f5", "bP": square}), "e4")
    assert "e4xf5" in of(given({"nD": "e4", "bR+": "f5", "wP": square}), "e4")


def test_a_diagonal_neighbour_protects_nobody(given):
    assert "e4xf5" in of(given({"nD": "e4", "bR+": "f5", "bP": "g6 e6 g4"}), "e4")


def test_life_protects_pieces_of_the_side_that_controls_it(given):
    """*Life and Death* and R6: a Life that its side commands is an ally, too."""
    assert "e4xf5" in of(given({"nD": "e4", "bR": "f5", "nL": "g5"}), "e4")
    assert "e4xf5" not in of(given({"nD": "e4", "wR": "f5", "nL": "g5"}), "e4")
    assert "e4xf5" not in of(given({"nD": "e4", "bR": "f5", "nL": "f6"}), "e4")
    assert "e4xf5" in of(given({"nD": "e4", "wR": "f5", "nL": "f6"}), "e4")


def test_an_immune_piece_cannot_be_killed(given):
    assert "e4xf5" not in of(given({"nD": "e4", "bR": "f5"}, immune="f5"), "e4")


def test_kill_is_not_for_the_own_king_and_for_the_enemys_only_where_kings_are_destroyed(given, chess_two):
    assert "e4xf5" not in of(given({"nD": "e4", "wK": "f5"}), "e4")
    assert "e4xf5" not in of(given({"nD": "e4", "bK": "f5"}, {"win": "checkmate"}), "e4")
    assert given({"nD": "b7", "wK": "c6"})["detail"]["check"] is False, "Kill is never check"
    assert "e4xf5" in of(given({"nD": "e4", "bK": "f5"}), "e4")
    state = chess_two.play("e4xf5")
    assert state["result"] == {"winners": ["white"], "reason": "king-destroyed"}


def test_life_or_death_that_the_opponent_controls_neither_heals_nor_kills(given):
    state = given({"nL": "b8", "wP": "c7", "nD": "h7", "bR": "g6"})
    assert not of(state, "b8") and not of(state, "h7")
