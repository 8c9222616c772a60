"""Nobody agrees to something that their page did not show: acts that answer a question as well, from older pages."""

from collections.abc import Callable

import pytest
from play_table import BLACK, BOTH, WHITE, PlayTable
from test_clocks_apart import Pair

from engine.core.pieces import Seat
from table.messages.events import (
    AbandonGame,
    AskHint,
    Event,
    OfferDraw,
    ParkGame,
    Pause,
    PauseHeard,
    Reopen,
    Resume,
    Seen,
    SetManual,
    TakeBack,
    TouchManual,
)
from table.requests.seen import seen

OLD = Reopen("old", "pawn")


def two() -> PlayTable:
    table = PlayTable()
    table.start("pawn")
    return table


def moved() -> PlayTable:
    table = two()
    table.move("b2", "b3")
    table.wait(1)
    return table


def between_boards() -> PlayTable:
    return Pair().bo


def paused_between_boards() -> PlayTable:
    pair = Pair()
    pair.bo.send(PauseHeard(True))
    pair.bo.send(Pause())
    assert pair.bo.scene().status == "paused"
    return pair.bo


Doubles = tuple[Callable[[], PlayTable], Event, Callable[[Seen | None], Event]]
AGREE: dict[str, Doubles] = {
    "draw": (two, OfferDraw(Seat.WHITE, WHITE), lambda saw: OfferDraw(Seat.BLACK, BLACK, saw)),
    "abandon": (two, AbandonGame(WHITE, BLACK), lambda saw: AbandonGame(BLACK, WHITE, saw)),
    "park": (two, ParkGame(WHITE, BLACK), lambda saw: ParkGame(BLACK, WHITE, seen=saw)),
    "another game": (two, ParkGame(WHITE, BLACK, OLD), lambda saw: ParkGame(BLACK, WHITE, OLD, saw)),
    "undo": (moved, TakeBack(frozenset(), BOTH), lambda saw: TakeBack(BLACK, BOTH, saw)),
    "hints": (two, AskHint(Seat.WHITE, WHITE), lambda saw: AskHint(Seat.WHITE, BOTH, saw)),
    "pause": (between_boards, PauseHeard(True), Pause),
    "go on": (paused_between_boards, PauseHeard(False), Resume),
}
"""For each question: a table, the wish of the other side, and the act here that agrees to it as well."""


def lasting(table: PlayTable) -> tuple[object, ...]:
    on_table = table.table.on_table
    return on_table, table.table.stored, table.table.hint, table.table.entries


@pytest.mark.parametrize("question", AGREE)
def test_an_act_from_before_a_question_does_not_agree_to_it_and_is_told_of_it(question: str) -> None:
    make, ask, act = AGREE[question]
    table = make()
    before = seen(table.table)
    table.send(ask)
    (prompt,) = table.scene().prompts
    asked = lasting(table)
    table.send(act(before & seen(table.table)))
    assert table.refusals == [f"This was asked in the meantime: {prompt.message}"]
    assert lasting(table) == asked and table.scene().prompts == (prompt,)


@pytest.mark.parametrize("question", AGREE)
@pytest.mark.parametrize("by", ["a page that shows it", "the board itself"])
def test_who_has_seen_the_question_agrees_by_the_same_act(question: str, by: str) -> None:
    make, ask, act = AGREE[question]
    table = make()
    table.send(ask)
    assert table.scene().prompts
    asked = lasting(table)
    table.send(act(seen(table.table) if by == "a page that shows it" else None))
    assert not table.refusals and lasting(table) != asked


def test_who_takes_back_an_own_action_agrees_to_nothing() -> None:
    table = moved()
    before = seen(table.table)
    table.send(TakeBack(BLACK, BOTH))
    table.send(TakeBack(WHITE, BOTH, before & seen(table.table)))
    assert not table.refusals and table.actions == []


def test_who_asks_anew_for_what_they_asked_for_agrees_to_nothing() -> None:
    table = two()
    before = seen(table.table)
    for _ in range(2):
        table.send(ParkGame(WHITE, BLACK, seen=before))
    assert not table.refusals and table.scene().prompts[0].seats == (Seat.BLACK,)


def test_going_on_after_an_earlier_pause_ends_no_later_one() -> None:
    table = two()
    table.send(Pause())
    saw = seen(table.table)
    table.send(Resume(saw))
    assert table.scene().status != "paused"
    table.follow_lights()
    table.send(Pause())
    unpaused = saw - {"paused"}  # it was interrupted since
    table.send(Resume(unpaused))
    assert "The board has changed since" in table.refusals[-1] and table.scene().status == "paused"


@pytest.mark.parametrize("act", [
    lambda saw: OfferDraw(Seat.WHITE, WHITE, saw), lambda saw: AskHint(Seat.WHITE, WHITE, saw),
    lambda saw: TakeBack(BOTH, frozenset(), saw),
])
def test_what_is_meant_for_an_earlier_position_is_not_done_in_a_later_one(act: Callable[[Seen], Event]) -> None:
    table = two()
    before = seen(table.table)
    table.move("b2", "b3")
    table.wait(1)
    table.move("c6", "c5")
    table.wait(1)
    after = lasting(table)
    table.send(act(before & seen(table.table)))
    assert ["has changed since" in refusal for refusal in table.refusals] == [True] and lasting(table) == after


def test_a_square_on_manual_is_not_touched_in_a_later_position() -> None:
    table = two()
    table.send(SetManual(table.square("c2"), True))
    before = seen(table.table)
    table.move("b2", "b3")
    table.wait(1)
    table.send(TouchManual(table.square("c2"), False, before & seen(table.table)))
    assert "has changed since" in table.refusals[-1]
    table.send(TouchManual(table.square("c2"), False, seen(table.table)))
    assert len(table.refusals) == 1
