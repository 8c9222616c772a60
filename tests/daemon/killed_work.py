"""Work on the data directory that is killed right before each change it makes there, and started again afterwards.

A program of its own, as ``kill_at.c`` has to be preloaded: it is given the name of the work, that library, an empty
directory, and how many of the plain writes and of the other changes there are for each that is tried. It prints how
many kills it tried and what was wrong after them.
"""

import contextlib
import ctypes
import io
import json
import os
import shutil
import sqlite3
import sys
import traceback
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from daemon.base.errors import UnusableStore
from daemon.cli import main
from daemon.services.backups import BROUGHT, DAILY, KEPT, REPLACED, Backups
from daemon.storage.file.archive import BOARD_MAP, GAMES, contents_of, unpack
from daemon.storage.file.connection import others
from daemon.storage.file.schema import MIGRATIONS, SECRETS_UNTIL, prepare
from daemon.storage.games.deletion import remove_games
from daemon.storage.store import Store
from engine.core.pieces import Seat
from table.messages.effects import StoreAction, StoreGame
from table.messages.new_game import NewGame
from webpanel.limits.banned_phones import token_of

OLD: Final = MIGRATIONS[:SECRETS_UNTIL]
SECRET: Final = "secret-of-the-phone-of-the-test"
PIN: Final = "314159"
LEFT: Final = b"left of the games" * 1000
ARCHIVE: Final = "all.zip"
"""Beside the data directory's copy, as the owner has it at home."""


# --- what there is before ----------------------------------------------------------------------------------------


def play(data: Path, key: str) -> None:
    """Keep a game with a move."""
    with closing(Store(data)) as store:
        store.append(StoreGame(key, NewGame("pawn-advance", {}, {Seat.WHITE: "Ada"}, True)))
        store.append(StoreAction(key, 1, "b1b3"))


def filled(data: Path, key: str, board_map: str) -> None:
    """A data directory with a game, a seat that is taken, and a board map."""
    data.mkdir()
    play(data, key)
    with closing(Store(data)) as store:
        store._set_fact("pin", PIN)
        store.set_holder(key, Seat.WHITE, token_of(SECRET))
    (data / BOARD_MAP).write_text(board_map)


def old(data: Path) -> None:
    """A file of an earlier program, and a copy from before that."""
    data.mkdir()
    prepare(data / GAMES, OLD)
    with closing(sqlite3.connect(data / GAMES, isolation_level=None)) as db:
        db.execute("INSERT INTO games (key, game_id, rules, options, players, screen, started) "
                   "VALUES ('one', 'pawn-advance', 1, '{}', '{}', 1, '')")
        db.execute("INSERT INTO claims VALUES ('another', 'black', ?)", (f"{SECRET}, that gave its seat back",))
        db.execute("DELETE FROM claims")
        db.execute("INSERT INTO claims VALUES ('one', 'white', ?)", (SECRET,))
        db.execute("INSERT INTO facts VALUES ('pin', ?)", (PIN,))
    shutil.copyfile(data / GAMES, data / f"{GAMES}.v12")


def upgraded(data: Path) -> None:
    old(data)
    play(data, "two")


def with_archive(data: Path) -> None:
    filled(data, "mine", "my map")
    filled(data.parent / "there", "theirs", "their map")
    with closing(Store(data.parent / "there")) as store:
        Backups(store, data.parent / "there").write(data.parent / ARCHIVE)


def damaged(data: Path) -> None:
    with_archive(data)
    shutil.copyfile(data / GAMES, data / f"{GAMES}.v12")
    (data / GAMES).write_bytes(LEFT)


def with_copies(data: Path) -> None:
    with_archive(data)
    with closing(Store(data)) as store:
        for number in range(KEPT):
            store.append(StoreAction("mine", 2 + number, "c1c2"))
            Backups(store, data).make(DAILY)
            with (data.parent / ARCHIVE).open("rb") as brought:
                Backups(store, data).take_in(brought)
        store.append(StoreAction("mine", 100, "c1c2"))


def with_replaced(data: Path) -> None:
    """As many copies of what was replaced as are kept, of which the oldest alone has a game."""
    filled(data, "oldest", "my map")
    with closing(Store(data)) as store:
        for number in range(KEPT):
            Backups(store, data).make(REPLACED)
            store.append(StoreGame(f"later{number}", NewGame("pawn-advance", {}, {}, True)))
            with store._changing() as db:
                remove_games(db, ["oldest"])


