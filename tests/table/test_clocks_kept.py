"""The effect of undo, pauses, parking and power cuts on clocks."""

import pytest
from play_table import BLACK, BOTH, WHITE
from timed_play import SUDDEN, begin, think, timed

from engine.core.pieces import Seat
from engine.records.time_controls import Control, KeptClocks, Kind, Time
from table.messages.effects import KeepTimes
from table.messages.events import ParkGame, Pause, Resume, SquareLifted, TakeBack


def test_taking_back_gives_back_the_time_since_then_but_not_what_was_thought_before():
    table = timed()
    begin(table)
    think(table, 10)
    table.move("a3", "a4")
    at_move = table.left(Seat.WHITE)
    think(table, 20)
    assert table.left(Seat.BLACK) < 41
    table.send(TakeBack(BOTH, frozenset()))
    table.follow_lights()
    table.now_s = max(table.now_s, table.table.clocks.since_ms / 1000)
    assert table.left(Seat.BLACK) == 60
    assert table.left(Seat.WHITE) == pytest.approx(at_move, abs=0.5)
    assert len(table.table.clocks.stamps) == 1, "that of the draw of the array"


def test_a_corrected_move_wins_no_time():
    table = timed()
    begin(table)
    think(table, 30)
    table.move("a3", "a4")
    table.move("a4", "a5")  # on to the square that was meant
    assert table.actions [1:] == ["a3a5"]
    assert table.left(Seat.WHITE) < 30.1 and table.running() == BLACK


def test_an_increment_is_taken_back_too():
    table = timed(Control(Kind.FISCHER, 60, 30))
    begin(table)
    table.move("a3", "a4")
    assert table.left(Seat.WHITE) > 80
    table.send(TakeBack(BOTH, frozenset()))
    assert table.left(Seat.WHITE) < 60


def test_after_a_power_cut_the_clocks_wait_and_little_is_lost():
    table = timed()
    begin(table)
    think(table, 34)
    table.power_cut()
    table.follow_lights()
    think(table, 1000)
    assert table.running() == set(), "nobody is there"
    assert 26 <= table.left(Seat.WHITE) <= 36
    table.send(SquareLifted(table.square("a3")))
    assert table.running() == WHITE


def test_after_a_power_cut_actions_can_be_taken_back_with_their_times():
    table = timed()
    begin(table)
    think(table, 10)
    table.move("a3", "a4")
    stamps = table.table.clocks.stamps
    table.power_cut()
    table.follow_lights()
    assert table.table.clocks.stamps == stamps
    table.send(TakeBack(BOTH, frozenset()))
    assert table.left(Seat.WHITE) == pytest.approx(stamps[-1].made[Seat.WHITE].left_ms / 1000)


def test_what_was_thought_is_kept_when_a_game_is_paused_or_parked():
    table = timed()
    begin(table)
    think(table, 3)
    table.send(Pause())
    kept = [each.times for each in table.stored if isinstance(each, KeepTimes)]
    assert kept[-1][Seat.WHITE].left_ms == 57_000
    table.send(Resume())
    think(table, 2)
    table.send(ParkGame())
    kept = [each.times for each in table.stored if isinstance(each, KeepTimes)]
    assert kept[-1][Seat.WHITE] == Time(55_000, 5_000)


def test_kept_times_are_those_after_the_last_action_unless_something_is_known_since():
    controls = {Seat.WHITE: SUDDEN}
    assert KeptClocks(controls).latest == {Seat.WHITE: Time(60_000)}
