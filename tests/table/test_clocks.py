"""Clocks: which run when, and what a turn brings."""

import pytest
from play_table import BLACK, BOTH, WHITE, PlayTable
from timed_play import SUDDEN, begin, think, timed

from engine.core.pieces import Seat
from engine.records.computer_levels import Computers
from engine.records.time_controls import Control, Kind
from table.messages.effects import KeepTimes, StoreAction
from table.messages.events import (
    AbandonGame,
    Answer,
    AskHint,
    OfferDraw,
    ParkGame,
    Pause,
    Resume,
    SetWarnings,
    StoreFailed,
    TakeBack,
)

# --- when they run -----------------------------------------------------------------------------------------------


def test_a_game_without_clocks_has_none():
    table = PlayTable()
    table.start("advancing-chess")
    table.move("a3", "a4")
    assert table.table.clocks is None
    assert {each.stamp for each in table.stored if isinstance(each, StoreAction)} == {None}
    assert not [each for each in table.stored if isinstance(each, KeepTimes)]


def test_the_clocks_begin_with_the_first_touch():
    table = timed()
    think(table, 100)
    assert table.running() == set() and table.left(Seat.WHITE) == 60
    table.lift("a3")
    assert table.running() == WHITE
    think(table, 7)
    assert table.left(Seat.WHITE) == 53


def test_setting_the_board_up_is_nobodys_time():
    table = PlayTable()
    table.controls = {Seat.WHITE: SUDDEN}
    table.start("advancing-chess", set_up=False)
    table.place("a1", "b1")
    think(table, 30)
    table.follow_lights()
    assert table.running() == set() and table.left(Seat.WHITE) == 60


def test_a_move_starts_the_other_clock_and_is_charged_up_to_the_last_touch():
    table = timed()
    begin(table)
    think(table, 5)
    table.lift("a3")
    table.place("a4")
    table.wait(5)  # settles after 0.3 s, which nobody is charged
    assert table.running() == BLACK
    assert table.left(Seat.WHITE) == pytest.approx(60 - 5 - 0.25)
    assert table.left(Seat.BLACK) == pytest.approx(60 - 4.7)


def test_a_seat_without_a_clock_may_take_its_time():
    table = timed(black=None)
    begin(table)
    table.move("a3", "a4")
    think(table, 1000)
    assert table.running() == set() and Seat.BLACK not in table.table.clocks.controls
    table.move("a6", "a5")
    assert table.running() == WHITE


def test_nobodys_clock_runs_in_a_pause():
    table = timed()
    begin(table)
    think(table, 4)
    table.send(Pause())
    think(table, 500)
    assert table.running() == set() and table.left(Seat.WHITE) == 56
    table.send(Resume())
    assert table.running() == WHITE


def test_nobodys_clock_runs_while_the_board_is_put_right():
    table = timed()
    begin(table)
    table.place("d5", "e5", "d4")
    think(table, 1)
    before = table.left(Seat.WHITE)
    think(table, 8)
    assert table.scene().status == "repair" and table.left(Seat.WHITE) == before
    table.lift("d5", "e5", "d4")
    think(table, 1)
    assert table.running() == WHITE


def test_disorder_stops_the_clock_for_ten_seconds_at_most():
    table = timed()
    begin(table)
    table.place("d5", "e5", "d4")
    think(table, 1)
    before = table.left(Seat.WHITE)
    think(table, 20)
    assert table.scene().status == "repair" and table.running() == WHITE
    assert table.left(Seat.WHITE) == pytest.approx(before - 11, abs=1)


def test_a_board_that_was_disordered_in_a_pause_gains_no_more_time_by_it():
    table = timed()
    begin(table)
    table.send(Pause())
    table.place("d5", "e5", "d4")
    table.send(Resume())
    think(table, 5)
    assert table.scene().status == "repair" and table.running() == set()
    think(table, 10)
    assert table.scene().status == "repair" and table.running() == WHITE


def test_disorder_made_again_and_again_stops_the_clock_for_ten_seconds_in_all_until_something_is_played():
    table = timed()
    begin(table)
    for _ in range(5):
        table.place("d5", "e5", "d4")
        think(table, 4)
        table.lift("d5", "e5", "d4")
        think(table, 1)
    assert table.left(Seat.WHITE) < 60 - 10
    table.move("a3", "a4")
    table.place("d5", "e5", "d4")
    think(table, 4)
    assert table.running() == set(), "a new turn"


