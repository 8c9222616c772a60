"""Putting the program together from its configuration."""

import importlib.metadata
import logging
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from urllib.parse import urlsplit

from daemon.addresses import addresses
from daemon.backups import Backups
from daemon.boards import make_board
from daemon.chance import draw
from daemon.config import Config
from daemon.copying import Copying
from daemon.desk import TableDesk
from daemon.lamps import Lamps
from daemon.logs import LatestLines
from daemon.loop import TableLoop, unwatched
from daemon.presence import Presence
from daemon.scanner import Scanner
from daemon.scenes import Scenes
from daemon.screen.board import USUAL_PACE, Pace, ScreenBoard
from daemon.seating import Seating
from daemon.spelling import Spelling
from daemon.storage.store import Store
from daemon.storage.writer import Job, Note, Writer
from daemon.surface import BoardPicture, RealBoard, Surface, fits, screen_surface
from daemon.workshop.bench import BenchWorkshop, task_picture
from engine.messages import Message
from engine.pieces import CHANCE, Seat
from engine.registry import find_game
from engine.squares import Board
from hardware.buttons import Buttons
from hardware.errors import HardwareError
from table import guidance
from table.refused import Refused
from table.state import Table
from table.words.events import ContinueGame, EndTurn, Sensed, StartGame
from table.words.lights import Overlay
from table.words.screen import ScreenPieces
from webpanel.changes import Changes
from webpanel.desk import Device

log = logging.getLogger(__name__)

STREAMS = 32
"""How many screens may look on at once."""
SWITCH_INTERVAL_S = 0.0005
"""How long a busy thread keeps the others waiting: ten times less than Python's usual, for the sake of the lights."""
NO_GAME_NUMBER = -1
"""The number of no game: touches that come with it are dropped."""
STOP_S = 0.5
"""How long the threads may take to end, all together but the writer."""
KEEP_S = 5.0
"""How long the disk may take to keep what was played last."""


class Outside:
    """See :class:`daemon.loop.Outside`: the rest of the program, for the loop."""

    def __init__(self, program: "Program") -> None:
        self._program = program
        self._surface: Surface | None = None

    def show(self, table: Table, now_s: float) -> None:
        """Light the rings, and let the screen board's own hand know."""
        if self._surface is not None and not self._program.workshop.is_open:
            lights, overlay = guidance.lights(table, now_s), guidance.overlay(table, now_s)
            self._program.lamps.show(BoardPicture(self._surface, lights, overlay, _turn(table), table.settings))
        self._program.screen.notice(table)

    def keep(self, job: Job | Note) -> None:
        """Put something on disk."""
        self._program.writer.put(job)

    def draw(self, outcomes: tuple[tuple[str, int], ...]) -> str:
        """Let chance decide."""
        return draw(outcomes)

    def lay_out(self, event: StartGame | ContinueGame, game_number: int) -> None:
        """Get the board ready that this game is played on."""
        self._program.workshop.drop()
        board, real = _board(event), self._program.real
        if event.screen or real is None or not fits(board, real):
            self._surface = screen_surface(board, self._program.config.rings.pixels)
        else:
            self._surface = real.cut(board)
        self._program.screen.lay_out(event.key, self._surface.screen)
        self.look_again(game_number)

    def look_again(self, game_number: int) -> None:
        """Read the board anew."""
        if self._surface is not None:
            self._program.scanner.watch(self._surface, game_number)

    def publish(self, table: Table, seating: Seating, trouble: Message | None) -> None:
        """Tell everybody that the table changed, or who sits at it."""
        self._program.scenes.publish(table, seating, trouble)


def _board(event: StartGame | ContinueGame) -> Board:
    """The squares that a game is played on."""
    if isinstance(event, ContinueGame):
        return event.played.game.board(event.played.options)
    game = find_game(event.game_id)
    return game.board(game.read_options(event.options))


def _turn(table: Table) -> Seat | None:
    if table.on_table is None:
        return None
    acting = table.on_table.game.to_act(table.on_table.position)
    return next((Seat(actor) for actor in acting if actor != CHANCE), None)


