"""Chess Two: positions that somebody sets up, what is refused, and that every state shown can be set up again
(docs/protocol.md, *Setting up*)."""

import random
import sys

import pytest

from engine.games.chess_two.game import ChessTwo
from engine.games.chess_two.position import ChessTwoOptions

KINGS = {"wK": "f1", "bK": "f10"}
SPREAD = [
    {}, {"win": "checkmate"}, {"special": "optional", "close_combat": "all"},
    {"close_combat": "none", "quiet_limit": 3},
    {"win": "checkmate", "special": "optional", "close_combat": "all", "quiet_limit": 0},
]


@pytest.fixture
def chess_two(rules_of):
    rules = rules_of("chess-two")
    rules.start()
    return rules


# --- refusals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [
    {"wK": "f1"}, {"bK": "f10"}, {}, {"wK": "f1 g1", "bK": "f10"}, {"wK": "f1", "bK": "f10 a1"},
])
def test_each_side_has_exactly_one_king(chess_two, board):
    assert chess_two.not_given(board, "turn").startswith("board")


@pytest.mark.parametrize("board", [
    {"nL": "a2"}, {"nL": "j1"}, {"nD": "a1"}, {"nD": "j10"}, {"wP": "c10"}, {"bP+": "c1"}, {"wQ+": "c3"}, {"nL+": "a1"},
    {"nD+": "a2"}, {"wL": "a1"}, {"bD": "a2"}, {"nP": "a2"}, {"rP": "a2"}, {"wX": "a2"}, {"wP": "k1"}, {"wP": "a11"},
    {"P": "a3"}, {"wP++": "a3"},
])
def test_pieces_that_cannot_stand_there_are_refused(chess_two, board):
    """R1: a1 is light. *Setting up*: kings and queens have no Shield. *Moving*: no pawn stays one on the far rank."""
    assert chess_two.not_given(KINGS | board, "turn").startswith("board")


def test_a_king_with_a_shield_is_refused(chess_two):
    assert "board" in chess_two.not_given({"wK+": "f1", "bK": "f10"}, "turn")


def test_pieces_on_the_edge_of_what_is_allowed(chess_two):
    board = KINGS | {"wP": "a1 a9", "bP": "b10 b2", "nL": "j10", "nD": "j1", "wQ": "c1 d1 e1"}
    assert chess_two.given(board, "turn")["to_act"] == ["white"]


@pytest.mark.parametrize(("field", "value"), [
    ("slots", []), ("slots", ["other"]), ("slots", "special"), ("slots", ["special", "special"]), ("slots", [1]),
    ("slots", None), ("castling", "QK"), ("castling", "KK"), ("castling", ""), ("castling", "x"), ("castling", None),
    ("castling", "-K"), ("castling", ["K"]), ("immune", "f1"), ("immune", "d5"), ("immune", "c3"), ("immune", "e4"),
    ("immune", "z9"), ("immune", 3), ("check", 1), ("check", "no"), ("quiet_turns", -1), ("quiet_turns", 1.5),
    ("quiet_turns", True), ("unknown", 1),
])
def test_malformed_details_are_refused_by_name(chess_two, field, value):
    """*Life and Death*: not kings (f1) and queens (c3) are immune, nor Death (e4), nor nobody (d5)."""
    board = KINGS | {"wQ": "c3", "nD": "e4"}
    assert field in chess_two.not_given(board, "turn", detail={field: value})


@pytest.mark.parametrize("to_act", [[], ["white", "black"], ["red"], ["chance"], "white"])
def test_exactly_one_seat_acts(chess_two, to_act):
    assert "to_act" in chess_two.not_given(KINGS, "turn", to_act=to_act)


def test_a_phase_is_needed_and_known(chess_two):
    assert "phase" in chess_two.not_given(KINGS, "battle")


def test_over_needs_a_result_and_a_turn_must_have_none(chess_two):
    assert "result" in chess_two.not_given(KINGS, "over")
    assert "result" in chess_two.not_given(KINGS, "over", result={"winners": ["white"], "reason": "touchdown"})
    result = {"winners": ["white"], "reason": "king-destroyed"}
    assert "result" in chess_two.not_given(KINGS, "turn", result=result)
    assert "to_act" in chess_two.not_given(KINGS, "over", result=result, to_act=["white"])


# --- what is accepted --------------------------------------------------------------------------------------------


def test_over_needs_no_kings(chess_two):
    result = {"winners": ["white"], "reason": "king-destroyed"}
    state = chess_two.given({"wK": "a1", "wR": "b1"}, "over", to_act=[], result=result, detail={"slots": []})
    assert (state["result"], state["legal"], state["to_act"]) == (result, [], [])


def test_castling_left_out_means_every_right_at_home(chess_two):
    board = {"wK": "f1", "wR": "i1 b1", "bK": "f10", "bR+": "b10"}
    assert chess_two.given(board, "turn")["detail"]["castling"] == "KQq"
    assert chess_two.given(board, "turn", detail={"castling": "Kkq"})["detail"]["castling"] == "Kq"
    assert chess_two.given(board | {"wK": "e1"}, "turn")["detail"]["castling"] == "q"
    assert chess_two.given(board | {"bR+": "i1"} | {"wR": "b1"}, "turn")["detail"]["castling"] == "Q"


def test_one_used_slot_counts_as_a_quiet_action(chess_two):
    board = KINGS | {"wR": "a3", "nL": "c3"}
    chess_two.given(board, "turn", detail={"slots": ["standard"], "quiet_turns": 4})
    assert chess_two.play("a3a4")["detail"]["quiet_turns"] == 5


def test_a_turn_with_nothing_legal_left_passes_on(chess_two):
    """*A turn*: whoever can do nothing passes, also halfway through a turn."""
    state = chess_two.given(KINGS | {"wR": "a3"}, "turn", detail={"slots": ["special"], "immune": "a3"})
    assert state["to_act"] == ["black"]
    assert (state["detail"]["quiet_turns"], state["detail"]["immune"]) == (1, None)


# --- round trip --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", SPREAD)
def test_every_state_of_random_games_can_be_set_up_again(chess_two, rules_of, options, full):
    chance, other = random.Random(str(options)), rules_of("chess-two")
    for _ in range(20 if full else 1):
        state = chess_two.start(**options)
        for _ in range(150):
            again = other.ask("setup", game="chess-two", options=options, state=state)
            shown = {field: value for field, value in state.items() if field != "events"}
            assert again == shown
            if not state["legal"]:
                break
            state = chess_two.ask("apply", action=chance.choice(state["legal"]))


# --- positions as values -----------------------------------------------------------------------------------------


def _all_parts(value, seen):
    if id(value) not in seen:
        seen[id(value)] = sys.getsizeof(value)
        slots = [getattr(value, name) for name in getattr(type(value), "__slots__", ())]
        for part in [*slots, *(value if isinstance(value, tuple) else ())]:
            _all_parts(part, seen)
    return seen


def test_a_position_takes_less_than_a_kilobyte_beyond_its_predecessor():
    game, chance = ChessTwo(), random.Random(5)
    position = game.start(ChessTwoOptions())
    for _ in range(300):
        if not (actions := game.actions(position)):
            break
        following = game.successor(position, chance.choice(actions))
        shared = _all_parts(position, {})
        own = sum(size for part, size in _all_parts(following, {}).items() if part not in shared)
        assert 0 < own <= 1024
        position = following
