"""The seating belongs to the game on the table: what a phone was allowed in one moment is not done in another."""

import threading
from collections.abc import Callable
from dataclasses import replace
from logging import LogRecord
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE_S

import daemon.runtime.queue
import daemon.runtime.table_thread
from engine.core.pieces import Seat
from engine.core.squares import Board
from table.messages.events import (
    AbandonGame,
    Answer,
    EndTurn,
    Event,
    OfferDraw,
    ParkGame,
    Pause,
    Resign,
    SetManual,
    TakeBack,
    TouchManual,
)
from table.messages.new_game import NewGame
from table.messages.queries import EVERY_GAME
from table.messages.refusal import Refused
from table.messages.taps import Tap, TapKind

BOTH = frozenset({Seat.WHITE, Seat.BLACK})
B1 = Board(8, 8).parse("b1")
WISHES: tuple[Event, ...] = (
    Answer("game:0:0", "yes", BOTH), EndTurn(BOTH), TakeBack(BOTH, BOTH), Pause(), Resign(Seat.WHITE, BOTH),
    OfferDraw(Seat.WHITE, BOTH), ParkGame(), AbandonGame(), SetManual(B1, True), TouchManual(B1, False),
)


def ways_to_act(table: Any, other: str) -> list[Callable[[Any], object]]:
    """Everything that a phone may ask for: each takes the snapshot that its rights were judged by."""
    desk, number = table.desk, table.desk.snapshot().number
    lift = Tap(TapKind.LIFT, B1, None, "mine", BOTH, number)
    wishes = [lambda seen, wish=wish: desk.send(wish, seen) for wish in WISHES]
    return [
        *wishes, lambda seen: desk.tap(lift, seen), lambda seen: desk.resume(other, seen),
        lambda seen: desk.start(NewGame("pawn-advance", {}, {}, True), seen),
    ]


def state(table: Any) -> tuple[object, ...]:
    scene, snapshot = table.scene, table.desk.snapshot()
    return (
        snapshot.key, snapshot.holders, snapshot.screen_pieces.hand, scene.status, scene.winners, scene.manual,
        scene.draw_offered_by, scene.action_count, len(table.desk.shelf.games()),
    )


def check_refused(table: Any, seen: Any, other: str) -> None:
    """Nothing that was judged by this snapshot is done."""
    before = state(table)
    for act in ways_to_act(table, other):
        with pytest.raises(Refused, match="nothing was changed|changed since"):
            act(seen)
    assert state(table) == before


def test_what_a_phone_may_in_one_game_it_may_not_in_the_next(table: Any) -> None:
    first = table.start()
    table.desk.take_seat(Seat.WHITE, "mine")
    seen = table.desk.snapshot()
    table.desk.send(ParkGame())
    table.start()
    check_refused(table, seen, first)


def test_what_a_phone_may_before_a_seat_is_taken_it_may_not_afterwards(table: Any) -> None:
    first = table.parked()
    table.start()
    free = table.desk.snapshot()
    table.desk.take_seat(Seat.WHITE, "yours")
    check_refused(table, free, first)
    taken = table.desk.snapshot()
    table.desk.free_seat(Seat.WHITE)
    check_refused(table, taken, first)


def test_what_was_judged_by_the_table_as_it_is_is_done(table: Any) -> None:
    table.start()
    table.desk.take_seat(Seat.WHITE, "mine")
    table.desk.send(Pause(), table.desk.snapshot())
    assert table.scene.status == "paused"


def test_seats_are_taken_side_by_side_but_only_in_the_game_that_was_seen(table: Any) -> None:
    table.start()
    seen = table.desk.snapshot()
    table.desk.take_seat(Seat.WHITE, "mine", seen)
    table.desk.take_seat(Seat.BLACK, "yours", seen)
    assert table.desk.snapshot().holders == {Seat.WHITE: "mine", Seat.BLACK: "yours"}
    with pytest.raises(Refused, match="Another phone holds that seat"):
        table.desk.take_seat(Seat.WHITE, "yours", seen)
    table.start()
    with pytest.raises(Refused, match="That game is no longer on the table"):
        table.desk.take_seat(Seat.WHITE, "mine", seen)
    table.desk.send(ParkGame())
    with pytest.raises(Refused, match="no game on the table"):
        table.desk.take_seat(Seat.WHITE, "mine")


