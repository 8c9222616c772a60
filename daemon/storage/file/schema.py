"""The schema of the database, version by version.

The version is SQLite's ``user_version``. A migration first copies the file; going back to an older program reopens that
copy and keeps the newer file beside it. The file has its name all the while: its replacement is completed beside it
first, so that a power cut at any moment leaves one or the other.
"""

import filecmp
import hashlib
import logging
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from daemon.base.errors import NewerStore, UnusableStore
from daemon.storage.file.connection import (
    BEGUN,
    BESIDE,
    DAMAGED,
    REMEDIES,
    UNWRITABLE,
    check_place,
    connect,
    one_file,
    opened_in_words,
    others,
    primary_code,
    sync,
)

log = logging.getLogger(__name__)

RESULTS = """
    INSERT OR REPLACE INTO results (game, name, result)
    SELECT ends.game, trim(player.value), max(CASE
        WHEN termination = 'abandoned' THEN -1
        WHEN winners = '[]' THEN 1
        ELSE 2 * (player.key IN (SELECT value FROM json_each(CASE WHEN json_valid(winners) THEN winners ELSE '[]' END)))
        END)
    FROM ends JOIN games ON games.key = ends.game
        JOIN json_each(CASE WHEN json_valid(players) THEN players ELSE '{}' END) AS player
            ON player.type = 'text' AND trim(player.value) <> '' AND json_valid(winners)"""
