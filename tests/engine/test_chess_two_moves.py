"""Chess Two: the set-up, the two slots of a turn, and how standard pieces move."""

import pytest

OUT_OF_THE_WAY = {"wK": "j1", "wB": "j2", "bB": "j9", "bK": "j10"}


@pytest.fixture
def chess_two(rules_of):
    return rules_of("chess-two")


@pytest.fixture
def given(chess_two):
    """Sets up a turn with the kings out of the way, and bishops, so that they are not alone."""

    def set_up(board, options=None, to_act="white", **detail):
        return chess_two.given(OUT_OF_THE_WAY | board, "turn", options, to_act=[to_act], detail=detail)

    return set_up


def by(state, square):
    """Return the actions of the piece on a square, without the square."""
    texts = [text for text in state["legal"] if text.startswith(square)]
    return {text[len(square):] for text in texts if not text[len(square)].isdigit()}


# --- set-up ------------------------------------------------------------------------------------------------------


def test_set_up_has_white_below_and_shields_on_rooks_knights_bishops_and_pawns(chess_two):
    """R1; *Setting up*."""
    board = chess_two.start()["board"]
    assert [board[f"{file}1"] for file in "abcdefghij"] == "nL wR+ wN+ wB+ wQ wK wB+ wN+ wR+ nD".split()
    assert [board[f"{file}10"] for file in "abcdefghij"] == "nD bR+ bN+ bB+ bQ bK bB+ bN+ bR+ nL".split()
    assert {board[f"{file}2"] for file in "abcdefghij"} == {"wP+"}
    assert {board[f"{file}9"] for file in "abcdefghij"} == {"bP+"}
    assert len(board) == 40


def test_a_game_starts_with_white_and_everything_at_hand(chess_two):
    state = chess_two.start()
    assert (state["phase"], state["to_act"], state["result"]) == ("turn", ["white"], None)
    assert state["detail"] == {
        "slots": ["special", "standard"], "castling": "KQkq", "immune": None, "check": False, "quiet_turns": 0,
    }
    assert state["options"] == {"win": "king", "close_combat": "steppers", "special": "compulsory", "quiet_limit": 50}


# --- a turn ------------------------------------------------------------------------------------------------------


def test_no_special_move_at_the_start_until_room_is_made(chess_two):
    """*A turn*: at the very start Life and Death are walled in."""
    assert len(chess_two.start()["legal"]) == 40
    assert chess_two.play("e2e4")["to_act"] == ["black"]
    chess_two.start()
    state = chess_two.play("b2b4")
    assert (state["to_act"], state["detail"]["slots"], state["legal"]) == (["white"], ["special"], ["a1b2"])
    assert chess_two.play("a1b2")["to_act"] == ["black"]
    chess_two.start()
    assert chess_two.play("i2i3")["legal"] == ["j1i2"]


def test_the_slots_are_used_in_either_order(given, chess_two):
    given({"nL": "a1"})
    assert chess_two.play("a1b2")["detail"]["slots"] == ["standard"]
    state = chess_two.play("j1i1")
    assert (state["to_act"], state["detail"]["slots"]) == (["black"], ["special", "standard"])
    given({"nL": "a1"})
    assert chess_two.play("j1i1")["legal"] == ["a1b2"]


def test_a_compulsory_special_move_cannot_be_left_out(given, chess_two):
    given({"nL": "a1"})
    chess_two.play("j1i1")
    assert chess_two.refuses("end") == "illegal-action"


def test_an_optional_special_move_can_be_left_out_once_the_standard_slot_is_used(given, chess_two):
    """*What you can choose*: it may be left out, so ``end`` is offered where there is one to leave out."""
    assert "end" not in given({"nL": "a1"}, {"special": "optional"})["legal"]
    assert chess_two.play("j1i1")["legal"] == ["a1b2", "end"]
    assert chess_two.play("end")["to_act"] == ["black"]


def test_the_standard_slot_stays_compulsory_when_the_special_move_is_optional(given, chess_two):
    given({"nL": "a1"}, {"special": "optional"})
    state = chess_two.play("a1b2")
    assert state["detail"]["slots"] == ["standard"] and "end" not in state["legal"]


def test_a_player_without_an_action_passes(given, chess_two):
    """*A turn*: whoever can do nothing at all passes."""
    walled = {"wK": "a1", "bR+": "a2 b1 b2", "bK": "j9", "bP": "j7"}
    chess_two.given(walled, "turn", {"close_combat": "none"}, to_act=["black"])
    state = chess_two.play("j7j6")
    assert (state["to_act"], state["detail"]["quiet_turns"]) == (["black"], 1)
    assert {"kind": "announced", "text": "White cannot act and passes."} in state["events"]