def test_disorder_on_glass_stops_nobodys_clock():
    table = timed()
    begin(table)
    table.table = table.table.with_game(screen=True)
    table.place("d5", "e5", "d4")
    think(table, 5)
    assert table.scene().status == "repair" and table.running() == WHITE


def test_nobodys_clock_runs_while_the_disk_is_slow():
    table = timed()
    begin(table)
    table.slow_store = True
    table.move("a3", "a4")
    think(table, 100)
    assert table.running() == set() and table.left(Seat.BLACK) == 60
    table.acknowledge()
    assert table.running() == BLACK


def test_a_disk_that_fails_between_two_actions_stops_nobody():
    table = timed()
    begin(table)
    table.send(StoreFailed(table.scene().now))
    assert table.running() == WHITE


def test_what_the_rules_do_by_themselves_is_nobodys_time():
    table = PlayTable()
    table.controls = {Seat.WHITE: SUDDEN, Seat.BLACK: SUDDEN}
    table.continue_with((), {
        "board": {"a5": "wP", "d4": "wP", "d5": "bP", "h5": "bP"}, "phase": "battle", "to_act": ["black"],
        "detail": {"moves_left": 1},
    })
    table.lift("h5")
    assert table.running() == BLACK
    table.place("h4")
    table.wait(1)
    assert table.scene().status == "happening" and table.running() == set()
    left = table.left(Seat.WHITE), table.left(Seat.BLACK)
    think(table, 300)
    assert (table.left(Seat.WHITE), table.left(Seat.BLACK)) == left


@pytest.mark.parametrize("question", [
    OfferDraw(Seat.WHITE, WHITE), TakeBack(WHITE, BOTH), ParkGame(WHITE, BOTH), AbandonGame(WHITE, BOTH),
    AskHint(Seat.WHITE, WHITE), SetWarnings(Seat.WHITE, True, WHITE),
], ids=lambda each: type(each).__name__)
def test_a_question_stops_nobodys_clock(question):
    """Whoever is to move could think for as long as the answer takes, and ask again."""
    table = timed(game_id="chess")
    begin(table)
    table.move("a2", "a3")
    table.move("a7", "a6")
    table.send(question)
    assert table.scene().prompts and table.running() == WHITE
    left = table.left(Seat.WHITE)
    think(table, 20)
    assert table.left(Seat.WHITE) == pytest.approx(left - 20)
    table.answer("no", BLACK)
    assert table.running() == WHITE


def test_all_who_have_to_decide_at_once_use_their_own_time():
    table = PlayTable()
    table.controls = {seat: Control(Kind.SUDDEN, 600) for seat in (Seat.WHITE, Seat.BLACK)}
    table.fixed = ["first:white=6", "first:black=1"]
    table.start("pawns-revenge")
    acting = table.scene().to_act
    table.send(Resume())
    assert table.running() == set(acting)


def test_who_has_divided_waits_without_using_time():
    board = {"e1": "wK", "d1": "wQ", "c3": "wP", "e8": "bK", "d8": "bQ", "c5": "bP", "h7": "bP"}
    table = PlayTable()
    table.controls = {seat: Control(Kind.FISCHER, 60, 5) for seat in (Seat.WHITE, Seat.BLACK)}
    table.fixed = ["roll:4", "die:white=5", "die:black=4"]
    table.continue_with((), {
        "board": board, "phase": "roll", "to_act": ["chance"], "detail": {"active": "white"},
    }, "pawns-revenge")
    table.move("c3", "c4")
    assert not table.running(), "hands may still be corrected, which is nobody's time"
    table.wait_for_corrections()
    assert table.running() == BOTH
    prompts = {prompt.seats[0]: prompt for prompt in table.scene(BOTH).prompts}
    think(table, 10)
    table.send(Answer(prompts[Seat.BLACK].id, "black:c5+1/1", BLACK))
    assert table.running() == WHITE
    black = table.left(Seat.BLACK)
    think(table, 7)
    table.send(Answer(prompts[Seat.WHITE].id, "white:c4+2/3", WHITE))
    table.follow_lights()
    assert table.left(Seat.WHITE) < black - 6


