"""Concurrent reads and writes: no value, no copy and no board map is lost."""

import io
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from meanwhile import ToldLock, meanwhile
from waiting import PATIENCE_S

import daemon.services.backups as backups_module
import daemon.storage.file.archive as archive_module
import daemon.storage.store as store_module
from daemon.services.backup_service import DeskBackups
from daemon.services.backups import KEPT, Backups, restore_instead
from daemon.services.library import game_of
from daemon.storage.file import schema
from daemon.storage.file.archive import BOARD_MAP, unpack
from daemon.storage.file.connection import write_whole
from daemon.storage.file.games_file import FILE_NAME
from daemon.storage.file.schema import MIGRATIONS, connect, prepare
from daemon.storage.store import Store
from engine.core.pieces import Seat
from engine.records.game_record import read_record
from table.messages.events import ParkGame
from table.messages.settings import Settings


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path)) as opened:
        yield opened


@pytest.mark.parametrize(
    ("name", "read", "keep", "kept"),
    [
        ("settings", Store.settings, lambda store: store.save_settings(Settings(brightness=17)),
         Settings(brightness=17)),
        ("banned", Store.banned, lambda store: store.keep_banned(frozenset({"rude"})), {"rude"}),
        ("knowing", Store.knowing, lambda store: store.keep_knowing("mine", "", 5), ("mine",)),
    ],
)
def test_a_value_that_is_kept_while_another_finds_the_old_one_unreadable_stays(
    store: Store, name: str, read: Any, keep: Any, kept: object
) -> None:
    store._set_fact(name, "[unreadable")
    with meanwhile(store, "_put_aside", lambda: keep(store), lambda: False):
        read(store)
    assert read(store) == kept


@pytest.fixture
def archive(store: Store, tmp_path: Path) -> bytes:
    with Backups(store, tmp_path).fresh() as fresh:
        return fresh.read()


@pytest.mark.parametrize(
    ("there", "owner", "where", "after"),
    [(0, Backups, "_free_name", True), (KEPT, Backups, "_free_name", True), (KEPT, Path, "unlink", False)],
)
def test_two_copies_that_are_brought_at_once_are_both_kept(
    store: Store, tmp_path: Path, archive: bytes, there: int, owner: type, where: str, after: bool
) -> None:
    """Also where each of them is one too many, and an older one goes."""
    backups = Backups(store, tmp_path)
    for _ in range(there):
        backups.take_in(io.BytesIO(archive))
    told = backups._naming = ToldLock()  # type: ignore[assignment]
    names: list[Path] = []

    def bring() -> None:
        names.append(backups.take_in(io.BytesIO(archive)))

    with meanwhile(owner, where, bring, told.awaited.is_set, after):
        bring()
    assert len(set(names)) == 2 and all(name.exists() for name in names)
    assert len(list((tmp_path / "backups").iterdir())) == min(there + 2, KEPT)


def waited_for(directory: Path) -> Callable[[], bool]:
    """A condition that is true if another process, or another store of this one, waits to change a data directory."""
    locks, number = Path("/proc/locks"), directory.stat().st_ino
    return lambda: any("-> FLOCK" in line and f":{number} " in line for line in locks.read_text().splitlines())


@pytest.mark.parametrize("imported_by", ["the panel", "a command"])
def test_a_game_that_is_imported_while_a_copy_is_put_back_is_in_the_store_or_in_the_copy_of_what_was_replaced(
    store: Store, tmp_path: Path, archive: bytes, imported_by: str
) -> None:
    backups = Backups(store, tmp_path)
    brought = backups.take_in(io.BytesIO(archive))
    game = game_of(read_record('[Game "pawn-advance"]\n[Rules "1"]\n[White "Ada"]\n[Black "Bo"]\n\nb1b3\n'))
    with closing(Store(tmp_path)) as other:
        importing = store if imported_by == "the panel" else other
        waits = (lambda: len(store._turns._waiting) > 1) if importing is store else waited_for(tmp_path)
        with meanwhile(backups, "write", lambda: importing.add(game), waits, after=True):
            backups.restore(brought)
    replaced = tmp_path / "unpacked"
    replaced.mkdir()
    unpack(backups.path("replaced-000002.zip"), replaced)
    with closing(Store(replaced)) as before:
        assert game.key in {kept.key for kept in (*store.games(), *before.games())}


def test_a_command_that_begins_while_a_damaged_file_makes_room_finds_what_was_restored(
    store: Store, tmp_path: Path, archive: bytes
) -> None:
    (tmp_path / "all.zip").write_bytes(archive)
    data, opened = tmp_path / "damaged", list[Store]()
    data.mkdir()
    (data / FILE_NAME).write_bytes(b"damaged" * 1000)
    with meanwhile(backups_module, "_set_aside", lambda: opened.append(Store(data)), waited_for(data), after=True):
        restore_instead(tmp_path / "all.zip", data)
    opened[0].close()


