"""Games with clocks in the whole program: kept with each action, over restarts, in records and lists."""

import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from logging import LogRecord
from pathlib import Path
from typing import Any

import pytest

from daemon.storage.file.games_file import FILE_NAME
from daemon.storage.file.schema import MIGRATIONS, prepare
from daemon.storage.games.clock_columns import read_clocks
from daemon.storage.games.rows import state_text
from daemon.storage.store import Store
from engine.core.pieces import Seat
from engine.records.game_record import read_record
from engine.records.time_controls import Control, Kind, Stamp, Time, full, written
from engine.registry import find_game
from table.messages.effects import StoreAction, StoreEnd, StoreGame, StoreUndone
from table.messages.events import ParkGame, Pause, Proposal, Resign, StartGame, StoredState
from table.messages.new_game import NewGame
from table.messages.queries import EVERY_GAME
from table.messages.refusal import Refused
from table.messages.taps import TapKind
from table.step import step

BLITZ = Control(Kind.FISCHER, 300, 2)
LONG = Control(Kind.SUDDEN, 1200)
CONTROLS = {Seat.WHITE: BLITZ, Seat.BLACK: LONG}
PLAYERS = {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}
BOTH = frozenset(PLAYERS)


def game(controls: Mapping[Seat, Control] = CONTROLS) -> StoreGame:
    return StoreGame("one", NewGame("pawn-advance", {}, PLAYERS, True, controls=controls))


def stamp(white_ms: int, black_ms: int, more_ms: int = 0) -> Stamp:
    made = {Seat.WHITE: Time(white_ms, 7), Seat.BLACK: Time(black_ms)}
    after = {Seat.WHITE: Time(white_ms + more_ms), Seat.BLACK: Time(black_ms)} if more_ms else made
    return Stamp(made, after)


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with closing(Store(tmp_path)) as opened:
        opened.append(game())
        yield opened


# --- the store ---------------------------------------------------------------------------------------------------


def test_a_new_game_has_its_full_times(store: Store) -> None:
    clocks = store.game("one").clocks
    assert clocks.controls == CONTROLS and clocks.latest == full(CONTROLS)


def test_times_are_kept_with_each_action(store: Store) -> None:
    stamps = [stamp(290_000, 1_200_000), stamp(280_000, 1_200_000, 2_000)]
    for number, (action, each) in enumerate(zip(("a1a2", "b1b2"), stamps, strict=True), 1):
        store.append(StoreAction("one", number, action, stamp=each))
    clocks = store.game("one").clocks
    assert clocks.stamps == tuple(stamps) and clocks.latest == stamps[1].after
    assert store.games(EVERY_GAME)[0].clocks.controls == CONTROLS


def test_times_kept_in_between_are_newer(store: Store) -> None:
    store.append(StoreAction("one", 1, "a1a2", stamp=stamp(290_000, 1_200_000)))
    later = {Seat.WHITE: Time(250_000, 40_000), Seat.BLACK: Time(1_200_000)}
    store.set_times("one", later)
    assert store.game("one").clocks.latest == later


def test_an_action_that_was_taken_back_leaves_the_record_with_its_times(store: Store) -> None:
    store.append(StoreAction("one", 1, "a1a2", stamp=stamp(290_000, 1_200_000)))
    store.append(StoreUndone("one", 2, 1))
    assert store.game("one").clocks.stamps == ()


