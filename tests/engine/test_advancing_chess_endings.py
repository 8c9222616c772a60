"""Advancing Chess: how games end, setting positions up, footprints and words (its rules page)."""

import random

import pytest

from engine.core.actions import Footprint
from engine.game import EVERYTHING, SPECTATOR, MarkKind
from engine.games.advancing_chess.game import AdvancingChess

GAME = AdvancingChess()
BREAKTHROUGH = "breakthrough"


@pytest.fixture
def advancing(rules_of):
    return rules_of("advancing-chess")


def play(advancing, to_act="white", **board):
    return advancing.given(board, "play", to_act=[to_act])


def won(winner, reason):
    return {"winners": [winner], "reason": reason}


# --- breakthrough ------------------------------------------------------------------------------------------------


def test_a_safe_arrival_on_the_last_rank_wins_at_once(advancing):
    play(advancing, wP="a7", bP="h6")
    state = advancing.play("a7a8")
    assert state["result"] == won("white", BREAKTHROUGH)
    assert state["phase"] == "over" and state["to_act"] == [] and state["legal"] == []
    assert advancing.refuses("h6h5") == "game-over"


def test_black_s_last_rank_is_the_first(advancing):
    play(advancing, "black", wP="a3", bN="d3")
    assert advancing.play("d3e1")["result"] == won("black", BREAKTHROUGH)


def test_a_capture_on_the_last_rank_counts(advancing):
    play(advancing, wP="a7", bN="b8", bP="h6")
    assert advancing.play("a7b8")["result"] == won("white", BREAKTHROUGH)


def test_an_arrival_that_can_be_captured_is_an_intruder(advancing):
    play(advancing, wP="a7 h3", bC="c8", bP="h6")
    state = advancing.play("a7a8")
    assert state["result"] is None and state["detail"]["intruder"] == "a8" and state["to_act"] == ["black"]
    state = advancing.play("c8a8")
    assert state["result"] is None and state["detail"]["intruder"] is None


def test_a_piece_that_merely_looks_at_the_square_does_not_save(advancing):
    """A queen behind its own forward direction cannot capture."""
    play(advancing, wP="a7", bQ="a5", bP="h6")
    assert advancing.play("a7a8")["result"] == won("white", BREAKTHROUGH)


def test_r4_an_intruder_that_is_not_captured_wins_when_the_opponent_s_move_is_complete(advancing):
    play(advancing, wP="a7 h3", bC="c8", bP="h6")
    advancing.play("a7a8")
    state = advancing.play("h6h5")
    assert state["result"] == won("white", BREAKTHROUGH) and state["detail"]["intruder"] is None
    assert state["board"]["a8"] == "wP" and state["board"]["h5"] == "bP"


def test_r4_unless_that_move_itself_wins_at_once(advancing):
    play(advancing, wP="a7 c4", bC="c8", bP="h2")
    advancing.play("a7a8")
    assert advancing.play("h2h1")["result"] == won("black", BREAKTHROUGH)


def test_r4_an_unsafe_arrival_does_not_undo_the_survivor(advancing):
    play(advancing, wP="a7 c4", wC="g1", bC="c8", bP="h2")
    advancing.play("a7a8")
    assert advancing.play("h2h1")["result"] == won("white", BREAKTHROUGH)


def test_r4_another_capture_than_that_of_the_intruder_does_not_help(advancing):
    play(advancing, wP="a7 c4", bC="c8", bP="h6 d5")
    advancing.play("a7a8")
    assert advancing.play("d5c4")["result"] == won("white", BREAKTHROUGH)


# --- no move -----------------------------------------------------------------------------------------------------


def test_a_player_to_move_who_has_none_loses(advancing):
    play(advancing, wP="d3", bP="d5")
    state = advancing.play("d3d4")
    assert state["result"] == won("white", "no-moves") and state["phase"] == "over"


def test_a_player_without_pieces_has_no_move(advancing):
    play(advancing, wP="d4", bP="e5")
    assert advancing.play("d4e5")["result"] == won("white", "no-moves")


def test_safe_arrival_goes_before_no_move(advancing):
    play(advancing, wP="a7", bP="a3")
    assert advancing.play("a7a8")["result"] == won("white", BREAKTHROUGH)


