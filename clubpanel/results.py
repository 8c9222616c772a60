"""The results of a club, in a database: SQLite, or whatever else SQLAlchemy is given the address of.

Each board's word is a row of its own, which only that board changes; what follows from all of them is worked out when
it is asked for (:mod:`clubpanel.standings`).
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from sqlalchemy import JSON, Column, Integer, MetaData, String, Table, create_engine, delete, func, insert, select
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from club.public import PublicGame
from clubpanel.errors import UnusableResults
from clubpanel.standings import Result
from engine.pieces import Seat

MOST_RESULTS: Final = 10_000
"""Of one board: whoever makes games up fills no disk."""
CONNECT_S: Final = 5
"""How long a database over the network may take to answer."""

META: Final = MetaData()
RESULTS: Final = Table(
    "results", META,
    Column("board", String(16), primary_key=True), Column("key", String(64), primary_key=True),
    Column("other", String(16), nullable=False), Column("game", String(200), nullable=False),
    Column("players", JSON, nullable=False), Column("afar", JSON, nullable=False),
    Column("computers", JSON, nullable=False), Column("winners", JSON, nullable=False),
    Column("told", String(255), nullable=False), Column("actions", Integer, nullable=False),
    Column("at", String(40), nullable=False),
)


class Results:
    """What boards said of games that are over. May be used from any thread."""

    def __init__(self, address: str, directory: Path, now: Callable[[], str]) -> None:
        """:param address: of the database (a URL of SQLAlchemy); empty: a file in ``directory``.

        :param now: the date and time in ISO 8601 (UTC); empty while it is not known.

        :raises UnusableResults: it cannot be used.
        """
        self._now = now
        self._engine = _engine(address, directory)
        try:
            META.create_all(self._engine)
        except SQLAlchemyError as error:
            self._engine.dispose()
            raise UnusableResults(f"the database of the results cannot be used: {_first_line(error)}") from error

    def note(self, board: str, game: PublicGame) -> None:
        """What a board says of a game now. One that goes on has no result, even if it had one.

        :raises SQLAlchemyError: it cannot be kept.
        """
        own = (RESULTS.c.board == board) & (RESULTS.c.key == game.key)
        with self._engine.begin() as db:
            at = db.execute(select(RESULTS.c.at).where(own)).scalar()
            if at is not None:
                db.execute(delete(RESULTS).where(own))
            elif game.winners is not None:
                mine = select(func.count()).where(RESULTS.c.board == board)
                if db.execute(mine).scalar_one() >= MOST_RESULTS:
                    return
            if game.winners is not None:
                db.execute(insert(RESULTS).values(board=board, at=at or self._now(), **_row(game)))

    def all(self) -> list[Result]:
        """Everything that boards said, the latest first.

        :raises SQLAlchemyError: it cannot be read.
        """
        with self._engine.connect() as db:
            rows = db.execute(select(RESULTS).order_by(RESULTS.c.at.desc(), RESULTS.c.board, RESULTS.c.key))
            return [_result(row) for row in rows.mappings()]

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()


def _engine(address: str, directory: Path) -> Engine:
    try:
        url = make_url(address) if address else URL.create("sqlite", database=str(directory / "club.sqlite3"))
        if url.password:
            raise UnusableResults(
                "club.results must not hold a password, as everybody may read the configuration: PostgreSQL reads it "
                "from ~/.pgpass"
            )
        timeout = {"connect_timeout": CONNECT_S} if url.get_backend_name() == "postgresql" else {}
        return create_engine(url, pool_pre_ping=True, connect_args=timeout)
    except ArgumentError as error:
        raise UnusableResults(f"club.results is no address of a database: {_first_line(error)}") from error
    except ImportError as error:
        raise UnusableResults(f"club.results wants a driver that is not installed: {error}") from error


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _row(game: PublicGame) -> dict[str, Any]:
    return {
        "key": game.key, "other": game.other, "game": game.game, "players": dict(game.players),
        "afar": list(game.afar), "computers": list(game.computers), "winners": list(game.winners or ()),
        "told": game.result, "actions": game.actions,
    }


def _result(row: Mapping[Any, Any]) -> Result:
    return Result(
        row["board"], row["key"], row["game"], {Seat(seat): name for seat, name in row["players"].items()},
        _seats(row["winners"]), row["other"], _seats(row["afar"]), _seats(row["computers"]), row["told"],
        row["actions"], row["at"],
    )


def _seats(names: list[str]) -> tuple[Seat, ...]:
    return tuple(map(Seat, names))
