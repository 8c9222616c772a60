"""An archive of all stored data in one file: a zip archive with the database, the board map, and a manifest of both.

It leaves out what makes somebody the owner or the holder of a seat, and such data in it would be ignored: a machine
keeps its own.
"""

import errno
import hashlib
import importlib.metadata
import json
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final

from daemon.base.errors import BadArchive, DaemonError, NewerArchive
from daemon.storage.file.connection import UNWRITABLE, connect, primary_code, sync
from daemon.storage.file.schema import MIGRATIONS, execute, shape, update
from engine.core.json_fields import OBJECT, TEXT, check, check_known, read_json, whole
from engine.core.messages import Message
from engine.core.text_rules import checked

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
GAMES: Final = "games.sqlite3"
BOARD_MAP: Final = "board-map.json"
MAP_BEFORE: Final = "board-map.json before"
"""The fact that holds the board map there was when another one was restored that is not in its file yet."""
LOCAL: Final = ("pin", "knowing", "banned", "generation", "compact", BOARD_MAP, MAP_BEFORE)
"""The names of single values that belong to one machine alone."""
LONGEST: Final[Mapping[str, int]] = {MANIFEST: 64 * 1024, BOARD_MAP: 1024**2, GAMES: 1024**3}
"""The files that may be in an archive, and the most bytes of each: a small archive may expand without end."""
UNREADABLE: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, KeyError, ValueError, OverflowError, NotImplementedError,
    RuntimeError,
)
"""The exceptions that reading a zip archive may raise if the file is not one."""
OF_THE_DISK: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, *UNWRITABLE)
"""The errors of SQLite where the disk is to blame, not the archive."""
_TEXTS: Final = ("made", "program")
_NUMBERS: Final = ("schema", "games", "finished", "deleted")
_FIELDS: Final = ("format", *_NUMBERS, *_TEXTS, "files")
_LONGEST_TEXT: Final = 40
_CHUNK = 256 * 1024
_COUNTED: Final = (
    "PRAGMA user_version",
    "SELECT count(*) FROM games WHERE deleted IS NULL",
    "SELECT count(*) FROM ends JOIN games ON key = game WHERE deleted IS NULL",
    "SELECT count(*) FROM games WHERE deleted IS NOT NULL",
)
"""The queries for the counts in a manifest."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The description of an archive in its manifest. ``made``: UTC, ISO 8601, empty if the clock was not right;
    ``finished``: the number of the games that are over; ``deleted``: the number of deleted games besides, which can be
    restored; ``digest``: two archives with the same one hold the same games."""

    made: str
    program: str
    schema: int
    games: int
    finished: int
    deleted: int
    digest: str


def write_archive(path: Path, source: sqlite3.Connection, board_map: Path, made: str) -> Contents:
    """Write an archive, whole or not at all, while games may be played on. It is readable for its owner alone.

    :raises OSError: for example, there is no room.
    :raises sqlite3.Error: the games cannot be read.
    """
    with TemporaryDirectory(dir=path.parent, prefix=".archive-") as folder:
        copy, map_copy = Path(folder) / GAMES, Path(folder) / BOARD_MAP
        files = {GAMES: copy}
        with suppress(FileNotFoundError):
            map_copy.write_bytes(board_map.read_bytes())  # another one may be learnt while the games are copied
            files[BOARD_MAP] = map_copy
        contents = _copy_games(source, copy, made)
        fresh = Path(folder) / "archive"
        fresh.touch(mode=0o600)
        with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.writestr(MANIFEST, json.dumps(_manifest(contents, files), indent=1))
            for name, file in files.items():
                archive.write(file, name)
        sync(fresh)
        fresh.rename(path)
    sync(path.parent)
    return contents


def _copy_games(source: sqlite3.Connection, copy: Path, made: str) -> Contents:
    with closing(sqlite3.connect(copy, isolation_level=None)) as db:
        source.backup(db, pages=512)
        db.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        db.execute("PRAGMA secure_delete = ON")
        _leave_out(db)
        schema, games, finished, deleted = (db.execute(query).fetchone()[0] for query in _COUNTED)
    program = importlib.metadata.version("pawnlight")
    return Contents(made, program, schema, games, finished, deleted, _digest(copy))


def _leave_out(db: sqlite3.Connection) -> None:
    """Remove from a copy what belongs to one machine alone, including unreadable values of that kind."""
    db.execute("DELETE FROM claims")
    for name in LOCAL:
        db.execute("DELETE FROM facts WHERE name = ?1 OR name LIKE 'unreadable % ' || ?1", (name,))


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _manifest(contents: Contents, files: Mapping[str, Path]) -> dict[str, Any]:
    return {
        "format": FORMAT, "made": contents.made, "program": contents.program, "schema": contents.schema,
        "games": contents.games, "finished": contents.finished, "deleted": contents.deleted,
        "files": {name: {"bytes": file.stat().st_size, "sha256": _digest(file)} for name, file in files.items()},
    }


# --- reading -----------------------------------------------------------------------------------------------------


def contents_of(path: Path) -> Contents:
    """Read the description of an archive; only :func:`unpack` shows whether it is true.

    :raises BadArchive: it is malformed, or a newer one.
    """
    with _opened(path) as archive:
        return _read_manifest(archive)[0]


