"""The view of the wiring wizard at a step. Its sentences stand in ``daemon.workshop.wizard.texts``, its lights in
``daemon.workshop.wizard.frames``."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from daemon.workshop.checks.diode_tests import diode_tests
from daemon.workshop.wizard.reach import reach_square
from daemon.workshop.wizard.reeds import doubt, gap_square
from daemon.workshop.wizard.state import BACK, STOP, Wizard, WizardStep
from daemon.workshop.wizard.texts import WORDS, Choices, anew
from engine.core.messages import Message, message
from engine.core.squares import Square


@dataclass(frozen=True, slots=True)
class View:
    """The view: the sentence, a ``hint`` about what did not fit, the answers offered with their labels, the squares for
    the piece, and the progress."""

    sentence: Message
    hint: Message | None
    choices: Choices
    asked: Iterable[Square]
    done: int
    of: int


_BACK_CHOICE: Final = (BACK, message("Back"))
_STOP_CHOICE: Final = (STOP, message("Stop here"))
_STOPPABLE: Final = (
    WizardStep.SWEEP, WizardStep.GAP, WizardStep.DOUBT, WizardStep.REACH, WizardStep.TOGETHER, WizardStep.CLEAR,
    WizardStep.ORDER, WizardStep.WALK, WizardStep.RANKS, WizardStep.RINGS, WizardStep.REST, WizardStep.WHICH,
    WizardStep.SQUARE, WizardStep.SHINES,
)


def view(wizard: Wizard) -> View:
    """Return the view at this moment."""
    sentence, choices = WORDS[wizard.phase](wizard)
    if wizard.before is not None:
        choices = (*choices, _BACK_CHOICE)
    if (wizard.reeds or wizard.rings) and wizard.phase in _STOPPABLE:
        choices = (*choices, _STOP_CHOICE)
    done, of = _progress(wizard)
    asked = _ASKED[wizard.phase](wizard) if wizard.phase in _ASKED else ()
    return View(sentence, wizard.hint, choices, asked, done, of)


# --- squares and progress ----------------------------------------------------------------------------------------


_ASKED: Final[Mapping[WizardStep, Callable[[Wizard], Iterable[Square]]]] = {
    WizardStep.SWEEP: lambda wizard: wizard.wires.rank(wizard.ranks[0])[len(wizard.line) :],
    WizardStep.PROBE: lambda wizard: (wizard.wires.probes[wizard.number],),
    WizardStep.GAP: lambda wizard: (gap_square(wizard),),
    WizardStep.DOUBT: lambda wizard: (doubt(wizard),),
    WizardStep.REACH: lambda wizard: () if (square := reach_square(wizard)) is None else (square,),
    WizardStep.RANKS: lambda wizard: wizard.wires.rank(wizard.number),
    WizardStep.DIODES: lambda wizard: wizard.test.covered,
    WizardStep.SQUARE: lambda wizard: (anew(wizard),),
    WizardStep.SHINES: lambda wizard: (anew(wizard),),
}


def _progress(wizard: Wizard) -> tuple[int, int]:
    """Return the steps done, and all steps, of the phase."""
    board = wizard.wires.board
    if wizard.phase is WizardStep.SWEEP:
        return board.files * (board.ranks - len(wizard.ranks)) + len(wizard.line), board.size
    if wizard.phase is WizardStep.ORDER:
        tried = len(wizard.placed) + wizard.dark.bit_count()
        return tried, max(2, tried + 1)
    if wizard.phase is WizardStep.RANKS:
        return wizard.number, board.ranks
    if wizard.phase is WizardStep.RINGS:
        return len(wizard.rings), board.size
    if wizard.phase is WizardStep.DIODES:
        return wizard.number, len(diode_tests(wizard.wires.columns, wizard.reeds))
    return 0, 0
