"""The results of a club, in its database.

Each board's word is a row of its own, which only that board changes; conclusions from all rows are drawn on demand
(:mod:`clubpanel.results.standings`).
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import JSON, Connection, delete, func, insert, select, update
from sqlalchemy.engine import Engine

from club.broadcast.public import PublicGame
from clubpanel.results.columns import as_written, stored_json, stored_text
from clubpanel.results.database import BEGUN, FACTS, RECORDS, RESULTS, next_serial, wait_for_turn
from clubpanel.results.errors import Unreadable
from clubpanel.results.standings import Result
from engine.core.json_fields import OBJECT, check, whole
from engine.records.game_record import ABANDONED
from table.messages.remote_board import read_seats

log = logging.getLogger(__name__)

MOST_RESULTS: Final = 10_000
"""The limit for one board: a board that invents games must not fill the disk."""


_COLUMNS: Final = [as_written(each) if isinstance(each.type, JSON) else each for each in RESULTS.c]
_TEXTS: Final = ("board", "key", "game", "other", "told", "at", "termination")
_SEATS: Final = ("winners", "afar", "computers")


class Results:
    """The results that boards published. May be used from any thread."""

    def __init__(self, engine: Engine, now: Callable[[], str]) -> None:
        """:param now: the date and time in ISO 8601 (UTC); empty while it is not known."""
        self._engine, self._now = engine, now

    def begin(self) -> bool:
        """Note that a panel listens to boards. Return true if it is the first to do so for these results.

        :raises SQLAlchemyError: that cannot be stored.
        """
        with self._engine.begin() as db:
            wait_for_turn(db)
            begun = db.execute(select(FACTS.c.name).where(FACTS.c.name == BEGUN)).first() is not None
            if not begun:
                db.execute(insert(FACTS).values(name=BEGUN, value=self._now()))
            return not begun

    def note(self, board: str, game: PublicGame, older: bool = False) -> bool:
        """Store a game as a board publishes it now. A game that goes on has no result, even if it had one. Return true
        if the results may have changed. ``older``: see :class:`clubpanel.results.standings.Result`; used if the game is
        new.

        :raises SQLAlchemyError: it cannot be stored.
        """
        own = (RESULTS.c.board == board) & (RESULTS.c.key == game.key)
        with self._engine.begin() as db:
            if game.winners is None:
                db.execute(delete(RECORDS).where((RECORDS.c.board == board) & (RECORDS.c.key == game.key)))
                return db.execute(delete(RESULTS).where(own)).rowcount > 0
            wait_for_turn(db)
            before = db.execute(select(*_COLUMNS).where(own)).mappings().first()
            if before is not None:
                db.execute(update(RESULTS).where(own).values(self._again(db, game, _readable(before))))
            elif db.execute(select(func.count()).where(RESULTS.c.board == board)).scalar_one() < MOST_RESULTS:
                values = _row(game) | {"board": board, "older": int(older)}
                db.execute(insert(RESULTS).values(**values, **self._place(db)))
            return True

    def _again(self, db: Connection, game: PublicGame, before: Result | None) -> dict[str, Any]:
        """Return the row of a game that a board publishes once more. If its result has changed, it is ordered after all
        that has counted since."""
        if before is not None and before.winners == game.winners and not game.termination:
            game = replace(game, termination=before.termination)  # earlier versions stored it in the record only
        same = before is not None and _deciding(before) == _deciding(game)
        return _row(game) | ({} if same else self._place(db))

    def _place(self, db: Connection) -> dict[str, Any]:
        return {"at": self._now(), "serial": next_serial(db)}

    def all(self) -> list[Result]:
        """Return all results, the latest first. What cannot be read is left out and logged.

        :raises SQLAlchemyError: the database cannot be read.
        """
        with self._engine.connect() as db:
            rows = db.execute(select(*_COLUMNS).order_by(RESULTS.c.serial.desc()))
            return [result for row in rows.mappings() if (result := _readable(row)) is not None]


def _row(game: PublicGame) -> dict[str, Any]:
    return {
        "key": game.key, "other": game.other, "game": game.game, "players": dict(game.players),
        "afar": list(game.afar), "computers": list(game.computers), "winners": list(game.winners or ()),
        "told": game.result, "actions": game.actions, "termination": game.termination,
    }


def _deciding(said: Result | PublicGame) -> tuple[object, ...]:
    """Return the values that decide whether and how a result counts. Those of the other board are left out: it has its
    own names for its players, and the language of a sentence changes nothing."""
    names = {seat: name.casefold() for seat, name in said.players.items() if seat not in said.afar}
    return (said.game, said.other, names, set(said.players), set(said.winners or ()), set(said.afar),
            set(said.computers), said.termination == ABANDONED)


def _readable(row: Mapping[Any, Any]) -> Result | None:
    try:
        return _result(row)
    except Unreadable as error:
        log.error("result %s/%s cannot be read: %s", row["board"], row["key"], error)
        return None


def _result(row: Mapping[Any, Any]) -> Result:
    board, key, game, other, told, at, termination = (stored_text(name, row[name]) for name in _TEXTS)
    winners, afar, computers = (read_seats(name, stored_json(row[name]), Unreadable) for name in _SEATS)
    players = check("players", stored_json(row["players"]), OBJECT, Unreadable)
    names = (stored_text("players", name) for name in players.values())
    return Result(
        board, key, game, dict(zip(read_seats("players", list(players), Unreadable), names, strict=True)), winners,
        other, afar, computers, told, check("actions", row["actions"], whole(), Unreadable), at, bool(row["older"]),
        termination, check("serial", row["serial"], whole(), Unreadable),
    )
