"""The database of a club: SQLite, or any other that SQLAlchemy supports."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    JSON,
    Column,
    ColumnElement,
    Connection,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    cast,
    create_engine,
    event,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, ProgrammingError, SQLAlchemyError

from club.broadcast.public import TOLD_EARLIER
from clubpanel.results.errors import UnusableResults
from engine.records.game_record import ABANDONED

Database: TypeAlias = Engine
"""A database that is ready for use."""
CONNECT_S: Final = 5
"""The time that a database over the network may take to answer, in seconds."""
SCHEMA: Final = 5
"""The version of the tables. It rises with every change; :data:`_STEPS` says how to upgrade those of an older
program."""

BEGUN: Final = "begun"
"""The fact that a panel has begun to listen to boards."""

SERIAL: Final = "serial"
"""The fact that holds the latest serial number: rows are ordered by it, whatever clocks say."""

META: Final = MetaData()
FACTS: Final = Table(
    "facts", META, Column("name", String(40), primary_key=True), Column("value", String(200), nullable=False),
)
RESULTS: Final = Table(
    "results", META,
    Column("board", String(16), primary_key=True), Column("key", String(64), primary_key=True),
    Column("other", String(16), nullable=False), Column("game", String(200), nullable=False),
    Column("players", JSON, nullable=False), Column("afar", JSON, nullable=False),
    Column("computers", JSON, nullable=False), Column("winners", JSON, nullable=False),
    Column("told", String(255), nullable=False), Column("actions", Integer, nullable=False),
    Column("at", String(40), nullable=False), Column("older", Integer, nullable=False, server_default="0"),
    Column("termination", String(20), nullable=False, server_default=""),
    Column("serial", Integer, nullable=False, server_default="0"),
)
ACTS: Final = Table(
    "acts", META,
    Column("tournament", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", String(40), nullable=False), Column("who", String(40), nullable=False),
    Column("act", JSON, nullable=False), Column("serial", Integer, nullable=False, server_default="0"),
)
RECORDS: Final = Table(
    "records", META,
    Column("board", String(16), primary_key=True), Column("key", String(64), primary_key=True),
    Column("game", String(200), nullable=False), Column("winners", JSON, nullable=False),
    Column("sealed", Integer, nullable=False), Column("record", Text, nullable=False),
)


def _add_tournaments(db: Connection) -> None:
    """Add the tables for tournaments, to databases from before schemas were counted."""
    META.create_all(db, [FACTS, ACTS])


def _add_records(db: Connection) -> None:
    META.create_all(db, [RECORDS])


def _add_older(db: Connection) -> None:
    db.execute(text("ALTER TABLE results ADD COLUMN older INTEGER NOT NULL DEFAULT 0"))
    db.execute(insert(FACTS).values(name=BEGUN, value=""))


def _add_termination(db: Connection) -> None:
    """Add how games ended; for earlier games derive it from the published sentence, or from the record."""
    db.execute(text("ALTER TABLE results ADD COLUMN termination VARCHAR(20) NOT NULL DEFAULT ''"))
    of_it = (RECORDS.c.board == RESULTS.c.board) & (RECORDS.c.key == RESULTS.c.key)
    recorded = select(RECORDS.c.key).where(of_it, RECORDS.c.record.contains(f'[Termination "{ABANDONED}"]')).exists()
    nobody_won = cast(RESULTS.c.winners, Text) == "[]"
    abandoned = nobody_won & (RESULTS.c.told.in_(TOLD_EARLIER) | recorded)
    db.execute(update(RESULTS).where(abandoned).values(termination=ABANDONED))


def _add_serial(db: Connection) -> None:
    """Add serial numbers. Until now rows were ordered by date, and by name where the dates were the same."""
    for name in ("results", "acts"):
        columns = [column["name"] for column in inspect(db).get_columns(name)]
        if "serial" not in columns:  # acts may have been made by the first step
            db.execute(text(f"ALTER TABLE {name} ADD COLUMN serial INTEGER NOT NULL DEFAULT 0"))
    db.execute(insert(FACTS).values(name=SERIAL, value="0"))
    rows: list[tuple[str, str, ColumnElement[bool], Table]] = []
    for board, key, at in db.execute(select(RESULTS.c.board, RESULTS.c.key, RESULTS.c.at)):
        rows.append((at, f"{board}/{key}", (RESULTS.c.board == board) & (RESULTS.c.key == key), RESULTS))
    for tournament, number, at in db.execute(select(ACTS.c.tournament, ACTS.c.number, ACTS.c.at)):
        own = (ACTS.c.tournament == tournament) & (ACTS.c.number == number)
        rows.append((at, f"{tournament:06}-{number:06}", own, ACTS))
    for _, _, own, table in sorted(rows, key=lambda row: row[:2]):
        db.execute(update(table).where(own).values(serial=next_serial(db)))


_STEPS: Final[Mapping[int, Callable[[Connection], None]]] = {
    0: _add_tournaments, 1: _add_records, 2: _add_older, 3: _add_termination, 4: _add_serial,
}
"""The upgrades: schema → the function that makes the next schema of it."""


def wait_for_turn(db: Connection) -> None:
    """Have this transaction go on alone: another panel that writes to the same database waits until it is over. To be
    called first, so that whatever is read afterwards stays so."""
    db.execute(update(FACTS).where(FACTS.c.name == SERIAL).values(value=FACTS.c.value))


def next_serial(db: Connection) -> int:
    """Return a number higher than all before. Nobody else gets one until the transaction is over, so whatever can be
    read with a lower number was there before."""
    risen = cast(cast(FACTS.c.value, Integer) + 1, String(200))
    db.execute(update(FACTS).where(FACTS.c.name == SERIAL).values(value=risen))
    return int(db.execute(select(FACTS.c.value).where(FACTS.c.name == SERIAL)).scalar_one())


def opened(address: str, directory: Path) -> Database:
    """Open the database, ready for use.

    :param address: a URL of SQLAlchemy; empty: a file in ``directory``.

    :raises UnusableResults: it cannot be used; with the remedy.
    """
    engine = _engine(address, directory)
    try:
        try:
            _make_ready(engine)
        except (IntegrityError, ProgrammingError):  # perhaps another panel has just done the same
            _make_ready(engine)
    except SQLAlchemyError as error:
        engine.dispose()
        raise UnusableResults(_in_words(error)) from error
    except UnusableResults:
        engine.dispose()
        raise
    return engine


def _make_ready(engine: Engine) -> None:
    with engine.begin() as db:
        _check_whole(db)
        _bring_up_to_date(db)


def _engine(address: str, directory: Path) -> Engine:
    try:
        url = make_url(address) if address else URL.create("sqlite", database=str(directory / "club.sqlite3"))
        if url.password:
            raise UnusableResults(
                "club.results must not hold a password, as everybody may read the configuration: PostgreSQL reads it "
                "from ~/.pgpass"
            )
        timeout = {"connect_timeout": CONNECT_S} if url.get_backend_name() == "postgresql" else {}
        engine = create_engine(url, pool_pre_ping=True, connect_args=timeout)
        if url.get_backend_name() == "sqlite":
            event.listen(engine, "connect", _read_whatever_bytes)
        return engine
    except ArgumentError as error:
        raise UnusableResults(f"club.results is no address of a database: {_first_line(error)}") from error
    except ImportError as error:
        raise UnusableResults(f"club.results wants a driver that is not installed: {error}") from error


def _read_whatever_bytes(db: Any, _record: object) -> None:
    """Have text that is not Unicode read with replacement characters: one such row would stop all the others."""
    db.text_factory = lambda text: text.decode("utf-8", "replace")


def _check_whole(db: Connection) -> None:
    if db.dialect.name == "sqlite":
        found = db.execute(text("PRAGMA quick_check(1)")).scalar()
        if found != "ok":
            raise UnusableResults(f"{_DAMAGED} ({found})")


def _bring_up_to_date(db: Connection) -> None:
    schema = _schema(db)
    if schema > SCHEMA:
        raise UnusableResults(
            f"the database of the results was written by a newer Pawnlight (its schema is {schema}, this program knows "
            f"{SCHEMA}): install that one, or name another database (results under [club])"
        )
    if schema < 0:
        META.create_all(db)
        db.execute(insert(FACTS).values(name=SERIAL, value="0"))
    else:
        for number in range(schema, SCHEMA):
            _STEPS[number](db)
    # Written even where nothing changed: a read-only database is to be noticed now, not after the first game.
    if db.execute(update(FACTS).where(FACTS.c.name == "schema").values(value=str(SCHEMA))).rowcount == 0:
        db.execute(insert(FACTS).values(name="schema", value=str(SCHEMA)))


def _schema(db: Connection) -> int:
    """Return the schema of the database; -1: it is empty."""
    tables = inspect(db).get_table_names()
    if FACTS.name in tables:
        value = db.execute(select(FACTS.c.value).where(FACTS.c.name == "schema")).scalar() or ""
        if not value.isdecimal():
            raise UnusableResults(f"{_DAMAGED} (its schema is {value!r})")
        return int(value)
    return 0 if RESULTS.name in tables else -1


_DAMAGED: Final = (
    "the database of the results is damaged: put a copy of it in its place, or move it away and a new one is begun"
)
_WORDS: Final = (
    ("readonly", "the database of the results cannot be written to: make the file and its directory writable for this "
     "user, or name another one (results under [club])"),
    ("unable to open", "the database of the results cannot be opened: see that its directory is there and writable for "
     "this user"),
    ("malformed", _DAMAGED),
    ("not a database", _DAMAGED),
    ("is locked", "the database of the results is in use by another program: end that one first"),
    ("disk is full", "there is no space left for the database of the results: free some"),
)
"""The errors of SQLite by a part of their text → what they mean for the person who starts the panel."""


def _in_words(error: SQLAlchemyError) -> str:
    said = _first_line(error)
    for sign, words in _WORDS:
        if sign in said:
            return f"{words} ({said})"
    return f"the database of the results cannot be used: see that it runs and that its address is right ({said})"


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
