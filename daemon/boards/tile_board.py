"""A board of tiles: their touches for the scanner, their lights from the lamps."""

import os
import threading
from collections import deque
from collections.abc import Callable, Sequence

from daemon.boards.board import BoardPicture, BoardSilent, Surface, after
from engine.core.messages import Message, message
from engine.core.squares import Board, Square, bitboard, bits
from firmware_bridge.layout import TilePlace
from firmware_bridge.link import UNHEARD
from firmware_bridge.tiles import TileBack, TileEvent, TileLost, TileRefused, Tiles
from hardware.board_map import wire
from hardware.lights.frames import frame
from table.messages.events import BoardRead, Sensed
from table.messages.lights import Lights, Overlay
from table.messages.settings import Settings

TILE_PIXELS = 12
"""The pixels in each ring of a tile (``firmware_bridge/firmware``)."""

UNREAD = message("The tiles are being read. Play waits for that.")


class TiledBoard:
    """Tiles that form one board. See :class:`daemon.boards.board.RealBoard`."""

    def __init__(self, places: Sequence[TilePlace], board: Board) -> None:
        """:raises BadLayout: the tiles do not cover the board once."""
        self.board = board
        self._news = threading.Condition()
        self._felt: list[TileSensor] = []
        self._occupancy: int | None = None
        self.ports = frozenset(place.port for place in places)
        self._trouble = {place.port: _lost(place.port, UNHEARD) for place in places}
        self.tiles = Tiles(places, board, self._take)

    def cut(self, board: Board) -> Surface:
        """See :meth:`daemon.boards.board.RealBoard.cut`. The game lies in the corner at a1."""
        return Surface(board, lambda: self._sensor(board), TileLighting(self.tiles, board))

    def close(self) -> None:
        """See :meth:`daemon.boards.board.RealBoard.close`."""
        self.tiles.close()

    def trouble(self) -> Message | None:
        """Return the reason why play has to wait; ``None``: every tile answers. From any thread."""
        with self._news:
            return next(iter(self._trouble.values()), None)

    def troubles(self) -> dict[str, Message]:
        """Return the problem of each tile that cannot play, by its port. From any thread."""
        with self._news:
            return dict(self._trouble)

    def renewable(self) -> frozenset[str]:
        """Return the ports of the tiles to which firmware can be offered: those that run another version, and those
        whose port exists but does not answer in our protocol. From any thread."""
        from firmware_bridge.flash import firmware_version  # takes mpremote with it, which few need

        ours, versions, troubles = firmware_version(), self.tiles.versions(), self.troubles()
        foreign = {port for port, version in versions.items() if version != ours}
        return frozenset(foreign | {port for port in troubles if os.path.exists(port)})

    def _sensor(self, board: Board) -> "TileSensor":
        """Make the sensor of the game that begins; the one before gets no more touches."""
        with self._news:
            made = TileSensor(self._news, self.trouble, cut_squares(self.board, board), self._occupancy)
            self._felt = [made]
            return made

    def _take(self, event: TileEvent) -> None:
        """Take in an event of the tiles, in one of their threads."""
        with self._news:
            match event:
                case TileLost(port, reason):
                    self._trouble[port] = _lost(port, reason)
                case TileRefused(port, reason):
                    self._trouble[port] = message(
                        "The tile at {port} cannot play: {reason}.", port=port, reason=reason
                    )
                case TileBack(port):
                    self._trouble.pop(port, None)
                case _:
                    self._occupancy = after(self._occupancy or 0, event)
                    for sensor in self._felt:
                        sensor.take(event)
            self._news.notify_all()


class TileSensor:
    """The touches of tiles since the game began (:class:`daemon.boards.board.Sensor`). While a tile is missing, touches
    are kept: play goes on with them once it is back."""

    def __init__(
        self, news: threading.Condition, trouble: Callable[[], Message | None],
        squares: dict[Square, Square], occupancy: int | None,
    ) -> None:
        """:param squares: square of the tiles → square of the game. ``occupancy``: of the tiles, if it is known."""
        self.wait: Callable[[float], bool] | None = self._wait
        self.wake: Callable[[], None] | None = None
        self._news = news
        self._trouble = trouble
        self._squares = squares
        self._touches: deque[Sensed] = deque()
        self._known = occupancy is not None
        if occupancy is not None:
            self.take(BoardRead(occupancy))

    def take(self, touch: Sensed) -> None:
        """Take in a touch of the tiles. The caller holds the lock of ``news``."""
        self._known = True
        if isinstance(touch, BoardRead):
            covered = (self._squares[square] for square in bits(touch.occupancy) if square in self._squares)
            self._touches.append(BoardRead(bitboard(covered)))
        elif touch.square in self._squares:
            self._touches.append(type(touch)(self._squares[touch.square]))

    def feel(self, now_s: float, debounce_s: float) -> tuple[Sensed, ...]:
        """See :meth:`daemon.boards.board.Sensor.feel`."""
        with self._news:
            trouble = self._trouble() or (None if self._known else UNREAD)
            if trouble is not None:
                raise BoardSilent(trouble)
            touches = tuple(self._touches)
            self._touches.clear()
            return touches

    def due_s(self, debounce_s: float) -> float | None:
        """See :meth:`daemon.boards.board.Sensor.due_s`. Tiles debounce by themselves."""
        return None

    def _wait(self, timeout_s: float) -> bool:
        with self._news:
            return self._news.wait_for(lambda: bool(self._touches) or self._trouble() is not None, timeout_s)


class TileLighting:
    """The lighting of tiles, which draw themselves. See :class:`daemon.boards.board.Lighting`."""

    def __init__(self, tiles: Tiles, board: Board) -> None:
        self._tiles = tiles
        self._whole = {small: large for large, small in cut_squares(tiles.board, board).items()}
        self._drawn = wire(board, pixels_per_ring=TILE_PIXELS)

    def light(self, picture: BoardPicture, now_s: float, supply_a: float) -> tuple[float, float | None]:
        """See :meth:`daemon.boards.board.Lighting.light`. The tiles animate their lights themselves."""
        lights: Lights = {self._whole[square]: light for square, light in picture.lights.items()}
        self._tiles.show(lights, picture.overlay, picture.turn, picture.settings, supply_a)
        estimate = frame(
            picture.lights, picture.overlay, picture.turn, picture.settings, self._drawn, now_s, supply_a
        )
        return estimate.drawn_a, None

    def darken(self) -> None:
        """See :meth:`daemon.boards.board.Lighting.darken`."""
        self._tiles.show({}, Overlay.NONE, None, Settings(), 1.0)


def cut_squares(whole: Board, part: Board) -> dict[Square, Square]:
    """Map the squares of the whole board to those of the part in its corner at a1."""
    return {
        whole.square(file, rank): part.square(file, rank) for file in range(part.files) for rank in range(part.ranks)
    }


def _lost(port: str, reason: Message) -> Message:
    return message(
        "The tile at {port} does not answer: {reason}. Play waits until it is back.", port=port, reason=reason
    )
