"""A game that comes back to the table is replayed once, and not by the table."""

import importlib
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import daemon.services.library
from daemon.runtime.table_thread import TableLoop
from engine.game import Game
from engine.records.game_record import Record, begin, replay, write_record
from engine.registry import find_game

ACTIONS = 10_000
STILL_S = 0.05
"""The longest that the table may stand still."""


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch, full: bool) -> str:
    """That of a game of 10,000 actions; of a tenth of it in CI."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "tools" / "bench"))
    bench = importlib.import_module("measuring.long_game")
    game = find_game("pawn-advance")
    actions = bench.long_game(ACTIONS if full else ACTIONS // 10, random.Random(1))
    return write_record(Record(replay(begin(game, game.read_options(bench.OPTIONS)), actions)))


def test_a_long_game_is_replayed_once_and_the_table_does_not_stand_still(
    table: Any, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = table.desk.shelf.import_record(record)
    real_replay, real_take = daemon.services.library.replay, TableLoop._take
    replayed, busy_s = list[str](), list[float]()

    def noted(*given: Any) -> Any:
        replayed.append(threading.current_thread().name)
        return real_replay(*given)

    def timed(loop: TableLoop, order: Any) -> None:
        started_s = time.thread_time()
        real_take(loop, order)
        busy_s.append(time.thread_time() - started_s)

    monkeypatch.setattr(daemon.services.library, "replay", noted)
    monkeypatch.setattr(TableLoop, "_take", timed)
    applied = count_played(monkeypatch)
    table.desk.resume(key)
    table.until(lambda scene: scene.key == key and scene.status == "play")
    count = table.scene.action_count
    assert count == len(table.desk.shelf.game(key).actions) > ACTIONS // 20
    assert replayed == [threading.current_thread().name]
    assert len(applied) == count, "each action is played once"
    assert max(busy_s) < STILL_S


def count_played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    applied: list[str] = []
    real = Game.play

    def noted(game: Any, position: Any, text: str) -> Any:
        applied.append(text)
        return real(game, position, text)

    monkeypatch.setattr(Game, "play", noted)
    return applied


def test_a_fault_after_a_long_game_came_back_replays_only_what_was_played_since(
    table: Any, record: str, monkeypatch: pytest.MonkeyPatch, logged_errors: Any
) -> None:
    key = table.desk.shelf.import_record(record)
    table.desk.resume(key)
    count = table.until(lambda scene: scene.status == "play").action_count
    applied = count_played(monkeypatch)
    table.program.orders.post(object())
    table.until(lambda scene: "internal fault" in str(scene.trouble))
    assert table.until(lambda scene: scene.status == "play").action_count == count
    assert (applied, len(logged_errors)) == ([], 1)
