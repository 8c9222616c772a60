"""Warnings: what hands have done is looked at before it counts, for who wants it; against people, once they agree."""


import pytest
from play_table import BLACK, BOTH, WHITE, PlayTable
from timed_play import timed

from engine.core.pieces import Seat
from engine.records.computer_levels import NO_COMPUTERS, Computers
from engine.records.time_controls import Control, Kind
from table.messages.effects import StoreAction, Think
from table.messages.events import (
    Answer,
    AskHint,
    BlunderFound,
    ChangeSettings,
    EndTurn,
    OfferDraw,
    Pause,
    Resign,
    Resume,
    SeatTaken,
    SetWarnings,
    TakeBack,
    TakeOver,
)
from table.messages.lights import Role
from table.messages.settings import Settings
from table.requests.seen import seen
from table.turns.warnings import WAIT_S


def table_with(computers):
    table = PlayTable()
    table.computers = computers
    table.start("pawn")
    return table


def on_the_clock(seconds):
    """Two people with so much time for the game, who have agreed to warnings; White's clock has just begun."""
    control = Control(Kind.SUDDEN, seconds)
    table = timed(control, control, "pawn")
    switch(table, BOTH)
    return table


def switch(table, seats=WHITE, seat=Seat.WHITE, wanted=True):
    table.send(SetWarnings(seat, wanted, seats))


@pytest.fixture
def alone():
    """White, a person who wants warnings, is to move against a computer."""
    table = table_with(Computers({Seat.BLACK: 1}, 1))
    switch(table)
    return table


@pytest.fixture
def two():
    """Two people; each has a phone."""
    return table_with(NO_COMPUTERS)


def judge(table, loss, reason="gives-up", piece="P"):
    asked = table.thoughts[-1]
    table.send(BlunderFound(asked.entry, asked.check, loss, reason, piece))
    table.wait()


def warned(table, loss=0.5):
    table.move("g1", "g2")
    judge(table, loss)


def played(table):
    return [each.action for each in table.stored if isinstance(each, StoreAction)]


def now(table):
    return str(table.scene().now)


def prompts(table, topic):
    return [each for each in table.scene().prompts if each.id.startswith(f"{topic}:")]


# --- before it counts --------------------------------------------------------------------------------------------


def test_nothing_is_looked_at_unless_somebody_wants_it():
    table = table_with(Computers({Seat.BLACK: 1}, 1))
    table.move("g1", "g2")
    assert played(table) == ["g1g2"] and [each.check for each in table.thoughts] == [None]


def test_what_is_fine_counts_once_that_is_known(alone):
    alone.move("g1", "g2")
    assert alone.thoughts == [Think(1, Seat.WHITE, check="g1g2")] and not played(alone)
    judge(alone, 0.29)
    assert played(alone) == ["g1g2"] and alone.thoughts[-1] == Think(2, Seat.BLACK)


def test_what_throws_something_away_does_not_count_and_is_told_on_rings_and_phones(alone):
    warned(alone)
    alone.wait(60)
    assert not played(alone) and alone.squares_of(Role.CAREFUL) == ["g2"]
    assert now(alone).startswith("Careful: That gives up a pawn. Put it back;")
    (prompt,) = prompts(alone, "warning")
    assert prompt.seats == (Seat.WHITE,)


def test_put_back_it_was_never_played_and_something_else_is_looked_at_anew(alone):
    warned(alone)
    alone.move("g2", "g1")
    assert not played(alone) and not alone.squares_of(Role.CAREFUL) and not prompts(alone, "warning")
    alone.move("c1", "c2")
    assert alone.thoughts[-1] == Think(1, Seat.WHITE, check="c1c2")
    judge(alone, 0.0)
    assert played(alone) == ["c1c2"]


def test_lifted_and_put_down_there_again_it_is_meant_so(alone):
    warned(alone)
    alone.move("g2", "g2")
    assert played(alone) == ["g1g2"]


def test_end_turn_plays_it_all_the_same_but_not_before_the_warning(alone):
    alone.lift("g1")
    alone.place("g2")
    alone.send(EndTurn(WHITE))
    assert not played(alone)
    judge(alone, 0.5)
    assert not played(alone)
    alone.send(EndTurn(WHITE))
    assert played(alone) == ["g1g2"]