def test_a_seat_is_freed_only_of_the_phone_that_was_seen_on_it(table: Any) -> None:
    table.start()
    table.desk.take_seat(Seat.WHITE, "mine")
    seen = table.desk.snapshot()
    table.desk.free_seat(Seat.WHITE, seen)
    table.desk.take_seat(Seat.WHITE, "yours")
    table.desk.free_seat(Seat.WHITE, seen)
    assert table.desk.snapshot().holders == {Seat.WHITE: "yours"}


def test_the_seats_go_with_their_game(table: Any) -> None:
    key = table.start()
    table.desk.take_seat(Seat.WHITE, "mine")
    for _ in range(20):
        table.desk.send(ParkGame())
        assert (table.desk.snapshot().key, table.desk.snapshot().holders) == ("", {})
        table.desk.resume(key)
        assert (table.desk.snapshot().key, table.desk.snapshot().holders) == (key, {Seat.WHITE: "mine"})
        assert table.scene.key == key


def test_a_snapshot_stays_what_it_was(table: Any) -> None:
    first = table.start()
    table.desk.take_seat(Seat.WHITE, "mine")
    seen = table.desk.snapshot()
    table.start()
    assert (seen.key, seen.scene(frozenset({Seat.WHITE})).key, seen.holders) == (first, first, {Seat.WHITE: "mine"})
    assert seen.screen_pieces is not None and len(seen.screen_pieces.stands) == 16


# --- orders ------------------------------------------------------------------------------------------------------


@pytest.fixture
def hold_up(monkeypatch: pytest.MonkeyPatch) -> Callable[[], tuple[threading.Event, threading.Event]]:
    """Lets the table stand still at its next pause: (it stands still, let it go on)."""
    real = daemon.runtime.table_thread.step

    def install() -> tuple[threading.Event, threading.Event]:
        standing, go_on = threading.Event(), threading.Event()

        def step(table: Any, event: Event, now_s: float) -> Any:
            if isinstance(event, Pause) and not go_on.is_set():
                standing.set()
                assert go_on.wait(PATIENCE_S)
            return real(table, event, now_s)

        monkeypatch.setattr(daemon.runtime.table_thread, "step", step)
        return standing, go_on

    return install


def test_what_was_not_answered_in_time_is_not_done_later(table: Any, hold_up: Any) -> None:
    key = table.start()
    standing, go_on = hold_up()
    pausing = threading.Thread(target=table.desk.send, args=(Pause(),))
    pausing.start()
    assert standing.wait(PATIENCE_S)
    assert table.program.orders.ask(ParkGame(), timeout_s=0.01) == daemon.runtime.queue.NO_ANSWER
    go_on.set()
    pausing.join()
    assert (table.scene.status, table.scene.key) == ("paused", key)


