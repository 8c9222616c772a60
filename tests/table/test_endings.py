"""The end of a game: the result in words at once, by the players' names, and no more guidance than anybody wants."""

import random

import pytest
from cases import position
from play_table import BOTH, WHITE, PlayTable

from engine.core.pieces import Seat
from engine.records.game_record import begin
from engine.registry import find_game, game_ids
from table.messages.effects import StoreEnd
from table.messages.events import AbandonGame, Answer, ContinueGame, OfferDraw, Pause, Resign, TakeBack
from table.messages.lights import Role
from table.messages.new_game import NewGame

ALL = frozenset(Seat)
LAST_MARCH = {
    "board": {"a7": "wP", "d4": "wP", "d5": "bP", "h5": "bP"}, "phase": "battle", "to_act": ["black"],
    "detail": {"moves_left": 1},
}
"""Black has one more move; then all but the d-pawns march, and White's pawn on a7 is home."""


@pytest.fixture
def marched():
    table = PlayTable()
    table.continue_with((), LAST_MARCH)
    table.move("h5", "h4")
    return table


def four(**options):
    table = PlayTable()
    table.start("pawns-revenge", players=4, **options)
    return table


def shining(table):
    """The squares that show more than a badge."""
    return [square for square, light in table.scene().lights.items() if light.role]


def test_the_result_is_told_at_once_while_the_lights_still_show_the_last_march(marched):
    seen = marched.scene()
    assert (seen.status, str(seen.now)) == ("over", "white wins: a pawn reached the far side.")
    assert marched.squares_of(Role.MARCH_FROM) == ["a7", "h4"]
    marched.follow_lights()
    assert not shining(marched)


def test_clearing_the_board_after_the_end_is_not_nagged_about(marched):
    marched.lift("h4", "d4")
    marched.wait(5)
    assert not shining(marched)
    assert marched.scene().status == "over"


def test_after_the_last_march_was_cut_short_it_can_still_be_taken_back(marched):
    marched.lift("d4", "a7")
    marched.place("a1")
    marched.send(TakeBack(BOTH, frozenset()))
    assert marched.scene().status == "undo" and marched.scene().winners is None
    marched.follow_lights()
    assert marched.scene().status == "play" and marched.pieces["h5"] == "bP"


def test_an_abandoned_game_is_no_draw():
    table = PlayTable()
    table.start()
    table.send(AbandonGame())
    assert str(table.scene().now) == "The game was abandoned. It does not count."


def test_a_game_that_is_given_up_in_a_pause_is_over():
    table = PlayTable()
    table.start()
    table.send(Pause())
    table.send(Resign(Seat.WHITE, BOTH))
    seen = table.scene()
    assert (seen.status, seen.overlay, str(seen.now)) == ("over", "none", "black wins: by resignation.")


def test_several_winners_are_named():
    table = four()
    table.send(Resign(Seat.RED, ALL))
    now = table.scene().now
    assert str(now) == "white, black and blue win: by resignation."
    names = dict(dict(now.values)["seats"].values)
    assert names["seat"] is Seat.BLUE, "seats stay seats: the panel puts their players' names"


@pytest.mark.parametrize(("teams", "seat", "winners"), [
    ("opposite", Seat.WHITE, (Seat.RED, Seat.BLUE)), ("three-on-one", Seat.WHITE, (Seat.RED, Seat.BLACK, Seat.BLUE)),
    ("three-on-one", Seat.BLUE, (Seat.WHITE,)), ("none", Seat.BLUE, (Seat.WHITE, Seat.RED, Seat.BLACK)),
])
def test_who_resigns_gives_up_for_the_team(teams, seat, winners):
    table = four(teams=teams)
    table.send(Resign(seat, ALL))
    assert table.scene().winners == winners


def test_two_players_who_both_offer_a_draw_have_agreed():
    table = PlayTable()
    table.start()
    table.send(OfferDraw(Seat.WHITE, frozenset({Seat.WHITE})))
    table.send(OfferDraw(Seat.BLACK, frozenset({Seat.BLACK})))
    assert table.scene().reason == "agreement"


@pytest.mark.parametrize("game_id", game_ids())
def test_a_draw_can_be_offered_only_where_a_game_can_be_drawn(game_id):
    game = find_game(game_id)
    table = PlayTable()
    table.start(game_id)
    assert table.scene().can_be_drawn == game.can_be_drawn
    table.send(OfferDraw(Seat.WHITE, WHITE))
    refusal = [] if game.can_be_drawn else [f"{game.name} cannot be drawn: play on, or resign."]
    assert table.refusals == refusal
    assert table.scene().draw_offered_by == (Seat.WHITE if game.can_be_drawn else None)


def test_advancing_chess_is_a_game_that_cannot_be_drawn():
    assert [each for each in game_ids() if not find_game(each).can_be_drawn] == ["advancing-chess"]


def test_a_draw_between_four_needs_everybody():
    table = four()
    table.send(OfferDraw(Seat.WHITE, frozenset({Seat.WHITE})))
    for seat in (Seat.RED, Seat.BLUE):
        (prompt,) = table.scene().prompts
        table.send(Answer(prompt.id, "yes", frozenset({seat})))
    assert table.scene().winners is None
    (prompt,) = table.scene().prompts
    assert prompt.seats == (Seat.BLACK,)
    table.send(Answer(prompt.id, "yes", frozenset({Seat.BLACK})))
    assert table.scene().reason == "agreement"