@pytest.mark.parametrize("answer, counts", [("keep", ["g1g2"]), ("back", [])])
def test_a_phone_says_whether_it_is_meant_so(alone, answer, counts):
    warned(alone)
    alone.send(Answer(prompts(alone, "warning")[0].id, answer, WHITE))
    assert played(alone) == counts and not alone.squares_of(Role.CAREFUL)
    if not counts:
        alone.follow_lights()
        assert alone.table.in_step


def test_an_answer_from_an_old_page_plays_nothing_else_that_was_warned_of_since(alone):
    warned(alone)
    (first,) = prompts(alone, "warning")
    alone.move("g2", "g1")
    alone.move("c1", "c2")
    judge(alone, 0.5)
    assert prompts(alone, "warning")
    alone.send(Answer(first.id, "keep", WHITE))
    assert not played(alone) and "has been answered in the meantime" in alone.refusals[-1]
    alone.send(Answer(prompts(alone, "warning")[0].id, "keep", WHITE))
    assert played(alone) == ["c1c2"]


def test_an_answer_that_does_not_come_is_not_waited_for(alone):
    alone.move("g1", "g2")
    alone.wait(WAIT_S)
    assert played(alone) == ["g1g2"]


def test_an_answer_about_something_else_changes_nothing(alone):
    alone.move("g1", "g2")
    alone.send(BlunderFound(1, "c1c2", 0.9, "loses"))
    alone.wait(0.1)
    assert not played(alone) and not prompts(alone, "warning")


def test_a_hint_on_its_way_gives_way_to_the_warning(alone):
    alone.send(AskHint(Seat.WHITE, WHITE))
    alone.move("g1", "g2")
    alone.move("g2", "g1")
    assert alone.table.hint is None


# --- other wishes meanwhile --------------------------------------------------------------------------------------


def test_taking_back_means_what_was_warned_of(alone):
    alone.move("c1", "c2")
    judge(alone, 0.0)
    alone.choose("c6c5")
    alone.follow_lights()
    warned(alone)
    alone.send(TakeBack(WHITE, WHITE))
    alone.follow_lights()
    assert alone.actions == ["c1c2", "c6c5"] and alone.table.in_step


def test_taking_back_the_move_before_puts_back_nothing_that_was_warned_of_since(alone):
    alone.move("c1", "c2")
    judge(alone, 0.0)
    alone.choose("c6c5")
    alone.follow_lights()
    saw = frozenset(each for each in seen(alone.table) if not each.startswith("occupancy"))
    warned(alone)
    alone.send(TakeBack(WHITE, WHITE, saw))
    assert [str(refused) for refused in alone.refusals] == ["The board has changed since. Look again, then tap."]
    assert alone.table.goal is None and alone.actions == ["c1c2", "c6c5"]


@pytest.mark.parametrize("before", [(), ("c1c2", "c6c5")])
def test_so_it_does_while_the_computer_still_looks(alone, before):
    if before:
        alone.move("c1", "c2")
        judge(alone, 0.0)
        alone.choose("c6c5")
        alone.follow_lights()
    alone.move("g1", "g2")
    alone.send(TakeBack(WHITE, WHITE))
    assert not alone.refusals
    alone.follow_lights()
    judge(alone, 0.5)
    assert tuple(alone.actions) == before and alone.table.in_step


@pytest.mark.parametrize("loss, refusal", [
    (None, "The computer is looking at your move. Try again in a moment."),
    (0.5, "Put the piece back first, or play it anyway."),
])
def test_a_hint_waits_until_what_lies_there_is_settled(alone, loss, refusal):
    alone.move("g1", "g2")
    if loss is not None:
        judge(alone, loss)
    alone.send(AskHint(Seat.WHITE, WHITE))
    assert alone.refusals == [refusal] and alone.table.hint is None
    if loss is None:
        judge(alone, 0.5)
    assert prompts(alone, "warning")


def test_a_pause_does_not_play_it(alone):
    warned(alone)
    alone.send(Pause())
    alone.send(Resume())
    alone.follow_lights()
    assert not played(alone) and alone.table.in_step


def test_neither_does_the_offer_of_a_draw(two):
    switch(two, BOTH)
    warned(two)
    two.send(OfferDraw(Seat.WHITE, WHITE))
    assert not played(two)


