"""The boards that games are played on: a real one, if there is any, and the screen board; how each is scanned and
lit."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from daemon.base.errors import DaemonError
from daemon.boards.ghosting import GhostWatch
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.core.squares import Board, bits
from hardware.board_map import BoardMap, area, wire
from hardware.debounce import Debounced, debounce, next_deadline
from hardware.errors import BoardLost
from hardware.lights.frames import frame, next_change
from hardware.lights.power import Branch
from hardware.ports import Reeds, Rings
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import PERFECT
from hardware.simulated.pieces import Wood
from table.messages.events import BoardRead, Sensed, SquareLifted, SquarePlaced
from table.messages.lights import Lights, Overlay
from table.messages.settings import Settings

log = logging.getLogger(__name__)

REST_S = 0.1
"""The longest that the scanner sleeps over a board whose touches wake it."""
LONG_REST_S = 10.0
"""The same, if the scanner can wake it up for another board, or to end."""


def after(occupancy: int, touch: Sensed) -> int:
    """Return the occupancy after a touch."""
    if isinstance(touch, BoardRead):
        return touch.occupancy
    bit = 1 << touch.square
    return occupancy & ~bit if isinstance(touch, SquareLifted) else occupancy | bit


class BoardSilent(DaemonError):
    """A board that does not answer at the moment; ``reason``: the sentence for people."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


def board_silent(error: BoardLost) -> BoardSilent:
    """Turn a driver's error into a sentence for people."""
    return BoardSilent(message(
        "The board does not answer: {reason}. The game goes on as soon as it is back. To play on without it, park "
        "the game and continue it: it then moves to the phones.",
        reason=error.reason,
    ))


class Sensor(Protocol):
    """A sensor that scans a board for one game, from the moment it is made. Used by the scanner's thread alone.

    ``wait``: sleeps until there may be something new, for at most the given time; ``None``: it cannot, scan by the
    clock. ``wake``: ends such a sleep, from any thread; ``None``: that cannot be done.
    """

    wait: Callable[[float], bool] | None
    wake: Callable[[], None] | None

    def feel(self, now_s: float, debounce_s: float) -> tuple[Sensed, ...]:
        """Return the touches since the last call, oldest first. The first time, and after a gap: the whole occupancy.

        :raises BoardSilent: the board does not answer.
        """

    def due_s(self, debounce_s: float) -> float | None:
        """Return the time of the next scan at the latest, even if nothing new comes; ``None``: the board is at rest."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """The picture that a board should show. ``turn``: the seat in whose colour a pause breathes."""

    surface: "Surface"
    lights: Lights
    overlay: Overlay
    turn: Seat | None
    settings: Settings


class Lighting(Protocol):
    """The lighting of a board. Used by the lamps' thread alone."""

    def light(self, picture: BoardPicture, now_s: float, supply_a: float) -> tuple[float, float | None]:
        """Show a picture as it is at this moment.

        :returns: what it draws by estimate, in amperes, and when it next changes by motion (``None``: never).
        :raises hardware.errors.BoardLost: the lights do not answer.
        """

    def darken(self) -> None:
        """Show nothing.

        :raises hardware.errors.BoardLost: the lights do not answer.
        """


@dataclass(frozen=True, slots=True)
class Surface:
    """A board, cut to the size of one game. ``screen``: the board itself, if phones move its pieces."""

    board: Board
    sensor: Callable[[], Sensor]
    lighting: Lighting
    screen: SimulatedBoard | None = None


class RealBoard(Protocol):
    """A physical board."""

    board: Board

    def cut(self, board: Board) -> Surface:
        """Return the part of the board on which a game on a board no bigger is played."""

    def close(self) -> None:
        """Go dark and let go of the board; may be called twice."""


def screen_surface(board: Board, pixels_per_ring: int) -> Surface:
    """Make an empty screen board."""
    simulated = SimulatedBoard(wire(board, pixels_per_ring=pixels_per_ring), Wood(board), PERFECT)
    lighting = RingLighting(simulated.board_map, simulated.rings)
    return Surface(board, lambda: ScreenSensor(simulated), lighting, simulated)


def fits(board: Board, real: RealBoard | None) -> bool:
    """True if a game on this board can be played on the real one."""
    return real is not None and real.board.holds(board.files - 1, board.ranks - 1)


