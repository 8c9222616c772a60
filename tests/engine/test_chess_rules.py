"""Chess beside what random games show: claims, set-ups, what a side can still win, words and positions written down."""

import json

import pytest

from engine.core.errors import BadState
from engine.core.pieces import Seat
from engine.game import EVERYTHING, SPECTATOR
from engine.games.chess.game import Chess
from engine.games.chess.notation import read_position, write_position
from engine.registry import folder_of

GAME = Chess()
USUAL, SHUFFLED = GAME.read_options({}), GAME.read_options({"start": "drawn"})
KNIGHTS = ["g1f3", "g8f6", "f3g1", "f6g8"]


def given(fen, options=USUAL):
    return GAME.setup(options, read_position(fen))


def texts(position):
    return [action.text for action in GAME.actions(position)]


def played(position, actions):
    for text in actions:
        position = GAME.play(position, text)[1]
    return position


# --- claims and ends (FIDE 9) ------------------------------------------------------------------------------------


def test_a_draw_can_be_claimed_before_the_move_that_makes_it_the_third_time():
    before = played(GAME.start(USUAL), (KNIGHTS * 2)[:7])
    assert "claim" in texts(before) and "claim" not in texts(played(GAME.start(USUAL), (KNIGHTS * 2)[:6]))
    assert "claim" in texts(played(before, KNIGHTS[3:]))
    outcome = GAME.outcome(played(before, ["claim"]))
    assert outcome.winners == () and outcome.reason == "threefold"


def test_nobody_has_to_claim_and_the_fifth_time_ends_the_game_by_itself():
    position = played(GAME.start(USUAL), (KNIGHTS * 4)[:15])
    assert GAME.outcome(position) is None
    assert GAME.outcome(played(position, KNIGHTS[3:])).reason == "fivefold"


def test_only_who_is_to_move_is_asked_whether_to_claim():
    (prompt,) = GAME.describe(played(GAME.start(USUAL), KNIGHTS * 2), SPECTATOR).prompts
    assert prompt.seat is Seat.WHITE and [choice.value for choice in prompt.choices] == ["claim"]
    assert GAME.describe(GAME.start(USUAL), SPECTATOR).prompts == ()


def test_a_position_with_another_right_to_castle_is_another_position():
    """9.2.3.2: the rook has gone, and come back."""
    rooks = ["h1g1", "a8b8", "g1h1", "b8a8"]
    start = given("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1")
    assert "claim" not in texts(played(start, (rooks * 2)[:7])), "the first time both could still castle"
    assert "claim" in texts(played(start, (rooks * 3)[:11]))


@pytest.mark.parametrize(("quiet", "claims"), [(98, False), (99, True), (100, True)])
def test_fifty_moves_may_be_claimed_with_the_move_that_completes_them(quiet, claims):
    position = given(f"4k3/8/8/8/8/8/8/4K2R w - - {quiet} 80")
    assert ("claim" in texts(position)) == claims
    if claims:
        assert GAME.outcome(played(position, ["claim"])).reason == "fifty-moves"


def test_at_ninety_nine_a_side_that_can_only_move_pawns_claims_nothing():
    assert texts(given("8/8/8/8/8/7p/P4k1P/7K w - - 99 80")) == ["a2a3", "a2a4"]


def test_seventy_five_moves_end_the_game_but_not_before_a_checkmate():
    assert GAME.outcome(played(given("6k1/8/8/8/8/8/8/K6R w - - 149 99"), ["a1a2"])).reason == "seventy-five-moves"
    assert GAME.outcome(played(given("7k/8/6K1/8/8/8/8/R7 w - - 149 99"), ["a1a8"])).reason == "checkmate"


@pytest.mark.parametrize(("fen", "reason"), [
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"), ("8/8/8/8/8/5k2/8/7K w - - 0 1", "dead-position"),
    ("8/8/8/8/5k2/8/8/6NK w - - 0 1", "dead-position"), ("8/8/8/3b4/2B5/5k2/8/7K w - - 0 1", "dead-position"),
    ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "checkmate"),
])
def test_an_end_that_is_set_up_is_one(fen, reason):
    position = given(fen)
    assert GAME.outcome(position).reason == reason and GAME.to_act(position) == ()
    assert write_position(position).split()[:2] == fen.split()[:2], "whose turn it would be stays known"