def test_r5_every_random_game_ends_with_a_winner(full):
    chance = random.Random(8)
    for _ in range(1000 if full else 40):
        position = GAME.start(GAME.read_options({"array": chance.randrange(5040)}))
        for _ in range(500):
            if GAME.outcome(position) is not None:
                break
            position = GAME.apply(position, chance.choice(GAME.actions(position)))[0]
        outcome = GAME.outcome(position)
        assert outcome is not None and len(outcome.winners) == 1


# --- setting up --------------------------------------------------------------------------------------------------


def test_worked_case_2_a_castle_of_the_seat_to_move_on_its_last_rank_has_survived(advancing):
    assert play(advancing, "white", wC="a8", bP="h6")["result"] == won("white", BREAKTHROUGH)
    assert play(advancing, "black", bC="a1", wP="h3", wC="b1")["result"] == won("black", BREAKTHROUGH)


def test_last_rank_pieces_of_the_seat_not_to_move_have_just_arrived(advancing):
    state = play(advancing, "black", wC="a8", bC="c8", bP="h6")
    assert state["result"] is None and state["detail"]["intruder"] == "a8"
    assert play(advancing, "black", wC="a8", bP="h6")["result"] == won("white", BREAKTHROUGH)
    assert play(advancing, "black", wC="a8 h8", bC="c8")["result"] == won("white", BREAKTHROUGH)


def test_just_arrived_safely_goes_before_survived(advancing):
    assert play(advancing, "black", wC="a8", bC="h1", bP="c5")["result"] == won("white", BREAKTHROUGH)
    assert play(advancing, "black", wC="a8", bC="c8 h1")["result"] == won("black", BREAKTHROUGH)


def test_no_move_is_tested_at_once(advancing):
    assert play(advancing, wP="d4", bP="d5")["result"] == won("black", "no-moves")
    assert play(advancing, bP="d5")["result"] == won("black", "no-moves")


def test_fields_left_out(advancing):
    state = advancing.given({"wP": "d3", "bP": "e6"}, "play")
    assert state["to_act"] == ["white"] and state["detail"] == {"array": None, "intruder": None}
    assert advancing.given({}, "array")["to_act"] == ["chance"]


def test_a_state_may_be_over_with_its_result(advancing):
    result = won("black", "no-moves")
    state = advancing.given({"wP": "d4", "bP": "d5"}, "over", result=result, to_act=[], detail={"array": 7})
    assert state["result"] == result and state["detail"] == {"array": 7, "intruder": None} and state["legal"] == []


PLAYABLE = {"wP": "d3", "bP": "e6"}


@pytest.mark.parametrize(("field", "board", "phase", "state"), [
    ("result", PLAYABLE, "over", {}),
    ("result", PLAYABLE, "over", {"result": None}),
    ("result", PLAYABLE, "over", {"result": {"winners": [], "reason": "no-moves"}}),
    ("result", PLAYABLE, "over", {"result": {"winners": ["white", "black"], "reason": "no-moves"}}),
    ("result", PLAYABLE, "over", {"result": {"winners": ["white"], "reason": "checkmate"}}),
    ("result", PLAYABLE, "play", {"result": {"winners": ["white"], "reason": "no-moves"}}),
    ("to_act", PLAYABLE, "over", {"to_act": ["white"], "result": {"winners": ["white"], "reason": "no-moves"}}),
    ("intruder", PLAYABLE, "over", {
        "detail": {"intruder": "d3"}, "result": {"winners": ["white"], "reason": "no-moves"},
    }),
    ("to_act", PLAYABLE, "play", {"to_act": ["chance"]}),
    ("to_act", PLAYABLE, "play", {"to_act": []}),
    ("to_act", PLAYABLE, "play", {"to_act": ["white", "black"]}),
    ("to_act", PLAYABLE, "play", {"to_act": ["red"]}),
    ("to_act", PLAYABLE, "play", {"to_act": "white"}),
    ("array", PLAYABLE, "play", {"detail": {"array": -1}}),
    ("array", PLAYABLE, "play", {"detail": {"array": 5040}}),
    ("array", PLAYABLE, "play", {"detail": {"array": "0"}}),
    ("array", PLAYABLE, "play", {"detail": {"array": True}}),
    ("intruder", PLAYABLE, "play", {"detail": {"intruder": "a8"}}),
    ("intruder", PLAYABLE, "play", {"detail": {"intruder": "z9"}}),
    ("round", PLAYABLE, "play", {"detail": {"round": 1}}),
    ("phase", PLAYABLE, "battle", {}),
    ("board", PLAYABLE, "array", {}),
    ("array", {}, "array", {"detail": {"array": 5}}),
    ("intruder", {}, "array", {"detail": {"intruder": "a8"}}),
    ("to_act", {}, "array", {"to_act": ["white"]}),
    ("result", {}, "array", {"result": {"winners": ["white"], "reason": "no-moves"}}),
    ("phase", {}, "array", {"options": {"array": 3}}),
    ("board", {"wK": "d3"}, "play", {}),
    ("board", {"rP": "d3"}, "play", {}),
    ("board", {"nP": "d3"}, "play", {}),
    ("board", {"wP+": "d3"}, "play", {}),
    ("board", {"wP": "d9"}, "play", {}),
])
def test_a_state_that_describes_no_position_is_refused_by_the_name_of_its_field(advancing, field, board, phase, state):
    assert field in advancing.not_given(board, phase, **state)


