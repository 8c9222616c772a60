"""Pawn's Revenge: options, armies, holes, who begins (its rules page)."""

import pytest

from engine.registry import find_game


@pytest.fixture
def revenge(rules_of):
    return rules_of("pawns-revenge")


def squares(state, piece):
    return " ".join(square for square, stands in state["board"].items() if stands == piece)


# --- options -----------------------------------------------------------------------------------------------------


def test_the_options_have_their_defaults(revenge):
    assert revenge.start()["options"] == {
        "players": 2, "combat_die": "d6", "stride": "one", "finish": "first-kill", "teams": "none", "bombed": 0,
        "rogue_knight": 0, "army": "pawns", "retreat": False, "quiet_limit": 50,
        "pawn_power": 1, "pawn_toughness": 1, "royal_power": 2, "royal_toughness": 3,
        "rook_power": 2, "rook_toughness": 1, "knight_power": 2, "knight_toughness": 2,
        "bishop_power": 1, "bishop_toughness": 3,
    }


@pytest.mark.parametrize(("name", "good", "bad"), [
    ("players", [2, 4], [1, 5, "2", True, None]),
    ("combat_die", ["d6", "d8", "d10", "2d6"], ["d4", 6]),
    ("stride", ["one", "two", "roll"], ["three", 2]),
    ("bombed", [0, 16], [-1, 65, 1.0]),
    ("rogue_knight", [0, 6], [-1, 7]),
    ("retreat", [True, False], [1, "yes", None]),
    ("quiet_limit", [0, 200], [-1, 201]),
    ("pawn_power", [1, 9], [0, 10, "3", None]),
    ("pawn_toughness", [1, 9], [0, 10]),
    ("royal_power", [1, 9], [0, 10]),
    ("royal_toughness", [1, 9], [0, 10, 2.5]),
    *((f"{piece}_{what}", [1, 9], [0, 10, True])
      for piece in ("rook", "knight", "bishop") for what in ("power", "toughness")),
])
def test_every_option_takes_its_range_and_nothing_else(revenge, name, good, bad):
    label = next(option.label for option in find_game("pawns-revenge").options if option.name == name)
    for value in good:
        assert revenge.start(**{name: value})["options"][name] == value
    for value in bad:
        code, text = revenge.refused("new", game="pawns-revenge", options={name: value})
        assert code == "bad-option" and label in text


@pytest.mark.parametrize(("good", "bad", "named"), [
    ({"army": "classic", "players": 2}, {"army": "classic", "players": 3}, "Army:"),
    ({"army": "classic"}, {"army": "classic", "players": 4}, "Army:"),
    ({"army": "hundred", "players": 3}, {"army": "hundred"}, "Army:"),
    ({"army": "hundred", "players": 4, "teams": "opposite"},
     {"army": "hundred", "players": 4, "teams": "three-on-one"}, "Army:"),
    ({"finish": "last-standing", "players": 3}, {"finish": "last-standing"}, "End of the game:"),
    ({"teams": "opposite", "players": 4}, {"teams": "opposite"}, "Teams:"),
    ({"teams": "three-on-one", "players": 4}, {"teams": "three-on-one", "players": 3}, "Teams:"),
])
def test_combinations_that_make_no_sense_are_refused(revenge, good, bad, named):
    assert revenge.start(**good)["phase"] == "roll-off"
    code, text = revenge.refused("new", game="pawns-revenge", options=bad)
    assert code == "bad-option" and named in text


# --- armies ------------------------------------------------------------------------------------------------------


def test_two_players_stand_as_in_chess_with_pawns_for_rooks_knights_and_bishops(revenge):
    state = revenge.start()
    assert squares(state, "wK") == "e1" and squares(state, "wQ") == "d1"
    assert squares(state, "bK") == "e8" and squares(state, "bQ") == "d8"
    assert squares(state, "wP") == "a1 a2 b1 b2 c1 c2 d2 e2 f1 f2 g1 g2 h1 h2"
    assert squares(state, "bP") == "a7 a8 b7 b8 c7 c8 d7 e7 f7 f8 g7 g8 h7 h8"
    assert len(state["board"]) == 32


def test_the_base_values_are_those_of_the_page(revenge):
    stats = revenge.start(army="classic")["detail"]["stats"]
    on = {square: stats[square] for square in "a1 b1 c1 d1 e1 e2".split()}
    assert on == {"a1": "2/1", "b1": "2/2", "c1": "1/3", "d1": "2/3", "e1": "2/3", "e2": "1/1"}


