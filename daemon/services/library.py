"""The library of games on disk, as the panel uses it."""

import json
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from daemon.base.randomness import draw_seed
from daemon.storage.games.columns import read_reason
from daemon.storage.games.rows import KeptEnd, KeptGame
from daemon.storage.store import Store
from engine.core.errors import EngineError
from engine.core.messages import message
from engine.game import Outcome, Played
from engine.records import time_controls
from engine.records.computer_levels import Computers
from engine.records.game_record import BY_AGREEMENT, NORMAL, UNKNOWN, Record, begin, read_record, replay, write_record
from engine.records.position_json import setup_of
from engine.records.time_controls import KeptClocks
from engine.registry import find_game
from table.messages.queries import EVERY_GAME, Selection
from table.messages.refusal import Refused
from table.model.current_game import GameOnTable
from webpanel.ports.library_port import ShelfGame


def new_key() -> str:
    """Return a key for a new game."""
    return secrets.token_hex(6)


class KeptShelf:
    """See :class:`webpanel.ports.library_port.Shelf`."""

    def __init__(
        self, store: Store, table: Callable[[], GameOnTable | None], changing_game: threading.Lock
    ) -> None:
        """:param table: the game on the table; another one comes there only while ``changing_game`` is held."""
        self._store = store
        self._table = table
        self._changing_game = changing_game
        self.count, self.totals, self.head_to_head = store.count, store.totals, store.head_to_head
        self.by_game, self.counted = store.by_game, store.counted
        self.statistics, self.players = store.statistics, store.players
        self.host, self.restore = store.host, store.restore

    def _on_table(self) -> str:
        game = self._table()
        return "" if game is None else game.key

    def games(self, which: Selection = EVERY_GAME, first: int = 0, most: int = 100) -> Sequence[ShelfGame]:
        """See :meth:`webpanel.ports.library_port.Shelf.games`."""
        on_table = self._on_table()
        return [_shelf_game(game, on_table) for game in self._store.games(which, first, most)]

    def kinds(self) -> Mapping[str, str]:
        """See :meth:`webpanel.ports.library_port.Shelf.kinds`."""
        return {game_id: _name(game_id) for game_id in self._store.kinds()}

    def game(self, key: str) -> ShelfGame:
        """Return one game.

        :raises KeyError: no such game.
        """
        return _shelf_game(self._store.game(key), self._on_table())

    def record(self, key: str) -> str:
        """Return the game in the record format. One that does not replay is written as it is stored, a damaged one as
        JSON; but while that is on the table, where it may have secrets, as it was played there.

        :raises KeyError: no such game.
        """
        kept, on_table = self._store.game(key), self._table()
        if not kept.damage:
            return record_of(kept)
        if on_table is not None and on_table.key == key:
            return _record_from_table(on_table, kept)
        return self._store.raw(key, self._on_table())

    def import_record(self, text: str, host: str = "") -> str:
        """Store the game of a record and return its key.

        :raises engine.core.errors.BadRecord: naming the first bad line or action.
        """
        game = replace(game_of(read_record(text)), host=host)
        self._store.add(game)
        return game.key

    def delete(self, key: str) -> None:
        """Delete a game that is not on the table.

        :raises KeyError: no such game.
        :raises Refused: it is on the table.
        """
        with self._changing_game:
            self._store.game(key)
            if key == self._on_table():
                raise Refused(message("This game is on the table. Park it first, then delete it."))
            self._store.delete(key)


def played(game: KeptGame) -> Played:
    """Replay a stored game.

    :raises EngineError: it does not replay (any more).
    """
    rules = find_game(game.game_id)
    return replay(begin(rules, rules.read_options(game.options), game.setup), game.actions)


def record_of(game: KeptGame) -> str:
    """Return a stored game in the record format."""
    try:
        return replayed_record(game)
    except EngineError as error:
        return _raw_record(game, str(error))


