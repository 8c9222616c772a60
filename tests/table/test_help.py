"""Help by lights: as much as the seat wants that has to act, and never less than the rules and repairs need."""

import pytest
from cases import patterns
from play_table import BLACK, BOTH, WHITE, PlayTable

from engine.core.pieces import Seat
from engine.records.game_record import begin
from engine.records.time_controls import Control, Kind
from engine.registry import find_game
from table.messages.events import ContinueGame, NextGame, Resume, SetHelp, StartGame
from table.messages.lights import Badge, Help, Role
from table.messages.new_game import NewGame


@pytest.fixture
def table():
    made = PlayTable()
    made.start("pawn-advance")
    return made


def choose(table, wanted, seat=Seat.WHITE, seats=BOTH):
    table.send(SetHelp(seat, wanted, seats))


def roles(table):
    return {light.role for light in table.scene().lights.values()} - {None}


def now(table):
    return str(table.scene().now)


def test_all_lights_show_what_can_move_and_where_to(table):
    assert Role.TURN in roles(table)
    table.lift("c1")
    assert {Role.ORIGIN, Role.MOVE} <= roles(table)


def test_after_lifting_only_nothing_is_lit_before(table):
    choose(table, Help.LIFTED)
    assert roles(table) == set()
    table.lift("c1")
    assert {Role.ORIGIN, Role.MOVE} <= roles(table)
    table.place("c3")
    table.wait()
    assert Role.SPENT not in roles(table)
    assert table.scene().lights["c3"].badge is Badge.LAST_MOVE


def test_errors_only_shows_no_way_until_something_is_wrong(table):
    choose(table, Help.ERRORS)
    assert roles(table) == set()
    table.lift("c1")
    assert roles(table) == set()
    assert now(table) == "Go on with your move, or put back what you lifted from c1."
    table.place("c6")
    table.wait()
    assert table.role("c6") is Role.WRONG
    table.lift("c6")
    table.place("c3")
    table.wait()
    assert table.stored[-1].action == "c1c3"


def test_a_piece_that_cannot_move_is_shown_to_everybody(table):
    choose(table, Help.ERRORS)
    table.lift("c8")
    assert table.role("c8") is Role.NO_MOVE


def test_what_is_half_done_is_helped():
    """The line c3 to e3 turns about c3: e3 goes first, then d3 has to follow."""
    table = patterns("c3", "d3", "e3", enemy=("a8", "h8"))
    choose(table, Help.ERRORS)
    table.lift("e3")
    assert roles(table) == set()
    table.place("c5")
    table.wait(0.1)
    assert table.role("d3") is Role.ORIGIN
    table.lift("d3")
    assert table.role("c4") is Role.MOVE
    table.place("c4")
    table.wait()
    assert table.stored[-1].action == "c3d3e3@c3-"


def test_each_seat_has_its_own(table):
    choose(table, Help.ERRORS, Seat.BLACK)
    assert Role.TURN in roles(table)
    for pawn in "abcd":
        table.lift(f"{pawn}1")
        table.place(f"{pawn}2")
        table.wait()
    assert table.scene().to_act == ("black",) and roles(table) == set()


def test_a_knocked_board_is_shown_whatever_was_chosen(table):
    choose(table, Help.ERRORS)
    for square in ("a8", "b8", "c8"):
        table.lift(square)
    table.wait(5)
    assert table.role("a8") is Role.PLACE


def test_only_who_plays_a_seat_chooses_for_it(table):
    choose(table, Help.ERRORS, Seat.WHITE, BLACK)
    assert table.refusals == ["Only the player in that seat can choose how much the lights help."]
    choose(table, Help.ERRORS, Seat.RED, frozenset(Seat))
    assert len(table.refusals) == 2 and roles(table) == {Role.TURN}


def test_it_is_told_on_phones_and_kept_beside_the_game(table):
    choose(table, Help.LIFTED, Seat.WHITE, WHITE)
    assert table.scene().help == {Seat.WHITE: Help.LIFTED, Seat.BLACK: Help.ALL}
    kept = table.table.stored
    assert kept.help == {Seat.WHITE: Help.LIFTED}
    game = find_game("pawn-advance")
    again = PlayTable()
    played = begin(game, game.read_options({}))
    again.send(ContinueGame("game-1", NewGame(game.id, {}, {}, False), played, 0, kept))
    again.follow_lights()
    assert roles(again) == set()


def test_a_game_begins_with_what_was_chosen_in_its_form():
    table = PlayTable()
    names = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}
    begun: NextGame = StartGame("g", NewGame("pawn", {}, names, False, help={Seat.WHITE: Help.ERRORS}))
    table.send(begun)
    table.follow_lights()
    assert roles(table) == set() and table.scene().groups == ()


def test_a_warning_of_the_clock_does_not_tell_what_can_move_to_whoever_wants_no_help():
    table = PlayTable()
    table.controls = {Seat.WHITE: Control(Kind.SUDDEN, 9)}
    table.start("advancing-chess")
    choose(table, Help.ERRORS)
    table.send(Resume())
    own = sorted(square for square, piece in table.pieces.items() if piece.startswith("w"))
    assert sorted(table.squares_of(Role.HURRY)) == own
