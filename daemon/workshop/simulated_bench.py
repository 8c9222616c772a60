"""A board in memory to try the workshop on, with faults to switch on and off: for those who have wired nothing up
yet."""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from daemon.boards.board import WiredBoard
from daemon.workshop.checks.self_test import BLUE, GREEN, WHITE
from daemon.workshop.tasks import Task
from daemon.workshop.trial.practice import LABELS, STRONG, PracticeTrial, build_of
from daemon.workshop.trial.task import TOO_SMALL, is_large_enough
from daemon.workshop.wizard.file import WizardNotes
from engine.core.messages import Message, message
from engine.core.squares import Square
from hardware.board_map import BoardMap
from hardware.ports import Rgb
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import BoardFaults
from hardware.simulated.pieces import Wood
from table.messages.refusal import Refused
from webpanel.ports.workshop_port import Fault, Practice

PIECE: Final = "wP"
_RGB: Final[dict[str, Rgb]] = {WHITE: (255, 255, 255), GREEN: (0, 255, 0), BLUE: (0, 0, 255)}
REST_S: Final = 0.06
"""The time that the piece, or the hand without it, is read at rest before the hand moves on: more than the wizard
needs."""
LONGEST: Final = 4
"""The longest way that may be queued for the hand, in rounds over all squares."""

STUCK, DEAD, RESTLESS, CROSSED, DARK, ORDER = "stuck", "dead", "restless", "crossed", "dark", "order"
BESIDE: Final = ((-1, 0), (1, 0))
"""The reach of a magnet that is too strong, over reeds that lie along the ranks: left and right."""


