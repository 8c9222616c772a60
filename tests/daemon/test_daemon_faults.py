"""Faults while a game is played, by which nothing is lost."""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from logging import LogRecord
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from waiting import PATIENCE_S, wait_for

import daemon.runtime.active_board
import daemon.runtime.table_thread
import daemon.snapshots.scenes
from daemon.storage.file.disk_errors import DiskFailure
from daemon.storage.games.rows import Entry
from daemon.storage.store import Store
from engine.core.messages import message
from engine.core.pieces import Seat
from table.messages.effects import Refuse, StoreAction
from table.messages.events import ContinueGame, Event, Pause, Resume, SquarePlaced
from table.messages.lights import Overlay, Role
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from table.messages.taps import TapKind

Break = Callable[[Callable[[Event], bool]], None]


@pytest.fixture
def break_step(monkeypatch: pytest.MonkeyPatch) -> Break:
    """Lets the table's step fail for some events."""
    real = daemon.runtime.table_thread.step

    def broken(table: Any, event: Event, now_s: float) -> Any:
        if fails(event):
            raise ZeroDivisionError("a bug in the step")
        return real(table, event, now_s)

    def fails(event: Event) -> bool:
        return False

    def install(condition: Callable[[Event], bool]) -> None:
        nonlocal fails
        fails = condition
        monkeypatch.setattr(daemon.runtime.table_thread, "step", broken)

    return install


class SlowStore(Store):
    """A disk that takes its time for every action: until it is let go on."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.go_on = threading.Event()

    def append(self, entry: Entry) -> None:
        if isinstance(entry, StoreAction):
            assert self.go_on.wait(PATIENCE_S)
        super().append(entry)


class BrokenStore(Store):
    """A disk that is full whenever ``full`` is set."""

    full = False

    def append(self, entry: Entry) -> None:
        if self.full:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        super().append(entry)


# --- the table ---------------------------------------------------------------------------------------------------


def test_a_fault_in_the_step_is_logged_and_shown_and_the_game_goes_on(
    table: Any, break_step: Break, logged_errors: list[LogRecord]
) -> None:
    key = table.start()
    table.move("b1", "b3")
    broken = threading.Event()
    broken.set()
    break_step(lambda event: isinstance(event, Pause) and broken.is_set())
    with pytest.raises(Refused, match="internal fault and went on"):
        table.desk.send(Pause())
    scene = table.until(lambda scene: scene.status == "play")
    assert (scene.key, scene.action_count) == (key, 1)
    assert "internal fault" in str(scene.trouble)
    assert "Pause" in logged_errors[0].getMessage() and logged_errors[0].exc_info
    table.move("c1", "c2")
    assert table.until(lambda scene: not scene.trouble).action_count == 2
    assert table.store.game(key).actions == ("b1b3", "c1c2")


def test_a_touch_that_breaks_the_step_does_not_lose_the_board(
    table: Any, break_step: Break, logged_errors: list[LogRecord]
) -> None:
    table.start()
    failed = []

    def first_place(event: Event) -> bool:
        failed.append(event)
        return isinstance(event, SquarePlaced) and sum(isinstance(each, SquarePlaced) for each in failed) == 1

    break_step(first_place)
    table.tap(TapKind.LIFT, "b1")
    table.tap(TapKind.PLACE, "b3")
    table.until(lambda scene: scene.trouble and not scene.missing)
    assert table.until(lambda scene: scene.status == "play").action_count in (0, 1)
    assert table.desk.snapshot().screen_pieces.stands == table.scene.pieces
    assert len(logged_errors) == 1


def test_a_fault_that_comes_back_again_and_again_puts_the_game_away_but_keeps_it(
    table: Any, break_step: Break, logged_errors: list[LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon.runtime.table_thread, "FAULTS_WITHIN_S", PATIENCE_S)
    key = table.start()
    table.move("b1", "b3")
    break_step(lambda event: isinstance(event, Pause))
    for _ in range(daemon.runtime.table_thread.FAULTS):
        with pytest.raises(Refused):
            table.desk.send(Pause())
    scene = table.until(lambda scene: scene.status == "empty")
    assert "parked the game" in str(scene.trouble)
    assert len(logged_errors) == daemon.runtime.table_thread.FAULTS
    table.desk.resume(key)
    assert table.until(lambda scene: scene.status == "play").action_count == 1


def test_lights_that_cannot_be_computed_lose_no_action(
    table: Any, monkeypatch: pytest.MonkeyPatch, logged_errors: list[LogRecord]
) -> None:
    key = table.start()
    table.tap(TapKind.LIFT, "b1")
    table.until(lambda scene: "b3" in scene.lights)
    real, dark = daemon.runtime.active_board.guidance.lights, threading.Event()

    def lights(state: Any, now_s: float) -> Any:
        if state.on_table and state.on_table.played.actions and not dark.is_set():
            dark.set()
            raise ZeroDivisionError("a bug in the lights")
        return real(state, now_s)

    monkeypatch.setattr(daemon.runtime.active_board.guidance, "lights", lights)
    table.tap(TapKind.PLACE, "b3")
    table.until(lambda scene: scene.action_count == 1 and scene.status == "play")
    assert table.program.writer.wait_idle(PATIENCE_S)
    assert table.store.game(key).actions == ("b1b3",)
    assert logged_errors


def test_a_scene_that_cannot_be_made_ends_neither_the_table_nor_the_game_on_it(
    table: Any, monkeypatch: pytest.MonkeyPatch, logged_errors: list[LogRecord]
) -> None:
    key = table.start()
    with monkeypatch.context() as patch:
        patch.setattr(daemon.snapshots.scenes, "scene", lambda *given: 1 / 0)
        table.desk.send(Pause())
        scene = table.scene
        assert "The game is kept" in str(scene.trouble) and scene.now == scene.trouble
        assert (scene.key, scene.status) == (key, "play"), "nobody is told that the table is free"
    table.desk.send(Resume())
    assert table.until(lambda scene: scene.status == "play").trouble is None
    assert logged_errors


BESIDE = {
    "lights": ("daemon.runtime.active_board.guidance.lights", 4),
    "hands on the screen": ("daemon.screen.board.ScreenBoard.notice", 2),
    "what is seen": ("daemon.snapshots.scenes.seen", 2),
    "telling phones": ("webpanel.ports.change_hub.Changes.publish", 1),
}
"""The calls of the table's thread, and the number of the next calls that fail."""