@pytest.mark.parametrize("wish", [
    ChangeSettings(Settings(hints=False)), SetWarnings(Seat.WHITE, False, WHITE), TakeOver(Seat.BLACK),
])
def test_neither_does_switching_warnings_off(alone, wish):
    warned(alone)
    alone.send(wish)
    alone.wait()
    assert not played(alone) and now(alone).startswith("Careful:")
    alone.send(Answer(prompts(alone, "warning")[0].id, "keep", WHITE))
    assert played(alone) == ["g1g2"]


def test_what_is_being_looked_at_counts_once_warnings_are_switched_off(alone):
    alone.move("g1", "g2")
    alone.send(ChangeSettings(Settings(hints=False)))
    assert played(alone) == ["g1g2"]


def test_a_game_that_is_ended_meanwhile_ends_without_it(alone, two):
    switch(two)
    two.send(Answer(prompts(two, "warnings")[0].id, "yes", BLACK))
    for table, event, winners in (
        (alone, Resign(Seat.WHITE, WHITE), (Seat.BLACK,)), (two, Resign(Seat.BLACK, BLACK), (Seat.WHITE,)),
    ):
        warned(table)
        table.send(event)
        assert played(table) == [] and table.scene().winners == winners


@pytest.mark.parametrize("other", ["a3", "c6"])
def test_a_touch_of_another_piece_settles_nothing(alone, other):
    """Somebody wants to see what else there is; a sleeve."""
    warned(alone)
    alone.lift(other)
    alone.wait(3)
    assert not played(alone)
    alone.place(other)
    alone.wait(3)
    assert not played(alone) and prompts(alone, "warning")
    alone.send(Answer(prompts(alone, "warning")[0].id, "keep", WHITE))
    assert played(alone) == ["g1g2"]


@pytest.fixture
def agreed(two):
    """Both want warnings, and have agreed to them."""
    switch(two, BOTH)
    return two


def test_the_other_player_neither_takes_it_back_nor_has_it_count(agreed):
    agreed.move("g1", "g2")
    agreed.send(TakeBack(BLACK, BOTH))
    assert agreed.refusals.pop() == "The computer is looking at the move of white. Try again in a moment."
    agreed.move("g2", "g1")
    warned(agreed)
    agreed.send(TakeBack(BLACK, BOTH))
    assert agreed.refusals.pop() == "white has just been warned about a move and has to decide first."
    agreed.send(OfferDraw(Seat.BLACK, BLACK))
    agreed.send(Answer(prompts(agreed, "draw")[0].id, "yes", WHITE))
    assert not played(agreed) and agreed.scene().reason == "agreement"


@pytest.mark.parametrize("wish", [OfferDraw(Seat.BLACK, BLACK), TakeBack(BLACK, BOTH), Pause()])
def test_nothing_that_others_want_makes_it_count_before_it_was_looked_at(agreed, wish):
    agreed.move("g1", "g2")
    agreed.send(wish)
    judge(agreed, 0.5)
    assert not played(agreed)


@pytest.mark.parametrize("settle", [
    lambda table: table.send(Answer(prompts(table, "warning")[0].id, "keep", WHITE)),
    lambda table: table.send(EndTurn(WHITE)),
    lambda table: table.move("g2", "g2"),
])
def test_a_warning_is_on_ones_own_time(settle):
    table = on_the_clock(60)
    warned(table)
    table.wait(8)
    settle(table)
    assert played(table) == ["g1g2"] and 49 < table.left(Seat.WHITE) < 52


def test_whose_time_runs_out_under_a_warning_has_lost():
    table = on_the_clock(8)
    warned(table)
    table.wait(9)
    assert not played(table) and (table.scene().winners, table.scene().reason) == ((Seat.BLACK,), "time")


def test_whose_time_runs_out_while_the_computer_looks_has_moved():
    table = on_the_clock(8)
    table.move("g1", "g2")
    table.wait(9)
    assert played(table) == ["g1g2"] and table.scene().winners is None


def test_the_other_player_going_on_settles_it(two):
    switch(two, BOTH)
    warned(two)
    two.move("c6", "c5")
    assert played(two) == ["g1g2", "c6c5"]


# --- who may have it ---------------------------------------------------------------------------------------------


