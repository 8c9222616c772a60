"""Stored games as values, and the rows that they are made of."""

import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from daemon.base.errors import Unreadable
from daemon.storage.file.schema import RESULTS
from daemon.storage.games.clock_columns import controls_text, read_clocks, set_times, stamp_text
from daemon.storage.games.columns import (
    LONGEST_REASON,
    SETS_OF_SEATS,
    read_afar_text,
    read_chosen,
    read_computers_text,
    read_options,
    read_players,
    read_seals_text,
    read_setup,
    read_state,
    read_winners,
)
from daemon.storage.games.keys import is_good, name_of
from engine.core.pieces import Seat
from engine.core.text_rules import repaired
from engine.records.computer_levels import NO_COMPUTERS, Computers
from engine.records.hash_chain import Seals
from engine.records.time_controls import NO_CLOCKS, KeptClocks, controls_data
from table.messages.effects import StoreAction, StoreEnd, StoreGame, StoreUndone
from table.messages.events import NextGame, Reopen, StoredState
from table.messages.new_game import NewGame
from table.messages.remote_board import RemoteBoard

END = ("reason", "termination", "ended")
"""The columns of an end besides its winners."""

T = TypeVar("T")

Entry = StoreGame | StoreAction | StoreUndone | StoreEnd
"""An entry that the writer appends, each in a transaction of its own."""


@dataclass(frozen=True, slots=True)
class KeptEnd:
    """The end of a game. ``ended``: UTC, ISO 8601, or empty."""

    winners: tuple[Seat, ...]
    reason: str
    termination: str
    ended: str


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it is on disk. ``actions``: those that were not taken back. ``broken``: the reason why it no longer
    replays, for :func:`daemon.storage.games.columns.read_reason`.

    ``damage``: the columns that cannot be read, with the reasons; they are empty here. ``length``: the number of its
    actions, even where they are not here because nobody asked for them. ``typed``: the numbers (from 1) of the actions
    that were thrown with a real die. ``host``: the public name of the phone that started it, maybe empty. ``deleted``:
    the time of deletion, UTC, ISO 8601, maybe empty; ``None``: it is not deleted. ``scores``: the computers'
    evaluations of it, as in :class:`table.messages.events.ContinueGame`.
    """

    key: str
    game_id: str
    rules: int
    options: Mapping[str, int | bool | str]
    players: Mapping[Seat, str]
    screen: bool
    setup: Mapping[str, Any] | None
    started: str
    broken: str
    actions: tuple[str, ...]
    end: KeptEnd | None
    typed: frozenset[int] = frozenset()
    damage: str = ""
    length: int = field(default=0, compare=False)
    host: str = ""
    deleted: str | None = None
    computers: Computers = NO_COMPUTERS
    clocks: KeptClocks = NO_CLOCKS
    afar: RemoteBoard | None = None
    seals: Seals | None = None
    scores: Mapping[int, float] = field(default_factory=dict)

    @property
    def begun(self) -> NewGame:
        """The game as it began, but with the computers that it goes on with."""
        return NewGame(
            self.game_id, self.options, self.players, self.screen, self.host, self.computers, self.clocks.controls,
            self.setup, afar=self.afar,
        )


CHOSEN_GAMES = 200
"""The most games off the table whose choices and agreements are stored."""
_CHOSEN = ("hints_for", "hints_declined", "warnings", "veiled")
"""The fields of the persisted state that last while its game is parked, besides how much the lights help."""

SELECT_GAMES = """
    SELECT games.rowid AS row, key, game_id, rules, options, players, screen, setup, started, broken, host, deleted,
        computers, clocks, times, afar, winners, reason, termination, ended
    FROM games LEFT JOIN ends ON ends.game = games.key"""


def set_fact(db: sqlite3.Connection, name: str, value: str) -> None:
    """Store a single value under a name."""
    db.execute("INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", (name, value))


def put_on_table(db: sqlite3.Connection, key: str) -> None:
    """Store which game is on the table. The persisted state of the one before is dropped, except for choices and
    agreements in it, and for who has lost it."""
    before = fact(db, "table")
    if before != key:
        with suppress(Unreadable):  # then the game comes back with the defaults
            state = read_state(fact(db, "aside"))
            _keep_chosen(db, before, state)
            _keep_lost(db, before, state)
        db.execute("DELETE FROM facts WHERE name = 'aside'")
        set_fact(db, "table", key)


def _keep_chosen(db: sqlite3.Connection, key: str, state: StoredState) -> None:
    """Store the choices of the games that were played last."""
    kept = {key: _chosen(each) for key, each in read_chosen(fact(db, "chosen")).items()}
    chosen = _chosen(state)
    if kept.pop(key, _chosen(StoredState())) != chosen:
        latest = [*kept.items(), (key, chosen)][-CHOSEN_GAMES:]
        set_fact(db, "chosen", json.dumps(dict(latest)))


def _chosen(state: StoredState) -> Mapping[str, Any]:
    return {name: sorted(getattr(state, name)) for name in _CHOSEN} | {"help": sorted(state.help.items())}


def _keep_lost(db: sqlite3.Connection, key: str, state: StoredState) -> None:
    """Store who has lost a game that another board numbers and that board still has to hear of: a parked game stays
    lost."""
    db.execute("DELETE FROM vouchers WHERE game = ? AND name = 'lost'", (key,))
    lost = {"giving_up": sorted(state.giving_up), "fallen": sorted(state.fallen)}
    if any(lost.values()):
        db.execute("INSERT INTO vouchers SELECT key, 'lost', ?2 FROM games WHERE key = ?1", (key, json.dumps(lost)))


def fact(db: sqlite3.Connection, name: str) -> str:
    """Return the single value under a name; empty: there is none."""
    kept = db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
    return "" if kept is None else str(kept[0])


def state_text(state: StoredState) -> str:
    """Write the persisted state besides a game; :func:`daemon.storage.games.columns.read_state` reads it."""
    sets: dict[str, Any] = {name: sorted(getattr(state, name)) for name in SETS_OF_SEATS}
    data = asdict(state) | sets | {"help": sorted(state.help.items())}
    del data["proposals"]
    for topic, proposal in state.proposals.items():
        data[f"{topic}_asked"] = sorted(proposal.asked)
        if proposal.next_game is not None:
            data["next_game"] = _next_game_data(proposal.next_game)
    return json.dumps(data)


def _next_game_data(wanted: NextGame) -> Mapping[str, Any]:
    if isinstance(wanted, Reopen):
        return asdict(wanted)
    return {"key": wanted.key, **asdict(wanted.game), "controls": controls_data(wanted.game.controls)}


def _action(entry: StoreAction | StoreUndone | StoreEnd) -> str | None:
    return entry.action if isinstance(entry, StoreAction) else None


def _count(entry: StoreAction | StoreUndone | StoreEnd) -> int:
    return entry.count if isinstance(entry, StoreUndone) else 0


def is_kept(db: sqlite3.Connection, entry: StoreAction | StoreUndone | StoreEnd) -> bool:
    """True if this very entry is on disk.

    :raises sqlite3.IntegrityError: another one has its number.
    """
    kept = db.execute(
        "SELECT action, count FROM entries WHERE game = ? AND number = ?", (entry.key, entry.entry)
    ).fetchone()
    if kept is not None and tuple(kept) != (_action(entry), _count(entry)):
        # Its content may be secret, and every phone is told why storing fails.
        raise sqlite3.IntegrityError(f"entry {entry.entry} of game {entry.key} is another one already")
    return kept is not None


def insert_game(db: sqlite3.Connection, key: str, game: NewGame, rules: int, started: str) -> None:
    """Store a game without its actions; does nothing if it is there already."""
    options, players = json.dumps(dict(game.options)), json.dumps(dict(game.players))
    beginning = None if game.setup is None else json.dumps(game.setup)
    db.execute(
        """INSERT OR IGNORE INTO games
               (key, game_id, rules, options, players, screen, setup, started, host, computers, clocks, afar)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (key, game.game_id, rules, options, players, int(game.screen), beginning, started, game.host,
         computers_text(game.computers), controls_text(game.controls),
         None if game.afar is None else json.dumps(game.afar.as_data())),
    )