@pytest.mark.parametrize("fails", BESIDE)
def test_whatever_fails_beside_the_game_the_table_goes_on(
    table: Any, monkeypatch: pytest.MonkeyPatch, logged_errors: list[LogRecord], fails: str
) -> None:
    key = table.start()
    table.move("b1", "b3")
    place, times = BESIDE[fails]
    function, failed = resolve_name(place), list[object]()

    def failing(*given: Any) -> Any:
        if len(failed) < times:
            failed.append(given)
            raise ZeroDivisionError("a bug beside the game")
        return function(*given)

    monkeypatch.setattr(place, failing)
    with suppress(Refused):
        table.desk.send(Pause())
    scene = table.until(lambda scene: failed and scene.status in ("paused", "play"))
    assert (scene.key, scene.action_count) == (key, 1)
    with suppress(Refused):  # it was not paused, if that failed
        table.desk.send(Resume())
    table.until(lambda scene: scene.status == "play")
    table.move("c1", "c2")
    assert logged_errors


def test_a_part_of_a_scene_that_cannot_be_made_is_logged_once_with_the_record_and_the_game_goes_on(
    table: Any, monkeypatch: pytest.MonkeyPatch, logged_errors: list[LogRecord]
) -> None:
    table.start()
    table.move("b1", "b3")
    with monkeypatch.context() as patch:
        patch.setattr("table.output.scene_builder.what_to_do", lambda *given: next(iter(())))
        table.tap(TapKind.LIFT, "c1")
        scene = table.until(lambda scene: "c3" in scene.lights)
        assert str(scene.now) == "Look at the lights." and scene.trouble is None
        told = [record.getMessage() for record in logged_errors]
        assert len(told) == 1 and "b1b3" in told[0] and '[Game "pawn-advance"]' in told[0]
        table.tap(TapKind.PLACE, "c3")
        table.until(lambda scene: scene.action_count == 2)
    table.desk.send(Pause())
    assert str(table.until(lambda scene: scene.status == "paused").now).startswith("Paused.")


