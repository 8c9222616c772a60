"""The journal of organisers' acts, in the database: who, when, and what. Entries are never changed or removed."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Row, func, insert, select
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError

from clubpanel.results.columns import as_written, stored_json, stored_text
from clubpanel.results.database import ACTS, next_serial
from clubpanel.results.errors import Unreadable
from clubpanel.tournament.acts import read_act, write_act
from clubpanel.tournament.model import Act, Begin
from engine.core.json_fields import check, whole
from engine.core.messages import message
from table.messages.refusal import Refused

log = logging.getLogger(__name__)

MOST_TOURNAMENTS: Final = 1000
MOST_ACTS: Final = 20_000
"""The limit for one tournament."""
_ANOTHER: Final = message("Somebody else has just changed the tournament. Look at it as it is now, then try again.")


_COLUMNS: Final = ACTS.c.tournament, ACTS.c.number, ACTS.c.at, ACTS.c.who, as_written(ACTS.c.act), ACTS.c.serial


@dataclass(frozen=True, slots=True)
class Entry:
    """An act of an organiser. ``number``: its number in its tournament, from 1; ``at``: its time (ISO 8601, UTC; empty:
    unknown); ``serial``: see :class:`clubpanel.results.standings.Result`."""

    number: int
    at: str
    who: str
    act: Act
    serial: int = 0


class Journal:
    """The acts of all tournaments. May be used from any thread."""

    def __init__(self, engine: Engine, now: Callable[[], str]) -> None:
        """:param now: see :class:`clubpanel.results.store.Results`."""
        self._engine, self._now = engine, now

    def all(self) -> dict[int, list[Entry]]:
        """Return all entries, by tournament. A tournament whose entries cannot be read is left out and logged.

        :raises SQLAlchemyError: the database cannot be read.
        """
        found: dict[int, list[Entry]] = {}
        damaged = set()
        with self._engine.connect() as db:
            rows = db.execute(select(*_COLUMNS).order_by(ACTS.c.tournament, ACTS.c.number)).all()
        for row in rows:
            try:
                found.setdefault(row.tournament, []).append(_entry(row))
            except Unreadable as error:
                damaged.add(row.tournament)
                log.error("tournament %s cannot be read: %s", row.tournament, error)
        return {number: entries for number, entries in found.items() if number not in damaged}

    def begin(self, who: str, act: Begin) -> int:
        """Begin a tournament and return its number.

        :raises Refused: there are too many.
        :raises SQLAlchemyError: it cannot be stored.
        """
        with self._engine.connect() as db:
            number = (db.execute(select(func.max(ACTS.c.tournament))).scalar() or 0) + 1
        if number > MOST_TOURNAMENTS:
            raise Refused(message("There are too many tournaments. Begin another database for new ones."))
        self.add(number, 1, who, [act])
        return number

    def add(self, tournament: int, number: int, who: str, acts: Sequence[Act]) -> None:
        """Store the next acts, all or none. The first is to become number ``number`` of its tournament.

        :raises Refused: there is one with this number: another organiser was quicker.
        :raises SQLAlchemyError: it cannot be stored.
        """
        if number + len(acts) > MOST_ACTS:
            raise Refused(message("Too much has been changed in this tournament. Begin another one."))
        try:
            with self._engine.begin() as db:
                for each, act in enumerate(acts, number):
                    values = {"tournament": tournament, "number": each, "at": self._now(), "who": who}
                    db.execute(insert(ACTS).values(act=write_act(act), serial=next_serial(db), **values))
        except IntegrityError as error:
            raise Refused(_ANOTHER) from error


def _entry(row: Row[Any]) -> Entry:
    for name in ("tournament", "number"):
        check(name, getattr(row, name), whole(1), Unreadable)
    return Entry(row.number, stored_text("at", row.at), stored_text("who", row.who), read_act(stored_json(row.act)),
                 check("serial", row.serial, whole(), Unreadable))
