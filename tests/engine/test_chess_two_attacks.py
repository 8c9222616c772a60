"""Chess Two: attacks, staging squares, resting, check and intimidation."""

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


def attacks(state, square):
    """The attacks of the piece on a square."""
    return [text for text in state["legal"] if text.startswith(square + "x")]


# --- rook, bishop, queen -----------------------------------------------------------------------------------------


def test_an_unshielded_target_is_destroyed_and_the_attacker_rests_where_it_likes(given, chess_two):
    """*Attacking*: if the target has no Shield."""
    assert attacks(given({"wR": "b1", "bR": "b8"}), "b1") == ["b1xb8@b7", "b1xb8@b8"]
    board = chess_two.play("b1xb8@b7")["board"]
    assert board["b7"] == "wR" and "b8" not in board and "b1" not in board
    given({"wR": "b1", "bR": "b8"})
    board = chess_two.play("b1xb8@b8")["board"]
    assert board["b8"] == "wR" and "b7" not in board


def test_a_shielded_target_loses_its_shield_and_stays(given, chess_two):
    """*Attacking*: if the target has a Shield."""
    assert attacks(given({"wR": "b1", "bR+": "b8"}), "b1") == ["b1xb8@b7"]
    board = chess_two.play("b1xb8@b7")["board"]
    assert (board["b7"], board["b8"]) == ("wR", "bR")


def test_an_adjacent_target_cannot_be_attacked(given):
    for board in ({"wR": "b7", "bR": "b8"}, {"wB": "a7", "bR": "b8"}, {"wQ": "a8", "bR": "b8"}):
        state = given(board)
        assert not attacks(state, next(iter(board.values())))


def test_the_staging_square_must_not_hold_life_or_death(given):
    assert not attacks(given({"wR": "b1", "nL": "b6", "bR": "b7"}), "b1")
    assert not attacks(given({"wB": "b2", "nL": "d4", "bR": "e5"}), "b2")


def test_an_attack_passes_life_and_death_before_the_staging_square(given, chess_two):
    """*Passing through*: attacks go through Life and Death as well, and feel them."""
    given({"wR": "b1", "nL": "b4", "bR": "b8"})
    assert chess_two.play("b1xb8@b8")["board"]["b8"] == "wR+"
    given({"wR+": "b1", "nD": "b5", "bR": "b8"})
    assert chess_two.play("b1xb8@b7")["board"]["b7"] == "wR"


def test_a_doomed_attacker_gives_its_blow_from_the_staging_square_and_is_removed(given, chess_two):
    assert attacks(given({"wR": "b1", "nD": "b5", "bR": "b8"}), "b1") == ["b1xb8@b7"]
    board = chess_two.play("b1xb8@b7")["board"]
    assert not {"b1", "b7", "b8"} & set(board)
    given({"wR": "b1", "nD": "b5", "bR+": "b8"})
    board = chess_two.play("b1xb8@b7")["board"]
    assert "b7" not in board and board["b8"] == "bR"


def test_standard_pieces_in_between_protect(given):
    assert not attacks(given({"wR": "b1", "wP": "b4", "bR": "b8"}), "b1")
    assert attacks(given({"wR": "b1", "bP": "b4", "bR": "b8"}), "b1") == ["b1xb4@b3", "b1xb4@b4"]


def test_own_pieces_life_and_death_are_never_attacked(given, chess_two):
    given({"wR": "b1", "wP": "b4", "nD": "f1", "nL": "e7"})
    for text in ("b1xb4@b3", "b1xf1@e1", "b1xf1@f1", "j2xe7@f6", "j2xe7@e7"):
        assert chess_two.refuses(text) == "illegal-action"


def test_there_is_no_ordinary_capture(given, chess_two):
    given({"wR": "b1", "bR": "b8"})
    for text in ("b1b8", "b1xb8", "b1xb8@b6"):
        assert chess_two.refuses(text) == "illegal-action"


# --- knight ------------------------------------------------------------------------------------------------------


def test_a_knight_chooses_between_two_staging_squares(given, chess_two):
    """*Attacking*: if both staging squares are empty, you choose."""
    assert attacks(given({"wN": "c2", "bP+": "d4"}), "c2") == ["c2xd4@c4", "c2xd4@d3"]
    board = chess_two.play("c2xd4@c4")["board"]
    assert (board["c4"], board["d4"]) == ("wN", "bP")


