"""The running program, as the panel sees it."""

import hmac
import logging
import secrets
import sqlite3
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

from daemon.backups import Backups
from daemon.desk_backups import DeskBackups
from daemon.lamps import Lamps
from daemon.orders import Orders, Wish
from daemon.presence import Presence, Watching
from daemon.scenes import Scenes, Snapshot
from daemon.screen.board import ScreenBoard
from daemon.seating import FreeSeat, Seating, TakeSeat
from daemon.shelf import KeptShelf, new_key, played
from daemon.storage.disk import in_words
from daemon.storage.rows import KeptGame
from daemon.storage.store import Store
from daemon.storage.writer import Writer
from daemon.surface import RealBoard, fits
from engine.computers import NO_COMPUTERS, Computers
from engine.errors import EngineError
from engine.game import Played
from engine.messages import message
from engine.pieces import Seat
from engine.registry import find_game
from engine.squares import Board
from table.refused import Refused
from table.words.events import (
    ChangeSettings,
    ContinueGame,
    Event,
    NextGame,
    ParkGame,
    Reopen,
    Standing,
    StartGame,
    TakeOver,
)
from table.words.screen import Tap
from table.words.settings import Settings
from webpanel import desk as panel
from webpanel.desk import Device, Shelf, Workshop

log = logging.getLogger(__name__)

STORED_S = 5.0
"""How long a request waits for the disk."""

KEPT_S = 1.0
"""How long requests wait until what they changed is kept; if it is not by then, the table goes on anyway."""

LIT_S = 1.0
"""How long whoever changes settings waits until the lights follow: what they draw then is shown beside the slider."""

EVERYBODY: Mapping[Seat, int] = {}
"""For a game that only people play."""
SEEDS = 2**31
"""How many seeds a computer's luck may be made of."""

DAMAGED = message("This game is damaged on the disk. What is left of it can be downloaded, not continued.")
BUSY_DISK = message("Not everything is on disk yet. Wait a moment, then try again.")