def test_a_game_without_clocks_keeps_nothing_of_them(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        store.append(game({}))
        store.append(StoreAction("one", 1, "a1a2"))
        assert not store.game("one").clocks.controls
        with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
            assert db.execute("SELECT clocks, times FROM games").fetchall() == [(None, None)]
            assert db.execute("SELECT clocks FROM entries").fetchall() == [(None,)]


def test_times_that_cannot_be_read_are_those_from_before() -> None:
    controls, whole = '{"white": "300"}', '[{"white": [200000, 5]}]'
    kept = read_clocks(controls, "junk", [None, whole, '{"white": 3}', '[{"black": [1, 2]}]', "[1, 2, 3]", "[[]]"])
    left = [each.after[Seat.WHITE].left_ms for each in kept.stamps]
    assert left == [300_000, 200_000, 200_000, 200_000, 200_000, 200_000]
    assert kept.latest[Seat.WHITE].left_ms == 200_000


def test_a_game_whose_time_controls_cannot_be_read_is_damaged(store: Store, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db, db:
        db.execute("""UPDATE games SET clocks = '{"white": "soon"}'""")
    assert store.game("one").damage.startswith("clocks: white must be a time control like")


def test_games_from_before_there_were_clocks_have_none(tmp_path: Path) -> None:
    """A file of the schema before, and back again."""
    prepare(tmp_path / FILE_NAME, MIGRATIONS[:4])
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db, db:
        db.execute(
            "INSERT INTO games (key, game_id, rules, options, players, screen, started)"
            " VALUES ('old', 'pawn-advance', 1, '{}', '{}', 1, '')"
        )
        db.execute("INSERT INTO entries (game, number, action) VALUES ('old', 1, 'a1a2')")
    with closing(Store(tmp_path)) as store:
        old = store.game("old")
        assert old.actions == ("a1a2",) and not old.clocks.controls and not old.damage
        store.append(game())
    prepare(tmp_path / FILE_NAME, MIGRATIONS[:4])
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        assert db.execute("SELECT key FROM games").fetchall() == [("old",)]
    assert (tmp_path / f"{FILE_NAME}.v{len(MIGRATIONS)}").exists()


def test_a_game_that_waits_for_consent_keeps_its_clocks(store: Store) -> None:
    options = find_game("pawn-advance").read_options({}).as_data()
    wanted = StartGame("two", NewGame("pawn-advance", options, PLAYERS, True, controls=CONTROLS))
    standing = StoredState(proposals={"park": Proposal(frozenset({Seat.BLACK}), wanted)})
    store.keep_state(standing)
    assert store.state() == standing
    assert '"controls": {"white": "300+2", "black": "1200"}' in state_text(standing)


# --- the program -------------------------------------------------------------------------------------------------


def start(table: Any, controls: Mapping[Seat, Control] = CONTROLS) -> str:
    key: str = table.desk.start(NewGame("pawn-advance", {}, PLAYERS, True, controls=controls))
    table.until(lambda scene: scene.key == key and scene.status == "play")
    return key


def left(table: Any) -> dict[Seat, int]:
    return {seat: clock.left_ms for seat, clock in table.desk.snapshot().clocks().items()}


def test_a_game_is_played_against_the_clock(table: Any) -> None:
    key = start(table)
    assert left(table) == {Seat.WHITE: 300_000, Seat.BLACK: 1_200_000}
    table.move("a1", "a2")
    clocks = table.desk.snapshot().clocks()
    assert clocks[Seat.WHITE].runs and not clocks[Seat.BLACK].runs
    assert 0 < clocks[Seat.WHITE].left_ms < 300_000
    game = table.desk.shelf.game(key)
    assert game.controls == CONTROLS and len(game.stamps) == 1


def test_a_restart_goes_on_with_what_was_left(tmp_path: Path, new_table: Any) -> None:
    with new_table(tmp_path) as table:
        key = start(table)
        table.move("a1", "a2")
        kept = table.store.game(key).clocks.latest
    with new_table(tmp_path) as table:
        table.until(lambda scene: scene.key == key and scene.status == "play")
        assert kept[Seat.WHITE].left_ms - 10_500 < left(table)[Seat.WHITE] <= kept[Seat.WHITE].left_ms
        assert not any(clock.runs for clock in table.desk.snapshot().clocks().values()), "nobody is there yet"


def test_a_parked_game_keeps_what_was_thought(table: Any) -> None:
    key = start(table)
    table.move("a1", "a2")
    time.sleep(0.05)  # somebody thinks
    before = left(table)[Seat.WHITE]
    table.desk.send(ParkGame())
    table.until(lambda scene: scene.status == "empty")
    table.desk.resume(key)
    table.until(lambda scene: scene.key == key and scene.status == "play")
    assert 0 < left(table)[Seat.WHITE] <= before


def test_records_carry_the_clocks_there_and_back(table: Any) -> None:
    key = start(table)
    table.move("a1", "a2")
    table.desk.send(Resign(Seat.BLACK, BOTH))
    text = table.desk.shelf.record(key)
    assert '[WhiteTimeControl "300+2"]\n[BlackTimeControl "1200"]\n' in text
    left_ms = table.store.game(key).clocks.stamps[0].after[Seat.WHITE].left_ms
    assert f"a1a2 {{[%clk {written(left_ms)}]}}" in text and 0 < left_ms <= 300_000
    brought = table.desk.shelf.game(table.desk.shelf.import_record(text))
    assert brought.controls == CONTROLS
    assert brought.stamps == read_record(text).stamps


def test_whoever_runs_out_of_time_loses(table: Any) -> None:
    key = start(table, {Seat.WHITE: Control(Kind.SUDDEN, 1), Seat.BLACK: LONG})
    table.tap(TapKind.LIFT, "a1")
    table.until(lambda scene: scene.winners == (Seat.BLACK,) and scene.reason == "time" and scene.confirmed)
    shelved = table.desk.shelf.game(key)
    assert (shelved.winners, shelved.reason, shelved.termination) == ((Seat.BLACK,), "time", "time")


def test_a_fault_takes_nobodys_time(
    table: Any, monkeypatch: pytest.MonkeyPatch, logged_errors: list[LogRecord]
) -> None:
    def stepping(table: Any, event: Any, now_s: float) -> Any:
        if isinstance(event, Pause):
            raise RuntimeError("a fault")
        return step(table, event, now_s)

    start(table)
    table.move("a1", "a2")
    kept = left(table)
    monkeypatch.setattr("daemon.runtime.table_thread.step", stepping)
    with pytest.raises(Refused, match="internal fault"):
        table.desk.send(Pause())
    assert logged_errors
    table.until(lambda scene: scene.status == "play" and scene.action_count == 1)
    assert kept[Seat.WHITE] - 11_000 < left(table)[Seat.WHITE] <= 300_000 and left(table)[Seat.BLACK] == 1_200_000


def test_an_end_is_kept_with_its_reason(store: Store) -> None:
    store.append(StoreEnd("one", 1, (Seat.BLACK,), "time", "time"))
    end = store.game("one").end
    assert end is not None and (end.reason, end.termination) == ("time", "time")