@pytest.mark.parametrize(("fen", "white", "black"), [
    ("8/8/8/8/8/5k2/7p/K7 w - - 0 1", False, True), ("8/8/8/8/8/4nk2/7P/K7 w - - 0 1", True, True),
    ("8/8/8/8/8/4qk2/8/KN6 w - - 0 1", False, True), ("8/8/8/8/8/4rk2/8/KN6 w - - 0 1", True, True),
    ("8/8/8/8/8/4bk2/8/KB6 w - - 0 1", True, True), ("8/8/8/8/8/5k2/8/KNN5 w - - 0 1", True, False),
])
def test_a_side_that_cannot_mate_may_not_win(fen, white, black):
    """FIDE 6.9."""
    position = given(fen)
    assert (GAME.may_win(position, Seat.WHITE), GAME.may_win(position, Seat.BLACK)) == (white, black)


# --- Chess960 ----------------------------------------------------------------------------------------------------


def test_chance_draws_one_of_960_starts():
    first = GAME.start(SHUFFLED)
    assert GAME.to_act(first) == ("chance",) and len(GAME.actions(first)) == 960
    drawn = played(first, ["array:0"])
    assert write_position(drawn) == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    assert GAME.view(drawn, EVERYTHING).detail["array"] == 0


def test_a_rook_that_shields_the_king_from_its_corner_may_not_castle():
    assert "O-O-O" not in texts(given("7k/8/8/8/8/8/8/rR1K4 w B - 0 1", SHUFFLED))
    assert "O-O-O" in texts(given("7k/8/8/8/8/8/8/1R1K4 w B - 0 1", SHUFFLED))


# --- set-ups: controls forgive, fields refuse --------------------------------------------------------------------


def test_castling_that_is_impossible_is_left_out():
    assert "KQkq" in write_position(given("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
    assert " w Qk " in write_position(given("4k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1"))
    assert " w - " in write_position(given("4k3/8/8/8/8/8/8/R2K4 w KQ - 0 1"))
    assert " w Q " in write_position(given("4k3/8/8/8/8/8/8/R2K4 w KQ - 0 1", SHUFFLED))
    assert " w F " in write_position(given("4k3/8/8/8/8/8/8/4KR1R w F - 0 1", SHUFFLED)), "an inner rook"


@pytest.mark.parametrize("square", ["d6", "d3", "e6", "a1"])
def test_a_capture_in_passing_that_is_impossible_is_left_out(square):
    assert write_position(given(f"4k3/8/8/P3P3/8/8/8/4K3 w - {square} 0 1")).endswith(" w - - 0 1")


@pytest.mark.parametrize(("fen", "named"), [
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "exactly one king"), ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "exactly one king"),
    ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a1"), ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "in check"),
    ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", "castling"), ("4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "en_passant"),
    ("4k3/8/8/8/8/8/4K3 w - - 0 1", "eight ranks"), ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "eight squares"),
    ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "w or b"), ("4k3/8/8/8/8/8/8/4K3", "six fields"),
    ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "number of moves"), ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999", "number of moves"),
])
def test_what_is_no_position_is_refused_by_name(fen, named):
    with pytest.raises(BadState, match=named):
        given(fen)


def test_the_positions_that_everybody_counts_are_written_as_everybody_does():
    """The perft table gives the FEN of each."""
    table = json.loads((folder_of("chess") / "perft.json").read_text("utf-8"))
    met = 0
    for entry in table:
        _, _, fen = entry["why"].partition(": ")
        if entry["setup"]:
            options = GAME.read_options(entry["options"])
            assert GAME.setup(options, entry["setup"]) == given(fen, options)
            met += 1
            if not entry["options"]:
                assert write_position(given(fen)) == fen
    assert met == 10
