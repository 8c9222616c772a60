"""Advancing Chess: set-up, arrays and how the pieces move (its rules page)."""

import itertools

import pytest

from engine.games.advancing_chess.position import array_words


@pytest.fixture
def advancing(rules_of):
    return rules_of("advancing-chess")


def squares(state, piece):
    return " ".join(square for square, stands in state["board"].items() if stands == piece)


def targets(state, origin):
    return " ".join(action[2:] for action in state["legal"] if action.startswith(origin))


def playing(advancing, to_act="white", options=None, **pieces):
    """The state with these pieces, and a pikeman of each side out of the way so that both can move."""
    board = {"wP": "a2", "bP": "a6", **{piece: squares for piece, squares in pieces.items()}}
    return advancing.given(board, "play", options, to_act=[to_act])


# --- set-up ------------------------------------------------------------------------------------------------------


def test_array_0_is_the_first_word_mirrored_left_to_right_and_r1_across_the_middle(advancing):
    state = advancing.start(array=0)
    assert squares(state, "wC") == "a1 b1 g1 h1" and squares(state, "bC") == "a8 b8 g8 h8"
    assert squares(state, "wH") == "c1 f1" and squares(state, "bH") == "c8 f8"
    assert squares(state, "wN") == "a2 d1 e1 h2" and squares(state, "bN") == "a7 d8 e8 h7"
    assert squares(state, "wQ") == "b2 g2" and squares(state, "bQ") == "b7 g7"
    assert squares(state, "wV") == "c2 d2 e2 f2" and squares(state, "bV") == "c7 d7 e7 f7"
    assert squares(state, "wP") == "a3 b3 c3 d3 e3 f3 g3 h3" and squares(state, "bP") == "a6 b6 c6 d6 e6 f6 g6 h6"
    assert state["phase"] == "play" and state["to_act"] == ["white"] and state["result"] is None
    assert state["detail"] == {"array": 0, "intruder": None}


def test_r2_there_are_5040_arrays_numbered_in_lexicographic_order():
    words = array_words()
    assert len(words) == 5040 == len(set(words))
    assert words[0] == "CCHNNQVV" and words[-1] == "VVQNNHCC"
    assert all(one < two for one, two in itertools.pairwise(words))
    assert all(sorted(word) == list("CCHNNQVV") for word in words)


@pytest.mark.parametrize("number", [1, 1234, 5039])
def test_r2_an_array_is_read_a1_to_d1_then_a2_to_d2(advancing, number):
    board = advancing.start(array=number)["board"]
    left = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"]
    assert "".join(board[square][1] for square in left) == array_words()[number]
    for square, piece in board.items():
        mirrored = "hgfedcba"["abcdefgh".index(square[0])]
        assert board[mirrored + square[1]] == piece
        assert board[square[0] + str(9 - int(square[1]))] == {"w": "b", "b": "w"}[piece[0]] + piece[1]


def test_without_the_option_one_chance_action_decides_the_array(advancing):
    state = advancing.start()
    assert state["phase"] == "array" and state["to_act"] == ["chance"] and state["board"] == {}
    assert state["detail"] == {"array": None, "intruder": None}
    assert len(state["legal"]) == 5040 and state["legal"][:4] == ["array:0", "array:1", "array:10", "array:100"]
    drawn = advancing.play("array:1234")
    assert drawn["detail"] == {"array": 1234, "intruder": None} and drawn["to_act"] == ["white"]
    entered = {event["square"]: event["piece"] for event in drawn["events"] if event["kind"] == "entered"}
    assert entered == drawn["board"] and len(drawn["events"]) == 48
    assert drawn["board"] == advancing.start(array=1234)["board"]


@pytest.mark.parametrize("action", ["array:5040", "array:-1", "array:01", "array:", "a3a4"])
def test_chance_decides_nothing_but_an_array(advancing, action):
    advancing.start()
    assert advancing.refuses(action) == "illegal-action"


@pytest.mark.parametrize(("name", "good", "bad"), [
    ("array", [-1, 0, 5039], [-2, 5040, "0", True, None, 1.0]),
    ("double_step", [True, False], [0, "yes", None]),
])
def test_every_option_takes_its_range_and_nothing_else(advancing, name, good, bad):
    for value in good:
        assert advancing.start(**{name: value})["options"][name] == value
    for value in bad:
        assert advancing.refused("new", game="advancing-chess", options={name: value})[0] == "bad-option"


def test_the_options_have_their_defaults(advancing):
    assert advancing.start()["options"] == {"array": -1, "double_step": True}


# --- how the pieces move -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "to_act", "expected"), [
    ("P", "white", "d5"),
    ("P", "black", "d3"),
    ("V", "white", "b6 c5 a7 d5 e5 f6 g7 h8"),
    ("V", "black", "c3 b2 a1 d3 e3 f2 g1"),
    ("C", "white", "c5 d5 d6 d7 d8 e5"),
    ("C", "black", "c3 d3 d2 d1 e3"),
    ("H", "white", "b5 c5 c6 d5 e5 e6 f5"),
    ("H", "black", "b3 c3 c2 d3 e3 e2 f3"),
    ("Q", "white", "c5 b6 a7 d5 d6 d7 d8 e5 f6 g7 h8"),
    ("Q", "black", "c3 b2 a1 d3 d2 d1 e3 f2 g1"),
    ("N", "white", "b5 c6 e6 f5"),
    ("N", "black", "b3 c2 e2 f3"),
])
def test_a_piece_moves_only_forward_without_capture(advancing, kind, to_act, expected):
    side = to_act[0]
    board = {"wP": "h2", "bP": "h7"}
    board[side + kind] = "d4" if kind != "P" else board[side + kind] + " d4"
    state = advancing.given(board, "play", to_act=[to_act])
    assert targets(state, "d4") == " ".join(sorted(expected.split()))


