"""The records of a club's games, as boards sent them, in its database."""

import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from typing import IO, Any, Final

from sqlalchemy import Column, Row, func, insert, select, update
from sqlalchemy.engine import Engine

from clubpanel.results.columns import as_written, stored_json
from clubpanel.results.database import RECORDS, wait_for_turn
from clubpanel.results.errors import Unreadable
from clubpanel.results.standings import Result
from engine.records.game_record import Record, renamed, write_record
from table.messages.remote_board import read_seats

MOST_RECORDS: Final = 2000
"""The limit for one board: a board that invents games must not fill the disk."""
AT_ONCE: Final = 200
"""The number of records read from the database at a time."""
_ABOUT: Final = RECORDS.c.board, RECORDS.c.key, RECORDS.c.game, as_written(RECORDS.c.winners), RECORDS.c.sealed


class Records:
    """The records of finished games. May be used from any thread. Everything raises SQLAlchemyError if the database
    does not answer."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def keep(self, board: str, key: str, record: Record) -> None:
        """Store a board's record of a game in place of its earlier one, but never in place of one that both boards have
        signed."""
        assert record.outcome is not None
        own = (RECORDS.c.board == board) & (RECORDS.c.key == key)
        values = {"game": record.played.game.id, "winners": list(record.outcome.winners),
                  "sealed": int(record.is_sealed), "record": write_record(record)}
        with self._engine.begin() as db:
            wait_for_turn(db)
            before = db.execute(select(RECORDS.c.sealed).where(own)).scalar()
            if before is None:
                mine = select(func.count()).where(RECORDS.c.board == board)
                if db.execute(mine).scalar_one() < MOST_RECORDS:
                    db.execute(insert(RECORDS).values(board=board, key=key, **values))
            elif values["sealed"] >= before:
                db.execute(update(RECORDS).where(own).values(**values))

    def of(self, results: Sequence[Result]) -> dict[str, str]:
        """Return the records that agree with these results, by name of the result, with the players' names as the club
        knows them. A record that both boards have signed is preferred."""
        rows, players = self._best(results, RECORDS.c.record), {each.name: each.players for each in results}
        return {name: renamed(row.record, players[name]) for name, row in rows.items()}

    def told(self, results: Sequence[Result]) -> set[str]:
        """Return the names of the results that have such a record, without reading any."""
        return set(self._best(results))

    def _best(self, results: Sequence[Result], *more: Column[Any]) -> dict[str, Row[Any]]:
        """Return the best record's row for each result, by name. ``more``: columns besides those that identify a
        record."""
        found: dict[str, Row[Any]] = {}
        for first in range(0, len(results), AT_ONCE):
            some = results[first : first + AT_ONCE]
            query = select(*_ABOUT, *more).where(RECORDS.c.key.in_({each.key for each in some}))
            with self._engine.connect() as db:
                rows = {(row.board, row.key): row for row in db.execute(query)}
            for result in some:
                told = (rows.get((board, result.key)) for board in (result.board, result.other))
                same = [row for row in told if row and _says(row, result)]
                if same:
                    found[result.name] = max(same, key=lambda row: row.sealed)
        return found


def _says(row: Row[Any], result: Result) -> bool:
    try:
        winners = read_seats("winners", stored_json(row.winners), Unreadable)
    except Unreadable:  # as if there were no record
        return False
    return bool(row.game == result.game and set(winners) == set(result.winners))


def archive(results: Iterable[Result], records: dict[str, str]) -> IO[bytes]:
    """Pack the records into a ZIP file, open at its beginning."""
    file = tempfile.TemporaryFile()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for result in results:
            if result.name in records:
                packed.writestr(file_name(result), records[result.name])
    file.seek(0)
    return file


def file_name(result: Result) -> str:
    """Return the file name for the record of a game."""
    return "-".join(filter(None, (result.at[:10], result.game, result.board, result.key))) + ".pwl"