"""The statement that counts finished games for their players; a condition and a grouping may follow."""

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE games (
        key TEXT PRIMARY KEY,
        game_id TEXT NOT NULL,
        rules INTEGER NOT NULL,
        options TEXT NOT NULL,   -- JSON
        players TEXT NOT NULL,   -- JSON: seat -> name
        screen INTEGER NOT NULL,
        setup TEXT,              -- JSON, NULL: the usual start
        started TEXT NOT NULL,   -- UTC, ISO 8601; empty: unknown
        broken TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE entries (
        game TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL, -- from 1, without gaps
        action TEXT,             -- NULL: the entry is a taking back of the latest `count` actions, or the end
        typed INTEGER NOT NULL DEFAULT 0,
        undone INTEGER NOT NULL DEFAULT 0,
        count INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE ends (
        game TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
        winners TEXT NOT NULL,   -- JSON: list of seats
        reason TEXT NOT NULL,
        termination TEXT NOT NULL,
        ended TEXT NOT NULL      -- UTC, ISO 8601; empty: unknown
    ) STRICT;
    CREATE TABLE claims (
        game TEXT NOT NULL,      -- maybe not kept yet: seats are taken while the game is on its way to the disk
        seat TEXT NOT NULL,
        phone TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT;
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    """,
    f"""
    CREATE TABLE results (       -- what ends and players say, in a form that can be added up for many games
        game TEXT NOT NULL REFERENCES ends ON DELETE CASCADE,
        name TEXT NOT NULL,      -- a player who has several seats counts once, by the best of them
        result INTEGER NOT NULL, -- 2 won, 1 drawn, 0 lost, -1 abandoned
        PRIMARY KEY (game, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX results_by_name ON results (name, result, game);
    {RESULTS} GROUP BY 1, 2;
    """,
    """
    ALTER TABLE games ADD COLUMN host TEXT NOT NULL DEFAULT ''; -- public name of the phone that started it
    ALTER TABLE games ADD COLUMN deleted TEXT; -- UTC, ISO 8601; empty: unknown; NULL: it is not
    CREATE INDEX deleted_games ON games (deleted) WHERE deleted IS NOT NULL;
    """,
    """
    ALTER TABLE games ADD COLUMN computers TEXT; -- JSON: seat -> level, and the seed; NULL: only people play
    CREATE INDEX computers_games ON games (key) WHERE computers IS NOT NULL;
    """,
    """
    ALTER TABLE games ADD COLUMN clocks TEXT;   -- JSON: seat -> time control; NULL: nobody has a clock
    ALTER TABLE games ADD COLUMN times TEXT;    -- JSON: seat -> milliseconds left, and spent in this turn
    ALTER TABLE entries ADD COLUMN clocks TEXT; -- JSON: such times when the action was made, and after it
    """,
    "CREATE INDEX setup_games ON games (key) WHERE setup IS NOT NULL;",
    """
    ALTER TABLE ends ADD COLUMN length INTEGER; -- actions that were not taken back; NULL: nobody counted them
    UPDATE ends SET length = (
        SELECT count(*) FROM entries WHERE entries.game = ends.game AND action IS NOT NULL AND NOT undone);
    """,
    """
    ALTER TABLE games ADD COLUMN afar TEXT; -- JSON: the other board and its seats; NULL: it is played here alone
    CREATE INDEX afar_games ON games (key) WHERE afar IS NOT NULL;
    """,
    # In the place of "alone" the solutions stand since: these statements stay as they are in files that have them.
    """
    CREATE TABLE reviews (       -- made from the rest, and made again where it is lost
        game TEXT PRIMARY KEY REFERENCES ends ON DELETE CASCADE,
        review TEXT NOT NULL     -- JSON: scores, and swings as [number, what was better, loss, alone]
    ) STRICT;
    """,
    """
    CREATE TABLE vouchers (      -- of games between two boards: what each can be held to
        game TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
        name TEXT NOT NULL,      -- public_key: the other board's; seals: both signatures, as JSON
        value TEXT NOT NULL,
        PRIMARY KEY (game, name)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    ALTER TABLE entries ADD COLUMN score REAL; -- what the computer that chose it thought of its game; NULL: none did
    """,
    """
    INSERT INTO facts -- what was chosen in games that are put aside; so far that was how much the lights help
    SELECT 'chosen', json_group_object(each.key, json_object('help', json(each.value)))
        FROM facts, json_each(CASE WHEN json_valid(facts.value) THEN facts.value ELSE '{}' END) AS each
        WHERE name = 'help' AND each.type = 'array' GROUP BY name;
    DELETE FROM facts WHERE name = 'help';
    """,
    """
    CREATE TABLE solved (
        learner TEXT NOT NULL,   -- a name; empty: all who gave none
        game_id TEXT NOT NULL,
        lesson TEXT NOT NULL,
        PRIMARY KEY (learner, game_id, lesson)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    UPDATE claims SET phone = token_of(CAST(phone AS BLOB)); -- so far that was what the phone's cookie says
    INSERT INTO facts VALUES ('compact', '');  -- the pages hold what was there before, until they are written anew
    """,
)
"""The statements that lead from each version to the next; version *n* is the result of the first *n* of them."""

SECRETS_UNTIL = 13
"""The last version whose claims hold the cookies of phones: their reader could act as the phone."""


def prepare(path: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Make the file, or migrate it to the newest version that this program knows.

    :raises NewerStore: a newer program wrote it, and no copy from before is there.
    :raises UnusableStore: it cannot be opened, or is something else. Nothing was changed then.
    """
    with opened_in_words(path):
        check_place(path)
        if not path.exists():
            _make(path, migrations)
        update(path, migrations)


def update(path: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring the file to the newest version. The errors are those of the disk and of SQLite, and those above."""
    version = _version(path, migrations)
    if version > len(migrations):
        _go_back(path, version, migrations)
        version = len(migrations)
    if 0 < version < len(migrations):
        copy = _copy(path, version)
        _forget_secrets(path, copy)
    _migrate(path, migrations, version)
    _compact(path)


def copy_name(path: Path, version: int) -> Path:
    """Return the path of the copy from before the migration away from ``version``."""
    return path.with_name(f"{path.name}.v{version}")


def _make(path: Path, migrations: Sequence[str]) -> None:
    """Make the file whole or not at all: an empty one would mean lost data."""
    fresh = _begun(path)
    with closing(sqlite3.connect(fresh, isolation_level=None)) as db:
        execute(db, _script(migrations, 0))
    fresh.rename(path)
    sync(path.parent)


def _begun(path: Path) -> Path:
    """An empty file that is to take the place of this one."""
    fresh = path.with_name(path.name + BEGUN)
    for end in ("", *BESIDE):
        fresh.with_name(fresh.name + end).unlink(missing_ok=True)
    fresh.touch(mode=0o600)  # the games' secrets are for their owner alone; SQLite's other files follow this one
    return fresh


def _version(path: Path, migrations: Sequence[str]) -> int:
    with closing(connect(path)) as db:
        version: int = db.execute("PRAGMA user_version").fetchone()[0]
        db.executescript(f"BEGIN; PRAGMA user_version = {version}; ROLLBACK")  # a read-only file is refused now
        if version <= len(migrations):
            _check_tables(path, db, migrations[:version])
        return version


def _check_tables(path: Path, db: sqlite3.Connection, migrations: Sequence[str]) -> None:
    """Check that the tables are those of the file's version."""
    with closing(sqlite3.connect(":memory:")) as usual:
        execute(usual, "".join(migrations))
        if _tables(db) != _tables(usual):
            what = f"{path} has not the tables of its version ({len(migrations)})"
            raise UnusableStore(f"{what}: {REMEDIES[sqlite3.SQLITE_CORRUPT]}")


def _tables(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def execute(db: sqlite3.Connection, statements: str) -> None:
    """Execute statements of migrations."""
    db.create_function("token_of", 1, _token_of, deterministic=True)
    db.executescript(statements)


def _token_of(secret: bytes) -> str:
    """Hash a secret as :func:`webpanel.limits.banned_phones.token_of` does, even if a failing SD card has damaged
    it."""
    return hashlib.sha256(secret).hexdigest()


def shape(db: sqlite3.Connection) -> set[tuple[str, str, str]]:
    """Return everything that a file declares: type, name and statement of each table, index, trigger and view."""
    return {tuple(row) for row in db.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_schema")}


def _script(migrations: Sequence[str], version: int) -> str:
    """Return the statements that lead from this version to the newest."""
    return f"BEGIN IMMEDIATE; {''.join(migrations[version:])} PRAGMA user_version = {len(migrations)}; COMMIT"


def _migrate(path: Path, migrations: Sequence[str], version: int) -> None:
    if version == len(migrations):
        return
    with closing(connect(path)) as db:
        execute(db, _script(migrations, version))
    log.info("%s now has version %d", path.name, len(migrations))


def _compact(path: Path) -> None:
    """Rewrite the file if a migration asked for that: nothing deleted is left in its pages."""
    with _left_if_damaged(path), closing(connect(path)) as db:
        if "facts" in _tables(db) and db.execute("SELECT 1 FROM facts WHERE name = 'compact'").fetchone():
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            db.execute("DELETE FROM facts WHERE name = 'compact'")


def _forget_secrets(path: Path, done: Path) -> None:
    """Remove the cookies of phones from all copies of the database beside it, but the one where that is ``done``."""
    for copy in others(path):
        if copy.parent == path.parent and copy != done:
            with _left_if_damaged(copy), one_file(copy) as db:
                _forget_claims(db)


def _forget_claims(db: sqlite3.Connection) -> None:
    """Remove the cookies of phones from a copy: an older program can still go on with it, but all seats are free."""
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    if version <= SECRETS_UNTIL and "claims" in _tables(db):
        db.execute("DELETE FROM claims")
        db.execute("VACUUM")  # the pages hold also what was deleted before


@contextmanager
def _left_if_damaged(path: Path) -> Iterator[None]:
    """Leave a damaged file, or one that is no database, as it is: more may be read out of it some day."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if primary_code(error) not in (*DAMAGED, *UNWRITABLE):
            raise
        log.warning("%s stays as it is: %s", path.name, error)


def _copy(path: Path, version: int) -> Path:
    """Copy the whole database, whole or not at all; return where the copy is. Another copy that is there already is
    kept under another name, and the same one stays: what fails again and again does not fill the disk."""
    target = copy_name(path, version)
    fresh = _begun(target)
    with closing(connect(path)) as source, closing(sqlite3.connect(fresh)) as copy:
        source.backup(copy)
    with one_file(fresh) as copy:
        _forget_claims(copy)
    if target.exists() and filecmp.cmp(fresh, target, shallow=False):
        fresh.unlink()
        return target
    _keep(target)
    fresh.rename(target)
    sync(target.parent)
    return target


def _keep(path: Path) -> None:
    """Give a file that is in the way a free name, with all that SQLite has kept beside it: to the next file of its name
    a log of another one would be its own."""
    if path.exists():
        with _left_if_damaged(path), one_file(path):
            pass
    number = 1
    while any((path.parent / f"{path.name}.kept{number}{end}").exists() for end in ("", *BESIDE)):
        number += 1
    kept = f"{path.name}.kept{number}"
    for end in (*BESIDE, ""):
        file = path.with_name(path.name + end)
        if file.exists():
            file.rename(path.with_name(kept + end))
            log.warning("%s was kept as %s", file.name, kept + end)


def _go_back(path: Path, version: int, migrations: Sequence[str]) -> None:
    """Keep a copy of the newer file and continue with the one from before its migration."""
    known = len(migrations)
    copy = copy_name(path, known)
    if not copy.exists():
        raise NewerStore(
            f"{path} was written by a newer pawnlight (version {version} of the file, this program knows {known}): "
            "install that version again, or give --data another directory"
        )
    with opened_in_words(copy):
        _check_copy(copy, migrations)
    newer = _copy(path, version)
    with one_file(path):
        pass  # no log of the newer file stays beside the older one
    copy.replace(path)
    sync(path.parent)
    log.warning("going back to version %d of %s; the newer file is kept as %s", known, path.name, newer.name)


def _check_copy(copy: Path, migrations: Sequence[str]) -> None:
    """See whether a copy can take the place of the file, as one file."""
    found = _version(copy, migrations)
    if found != len(migrations):
        raise UnusableStore(f"{copy} is not the copy from before the upgrade, but of version {found}: "
                            "install the newer pawnlight again, or give --data another directory")
    with one_file(copy):
        pass