def test_a_knight_needs_an_empty_staging_square(given):
    """*Attacking*: one of the two must be empty."""
    assert attacks(given({"wN": "c2", "bP+": "d4", "wP": "c4"}), "c2") == ["c2xd4@d3"]
    assert attacks(given({"wN": "c2", "bP+": "d4", "wP": "c4 d3"}), "c2") == []
    assert attacks(given({"wN": "c2", "bP+": "d4", "nD": "d3"}), "c2") == ["c2xd4@c4"]


def test_a_knight_rests_on_the_vacated_square_if_any_staging_square_is_empty(given, chess_two):
    assert attacks(given({"wN": "c2", "bP": "d4"}), "c2") == ["c2xd4@c4", "c2xd4@d3", "c2xd4@d4"]
    assert attacks(given({"wN": "c2", "bP": "d4", "wP": "d3"}), "c2") == ["c2xd4@c4", "c2xd4@d4"]
    assert chess_two.play("c2xd4@d4")["board"]["d4"] == "wN"


def test_the_staging_squares_lie_on_the_knights_side(given):
    assert attacks(given({"wN": "e6", "bP+": "d4"}), "e6") == ["e6xd4@d5", "e6xd4@e4"]
    assert attacks(given({"wN": "f3", "bP+": "d4"}), "f3") == ["f3xd4@d3", "f3xd4@e4"]


def test_a_knight_passes_nothing_when_it_attacks(given, chess_two):
    given({"wN": "c2", "bP": "d4", "nD": "d3", "nL": "c3"})
    assert chess_two.play("c2xd4@d4")["board"]["d4"] == "wN"


# --- pawn and king: close combat ---------------------------------------------------------------------------------


def test_pawn_and_king_strike_from_their_own_square(given, chess_two):
    """R4: their own square is their staging square."""
    assert attacks(given({"wP": "d4", "bR": "e5", "bN+": "c5"}), "d4") == ["d4xc5@d4", "d4xe5@d4", "d4xe5@e5"]
    board = chess_two.play("d4xe5@d4")["board"]
    assert board["d4"] == "wP" and "e5" not in board
    given({"wP": "d4", "bN+": "c5"})
    board = chess_two.play("d4xc5@d4")["board"]
    assert (board["d4"], board["c5"]) == ("wP", "bN")
    assert attacks(given({"wK": "d4", "bR": "e5", "bN+": "d3"}), "d4") == ["d4xd3@d4", "d4xe5@d4", "d4xe5@e5"]
    assert chess_two.play("d4xe5@e5")["board"]["e5"] == "wK"


def test_pawns_strike_forward_only(given):
    assert attacks(given({"wP": "d4", "bR": "d5 e4 e3 c3"}), "d4") == []
    assert attacks(given({"bP": "d4", "wR": "e3 c5"}, to_act="black"), "d4") == ["d4xe3@d4", "d4xe3@e3"]
    assert attacks(given({"wP": "a4", "bR": "j4 j5 j6", "bB": "i9"}), "a4") == []


def test_a_pawn_resting_on_the_far_rank_promotes_and_on_its_own_square_does_not(given, chess_two):
    """*The fine print*: a pawn that attacks from its own square and rests there is not promoted."""
    kinds = "BNQR"
    expected = [*(f"e9xd10@d10={kind}" for kind in kinds), "e9xd10@e9"]
    assert attacks(given({"wP+": "e9", "bR": "d10"}), "e9") == expected
    assert chess_two.play("e9xd10@d10=N")["board"]["d10"] == "wN+"
    assert attacks(given({"wP+": "e9", "bR+": "d10"}), "e9") == ["e9xd10@e9"]
    assert chess_two.play("e9xd10@e9")["board"]["e9"] == "wP+"


def test_close_combat_can_be_denied_to_everybody(given, chess_two):
    """R4, option ``none``; check follows."""
    state = given({"wP": "d4", "bR": "e5", "wK": "f6"}, {"close_combat": "none"})
    assert not attacks(state, "d4") and not attacks(state, "f6")
    assert given({"wK": "e5", "bP": "d6"})["detail"]["check"] is True
    assert given({"wK": "e5", "bP": "d6"}, {"close_combat": "none"})["detail"]["check"] is False