# --- reeds and rings ---------------------------------------------------------------------------------------------


class WiredBoard:
    """A board of reeds and rings that this computer reads and lights itself."""

    def __init__(
        self, board_map: BoardMap, reeds: Reeds, rings: Rings, columns: int = 0, branches: tuple[Branch, ...] = ()
    ) -> None:
        """:param columns: of a matrix of switches with diodes; 0: every switch has a wire of its own.

        :param branches: of the rings, if they have fuses of their own.
        """
        self.board = board_map.board
        self.columns = columns
        self.branches = branches
        self.board_map = board_map
        self.reeds = reeds
        self.rings = rings

    def cut(self, board: Board) -> Surface:
        """See :meth:`RealBoard.cut`. The game lies in the corner at a1."""
        part = area(self.board_map, board)
        lighting = RingLighting(part, self.rings, self.branches)
        return Surface(board, lambda: ReedSensor(part, self.reeds, self.columns), lighting)

    def close(self) -> None:
        """See :meth:`RealBoard.close`."""
        self.rings.close()
        self.reeds.close()


class ScreenSensor:
    """The sensor of the screen board. See :class:`Sensor`. Nothing bounces there; and all that the board's own hand did
    in one moment is told as one change, so that no part of it passes for a move."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.wait: Callable[[float], bool] | None = board.wait
        self.wake: Callable[[], None] | None = board.wake
        self._board = board
        self._covered: int | None = None

    def feel(self, now_s: float, debounce_s: float) -> tuple[Sensed, ...]:
        """See :meth:`Sensor.feel`."""
        try:
            covered = self._board.board_map.occupancy(self._board.reeds.read())
        except BoardLost as error:
            self._covered = None
            raise board_silent(error) from error
        changed = -1 if self._covered is None else self._covered ^ covered
        self._covered = covered
        if not changed:
            return ()
        if changed.bit_count() > 1 or changed < 0:
            return (BoardRead(covered),)
        square = next(bits(changed))
        return (SquarePlaced(square) if covered & changed else SquareLifted(square),)

    def due_s(self, debounce_s: float) -> float | None:
        """See :meth:`Sensor.due_s`."""
        return None


class ReedSensor:
    """A sensor that reads and debounces reeds. See :class:`Sensor`. Suspected ghosts are logged."""

    def __init__(self, board_map: BoardMap, reeds: Reeds, columns: int = 0) -> None:
        self.wait: Callable[[float], bool] | None = None
        self.wake: Callable[[], None] | None = None
        self._ghosts = GhostWatch(columns)
        self._board_map = board_map
        self._reeds = reeds
        self._state: Debounced | None = None

    def feel(self, now_s: float, debounce_s: float) -> tuple[Sensed, ...]:
        """See :meth:`Sensor.feel`."""
        try:
            reading = self._reeds.read()
        except BoardLost as error:
            self._state = None
            raise board_silent(error) from error
        self._warn(self._board_map.occupancy(self._ghosts.look(reading)))
        raw = self._board_map.occupancy(reading)
        self._state, touches = debounce(self._state, raw, now_s, debounce_s)
        return touches

    def _warn(self, suspects: int) -> None:
        if suspects:
            names = ", ".join(self._board_map.board.name(square) for square in bits(suspects))
            log.warning("%s closed at one moment: if that was one piece, a diode is missing; see the wizard", names)

    def due_s(self, debounce_s: float) -> float | None:
        """See :meth:`Sensor.due_s`."""
        return next_deadline(self._state, debounce_s)


class RingLighting:
    """The lighting of a chain of rings, frame by frame. See :class:`Lighting`."""

    def __init__(self, board_map: BoardMap, rings: Rings, branches: tuple[Branch, ...] = ()) -> None:
        self._board_map = board_map
        self._rings = rings
        self._branches = branches

    def light(self, picture: BoardPicture, now_s: float, supply_a: float) -> tuple[float, float | None]:
        """See :meth:`Lighting.light`."""
        shown = (picture.lights, picture.overlay)
        made = frame(*shown, picture.turn, picture.settings, self._board_map, now_s, supply_a, self._branches)
        self._rings.show(made.pixels)
        return made.drawn_a, next_change(*shown, picture.settings, self._board_map, now_s)

    def darken(self) -> None:
        """See :meth:`Lighting.darken`."""
        self._rings.show(bytes(3 * self._rings.count))
