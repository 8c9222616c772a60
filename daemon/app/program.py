"""Construction of the program from its configuration."""

import logging
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Protocol

from daemon.base.errors import UnusableStore
from daemon.base.lazy import Lazy
from daemon.base.randomness import draw
from daemon.boards.board import RealBoard
from daemon.boards.factory import make_board
from daemon.boards.light_driver import LightDriver
from daemon.boards.scanner import Scanner
from daemon.config.schema import Config
from daemon.peripherals.address_display import AddressDisplay
from daemon.peripherals.buttons import Presses
from daemon.peripherals.shutdown import Power, request_file
from daemon.peripherals.sounds import SoundCues
from daemon.peripherals.thread import PeripheralThread
from daemon.runtime.active_board import ActiveBoard
from daemon.runtime.computer_player import ComputerPlayer
from daemon.runtime.engines import Engines
from daemon.runtime.queue import Orders, UseBoard, nothing
from daemon.runtime.table_thread import TableLoop, unwatched
from daemon.screen.board import USUAL_PACE, Pace, ScreenBoard
from daemon.screen.state import OnScreen
from daemon.services.backup_thread import BackupThread
from daemon.services.backups import Backups
from daemon.services.device_info import DeviceInfo
from daemon.services.game_service import Games
from daemon.services.integrity import IntegrityCheck
from daemon.services.panel_service import KeptSettings, TableDesk
from daemon.services.review_service import Reviewer
from daemon.services.updates import ServiceUpdates
from daemon.snapshots.presence import Presence
from daemon.snapshots.scenes import Scenes
from daemon.storage.store import Store
from daemon.storage.writer import Acknowledgement, Job, Note, Writer
from daemon.system.logging_setup import LatestLines
from engine.core.messages import Message
from table.messages.events import StoreFailed
from table.messages.refusal import Refused
from table.model.state import Table
from webpanel.ports.change_hub import Changes
from webpanel.ports.device_port import Part

if TYPE_CHECKING:
    from club.member import Member
    from daemon.remote.mailbox import Mailbox
    from daemon.workshop.panel_session import BenchWorkshop

log = logging.getLogger(__name__)

STREAMS = 32
"""The most screens that may watch at once."""
SWITCH_INTERVAL_S = 0.0005
"""The time for which a busy thread keeps the others waiting: a tenth of Python's default, for the sake of the
lights."""
STOP_S = 1.5
"""The time that the threads of play may take to end, all together, and after them the helper threads."""
KEEP_S = 5.0
"""The time that the disk may take to store what was played last."""


class _Thread(Protocol):
    """The interface of :class:`daemon.base.thread.Worker` that is used here."""

    def start(self) -> None: ...

    def stop(self, timeout_s: float) -> bool: ...


class Program:
    """Everything but the panel's server. Use it as a context: entering starts the threads, leaving ends them."""

    def __init__(
        self,
        config: Config,
        store: Store,
        pace: Pace = USUAL_PACE,
        lines: LatestLines | None = None,
        alive: Callable[[], float] = unwatched,
        notice: Message | None = None,
        real: RealBoard | None = None,
        draw: Callable[[Sequence[tuple[str, int]]], str] = draw,
        clock: Callable[[], float] = time.monotonic,
        engines: Engines | None = None,
    ) -> None:
        """:param alive: see :class:`TableLoop`. :param notice: is shown on all phones while nothing worse is.

        :param real: the board there is, instead of the one that the configuration names.
        :param draw: see :class:`TableLoop`. :param engines: those that there are, instead of looking for them.
        :raises BadConfig: the configuration does not fit the board, or what it names for the club cannot be used.
        """
        self.config = config
        backups = _backups(config, store)
        self.real = real = make_board(config) if real is None else real
        self._store = store
        table = Table(settings=store.settings())
        self.orders = orders = Orders()
        self._changes = changes = Changes(STREAMS)
        self.on_screen = OnScreen()
        self.scenes = scenes = Scenes(changes, table, self.on_screen.pieces, notice, clock)
        self._damage = damage = IntegrityCheck(store, scenes)
        self.writer = writer = Writer(store, partial(_stored, orders, damage))

        lamps = LightDriver(config.rings.supply_a, partial(scenes.warn, "lights"), clock)
        self.scanner = scanner = Scanner(orders.post, scenes.debounce_s, partial(scenes.warn, "switches"), clock)
        self.facts = DeviceInfo(config, LatestLines() if lines is None else lines, lamps)
        self._signpost = AddressDisplay(real, orders, self.facts.address)
        self._presence = presence = Presence(changes, self._signpost.end, clock)
        self.screen = screen = ScreenBoard(self.on_screen, scenes, presence, pace, clock)
        peripherals, power = _beside_the_squares(config, real, orders, writer, scenes)
        cues = SoundCues(config.buzzer.sounds if config.buzzer.pins else (), peripherals.play)
        active_board = ActiveBoard(real, config.rings.pixels, screen, scanner, lamps, cues.look)
        engines = Engines(config.engines) if engines is None else engines
        player = ComputerPlayer(
            orders, partial(scenes.warn, "computer"), engines=engines, warn_of_engine=partial(scenes.warn, "engine"))
        loop = TableLoop(
            orders, active_board, writer, scenes, draw, table, clock, alive, player.think, player.seat_engines,
            presence.is_lost)

        reviewer = Reviewer(store, lambda: scenes.snapshot().table.thought is not None, engines=engines)
        copying = BackupThread(backups, partial(scenes.warn, "copies"), store.remove_deleted, clock)
        games = Games(store, orders, writer, scenes, real)
        self._workshop = workshop = Lazy(
            partial(_workshop, config, real, orders, scenes.debounce_s, games.changing, clock))
        settings = KeptSettings(store, games, scenes, lamps)
        member, mailbox = _member(config, games, settings, store, orders, scenes)
        self.desk = TableDesk(
            games, store, orders, scenes, screen, presence, settings, real, self.facts.device, workshop, backups,
            partial(_switch_off, power, peripherals), partial(_parts, config, real, scenes, lamps, member), damage.look,
            reviewer, mailbox, engines.strengths, ServiceUpdates(config.update),
        )
        if member is not None:
            changes.call(member.wake)
        beside = () if member is None else (member,)
        self._helpers: tuple[_Thread, ...] = (*beside, copying, peripherals, reviewer, player)
        self._playing: tuple[_Thread, ...] = (scanner, screen, loop, lamps)

    def __enter__(self) -> "Program":
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        for thread in (self.writer, *reversed(self._playing), *reversed(self._helpers)):
            thread.start()
        self._continue_game()
        self._damage.look()
        return self

    def spell_address(self) -> None:
        """Have a real board show the address of the panel until a phone has found it. To be called once the panel
        listens."""
        if not self._presence.anybody:
            self._signpost.begin()
        if self._presence.anybody:  # meanwhile
            self._signpost.end()

    def _continue_game(self) -> None:
        """Put the game back on the table that was there when the program last ended. Without one, the board is scanned
        all the same, so that phones see what is wrong with it."""
        key = self._store.on_table()
        try:
            if key:
                self.desk.resume(key)
                return
        except (Refused, KeyError) as error:
            log.info("the last game (%s) does not go on: %s", key, error)
        if self.real is not None:
            self.orders.ask(UseBoard(self.real.cut(self.real.board), nothing))

    def __exit__(self, *exception: object) -> None:
        self._changes.close()
        if self._workshop.made is not None:
            self._workshop.made.stop()
        with ExitStack() as last:
            last.callback(self._close_real)
            _stop(self._helpers, 0.0)  # only asked to end: a backup under way, for example, must not delay the lights
            running = [*_stop(self._playing, STOP_S), *_stop([self.writer], KEEP_S), *_stop(self._helpers, STOP_S)]
        if running:
            log.warning("did not end in time: %s", ", ".join(running))

    def _close_real(self) -> None:
        if self.real is not None:
            self.real.close()