def test_close_combat_can_be_open_to_everybody(given, chess_two):
    """R4, option ``all``."""
    every = {"close_combat": "all"}
    assert attacks(given({"wR": "b7", "bR": "b8"}, every), "b7") == ["b7xb8@b7", "b7xb8@b8"]
    assert attacks(given({"wB": "a7", "bR+": "b8"}, every), "a7") == ["a7xb8@a7"]
    board = chess_two.play("a7xb8@a7")["board"]
    assert (board["a7"], board["b8"]) == ("wB", "bR")
    assert attacks(given({"wQ": "a8", "bR": "b8"}, every), "a8") == ["a8xb8@a8", "a8xb8@b8"]
    assert given({"wK": "e5", "bR": "e6"}, every)["detail"]["check"] is True
    assert given({"wK": "e5", "bR": "e6"})["detail"]["check"] is False


# --- check and intimidation --------------------------------------------------------------------------------------


def test_check_needs_a_staging_square(given):
    assert given({"wK": "e5", "bR": "e8"})["detail"]["check"] is True
    assert given({"wK": "e5", "bR": "e8", "nL": "e7"})["detail"]["check"] is True
    assert given({"wK": "e5", "bR": "e8", "nD": "e6"})["detail"]["check"] is False
    assert given({"wK": "e5", "bN": "d7"})["detail"]["check"] is True
    assert given({"wK": "e5", "bN": "d7", "wP": "d5 e6"})["detail"]["check"] is False


def test_check_restricts_nothing_where_kings_are_destroyed(given):
    state = given({"wK": "e5", "bR": "e8", "wR": "a1"})
    assert state["detail"]["check"] and {"a1a2", "e5e6"} <= set(state["legal"])


def test_a_piece_that_gives_check_loses_its_shield(given, chess_two):
    """*Attacking*: intimidation."""
    given({"wR+": "a1", "bK": "e8"})
    state = chess_two.play("a1e1")
    assert state["board"]["e1"] == "wR"
    assert {"kind": "changed", "square": "e1", "piece": "wR"} in state["events"]
    assert state["detail"]["check"] is True


def test_discovered_and_double_check_intimidate_every_checker(given, chess_two):
    given({"wR+": "e1", "wN+": "e4", "bK": "e8"})
    board = chess_two.play("e4d6")["board"]
    assert (board["e1"], board["d6"]) == ("wR", "wN")


def test_a_special_move_that_opens_a_staging_square_intimidates(given, chess_two):
    """*Attacking*: intimidation follows any action, also of Life or Death."""
    given({"wR+": "e1", "bK": "e5", "nD": "e4"})
    state = chess_two.play("e4d3")
    assert state["board"]["e1"] == "wR" and state["to_act"] == ["white"]


def test_only_the_movers_pieces_are_intimidated(given, chess_two):
    given({"bR+": "e8", "wK": "e1", "wP": "e4 a2"})
    assert chess_two.play("a2a3")["board"]["e8"] == "bR+"
    given({"bR+": "e8", "wK": "e1", "wN": "e4"})
    assert chess_two.play("e4c3")["board"]["e8"] == "bR+"


def test_an_immune_piece_is_intimidated_too(given, chess_two):
    """*Life and Death*: that is not damage."""
    given({"wR+": "a1", "bK": "e8", "nL": "a3"}, immune="a1")
    state = chess_two.play("a1e1")
    assert (state["board"]["e1"], state["detail"]["immune"]) == ("wR", "e1")


def test_an_immune_piece_cannot_be_attacked(given):
    """*Life and Death*: nothing can hurt a piece that is immune."""
    assert attacks(given({"wR": "b1", "bR": "b8"}, immune="b8"), "b1") == []
    assert attacks(given({"wN": "c2", "bP": "d4"}, immune="d4"), "c2") == []
    assert attacks(given({"wP": "d4", "bR": "e5"}, immune="e5"), "d4") == []
    assert attacks(given({"wK": "d4", "bR": "e5"}, immune="e5"), "d4") == []
