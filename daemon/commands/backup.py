"""The commands that back up the data, restore it, and rescue it."""

import argparse
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Final

from daemon.base.errors import UnusableStore
from daemon.commands.arguments import UnusableFile, configuration, kept_store, named, opened_store
from daemon.commands.rescue import rescue as take_out
from daemon.services.backups import FOLDER, UPDATED, Backups, Failure, restore_instead
from daemon.storage.file.archive import Contents, contents_of, unpack
from daemon.storage.file.disk_errors import in_words
from daemon.storage.file.games_file import FILE_NAME
from daemon.storage.store import Store
from daemon.system.directory_lock import held, make_directory
from engine.core.text_rules import repaired


def backup(arguments: argparse.Namespace) -> int:
    """Write everything into one archive. May be done while the table runs."""
    data_dir = configuration(arguments).data_dir
    if arguments.file is None:
        return _backup_before_update(arguments, data_dir)
    writable = named(arguments.file, "written", "give a file that you may write")
    with in_words(), kept_store(arguments) as store, writable:
        print(_told(Backups(store, data_dir).write(arguments.file.absolute())))
    return 0


def _backup_before_update(arguments: argparse.Namespace, data_dir: Path) -> int:
    writable = named(data_dir / FOLDER, "written", "free some space, and make it writable for this user")
    with in_words(), kept_store(arguments) as store, writable:
        made = Backups(store, data_dir).make(UPDATED)
        print(f"{made}: {_told(contents_of(made))}")
    return 0


def restore(arguments: argparse.Namespace) -> int:
    """Show the contents of an archive, and replace the stored data by them."""
    data_dir = configuration(arguments).data_dir
    print(_told(_looked_into(arguments.file)))
    if not (arguments.yes or _agreed()):
        print("Nothing was changed: give --yes to put it back.")
        return 1
    make_directory(data_dir)
    with held(data_dir):
        print(f"Put back. What was there before is in {_put_back(arguments.file, data_dir)}.")
    return 0


def _looked_into(archive: Path) -> Contents:
    """Return the contents of an archive, if all of it is good."""
    try:
        with named(archive, "read", "give a file that exists and that you may read"), TemporaryDirectory() as folder:
            return unpack(archive, Path(folder))
    except sqlite3.Error as error:
        remedy = f"free some space in {gettempdir()}, or let TMPDIR name another directory"
        raise UnusableFile(f"{archive} cannot be unpacked ({error}): {remedy}") from error


def _put_back(archive: Path, data_dir: Path) -> Path:
    """Restore an archive, and return where the data from before is now."""
    before = _exchange(archive, data_dir)
    try:
        with closing(Store(data_dir)) as store:
            Backups(store, data_dir).put_map()
    except (UnusableStore, *Failure) as error:
        remedy = "free some space and make the data directory writable: the next start of the table puts it back"
        done = f"everything but the board map was put back, and what was there before is in {before}"
        raise UnusableFile(f"{done} ({error}): {remedy}") from error
    return before


def _exchange(archive: Path, data_dir: Path) -> Path:
    with _put_back_in_words():
        try:
            with closing(Store(data_dir)) as store:
                store.check()
                Backups(store, data_dir).restore(archive)
            return data_dir / FOLDER
        except UnusableStore as error:
            print(f"pawnlight: {error}", file=sys.stderr)
            return restore_instead(archive, data_dir)


def _told(contents: Contents) -> str:
    made = contents.made or "an unknown date"
    games = f"{contents.games} games, {contents.finished} of them finished"
    if contents.deleted:
        games += f"; {contents.deleted} deleted (can be restored)"
    return f"{games}; made {made} by pawnlight {contents.program}"


def _agreed() -> bool:
    if not sys.stdin.isatty():
        return False
    return input("Put this in the place of all that is kept here? [y/N] ").strip().lower() in ("y", "yes")


@contextmanager
def _put_back_in_words() -> Iterator[None]:
    try:
        yield
    except Failure as error:
        remedy = "free some space, and make the data directory writable for this user"
        raise UnusableFile(f"nothing was put back ({error}): {remedy}") from error


def rescue(arguments: argparse.Namespace) -> int:
    """Take every readable game out of a damaged data directory."""
    with named(arguments.directory, "read", f"give a directory with {FILE_NAME}"):
        (arguments.directory / FILE_NAME).stat()  # before a store is made for what is in it
        with opened_store(arguments) as store:
            try:
                rescued = take_out(arguments.directory, store)
            except sqlite3.DatabaseError as error:
                raise UnusableStore(f"nothing can be read out of {arguments.directory} ({error})") from error
    print(f"{len(rescued.whole)} games were taken, {len(rescued.there)} were here already.")
    for what, keys in (("damaged, set aside", rescued.partly), ("lost but for some actions", rescued.lost)):
        for key in keys:
            print(f"{repaired(key)}  {what}")
    return 0


COMMANDS: Final = {"backup": backup, "restore": restore, "rescue": rescue}
"""The commands of this module, by name."""
