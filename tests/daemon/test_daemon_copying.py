"""Daily copies of a running table, and everything put back while it runs."""

import io
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE_S

from daemon.services.backup_thread import DAY_S, BackupThread
from daemon.services.backups import DAILY, Backups
from daemon.storage.file.archive import BOARD_MAP
from daemon.storage.file.disk_errors import BROKEN
from daemon.storage.file.games_file import FILE_NAME
from daemon.storage.store import Store
from engine.core.messages import Message
from engine.core.pieces import Seat
from table.messages.effects import StoreAction, StoreGame
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from table.messages.settings import Settings

PAGE = 4096
"""The size of a page of the database, in bytes."""
GAME = StoreGame("k1", NewGame("pawn-advance", {}, {Seat.WHITE: "Ada"}, True))


class Days:
    """A machine through the days."""

    def __init__(self, directory: Path, medium: Path | None = None) -> None:
        self.now_s, self.date = 1000.0, "2026-11-21"
        self.store = Store(directory, now=lambda: f"{self.date}T12:00:00Z" if self.date else "")
        self.store.append(GAME)
        self.backups = Backups(self.store, directory, medium)
        self.warnings: list[Message | None] = []
        self.start()

    def start(self) -> None:
        """Start the program (again)."""
        self.copying = BackupThread(
            self.backups, self.warnings.append, self.store.remove_deleted, lambda: self.now_s, lambda: self.date
        )

    def play(self) -> None:
        self.store.append(StoreAction("k1", self.store.entry_count("k1") + 1, "a2a3"))

    def look(self) -> int:
        self.copying.look()
        return len(self.backups.listed())

    def close(self) -> None:
        self.store.close()


@pytest.fixture
def days(tmp_path: Path) -> Any:
    made = Days(tmp_path)
    yield made
    made.close()


def test_a_copy_is_made_once_a_day_however_often_the_program_starts(days: Days) -> None:
    assert days.look() == 1
    for _ in range(3):
        days.play()
        days.start()
        assert days.look() == 1
    days.date, days.now_s = "2026-11-22", days.now_s + DAY_S
    assert days.look() == 2


def test_a_day_on_which_nothing_was_played_pushes_no_older_copy_out(days: Days) -> None:
    assert days.look() == 1
    for day in range(22, 28):
        days.date, days.now_s = f"2026-11-{day}", days.now_s + DAY_S
        assert days.look() == 1
    days.play()
    days.date, days.now_s = "2026-11-29", days.now_s + DAY_S
    assert days.look() == 2


def test_without_a_date_a_copy_is_made_each_run_and_each_day_of_it(days: Days) -> None:
    days.date = ""
    assert days.look() == 1
    days.play()
    assert days.look() == 1
    days.now_s += DAY_S
    assert days.look() == 2
    days.play()
    days.start()
    assert days.look() == 3


