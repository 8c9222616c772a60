"""Backups of everything: made each day, handed to the owner, and restored."""

import hashlib
import logging
import re
import shutil
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final

from daemon.base.errors import BadArchive
from daemon.storage.file.archive import BOARD_MAP, GAMES, MAP_BEFORE, Contents, contents_of, unpack, write_archive
from daemon.storage.file.connection import ASIDE, connect, sync, write_whole
from daemon.storage.file.fair_lock import alone
from daemon.storage.file.schema import SECRETS_UNTIL
from daemon.storage.games.deletion import count_anew
from daemon.storage.games.rows import set_fact
from daemon.storage.store import Store

log = logging.getLogger(__name__)

FOLDER: Final = "backups"
"""The directory of backups in the data directory, unless the configuration names another one."""
KEPT: Final = 7
"""The number of backups of each kind that are kept."""
DAILY, REPLACED, BROUGHT, UPDATED = "daily", "replaced", "brought", "updated"
"""The kinds: made each day; made of the data before a backup was restored; brought by the owner; made before an update
of the program."""
BEGUN: Final = (".archive-", ".unpacked-", ".brought-", ".fresh-")
"""The prefixes of directories in which work is under way."""
Failure = (OSError, sqlite3.Error)
"""The errors that may prevent making or restoring a backup, besides a bad archive."""
_NAME = re.compile(r"(daily|replaced|brought|updated)-(\d{6})\.zip")


class Backups:
    """The backups of one data directory. May be used from any thread."""

    def __init__(self, store: Store, data_dir: Path, medium: Path | None = None) -> None:
        """:param medium: a directory on another medium, for the daily copies."""
        self._store = store
        self._data_dir = data_dir
        self._folder = data_dir / FOLDER
        self._medium = medium
        self._naming = threading.Lock()
        """Held while a backup that is brought is given its name."""

    @property
    def board_map(self) -> Path:
        """The path of the board map."""
        return self._data_dir / BOARD_MAP

    def listed(self) -> list[tuple[Path, Contents]]:
        """List all backups that can be read, the latest first."""
        found = []
        for path in sorted(self._files(), key=lambda path: path.name[-10:], reverse=True):
            try:
                found.append((path, contents_of(path)))
            except (BadArchive, OSError):
                continue  # it stays there, for people who look into the directory
        return found

    def path(self, name: str) -> Path:
        """Return the path of the backup of this name. Nothing in it lets anybody act as a phone.

        :raises KeyError: there is none.
        :raises BadArchive: it is damaged.
        :raises OSError: it cannot be read, or is of an earlier program and cannot be written anew.
        """
        for path in self._files():
            if path.name == name:
                _forget_secrets(path)
                return path
        raise KeyError(name)

    def forget_secrets(self) -> None:
        """Remove secrets from backups of earlier programs: their reader could act as a phone."""
        for path, _ in self.listed():
            try:
                _forget_secrets(path)
            except (BadArchive, *Failure) as error:
                log.warning("%s is of an earlier version and cannot be written anew: %s", path, error)

    def write(self, path: Path) -> Contents:
        """Write a backup of the present data.

        :raises OSError: that failed.
        :raises sqlite3.Error: the stored data cannot be read.
        """
        return self._store.archive(path, self.board_map)

    def make(self, kind: str) -> Path:
        """Make a backup among the others of its kind; one too many, the oldest, goes.

        If nothing has changed since the latest daily one, that stays the latest. A damaged file must not push good
        daily copies out.

        :raises UnusableStore: the file is damaged, so no daily copy is made of it.
        :raises OSError: that failed.
        :raises sqlite3.Error: the stored data cannot be read.
        """
        if kind == DAILY:
            self._store.check()
        folder = self._place(kind)
        latest = next((copy for copy in self.listed() if copy[0].name.startswith(DAILY)), None)
        path = self._free_name(folder, kind)
        contents = self.write(path)
        if kind == DAILY and latest is not None and latest[1].digest == contents.digest:
            path.unlink()
            return latest[0]
        self._prune(folder, kind)
        return path

    def fresh(self) -> IO[bytes]:
        """Make a backup of the present data, to be read; it is deleted when it is closed.

        :raises OSError: that failed.
        :raises sqlite3.Error: the stored data cannot be read.
        """
        with TemporaryDirectory(dir=self._place(BROUGHT), prefix=".fresh-") as inside:
            path = Path(inside) / "archive"
            self.write(path)
            return path.open("rb")

    def sweep(self) -> None:
        """Finish or remove what a power cut has left half done. To be called while nothing else is done here.

        :raises OSError: a board map that was restored cannot be put into its file.
        """
        self.put_map()
        for folder in (self._data_dir, self._folder, self._medium):
            if folder is not None:
                for left in (path for begun in BEGUN for path in folder.glob(f"{begun}*")):
                    shutil.rmtree(left, ignore_errors=True)

    def take_in(self, stream: IO[bytes]) -> Path:
        """Store an archive that the owner brings, and return its path.

        :raises BadArchive: it is damaged, or newer than this program.
        :raises OSError: it cannot be stored.
        """
        folder = self._place(BROUGHT)
        with TemporaryDirectory(dir=folder, prefix=".brought-") as inside:
            path = Path(inside) / "archive"
            with path.open("xb") as file:
                shutil.copyfileobj(stream, file)
            with checked(path, folder):
                pass
            _forget_secrets(path)
            sync(path)
            with self._naming:
                kept = path.rename(self._free_name(folder, BROUGHT))
                sync(folder)
                self._prune(folder, BROUGHT)
        return kept

    def restore(self, path: Path) -> Contents:
        """Replace the stored data by that of an archive, after a backup of it was made.

        :raises BadArchive: it is damaged, or newer than this program. Nothing was changed then.
        :raises OSError: for example, the backup cannot be made.
        :raises sqlite3.Error: the stored data cannot be read or replaced.
        """
        with checked(path, self._data_dir) as (folder, contents):
            place, board_map = self._place(REPLACED), _restored_map(folder, self.board_map)
            self._store.replace(folder / GAMES, board_map, lambda: self.write(self._free_name(place, REPLACED)))
            self._prune(place, REPLACED, path)
        return contents

    def put_map(self) -> None:
        """Put a restored board map into its file."""
        restored, before = self._store.restored_map()
        if restored:
            if before in ("", _stamp(self.board_map)):
                write_whole(self.board_map, restored.encode())
            self._store.keep_no_map()

    # --- names ---------------------------------------------------------------------------------------------------

    def _files(self) -> Iterator[Path]:
        for folder in dict.fromkeys(folder for folder in (self._folder, self._medium) if folder is not None):
            if folder.is_dir():
                yield from (path for path in folder.iterdir() if _NAME.fullmatch(path.name))

    def _place(self, kind: str) -> Path:
        if kind == DAILY and self._medium is not None:
            return self._medium  # never created: without its medium, that would be a directory on this one
        self._folder.mkdir(mode=0o700, exist_ok=True)
        return self._folder

    def _free_name(self, folder: Path, kind: str) -> Path:
        """Return the next free name. Names are numbered, because the clock may be wrong."""
        numbers = [int(path.name[-10:-4]) for path in self._files()]
        return folder / f"{kind}-{max(numbers, default=0) + 1:06}.zip"

    def _prune(self, folder: Path, kind: str, *spared: Path) -> None:
        """Remove the oldest copies of a kind, but not those that are to be ``spared``."""
        stay = {each.resolve() for each in spared}
        for path in sorted(path for path in folder.glob(f"{kind}-*.zip") if _NAME.fullmatch(path.name))[:-KEPT]:
            if path.resolve() not in stay:
                try:
                    path.unlink(missing_ok=True)
                except OSError as error:  # one copy too many is no reason to say that the latest was not made
                    log.warning("%s cannot be removed: %s", path, error)


