"""Putting games on the table: new ones, lessons, stored ones, and those that the players agreed on."""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import Final

from daemon.boards.board import RealBoard, fits
from daemon.runtime.queue import Orders, Wish
from daemon.services.library import new_key, played, with_luck
from daemon.snapshots.scenes import Scenes
from daemon.snapshots.seats import Seating
from daemon.storage.games.rows import KeptGame
from daemon.storage.store import Store
from daemon.storage.writer import Writer
from engine.core.errors import EngineError
from engine.core.messages import message
from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.game import Played
from engine.records.game_record import begin
from engine.registry import find_game
from engine.services.lessons import Course
from table.messages.events import (
    ChangeSettings,
    ContinueGame,
    Event,
    NextGame,
    ParkGame,
    Reopen,
    StartGame,
    StoredState,
)
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from webpanel.ports.table_port import Snapshot

log = logging.getLogger(__name__)

STORED_S: Final = 5.0
"""The time that a request waits for the disk."""
KEPT_S: Final = 1.0
"""The time that requests wait until their changes are stored; if they are not by then, the table goes on anyway."""

DAMAGED = message("This game is damaged on the disk. What is left of it can be downloaded, not continued.")
BUSY_DISK = message("Not everything is on disk yet. Wait a moment, then try again.")


class Games:
    """The games that come to the table. May be used from any thread. ``judged_by`` is left out where no phone asks."""

    def __init__(
        self, store: Store, orders: Orders, writer: Writer, scenes: Scenes, real: RealBoard | None
    ) -> None:
        self._store = store
        self._orders = orders
        self._writer = writer
        self._scenes = scenes
        self._real = real
        self.changing = threading.Lock()
        """Held while another game comes to the table, all stored data is exchanged, or something is changed that this
        would lose."""
        self.exchanging: Callable[[], AbstractContextManager[None]] = nullcontext
        """Called after all stored data was exchanged."""

    def on_table(self) -> str:
        """Return the key of the game on the table, or empty."""
        return self._scenes.snapshot().key

    def ask(self, wish: Wish, judged_by: Seating | None, holders: Mapping[Seat, str] | None = None) -> None:
        """Have the table carry out a request, and wait until it has.

        :raises Refused: it does not.
        """
        refusal = self._orders.ask(wish, judged_by, holders)
        if refusal is not None:
            raise Refused(refusal)

    def ask_and_keep(self, wish: Wish, judged_by: Snapshot | None) -> None:
        """Do the same, and wait until the changes are on disk, so that what is confirmed is not lost with the power."""
        self.ask(wish, seating_of(judged_by))
        self._writer.wait_idle(KEPT_S)

    def send(self, event: Event, judged_by: Snapshot | None = None) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.send`."""
        self.ask_and_keep(event, judged_by)
        agreed = self._orders.agreed()
        if agreed is not None:
            self._put_next(agreed)
            self._writer.wait_idle(KEPT_S)

    def _put_next(self, game: NextGame) -> None:
        """Put the game on the table that the players agreed on, unless somebody was quicker. The request that agreed
        last waits."""
        try:
            if isinstance(game, Reopen):
                self._resume(game.key, Seating())
            else:
                with self.changing:
                    self.ask(game, Seating())
        except (Refused, KeyError) as error:
            log.warning("the game that the players agreed on (%s) was not put on the table: %s", game.key, error)

    # --- new ones --------------------------------------------------------------------------------------------------

    def start(self, game: NewGame, judged_by: Snapshot | None = None, aside: ParkGame | None = None) -> str:
        """See :meth:`webpanel.ports.table_port.Desk.start`."""
        if game.afar is not None:
            check_meeting(game)
        return self.begin(new_key(), game, judged_by, aside)

    def begin(self, key: str, game: NewGame, judged_by: Snapshot | None, aside: ParkGame | None) -> str:
        """Do the same with a key that is known already: the two boards of a game share one."""
        event = StartGame(key, self._checked(game))
        if aside is not None and aside.held:
            self.send(replace(aside, then=event), judged_by)
        else:
            with self.changing:
                self.ask(event, seating_of(judged_by))
        self._writer.wait_idle(KEPT_S)  # so that the game is in the library
        return key

    def _checked(self, new: NewGame) -> NewGame:
        """Check a new game, and return it ready to begin: with a seed for its computers."""
        game = find_game(new.game_id)
        options = game.read_options(new.options)
        begin(game, options, new.setup)  # raises if it describes no position
        if not new.screen:
            self._check_size(game.board(options))
        failure = self._writer.failure
        if failure is not None:
            raise Refused(failure, 503)
        return replace(new, options=options.as_data(), computers=with_luck(new.computers))

    def learn(self, game_id: str, course: Course, screen: bool, judged_by: Snapshot | None = None) -> str:
        """See :meth:`webpanel.ports.table_port.Desk.learn`."""
        game, lesson = find_game(game_id), course.lesson
        options = game.read_options(dict(lesson.options))
        if not screen:
            self._check_size(game.board(options))
        seats = game.seats_of(options)
        new = NewGame(game.id, options.as_data(), dict.fromkeys(seats, ""), screen, setup=lesson.state)
        event = StartGame(new_key(), new, course)
        with self.changing:
            self.ask(event, seating_of(judged_by))
        return event.key

    def _check_size(self, board: Board) -> None:
        if not fits(board, self._real):
            reason = message(
                "This game needs a board of {files} by {ranks} squares. Choose the screen board.",
                files=board.files,
                ranks=board.ranks,
            )
            raise Refused(reason)

    # --- kept ones -------------------------------------------------------------------------------------------------

    def resume(self, key: str, judged_by: Snapshot | None = None, aside: ParkGame | None = None) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.resume`. If the physical board is too small for it, or its switches
        do not answer, a game moves to the screen board."""
        if aside is not None and aside.held and not self._is_played(key):
            game = self._store.game(key)
            self._replayed(game)  # so that players are not asked in vain
            self.send(replace(aside, then=Reopen(key, game.game_id)), judged_by)
        else:
            self._resume(key, seating_of(judged_by))

    def _resume(self, key: str, judged_by: Seating | None) -> None:
        with self.changing:
            if self._is_played(key):
                return  # another phone was quicker
            if not self._writer.wait_idle(STORED_S):
                raise Refused(BUSY_DISK, 503)
            game = self._store.game(key)
            entries, holders = self._store.entry_count(key), self._store.holders(key)
            on_table = key == self._store.on_table()
            state = self._store.state() if on_table else self._parked(game)
            replayed = self._replayed(game)
            lost = self._scenes.warning("switches") is not None
            screen = game.screen or lost or not fits(replayed.game.board(replayed.options), self._real)
            begun = replace(game.begun, screen=screen)
            event = ContinueGame(key, begun, replayed, entries, state, game.clocks, game.scores)
            self.ask(event, judged_by, holders)

    def _parked(self, game: KeptGame) -> StoredState:
        """Return the persisted state of a parked game. A game with clocks between two boards resumes in a pause, which
        ends once both want to go on."""
        paused = game.afar is not None and bool(game.clocks.controls)
        lost = self._store.lost(game.key)
        return replace(self._store.chosen(game.key), paused=paused, giving_up=lost.giving_up, fallen=lost.fallen)

    def _is_played(self, key: str) -> bool:
        on_table = self._scenes.snapshot().table.on_table
        return on_table is not None and on_table.key == key and on_table.outcome is None

    def _replayed(self, game: KeptGame) -> Played:
        """Replay a stored game, if it can be continued."""
        if game.end is not None:
            raise Refused(message("This game is over. It can be replayed, not continued."))
        if game.damage:
            raise Refused(DAMAGED)
        try:
            return played(game)
        except EngineError as error:
            self._store.set_broken(game.key, error.reason)
            reason = message(
                "This game cannot be replayed ({error}). It can be downloaded, not continued.", error=error.reason
            )
            raise Refused(reason) from error

    @contextmanager
    def resting(self, key: str) -> Iterator[bool]:
        """See :data:`daemon.remote.suspended_games.Resting`."""
        with self.changing:
            written = self.on_table() != key and self._writer.wait_idle(STORED_S)
            comes = key == self._store.on_table() and self._store.game(key, deleted=True).end is None
            yield written and not comes

    def exchange(self, put_back: Callable[[], object], judged_by: Snapshot | None = None) -> None:
        """Exchange all stored data, with no game on the table meanwhile."""
        with self.exchanging(), self.changing:
            self._clear(seating_of(judged_by))
            if not self._writer.wait_idle(STORED_S):
                raise Refused(BUSY_DISK, 503)
            put_back()
            self.ask(ChangeSettings(self._store.settings()), None)

    def _clear(self, judged_by: Seating | None) -> None:
        try:
            self.ask(ParkGame(), judged_by)
        except Refused:
            if self.on_table():
                raise  # else there is none, or somebody has parked it just now


def check_meeting(new: NewGame) -> None:
    """Check that a game can be played between two boards.

    :raises Refused: it cannot.
    """
    if new.computers or new.setup is not None:
        raise Refused(message("Between two boards only people play, and they begin from the usual start."))


def seating_of(judged_by: Snapshot | None) -> Seating | None:
    """Return the seating of the snapshot by which a request was judged; ``None``: it was not judged."""
    return None if judged_by is None else Seating(judged_by.key, judged_by.holders)