def computers_text(computers: Computers) -> str | None:
    """Write the column of the seats that a computer plays."""
    return json.dumps(computers.as_data()) if computers else None


def insert_entry(db: sqlite3.Connection, entry: StoreAction | StoreUndone | StoreEnd, now: str) -> None:
    """Store an entry and its effect on the game; ``now``: the date of an end."""
    typed, stamp, score = False, None, None
    if isinstance(entry, StoreAction):
        typed, stamp, score = entry.typed, entry.stamp, entry.score
    db.execute(
        "INSERT INTO entries (game, number, action, typed, count, clocks, score) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (entry.key, entry.entry, _action(entry), int(typed), _count(entry), stamp_text(stamp), score),
    )
    if stamp is not None:
        set_times(db, entry.key, stamp.after)
    if isinstance(entry, StoreUndone):
        _mark_undone(db, entry.key, entry.count)
        db.execute("DELETE FROM ends WHERE game = ?", (entry.key,))
    if isinstance(entry, StoreEnd):
        insert_end(db, entry.key, KeptEnd(entry.winners, entry.reason, entry.termination, now))


def insert_whole_game(db: sqlite3.Connection, game: KeptGame) -> None:
    """Store a game with its actions and its end."""
    insert_game(db, game.key, game.begun, game.rules, game.started)
    stamps = game.clocks.stamps or (None,) * len(game.actions)
    rows = [
        (game.key, number, action, number in game.typed, stamp_text(stamp))
        for number, (action, stamp) in enumerate(zip(game.actions, stamps, strict=True), 1)
    ]
    db.executemany("INSERT INTO entries (game, number, action, typed, clocks) VALUES (?,?,?,?,?)", rows)
    if game.end is not None:
        insert_end(db, game.key, game.end)


