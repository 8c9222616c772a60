"""The store on disk: games with their actions and ends, settings, claims of seats, the owner's PIN.

One SQLite file in the data directory. A game is its options plus its actions; actions taken back stay, marked.
"""

import json
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from types import MappingProxyType

from daemon.base.errors import Unreadable
from daemon.storage.file.archive import LOCAL, Contents, write_archive
from daemon.storage.file.connection import connect
from daemon.storage.games.clock_columns import set_times
from daemon.storage.games.columns import is_seat, read_review, read_state, reason_text, review_text
from daemon.storage.games.deletion import count_anew, delete_game, due, remove_games, restore_game, set_date, undated
from daemon.storage.games.key_values import KeptValues
from daemon.storage.games.keys import row_of
from daemon.storage.games.queries import (
    count_games,
    read_by_game,
    read_damage,
    read_head_to_head,
    read_kinds,
    read_learners,
    read_lines,
    read_players,
    read_spellings,
    read_totals,
)
from daemon.storage.games.raw_rows import RawRow, insert_raw, raw_game
from daemon.storage.games.rows import (
    SELECT_GAMES,
    Entry,
    KeptGame,
    computers_text,
    count_result,
    fact,
    insert_entry,
    insert_game,
    insert_whole_game,
    is_kept,
    kept_game,
    put_on_table,
    set_fact,
)
from daemon.storage.games.statistics import read_counted, read_statistics
from daemon.system.calendar import utc_now
from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.records.computer_levels import Computers
from engine.records.time_controls import Times
from engine.registry import find_game
from engine.services.review import Review
from table.messages.effects import StoreGame
from table.messages.events import StoredState
from table.messages.new_game import NewGame
from table.messages.queries import EVERY_GAME, Counted, Selection, Statistics, Total
from table.messages.remote_board import RemoteBoard


