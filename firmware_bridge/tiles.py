"""Several tiles as one board: their touches in one stream, one picture for all their rings.

Unlike reeds on GPIO pins, tiles debounce and report changes themselves: nothing polls them.
"""

import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.core.squares import Board, Square
from firmware_bridge import messages
from firmware_bridge.errors import TilesLost
from firmware_bridge.firmware.looks import PALETTES
from firmware_bridge.layout import TilePlace, check_layout, squares_of
from firmware_bridge.link import (
    UNHEARD,
    LinkLost,
    LinkRefused,
    LinkUp,
    Output,
    ReedChanged,
    ReedsRead,
    Style,
    TilePicture,
)
from firmware_bridge.port import TilePort
from table.messages.events import BoardRead, SquareLifted, SquarePlaced
from table.messages.lights import Light, Lights, Overlay
from table.messages.settings import Settings

RENEWED = message("it is being given its firmware")


@dataclass(frozen=True, slots=True)
class TileLost:
    """A tile stopped answering; ``reason`` is half a sentence. Its squares keep the occupancy last known."""

    port: str
    reason: Message


@dataclass(frozen=True, slots=True)
class TileBack:
    """A tile answers, for the first time or again. Without a :class:`BoardRead` right after it nothing was missed."""

    port: str


@dataclass(frozen=True, slots=True)
class TileRefused:
    """A tile answers, but runs firmware of another version; ``reason`` is half a sentence with the remedy."""

    port: str
    reason: Message


TileEvent = SquareLifted | SquarePlaced | BoardRead | TileLost | TileBack | TileRefused


class Tiles:
    """A board of tiles.

    ``put`` gets every event, from the tiles' threads but never from two at once; it must not block (a queue's ``put``).
    The order is the promise: all that ``put`` got so far, applied in order, is the occupancy :meth:`read` tells.

    - The first event about squares is a :class:`BoardRead`, once every tile has answered.
    - From then on each change comes once: while a tile keeps power, also across a lost link (late, but in order).
    - A tile that lost power is read again: :class:`TileBack`, then :class:`BoardRead` of the whole board.
    - A tile that goes silent is reported within 2 s.

    :raises BadLayout: the tiles do not cover the board once.
    """

    def __init__(self, places: Sequence[TilePlace], board: Board, put: Callable[[TileEvent], None]) -> None:
        check_layout(places, board)
        self.board = board
        self.count = board.size
        self._put = put
        self._lock = threading.Lock()
        self._occupancy = 0
        self._squares = {place.port: squares_of(place, board) for place in places}
        self._unread = set(self._squares)
        self._missing = dict.fromkeys(self._squares, UNHEARD)
        self._versions: dict[str, int] = {}
        self._pictures: dict[str, TilePicture] = {}
        self._closed = False
        self._ports = {port: self._start(port) for port in self._squares}

    def read(self) -> int:
        """Return the occupancy of the whole board after the events so far. From any thread.

        :raises TilesLost: some tile does not answer at the moment; the message names each and says why.
        """
        with self._lock:
            if self._missing:
                raise TilesLost(dict(self._missing))
            return self._occupancy

    def missing(self) -> dict[str, Message]:
        """Return the ports of the tiles that do not answer, and the reasons. From any thread."""
        with self._lock:
            return dict(self._missing)

    def versions(self) -> dict[str, int]:
        """Return the firmware version of each tile that has answered in our protocol. From any thread."""
        with self._lock:
            return dict(self._versions)

    @contextmanager
    def lent(self, port: str) -> Iterator[None]:
        """Let go of a tile's port while the context lasts, so that its firmware can be written: it counts as lost
        meanwhile. From any thread, for one tile at a time."""
        with self._lock:
            link = self._ports.pop(port)
            self._versions.pop(port, None)
            self._missing[port] = RENEWED
            self._put(TileLost(port, RENEWED))
        link.close()  # without the lock, which its thread may be waiting for
        try:
            yield
        finally:
            with self._lock:
                if not self._closed:
                    self._ports[port] = self._start(port)
                    if port in self._pictures:
                        self._ports[port].show(self._pictures[port])

    def show(self, lights: Lights, overlay: Overlay, turn: Seat | None, settings: Settings, supply_a: float) -> None:
        """Light the board. Returns at once; each tile is sent only changes, again if it was away.

        From one thread. ``supply_a``: the current that the rings of all tiles may draw together, in amperes, shared
        equally.
        """
        style = style_of(overlay, turn, settings, supply_a / len(self._squares))
        with self._lock:
            self._pictures = {
                port: TilePicture(looks_of(squares, lights), style) for port, squares in self._squares.items()
            }
            for port, link in self._ports.items():
                link.show(self._pictures[port])

    def close(self) -> None:
        """End the threads and let go of the ports; the tiles go dark by themselves. May be called twice."""
        with self._lock:
            self._closed = True
            links = list(self._ports.values())
        for link in links:
            link.close()

    def _start(self, port: str) -> TilePort:
        return TilePort(port, partial(self._take, port), 1 + secrets.randbelow(0xFFFF))

    def _take(self, port: str, output: Output) -> None:
        with self._lock:
            match output:
                case ReedChanged(reed, covered):
                    self._change(self._squares[port][reed], covered)
                case ReedsRead(closed):
                    self._read_anew(port, closed)
                case LinkUp(firmware):
                    del self._missing[port]
                    self._versions[port] = firmware
                    self._put(TileBack(port))
                case LinkLost(reason):
                    self._missing[port] = reason
                    self._put(TileLost(port, reason))
                case LinkRefused(reason):
                    self._missing[port] = reason
                    self._versions.pop(port, None)
                    self._put(TileRefused(port, reason))

    def _change(self, square: Square | None, covered: bool) -> None:
        if square is None:
            return
        bit = 1 << square
        self._occupancy = self._occupancy | bit if covered else self._occupancy & ~bit
        if not self._unread:
            self._put(SquarePlaced(square) if covered else SquareLifted(square))

    def _read_anew(self, port: str, closed: int) -> None:
        for reed, square in enumerate(self._squares[port]):
            if square is not None:
                bit = 1 << square
                self._occupancy = self._occupancy | bit if closed >> reed & 1 else self._occupancy & ~bit
        self._unread.discard(port)
        if not self._unread:
            self._put(BoardRead(self._occupancy))


def style_of(overlay: Overlay, turn: Seat | None, settings: Settings, supply_a: float) -> Style:
    """Return the style of one tile under these settings, given ``supply_a`` amperes for its rings."""
    return Style(
        scale=round(settings.brightness * 255 / 100),
        overlay=messages.OVERLAYS.index(overlay),
        turn=0 if turn is None else 1 + messages.SEATS.index(turn),
        palette=PALETTES.index(settings.palette),
        motion=settings.motion,
        debounce_ms=min(settings.debounce_ms, 250),
        supply_ma=min(int(supply_a * 1000), 0xFFFF),
    )


def looks_of(squares: Sequence[Square | None], lights: Lights) -> bytes:
    """Return the look byte of each reed's square."""
    return bytes(_look(lights[square]) if square is not None and square in lights else 0 for square in squares)


def _look(light: Light) -> int:
    return messages.look(light.role, light.badge, light.seat)