def test_a_classic_army_stands_on_its_chess_squares(revenge):
    board = revenge.start(army="classic")["board"]
    assert [board[f"{file}1"] for file in "abcdefgh"] == ["wR", "wN", "wB", "wQ", "wK", "wB", "wN", "wR"]
    assert [board[f"{file}8"] for file in "abcdefgh"] == ["bR", "bN", "bB", "bQ", "bK", "bB", "bN", "bR"]


def test_r1_four_armies_fill_their_corners_with_a_king_and_twenty_pawns(revenge):
    state = revenge.start(players=4)
    for seat, letter, corner in (("white", "w", "a1"), ("red", "r", "p1"), ("black", "b", "p16"), ("blue", "u", "a16")):
        assert squares(state, f"{letter}K") == corner, seat
        assert len(squares(state, f"{letter}P").split()) == 20
        assert squares(state, f"{letter}Q") == ""
    assert squares(state, "wP").split()[:7] == ["a2", "a3", "a4", "a5", "a6", "b1", "b2"]
    assert squares(state, "rP").split()[0] == "k1" and "p6" in squares(state, "rP")
    assert state["detail"]["dice"] == {"white": None, "red": None, "black": None, "blue": None}


def test_with_three_players_the_north_west_board_is_missing(revenge):
    state = revenge.start(players=3)
    assert sorted(set(piece[0] for piece in state["board"].values())) == ["b", "r", "w"]
    holes = revenge.start(players=3, bombed=1)["legal"]
    assert "hole:h8" in holes and "hole:i9" in holes and "hole:h9" not in holes and "hole:a10" not in holes
    assert len(holes) == 3 * 64 - 3 * 21


def test_three_on_one_gives_white_35_pawns(revenge):
    state = revenge.start(players=4, teams="three-on-one")
    assert len(squares(state, "wP").split()) == 35 and "a8" in squares(state, "wP")
    assert len(squares(state, "rP").split()) == 20


def test_r9_a_hundred_pawns_four_kings_and_four_queens_fill_the_corners(revenge):
    state = revenge.start(players=4, army="hundred")
    for letter, king, queen in (("w", "a1", "b2"), ("r", "p1", "o2"), ("b", "p16", "o15"), ("u", "a16", "b15")):
        assert (squares(state, f"{letter}K"), squares(state, f"{letter}Q")) == (king, queen)
        assert len(squares(state, f"{letter}P").split()) == 25
    assert squares(state, "wP") == (
        "a2 a3 a4 a5 a6 a7 b1 b3 b4 b5 b6 c1 c2 c3 c4 c5 d1 d2 d3 e1 e2 e3 f1 f2 g1"
    )
    assert len(state["board"]) == 108


def test_r9_three_players_have_as_many_each(revenge):
    state = revenge.start(players=3, army="hundred")
    assert len(state["board"]) == 81 and {piece[0] for piece in state["board"].values()} == set("wrb")


@pytest.mark.parametrize(("players", "finish", "reason"), [
    (4, "first-kill", "regicide"), (4, "last-standing", None),
])
def test_r9_a_queen_of_the_hundred_is_royal_but_no_king(revenge, players, finish, reason):
    board = {"wP": "d4", "bQ": "d5", "bK": "p16", "rK": "p1", "uK": "a16", "wK": "a1"}
    options = {"players": players, "army": "hundred", "finish": finish}
    revenge.given(board, "move", options, detail={"active": "white", "roll": 1, "stats": {"d4": "3/9"}})
    state = revenge.play("die:white=1 die:black=1 white:- black:-")
    assert "d5" not in state["board"] and "p16" in state["board"]
    assert (state["result"] or {}).get("reason") == reason


# --- base values: mix it up --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("own", "strengths"), [
    ({"pawn_power": 3, "pawn_toughness": 4, "royal_power": 9, "royal_toughness": 8}, "2/1 2/2 1/3 9/8 9/8 3/4"),
    ({"rook_power": 4, "rook_toughness": 5}, "4/5 2/2 1/3 2/3 2/3 1/1"),
    ({"knight_power": 6, "knight_toughness": 7}, "2/1 6/7 1/3 2/3 2/3 1/1"),
    ({"bishop_power": 8, "bishop_toughness": 9}, "2/1 2/2 8/9 2/3 2/3 1/1"),
])
def test_the_base_values_can_be_chosen_for_each_kind(revenge, own, strengths):
    stats = revenge.start(army="classic", **own)["detail"]["stats"]
    for rank, pawns in ((1, 2), (8, 7)):
        on = [stats[f"{file}{rank}"] for file in "abcde"]
        assert " ".join([*on, stats[f"e{pawns}"]]) == strengths