def unpack(path: Path, directory: Path) -> Contents:
    """Unpack an archive into an empty directory, checked to the last byte and migrated to the present schema, without
    data that belongs to one machine alone.

    :raises BadArchive: it is damaged, or newer than this program.
    :raises OSError: the directory cannot be written, say.
    :raises sqlite3.Error: the same.
    """
    with _opened(path) as archive:
        contents, files = _read_manifest(archive)
        for name, said in files.items():
            with archive.open(name) as packed, (directory / name).open("xb") as file:
                if (_unpack(packed, file, LONGEST[name]), _digest(directory / name)) != said:
                    raise BadArchive(f"{path.name} is damaged: {name} is not what the manifest says")
        if BOARD_MAP in files:
            (directory / BOARD_MAP).read_text(encoding="utf-8")
    _check_games(directory / GAMES, contents.schema)
    return contents


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open an archive that holds nothing but what belongs there.

    :raises BadArchive: whatever is wrong with it, now or while it is read.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            _check_names(archive)
            yield archive
    except DaemonError:
        raise
    except UNREADABLE as error:
        raise BadArchive(f"{path.name} is damaged or no archive of pawnlight ({error}): take another copy") from error
    except OSError as error:
        if error.errno != errno.EINVAL:  # raised for offsets before the beginning of the file
            raise
        raise BadArchive(f"{path.name} is damaged: take another copy") from error


def _check_names(archive: zipfile.ZipFile) -> None:
    """Check the names: only known ones, so that nothing is unpacked elsewhere; none twice; nothing larger than
    allowed."""
    entries = archive.infolist()
    names = [entry.filename for entry in entries]
    if len(set(names)) != len(names) or not {MANIFEST, GAMES} <= set(names) <= set(LONGEST):
        raise ValueError("the wrong files are in it")
    if any(entry.file_size > LONGEST[entry.filename] for entry in entries):
        raise ValueError("a file in it is too large")
    if any(entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for entry in entries):
        raise ValueError("a file in it is packed in another way")


def _unpack(packed: IO[bytes], file: IO[bytes], longest: int) -> int:
    size = 0
    while chunk := packed.read(_CHUNK):
        size += len(chunk)
        if size > longest:
            raise ValueError("a file in it is larger than it says")
        file.write(chunk)
    file.flush()
    return size


def _read_manifest(archive: zipfile.ZipFile) -> tuple[Contents, Mapping[str, tuple[int, str]]]:
    """Read the description of an archive, and the size and digest of each other file in it."""
    with archive.open(MANIFEST) as packed:
        found = check(MANIFEST, read_json(packed.read(LONGEST[MANIFEST] + 1), _wrong), OBJECT, _wrong)
    found = {"deleted": 0} | dict(found)  # archives of earlier schemas have no such field
    for name, newest in (("format", FORMAT), ("schema", len(MIGRATIONS))):
        if check(name, found.get(name), whole(), _wrong) > newest:
            raise NewerArchive("the archive was written by a newer pawnlight: install that version, then restore it")
    _check_known(found, *_FIELDS)
    numbers: dict[str, Any] = {name: check(name, found.get(name), whole(), _wrong) for name in _NUMBERS}
    texts: dict[str, Any] = {name: checked(found.get(name), name, _LONGEST_TEXT) for name in _TEXTS}
    files = {name: _read_file(said) for name, said in check("files", found.get("files"), OBJECT, _wrong).items()}
    if set(files) != set(archive.namelist()) - {MANIFEST}:
        raise ValueError("its manifest is not of the files in it")
    return Contents(**texts, **numbers, digest=files[GAMES][1]), files


def _read_file(data: Any) -> tuple[int, str]:
    said = check("files", data, OBJECT, _wrong)
    _check_known(said, "bytes", "sha256")
    size = check("bytes", said.get("bytes"), whole(), _wrong)
    return size, check("sha256", said.get("sha256"), TEXT, _wrong)


def _check_known(said: Mapping[str, Any], *known: str) -> None:
    for name in said:
        check_known(name, known, checked(name, "name of a field"), _wrong)


def _wrong(reason: Message) -> ValueError:
    """Make the error for an invalid manifest; the remedy is added where the archive is opened."""
    return ValueError(str(reason))


def _check_games(file: Path, schema: int) -> None:
    """Check that the database is whole and shaped as this program would have shaped it; then migrate it.

    Anything else in its schema, for example a trigger, would be run here.
    """
    try:
        with closing(sqlite3.connect(file)) as db:
            found: str = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if (found, version) != ("ok", schema) or not schema or shape(db) != _usual_shape(schema):
                raise BadArchive(f"the games in the archive are damaged ({found}): take another copy")
        update(file)
        with closing(connect(file)) as db:
            _leave_out(db)
    except sqlite3.Error as error:
        if primary_code(error) in OF_THE_DISK:
            raise  # a good archive is not to be thrown away because there is no room to look into it
        raise BadArchive(f"the games in the archive are damaged ({error}): take another copy") from error


def _usual_shape(schema: int) -> set[tuple[str, str, str]]:
    with closing(sqlite3.connect(":memory:")) as usual:
        execute(usual, "".join(MIGRATIONS[:schema]))
        return shape(usual)