# --- slides ------------------------------------------------------------------------------------------------------


def test_a_rook_slides_up_to_the_first_standard_piece(given):
    state = given({"wR": "d4", "wP": "d6", "bP+": "f4"})
    assert by(state, "d4") >= {"d5", "d3", "d2", "d1", "a4", "b4", "c4", "e4"}
    assert not by(state, "d4") & {"d6", "d7", "f4", "g4"}


def test_bishop_and_queen_slide_their_ways(given):
    assert by(given({"wB": "a1", "bP": "d4"}), "a1") == {"b2", "c3", "xd4@c3", "xd4@d4"}
    assert len(by(given({"wQ": "e5", "bK": "i10"}), "e5")) == 35


def test_no_piece_stops_on_life_or_death_but_slides_pass_over(given):
    state = given({"wR": "b1", "nD": "b3", "nL": "b4"})
    moves = by(state, "b1")
    assert {"b2", "b5", "b10"} <= moves and not moves & {"b3", "b4"}


def test_passing_life_gives_a_shield(given, chess_two):
    given({"wR": "b1", "nL": "b4"})
    assert chess_two.play("b1b5")["board"]["b5"] == "wR+"


def test_passing_death_costs_the_shield(given, chess_two):
    given({"wR+": "b1", "nD": "b3"})
    assert chess_two.play("b1b5")["board"]["b5"] == "wR"


def test_passing_death_without_a_shield_removes_the_piece_after_its_move(given, chess_two):
    given({"wR": "b1", "nD": "b3"})
    state = chess_two.play("b1b5")
    assert "b5" not in state["board"] and "b1" not in state["board"]
    assert {"kind": "removed", "square": "b5"} in state["events"]


def test_life_passed_before_death_saves_and_passed_later_does_not(given, chess_two):
    """R2: in path order."""
    given({"wR": "b1", "nL": "b2", "nD": "b3"})
    assert chess_two.play("b1b5")["board"]["b5"] == "wR"
    given({"wR": "b1", "nD": "b3", "nL": "b4"})
    assert "b5" not in chess_two.play("b1b5")["board"]
    given({"wR+": "b1", "nD": "b3", "nL": "b4"})
    assert chess_two.play("b1b5")["board"]["b5"] == "wR+"
    given({"wR": "b10", "nD": "b3", "nL": "b4"})
    assert chess_two.play("b10b1")["board"]["b1"] == "wR"


def test_a_queen_gains_nothing_from_life_and_dies_of_death(given, chess_two):
    """Kings and queens never have a Shield."""
    given({"wQ": "b1", "nL": "b4"})
    assert chess_two.play("b1b5")["board"]["b5"] == "wQ"
    given({"wQ": "b1", "nL": "b2", "nD": "b3"})
    assert "b5" not in chess_two.play("b1b5")["board"]


def test_an_immune_piece_passes_death_unharmed(given, chess_two):
    given({"wR": "b1", "nD": "b3"}, immune="b1")
    state = chess_two.play("b1b5")
    assert state["board"]["b5"] == "wR"
    given({"wR+": "b1", "nD": "b3"}, immune="b1")
    assert chess_two.play("b1b5")["board"]["b5"] == "wR+"


def test_a_king_goes_one_step_to_an_empty_square(given):
    state = given({"wK": "e5", "wP": "e6", "nL": "d4"})
    assert by(state, "e5") == {"d5", "e4", "f4", "f5", "d6", "f6"}


# --- knight ------------------------------------------------------------------------------------------------------


def test_a_knight_leaps_to_empty_squares_and_passes_nothing(given, chess_two):
    state = given({"wN": "e5", "nD": "e6 f7"})
    assert by(state, "e5") == {"d7", "g6", "g4", "f3", "d3", "c4", "c6"}
    assert chess_two.play("e5d7")["board"]["d7"] == "wN"


def test_a_ramp_jump_leads_over_a_standard_piece_of_either_side(given, chess_two):
    state = given({"wN": "a1", "wP": "a2", "bP": "b2", "nD": "b1"})
    assert by(state, "a1") == {"c2", "b3", "a3", "c3", "c1"}  # c1 by way of a3
    assert chess_two.play("a1c3")["board"]["b2"] == "bP"