def insert_end(db: sqlite3.Connection, key: str, end: KeptEnd) -> None:
    """Store how a game ended."""
    db.execute(
        """INSERT OR REPLACE INTO ends (game, winners, reason, termination, ended, length)
           SELECT ?1, ?2, ?3, ?4, ?5, count(*) FROM entries WHERE game = ?1 AND action IS NOT NULL AND NOT undone""",
        (key, json.dumps(end.winners), end.reason, end.termination, end.ended),
    )
    count_result(db, key)


def count_result(db: sqlite3.Connection, key: str) -> None:
    """Count a finished game for its players; a deleted one does not count."""
    db.execute(f"{RESULTS} WHERE ends.game = ? AND deleted IS NULL GROUP BY 1, 2", (key,))


def _mark_undone(db: sqlite3.Connection, key: str, count: int) -> None:
    """Mark the latest ``count`` actions that are not marked yet."""
    db.execute(
        """UPDATE entries SET undone = 1 WHERE game = ?1 AND number IN (
               SELECT number FROM entries WHERE game = ?1 AND action IS NOT NULL AND NOT undone
               ORDER BY number DESC LIMIT ?2)""",
        (key, count),
    )


class _Columns:
    """The columns of a row. ``faults``: those that cannot be read, with the reasons."""

    def __init__(self, row: sqlite3.Row) -> None:
        self._row = row
        self.faults: list[str] = []

    def read(self, column: str, reader: Callable[[Any], T], otherwise: T) -> T:
        try:
            return reader(self._row[column])
        except Unreadable as error:
            self.faults.append(f"{column}: {error}")
            return otherwise


def kept_game(row: sqlite3.Row, db: sqlite3.Connection | None = None) -> KeptGame:
    """Read the game of a row of :data:`SELECT_GAMES`, with its actions, as far as it can be read.

    :param db: where its actions are; ``None``: the row has their number as ``length``, and none is read.
    """
    columns = _Columns(row)
    read, faults = columns.read, columns.faults
    if not is_good(row["key"]):
        faults.append("key: no name of a game")
    actions, gap = ([], []) if db is None else _actions(db, row["key"])
    faults += gap
    stamps = [each["clocks"] for each in actions]
    seals = None if db is None else _seals(db, row["key"], faults)
    winners = None if row["winners"] is None else read("winners", read_winners, None)
    return KeptGame(
        key=name_of(row["key"], row["row"]),
        game_id=repaired(row["game_id"]),
        rules=row["rules"],
        options=read("options", read_options, {}),
        players=read("players", read_players, {}),
        screen=bool(row["screen"]),
        setup=read("setup", read_setup, None),
        started=repaired(row["started"]),
        broken=repaired(row["broken"], LONGEST_REASON),
        actions=tuple(each["action"] for each in actions),
        end=None if winners is None else KeptEnd(winners, *(repaired(row[name]) for name in END)),
        typed=frozenset(number for number, each in enumerate(actions, 1) if each["typed"]),
        computers=read("computers", read_computers_text, NO_COMPUTERS),
        clocks=read("clocks", lambda text: read_clocks(text, row["times"], stamps), NO_CLOCKS),
        afar=read("afar", read_afar_text, None),
        damage="; ".join(faults),  # of everything read above
        length=len(actions) if db is not None else row["length"],
        host=row["host"],
        deleted=None if row["deleted"] is None else repaired(row["deleted"]),
        seals=seals,
        scores={number: each["score"] for number, each in enumerate(actions, 1) if each["score"] is not None},
    )


def _seals(db: sqlite3.Connection, key: str, faults: list[str]) -> Seals | None:
    kept = db.execute("SELECT value FROM vouchers WHERE game = ? AND name = 'seals'", (key,)).fetchone()
    try:
        return None if kept is None else read_seals_text(kept[0])
    except Unreadable as error:
        faults.append(f"seals: {error}")
        return None


def _actions(db: sqlite3.Connection, key: str) -> tuple[list[sqlite3.Row], list[str]]:
    """Return the rows of the actions of a game that were not taken back, and the missing entries."""
    entries = db.execute(
        "SELECT number, action, typed, clocks, score, undone FROM entries WHERE game = ? ORDER BY number", (key,)
    ).fetchall()
    gap = [f"entry {number}: missing" for number, entry in enumerate(entries, 1) if entry["number"] != number][:1]
    return [row for row in entries if row["action"] is not None and not row["undone"]], gap