def test_what_is_being_done_when_the_time_is_up_is_waited_for(
    table: Any, hold_up: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.start()
    standing, go_on = hold_up()

    class Done(threading.Event):
        """The time that it is waited for is up while the table is at it."""

        def wait(self, timeout: float | None = None) -> bool:
            if go_on.is_set():
                return super().wait(PATIENCE_S)
            assert standing.wait(PATIENCE_S)
            go_on.set()
            return False

    class Reply(daemon.runtime.queue.Reply):
        def __init__(self) -> None:
            super().__init__()
            self._done = Done()

    monkeypatch.setattr(daemon.runtime.queue, "Reply", Reply)
    assert table.program.orders.ask(Pause()) is None


def test_the_log_of_a_fault_tells_no_secret(
    table: Any, monkeypatch: pytest.MonkeyPatch, logged_errors: list[LogRecord]
) -> None:
    table.start()
    real = daemon.runtime.table_thread.step

    def step(state: Any, event: Event, now_s: float) -> Any:
        if isinstance(event, Answer):
            raise ZeroDivisionError("a bug in the step")
        return real(state, event, now_s)

    monkeypatch.setattr(daemon.runtime.table_thread, "step", step)
    with pytest.raises(Refused, match="internal fault"):
        table.desk.send(Answer("game:0:0", "white:e4+3/2", BOTH))
    assert "Answer" in logged_errors[0].getMessage() and "e4" not in logged_errors[0].getMessage()


# --- a game that the others are asked for ------------------------------------------------------------------------


WHITE, BLACK = frozenset({Seat.WHITE}), frozenset({Seat.BLACK})


def agree(table: Any) -> None:
    """Black consents to what is asked."""
    (prompt,) = table.scene.prompts
    table.desk.send(Answer(prompt.id, "yes", BLACK))


def test_a_new_game_begins_when_the_last_player_agrees_wherever_its_asker_is(table: Any) -> None:
    first = table.start()
    second = table.desk.start(NewGame("pawn", {}, {Seat.WHITE: "Cleo"}, True, "me"), aside=ParkGame(WHITE, BLACK))
    assert table.desk.snapshot().key == first and table.desk.shelf.count() == 1
    agree(table)
    scene = table.until(lambda scene: scene.key == second)
    assert (scene.game_id, scene.players[Seat.WHITE], table.desk.shelf.host(second)) == ("pawn", "Cleo", "me")
    assert table.desk.shelf.count() == 1, "nobody had moved in the first"


def test_a_kept_game_comes_back_with_its_seats_when_the_last_player_agrees(table: Any) -> None:
    first = table.start()
    table.desk.take_seat(Seat.BLACK, "theirs")
    table.desk.send(ParkGame())
    second = table.start()
    table.desk.take_seat(Seat.WHITE, "mine")
    table.desk.resume(first, aside=ParkGame(WHITE, BLACK))
    assert table.desk.snapshot().key == second
    agree(table)
    table.until(lambda scene: scene.key == first)
    assert table.desk.snapshot().holders == {Seat.BLACK: "theirs"}


def test_nobody_is_asked_for_a_game_that_cannot_be_continued(table: Any) -> None:
    over = table.start()
    table.desk.send(Resign(Seat.WHITE, BOTH))
    table.start()
    with pytest.raises(Refused, match="is over"):
        table.desk.resume(over, aside=ParkGame(WHITE, BLACK))
    with pytest.raises(KeyError):
        table.desk.resume("none", aside=ParkGame(WHITE, BLACK))
    assert table.scene.prompts == ()


def test_a_game_that_is_gone_by_then_leaves_the_table_free(table: Any) -> None:
    first = table.parked()
    left = table.start()
    table.desk.take_seat(Seat.BLACK, "theirs")
    table.desk.resume(first, aside=ParkGame(WHITE, BLACK))
    table.desk.shelf.delete(first)
    agree(table)
    assert table.until(lambda scene: scene.status == "empty").key == ""
    table.desk.resume(left)
    assert table.desk.snapshot().holders == {Seat.BLACK: "theirs"}, "nothing came in the place of a game without a move"


@pytest.mark.parametrize("new", [True, False])
def test_what_was_asked_is_asked_still_after_a_restart(new_table: Any, tmp_path: Path, new: bool) -> None:
    with new_table(tmp_path) as table:
        kept = table.parked()
        playing = table.start()
        table.desk.take_seat(Seat.BLACK, "theirs")
        if new:
            wanted = table.desk.start(NewGame("pawn", {}, {}, True), aside=ParkGame(WHITE, BLACK))
        else:
            wanted = kept
            table.desk.resume(kept, aside=ParkGame(WHITE, BLACK))
        question = table.scene.prompts
        assert table.program.writer.wait_idle(PATIENCE_S)
    with new_table(tmp_path) as table:
        assert table.until(lambda scene: scene.prompts).key == playing
        assert [each.message for each in table.scene.prompts] == [each.message for each in question]
        agree(table)
        table.until(lambda scene: scene.key == wanted)


def test_whether_to_abandon_is_asked_still_after_a_restart(new_table: Any, tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        table.start()
        table.desk.send(AbandonGame(WHITE, BLACK))
        assert table.program.writer.wait_idle(PATIENCE_S)
    with new_table(tmp_path) as table:
        table.until(lambda scene: scene.prompts)
        agree(table)
        assert table.until(lambda scene: scene.status == "over").winners == ()


def test_of_two_who_agree_at_once_the_game_is_begun_once(table: Any) -> None:
    for _ in range(15):
        first = table.start()
        second = table.desk.start(NewGame("pawn", {}, {}, True), aside=ParkGame(frozenset(), BOTH))
        (prompt,) = table.scene.prompts
        answers = [threading.Thread(target=table.desk.send, args=(Answer(prompt.id, "yes", each),))
                   for each in (WHITE, BLACK)]
        for thread in answers:
            thread.start()
        for thread in answers:
            thread.join()
        assert table.until(lambda scene, wanted=second: scene.key == wanted).game_id == "pawn"
        assert table.store.game(first, deleted=True).actions == ()
    assert table.desk.shelf.count() == 1 and table.desk.shelf.count(replace(EVERY_GAME, deleted=True)) == 29
