"""A deleted game can be restored for thirty days that have really passed; then it is gone for good."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE_S

from daemon.services.backups import Backups
from daemon.storage.file.archive import contents_of
from daemon.storage.file.games_file import FILE_NAME
from daemon.storage.file.schema import MIGRATIONS, prepare
from daemon.storage.store import Store
from engine.core.pieces import Seat
from table.messages.effects import StoreAction, StoreEnd, StoreGame
from table.messages.events import ParkGame, PlayAction
from table.messages.new_game import NewGame
from table.messages.queries import RESTORABLE_DAYS, Selection, Total
from table.messages.refusal import Refused

DELETED = Selection(deleted=True)


class Calendar:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at = datetime(2026, 11, 22, 12, tzinfo=UTC)
        self.known = True

    def now(self) -> str:
        return self.at.strftime("%Y-%m-%dT%H:%M:%SZ") if self.known else ""

    def pass_by(self, days: float) -> None:
        self.at += timedelta(days=days)


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def store(tmp_path: Path, calendar: Calendar) -> Iterator[Store]:
    """Games *one*, finished, and *two*; a phone started them and holds a seat of each."""
    opened = Store(tmp_path, calendar.now)
    for key in ("one", "two"):
        opened.append(StoreGame(key, NewGame("pawn-advance", {}, {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}, True, "host")))
        opened.append(StoreAction(key, 1, "b1b3"))
        opened.set_holder(key, Seat.WHITE, "phone")
    opened.append(StoreEnd("one", 2, (Seat.WHITE,), "resignation", "resignation"))
    yield opened
    opened.close()


def rows(directory: Path) -> dict[str, int]:
    """Count the rows of each table that belong to games."""
    with closing(sqlite3.connect(directory / FILE_NAME)) as db:
        tables = ("games", "entries", "ends", "results", "claims")
        return {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}


def test_what_is_restored_is_as_it_was(store: Store) -> None:
    before = store.game("one"), store.holders("one"), store.totals(Selection(over=True))
    assert before[0].host == store.host("one") == "host"
    store.delete("one")
    assert store.host("one") == "host"
    with pytest.raises(KeyError):
        store.game("one")
    (deleted,) = store.games(DELETED)
    assert (deleted.key, deleted.deleted) == ("one", "2026-11-22T12:00:00Z")
    store.restore("one")
    assert (store.game("one"), store.holders("one"), store.totals(Selection(over=True))) == before


def test_what_is_not_deleted_cannot_be_restored(store: Store) -> None:
    for key in ("one", "none"):
        with pytest.raises(KeyError):
            store.restore(key)
    assert store.totals(Selection(over=True)) == [Total("Ada", 1, 1, 0, 0), Total("Bo", 1, 0, 0, 1)]


def test_after_thirty_days_a_deleted_game_is_gone_and_nothing_else(
    store: Store, calendar: Calendar, tmp_path: Path
) -> None:
    store.delete("one")
    calendar.pass_by(RESTORABLE_DAYS)
    store.remove_deleted()
    assert store.count(DELETED) == 1
    calendar.pass_by(0.01)
    store.remove_deleted()
    assert rows(tmp_path) == {"games": 1, "entries": 1, "ends": 0, "results": 0, "claims": 1}
    assert store.game("two").actions == ("b1b3",)


def test_deleting_again_does_not_begin_the_days_anew(store: Store, calendar: Calendar) -> None:
    store.delete("one")
    calendar.pass_by(20)
    store.delete("one")
    assert store.games(DELETED)[0].deleted == "2026-11-22T12:00:00Z"


def test_days_are_not_counted_while_nobody_knows_the_date(store: Store, calendar: Calendar) -> None:
    calendar.known = False
    store.delete("one")
    calendar.pass_by(400)
    store.remove_deleted()
    calendar.known = True
    store.remove_deleted()
    calendar.pass_by(29)
    calendar.known = False
    store.remove_deleted()
    assert store.games(DELETED)[0].deleted == "2027-12-27T12:00:00Z"
    calendar.known = True
    calendar.pass_by(2)
    store.remove_deleted()
    assert store.count(DELETED) == 0


def test_a_clock_that_went_back_removes_nothing(store: Store, calendar: Calendar) -> None:
    store.delete("one")
    calendar.pass_by(-10_000)
    store.remove_deleted()
    assert store.count(DELETED) == 1


@pytest.mark.parametrize(
    "damaged", ["", "?", "0", "2026", "-4712-01-01T00:00:00Z", "1970-01-01", "\x00", "2026-13-40T99:00:00Z"]
)
def test_a_date_that_cannot_be_read_removes_nothing(
    store: Store, calendar: Calendar, tmp_path: Path, damaged: str
) -> None:
    store.delete("one")
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as db:
        db.execute("UPDATE games SET deleted = ? WHERE key = 'one'", (damaged,))
    store.remove_deleted()
    store.restore("one")
    assert store.game("one").actions == ("b1b3",)


def test_seats_of_deleted_games_do_not_count_as_held(store: Store) -> None:
    assert store.held_seats("phone") == 1
    store.delete("two")
    assert store.held_seats("phone") == 0


def test_games_from_before_they_could_be_restored_are_there_and_have_no_host(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    prepare(path, MIGRATIONS[:2])
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("INSERT INTO games VALUES ('old', 'pawn', 1, '{}', '{}', 1, NULL, '', '')")
    store = Store(tmp_path)
    assert (store.game("old").host, store.game("old").deleted) == ("", None)
    store.close()


def test_what_is_left_of_a_damaged_game_does_not_say_who_started_it(store: Store) -> None:
    assert "Ada" in store.raw("one") and "host" not in store.raw("one")


# --- copies ------------------------------------------------------------------------------------------------------


def test_a_backup_keeps_deleted_games_and_their_days_begin_anew_when_it_is_put_back(
    store: Store, calendar: Calendar, tmp_path: Path
) -> None:
    store.delete("one")
    backups = Backups(store, tmp_path)
    contents = backups.write(tmp_path / "all.zip")
    assert contents_of(tmp_path / "all.zip") == contents
    assert (contents.games, contents.finished, contents.deleted) == (1, 0, 1)
    calendar.pass_by(100)
    store.remove_deleted()
    assert store.count(DELETED) == 0
    backups.restore(tmp_path / "all.zip")
    store.remove_deleted()
    store.restore("one")
    assert store.totals(Selection(over=True)) == [Total("Ada", 1, 1, 0, 0), Total("Bo", 1, 0, 0, 1)]


# --- a running table ---------------------------------------------------------------------------------------------


def test_a_game_that_is_put_on_the_table_meanwhile_is_not_deleted(table: Any) -> None:
    """Whoever is first wins: a game is deleted or on the table, never both."""
    key = table.start()
    for _ in range(30):
        table.desk.send(ParkGame())
        deleting = threading.Thread(target=tried, args=(table.desk.shelf.delete, key))
        deleting.start()
        tried(table.desk.resume, key)
        deleting.join()
        on_table, deleted = table.desk.snapshot().key == key, table.store.count(DELETED) == 1
        assert on_table != deleted
        if deleted:
            table.desk.shelf.restore(key)
            table.desk.resume(key)
    assert table.program.writer.wait_idle(PATIENCE_S) and table.program.writer.failure is None


def tried(work: Any, key: str) -> None:
    """Do something that may come too late."""
    with suppress(KeyError, Refused):
        work(key)


def test_a_first_action_that_is_being_stored_keeps_its_game_when_another_begins(table: Any) -> None:
    """A program's action is stored before it is shown."""
    key, writer, late = table.start(), table.program.writer, list[tuple[Any, ...]]()
    assert writer.wait_idle(PATIENCE_S)
    report, writer._report = writer._report, lambda *answer: late.append(answer)
    table.desk.send(PlayAction("g1g2", frozenset({Seat.WHITE}), None))
    assert table.scene.action_count == 0
    table.start()
    writer._report = report
    for answer in late:
        report(*answer)
    assert writer.wait_idle(PATIENCE_S)
    assert table.store.game(key).actions == ("g1g2",)
