"""A board in memory that misbehaves like a real one, for demonstrations and tests.

Hands touch the :class:`Wood`; its reeds follow as the :class:`BoardFaults` says, in the time of the clock passed in.
Touches may come from any thread.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from threading import Condition
from typing import Final

from engine.core.messages import message
from engine.core.squares import Square, bitboard, bits
from hardware.board_map import BoardMap
from hardware.errors import BadFrame, BoardLost
from hardware.ports import Rgb
from hardware.simulated.faults import BoardFaults, Edge, edges
from hardware.simulated.pieces import HAND, Wood

_REACH: Final = 0.4
"""The distance in squares at which a magnet closes a reed: less than half, so that one piece never closes two."""


class SimulatedReeds:
    """The reeds of a :class:`SimulatedBoard`. Numbers follow its board map. See :class:`hardware.ports.Reeds`."""

    def __init__(self, board: "SimulatedBoard") -> None:
        self._board = board
        self._open = True
        self.count = board.board_map.reed_count

    def read(self) -> int:
        """Scan the reeds: bit *n* is set while reed *n* is closed.

        :raises BoardLost: the board is unplugged, or :meth:`close` was called.
        """
        if not self._open:
            raise BoardLost(message("the reeds are no longer in use"))
        return self._board.scan()

    def wait(self, timeout_s: float) -> bool:
        """Sleep until a reading may have changed (``True``) or for ``timeout_s``. For boards on the real clock."""
        return self._board.wait(timeout_s)

    def close(self) -> None:
        """Stop reading."""
        self._open = False


class SimulatedRings:
    """The rings of a :class:`SimulatedBoard`; they remember what they show. See :class:`hardware.ports.Rings`."""

    def __init__(self, board: "SimulatedBoard") -> None:
        self._board = board
        self.count = board.board_map.pixel_count
        self.shown = bytes(3 * self.count)
        """The last frame."""
        self.frames = 0
        """The number of frames that differed from the one before."""

    def show(self, pixels: bytes) -> None:
        """Remember a frame.

        :raises BadFrame: it has the wrong length.
        :raises BoardLost: the board is unplugged.
        """
        if len(pixels) != 3 * self.count:
            raise BadFrame(f"a frame of {len(pixels)} bytes for {self.count} pixels: 3 bytes each are needed")
        self._board.check_plugged()
        if pixels != self.shown:
            self.frames += 1
            self.shown = bytes(pixels)

    def at(self, square: Square) -> tuple[Rgb, ...]:
        """Return the colours of the ring of a square, pixel by pixel; empty for a square without a ring."""
        first = self._board.board_map.first_pixels[square]
        if first is None:
            return ()
        if self._board.is_dark(square):
            return ((0, 0, 0),) * self._board.board_map.pixels_per_ring
        shown, end = self.shown, first + self._board.board_map.pixels_per_ring
        return tuple((shown[3 * n], shown[3 * n + 1], shown[3 * n + 2]) for n in range(first, end))

    def close(self) -> None:
        """Go dark."""
        self.shown = bytes(3 * self.count)


class SimulatedBoard:
    """The pieces, the hands over them, and the reeds and rings under them.

    :param wood: the pieces at the beginning; its board must be the map's.
    :param clock: monotonic seconds. A real board's time passes by itself; a test's clock is moved by the test.
    :param seed: decides every misbehaviour: same seed and same touches at the same times, same readings.

    >>> from engine.core.squares import Board
    >>> from hardware.board_map import wire
    >>> from hardware.simulated.faults import PERFECT
    >>> board = Board(2, 2)
    >>> a1, b2 = board.parse("a1"), board.parse("b2")
    >>> simulated = SimulatedBoard(wire(board), Wood(board, {a1: "wP"}), PERFECT)
    >>> simulated.lift(a1)
    'wP'
    >>> simulated.reeds.read()
    0
    >>> simulated.place(b2)
    >>> f"{simulated.reeds.read():04b}"
    '1000'
    """

    def __init__(
        self,
        board_map: BoardMap,
        wood: Wood | None = None,
        misbehaviour: BoardFaults | None = None,
        clock: Callable[[], float] = time.monotonic,
        seed: int = 0,
    ) -> None:
        self.board_map = board_map
        self._wood = Wood(board_map.board) if wood is None else wood
        self._model = BoardFaults() if misbehaviour is None else misbehaviour
        self._clock = clock
        self._chance = Random(seed)
        self._changed = Condition()
        self._touches = 0
        self._waited_for = 0
        self._plugged = True
        self._closed = self._wood.occupancy
        self._read = -1, 0
        """The closed reeds when the board was read last, and the reading."""
        self._pending: dict[Square, list[Edge]] = {}
        self.reeds = SimulatedReeds(self)
        self.rings = SimulatedRings(self)

    @property
    def wood(self) -> Wood:
        """The pieces as they really stand now (a sliding piece has already arrived)."""
        return self._wood

    # --- hands ---------------------------------------------------------------------------------------------------

    def lift(self, square: Square, hand: str = HAND) -> str:
        """Take the piece on a square into a hand and return it.

        :raises ImpossibleTouch: nothing stands there.
        """
        with self._changed:
            self._touch(self._wood.lifted(square, hand))
            self._magnet(square, self._clock(), False)
            return self._wood.holds(hand)[-1]

    def place(self, square: Square, piece: str | None = None, hand: str = HAND) -> None:
        """Put a piece from a hand on a square. ``piece``: ``None`` for the one it took last.

        :raises ImpossibleTouch: the square is occupied, or the hand does not hold that.
        """
        with self._changed:
            self._touch(self._wood.placed(square, piece, hand))
            self._magnet(square, self._clock(), True)

    def slide(self, path: Sequence[Square]) -> None:
        """Slide a piece along a path, over reeds that close as it passes. It arrives ``step_s`` per square later.

        :raises ImpossibleTouch: nothing to slide, or something in the way.
        """
        with self._changed:
            self._touch(self._wood.slid(path))
            self._pass_over(path)
            self._magnet(path[-1], self._arrival(path), True)

    def push(self, path: Sequence[Square], hand: str = HAND) -> None:
        """Slide a piece along a path and push the piece on its last square off into a hand.

        :raises ImpossibleTouch: nothing to slide or to push off, or something in the way.
        """
        with self._changed:
            self._touch(self._wood.pushed(path, hand))
            self._pass_over(path)
            if self._model.push_gap_s:
                arrival_s = self._arrival(path)
                self._magnet(path[-1], arrival_s, False)
                self._magnet(path[-1], arrival_s + self._model.push_gap_s, True)

    def take(self, piece: str, hand: str = HAND) -> None:
        """Take a piece out of the tray into a hand.

        :raises ImpossibleTouch: the tray has none.
        """
        with self._changed:
            self._touch(self._wood.taken(piece, hand))

    def give(self, piece: str | None = None, hand: str = HAND) -> None:
        """Put a piece from a hand into the tray. ``piece``: ``None`` for the one it took last.

        :raises ImpossibleTouch: the hand does not hold that.
        """
        with self._changed:
            self._touch(self._wood.given(piece, hand))

    def mark(self, square: Square, piece: str) -> None:
        """Put a token on the piece on a square or take it off, which makes it ``piece``. No reed feels it.

        :raises ImpossibleTouch: nothing stands there.
        """
        with self._changed:
            self._touch(self._wood.marked(square, piece))

    def nudge(self, square: Square, open_s: float = 0.05) -> None:
        """Adjust the piece on a square: its reed opens for a moment.

        :raises ImpossibleTouch: nothing stands there.
        """
        with self._changed:
            self._touch(self._wood.marked(square, self._wood.stands.get(square, "")))
            now_s = self._clock()
            self._magnet(square, now_s, False)
            self._magnet(square, now_s + open_s, True)

    def stand(self, wood: Wood) -> None:
        """Replace all pieces at once, as if they had stood so all along."""
        with self._changed:
            self._touch(wood)
            self._closed = wood.occupancy
            self._pending.clear()

    # --- faults --------------------------------------------------------------------------------------------------

    def misbehave(self, model: BoardFaults) -> None:
        """Misbehave like this from now on; changes on their way are not affected."""
        with self._changed:
            self._model = model
            self._read = -1, 0
            self._touch(self._wood)

    def rewire(self, board_map: BoardMap) -> None:
        """Be wired like this from now on: as many reeds and pixels as before, under other squares."""
        with self._changed:
            self.board_map = board_map
            self._read = -1, 0
            self._touch(self._wood)

    def is_dark(self, square: Square) -> bool:
        """True if the ring of a square never lights."""
        return square in self._model.dark

    def unplug(self) -> None:
        """Stop the reeds and rings from answering; hands can still touch the pieces."""
        self._plugged = False
        self.wake()

    def plug_in(self) -> None:
        """Let the reeds and rings answer again."""
        self._plugged = True
        self.wake()

    def check_plugged(self) -> None:
        """:raises BoardLost: the board is unplugged."""
        if not self._plugged:
            raise BoardLost(message("the simulated board is unplugged: plug it in"))

    # --- reeds ---------------------------------------------------------------------------------------------------

    def scan(self) -> int:
        """Return the closed reeds, by reed number.

        :raises BoardLost: the board is unplugged.
        """
        self.check_plugged()
        with self._changed:
            self._settle(self._clock())
            return self._reading(self._closed)

    def _reading(self, closed: int) -> int:
        if closed != self._read[0]:  # between two touches a board is read a hundred times
            felt = self._reached(closed) & ~bitboard(self._model.dead) | bitboard(self._model.stuck)
            reeds = enumerate(self.board_map.reeds)
            read = sum(1 << reed for reed, square in reeds if square is not None and felt >> square & 1)
            self._read = closed, read
        return self._read[1]

    def _reached(self, closed: int) -> int:
        """The squares on which reeds close, those that a strong magnet reaches among them."""
        board, reached = self.board_map.board, closed
        for square in bits(closed) if self._model.reach else ():
            for files, ranks in self._model.reach:
                file, rank = board.file(square) + files, board.rank(square) + ranks
                if 0 <= file < board.files and 0 <= rank < board.ranks:
                    reached |= 1 << board.square(file, rank)
        return reached

    def wait(self, timeout_s: float) -> bool:
        """Sleep until a touch, until a reed is due to change, or for ``timeout_s`` (then ``False``)."""
        with self._changed:
            due_s = min((due[0][0] for due in self._pending.values()), default=None)
            left_s = timeout_s if due_s is None else min(timeout_s, due_s - self._clock())
            seen = self._waited_for
            touched = self._changed.wait_for(lambda: self._touches != seen, max(0.0, left_s))
            self._waited_for = self._touches
            return touched or (due_s is not None and due_s <= self._clock())

    def wake(self) -> None:
        """End a :meth:`wait` that is under way, or the next one."""
        with self._changed:
            self._touches += 1
            self._changed.notify_all()

    @property
    def at_rest_s(self) -> float:
        """The time at which the last reed follows the pieces; in the past if all have."""
        with self._changed:
            return max((due[-1][0] for due in self._pending.values()), default=self._clock())

    def _touch(self, wood: Wood) -> None:
        self._wood = wood
        self._touches += 1
        self._changed.notify_all()

    def _pass_over(self, path: Sequence[Square]) -> None:
        start_s, step_s = self._clock(), self._model.step_s
        self._magnet(path[0], start_s + _REACH * step_s, False)
        for steps, square in enumerate(path[1:-1], start=1):
            self._magnet(square, start_s + (steps - _REACH) * step_s, True)
            self._magnet(square, start_s + (steps + _REACH) * step_s, False)

    def _arrival(self, path: Sequence[Square]) -> float:
        return self._clock() + (len(path) - 1 - _REACH) * self._model.step_s

    def _magnet(self, square: Square, at_s: float, comes: bool) -> None:
        """Schedule the edges of a reed whose magnet comes or goes; edges due later are dropped."""
        self._settle(self._clock())
        before = [edge for edge in self._pending.get(square, ()) if edge[0] < at_s]
        model = replace(self._model, flutter=1.0) if square in self._model.restless else self._model
        self._pending[square] = [*before, *edges(model, self._chance, at_s, comes)]

    def _settle(self, now_s: float) -> None:
        for square, due in list(self._pending.items()):
            done = [edge for edge in due if edge[0] <= now_s]
            if not done:
                continue
            self._closed = self._closed & ~(1 << square) | done[-1][1] << square
            self._pending[square] = due[len(done) :]
            if len(done) == len(due):
                del self._pending[square]
