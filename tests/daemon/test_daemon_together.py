"""Concurrent reads and writes: no value, no copy and no board map is lost."""

import io
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from meanwhile import ToldLock, meanwhile
from waiting import PATIENCE_S

from daemon.services.backups import KEPT, Backups
from daemon.storage.store import Store
from engine.core.pieces import Seat
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
        ("knowing", Store.knowing, lambda store: store.keep_knowing(("mine",)), ("mine",)),
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
