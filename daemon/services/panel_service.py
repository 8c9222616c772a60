"""The running program, as the panel sees it."""

import hmac
import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Protocol

from daemon.boards.board import RealBoard
from daemon.boards.light_driver import LightDriver
from daemon.runtime.queue import Orders
from daemon.runtime.read_once import read_once
from daemon.screen.board import ScreenBoard
from daemon.services.backup_service import DeskBackups
from daemon.services.backups import Backups
from daemon.services.game_service import Games, seating_of
from daemon.services.pgn_files import PgnShelf
from daemon.snapshots.presence import Presence
from daemon.snapshots.scenes import Scenes
from daemon.snapshots.seats import FreeSeat, TakeSeat
from daemon.storage.store import Store
from engine.core.messages import message
from engine.core.pieces import Seat
from engine.game import AnyGame
from engine.records.computer_levels import OutsideEngine
from table.messages.events import AskForSeat, ChangeSettings, HolderBack, ParkGame, TakeOver
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from table.messages.settings import Settings
from table.messages.taps import Tap
from webpanel.limits.rate_limits import MOST_KNOWING
from webpanel.ports import table_port
from webpanel.ports.backup_port import Backups as PanelBackups
from webpanel.ports.club_port import Club
from webpanel.ports.device_port import Device, Part
from webpanel.ports.library_port import Damaged, Shelf
from webpanel.ports.update_port import Updates
from webpanel.ports.workshop_port import Workshop

if TYPE_CHECKING:
    from club.play.letters import Invitation
    from table.messages.remote_board import RemoteBoard

log = logging.getLogger(__name__)

LIT_S = 1.0
"""The time that a change of settings waits until the lights follow: their current is then shown beside the slider."""


class KeptSettings:
    """The settings of the table. May be used from any thread."""

    def __init__(self, store: Store, games: Games, scenes: Scenes, lamps: LightDriver) -> None:
        self._store, self._games, self._scenes, self._lamps = store, games, scenes, lamps

    def now(self) -> Settings:
        """Return the settings in force."""
        return self._scenes.snapshot().settings

    def save(self, settings: Settings) -> None:
        """Put settings in force and store them, all of them."""
        self.change(asdict(settings))

    def change(self, given: Mapping[str, Any]) -> Settings:
        """See :meth:`webpanel.ports.table_port.Desk.change_settings`. One change at a time, from reading to use: else
        one of two would be lost, or the table would use other settings than are stored."""
        with self._games.changing:
            settings = replace(self._store.settings(), **given)
            self._store.save_settings(settings)
            self._games.ask(ChangeSettings(settings), None)
        self._lamps.wait_lit(LIT_S)
        return settings


class AcceptingClub(Club, Protocol):
    """The panel's club, which can also accept an invitation."""

    def accepting(self, key: str) -> "tuple[Invitation, RemoteBoard]":
        """Return an invitation and the other board of its game.

        :raises KeyError: there is none.
        :raises Refused: the game cannot be played here.
        """

    def accepted(self, key: str) -> None:
        """Forget an invitation: its game is on the table."""


