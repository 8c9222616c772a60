"""Players out of time, and the warnings before."""

import pytest
from play_table import BLACK, WHITE, PlayTable
from timed_play import SUDDEN, begin, think, timed

from engine.core.pieces import Seat
from engine.records.time_controls import Control, Kind, Time
from table.messages.effects import StoreEnd
from table.messages.events import EndTurn, Resign, Resume
from table.messages.lights import Role


def test_whoever_is_out_of_time_loses():
    table = timed()
    begin(table)
    think(table, 61)
    seen = table.scene()
    assert (seen.status, seen.winners, seen.reason) == ("over", (Seat.BLACK,), "time")
    assert str(seen.now) == "black wins: time ran out."
    (end,) = [each for each in table.stored if isinstance(each, StoreEnd)]
    assert (end.winners, end.reason, end.termination) == ((Seat.BLACK,), "time", "time")
    assert str(seen.undo_refusal) == "Time ran out: the game is over."
    assert table.running() == set() and table.left(Seat.WHITE) == 0


@pytest.mark.parametrize(("left", "winners"), [({"d4": "bN"}, ()), ({"d4": "bR"}, (Seat.BLACK,))])
def test_nobody_wins_on_time_who_could_not_win_any_more(left, winners):
    """A king and a knight cannot mate a king and a queen (FIDE 6.9)."""
    table = PlayTable()
    table.controls = dict.fromkeys((Seat.WHITE, Seat.BLACK), SUDDEN)
    state = {"board": {"a1": "wK", "a2": "wQ", "h8": "bK", **left}, "phase": "play", "to_act": ["white"]}
    table.continue_with((), state, "chess")
    begin(table)
    think(table, 61)
    seen = table.scene()
    assert (seen.status, seen.winners, seen.reason) == ("over", winners, "time")


def test_the_moment_is_exact():
    table = timed()
    begin(table)
    start_s = table.now_s
    table.wait(59.9)
    assert table.scene().winners is None
    table.wait(start_s + 60.001 - table.now_s)
    assert table.scene().winners == (Seat.BLACK,)


def test_a_move_that_stands_before_the_end_counts_though_it_has_not_settled():
    table = timed()
    begin(table)
    think(table, 59.3)
    table.lift("a3")
    table.place("a4")  # 0.45 s before the end
    table.now_s += 0.1
    table.wait(5)
    assert table.scene().winners is None and table.actions[1:] == ["a3a4"] and table.running() == BLACK


def test_a_move_in_the_air_does_not():
    table = timed()
    begin(table)
    think(table, 59)
    table.lift("a3")
    table.wait(2)
    assert table.scene().winners == (Seat.BLACK,) and table.actions[1:] == []


def test_what_comes_too_late_is_refused_even_if_nobody_was_woken():
    table = timed()
    begin(table)
    table.now_s += 60.001
    table.send(EndTurn(WHITE))
    assert table.scene().reason == "time" and table.refusals[-1].startswith("This game is over")


def test_whoever_resigned_too_late_had_lost_by_time():
    table = timed()
    begin(table)
    table.now_s += 100
    table.send(Resign(Seat.BLACK, BLACK))
    assert table.scene().winners == (Seat.BLACK,)


@pytest.mark.parametrize(("players", "teams"), [(3, "none"), (4, "none"), (4, "opposite")])
def test_with_more_seats_it_is_as_if_they_had_resigned(players, teams):
    table = PlayTable()
    table.controls = {seat: SUDDEN for seat in Seat}
    table.start("pawns-revenge", players=players, **({"teams": teams} if players == 4 else {}))
    (late,) = table.scene().to_act
    table.send(Resume())
    think(table, 61)
    resigned = PlayTable()
    resigned.start("pawns-revenge", players=players, **({"teams": teams} if players == 4 else {}))
    resigned.send(Resign(Seat(late), frozenset(Seat)))
    assert table.scene().winners == resigned.scene().winners and table.scene().reason == "time"


def test_two_who_run_out_in_the_same_moment_share_the_fate():
    table = PlayTable()
    table.controls = {seat: SUDDEN for seat in (Seat.WHITE, Seat.BLACK)}
    table.start("advancing-chess")
    clocks = table.table.clocks
    both = clocks.begin().run(frozenset({Seat.WHITE, Seat.BLACK}), 100.0)
    assert both.out_of_time(159.9) == frozenset()
    assert both.out_of_time(160.0) == {Seat.WHITE, Seat.BLACK}
    uneven = both.__class__(both.controls, {Seat.WHITE: Time(900), Seat.BLACK: Time(1000)}, both.running, 100_000)
    assert uneven.out_of_time(200.0) == {Seat.WHITE}


def test_a_warning_wakes_the_table():
    table = timed()
    begin(table)
    start_s = table.now_s
    moments = []
    while table.scene().winners is None:
        table.now_s = table.table.wake_at_s
        moments.append(round(table.now_s - start_s, 3))
        table.wait(0)
    assert 50.0 in moments and moments[-1] == 60.0


def test_the_last_ten_seconds_are_lit_where_pieces_can_be_moved():
    table = timed()
    begin(table)
    think(table, 49.9)
    assert not table.squares_of(Role.HURRY)
    movable = table.squares_of(Role.TURN)
    think(table, 0.2)
    assert sorted(table.squares_of(Role.HURRY)) == sorted(movable) and not table.squares_of(Role.TURN)
    table.lift("a3")
    assert table.role("b3") is Role.HURRY and table.role("a4") is Role.MOVE, "with a piece in the hand, too"
    table.place("a4")
    table.wait(1)
    assert not table.squares_of(Role.HURRY), "the other one has all the time"


def test_whoever_has_to_share_out_points_is_warned_on_all_pieces():
    board = {"e1": "wK", "d1": "wQ", "c3": "wP", "e8": "bK", "d8": "bQ", "c5": "bP", "h7": "bP"}
    table = PlayTable()
    table.controls = {Seat.BLACK: Control(Kind.SUDDEN, 9)}
    table.fixed = ["roll:4", "die:white=5", "die:black=4"]
    table.continue_with((), {
        "board": board, "phase": "roll", "to_act": ["chance"], "detail": {"active": "white"},
    }, "pawns-revenge")
    table.move("c3", "c4")
    table.wait_for_corrections()
    assert sorted(table.squares_of(Role.HURRY)) == ["c5", "d8", "e8", "h7"]