def test_a_ramp_jump_may_be_followed_by_a_second_one_but_not_back(given, chess_two):
    state = given({"wN": "a1", "wP": "b1", "bP": "d2"})
    assert by(state, "a1") == {"b3", "c2", "c1", "e3"}  # over b1 to c1, then over d2
    assert chess_two.refuses("a1a1") == "illegal-action"


def test_life_and_death_are_no_ramps_and_no_landing(given):
    state = given({"wN": "a1", "nL": "b2 a3", "wP": "a2"})
    assert by(state, "a1") == {"b3", "c2"}


def test_a_third_ramp_jump_is_not_made(given):
    assert by(given({"wN": "a1", "wP": "b1 d1 f1"}), "a1") == {"b3", "c2", "c1", "e1"}


def test_a_knight_never_attacks_by_a_ramp_jump(given):
    assert not any(text.startswith("x") for text in by(given({"wN": "a1", "wP": "a2", "bP": "a3"}), "a1"))


# --- pawn --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("square", "targets"), [
    ("d2", {"d3", "d4", "d5"}), ("d3", {"d4", "d5"}), ("d4", {"d5"}), ("d7", {"d8"}), ("d1", {"d2"}),
])
def test_a_white_pawn_advances_by_its_rank(given, square, targets):
    assert by(given({"wP": square}), square) == targets


@pytest.mark.parametrize(("square", "targets"), [
    ("d9", {"d8", "d7", "d6"}), ("d8", {"d7", "d6"}), ("d7", {"d6"}), ("d10", {"d9"}),
])
def test_a_black_pawn_advances_by_its_rank(given, square, targets):
    assert by(given({"bP": square}, to_act="black"), square) == targets


def test_squares_on_a_pawns_way_are_empty_or_hold_life_or_death(given, chess_two):
    assert by(given({"wP": "d2", "bP": "d4"}), "d2") == {"d3"}
    assert by(given({"wP": "d2", "nD": "d3"}), "d2") == {"d4", "d5"}
    assert "d5" not in chess_two.play("d2d5")["board"]
    given({"wP": "d2", "nL": "d4"})
    assert chess_two.play("d2d5")["board"]["d5"] == "wP+"
    assert by(given({"wP": "d2", "nD": "d3", "nL": "d4"}), "d2") == {"d5"}


def test_a_pawn_jumps_over_death_on_the_opponents_half(given, chess_two):
    """The second picture of *Moving*."""
    assert by(given({"wP": "d6", "nD": "d7"}), "d6") == {"d8"}
    assert "d8" not in chess_two.play("d6d8")["board"]
    given({"wP+": "d6", "nD": "d7"})
    assert chess_two.play("d6d8")["board"]["d8"] == "wP"


def test_a_pawn_does_not_jump_on_its_own_half_or_onto_a_piece(given):
    assert by(given({"wP": "d5", "nL": "d6"}), "d5") == set()
    assert by(given({"wP": "d6", "nD": "d7", "bP": "d8"}), "d6") == set()
    assert by(given({"bP": "e5", "nD": "e4"}, to_act="black"), "e5") == {"e3"}
    assert by(given({"bP": "e6", "nL": "e5"}, to_act="black"), "e6") == set()


def test_promotion_is_compulsory_and_keeps_the_shield_of_all_but_a_queen(given, chess_two):
    assert by(given({"wP+": "e9"}), "e9") == {"e10=B", "e10=N", "e10=Q", "e10=R"}
    assert chess_two.play("e9e10=N")["board"]["e10"] == "wN+"
    given({"wP+": "e9"})
    assert chess_two.play("e9e10=Q")["board"]["e10"] == "wQ"
    given({"bP+": "e2", "wK": "a4"}, to_act="black")
    assert chess_two.play("e2e1=R")["board"]["e1"] == "bR+"


def test_immunity_is_kept_in_promotion_but_by_a_queen(given, chess_two):
    special_left = {"nL": "a1"}
    given({"wP": "e9"} | special_left, immune="e9")
    assert chess_two.play("e9e10=B")["detail"]["immune"] == "e10"
    given({"wP": "e9"} | special_left, immune="e9")
    assert chess_two.play("e9e10=Q")["detail"]["immune"] is None


def test_a_doomed_pawn_does_not_promote(given, chess_two):
    """*The fine print*: a doomed pawn is not promoted, and is written without ``=``."""
    assert by(given({"wP": "d8", "nD": "d9"}), "d8") == {"d10"}
    assert "d10" not in chess_two.play("d8d10")["board"]
    assert by(given({"wP+": "d8", "nD": "d9"}), "d8") == {"d10=B", "d10=N", "d10=Q", "d10=R"}
    assert chess_two.play("d8d10=N")["board"]["d10"] == "wN"
    assert by(given({"bP": "g3", "nD": "g2"}, to_act="black"), "g3") == {"g1"}


