"""The wiring wizard: learns which reed and which ring belongs to which square, and finds what is wired wrongly.

A pure state machine. It walks a person through the board with one piece (the test of the diodes takes three):

1. Some rings light in what should be red, then green: which colours are really seen tells the colour order. Then as
   many pixels light as a ring should have: how much of a ring that is tells how many it has.
2. The board is empty: reeds that are closed now are stuck.
3. A piece is drawn along rank after rank: the reeds that close lie under its squares, in this order. Where one is
   skipped, single squares are tried; and where the order is odd, for the hand may have slipped. If nothing answers on
   three squares, no square will. Where several close at once, the piece is put alone on a square and on those around
   it, which tells why.
4. The board is empty again: a reed still closed sticks.
5. Some rings light one by one, and the piece goes onto them: that tells in which order they are chained. A light walks
   over the board in this order. Where it goes wrong, ring after ring is learnt with the piece.
6. A matrix without some diode shows ghosts: three closed corners of a rectangle make the fourth look closed, if the
   diode at the corner across is missing. Every diode is tested alone, with three pieces.
7. Later on, one square can be learnt anew.

The state of each step is in ``state`` beside this, the steps in ``reeds`` and ``rings``, the sentences in ``texts``,
the lights in ``frames``, the findings in ``result``.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from daemon.workshop.checks.diode_tests import diode_tests
from daemon.workshop.wizard import reeds as wizard_reeds
from daemon.workshop.wizard import rings as wizard_rings
from daemon.workshop.wizard.reach import too_far
from daemon.workshop.wizard.reeds import cleared
from daemon.workshop.wizard.rings import begin_rings, lights_usable
from daemon.workshop.wizard.state import (
    AGAIN,
    BACK,
    EMPTY,
    NO,
    NOTHING,
    ONE,
    STOP,
    YES,
    AnswerGiven,
    Event,
    Wires,
    Wizard,
    WizardStep,
    go,
)
from engine.core.squares import bits


def begin(wires: Wires, kept: Wizard | None = None) -> Wizard:
    """Return the wizard at its start. ``kept``: earlier progress that can be continued."""
    fresh = Wizard(wires)
    return fresh if kept is None else replace(fresh, phase=WizardStep.RESUME, kept=kept)


def step(wizard: Wizard, event: Event) -> Wizard:
    """Return the wizard after an event. Answers that are not offered change nothing."""
    if isinstance(event, AnswerGiven):
        if event.answer == BACK:
            return wizard if wizard.before is None else replace(wizard.before, closed=wizard.closed)
        taken = _answered(wizard, event.answer)
    else:
        read = replace(wizard, closed=event.closed)
        on_read = _ON_READ.get(wizard.phase)
        taken = read if on_read is None else on_read(read, event.closed & ~wizard.closed)
    return taken if _progress(taken) == _progress(wizard) else replace(taken, before=_way_back(wizard))


def _progress(wizard: Wizard) -> Wizard:
    """Return the progress that *back* undoes as one step: the reeds along a rank count as one."""
    return replace(wizard, hint=None, closed=0, before=None, line=(), several=0, several_at=None, ghosts=0)


def _way_back(wizard: Wizard) -> Wizard:
    return replace(wizard, hint=None, several=0, line=() if wizard.phase is WizardStep.SWEEP else wizard.line)


def _answered(wizard: Wizard, answer: str) -> Wizard:
    if answer == STOP and wizard.phase is not WizardStep.DONE:
        return go(wizard, WizardStep.DONE)
    on_answer = _ON_ANSWER.get(wizard.phase)
    return wizard if on_answer is None else on_answer(wizard, answer)


# --- beginning ---------------------------------------------------------------------------------------------------


def _on_resume(wizard: Wizard, answer: str) -> Wizard:
    kept = wizard.kept
    if answer == AGAIN:
        return Wizard(wizard.wires, closed=wizard.closed)
    return wizard if kept is None or answer != YES else replace(kept, closed=wizard.closed)


def _on_clear(wizard: Wizard, fresh: int) -> Wizard:
    """Continue once the board is empty: nothing is closed that did not stick before."""
    return wizard if wizard.closed & ~wizard.stuck else begin_rings(wizard)


# --- diodes ------------------------------------------------------------------------------------------------------


def _on_ask(wizard: Wizard, answer: str) -> Wizard:
    if answer == YES:
        return go(wizard, WizardStep.DIODES)
    return go(wizard, WizardStep.DONE) if answer == NO else wizard


def _on_diodes(wizard: Wizard, fresh: int) -> Wizard:
    if not ready(wizard) or suspicious(wizard):
        return wizard
    return _next_test(replace(wizard, tested=wizard.tested | 1 << wizard.test.reed))


def _on_diodes_said(wizard: Wizard, answer: str) -> Wizard:
    if answer == NO:
        return go(wizard, WizardStep.DONE)
    if answer != EMPTY or not suspicious(wizard):
        return wizard
    bit = 1 << wizard.test.reed
    return _next_test(replace(wizard, tested=wizard.tested | bit, missing=wizard.missing | bit))


def ready(wizard: Wizard) -> bool:
    """True if the three pieces of the present test stand."""
    reeds = dict(wizard.reeds)
    return all(wizard.closed >> reeds[square] & 1 for square in wizard.test.covered)


def suspicious(wizard: Wizard) -> bool:
    """True if the square that should be empty looks covered while the three pieces stand."""
    return ready(wizard) and bool(wizard.closed >> dict(wizard.reeds)[wizard.test.empty] & 1)


def _next_test(wizard: Wizard) -> Wizard:
    tests = diode_tests(wizard.wires.columns, wizard.reeds)
    if wizard.number + 1 == len(tests):
        return go(wizard, WizardStep.DONE)
    return replace(wizard, number=wizard.number + 1, hint=None)


# --- one square anew ---------------------------------------------------------------------------------------------


def _on_which(wizard: Wizard, answer: str) -> Wizard:
    square = wizard.wires.board.by_name.get(answer)
    return wizard if square is None else go(replace(wizard, square=square), WizardStep.SQUARE)


def _on_square(wizard: Wizard, fresh: int) -> Wizard:
    """Take in that a piece stands on the square that is learnt anew. Another square that had its switch before loses
    it."""
    new = list(bits(fresh & ~wizard.stuck))
    if len(new) > 1 and wizard.square is not None:
        known = (wizard.by_reed[reed] for reed in new if reed in wizard.by_reed)
        return replace(wizard, hint=too_far(wizard, (wizard.square, *known)))
    if not new:
        return wizard
    return _square_learnt(wizard, int(new[0]))


def _square_learnt(wizard: Wizard, reed: int | None) -> Wizard:
    assert wizard.square is not None, "a square is learnt"
    others = [pair for pair in wizard.reeds if pair[0] != wizard.square and pair[1] != reed]
    reeds = others if reed is None else [*others, (wizard.square, reed)]
    known = sum(1 << under for _, under in reeds)
    learnt = replace(
        wizard, reeds=tuple(sorted(reeds)), tested=wizard.tested & known, missing=wizard.missing & known
    )
    if not lights_usable(learnt):
        return go(learnt, WizardStep.DONE)
    return go(learnt, WizardStep.SHINES) if wizard.square in dict(wizard.rings) else _light_anew(learnt)


def _on_shines(wizard: Wizard, answer: str) -> Wizard:
    if answer == YES:
        return go(wizard, WizardStep.DONE)
    return _light_anew(wizard) if answer == NO else wizard


def _light_anew(wizard: Wizard) -> Wizard:
    """Try all rings without a square, that of this square among them."""
    rings = tuple(pair for pair in wizard.rings if pair[0] != wizard.square)
    return wizard_rings.queue_all(replace(wizard, rings=rings, dark=0))


_ON_READ: Final[Mapping[WizardStep, Callable[[Wizard, int], Wizard]]] = {
    **wizard_reeds.ON_READ,
    **wizard_rings.ON_READ,
    WizardStep.CLEAR: _on_clear,
    WizardStep.DIODES: _on_diodes,
    WizardStep.SQUARE: _on_square,
}
_ON_ANSWER: Final[Mapping[WizardStep, Callable[[Wizard, str], Wizard]]] = {
    **wizard_reeds.ON_ANSWER,
    **wizard_rings.ON_ANSWER,
    WizardStep.RESUME: _on_resume,
    WizardStep.CLEAR: lambda wizard, answer: begin_rings(cleared(wizard)) if answer == EMPTY else wizard,
    WizardStep.ASK_DIODES: _on_ask,
    WizardStep.DIODES: _on_diodes_said,
    WizardStep.DONE: lambda wizard, answer: go(wizard, WizardStep.WHICH) if answer == ONE else wizard,
    WizardStep.WHICH: _on_which,
    WizardStep.SQUARE: lambda wizard, answer: _square_learnt(wizard, None) if answer == NOTHING else wizard,
    WizardStep.SHINES: _on_shines,
}
