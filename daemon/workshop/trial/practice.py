"""A trial of nine squares in memory, with faulty builds to try: for those who have bought nothing yet."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from daemon.workshop.checks.self_test import Lit
from daemon.workshop.trial.steps import MARKS, Trial, TrialStep
from daemon.workshop.trial.task import TrialTask
from engine.core.messages import Message, message
from engine.core.squares import Board, Square
from hardware.simulated.magnet import Magnet, Reed
from hardware.simulated.trial_board import SIDE, Build, TrialBoard

STEP: Final = 0.02
"""The length of one slide of the hand, in squares."""
REST_S: Final = 0.05
"""The rest after it: more than the trial needs to believe a switch."""

STRONG, WEAK, NEAR, OFF, TURNED, SMALL = "strong", "weak", "near", "off", "turned", "small"
DEAD, STUCK, CROSSED = "trial_dead", "trial_stuck", "trial_crossed"
_A1, _B1, _A2, _C3 = map(Board(SIDE, SIDE).parse, ("a1", "b1", "a2", "c3"))
RIGHT: Final = Build(magnet=Magnet(15, 3))
BUILDS: Final[Mapping[str, Build]] = {
    STRONG: Build(magnet=Magnet(40, 20, 1.45), gap_mm=20),
    WEAK: Build(magnet=Magnet(6, 2), gap_mm=14),
    NEAR: Build(magnet=Magnet(20, 5), gap_mm=1),
    OFF: Build(magnet=Magnet(15, 3), reed=Reed(x=8)),
    TURNED: Build(reed=Reed(rise=0), gap_mm=8),
    SMALL: Build(magnet=Magnet(20, 10, 1.45), square_mm=30),
    DEAD: replace(RIGHT, dead=frozenset({_C3})),
    STUCK: replace(RIGHT, stuck=frozenset({_A2})),
    CROSSED: replace(RIGHT, crossed={_A1: _B1, _B1: _A1}),
}
LABELS: Final[Mapping[str, Message]] = {
    WEAK: message("Trial: the magnet is too weak"),
    NEAR: message("Trial: the magnet is too near"),
    OFF: message("Trial: the reeds are off-centre"),
    TURNED: message("Trial: the reeds are turned"),
    SMALL: message("Trial: the squares are too small (30 mm)"),
    DEAD: message("Trial: the switch of c3 is dead"),
    STUCK: message("Trial: the switch of a2 is stuck"),
    CROSSED: message("Trial: the wires of a1 and b1 are crossed"),
}
"""Of those that the other tasks do not have."""


class PracticeTrial:
    """The nine squares, and the hand over them. See :class:`daemon.workshop.tasks.Bench`; the hand slides on while the
    board is read."""

    def __init__(self, board: Board, build: Build = RIGHT, clock: Callable[[], float] = time.monotonic) -> None:
        self.board = board
        self.build = build
        self.lit: Lit = {}
        self.task = TrialTask(self, self.help)
        self._wood = TrialBoard(build)
        self._clock = clock
        self._to: tuple[float, float] | None = None
        self._moved_s = clock()

    def covered(self) -> int:
        """See :meth:`Bench.covered`."""
        self._slide_on()
        return self._on_board(self._wood.read())

    def ghosts(self) -> int:
        """See :meth:`Bench.ghosts`."""
        return 0

    def show(self, lit: Lit) -> None:
        """See :meth:`Bench.show`."""
        self.lit = lit

    def draw(self, square: Square | None) -> None:
        """Put the piece here, or slide it here where the trial asks for that. ``None``: take it off."""
        place = None if square is None else (float(self.board.file(square)), float(self.board.rank(square)))
        self._to = place if self._is_slide(square) else None
        if self._to is not None:
            return
        self._wood.move(None)
        self._wood.move(place)

    def _is_slide(self, square: Square | None) -> bool:
        trial, there = self.task.trial, self.piece()
        on_its_way = trial.begun and there is not None
        return square == trial.middle and trial.step is TrialStep.SLIDE and (on_its_way or there == trial.start)

    def piece(self) -> Square | None:
        """The square on which the piece is."""
        at = self._wood.piece
        return None if at is None else self.board.square(round(at[0]), round(at[1]))

    def help(self, trial: Trial) -> Message | None:
        """The measures that nobody can see."""
        at = self._wood.piece
        if trial.step is TrialStep.SIZE:
            width = round(self.build.square_mm)
            return message("In this computer's memory a square is {number} mm wide.", number=width)
        if trial.step is not TrialStep.MARK or at is None:
            return None
        mark = round(MARKS * max(abs(at[0] - 1), abs(at[1] - 1)))
        return message("In this computer's memory it is mark {number}.", number=mark)

    def _slide_on(self) -> None:
        """A little; the hand waits while a mark is asked for."""
        at, to = self._wood.piece, self._to
        if at is None or to is None or self.task.trial.awaited or self._clock() - self._moved_s < REST_S:
            return
        left = max(abs(to[0] - at[0]), abs(to[1] - at[1]))
        share = min(1.0, STEP / left) if left else 1.0
        self._wood.move((at[0] + (to[0] - at[0]) * share, at[1] + (to[1] - at[1]) * share))
        self._to = None if share == 1.0 else to
        self._moved_s = self._clock()

    def _on_board(self, closed: int) -> int:
        """The nine squares, which are numbered otherwise on a larger board."""
        squares, nine = Trial(self.board).squares, self._wood.board
        return sum(1 << square for square in squares if closed >> nine.square(
            self.board.file(square), self.board.rank(square)
        ) & 1)


def build_of(faults: frozenset[str]) -> Build:
    """The first faulty build of those that are switched on, else the right one."""
    return next((BUILDS[name] for name in BUILDS if name in faults), RIGHT)