def _stop(threads: Sequence[_Thread], within_s: float) -> list[str]:
    """End threads one after another, and return the names of those that still run when the time for all is up."""
    until_s = time.monotonic() + within_s
    return [
        type(thread).__name__ for thread in threads if not thread.stop(max(0.0, until_s - time.monotonic()))
    ]


def _stored(orders: Orders, damage: IntegrityCheck, job: Job | Note, answer: Acknowledgement) -> None:
    """Pass the writer's answer on. After a failure, check the stored game: a failing SD card may have lost the game's
    own row, without which no further action can be stored."""
    orders.stored(job, answer)
    if isinstance(job, Job) and isinstance(answer, StoreFailed):
        damage.mend(job.entry.key)
    damage.look(whole=False)


def _beside_the_squares(
    config: Config, real: RealBoard | None, orders: Orders, writer: Writer, scenes: Scenes
) -> tuple[PeripheralThread, Power]:
    """Make the thread for buttons and piezos, and the shutdown that a button may trigger."""
    power = Power(real, orders, writer, partial(scenes.warn, "power"), request_file())
    presses = Presses(orders, scenes.snapshot, lambda: peripherals.do(power.switch_off))
    peripherals = PeripheralThread(presses.wires(config.buttons), config.buzzer.pins, partial(scenes.warn, "buttons"))
    return peripherals, power


def _backups(config: Config, store: Store) -> Backups:
    """Open the backups, and clean up after an earlier run that was interrupted.

    :raises UnusableStore: the board map that belongs to what was restored cannot be written.
    """
    backups = Backups(store, config.data_dir, config.backup.directory)
    try:
        backups.sweep()
    except OSError as error:
        remedy = "make it and its directory writable for this user, and free some space"
        raise UnusableStore(f"{backups.board_map} cannot be written ({error.strerror}): {remedy}") from error
    return backups


def _member(
    config: Config, games: Games, settings: KeptSettings, store: Store, orders: Orders, scenes: Scenes
) -> "tuple[Member, Mailbox] | tuple[None, None]":
    """Make the board's club client and mailbox, if the configuration names a broker. Otherwise not even import them."""
    if not config.club.broker:
        return None, None
    from daemon.remote.membership import make_member

    return make_member(config, games, settings, store, orders, scenes)


def _workshop(
    config: Config, real: RealBoard | None, orders: Orders, debounce_s: Callable[[], float],
    changing: threading.Lock, clock: Callable[[], float],
) -> "BenchWorkshop":
    from daemon.workshop.panel_session import BenchWorkshop

    return BenchWorkshop(config, real, orders, debounce_s, changing, clock)


def _parts(
    config: Config, real: RealBoard | None, scenes: Scenes, lamps: LightDriver, member: "Member | None"
) -> tuple[Part, ...]:
    from daemon.workshop.overview import parts

    return parts(config, real, scenes.warning, lamps.estimate_a, member=member)


def _switch_off(power: Power, peripherals: PeripheralThread) -> None:
    """See :meth:`webpanel.ports.table_port.Desk.switch_off`: obstacles are reported at once; the rest runs in another
    thread."""
    power.check()
    peripherals.do(power.switch_off)
