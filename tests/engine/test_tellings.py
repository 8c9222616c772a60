"""The tellings of actions, moment by moment: the sentences that matter most, each from a position of its own."""

import pytest

from engine.core.pieces import Seat
from engine.game import EVERYTHING, SPECTATOR
from engine.registry import find_game


def told(game_id, board, action, phase, options=None, knows=SPECTATOR, squares=False, **state):
    """The sentences about an action of a set-up position, or the squares of each."""
    game = find_game(game_id)
    placed = {square: piece for piece, names in board.items() for square in names.split()}
    position = game.setup(game.read_options(options or {}), {"board": placed, "phase": phase, **state})
    moments = game.tell(position, game.parse(position, action), knows)
    if squares:
        return [" ".join(game.board(position.options).name(square) for square in each.squares) for each in moments]
    return [str(each.message) for each in moments]


# --- Pawn Advance Chess ------------------------------------------------------------------------------------------


def test_a_step_a_march_and_what_comes_then():
    board = {"wP": "a2", "bP": "h7"}
    last = {"to_act": ["black"], "detail": {"moves_left": 1}}
    assert told("pawn-advance", board, "h7h6", "battle", **last) == [
        "black: pawn h7 to h6.", "March: 2 pawns go forward.", "white receives 2 new pawns.",
        "black receives 2 new pawns.",
    ]


def test_who_cannot_move_passes():
    moments = told("pawn-advance", {"wP": "a4 b2", "bP": "a5"}, "b2b3", "battle", to_act=["white"])
    assert moments[:3] == ["white: pawn b2 to b3.", "black cannot move and passes.", "March: one pawn goes forward."]


def test_the_end_names_the_pawn_that_arrived():
    board = {"wP": "c7", "bP": "h7"}
    assert told("pawn-advance", board, "c7c8", "battle")[-1] == "The pawn on c8 has reached the far side: white wins."
    assert told("pawn-advance", board, "c7c8", "battle", squares=True)[-1] == "c8"


# --- Pawn --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "action", "sentences"), [
    ({"wP": "d4 h1", "bP": "d5 a8 b8"}, "d4d6", ["white: pawn d4 jumps over d5 to d6."]),
    ({"wP": "b5 b6 h1", "bP": "b7 b8 h8"}, "b5b6^1", ["white: dual b5, b6 takes b7 and stands on b6, b7."]),
    ({"wP": "b5 b6 h1", "bP": "h8 g8"}, "b5b6@b5+", ["white: dual b5, b6 turns about b5 to b5, c5."]),
    ({"wP": "c6 c7 d6 d7", "bP": "b6 h8"}, "c6c7d6d7<1",
     ["white: squad c6, c7, d6, d7 to b6, b7, c6, c7.", "The pawn on b6 is pushed to a6."]),
])
def test_pawns_jump_take_turn_and_push(board, action, sentences):
    assert told("pawn", board, action, "move", to_act=["white"]) == sentences


def test_a_jump_the_other_way_names_what_it_passes_too():
    board = {"wP": "d4 h1 a1", "bP": "d5 a8"}
    assert told("pawn", board, "d5d3", "move", to_act=["black"]) == ["black: pawn d5 jumps over d4 to d3."]


# --- Advancing Chess ---------------------------------------------------------------------------------------------


def test_a_piece_on_the_last_rank_is_told_with_what_it_means():
    board = {"wC": "c6", "wP": "h3", "bQ": "d8", "bP": "a6", "bC": "a8"}
    assert told("advancing-chess", board, "c6c8", "play", to_act=["white"]) == [
        "white: castle c6 to c8.", "The castle on c8 has reached the last rank: it wins unless it is captured now.",
    ]


# --- Chess Two ---------------------------------------------------------------------------------------------------

KINGS = {"wK": "f1", "bK": "f10"}


@pytest.mark.parametrize(("board", "action", "sentences"), [
    ({"wR": "b1", "bR+": "b8"}, "b1xb8@b7", ["white: rook b1 breaks the Shield of the rook on b8 and stops on b7."]),
    ({"wR": "b1", "bR": "b8"}, "b1xb8@b8", ["white: rook b1 destroys the rook on b8 and takes its place."]),
    ({"wP+": "d6", "nD": "d7"}, "d6d8",
     ["white: pawn d6 to d8.", "The pawn on d8 has passed Death and loses its Shield."]),
    ({"wP": "d6", "nD": "d7"}, "d6d8",
     ["white: pawn d6 to d8.", "The pawn on d8 has passed Death without a Shield and is removed."]),
    ({"wP": "e6", "nL": "e7"}, "e6e8", ["white: pawn e6 to e8.", "The pawn on e8 has passed Life and gains a Shield."]),
    ({"wR+": "b5"}, "b5f5", ["white: rook b5 to f5.", "The rook on f5 gives check and loses its Shield.",
                             "black is in check."]),
])
def test_shields_are_broken_gained_and_lost(board, action, sentences):
    state = {"to_act": ["white"], "detail": {"slots": ["standard"]}}
    assert told("chess-two", KINGS | board, action, "turn", **state) == sentences


def test_castling_that_gives_check_costs_the_rook_its_shield():
    board = {"wK": "f1", "wR+": "i1", "bK": "g9"}
    state = {"to_act": ["white"], "detail": {"slots": ["standard"], "castling": "K"}}
    assert told("chess-two", board, "f1h1", "turn", **state)[:2] == [
        "white castles: king f1 to h1, rook i1 to g1.", "The rook on g1 gives check and loses its Shield.",
    ]


# --- Pawn's Revenge ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("knows", "sentence"), [
    (SPECTATOR, "white throws the combat die, in secret."),
    (frozenset([Seat.BLACK]), "white throws the combat die, in secret."),
    (frozenset([Seat.WHITE]), "white throws 5, in secret."),
    (EVERYTHING, "white throws 5, in secret."),
])
def test_a_die_thrown_in_secret_is_told_to_its_thrower_alone(knows, sentence):
    board = {"wK": "a1", "bK": "h8", "wP": "d4", "bP": "d5"}
    assert told("pawns-revenge", board, "die:white=5", "combat-dice", knows=knows, detail={"roll": 4}) == [sentence]


def test_a_combat_is_told_clash_by_clash():
    board = {"wK": "a1", "bK": "h8", "wP": "d4", "bP": "d5"}
    detail = {"roll": 4, "points": {"white": 5, "black": 4}, "divisions": {"black": "black:-"}}
    moments = told("pawns-revenge", board, "white:d4+0/1", "divide", detail=detail)
    assert moments == [
        "white has divided the points.", "white threw 5 and gives: d4 +0/+1.", "black threw 4 and gives: nothing.",
        "The pawn on d4 (1/2) fights the pawn on d5 (1/1): d5 falls, d4 is left with 0/1.",
    ]
