"""The active board, which is scanned and lit: the current game's, or one borrowed by the workshop.

The table's thread alone works here, so no two ever have a board at a time.
"""

from collections.abc import Callable

from daemon.boards.board import BoardPicture, RealBoard, Surface, fits, screen_surface
from daemon.boards.light_driver import LightDriver
from daemon.boards.scanner import Scanner
from daemon.runtime.queue import UseBoard
from daemon.screen.board import ScreenBoard
from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.registry import find_game
from table.messages.events import ContinueGame, StartGame
from table.messages.lights import Overlay
from table.messages.new_game import NewGame
from table.messages.settings import Settings
from table.model.state import Table
from table.output import guidance

NO_GAME_NUMBER = -1
"""The number of no game: touches that come with it are dropped."""


class ActiveBoard:
    """The active board. Every method returns at once: scanner, lamps and screen board work in threads of their own."""

    def __init__(
        self, real: RealBoard | None, pixels_per_ring: int, screen: ScreenBoard, scanner: Scanner, lamps: LightDriver,
        seen: Callable[[BoardPicture], None] = lambda picture: None,
    ) -> None:
        """:param pixels_per_ring: of the screen board. :param seen: is shown every picture of a game; it must only
        enqueue."""
        self._real = real
        self._pixels_per_ring = pixels_per_ring
        self._screen = screen
        self._scanner = scanner
        self._lamps = lamps
        self._seen = seen
        self._played: Surface | None = None
        """The board of the game, from its beginning until somebody else uses a board."""
        self._interrupted: Surface | None = None
        """The same, while somebody uses a board in the middle of the game."""
        self._used: UseBoard | None = None

    def show(self, table: Table, now_s: float) -> None:
        """Light the rings as the table says, and pass the table on to the screen board's own hand."""
        if self._played is not None:
            lights, overlay = guidance.lights(table, now_s), guidance.overlay(table, now_s)
            picture = BoardPicture(self._played, lights, overlay, _turn(table), table.settings)
            self._lamps.show(picture)
            self._seen(picture)
        self._screen.notice(table)

    def lay_out(self, event: StartGame | ContinueGame, game_number: int) -> None:
        """Prepare the board on which this game is played. Its occupancy is posted for the game of this number."""
        self._end_use()
        board = _board(event.game)
        if event.game.screen or self._real is None or not fits(board, self._real):
            self._played = self._empty(board)
        else:
            self._played = self._real.cut(board)
        self._screen.lay_out(event.key, self._played.screen)
        self.look_again(game_number)

    def look_again(self, game_number: int) -> None:
        """Read the board anew, for the game of this number. Earlier touches count no more."""
        if self._played is not None:
            self._scanner.watch(self._played, game_number)

    def use(self, wish: UseBoard, settings: Settings) -> None:
        """Scan and light this board until further notice; touches belong to no game."""
        self._end_use()
        self._used = wish
        if wish.over_game:
            self._interrupted = self._played
        self._attend(wish.surface, settings)

    def leave(self, surface: Surface, settings: Settings, game_number: int) -> None:
        """Stop using this board, if it is in use, and return to the interrupted game, which has this number. Without
        one, let the real board rest in the dark: it is still scanned, so that phones see what is wrong with it. Where
        there is no real board, an empty screen board rests."""
        if self._used is None or self._used.surface is not surface:
            return
        interrupted = self._interrupted
        self._end_use()
        if interrupted is None:
            resting = self._real.cut(self._real.board) if self._real else self._empty(surface.board)
            self._attend(resting, settings)
        else:
            self._played = interrupted
            self.look_again(game_number)

    def _attend(self, surface: Surface, settings: Settings) -> None:
        self._played = None
        self._scanner.watch(surface, NO_GAME_NUMBER)
        self._lamps.show(BoardPicture(surface, {}, Overlay.NONE, None, settings))

    def _empty(self, board: Board) -> Surface:
        return screen_surface(board, self._pixels_per_ring)

    def _end_use(self) -> None:
        if self._used is not None:
            self._used.ended()
        self._used = self._interrupted = None


def _board(new: NewGame) -> Board:
    """Return the squares on which a game is played."""
    game = find_game(new.game_id)
    return game.board(game.read_options(new.options))


def _turn(table: Table) -> Seat | None:
    return next(iter(table.on_table.seats_to_act), None) if table.on_table is not None else None