# --- what is right afterwards ------------------------------------------------------------------------------------


def keys(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as db:
        return {key for (key,) in db.execute("SELECT key FROM games")}


def pin(file: Path) -> str:
    with closing(sqlite3.connect(file)) as db:
        return str(db.execute("SELECT value FROM facts WHERE name = 'pin'").fetchone()[0])


def started(data: Path) -> Backups:
    """As a start finds it."""
    store = Store(data)
    store.check()
    backups = Backups(store, data)
    backups.sweep()
    return backups


def opens(data: Path) -> None:
    assert keys(started(data)._store._path) == set()


def is_upgraded(data: Path) -> None:
    prepare(data / GAMES)
    assert (keys(data / GAMES), pin(data / GAMES)) == ({"one"}, PIN)
    with closing(sqlite3.connect(data / GAMES)) as db:
        assert db.execute("SELECT phone FROM claims").fetchall() == [(token_of(SECRET),)]
    assert not [file for file in data.rglob("*") if SECRET.encode() in file.read_bytes()]


def is_old(data: Path) -> None:
    prepare(data / GAMES, OLD)
    assert (keys(data / GAMES), pin(data / GAMES)) == ({"one"}, PIN)


def is_gone_back(data: Path) -> None:
    """With the older program."""
    is_old(data)
    assert {"one", "two"} in map(keys, others(data / GAMES))


def goes_on(data: Path) -> None:
    """With the newer one."""
    prepare(data / GAMES)
    assert pin(data / GAMES) == PIN
    assert {"one", "two"} in map(keys, (data / GAMES, *others(data / GAMES)))


def is_restored_or_not(data: Path) -> None:
    backups = started(data)
    found = keys(data / GAMES), backups.board_map.read_text()
    assert found in (({"mine"}, "my map"), ({"theirs"}, "their map")), found
    assert pin(data / GAMES) == PIN
    if found[0] == {"theirs"}:
        (data / "out").mkdir()
        unpack(backups.listed()[0][0], data / "out")
        assert (keys(data / "out" / GAMES), (data / "out" / BOARD_MAP).read_text()) == ({"mine"}, "my map")


def oldest_is_there(data: Path) -> None:
    """In the store, or still in its copy."""
    backups = started(data)
    copies = [path for path, _ in backups.listed()]
    if "oldest" not in keys(data / GAMES):
        (data / "out").mkdir()
        unpack(copies[-1], data / "out")
        assert "oldest" in keys(data / "out" / GAMES)
    assert KEPT <= len(copies) <= KEPT + 1


def a_map_that_is_learnt_then_stays(data: Path) -> None:
    (data / BOARD_MAP).write_text("the map of now")
    assert started(data).board_map.read_text() == "the map of now"


def words_say_where(data: Path) -> None:
    assert [file for file in data.rglob(f"{GAMES}*") if file.read_bytes() == LEFT], "nothing is lost"
    try:
        backups = started(data)
    except UnusableStore as error:
        (old,) = [file for file in data.rglob(GAMES) if file.read_bytes() == LEFT]
        assert str(old.relative_to(data)) in str(error), error
        assert restore_here(data) == 0
        backups = started(data)
    assert (keys(data / GAMES), backups.board_map.read_text()) == ({"theirs"}, "their map")
    aside = [sorted(file.name for file in folder.iterdir()) for folder in data.glob("damaged-*")]
    assert aside == [[GAMES, f"{GAMES}.v12"]], "what belongs together is together"


def copies_are_whole(data: Path) -> None:
    backups = started(data)
    assert keys(data / GAMES) == {"mine"} and pin(data / GAMES) == PIN
    assert not list(data.rglob(".*")), "nothing half done is left"
    archives = list((data / "backups").iterdir())
    assert len(archives) >= 2 * KEPT and len(backups.listed()) == len(archives)
    for archive in archives:
        contents_of(archive)
    (data / "out").mkdir()
    unpack(backups.listed()[0][0], data / "out")


def all_or_none_are_signed_out(data: Path) -> None:
    store = started(data)._store
    assert bool(store.generation()) == (not store.holders("mine"))


# --- work --------------------------------------------------------------------------------------------------------


def first_start(data: Path) -> None:
    with closing(Store(data)) as store:
        store.new_pin()


def restore_by_panel(data: Path) -> None:
    with closing(Store(data)) as store:
        Backups(store, data).restore(data.parent / ARCHIVE)
        Backups(store, data).put_map()


def restore_oldest(data: Path) -> None:
    with closing(Store(data)) as store:
        backups = Backups(store, data)
        backups.restore(backups.listed()[-1][0])


def restore_here(data: Path) -> int:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return main(["restore", str(data.parent / ARCHIVE), "--yes", "--data", str(data)])


def copy_all(data: Path) -> None:
    with closing(Store(data)) as store:
        Backups(store, data).make(DAILY)


def take_in(data: Path) -> None:
    with closing(Store(data)) as store, (data.parent / ARCHIVE).open("rb") as archive:
        assert BROUGHT in Backups(store, data).take_in(archive).name


def sign_out(data: Path) -> None:
    with closing(Store(data)) as store:
        store.sign_out()


@dataclass(frozen=True)
class Work:
    """A piece of work that may be killed: the data before it, the work, and the check after another start, each on its
    own."""

    before: Callable[[Path], None]
    do: Callable[[Path], object]
    after: tuple[Callable[[Path], None], ...]


WORK: Final = {
    "first start": Work(Path.mkdir, first_start, (opens,)),
    "upgrade": Work(old, lambda data: prepare(data / GAMES), (is_upgraded, is_old)),
    "going back": Work(upgraded, lambda data: prepare(data / GAMES, OLD), (is_gone_back, goes_on)),
    "restore": Work(with_archive, restore_by_panel, (is_restored_or_not, a_map_that_is_learnt_then_stays)),
    "restore of the oldest copy": Work(with_replaced, restore_oldest, (oldest_is_there,)),
    "restore over a damaged file": Work(damaged, restore_here, (words_say_where,)),
    "daily copy": Work(with_copies, copy_all, (copies_are_whole,)),
    "upload": Work(with_copies, take_in, (copies_are_whole,)),
    "sign out": Work(lambda data: filled(data, "mine", "my map"), sign_out, (all_or_none_are_signed_out,)),
}


# --- kills -------------------------------------------------------------------------------------------------------


def in_child(do: Callable[[], object]) -> str:
    """Do something in a process of its own; what went wrong, empty if it ended well or was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        said = ""
        try:
            do()
        except BaseException:
            said = traceback.format_exc()
        os.write(writing, said.encode()[-4000:])
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8", errors="replace") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said


def changes(work: Work, library: ctypes.CDLL, data: Path) -> str:
    """The kind of each change that the work makes, in order."""
    said = data.parent / "calls"

    def count() -> None:
        library.kill_at(0)
        work.do(data)
        number = ctypes.c_int.in_dll(library, "count").value
        found = (ctypes.c_char * number).in_dll(library, "calls").raw
        library.kill_at(0)
        said.write_bytes(found)

    wrong = in_child(count)
    assert not wrong, wrong
    return said.read_text()


def kill_everywhere(
    work: Work, library: ctypes.CDLL, folder: Path, one_write_of: int, one_other_of: int
) -> dict[str, object]:
    template, data = folder / "template", folder / "data"
    wrong = in_child(lambda: work.before(template))  # no connection of this process is in the way of a child's
    assert not wrong, wrong
    shutil.copytree(template, data)
    kinds = changes(work, library, data)
    tried = [number for number, kind in enumerate(kinds, 1)
             if number % (one_write_of if kind == "w" else one_other_of) == 0]
    failures = []
    for number in tried:
        for after in work.after:
            shutil.rmtree(data)
            shutil.copytree(template, data)
            in_child(lambda number=number: (library.kill_at(number), work.do(data)))  # type: ignore[misc]
            wrong = in_child(lambda after=after: after(data))  # type: ignore[misc]
            if wrong:
                failures.append(f"killed before change {number} ({kinds[number - 1]}), {after.__name__}:\n{wrong}")
    return {"changes": len(kinds), "kills": len(tried), "failures": failures}


if __name__ == "__main__":
    name, path, folder, *one_of = sys.argv[1:]
    print(json.dumps(kill_everywhere(WORK[name], ctypes.CDLL(path), Path(folder), *map(int, one_of))))