class _Stage:
    """See :class:`daemon.workshop.bench.Stage`."""

    def __init__(self, program: "Program") -> None:
        self._program = program

    def watch(self, surface: Surface) -> None:
        """Feel and light this board; touches belong to no game."""
        self._program.scanner.watch(surface, NO_GAME_NUMBER)
        self._program.lamps.show(task_picture(surface))

    def free(self) -> bool:
        """Whether no game is on the table."""
        return self._program.loop.table.on_table is None

    def leave(self) -> None:
        """Let the board rest in the dark until the next game."""
        if self._program.real is not None:
            surface = self._program.real.cut(self._program.real.board)
            self._program.scanner.watch(surface, NO_GAME_NUMBER)
            self._program.lamps.show(task_picture(surface))


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
    ) -> None:
        """:param alive: see :class:`TableLoop`. :param notice: is shown on all phones while nothing worse is.

        :param real: the board there is, instead of the one that the configuration names.
        :raises BadConfig: the configuration does not fit the board.
        """
        self.config = config
        self.store = store
        self.port = config.panel.port
        """The port that the panel really listens on, once it does."""
        self._lines = LatestLines() if lines is None else lines
        self.real = make_board(config) if real is None else real
        self._stage = _Stage(self)
        self.workshop = BenchWorkshop(config, self.real, self._stage, self._debounce_s)
        changes = Changes(STREAMS)
        self._presence = presence = Presence(changes, self._stop_spelling)
        self._spelling: BoardPicture | None = None
        self._changes = changes
        self.scenes = Scenes(changes, notice=notice, pieces=self._screen_pieces)
        self.screen = ScreenBoard(self.scenes, presence, pace)
        self.lamps = Lamps(config.rings.supply_a, partial(self.scenes.warn, "lights"))
        self.loop = TableLoop(Outside(self), Table(settings=store.settings()), alive=alive)
        self.writer = Writer(store, self.loop.stored)
        self.scanner = Scanner(self._feel, self._debounce_s, partial(self.scenes.warn, "switches"))
        backups = Backups(store, config.data_dir, config.backup.directory)
        backups.sweep()
        self.desk = TableDesk(
            store, self.loop, self.writer, self.scenes, self.screen, presence, self.real, self.device, self.workshop,
            backups,
        )
        self._buttons: Buttons | None = None
        copying = Copying(backups, partial(self.scenes.warn, "copies"))
        self._threads = (copying, self.scanner, self.screen, self.loop, self.lamps, self.writer)

    def _screen_pieces(self, key: str) -> ScreenPieces | None:
        return self.screen.pieces(key)

    def _feel(self, touch: Sensed, on_table: int) -> None:
        self.loop.post(touch, on_table)

    def _debounce_s(self) -> float:
        return self.loop.table.settings.debounce_ms / 1000

    def device(self) -> Device:
        """Facts for the hardware and about pages."""
        board = self.config.board
        return Device(
            board=board.driver,
            files=board.files,
            ranks=board.ranks,
            addresses=addresses(self.config.panel.address, self.port),
            version=importlib.metadata.version("pawnlight"),
            amperes=self.config.rings.supply_a,
            estimate_a=self.lamps.estimate_a,
            log=self._lines.lines(),
        )

    def __enter__(self) -> "Program":
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        self._open_buttons()
        for thread in reversed(self._threads):
            thread.start()
        self._continue_game()
        return self

    def spell_address(self) -> None:
        """Have a real board tell where the panel is, until a phone has found it. To be called once it listens."""
        if self.real is None or self.store.on_table() or self._presence.anybody:
            return
        whole = self.real.cut(self.real.board)
        spelling = Spelling(whole.lighting, whole.board, self._address)
        self._spelling = self._unplayed(replace(whole, lighting=spelling))
        self.lamps.show(self._spelling)

    def _address(self) -> str:
        """What has to be typed into a phone; nothing while there is no network."""
        place = urlsplit(self.device().addresses[0])
        return "" if place.hostname == "127.0.0.1" else place.netloc

    def _stop_spelling(self) -> None:
        if self._spelling is not None and self.real is not None:
            self.lamps.show(self._unplayed(self.real.cut(self.real.board)), instead_of=self._spelling)

    def _unplayed(self, surface: Surface) -> BoardPicture:
        """A board on which no game is played."""
        return BoardPicture(surface, {}, Overlay.NONE, None, self.loop.table.settings)

    def _open_buttons(self) -> None:
        """Before any thread runs: pins that cannot be used end the program here, and let go of the board."""
        if self.config.buttons.end_turn:
            try:
                self._buttons = Buttons(self.config.buttons.end_turn, self._end_turn)
            except HardwareError:
                self._close_real()
                raise

    def _end_turn(self, _button: int) -> None:
        """A button was pressed: it belongs to whoever's turn it is."""
        self.loop.post(EndTurn(frozenset(Seat)))

    def _continue_game(self) -> None:
        """Put the game back on the table that was there when the program last ended. Without one, the board is felt all
        the same, so that phones are told what is wrong with it."""
        key = self.store.on_table()
        if not key:
            self._stage.leave()
            return
        try:
            self.desk.resume(key)
        except (Refused, KeyError) as error:
            log.info("the last game (%s) does not go on: %s", key, error)
            self._stage.leave()

    def __exit__(self, *exception: object) -> None:
        self._changes.close()
        with ExitStack() as last:
            last.callback(self._close_real)
            until_s = time.monotonic() + STOP_S
            late = [
                type(thread).__name__ for thread in self._threads
                if not thread.stop(KEEP_S if thread is self.writer else max(0.0, until_s - time.monotonic()))
            ]
        if late:
            log.warning("did not end in time: %s", ", ".join(late))

    def _close_real(self) -> None:
        if self._buttons is not None:
            self._buttons.close()
        if self.real is not None:
            self.real.close()