def test_there_is_no_en_passant(given, chess_two):
    """R3."""
    given({"wP": "d2", "bP": "e4"})
    assert by(chess_two.play("d2d4"), "e4") == {"e3"}


# --- castling ----------------------------------------------------------------------------------------------------

HOME = {"wK": "f1", "wR+": "b1 i1", "bK": "f10", "bR+": "b10 i10"}


def test_castling_to_both_sides_moves_king_and_rook(given, chess_two):
    assert by(given(HOME), "f1") >= {"h1", "d1"}
    board = chess_two.play("f1h1")["board"]
    assert (board["h1"], board["g1"], "f1" in board, "i1" in board) == ("wK", "wR+", False, False)
    board = chess_two.play("f10d10")["board"]
    assert (board["d10"], board["e10"]) == ("bK", "bR+")


@pytest.mark.parametrize("piece", [{"wN": "g1"}, {"bN": "h1"}, {"nD": "h1"}, {"nL": "g1"}])
def test_nothing_may_stand_between_king_and_rook(given, piece):
    """*Moving*: nothing stands between, no Life or Death either."""
    moves = by(given(HOME | piece), "f1")
    assert "h1" not in moves and "d1" in moves


@pytest.mark.parametrize(("seat", "king", "ghost"), [("white", "f1", {"nL": "c1"}), ("black", "f10", {"nD": "c10"})])
def test_the_queenside_needs_all_three_squares(given, seat, king, ghost):
    """R8: a Life beside White's rook hinders castling as much as a Death beside Black's."""
    moves = by(given(HOME | ghost, to_act=seat), king)
    assert king.replace("f", "h") in moves and king.replace("f", "d") not in moves


@pytest.mark.parametrize(("actions", "left"), [
    ("i1i2", "Qkq"), ("f1f2", "kq"), ("f1f2 f10f9 f2f1", "-"), ("i1i2 f10f9 i2i1", "Q"), ("f1h1", "kq"),
])
def test_castling_needs_a_king_and_a_rook_that_never_moved(given, chess_two, actions, left):
    given(HOME)
    assert chess_two.play(actions)["detail"]["castling"] == left


def test_destroying_the_rook_ends_the_right(given, chess_two):
    """*Moving*: castling takes a rook that has not moved; one that is destroyed is not there to castle."""
    given(HOME | {"wR+": "i1", "wR": "b1", "bR": "b10", "bR+": "i10"})
    assert chess_two.play("b1xb10@b9")["detail"]["castling"] == "Kk"


def test_an_attack_in_which_the_king_keeps_its_square_keeps_the_right(given, chess_two):
    given(HOME | {"bP": "f2"})
    assert chess_two.play("f1xf2@f1")["detail"]["castling"] == "KQkq"
    given(HOME | {"bP": "f2"})
    assert chess_two.play("f1xf2@f2")["detail"]["castling"] == "kq"


def test_immunity_follows_a_castling_rook(given, chess_two):
    """*Life and Death*: immunity belongs to the piece, wherever it goes."""
    given(HOME | {"nL": "a5"}, immune="i1")
    assert chess_two.play("f1h1")["detail"]["immune"] == "g1"


def test_check_does_not_hinder_castling_where_kings_are_destroyed(given):
    assert "h1" in by(given(HOME | {"bR": "f5"}), "f1")


@pytest.mark.parametrize("attacker", ["f5", "g5", "h5"])
def test_castling_out_of_through_or_into_check_is_refused_where_kings_are_mated(given, attacker):
    moves = by(given(HOME | {"bR": attacker}, {"win": "checkmate"}), "f1")
    assert "h1" not in moves
    assert ("d1" in moves) == (attacker != "f5")


def test_the_castling_rook_itself_may_be_attacked(given):
    assert "h1" in by(given(HOME | {"bQ": "i5"}, {"win": "checkmate"}), "f1")


def test_a_later_special_move_does_not_repair_castling_into_check(given):
    """*The fine print*: not into check. That Life on g3 could then block the square before the king changes nothing."""
    state = given({"wK": "f1", "wR+": "i1", "bK": "a10", "bQ": "h6", "nL": "g3"}, {"win": "checkmate"})
    assert "h1" not in by(state, "f1")