def test_another_person_is_asked_first(two):
    switch(two)
    two.move("g1", "g2")
    assert played(two) == ["g1g2"] and not two.thoughts
    two.move("c6", "c5")
    switch(two)
    (prompt,) = prompts(two, "warnings")
    assert prompt.seats == (Seat.BLACK,)
    two.send(Answer(prompt.id, "yes", BLACK))
    two.move("c1", "c2")
    assert two.thoughts == [Think(3, Seat.WHITE, check="c1c2")]


@pytest.mark.parametrize(("first", "answer", "may"), [
    ("warnings", "yes", True), ("warnings", "no", False), ("hints", "no", False),
])
def test_who_is_asked_for_both_at_once_answers_both(two, first, answer, may):
    """But for a yes to hints: that page may not have shown that warnings were asked for, too."""
    two.send(AskHint(Seat.WHITE, WHITE))
    switch(two)
    two.send(Answer(prompts(two, first)[0].id, answer, BLACK))
    assert not prompts(two, "hints") and not prompts(two, "warnings")
    assert (two.table.stored.warnings == WHITE, two.table.hint is not None) == (may, may)
    if not may:
        switch(two)
        assert two.refusals == ["The other side has said no to hints and warnings in this game."]


def test_who_wants_no_warnings_any_more_withdraws_no_question_of_somebody_elses(two):
    switch(two)
    switch(two, BLACK, Seat.BLACK, wanted=False)
    assert prompts(two, "warnings")
    switch(two, wanted=False)
    assert not prompts(two, "warnings")


def test_no_means_no_warnings_and_another_seat_than_the_one_to_move_waits(two):
    switch(two)
    two.send(Answer(prompts(two, "warnings")[0].id, "no", BLACK))
    assert not two.table.stored.warnings and not prompts(two, "warnings")
    switch(two)
    assert two.refusals.pop() == "The other side has said no to hints and warnings in this game."
    switch(two, BLACK, Seat.BLACK)
    assert two.refusals == ["The other players are asked first. Switch it on when it is your turn."]


def test_a_person_who_plays_on_for_the_computer_has_not_agreed(alone):
    alone.send(TakeOver(Seat.BLACK))
    alone.move("g1", "g2")
    assert played(alone) == ["g1g2"] and not alone.thoughts


def test_who_takes_a_seat_has_agreed_to_nothing(two):
    switch(two, BOTH)
    assert two.table.stored.warnings == WHITE
    two.send(SeatTaken(Seat.WHITE))
    assert two.table.stored.warnings == WHITE, "whom it helps is nobody whom it is against"
    two.send(SeatTaken(Seat.BLACK))
    assert not two.table.stored.warnings
    two.send(AskHint(Seat.WHITE, WHITE))
    assert two.table.hint is None and prompts(two, "hints")[0].seats == (Seat.BLACK,)


def test_no_holds_again_once_whoever_said_it_is_back(two):
    switch(two)
    two.send(Answer(prompts(two, "warnings")[0].id, "no", BLACK))
    two.send(AskHint(Seat.WHITE, BOTH))
    assert two.table.hint is not None, "all who play at that phone agree"
    two.send(SeatTaken(Seat.BLACK))
    switch(two)
    assert two.refusals == ["The other side has said no to hints and warnings in this game."]


def test_against_computers_nobody_has_to_agree_whoever_sits_down(alone):
    alone.send(SeatTaken(Seat.WHITE))
    assert alone.table.stored.warnings == WHITE


def test_an_owner_who_allows_no_hints_allows_no_warnings(alone):
    assert alone.scene().warnings == {Seat.WHITE: True}
    alone.send(ChangeSettings(Settings(hints=False)))
    assert alone.scene().warnings == {}
    alone.move("g1", "g2")
    assert played(alone) == ["g1g2"]
    switch(alone)
    assert alone.refusals == ["Hints are switched off in the board's settings."]


def test_the_wish_outlasts_a_power_cut_and_ends_when_switched_off(alone):
    alone.power_cut()
    alone.follow_lights()
    assert alone.table.stored.warnings == WHITE
    switch(alone, wanted=False)
    alone.move("g1", "g2")
    assert played(alone) == ["g1g2"]


def test_nobody_chooses_for_another_seat(two):
    switch(two, BLACK)
    assert two.refusals == ["Only the player in that seat can switch warnings on or off."]