class Store(KeptValues):
    """The store of all persistent data."""

    def __init__(self, directory: Path, now: Callable[[], str] = utc_now) -> None:
        """See :class:`daemon.storage.file.games_file.GamesFile`."""
        super().__init__(directory, now)
        self._archiving = threading.Lock()

    # --- as a whole ----------------------------------------------------------------------------------------------

    def archive(self, path: Path, board_map: Path) -> Contents:
        """Write all stored data, and the board map, into an archive; see :mod:`daemon.storage.file.archive`.

        This works even if the file has lost its name: it is still open here.

        :raises OSError: for example, there is no room.
        """
        with self._archiving:
            return write_archive(path, self._kept_open, board_map, self._dates.now())

    def replace(
        self, file: Path, board_map: Mapping[str, str] = MappingProxyType({}), keep: Callable[[], object] = lambda: None
    ) -> None:
        """Replace all stored data by that of another database, whole or not at all. Data of this machine alone stays:
        the PIN, who knows it, bans, and which phones hold the seats of games that are in it too.

        ``file`` comes out of an archive: it is changed. Games that are deleted in it can be restored for as long as if
        they were deleted now. ``board_map``: see :meth:`restored_map`.
        """
        with self._alone(), closing(connect(file)) as source, closing(self._connect()) as db:
            keep()
            kept = [(name, value) for name in LOCAL if (value := fact(db, name))]
            claims = db.execute("SELECT game, seat, phone FROM claims").fetchall()
            source.executemany("INSERT INTO facts VALUES (?, ?)", kept)
            source.executemany(
                "INSERT INTO claims SELECT key, ?2, ?3 FROM games WHERE key = ?1", claims)
            for name, value in board_map.items():
                set_fact(source, name, value)
            count_anew(source)
            source.backup(db)

    # --- appending -----------------------------------------------------------------------------------------------

    def entry_count(self, key: str) -> int:
        """Count the entries of a game on disk, undone ones included; 0 also if it is not there."""
        with self._reading() as db:
            count: int = db.execute("SELECT count(*) FROM entries WHERE game = ?", (key,)).fetchone()[0]
            return count

    def append(self, entry: Entry) -> None:
        """Store an entry. Does nothing if it is there already: after a failure it is unknown whether it was stored.

        :raises sqlite3.IntegrityError: another entry has that number.
        """
        with self._changing() as db:
            if isinstance(entry, StoreGame):
                rules = find_game(entry.game.game_id).rules_version
                insert_game(db, entry.key, entry.game, rules, self._dates.now())
                put_on_table(db, entry.key)
            elif not is_kept(db, entry):
                insert_entry(db, entry, self._dates.now())

    # --- games ---------------------------------------------------------------------------------------------------

    def games(self, which: Selection = EVERY_GAME, first: int = 0, most: int = -1) -> tuple[KeptGame, ...]:
        """Return games without their actions, the latest first: at most ``most`` (-1: all), after the first
        ``first``."""
        with self._reading() as db:
            return read_lines(db, which, first, most)

    def count(self, which: Selection = EVERY_GAME) -> int:
        """Count these games."""
        with self._reading() as db:
            return count_games(db, which)

    def totals(self, which: Selection) -> Sequence[Total]:
        """Return the scores of all players."""
        with self._reading() as db:
            return read_totals(db, which)

    def head_to_head(self, which: Selection) -> Sequence[Total]:
        """Return the scores of the selection's player against all others."""
        with self._reading() as db:
            return read_head_to_head(db, which)

    def by_game(self, player: str) -> Sequence[Total]:
        """Return the scores of a player in each game."""
        with self._reading() as db:
            return read_by_game(db, player)

    def counted(self) -> Sequence[Counted]:
        """Return the latest games that count, from the usual start, the one that ended first before the others."""
        with self._reading() as db:
            return read_counted(db)

    def statistics(self, which: Selection) -> Statistics:
        """Compute the statistics of these games."""
        with self._reading() as db:
            return read_statistics(db, which)

    def players(self) -> Sequence[str]:
        """Return the names of those who finished games."""
        with self._reading() as db:
            return read_players(db)

    def spellings(self, player: str) -> Sequence[str]:
        """Return the names of those who finished games that differ from this one in case or blanks at most."""
        with self._reading() as db:
            return read_spellings(db, player)

    def kinds(self) -> Sequence[str]:
        """Return the ids of the games that were finished."""
        with self._reading() as db:
            return read_kinds(db)

    def game(self, key: str, deleted: bool = False) -> KeptGame:
        """Return one game; a deleted one only if ``deleted`` says so.

        :raises KeyError: there is none with this key.
        """
        with self._reading() as db:
            row = db.execute(f"{SELECT_GAMES} WHERE games.rowid = ?", (row_of(db, key),)).fetchone()
            if row["deleted"] is not None and not deleted:
                raise KeyError(key)
            return kept_game(row, db)

    def damage(self, key: str, whole: bool = True) -> str:
        """Return the reason why a game could not be continued; empty: none is known, or it is not there. ``whole``: see
        :func:`daemon.storage.games.queries.read_damage`."""
        with self._reading() as db:
            return read_damage(db, key, whole)

    def raw(self, key: str, playing: str = "") -> str:
        """Return all rows of a game, readable or not, as text. ``playing``: see
        :func:`daemon.storage.games.raw_rows.raw_game`.

        :raises KeyError: there is none with this key.
        """
        with self._reading() as db:
            return raw_game(db, key, playing)

    def put_back(self, key: str, game: NewGame) -> bool:
        """Store the row of a game anew, if there is none; return true if there was none. The time of its beginning is
        lost."""
        with self._changing() as db:
            lost = db.execute("SELECT 1 FROM games WHERE key = ?", (key,)).fetchone() is None
            insert_game(db, key, game, find_game(game.game_id).rules_version, "")
            return lost

    def add(self, *games: KeptGame) -> None:
        """Store whole games, for example imported ones: all of them, or none."""
        with self._changing() as db:
            for game in games:
                insert_whole_game(db, game)

    def add_rows(self, key: str, rows: Mapping[str, Sequence[RawRow]]) -> bool:
        """Store the raw rows of a whole game, table by table. ``False``: a game with its key is there."""
        try:
            with self._changing() as db:
                for table, of_table in rows.items():
                    for row in of_table:
                        insert_raw(db, table, row)
                count_result(db, key)
        except sqlite3.IntegrityError:
            return False
        return True

    def games_afar(self, most: int) -> tuple[KeptGame, ...]:
        """Return the latest games between this board and another one, at most so many."""
        with self._reading() as db:
            rows = db.execute(
                f"{SELECT_GAMES} WHERE afar IS NOT NULL AND deleted IS NULL ORDER BY games.rowid DESC LIMIT ?", (most,)
            )
            return tuple(game for row in rows.fetchall() if (game := kept_game(row, db)).afar is not None)

    def vouchers(self, key: str) -> Mapping[str, str]:
        """Return the vouchers of a game between two boards, by name."""
        with self._reading() as db:
            return dict(map(tuple, db.execute("SELECT name, value FROM vouchers WHERE game = ?", (key,))))

    def lost(self, key: str) -> StoredState:
        """Return the seats that have resigned or are out of time in a game that is not on the table, while the other
        board still has to hear of it; nothing else of its state."""
        try:
            return read_state(self.vouchers(key).get("lost", ""))
        except Unreadable:
            return StoredState()

    def keep_voucher(self, key: str, name: str, value: str) -> bool:
        """Store a voucher in place of another of its name; ``False``: the game is not on disk yet."""
        with self._changing() as db:
            added = db.execute(
                "INSERT OR REPLACE INTO vouchers SELECT key, ?2, ?3 FROM games WHERE key = ?1", (key, name, value)
            )
            return added.rowcount == 1

    def host(self, key: str) -> str:
        """Return the public name of the phone that started a game, deleted or not; maybe empty.

        :raises KeyError: there is none with this key.
        """
        with self._reading() as db:
            return str(db.execute("SELECT host FROM games WHERE rowid = ?", (row_of(db, key),)).fetchone()[0])

    def set_computers(self, key: str, computers: Computers) -> None:
        """Store which seats of a game a computer plays."""
        with self._changing() as db:
            db.execute("UPDATE games SET computers = ? WHERE key = ?", (computers_text(computers), key))

    def set_name(self, key: str, afar: RemoteBoard, players: Mapping[Seat, str]) -> None:
        """Store the name of a game's other board, and the players."""
        with self._changing() as db:
            db.execute("UPDATE games SET afar = ?, players = ? WHERE key = ?",
                       (json.dumps(afar.as_data()), json.dumps(dict(players)), key))

    def set_times(self, key: str, times: Times) -> None:
        """Store the present times of a game's clocks."""
        with self._changing() as db:
            set_times(db, key, times)

    def delete(self, key: str) -> None:
        """Delete a game, so that it can be restored for some time.

        :raises KeyError: there is none with this key.
        """
        with self._changing() as db:
            delete_game(db, key, self._now())

    def restore(self, key: str) -> None:
        """Put a deleted game back.

        :raises KeyError: none with this key is deleted.
        """
        with self._changing() as db:
            restore_game(db, key)

    def remove_deleted(self) -> None:
        """Remove for good what was deleted long ago; nothing while the date is unknown."""
        now = self._now()
        if not now:
            return
        with self._reading() as db:
            if not (undated(db) or due(db, now)):
                return
        with self._changing() as db:
            set_date(db, now)
            remove_games(db, due(db, now))

    def review(self, key: str) -> Review | None:
        """Return the review of a game; ``None``: there is none, or it cannot be read."""
        with self._reading() as db:
            row = db.execute("SELECT review FROM reviews WHERE game = ?", (key,)).fetchone()
        with suppress(Unreadable):
            return None if row is None else read_review(row[0])
        return None

    def reviews(self, most: int) -> Mapping[str, Review]:
        """Return the reviews of the latest games that replay, at most so many; those that cannot be read are left
        out."""
        with self._reading() as db:
            rows = db.execute(
                """SELECT key, review FROM reviews JOIN games ON key = game
                   WHERE deleted IS NULL AND broken = '' ORDER BY games.rowid DESC LIMIT ?""", (most,)
            ).fetchall()
        found = {}
        for key, review in rows:
            with suppress(Unreadable):
                found[key] = read_review(review)
        return found

    def is_over_with(self, key: str, entries: int) -> bool:
        """True if a game is there, over, and has so many entries, undone ones included."""
        with self._reading() as db:
            return db.execute(
                """SELECT 1 FROM games JOIN ends ON game = key WHERE key = ?1 AND deleted IS NULL
                       AND (SELECT count(*) FROM entries WHERE game = ?1) = ?2""", (key, entries)
            ).fetchone() is not None

    def keep_review(self, key: str, review: Review) -> None:
        """Store a review; nothing, if the game is not over any more, or gone."""
        with self._changing() as db:
            db.execute("INSERT OR REPLACE INTO reviews SELECT game, ? FROM ends WHERE game = ?",
                       (review_text(review), key))

    def set_broken(self, key: str, why: Message) -> None:
        """Mark a game that no longer replays."""
        with self._changing() as db:
            db.execute("UPDATE games SET broken = ? WHERE key = ?", (reason_text(why), key))

    # --- lessons -------------------------------------------------------------------------------------------------

    def solved(self, learner: str) -> Mapping[str, Sequence[str]]:
        """Return the lessons that somebody has solved: id of the game → their names. ``learner``: empty for those
        without a name."""
        with self._reading() as db:
            found: dict[str, list[str]] = {}
            for game_id, lesson in db.execute("SELECT game_id, lesson FROM solved WHERE learner = ?", (learner,)):
                found.setdefault(game_id, []).append(lesson)
            return found

    def learners(self) -> Sequence[str]:
        """Return the names under which lessons were solved."""
        with self._reading() as db:
            return read_learners(db)

    def keep_solved(self, learner: str, game_id: str, lesson: str) -> None:
        """Store that somebody has solved a lesson."""
        with self._changing() as db:
            db.execute("INSERT OR IGNORE INTO solved VALUES (?,?,?)", (learner, game_id, lesson))

    # --- seats ---------------------------------------------------------------------------------------------------

    def holders(self, key: str) -> Mapping[Seat, str]:
        """Return the holders: seat → token of the phone that holds it, see :mod:`webpanel.access.phones`."""
        with self._reading() as db:
            rows = db.execute("SELECT seat, phone FROM claims WHERE game = ?", (key,))
            return {Seat(seat): phone for seat, phone in rows if is_seat(seat)}

    def set_holder(self, key: str, seat: Seat, phone: str | None) -> None:
        """Store which phone holds a seat; ``None``: it is free."""
        with self._changing() as db:
            db.execute("DELETE FROM claims WHERE game = ? AND seat = ?", (key, seat))
            if phone is not None:
                db.execute("INSERT INTO claims (game, seat, phone) VALUES (?,?,?)", (key, seat, phone))

    def held_seats(self, phone: str) -> int:
        """Count the seats that a phone holds in unfinished games."""
        with self._reading() as db:
            query = """
                SELECT count(*) FROM claims WHERE phone = ? AND game NOT IN (SELECT game FROM ends)
                    AND game NOT IN (SELECT key FROM games WHERE deleted IS NOT NULL)"""
            count: int = db.execute(query, (phone,)).fetchone()[0]
            return count