def test_a_copy_that_is_pushed_out_while_somebody_looks_for_it_is_not_there(
    store: Store, tmp_path: Path, archive: bytes
) -> None:
    backups = Backups(store, tmp_path)
    desk = DeskBackups(backups)
    older, newer = (backups.take_in(io.BytesIO(archive)) for _ in range(2))
    with meanwhile(backups, "listed", older.unlink, lambda: False, after=True):
        assert [copy.name for copy in desk.listed()] == [newer.name]
    with meanwhile(backups_module, "_forget_secrets", newer.unlink, lambda: False), pytest.raises(KeyError):
        desk.open(newer.name)


@pytest.mark.parametrize("before", ["", "the map of then"])
@pytest.mark.parametrize("where", ["_copy_games", "_manifest"])
def test_a_board_map_that_is_learnt_while_a_copy_is_written_spoils_it_not(
    store: Store, tmp_path: Path, before: str, where: str
) -> None:
    backups = Backups(store, tmp_path)
    if before:
        backups.board_map.write_text(before)
    learn = partial(write_whole, backups.board_map, b"the map of now, which is longer")
    with meanwhile(archive_module, where, learn, lambda: False, after=True):
        backups.write(tmp_path / "all.zip")
    (tmp_path / "unpacked").mkdir()
    unpack(tmp_path / "all.zip", tmp_path / "unpacked")
    packed = tmp_path / "unpacked" / BOARD_MAP
    assert (packed.read_text() if packed.exists() else "") == before


@pytest.mark.parametrize("drawn_by", ["the panel", "a command"])
def test_a_pin_that_is_drawn_while_a_copy_is_put_back_is_the_pin(
    store: Store, tmp_path: Path, archive: bytes, drawn_by: str
) -> None:
    backups, pins = Backups(store, tmp_path), [store.new_pin()]
    brought = backups.take_in(io.BytesIO(archive))
    with closing(Store(tmp_path)) as other:
        drawing = store if drawn_by == "the panel" else other
        waits = (lambda: len(store._turns._waiting) > 1) if drawing is store else waited_for(tmp_path)
        with meanwhile(store_module, "count_anew", lambda: pins.append(drawing.new_pin()), waits):
            backups.restore(brought)
    assert store.pin() == pins[1] != pins[0]


def test_of_two_programs_that_start_with_a_file_of_an_earlier_version_one_waits_for_the_other(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    prepare(path, MIGRATIONS[:-1])
    with meanwhile(schema, "_migrate", lambda: Store(tmp_path).close(), waited_for(tmp_path)):
        Store(tmp_path).close()
    copy = path.with_name(f"{FILE_NAME}.v{len(MIGRATIONS) - 1}")
    assert sorted(tmp_path.iterdir()) == [path, copy]
    with closing(connect(copy)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) - 1,)


def test_a_game_that_comes_back_while_all_phones_are_signed_out_is_held_by_none_of_them(table: Any) -> None:
    key = table.start()
    table.desk.take_seat(Seat.WHITE, "mine")
    table.desk.send(ParkGame())
    told = table.desk._games.changing = ToldLock()

    def sign_out() -> None:
        table.desk.sign_out()
        table.desk.free_all_seats()

    with meanwhile(table.store, "holders", sign_out, told.awaited.is_set, after=True):
        table.desk.resume(key)
    assert table.desk.snapshot().key == key and table.desk.snapshot().holders == {}


# --- changed by the disk's or the table's thread alone -----------------------------------------------------------


def test_of_two_lessons_that_are_solved_at_once_on_a_slow_disk_both_are_kept(store: Store) -> None:
    with meanwhile(
        store, "_commit", lambda: store.keep_solved("Zoë", "pawn", "jump"), lambda: len(store._turns._waiting) > 1
    ):
        store.keep_solved("Zoë", "pawn", "step")
    assert {game: set(lessons) for game, lessons in store.solved("Zoë").items()} == {"pawn": {"step", "jump"}}


def test_of_two_phones_that_take_a_seat_at_once_on_a_slow_disk_neither_loses_it(table: Any) -> None:
    key = table.start()
    with meanwhile(
        table.store, "set_holder", lambda: table.desk.take_seat(Seat.BLACK, "yours"),
        lambda: len(table.desk.snapshot().holders) == 2,
    ):
        table.desk.take_seat(Seat.WHITE, "mine")
    assert table.program.writer.wait_idle(PATIENCE_S)
    assert table.store.holders(key) == table.desk.snapshot().holders == {Seat.WHITE: "mine", Seat.BLACK: "yours"}
