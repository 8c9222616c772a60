"""The wiring wizard over a board: it reads and lights the board, and stores what was learnt."""

import logging
import threading
from collections.abc import Callable, Iterable
from typing import Final

from daemon.boards.board import WiredBoard
from daemon.boards.factory import map_file
from daemon.config.schema import Config
from daemon.workshop.tasks import wires_of
from daemon.workshop.wizard import frames, result, steps, view
from daemon.workshop.wizard.file import WizardFile, learnt, of_map
from daemon.workshop.wizard.state import AnswerGiven, ReedsSettled, Wires, Wizard, WizardStep
from engine.core.messages import Message, message
from engine.core.squares import Square
from hardware.board_map import BoardMap
from hardware.debounce import Debounced, debounce
from webpanel.ports.workshop_port import Work

log = logging.getLogger(__name__)

REST_S: Final = 0.03
"""The time that a reed rests before the wizard believes it."""
KEEP: Final = "keep"
MAGNETS: Final = "build/magnets.md"
"""The page of the guides about magnets that reach too far."""
WIZARD_FILE: Final = "wiring.json"
"""The file in the data directory with what the wizard has learnt and nobody has kept yet."""


def wire_task(config: Config, real: WiredBoard, keep: Callable[[BoardMap], None]) -> "WireTask":
    """Make the wizard over the board of a configuration; it continues with what was learnt before."""
    before = real.board_map if map_file(config).exists() else None
    return WireTask(real, wires_of(config, real), keep, WizardFile(config.data_dir / WIZARD_FILE), before)


class WireTask:
    """The wiring wizard over a board. What it has learnt outlasts it."""

    name = "wire"

    def __init__(
        self, real: WiredBoard, wires: Wires, keep: Callable[[BoardMap], None], file: WizardFile,
        before: BoardMap | None = None,
    ) -> None:
        """:param keep: takes the board map in the end; raises OSError if it cannot.
        :param file: the progress that was not kept yet. :param before: the board map that was kept before.
        """
        self._real = real
        self._keep = keep
        self._file = file
        self._lock = threading.Lock()
        self._state: Debounced | None = None
        kept = file.load(wires) or (None if before is None else of_map(wires, before))
        self._noted: Wizard | None = kept
        self.wizard: Wizard = steps.begin(wires, kept)
        self.kept = False

    def feel(self, now_s: float) -> None:
        """See :meth:`Task.feel`."""
        raw = self._real.reeds.read()
        self._state, touches = debounce(self._state, raw, now_s, REST_S)
        if touches:
            with self._lock:
                self.wizard = steps.step(self.wizard, ReedsSettled(self._state.occupancy))

    def paint(self, now_s: float) -> None:
        """See :meth:`Task.paint`."""
        self._real.rings.show(frames.pixels(self.wizard, now_s))
        self._note()

    def _note(self) -> None:
        """Store what is new. Called while the lights are painted, not between two readings of the switches."""
        now = learnt(self.wizard)
        if now is None or now == self._noted or self.kept:
            return
        self._noted = now
        try:
            self._file.save(now)
        except OSError as error:
            log.warning("what the wiring wizard has learnt cannot be written: %s", error)

    def say(self, answer: str) -> None:
        """See :meth:`Task.say`."""
        with self._lock:
            if answer == KEEP and self.wizard.phase is WizardStep.DONE:
                self._keep(result.learnt_map(self.wizard))
                self.kept = True
                self._file.remove()
            else:
                self.wizard = steps.step(self.wizard, AnswerGiven(answer))
                self.kept = False

    def work(self, now_s: float) -> Work:
        """See :meth:`Task.work`."""
        now = self.wizard
        seen = view.view(now)
        sentence, choices = seen.sentence, seen.choices
        if now.phase is WizardStep.DONE:
            sentence = message("Saved. It counts from the next game on.") if self.kept else _ask_to_keep(now)
            choices = (*([] if self.kept else [(KEEP, message("Keep it"))]), *choices)
        board = now.wires.board
        return Work(
            self.name, sentence, seen.hint, choices, seen.done, seen.of, result.findings(now), (),
            _wire_states(now, seen.asked), board.files, board.ranks, MAGNETS if now.visits else "",
        )


def _ask_to_keep(now: Wizard) -> Message:
    if result.complete(now):
        return message("Every square has its switch and its light. Keep this wiring?")
    return message("Something is missing. Keep this wiring anyway?")


def _wire_states(now: Wizard, asked: Iterable[Square]) -> dict[str, str]:
    """Return the states of the squares: of their lights while these are learnt, else of their switches."""
    board = now.wires.board
    shown = now if now.kept is None else now.kept
    known = dict(shown.rings if shown.phase in (WizardStep.RINGS, WizardStep.RANKS) else shown.reeds)
    drawn = now.wires.rank(now.ranks[0])[: len(now.line)] if now.phase is WizardStep.SWEEP else ()
    states = {board.name(square): "known" for square in (*known, *drawn)}
    states |= {board.name(square): "dead" for square in result.dead(shown) if square not in known}
    states |= {board.name(square): "asked" for square in asked}
    unlit = [square for square, ring in now.rings if now.phase is WizardStep.RANKS and now.dark >> ring & 1]
    return states | {board.name(square): "dead" for square in unlit}