def test_a_medium_that_is_not_there_is_said_and_tried_again(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    days = Days(tmp_path / "data", tmp_path / "stick")
    assert days.look() == 0
    assert "Check that its disk is plugged in" in str(days.warnings[-1])
    (tmp_path / "stick").mkdir()
    assert days.look() == 1
    assert days.warnings[-1] is None
    days.close()


def test_a_damaged_file_is_told_and_pushes_no_good_copy_out(days: Days, tmp_path: Path) -> None:
    days.look()
    days.close()
    file, copies = tmp_path / FILE_NAME, days.backups.listed()
    whole = file.read_bytes()
    for page in range(1, len(whole) // PAGE):
        file.write_bytes(whole[: page * PAGE] + b"\x55" * PAGE + whole[(page + 1) * PAGE :])
        days.store, days.date = Store(tmp_path), "2026-11-22"
        days.backups = Backups(days.store, tmp_path)
        days.start()
        days.look()
        days.close()
        assert (days.backups.listed(), days.warnings[-1]) == (copies, BROKEN), page
    file.write_bytes(whole)
    days.store = Store(tmp_path)


def test_what_a_power_cut_left_half_done_is_cleared_away(days: Days, tmp_path: Path) -> None:
    days.look()
    for folder in (tmp_path, tmp_path / "backups"):
        (folder / ".archive-abc").mkdir()
        (folder / ".archive-abc" / "games.sqlite3").write_bytes(b"half")
    days.backups.sweep()
    assert not list(tmp_path.rglob(".archive-*"))


# --- a running table ---------------------------------------------------------------------------------------------


def test_the_owner_puts_everything_back_while_a_game_is_on_the_table(table: Any, tmp_path: Path) -> None:
    first = table.start()
    table.move("b1", "b3")
    with table.desk.backups.fresh() as opened:
        archive = opened.read()
    table.move("c1", "c3")
    second = table.start()
    table.desk.save_settings(Settings(brightness=11))
    brought = table.desk.backups.take_in(io.BytesIO(archive))
    assert brought.games == 1
    table.desk.restore(brought.name)
    assert table.until(lambda scene: scene.status == "empty").key == ""
    assert [game.key for game in table.desk.shelf.games()] == [first]
    assert table.store.game(first).actions == ("b1b3",)
    assert table.desk.settings().brightness == 60
    table.desk.resume(first)
    table.until(lambda scene: scene.status == "play")
    table.move("c1", "c2")
    replaced = next(each for each in table.desk.backups.listed() if each.kind == "replaced")
    table.desk.restore(replaced.name)
    assert {game.key for game in table.desk.shelf.games()} == {first, second}
    assert table.store.game(first).actions == ("b1b3", "c1c3")


def test_a_bad_archive_is_refused_in_words_and_the_game_goes_on(table: Any) -> None:
    table.start()
    with pytest.raises(Refused, match="damaged, or Pawnlight did not make it. Nothing was changed") as caught:
        table.desk.backups.take_in(io.BytesIO(b"a photo"))
    assert caught.value.status == 422
    table.move("b1", "b3")


def test_a_disk_without_room_for_the_copy_of_what_is_there_keeps_it(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = table.start()
    with table.desk.backups.fresh() as archive:
        brought = table.desk.backups.take_in(archive)

    def fail(*given: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Store, "archive", fail)
    with pytest.raises(Refused, match="nothing was changed .database or disk is full"):
        table.desk.restore(brought.name)
    assert table.store.game(key).key == key


def test_a_board_map_that_cannot_be_written_is_all_that_is_not_restored(table: Any, tmp_path: Path) -> None:
    key = table.start()
    table.program.writer.wait_idle(PATIENCE_S)
    (tmp_path / BOARD_MAP).write_text("the map of then")
    with table.desk.backups.fresh() as archive:
        brought = table.desk.backups.take_in(archive)
    (tmp_path / BOARD_MAP).write_text("the map of now")
    table.start()
    table.desk.save_settings(Settings(brightness=11))
    in_the_way = tmp_path / f"{BOARD_MAP}.new"
    in_the_way.mkdir()
    with pytest.raises(Refused, match="^Everything but the board map was restored .*restart Pawnlight"):
        table.desk.restore(brought.name)
    assert [game.key for game in table.desk.shelf.games()] == [key]
    assert table.desk.settings().brightness == 60, "what was restored is in force"
    in_the_way.rmdir()
    Backups(table.store, tmp_path).sweep()
    assert (tmp_path / BOARD_MAP).read_text() == "the map of then"


def test_what_lost_its_directory_can_still_be_taken_home(new_table: Any, tmp_path: Path) -> None:
    data, away = tmp_path / "data", tmp_path / "away"
    data.mkdir()
    with new_table(data) as table:
        key = table.start()
        table.move("b1", "b3")
        assert table.program.writer.wait_idle(PATIENCE_S)
        data.rename(away)
        data.mkdir()
        with table.desk.backups.fresh() as archive:
            data.joinpath("backups").rmdir()
            data.rmdir()
            away.rename(data)
            table.desk.backups.take_in(archive)
        assert table.store.game(key).actions == ("b1b3",)
        assert DAILY not in [each.kind for each in table.desk.backups.listed()]