def test_whoever_has_to_throw_a_die_uses_time():
    table = PlayTable()
    table.controls = {seat: SUDDEN for seat in (Seat.WHITE, Seat.BLACK)}
    table.table = table.table.having(settings=table.table.settings.__class__(tapped_dice=True))
    table.start("pawns-revenge")
    (prompt,) = table.scene().prompts
    table.answer("throw")
    (following,) = table.scene().prompts
    assert following.seats != prompt.seats and table.running() == set(following.seats)


# --- kinds -------------------------------------------------------------------------------------------------------


def both_move(control: Control, white_s: float, black_s: float) -> tuple[float, float]:
    """Return the time left to both after a move each that took so long from the first touch on."""
    table = timed(control, control)
    for seat, source, target, took_s in ((WHITE, "a3", "a4", white_s), (BLACK, "a6", "a5", black_s)):
        table.lift(source)
        start_s = table.table.clocks.since_ms / 1000
        assert table.running() == seat
        table.wait(start_s + took_s - table.now_s - 0.2)
        table.place(target)
        table.wait()
    times = table.table.clocks.stamps[-1].after
    return times[Seat.WHITE].left_ms / 1000, times[Seat.BLACK].left_ms / 1000


@pytest.mark.parametrize(("control", "left"), [
    (Control(Kind.SUDDEN, 60), (50, 57)),
    (Control(Kind.FISCHER, 60, 5), (55, 62)),
    (Control(Kind.BRONSTEIN, 60, 5), (55, 60)),
    (Control(Kind.TURN, 60), (60, 60)),
    (Control(Kind.HOURGLASS, 60), (53, 67)),
])
def test_what_a_turn_takes_and_brings(control, left):
    assert both_move(control, 10, 3) == pytest.approx(left, abs=0.002)


def test_a_turn_of_several_moves_counts_as_one():
    """Pawn Advance: four moves are a turn."""
    table = PlayTable()
    table.controls = {seat: Control(Kind.FISCHER, 60, 5) for seat in (Seat.WHITE, Seat.BLACK)}
    table.start()
    for file in "abc":
        table.move(f"{file}1", f"{file}2")
        assert table.running() == WHITE
    assert table.left(Seat.WHITE) < 60
    table.move("d1", "d2")
    assert table.running() == BLACK and 60 < table.left(Seat.WHITE) < 65


def test_time_for_a_turn_is_for_all_of_its_moves():
    table = PlayTable()
    table.controls = {seat: Control(Kind.TURN, 20) for seat in (Seat.WHITE, Seat.BLACK)}
    table.start()
    for file in "abc":
        table.move(f"{file}1", f"{file}2")
        think(table, 5)
    assert 3 < table.left(Seat.WHITE) < 5.5
    table.move("d1", "d2")
    assert table.left(Seat.WHITE) == 20


def test_an_hourglass_runs_into_the_others():
    table = PlayTable()
    table.controls = {seat: Control(Kind.HOURGLASS, 60) for seat in (Seat.WHITE, Seat.RED, Seat.BLACK)}
    table.start("pawns-revenge", players=3)
    (acting,) = table.scene().to_act
    table.send(Resume())
    think(table, 10.001)
    others = [table.left(seat) for seat in table.controls if seat != acting]
    assert table.left(Seat(acting)) == 49.999 and sorted(others) == [65.0, 65.001]


# --- computers ---------------------------------------------------------------------------------------------------


def against_computer(control: Control = SUDDEN) -> PlayTable:
    table = PlayTable()
    table.controls = {Seat.WHITE: control, Seat.BLACK: control}
    table.computers = Computers({Seat.BLACK: 3}, 1)
    table.start("advancing-chess")
    table.move("a3", "a4")
    return table


def test_a_computers_thinking_is_charged_and_its_moves_by_hands_are_not():
    table = against_computer()
    assert table.running() == BLACK
    think(table, 3)
    left = table.left(Seat.BLACK)
    table.choose("a6a5")
    assert 56 < table.left(Seat.BLACK) == left
    think(table, 50)
    assert table.running() == set() and table.left(Seat.BLACK) == left, "hands carry it out"
    table.follow_lights()
    assert table.running() == WHITE


def test_a_computer_hurries_and_is_never_out_of_time():
    table = against_computer(Control(Kind.SUDDEN, 8))
    assert table.thoughts[-1].within_s == pytest.approx(0.8)
    think(table, 100)
    assert table.left(Seat.BLACK) == 0 and table.scene().winners is None
    table.choose("a6a5")
    table.follow_lights()
    assert table.running() == WHITE