def test_every_state_of_random_games_can_be_set_up_again(full):
    chance = random.Random(9)
    for _ in range(200 if full else 15):
        options = GAME.read_options({"array": chance.randrange(5040), "double_step": chance.random() < 0.5})
        position = GAME.start(options)
        while GAME.outcome(position) is None:
            assert GAME.setup(options, state_of(position)) == position
            position = GAME.apply(position, chance.choice(GAME.actions(position)))[0]
        assert GAME.setup(options, state_of(position)) == position


def state_of(position):
    view, outcome = GAME.view(position, EVERYTHING), GAME.outcome(position)
    names = GAME.boards[0].names
    return {
        "board": {names[square]: str(piece) for square, piece in view.pieces.items()},
        "phase": view.phase, "to_act": [str(actor) for actor in view.to_act], "detail": dict(view.detail),
        "result": outcome and {"winners": list(outcome.winners), "reason": outcome.reason},
    }


# --- at the board ------------------------------------------------------------------------------------------------


def position(to_act="white", **board):
    placed = {square: piece for piece, squares in board.items() for square in squares.split()}
    return GAME.setup(GAME.read_options({}), {"board": placed, "phase": "play", "to_act": [to_act]})


def bit(name):
    return 1 << GAME.boards[0].parse(name)


def test_hands_move_a_piece_and_swap_what_it_captures():
    given = position(wP="d4", wN="a1", bN="e5", bP="h6")
    assert GAME.footprint(given, GAME.parse(given, "d4d5")) == Footprint(empties=bit("d4"), fills=bit("d5"))
    assert GAME.footprint(given, GAME.parse(given, "d4e5")) == Footprint(empties=bit("d4"), swaps=bit("e5"))


def test_hands_do_nothing_for_chance():
    given = GAME.start(GAME.read_options({}))
    action = GAME.parse(given, "array:77")
    assert GAME.footprint(given, action) == Footprint()
    assert GAME.chances(given)[0] == (GAME.parse(given, "array:0"), 1)
    after, happenings = GAME.apply(given, action)
    assert sum(1 << entered.square for entered in happenings) == GAME.occupied(after)


def test_the_intruder_is_marked_and_spoken_of():
    given = position(wP="a7 h3", bC="c8", bP="h6")
    assert GAME.describe(given, SPECTATOR).marks == ()
    after = GAME.apply(given, GAME.parse(given, "a7a8"))[0]
    described = GAME.describe(after, SPECTATOR)
    assert [(mark.square, mark.kind) for mark in described.marks] == [(GAME.boards[0].parse("a8"), MarkKind.DANGER)]
    assert str(described.sentences[0]) == "black must capture the pikeman on a8, or loses."
    assert described.prompts == ()
    lost = GAME.apply(after, GAME.parse(after, "h6h5"))[0]
    assert GAME.describe(lost, SPECTATOR).marks == () and GAME.describe(lost, SPECTATOR).sentences == ()


def test_the_pieces_of_both_sides_are_counted():
    counters = GAME.describe(position(wP="a3", bP="h6 g6"), SPECTATOR).counters
    assert [(str(each.label), each.value, each.seat) for each in counters] == [
        ("Pieces", 1, "white"), ("Pieces", 2, "black"),
    ]