class TableDesk:
    """See :class:`webpanel.desk.Desk`. ``judged_by`` is left out where no phone asks."""

    def __init__(
        self,
        store: Store,
        orders: Orders,
        writer: Writer,
        scenes: Scenes,
        screen: ScreenBoard,
        presence: Presence,
        lamps: Lamps,
        real: RealBoard | None,
        device: Callable[[], Device],
        workshop: Workshop,
        backups: Backups,
        switch_off: Callable[[], None],
        parts: Callable[[], tuple[panel.Part, ...]],
        damaged: Callable[[], panel.Damaged | None],
    ) -> None:
        self._store = store
        self._orders = orders
        self._writer = writer
        self._scenes = scenes
        self._screen = screen
        self._presence = presence
        self._lamps = lamps
        self._real = real
        self._device = device
        self.switch_off, self.parts, self.damaged = switch_off, parts, damaged
        self._changing_game = threading.Lock()
        self.workshop = workshop
        self.shelf: Shelf = KeptShelf(store, lambda: scenes.snapshot().table.on_table, self._changing_game)
        self.backups: panel.Backups = DeskBackups(backups, self._exchange)

    def on_table(self) -> str:
        """The key of the game on the table, or empty."""
        return self._scenes.snapshot().key

    # --- looking and acting --------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """See :meth:`webpanel.desk.Desk.snapshot`."""
        return self._scenes.snapshot()

    def send(self, event: Event, judged_by: panel.Snapshot | None = None) -> None:
        """See :meth:`webpanel.desk.Desk.send`."""
        self._ask(event, _seating(judged_by))
        agreed = self._orders.agreed()
        if agreed is not None:
            self._put_next(agreed)

    def _put_next(self, game: NextGame) -> None:
        """Put the game on the table that the players agreed on, unless somebody was quicker. Who agreed last waits."""
        try:
            if isinstance(game, Reopen):
                self._resume(game.key, Seating())
            else:
                with self._changing_game:
                    self._ask(game, Seating())
                self._writer.wait_idle(KEPT_S)
        except (Refused, KeyError) as error:
            log.warning("the game that the players agreed on (%s) was not put on the table: %s", game.key, error)

    def _ask(self, wish: Wish, judged_by: Seating | None, holders: Mapping[Seat, str] | None = None) -> None:
        refusal = self._orders.ask(wish, judged_by, holders)
        if refusal is not None:
            raise Refused(refusal)

    def tap(self, tap: Tap, judged_by: panel.Snapshot | None = None) -> None:
        """See :meth:`webpanel.desk.Desk.tap`."""
        self._screen.tap(tap, _seating(judged_by))

    def take_seat(self, seat: Seat, phone: str, judged_by: panel.Snapshot | None = None) -> None:
        """See :meth:`webpanel.desk.Desk.take_seat`."""
        self._ask(TakeSeat(seat, phone), _seating(judged_by))
        self._writer.wait_idle(KEPT_S)

    def free_seat(self, seat: Seat, judged_by: panel.Snapshot | None = None) -> None:
        """See :meth:`webpanel.desk.Desk.free_seat`."""
        holder = (judged_by or self.snapshot()).holders.get(seat)
        if holder is not None:
            self._ask(FreeSeat(seat, holder), _seating(judged_by))
            self._writer.wait_idle(KEPT_S)

    def heard(self, phone: str) -> None:
        """See :meth:`webpanel.desk.Desk.heard`. Of those who only look on there may be any number."""
        if phone in self.snapshot().holders.values():
            self._presence.heard(phone)

    def hear_date(self, since_1970_s: float) -> None:
        """See :meth:`webpanel.desk.Desk.hear_date`."""
        self._store.hear_date(since_1970_s)

    def is_away(self, phone: str) -> bool:
        """See :meth:`webpanel.desk.Desk.is_away`."""
        return self._presence.is_away(phone)

    def subscribe(self, phone: str = "") -> Watching:
        """See :meth:`webpanel.desk.Desk.subscribe`."""
        return self._presence.subscribe(phone)

    def computer_fails(self) -> bool:
        """See :meth:`webpanel.desk.Desk.computer_fails`."""
        return self._scenes.warning("computer") is not None

    def take_over(self, seat: Seat, judged_by: panel.Snapshot | None = None) -> None:
        """See :meth:`webpanel.desk.Desk.take_over`."""
        if not self.computer_fails():
            raise Refused(message("The computer plays this seat. Somebody can take it over if the computer fails."))
        self._ask(TakeOver(seat), _seating(judged_by))
        self._writer.wait_idle(KEPT_S)

    # --- games ---------------------------------------------------------------------------------------------------

    def start(
        self, game_id: str, options: Mapping[str, object], players: Mapping[Seat, str], screen: bool,
        judged_by: panel.Snapshot | None = None, host: str = "", aside: ParkGame | None = None,
        computers: Mapping[Seat, int] = EVERYBODY,
    ) -> str:
        """See :meth:`webpanel.desk.Desk.start`."""
        game = find_game(game_id)
        checked = game.read_options(options)
        if not screen:
            self._check_size(game.board(checked))
        failure = self._writer.failure
        if failure is not None:
            raise Refused(failure, 503)
        seeded = Computers(dict(computers), secrets.randbelow(SEEDS)) if computers else NO_COMPUTERS
        event = StartGame(new_key(), game.id, checked.as_data(), dict(players), screen, host, seeded)
        if aside is not None and aside.held:
            self.send(replace(aside, then=event), judged_by)
        else:
            with self._changing_game:
                self._ask(event, _seating(judged_by))
        self._writer.wait_idle(KEPT_S)  # so that the game is on the shelf
        return event.key

    def _check_size(self, board: Board) -> None:
        if not fits(board, self._real):
            reason = message(
                "This game needs a board of {files} by {ranks} squares. Choose the screen board.",
                files=board.files,
                ranks=board.ranks,
            )
            raise Refused(reason)

    def resume(self, key: str, judged_by: panel.Snapshot | None = None, aside: ParkGame | None = None) -> None:
        """See :meth:`webpanel.desk.Desk.resume`. On wood that is too small for it, or whose switches do not answer,
        a game moves to the screen board."""
        if aside is not None and aside.held and not self._is_played(key):
            with in_words():
                game = self._store.game(key)
            self._replayed(game)  # so that nobody is asked in vain
            self.send(replace(aside, then=Reopen(key, game.game_id)), judged_by)
        else:
            self._resume(key, _seating(judged_by))

    def _resume(self, key: str, judged_by: Seating | None) -> None:
        with self._changing_game:
            if self._is_played(key):
                return  # another phone was quicker
            if not self._writer.wait_idle(STORED_S):
                raise Refused(BUSY_DISK, 503)
            with in_words():
                game = self._store.game(key)
                entries, holders = self._store.entry_count(key), self._store.holders(key)
                standing = self._store.standing() if key == self._store.on_table() else Standing()
            replayed = self._replayed(game)
            lost = self._scenes.warning("switches") is not None
            screen = game.screen or lost or not fits(replayed.game.board(replayed.options), self._real)
            event = ContinueGame(key, replayed, game.players, screen, entries, standing, game.computers, game.setup)
            self._ask(event, judged_by, holders)

    def _is_played(self, key: str) -> bool:
        on_table = self._scenes.snapshot().table.on_table
        return on_table is not None and on_table.key == key and on_table.outcome is None

    def _replayed(self, game: KeptGame) -> Played:
        """A kept game, as far as it was played, if it can be continued."""
        if game.end is not None:
            raise Refused(message("This game is over. It can be replayed, not continued."))
        if game.damage:
            raise Refused(DAMAGED)
        try:
            return played(game)
        except EngineError as error:
            with in_words():
                self._store.set_broken(game.key, str(error))
            reason = message(
                "This game no longer replays ({error}). It can be downloaded, not continued.", error=error.reason
            )
            raise Refused(reason) from error

    def unreadable(self) -> Mapping[str, str]:
        """See :meth:`webpanel.desk.Desk.unreadable`."""
        with in_words():
            return self._store.unreadable()

    def _exchange(self, put_back: Callable[[], object]) -> None:
        """Have everything that is kept exchanged, with no game on the table meanwhile."""
        with self._changing_game:
            if self.on_table():
                self._ask(ParkGame(), None)
            if not self._writer.wait_idle(STORED_S):
                raise Refused(BUSY_DISK, 503)
            put_back()
            self._ask(ChangeSettings(self._store.settings()), None)

    # --- settings and device -------------------------------------------------------------------------------------

    def settings(self) -> Settings:
        """See :meth:`webpanel.desk.Desk.settings`."""
        return self._scenes.snapshot().settings

    def save_settings(self, settings: Settings) -> None:
        """See :meth:`webpanel.desk.Desk.save_settings`."""
        with in_words():
            self._store.save_settings(settings)
        self._ask(ChangeSettings(settings), None)
        self._lamps.wait_lit(LIT_S)

    def check_pin(self, pin: str) -> bool:
        """See :meth:`webpanel.desk.Desk.check_pin`."""
        with in_words():
            kept = self._store.pin()
        return bool(kept) and hmac.compare_digest(kept.encode(), pin.encode())

    def held_seats(self, phone: str) -> int:
        """See :meth:`webpanel.desk.Desk.held_seats`."""
        with in_words():
            return self._store.held_seats(phone)

    def banned(self) -> frozenset[str]:
        """See :meth:`webpanel.desk.Desk.banned`."""
        with in_words():
            return self._store.banned()

    def keep_banned(self, names: frozenset[str]) -> None:
        """See :meth:`webpanel.desk.Desk.keep_banned`."""
        with in_words():
            self._store.keep_banned(names)

    def knowing(self) -> tuple[str, ...]:
        """See :meth:`webpanel.desk.Desk.knowing`."""
        with in_words():
            return self._store.knowing()

    def keep_knowing(self, names: tuple[str, ...]) -> None:
        """See :meth:`webpanel.desk.Desk.keep_knowing`. An owner is let in to a table whose disk is full, too."""
        try:
            self._store.keep_knowing(names)
        except sqlite3.Error as error:
            log.warning("which phones know the PIN could not be kept: %s", error)

    def device(self) -> Device:
        """See :meth:`webpanel.desk.Desk.device`."""
        return self._device()


def _seating(judged_by: panel.Snapshot | None) -> Seating | None:
    return None if judged_by is None else Seating(judged_by.key, judged_by.holders)