class PracticeBoard:
    """The board, its only piece, and the hand that draws it. May be used from any thread."""

    def __init__(self, board_map: BoardMap, clock: Callable[[], float] = time.monotonic) -> None:
        """:param board_map: its wiring without a fault."""
        self._usual = board_map
        self._simulated = SimulatedBoard(board_map, Wood(board_map.board, tray={PIECE: 1}), clock=clock)
        self._clock = clock
        self._moves: deque[Square | None] = deque()
        """The queued moves of the hand: squares to put the piece on; ``None``: take it up."""
        self._read_since_s: float | None = None
        """The time since which the board has been read as it stands."""
        self._on: frozenset[str] = frozenset()
        self.count = board_map.reed_count
        self.wired = WiredBoard(board_map, self, self._simulated.rings)
        """The board as the workshop finds it."""
        self.trial: PracticeTrial | None = None
        """The nine squares, while they are tried."""
        self.notes = WizardNotes()
        self.kept: BoardMap | None = None
        """The board map that the wizard learnt and somebody kept."""

    def clear(self) -> None:
        """Empty the hand and the board."""
        self.trial = None
        self._moves.clear()
        self._simulated.stand(Wood(self._usual.board, tray={PIECE: 1}))

    def try_nine(self) -> Task:
        """Begin a trial on nine squares of their own, built with the first fault that is switched on.

        :raises Refused: the board is too small.
        """
        if not is_large_enough(self._usual.board):
            raise Refused(TOO_SMALL)
        self.trial = PracticeTrial(self._usual.board, build_of(self._on), self._clock)
        return self.trial.task

    def draw(self, path: Sequence[str]) -> None:
        """Draw the piece over these squares, on from where it is; none: take it off the board.

        :raises Refused: there is no such square, or the hand has too far to go already.
        """
        board = self._usual.board
        known = {board.name(Square(square)): Square(square) for square in range(board.size)}
        if any(name not in known for name in path):
            raise Refused(message("The board has no such square."), 400)
        if self.trial is not None:
            self._draw_in_trial([known[name] for name in path])
            return
        if len(self._moves) + 2 * len(path) > 2 * LONGEST * board.size:
            raise Refused(message("The piece is still on its way. Wait until it is at rest."))
        for name in path:
            self._moves += (None, known[name])
        if not path:
            self._moves.append(None)

    def _draw_in_trial(self, squares: Sequence[Square]) -> None:
        assert self.trial is not None, "there is a trial"
        if any(square not in self.trial.task.trial.squares for square in squares):
            raise Refused(message("The trial is on the nine squares from a1 to c3."), 400)
        for square in squares:
            self.trial.draw(square)
        if not squares:
            self.trial.draw(None)

    def keep(self, learnt: BoardMap) -> None:
        """Use the learnt board map."""
        self.kept = self.wired.board_map = learnt

    def set_fault(self, name: str, is_on: bool) -> None:
        """Switch a fault on or off.

        :raises Refused: there is no such fault.
        """
        if name not in self._faults():
            raise Refused(message("There is no such fault."), 400)
        self._on = self._on | {name} if is_on else self._on - {name}
        stuck, dead, restless, dark = (
            frozenset({self._place(each)} if each in self._on else ()) for each in (STUCK, DEAD, RESTLESS, DARK)
        )
        self._simulated.rewire(self._wiring())
        self._simulated.misbehave(BoardFaults(
            stuck=stuck, dead=dead, restless=restless, dark=dark, reach=BESIDE if STRONG in self._on else ()
        ))

    def seen(self) -> Practice:
        """Return the visible state of the board."""
        board, trial = self._usual.board, self.trial
        stands = next(iter(self._simulated.wood.stands), None) if trial is None else trial.piece()
        rings = ((board.name(square), self._ring(square)) for square in map(Square, range(board.size)))
        return Practice(
            tuple(Fault(name, label, name in self._on) for name, label in self._faults().items()),
            None if stands is None else board.name(stands),
            {name: tuple(map(_colour, pixels)) for name, pixels in rings if any(map(any, pixels))},
        )

    def _ring(self, square: Square) -> Sequence[Rgb]:
        if self.trial is None:
            return self._simulated.rings.at(square)
        colours = self.trial.lit.get(square)
        return () if colours is None else (_RGB[colours],) * self._usual.pixels_per_ring

    # --- see hardware.ports.Reeds --------------------------------------------------------------------------------

    def read(self) -> int:
        """See :meth:`hardware.ports.Reeds.read`. The hand moves on once the piece was read at rest."""
        reading = self._simulated.reeds.read()
        if self._read_since_s is None:
            self._read_since_s = self._clock()
        elif self._moves and self._clock() - self._read_since_s >= REST_S:
            self._move(self._moves.popleft())
            self._read_since_s = None
        return reading

    def close(self) -> None:
        """See :meth:`hardware.ports.Reeds.close`."""
        self._simulated.reeds.close()

    def _move(self, to: Square | None) -> None:
        wood = self._simulated.wood
        for square in wood.stands:
            self._simulated.lift(square)
            self._simulated.give()
        if to is not None:
            self._simulated.take(PIECE)
            self._simulated.place(to)

    # --- faults --------------------------------------------------------------------------------------------------

    def _faults(self) -> dict[str, Message]:
        def at(name: str) -> str:
            return self._usual.board.name(self._place(name))

        one, other = map(self._usual.board.name, self._crossed())
        return {
            DEAD: message("The switch of {square} is dead", square=at(DEAD)),
            STUCK: message("The switch of {square} is stuck", square=at(STUCK)),
            RESTLESS: message("The switch of {square} bounces for a long time", square=at(RESTLESS)),
            CROSSED: message("The wires of {one} and {other} are crossed", one=one, other=other),
            DARK: message("The ring of {square} stays dark", square=at(DARK)),
            ORDER: message("Every second rank of lights runs backwards"),
            STRONG: message("The magnet reaches the squares left and right"),
            **LABELS,
        }

    def _place(self, fault: str) -> Square:
        """Return the square of a fault: each a different one, as far as the board is large enough."""
        size, places = self._usual.board.size, (STUCK, DEAD, RESTLESS, CROSSED, DARK)
        return Square((2 * places.index(fault) + 1) * size // (2 * len(places)))

    def _crossed(self) -> tuple[Square, Square]:
        one = self._place(CROSSED)
        return one, Square((one + 1) % self._usual.board.size)

    def _wiring(self) -> BoardMap:
        """Return the real wiring, with the faults."""
        usual = self._usual
        one, other = self._crossed() if CROSSED in self._on else (None, None)
        exchanged = {one: other, other: one}
        reeds = tuple(exchanged.get(square, square) for square in usual.reeds)
        if ORDER not in self._on:
            return replace(usual, reeds=reeds)
        return replace(usual, reeds=reeds, first_pixels=tuple(_backwards(usual)))


def _backwards(usual: BoardMap) -> Iterator[int | None]:
    board = usual.board
    for square in map(Square, range(board.size)):
        file, rank = board.file(square), board.rank(square)
        yield usual.first_pixels[board.square(board.files - 1 - file, rank) if rank % 2 else square]


def _colour(pixel: Rgb) -> str:
    """Return a colour at full brightness, however little the supply allows: ``#ff0000``."""
    brightest = max(*pixel, 1)
    return "#" + "".join(f"{channel * 255 // brightest:02x}" for channel in pixel)
