"""The table's thread by itself: what it goes on from after faults, and what it believes no more."""

from collections.abc import Iterator
from logging import LogRecord
from typing import Any

import pytest
from waiting import PATIENCE_S

import daemon.runtime.table_thread
from daemon.runtime.queue import Orders
from daemon.runtime.table_thread import FAULTS, FAULTS_WITHIN_S, TableLoop
from daemon.storage.writer import Job
from engine.registry import find_game
from table.messages.effects import StoreAction, StoreGame
from table.messages.events import BoardRead, Event, Pause, SquareLifted, SquarePlaced, StartGame
from table.messages.new_game import NewGame
from table.model.state import Table

GAME = find_game("pawn-advance")
FILLED = GAME.occupied(GAME.start(GAME.read_options({})))


class Stage:
    """A board that is read at once, and beside it a store, phones and lamps that take everything."""

    def __init__(self, orders: Orders) -> None:
        self.orders = orders
        self.numbers: list[int] = []
        self.kept: list[object] = []

    def lay_out(self, event: object, game_number: int, *given: object) -> None:
        self.look_again(game_number)

    def look_again(self, game_number: int) -> None:
        self.numbers.append(game_number)
        self.orders.post(BoardRead(FILLED), game_number)

    def show(self, *given: object) -> None:
        pass

    def put(self, kept: object) -> None:
        self.kept.append(kept)

    def publish(self, table: Table, *given: object) -> None:
        self.table = table


class Running:
    """A loop, its time, and a step that fails whenever it is asked for a pause."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_s, self.orders, real = 1000.0, Orders(), daemon.runtime.table_thread.step

        def step(table: Table, event: Event, now_s: float) -> Any:
            if isinstance(event, Pause):
                raise ZeroDivisionError("a bug in the step")
            return real(table, event, now_s)

        def dull(outcomes: tuple[tuple[str, int], ...]) -> str:
            return outcomes[0][0]

        monkeypatch.setattr(daemon.runtime.table_thread, "step", step)
        self.stage = stage = Stage(self.orders)
        self.loop = TableLoop(
            self.orders, stage, stage, stage, dull, Table(), lambda: self.now_s,  # type: ignore[arg-type]
        )
        self.loop.start()
        assert self.orders.ask(StartGame("k1", NewGame(GAME.id, {}, {}, True))) is None

    def fail(self) -> None:
        assert self.orders.ask(Pause()) is daemon.runtime.table_thread.FAULT

    def dealt_with(self) -> Table:
        """The table once everything posted so far was dealt with."""
        assert self.loop.stop(PATIENCE_S)
        return self.stage.table


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    running = Running(monkeypatch)
    yield running
    assert running.loop.stop(PATIENCE_S)


def test_faults_far_apart_leave_the_game_on_the_table(running: Running, logged_errors: list[LogRecord]) -> None:
    for _ in range(FAULTS + 2):
        running.fail()
        running.now_s += FAULTS_WITHIN_S / (FAULTS - 1)
    table = running.dealt_with()
    assert table.on_table is not None and table.on_table.key == "k1"
    assert len(logged_errors) == FAULTS + 2


def test_faults_close_together_put_it_away(running: Running, logged_errors: list[LogRecord]) -> None:
    for _ in range(FAULTS):
        running.fail()
        running.now_s += FAULTS_WITHIN_S / FAULTS
    assert running.dealt_with().on_table is None
    assert logged_errors


def test_what_was_felt_before_a_fault_counts_no_more(running: Running, logged_errors: list[LogRecord]) -> None:
    (before,) = running.stage.numbers
    running.fail()
    running.orders.post(SquareLifted(GAME.board(GAME.read_options({})).parse("b1")), before)
    assert running.dealt_with().occupancy == FILLED
    _, after = running.stage.numbers
    assert after > before and logged_errors


def test_a_move_just_made_is_stored_before_another_game_takes_the_place_of_its_own(running: Running) -> None:
    (number,), square = running.stage.numbers, GAME.board(GAME.read_options({})).parse
    running.orders.post(BoardRead(FILLED), number)
    running.orders.post(SquareLifted(square("a1")), number)
    running.orders.post(SquarePlaced(square("a2")), number)
    assert running.orders.ask(StartGame("k2", NewGame(GAME.id, {}, {}, True))) is None
    running.dealt_with()
    entries = [each.entry for each in running.stage.kept if isinstance(each, Job)]
    stored = [(type(each), each.key) for each in entries if isinstance(each, StoreAction | StoreGame)]
    assert stored == [(StoreGame, "k1"), (StoreAction, "k1"), (StoreGame, "k2")]
