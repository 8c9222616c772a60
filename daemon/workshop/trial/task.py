"""The trial of nine squares over a board: what reads and lights it. The panel and the terminal do the same."""

import threading
from collections.abc import Callable
from typing import Final

from daemon.workshop.checks.self_test import BLUE, GREEN, Lit
from daemon.workshop.tasks import Bench
from daemon.workshop.trial.picture import legend, picture
from daemon.workshop.trial.steps import SIDE, Trial, TrialStep, answer, choices, progress, read, sentence
from daemon.workshop.trial.verdict import facts, findings
from engine.core.messages import Message, message
from engine.core.squares import Board, bits
from hardware.debounce import Debounced, debounce
from webpanel.ports.workshop_port import Work

REST_S: Final = 0.03
"""The rest of a switch before it counts."""
TOO_SMALL: Final = message("A trial needs three files and three ranks: write files = 3 and ranks = 3 under [board].")
GUIDE: Final = "build/trial.md"


def is_large_enough(board: Board) -> bool:
    """True if a board has the nine squares of a trial."""
    return min(board.files, board.ranks) >= SIDE


class TrialTask:
    """The trial over a board, see :class:`daemon.workshop.tasks.Task`."""

    name = "trial"

    def __init__(self, bench: Bench, help: Callable[[Trial], Message | None] = lambda trial: None) -> None:
        """:param help: what a board that knows its own measures says to a person who cannot see them."""
        self._bench = bench
        self._help = help
        self._lock = threading.Lock()
        self._state: Debounced | None = None
        self._shown: Lit | None = None
        self.trial = Trial(bench.board)

    @property
    def done(self) -> bool:
        """True if all was measured."""
        return self.trial.step is TrialStep.DONE

    def feel(self, now_s: float) -> None:
        """See :meth:`Task.feel`."""
        self._state, touches = debounce(self._state, self._bench.covered(), now_s, REST_S)
        if touches or self._state.occupancy != self.trial.covered:
            with self._lock:
                self.trial = read(self.trial, self._state.occupancy)

    def paint(self, now_s: float) -> None:
        """See :meth:`Task.paint`."""
        lit = self._lit()
        if lit != self._shown:
            self._bench.show(lit)
            self._shown = lit

    def _lit(self) -> Lit:
        """Green is where the piece goes; blue what changed, so that a hand stops without reading."""
        trial = self.trial
        if trial.step is TrialStep.PLACE:
            return {trial.squares[len(trial.placed)]: GREEN}
        if trial.step is TrialStep.SLIDE:
            return {trial.middle if trial.begun else trial.start: GREEN}
        return {trial.middle: BLUE} if trial.step is TrialStep.MARK else {}

    def say(self, answer_: str) -> None:
        """See :meth:`Task.say`."""
        with self._lock:
            self.trial = answer(self.trial, answer_)

    def work(self, now_s: float) -> Work:
        """See :meth:`Task.work`."""
        trial, board = self.trial, self.trial.board
        done, of = progress(trial)
        states = {board.name(square): "answered" for square in trial.squares[: len(trial.placed)]}
        states |= {board.name(square): "covered" for square in bits(trial.covered)}
        states |= {board.name(square): "asked" for square in self._lit()}
        hint = self._help(trial) or legend(trial)
        return Work(
            self.name, sentence(trial), hint, choices(trial), done, of, findings(trial), facts(trial), states,
            board.files, board.ranks, guide=GUIDE, picture=picture(trial),
        )