class TableDesk:
    """See :class:`webpanel.ports.table_port.Desk`. ``judged_by`` is left out where no phone asks."""

    def __init__(
        self,
        games: Games,
        store: Store,
        orders: Orders,
        scenes: Scenes,
        screen: ScreenBoard,
        presence: Presence,
        settings: KeptSettings,
        real: RealBoard | None,
        device: Callable[[], Device],
        workshop: Callable[[], Workshop],
        backups: Backups,
        switch_off: Callable[[], None],
        parts: Callable[[], tuple[Part, ...]],
        damaged: Callable[[], Damaged | None],
        reviews: table_port.Reviews,
        club: AcceptingClub | None,
        engines: Callable[[AnyGame], Sequence[OutsideEngine]],
        updates: Updates,
    ) -> None:
        self._games, self._store, self._orders = games, store, orders
        self._scenes, self._screen, self._presence, self._real = scenes, screen, presence, real
        self.snapshot, self.subscribe = scenes.snapshot, presence.subscribe
        self.is_away, self.is_lost = presence.is_away, presence.is_lost
        self.hear_date, self.today, self.unreadable = store.hear_date, store.today, store.unreadable
        self.solved, self.learners, self.held_seats = store.solved, store.learners, store.held_seats
        self.banned, self.keep_banned = store.banned, store.keep_banned
        self.knowing, self.generation = store.knowing, store.generation
        self.send, self.start, self.learn, self.resume = games.send, games.start, games.learn, games.resume
        self.settings, self.save_settings, self.change_settings = settings.now, settings.save, settings.change
        self.device, self.switch_off, self.parts, self.damaged = device, switch_off, parts, damaged
        self._workshop, self.reviews = workshop, reviews
        self.club, self.engines, self.updates = club, engines, updates
        self.shelf: Shelf = PgnShelf(store, lambda: scenes.snapshot().table.on_table, games.changing)
        self._backups = DeskBackups(backups)
        self.backups: PanelBackups = self._backups

    def tap(self, tap: Tap, judged_by: table_port.Snapshot | None = None) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.tap`."""
        self._screen.tap(tap, seating_of(judged_by))

    def take_seat(self, seat: Seat, phone: str, judged_by: table_port.Snapshot | None = None) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.take_seat`."""
        self._presence.heard(phone)  # or it would count as gone already
        self._games.ask_and_keep(TakeSeat(seat, phone), judged_by)

    def ask_for_seat(self, event: AskForSeat, judged_by: table_port.Snapshot | None = None) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.ask_for_seat`."""
        self._presence.heard(event.phone)
        self._games.ask_and_keep(event, judged_by)

    def free_seat(self, seat: Seat, judged_by: table_port.Snapshot | None = None) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.free_seat`."""
        holder = (judged_by or self.snapshot()).holders.get(seat)
        if holder is not None:
            self._games.ask_and_keep(FreeSeat(seat, holder), judged_by)

    def free_all_seats(self) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.free_all_seats`."""
        for seat in self.snapshot().holders:
            self.free_seat(seat)

    def heard(self, phone: str) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.heard`. Only holders of seats are noted: there may be any number of
        spectators."""
        if phone in self.snapshot().holders.values():
            self._presence.heard(phone)
            claim = self.snapshot().table.open_claim
            if claim is not None and claim.holder == phone:
                self._orders.post(HolderBack(phone))

    def computer_fails(self) -> bool:
        """See :meth:`webpanel.ports.table_port.Desk.computer_fails`."""
        asked = self.snapshot().table.thought
        return asked is not None and self._scenes.warning("computer") is not None

    def take_over(self, seat: Seat, judged_by: table_port.Snapshot | None = None) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.take_over`."""
        if not self.computer_fails():
            raise Refused(message("The computer plays this seat. Somebody can take it over if the computer fails."))
        self._games.ask_and_keep(TakeOver(seat), judged_by)

    # --- games ---------------------------------------------------------------------------------------------------

    def accept(
        self, key: str, names: Mapping[Seat, str], screen: bool, judged_by: table_port.Snapshot | None = None,
        host: str = "", aside: ParkGame | None = None,
    ) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.accept`."""
        if self.club is None:
            raise KeyError(key)
        invitation, afar = self.club.accepting(key)
        players = {seat: names.get(seat, "") for seat in invitation.seats} | dict.fromkeys(afar.seats, afar.name)
        game = NewGame(invitation.game, invitation.options, players, screen, host, controls=invitation.clocks,
                       afar=afar)
        self._games.begin(key, game, judged_by, aside)
        if self._games.on_table() == key:
            self.club.accepted(key)

    def play_paired(
        self, key: str, screen: bool, judged_by: table_port.Snapshot | None = None, host: str = "",
        aside: ParkGame | None = None,
    ) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.play_paired`."""
        if self._scenes.snapshot().key == key:  # both players have tapped
            return
        paired = {each.key: each for each in (self.club.paired() if self.club else ())}[key]
        if paired.begun:
            self._games.resume(key, judged_by, aside)
            return
        game = NewGame(paired.game.id, paired.options, paired.players, screen, host, controls=paired.controls)
        self._games.begin(key, game, judged_by, aside)

    def restore(self, name: str, judged_by: table_port.Snapshot | None = None) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.restore`."""
        self._backups.restore(name, lambda put_back: self._games.exchange(put_back, judged_by))

    @property
    def workshop(self) -> Workshop:
        """See :class:`webpanel.ports.table_port.Desk`."""
        return self._workshop()

    # --- settings and trust --------------------------------------------------------------------------------------

    def covered(self) -> Sequence[str]:
        """See :meth:`webpanel.ports.table_port.Desk.covered`. The table knows it in a game on the physical board; else
        the board is read."""
        table = self._scenes.snapshot().table
        if self._real is None:
            raise Refused(message("There is only the screen board: no switches can be read."))
        if self.workshop.work() is not None:
            raise Refused(message("The workshop is using the board. End what it is doing first."))
        game = table.on_table
        if game is not None and game.outcome is None and not game.screen and table.unread is None:
            return game.board.sorted_names(table.covered)
        return read_once(self._real, self._orders)

    def check_pin(self, pin: str) -> bool:
        """See :meth:`webpanel.ports.table_port.Desk.check_pin`."""
        kept = self._store.pin()
        return bool(kept) and hmac.compare_digest(kept.encode(), pin.encode())

    def sign_out(self) -> str:
        """See :meth:`webpanel.ports.table_port.Desk.sign_out`. No game that comes to the table brings holders along."""
        with self._games.changing:
            return self._store.sign_out()

    def keep_knowing(self, name: str, pin: str) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.keep_knowing`. An owner is let in even if the disk is full."""
        try:
            self._store.keep_knowing(name, pin, MOST_KNOWING)
        except sqlite3.Error as error:
            log.warning("which phones know the PIN could not be kept: %s", error)

    def know_nobody(self) -> None:
        """See :meth:`webpanel.ports.table_port.Desk.know_nobody`."""
        try:
            self._store.know_nobody()
        except sqlite3.Error as error:
            log.warning("which phones know the PIN could not be kept: %s", error)