@pytest.mark.parametrize("end", [Resign(Seat.BLACK, ALL), AbandonGame(ALL, frozenset())], ids=["resigned", "abandoned"])
def test_after_the_players_have_ended_a_game_pieces_put_back_take_nothing_back(table, end):
    table.move("a1", "a2")
    table.send(end)
    outcome = table.table.on_table.outcome
    table.move("a2", "a1")
    table.wait(5)
    table.move("a1", "a3")
    table.wait(5)
    assert table.actions[-1] == "a1a2" and table.table.on_table.outcome == outcome
    assert table.refusals == [] and table.scene().status == "over"


def test_whether_the_last_capture_was_another_one_is_asked_when_it_has_ended_the_game():
    """White took g7 and left Black's knight on e1, which wins; then White's knight and the pawn on f6 were lifted."""
    board = {"h5": "wN", "g7": "bN", "f6": "bP", "e1": "bN", "d1": "wV", "f1": "wV", "a8": "bH"}
    table = position("advancing-chess", board, "play", {"intruder": "e1"})
    table.capture("h5", "g7")
    assert table.scene().status == "over"
    table.lift("g7", "f6")
    table.place("f6", "g7")
    table.wait(1)
    table.answer("h5f6")
    assert table.actions == ["h5f6"] and table.scene().status == "over"


# --- corrections of what has ended a game ------------------------------------------------------------------------


PASSED = {
    "chess": ({"h1": "wK", "g2": "wP", "h2": "wP", "a2": "wP", "e8": "bK", "c8": "bR"}, "c8", "c1", "c2"),
    "advancing-chess": ({"b3": "bN", "h6": "wP", "a8": "bH"}, "b3", "c1", "d2"),
    "chess-two": ({"d4": "wK", "f9": "bK", "d1": "bQ", "a1": "wR"}, "d1", "d4", "c2"),
    "pawn": ({"c4": "bP", "d6": "bP", "e5": "bP", "e4": "wP"}, "e5", "e4", "e6"),
    "pawn-advance": ({"a4": "bP", "b7": "bP", "b3": "wP"}, "a4", "b3", "a3"),
}
"""By game: what stands where, how a piece of Black's goes where the game ends, and where it was to go."""


def black_moves(game_id, board):
    table = PlayTable()
    phase = {"pawn": "move", "pawn-advance": "battle", "chess-two": "turn"}.get(game_id, "play")
    detail = {"castling": "-"} if game_id == "chess-two" else {}
    table.continue_with((), {"board": board, "phase": phase, "to_act": ["black"], "detail": detail}, game_id)
    return table


@pytest.mark.parametrize("pause_s", [0.0, 1.0, 20.0])
@pytest.mark.parametrize("game_id", PASSED)
def test_a_slide_that_only_passed_the_square_where_the_game_ends_goes_on(game_id, pause_s):
    board, origin, end, target = PASSED[game_id]
    table = black_moves(game_id, board)
    table.lift(origin)
    if end in board:
        table.lift(end)
    table.place(end)
    table.wait(0.4)
    assert table.scene().status == "over"
    table.wait(pause_s)
    table.lift(end)
    table.place(target)
    if end in board:
        table.place(end)
    table.wait(1)
    assert table.actions == [f"{origin}{target}"] and table.scene().status == "play"


def king_taken():
    """White took a king by mistake."""
    table = position("chess-two", {"d5": "wQ", "d8": "bK", "e1": "wK", "a10": "bR"}, "turn", {"castling": "-"})
    table.capture("d5", "d8")
    assert table.scene().status == "over"
    table.lift("d8")
    return table


def test_a_king_put_back_before_its_taker_goes_elsewhere_is_asked_about():
    """No reed can tell which of the two stands on its square."""
    table = king_taken()
    table.place("d8", "d7")
    table.wait(1)
    table.answer("d5d7")
    assert table.actions == ["d5d7"] and table.scene().status == "play"


def test_a_taker_lifted_again_where_it_stands_says_the_same_of_a_king_put_back():
    table = king_taken()
    table.place("d8", "d7")
    table.wait(1)
    table.lift("d7")
    table.place("d7")
    table.wait(1)
    assert table.actions == ["d5d7"] and table.scene().status == "play"


def test_a_game_whose_end_did_not_reach_the_disk_has_it_once_it_is_on_the_table_again():
    game, chance = find_game("advancing-chess"), random.Random(2)
    played = begin(game, game.read_options({}))
    while game.outcome(played.position) is None:
        texts = [action for action, _ in game.chances(played.position)] or game.actions(played.position)
        played = played.after(chance.choice(texts))[0]
    table, count = PlayTable(), len(played.actions)
    table.send(ContinueGame("game-1", NewGame(game.id, {}, {}, True), played, count))
    outcome = game.outcome(played.position)
    assert table.stored == [StoreEnd("game-1", count + 1, outcome.winners, outcome.reason, "normal")]
    assert table.scene().status == "over" and table.scene().confirmed