def test_values_of_pieces_that_an_army_does_not_have_change_nothing(revenge):
    own = {"rook_power": 9, "knight_toughness": 9, "bishop_power": 9}
    assert revenge.start(**own)["detail"]["stats"] == revenge.start()["detail"]["stats"]


def test_a_rolled_one_and_bonus_points_add_to_chosen_values(revenge):
    board = {"wP": "d4", "bP": "d5", "wK": "a1", "bK": "h8"}
    options = {"pawn_power": 9, "pawn_toughness": 9}
    revenge.given(board, "roll", options)
    state = revenge.play("roll:1 die:white=6 die:black=6 white:d4+0/6 black:-")
    assert state["detail"]["stats"]["d4"] == "10/16" and "d5" not in state["board"]
    assert state["detail"]["courage"] == ["white"]


def test_a_set_up_cannot_be_weaker_than_the_chosen_values(revenge):
    board, options = {"wP": "d4", "wK": "a1", "bK": "h8"}, {"pawn_toughness": 4}
    assert "at least 1/4" in revenge.not_given(board, "roll", options, detail={"stats": {"d4": "1/3"}})
    assert revenge.given(board, "roll", options, detail={"stats": {"d4": "1/4"}})["detail"]["stats"]["d4"] == "1/4"


# --- holes -------------------------------------------------------------------------------------------------------


def test_holes_are_drawn_one_by_one_from_squares_nobody_stands_on(revenge):
    state = revenge.start(bombed=2)
    assert state["phase"] == "scatter" and state["to_act"] == ["chance"] and len(state["legal"]) == 32
    assert state["legal"][0] == "hole:a3" and "hole:a2" not in state["legal"]
    state = revenge.play("hole:d4")
    assert state["detail"]["holes"] == ["d4"] and len(state["legal"]) == 31 and "hole:d4" not in state["legal"]
    assert revenge.refuses("hole:d4") == "illegal-action"
    state = revenge.play("hole:a3")
    assert state["detail"]["holes"] == ["a3", "d4"] and state["phase"] == "roll-off"


@pytest.mark.parametrize(("players", "most"), [(2, 16), (3, 48), (4, 64)])
def test_up_to_a_quarter_of_the_squares_can_be_bombed(revenge, players, most):
    state = revenge.start(players=players, bombed=most)
    for _ in range(most):
        assert state["phase"] == "scatter"
        state = revenge.play(state["legal"][0])
    assert state["phase"] == "roll-off" and len(state["detail"]["holes"]) == most
    code, text = revenge.refused("new", game="pawns-revenge", options={"players": players, "bombed": most + 1})
    assert code == "bad-option" and text.startswith("Bombed squares") and str(most) in text


def test_outcomes_are_sorted_as_plain_strings(revenge):
    legal = revenge.start(players=4, bombed=1)["legal"]
    assert legal == sorted(legal) and legal.index("hole:a10") < legal.index("hole:a7")


# --- who begins --------------------------------------------------------------------------------------------------


def test_each_army_throws_in_seat_order_and_the_highest_begins(revenge):
    state = revenge.start(players=3)
    assert state["phase"] == "roll-off" and state["to_act"] == ["chance"] and state["detail"]["active"] is None
    assert state["legal"] == [f"first:white={n}" for n in range(1, 7)]
    state = revenge.play("first:white=2 first:red=5")
    assert state["detail"]["dice"] == {"white": 2, "red": 5, "black": None}
    assert revenge.refuses("first:red=1") == "illegal-action"
    state = revenge.play("first:black=3")
    assert state["phase"] == "roll" and state["detail"]["active"] == "red" and state["detail"]["dice"] == {}
    assert state["legal"] == [f"roll:{n}" for n in range(1, 7)]


def test_those_tied_for_highest_throw_again(revenge):
    revenge.start(players=4)
    state = revenge.play("first:white=2 first:red=5 first:black=1 first:blue=5")
    assert state["detail"]["dice"] == {"red": None, "blue": None} and state["legal"][0] == "first:red=1"
    state = revenge.play("first:red=4 first:blue=4")
    assert state["detail"]["dice"] == {"red": None, "blue": None}
    assert revenge.play("first:red=1 first:blue=2")["detail"]["active"] == "blue"


def test_play_goes_counter_clockwise(revenge):
    revenge.start(players=4)
    state = revenge.play("first:white=1 first:red=1 first:black=6 first:blue=1 roll:1")
    assert state["detail"]["active"] == "blue"
    assert [revenge.play("roll:1")["detail"]["active"] for _ in range(3)] == ["white", "red", "black"]