_RING = "b2 b4 b6 d2 d6 f2 f4 f6"
_NEAR = "c3 c4 c5 d3 d5 e3 e4 e5"
_LEAPS = "b3 b5 c2 c6 e2 e6 f3 f5"


@pytest.mark.parametrize(("kind", "victims", "captured"), [
    ("P", _NEAR, "c3 c5 e3 e5"),
    ("V", _NEAR, _NEAR),
    ("V", _RING, "b2 b6 f2 f6"),
    ("C", _NEAR, _NEAR),
    ("C", _RING, "b4 d2 d6 f4"),
    ("H", _NEAR, _NEAR),
    ("H", _LEAPS, _LEAPS),
    ("H", _RING, ""),
    ("Q", _NEAR, "c5 d5 e5"),
    ("Q", _RING, "b6 d6 f6"),
    ("Q", _LEAPS, ""),
    ("N", _LEAPS, "b5 c6 e6 f5"),
    ("N", _NEAR, ""),
])
@pytest.mark.parametrize("to_act", ["white", "black"])
def test_a_piece_captures_as_its_row_of_the_table_says(advancing, kind, victims, captured, to_act):
    def seen(names):
        return names if to_act == "white" else " ".join(name[0] + str(8 - int(name[1])) for name in names.split())

    own, enemy = ("w", "b") if to_act == "white" else ("b", "w")
    board = {"wP": "h2", "bP": "h7", "wN": "", "bN": ""}
    board[own + kind] = f"{board.get(own + kind, '')} d4".strip()
    board[enemy + "N"] = f"{board[enemy + 'N']} {seen(victims)}".strip()
    state = advancing.given(board, "play", to_act=[to_act])
    taken = sorted(set(targets(state, "d4").split()) & set(seen(victims).split()))
    assert taken == sorted(seen(captured).split())


def test_slides_are_blocked_by_any_piece(advancing):
    state = playing(advancing, wC="d4", wN="d6", bN="b4", bV="a4", bP="h6 f4 g4")
    assert targets(state, "d4") == "b4 c5 d5 e5 f4"


def test_worked_case_3_a_queen_does_not_capture_backward_but_a_vicar_does(advancing):
    assert "d4d3" not in playing(advancing, wQ="d4", bP="a6 d3")["legal"]
    assert "d4d3" in playing(advancing, wV="d4", bP="a6 d3")["legal"]


def test_sideways_is_not_forward(advancing):
    assert targets(playing(advancing, wC="d4"), "d4") == "c5 d5 d6 d7 d8 e5"


# --- R3: the double step -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("to_act", "origin", "expected"), [
    ("white", "e3", "e4 e5"), ("white", "e2", "e3"), ("white", "e1", "e2"), ("white", "e4", "e5"),
    ("black", "e6", "e4 e5"), ("black", "e7", "e6"), ("black", "e8", "e7"), ("black", "e5", "e4"),
])
def test_r3_a_pikeman_steps_twice_from_its_starting_rank_alone(advancing, to_act, origin, expected):
    state = advancing.given({f"{to_act[0]}P": f"{origin} h4", "wN": "a1", "bN": "a8"}, "play", to_act=[to_act])
    assert targets(state, origin) == expected


def test_r3_both_squares_must_be_empty(advancing):
    assert targets(playing(advancing, wP="e3", bN="e4"), "e3") == ""
    assert targets(playing(advancing, wP="e3", bN="e5"), "e3") == "e4"


def test_r3_a_pikeman_that_came_back_by_a_capture_has_the_right_again(advancing):
    playing(advancing, wP="d4", bP="a6", bN="e3")
    advancing.play("d4e3 a6a5")
    assert targets(advancing.ask("state"), "e3") == "e4 e5"


def test_r3_the_option_takes_the_double_step_away(advancing):
    assert targets(playing(advancing, options={"double_step": False}, wP="e3"), "e3") == "e4"


def test_worked_case_1_the_first_moves_of_array_0(advancing):
    pikemen = {f"{file}3{file}{rank}" for file in "abcdefgh" for rank in (4, 5)}
    assert set(advancing.start(array=0)["legal"]) == pikemen | {"a2b4", "h2g4"}
    single = {f"{file}3{file}4" for file in "abcdefgh"}
    assert set(advancing.start(array=0, double_step=False)["legal"]) == single | {"a2b4", "h2g4"}


def test_no_promotion_no_en_passant_no_check(advancing):
    state = playing(advancing, wP="e7 a2", bC="f8 h8", bP="a6")
    assert targets(state, "e7") == "e8 f8"
    playing(advancing, to_act="black", wP="d4", bP="e6")
    assert "d4e5" in advancing.play("e6e5")["legal"]
    playing(advancing, to_act="black", wP="d5", bP="e6", wH="h4")
    advancing.play("e6e4")
    assert "d5e6" not in advancing.ask("state")["legal"]
    assert "h4h5" in playing(advancing, wH="h4", bC="h8")["legal"]