def replayed_record(game: KeptGame) -> str:
    """Return the record of a game that replays, without what is still secret.

    :raises EngineError: it does not (any more).
    """
    return write_record(kept_record(game))


def kept_record(game: KeptGame) -> Record:
    """Return a stored game, replayed, as a record.

    :raises EngineError: it does not replay (any more).
    """
    end = game.end
    beside = None if end is None or end.termination not in BY_AGREEMENT else Outcome(end.winners, end.termination)
    return Record(
        played(game), game.players, game.started or UNKNOWN, beside, game.setup, game.typed, game.computers,
        game.clocks.controls, game.clocks.told, game.seals,
    )


def _record_from_table(game: GameOnTable, kept: KeptGame) -> str:
    """Return the record of a game of which the disk has lost something."""
    typed = kept.typed if len(kept.actions) == len(game.played.actions) else frozenset()
    return write_record(Record(
        game.played, dict(game.players), kept.started or UNKNOWN, game.ended, game.setup, typed, game.computers,
        kept.clocks.controls,
    ))


def _raw_record(game: KeptGame, why: str) -> str:
    """Write the data of a game whose rules no longer understand it."""
    headers = {
        "Game": game.game_id,
        "Rules": str(game.rules),
        "Options": json.dumps(dict(game.options)),
        **{seat.capitalize(): name or UNKNOWN for seat, name in game.players.items()},
        "Date": game.started or UNKNOWN,
        **({} if game.setup is None else {"Setup": json.dumps(game.setup)}),
        **({"Computers": json.dumps(game.computers.as_data())} if game.computers else {}),
        **time_controls.headers(game.clocks.controls, tuple(game.players)),
    }
    lines = [f'[{key} "{_escape(value)}"]' for key, value in headers.items()]
    return "\n".join([*lines, "", "{" + why.replace("}", ")") + "}", " ".join(game.actions), ""])


def _escape(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def game_of(record: Record) -> KeptGame:
    """Return the game of a record, to be stored under a new key."""
    played, outcome = record.played, record.outcome
    termination = NORMAL if record.ended is None else record.ended.reason
    return KeptGame(
        key=new_key(),
        game_id=played.game.id,
        rules=played.game.rules_version,
        options=played.options.as_data(),
        players={
            seat: "" if name == UNKNOWN or seat in record.computers.levels else name
            for seat, name in record.players.items()
        },
        screen=True,
        setup=None if record.setup is None else setup_of(played.game, played.first),
        started="" if record.date == UNKNOWN else record.date,
        broken="",
        actions=tuple(action.text for action in played.actions),
        end=None if outcome is None else KeptEnd(outcome.winners, outcome.reason, termination, ""),
        typed=record.typed,
        computers=with_luck(record.computers) if outcome is None else record.computers,
        clocks=KeptClocks(record.controls, None, record.stamps),
    )


def with_luck(computers: Computers) -> Computers:
    """Return the computers with a seed of their own, which nobody knows yet."""
    return replace(computers, seed=draw_seed()) if computers.levels else computers


def _shelf_game(game: KeptGame, on_table: str) -> ShelfGame:
    end = game.end
    return ShelfGame(
        key=game.key,
        game_id=game.game_id,
        game_name=_name(game.game_id),
        options=game.options,
        players=game.players,
        screen=game.screen,
        started=game.started,
        ended=end.ended if end else "",
        winners=end.winners if end else None,
        reason=end.reason if end else "",
        termination=end.termination if end else "",
        actions=game.actions,
        on_table=game.key == on_table,
        broken=read_reason(game.damage or game.broken),
        damaged=bool(game.damage),
        setup=game.setup,
        length=game.length,
        host=game.host,
        deleted=game.deleted,
        computers=game.computers.levels,
        engines=game.computers.engines,
        controls=game.clocks.controls,
        stamps=game.clocks.told,
    )


def _name(game_id: str) -> str:
    try:
        return find_game(game_id).name
    except EngineError:  # a game of another version of the program
        return game_id