def test_an_unplugged_board_is_told_and_nothing_is_lost(table: Any) -> None:
    table.start()
    board = table.program.on_screen.game.board
    board.unplug()
    table.until(lambda scene: "board does not answer" in str(scene.trouble))
    board.plug_in()
    table.until(lambda scene: not scene.trouble and scene.status == "play")
    table.move("b1", "b3")


# --- the disk ----------------------------------------------------------------------------------------------------


def test_a_slow_disk_delays_neither_lights_nor_touches_only_the_confirmation(
    new_table: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.step.FLASH_S", PATIENCE_S)  # so that a busy computer does not miss it
    with new_table(tmp_path, SlowStore) as table:
        table.start()
        table.tap(TapKind.LIFT, "b1")
        table.until(lambda scene: "b3" in scene.lights)
        table.tap(TapKind.PLACE, "b3")
        scene = table.until(lambda scene: scene.action_count == 1)
        assert not scene.confirmed and scene.overlay is Overlay.NONE
        table.tap(TapKind.LIFT, "c1")
        scene = table.until(lambda scene: scene.lights.get("c3") is not None)
        assert scene.lights["c3"].role is Role.MOVE and not scene.confirmed
        table.tap(TapKind.PLACE, "c1")
        table.store.go_on.set()
        assert table.until(lambda scene: scene.confirmed).overlay is Overlay.FLASH


def test_a_full_disk_is_told_with_the_remedy_and_everything_is_stored_once_there_is_room(
    new_table: Any, tmp_path: Path
) -> None:
    with new_table(tmp_path, BrokenStore) as table:
        key = table.start()
        table.move("b1", "b3")
        table.store.full = True
        table.tap(TapKind.LIFT, "c1")
        table.tap(TapKind.PLACE, "c3")
        scene = table.until(lambda scene: scene.trouble)
        assert "disk is full. Free some space" in str(scene.trouble)
        assert (scene.action_count, scene.confirmed) == (2, False)
        with pytest.raises(Refused, match="disk is full") as caught:
            table.desk.start(NewGame("pawn-advance", {}, {}, True))
        assert caught.value.status == 503
        table.tap(TapKind.LIFT, "d1")
        table.tap(TapKind.PLACE, "d3")
        table.until(lambda scene: scene.action_count == 3)
        table.store.full = False
        scene = table.until(lambda scene: scene.confirmed)
        assert scene.trouble is None
        assert table.store.game(key).actions == ("b1b3", "c1c3", "d1d3")


def fail_here(monkeypatch: pytest.MonkeyPatch, part: str, code: int) -> None:
    """Have a part of the store fail in the thread of this test; the writer's goes on."""
    real, here = getattr(Store, part), threading.current_thread()

    def fail(store: Store, *given: Any) -> Any:
        if threading.current_thread() is not here:
            return real(store, *given)
        error = sqlite3.DatabaseError("this disk fails")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(Store, part, fail)


def test_what_the_store_cannot_do_is_refused_in_words(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table.start()
    fail_here(monkeypatch, "_commit", sqlite3.SQLITE_IOERR)
    with pytest.raises(Refused, match="Check the disk or card"):
        table.desk.save_settings(table.desk.settings())


def test_a_seat_is_taken_although_the_disk_fails_and_kept_once_it_works(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = table.start()
    broken, real = threading.Event(), Store.set_holder

    def fail(store: Store, *given: Any) -> None:
        if broken.is_set():
            raise sqlite3.OperationalError("disk I/O error")
        real(store, *given)

    monkeypatch.setattr(Store, "set_holder", fail)
    monkeypatch.setattr("daemon.services.game_service.KEPT_S", 0.1)  # it works again only once the phone was answered
    broken.set()
    table.desk.take_seat(Seat.WHITE, "mine")
    assert table.desk.snapshot().holders == {Seat.WHITE: "mine"}
    table.until(lambda scene: "Check the disk or card" in str(scene.trouble))
    broken.clear()
    table.until(lambda scene: not scene.trouble)
    assert table.store.holders(key) == {Seat.WHITE: "mine"}


def test_looking_on_does_not_wait_for_a_seat_on_its_way_to_a_slow_disk(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.start()
    writing, written = threading.Event(), threading.Event()

    def slow(*given: object) -> None:
        writing.set()
        assert written.wait(PATIENCE_S)

    monkeypatch.setattr(Store, "set_holder", slow)
    taking = threading.Thread(target=table.desk.take_seat, args=(Seat.WHITE, "mine"))
    taking.start()
    assert writing.wait(PATIENCE_S)
    try:  # the loop asks the writer to keep it before it shows it
        wait_for(lambda: table.desk.snapshot().holders == {Seat.WHITE: "mine"}, "the seat is seen as taken")
    finally:
        written.set()
    taking.join()
    assert table.desk.snapshot().holders == {Seat.WHITE: "mine"}


def test_games_that_cannot_be_read_are_refused_in_words(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    key = table.start()
    table.start()
    fail_here(monkeypatch, "_connect", sqlite3.SQLITE_CORRUPT)
    shelf = table.desk.shelf
    by_key = [partial(look, key) for look in (shelf.game, shelf.record, shelf.delete, table.desk.resume)]
    for look in (shelf.games, *by_key):
        with pytest.raises(Refused, match="games file is damaged") as caught:
            look()
        assert caught.value.status == 503


# --- seats of a game that cannot be put on the table ------------------------------------------------------------


@pytest.fixture
def seated(table: Any) -> tuple[str, str]:
    """A parked game, and one on the table where a phone holds a seat: their keys."""
    parked = table.parked()
    played = table.start()
    table.desk.take_seat(Seat.WHITE, "mine")
    return parked, played


def check_seats(table: Any, played: str) -> None:
    table.until(lambda scene: scene.status == "play")
    snapshot = table.desk.snapshot()
    assert (snapshot.key, snapshot.holders) == (played, {Seat.WHITE: "mine"})
    assert table.store.holders(played) == {Seat.WHITE: "mine"}
    with pytest.raises(Refused, match="Another phone holds that seat"):
        table.desk.take_seat(Seat.WHITE, "yours")


def test_a_game_that_the_table_refuses_changes_no_seat(
    table: Any, seated: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    parked, played = seated
    real = daemon.runtime.table_thread.step

    def refusing(state: Any, event: Event, now_s: float) -> Any:
        if isinstance(event, ContinueGame) and event.key == parked:
            return state, (Refuse(message("Not this one.")),)
        return real(state, event, now_s)

    monkeypatch.setattr(daemon.runtime.table_thread, "step", refusing)
    with pytest.raises(Refused, match="Not this one"):
        table.desk.resume(parked)
    check_seats(table, played)


def test_a_game_that_the_table_fails_on_changes_no_seat(
    table: Any, seated: tuple[str, str], break_step: Break, logged_errors: list[LogRecord]
) -> None:
    parked, played = seated
    break_step(lambda event: isinstance(event, ContinueGame) and event.key == parked)
    with pytest.raises(Refused, match="internal fault"):
        table.desk.resume(parked)
    check_seats(table, played)
    assert logged_errors


def test_a_game_that_the_disk_does_not_give_changes_no_seat(
    table: Any, seated: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    parked, played = seated

    def fail(*given: object) -> None:
        raise DiskFailure(message("The disk fails."), 503)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "holders", fail)
        with pytest.raises(Refused, match="The disk fails"):
            table.desk.resume(parked)
    check_seats(table, played)


# --- phones ------------------------------------------------------------------------------------------------------


def test_a_lift_returns_when_its_phone_has_gone(impatient: Any) -> None:
    table = impatient
    table.start()
    with table.desk.subscribe("mine"):
        table.tap(TapKind.LIFT, "b1", phone="mine")
        table.until(lambda scene: "b3" in scene.lights)
    table.until(lambda scene: "b1" in table.desk.snapshot().screen_pieces.stands)
    assert table.desk.snapshot().screen_pieces.phone is None
    assert table.until(lambda scene: "b3" not in scene.lights).action_count == 0
    table.tap(TapKind.LIFT, "c1", phone="yours")


def test_a_lift_stays_while_its_phone_looks_on(impatient: Any) -> None:
    table = impatient
    table.start()
    with table.desk.subscribe("mine") as watching:
        table.tap(TapKind.LIFT, "b1", phone="mine")
        changes = watching.changes(0.5)
        while next(changes):
            pass
        assert table.desk.snapshot().screen_pieces.hand == ("wP",)


def test_a_lift_returns_whatever_its_phone_goes_on_sending(impatient: Any) -> None:
    table = impatient
    table.start()
    table.tap(TapKind.LIFT, "b1", phone="mine")

    def refused_and_returned() -> bool:
        with suppress(Refused):
            table.tap(TapKind.LIFT, "d5", phone="mine")  # an empty square
        return "b1" in table.desk.snapshot().screen_pieces.stands

    wait_for(refused_and_returned, "the piece returns")
    table.tap(TapKind.LIFT, "c1", phone="yours")


def test_who_looks_on_with_a_piece_in_the_hand_makes_way_once_another_phone_wants_to_play(impatient: Any) -> None:
    table, screen = impatient, impatient.program.screen
    table.start()
    with table.desk.subscribe("mine"):
        impatience, screen._pace = screen._pace, replace(screen._pace, hold_s=PATIENCE_S)
        table.tap(TapKind.LIFT, "b1", phone="mine")
        with pytest.raises(Refused, match="Another phone is holding a piece"):
            table.tap(TapKind.LIFT, "c1", phone="yours")
        screen._pace = impatience
        lifts_in_time(table, "c1", "yours")
        assert table.until(lambda scene: not table.desk.snapshot().screen_pieces.stands.get("c1")).action_count == 0
        assert table.desk.snapshot().screen_pieces.stands["b1"] == "wP"


def test_who_may_not_play_does_not_take_a_piece_out_of_a_players_hand(impatient: Any) -> None:
    table = impatient
    table.start()
    with table.desk.subscribe("mine"):
        table.tap(TapKind.LIFT, "b1", phone="mine")
        time.sleep(0.3)  # longer than a piece may be held where another player wants to play
        with pytest.raises(Refused, match="the turn of another player"):
            table.tap(TapKind.LIFT, "c1", phone="yours", seats=frozenset({Seat.BLACK}))
        assert table.desk.snapshot().screen_pieces.hand == ("wP",)


def lifts_in_time(table: Any, square: str, phone: str) -> None:
    def lifted() -> bool:
        with suppress(Refused):
            table.tap(TapKind.LIFT, square, phone=phone)
            return True
        return False

    wait_for(lifted, f"the other phone makes way for a lift of {square}")


def test_what_was_taken_from_the_tray_returns_to_it(impatient: Any) -> None:
    table = impatient
    table.start()
    board = table.program.on_screen.game.board
    board.stand(replace(board.wood, tray={"bP": 1}))
    with table.desk.subscribe("mine"):
        table.tap(TapKind.TAKE, piece="bP", phone="mine")
        assert table.desk.snapshot().screen_pieces.hand == ("bP",)
    table.until(lambda scene: table.desk.snapshot().screen_pieces.hand == ())
    assert dict(table.desk.snapshot().screen_pieces.tray) == {"bP": 1}


def test_a_table_at_rest_tells_nobody_anything(table: Any) -> None:
    """Two silences in a row: a thread that is late may still end the first one."""
    table.start()
    silent: list[int] = []
    with table.desk.subscribe() as watching:
        changes = watching.changes(0.5)
        for _ in range(20):
            silent = [] if next(changes) else [*silent, table.scene.number]
            if len(silent) == 2:
                break
    assert len(silent) == 2 and silent[0] == silent[1]