@contextmanager
def checked(path: Path, beside: Path) -> Iterator[tuple[Path, Contents]]:
    """Unpack an archive into a directory that lasts as long as the context, checked to the last byte.

    :raises BadArchive: it is damaged, or newer than this program.
    """
    with TemporaryDirectory(dir=beside, prefix=".unpacked-") as folder:
        yield Path(folder), unpack(path, Path(folder))


def _forget_secrets(path: Path) -> None:
    """Write an archive anew if it holds the cookies of phones, as those of earlier programs do."""
    if contents_of(path).schema <= SECRETS_UNTIL:
        with checked(path, path.parent) as (folder, contents), closing(connect(folder / GAMES)) as games:
            write_archive(path, games, folder / BOARD_MAP, contents.made)


def _restored_map(folder: Path, board_map: Path) -> Mapping[str, str]:
    """Return what is stored of the board map in a directory until it is in its file; see :meth:`Store.restored_map`."""
    brought = folder / BOARD_MAP
    return {BOARD_MAP: brought.read_text(encoding="utf-8"), MAP_BEFORE: _stamp(board_map)} if brought.exists() else {}


def _stamp(file: Path) -> str:
    """Return what tells one state of a file from any other: also the same content, written anew."""
    try:
        return f"{file.stat().st_mtime_ns} {hashlib.sha256(file.read_bytes()).hexdigest()}"
    except FileNotFoundError:
        return "none"


def restore_instead(path: Path, data_dir: Path) -> Path:
    """Restore an archive in place of a database that cannot be opened, which is moved into a directory of its own;
    return that.

    :raises BadArchive: it is damaged, or newer than this program. Nothing was changed then.
    :raises OSError: that failed.
    """
    with checked(path, data_dir) as (folder, _):
        with closing(connect(folder / GAMES)) as games:
            count_anew(games)
            for name, value in _restored_map(folder, data_dir / BOARD_MAP).items():
                set_fact(games, name, value)
        with alone(data_dir):
            aside = _set_aside(data_dir)
            (folder / GAMES).rename(data_dir / GAMES)
            sync(data_dir)
    return aside


def _takes(folder: Path, names: set[str]) -> bool:
    """True if moving files there was interrupted."""
    there = {file.name for file in folder.glob("*")}
    return folder.exists() and (not there or GAMES in there and not there & names)


def _set_aside(data_dir: Path) -> Path:
    """Move all files of the database into a directory; continue if that was interrupted."""
    files = sorted(data_dir.glob(f"{GAMES}*"))  # the games before their log, without which they would not be complete
    number = 1
    while (data_dir / f"{ASIDE}{number}").exists():
        number += 1
    latest = data_dir / f"{ASIDE}{number - 1}"
    folder = latest if _takes(latest, {file.name for file in files}) else data_dir / f"{ASIDE}{number}"
    folder.mkdir(mode=0o700, exist_ok=True)
    for file in files:
        file.rename(folder / file.name)
    sync(folder)
    sync(data_dir)
    return folder
