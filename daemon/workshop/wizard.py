"""The wiring wizard: learns which reed and which ring belongs to which square, and finds what is wired wrongly.

A pure state machine. It walks a person through the board with one piece (the test of the diodes takes three):

1. Some rings light in what should be red, then green: which colours are really seen tells the colour order.
2. The board is empty: reeds that are closed now are stuck.
3. A piece goes from square to square as told: the reed that closes lies under that square; none: that switch is dead.
4. The board is empty again: a reed still closed sticks.
5. Ring after ring lights, the piece goes onto it: the reed tells the square.
6. A matrix without some diode shows ghosts: three closed corners of a rectangle make the fourth look closed, if the
   diode at the corner across is missing. Every diode is tested alone, with three pieces.

What is known at each step is in ``wizard_state`` beside this, what to say and to light in ``wizard_view``, what was
found in ``wizard_result``.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from daemon.workshop.diode_tests import diode_tests
from daemon.workshop.wizard_state import (
    BACK,
    COLOURS,
    DARK,
    EMPTY,
    NO,
    NONE,
    NOTHING,
    STOP,
    YES,
    Event,
    Read,
    Wires,
    Wizard,
    WizardStep,
)
from engine.messages import message
from engine.squares import Square, bits


def begin(wires: Wires) -> Wizard:
    """The wizard at its start."""
    return Wizard(wires)


def step(wizard: Wizard, event: Event) -> Wizard:
    """The wizard after an event. Answers that are not offered change nothing."""
    if isinstance(event, Read):
        fresh = event.closed & ~wizard.closed
        taken = _ON_READ.get(wizard.phase, _keep)(wizard, fresh, event.closed)
        return replace(taken, closed=event.closed)
    if event.answer == BACK:
        return wizard if wizard.before is None else replace(wizard.before, closed=wizard.closed)
    if event.answer == STOP and wizard.phase is not WizardStep.DONE:
        return _go(wizard, WizardStep.DONE)
    return _ON_ANSWER.get(wizard.phase, _deaf)(wizard, event.answer)


def _keep(wizard: Wizard, fresh: int, closed: int) -> Wizard:
    return wizard


def _deaf(wizard: Wizard, answer: str) -> Wizard:
    return wizard


def _go(wizard: Wizard, phase: WizardStep) -> Wizard:
    return replace(wizard, phase=phase, number=0, hint=None, before=wizard)


# --- colours -----------------------------------------------------------------------------------------------------


def _on_colour(wizard: Wizard, answer: str) -> Wizard:
    if answer == NONE:
        return _go(replace(wizard, seen=""), WizardStep.EMPTY)
    if answer not in COLOURS:
        return wizard
    if COLOURS[answer] in wizard.seen:
        return replace(wizard, hint=message("That was the colour before. Look at the same rings again."))
    seen = replace(wizard, seen=wizard.seen + COLOURS[answer], before=wizard)
    return replace(_go(seen, WizardStep.GREEN if wizard.phase is WizardStep.RED else WizardStep.EMPTY), before=wizard)


# --- switches ----------------------------------------------------------------------------------------------------


def _on_empty(wizard: Wizard, answer: str) -> Wizard:
    return _go(replace(wizard, stuck=wizard.closed), WizardStep.REEDS) if answer == EMPTY else wizard


def _on_reeds_read(wizard: Wizard, fresh: int, closed: int) -> Wizard:
    """The piece was put somewhere."""
    new = list(bits(fresh & ~wizard.stuck))
    if not new:
        return wizard
    if len(new) > 1:
        return replace(wizard, hint=message("Several switches closed at once. Lift the piece and put it down again."))
    known = wizard.by_reed.get(new[0])
    if known is not None:
        board = wizard.wires.board
        return replace(wizard, hint=message(
            "That switch has answered for {square}. Put the piece on {wanted}; if it was wrong before, go back.",
            square=board.name(known), wanted=board.name(wizard.square),
        ))
    learnt = replace(wizard, reeds=(*wizard.reeds, (wizard.square, int(new[0]))))
    return _next_square(learnt, wizard)


def _on_reeds_answer(wizard: Wizard, answer: str) -> Wizard:
    return _next_square(wizard, wizard) if answer == NOTHING else wizard


def _next_square(wizard: Wizard, before: Wizard) -> Wizard:
    number = wizard.number + 1
    if number == len(wizard.wires.walk):
        return replace(_go(wizard, WizardStep.CLEAR), before=before)
    return replace(wizard, number=number, hint=None, before=before)


def _on_clear(wizard: Wizard, answer: str) -> Wizard:
    if answer != EMPTY:
        return wizard
    known = replace(wizard, stuck=wizard.stuck | wizard.closed, before=wizard)
    sticking = known.stuck
    kept = tuple((square, reed) for square, reed in known.reeds if not sticking >> reed & 1)
    after = replace(known, reeds=kept)
    if not after.seen or not after.wires.ring_count:
        return _after_rings(after, wizard)
    return replace(_go(after, WizardStep.RINGS), before=wizard)


# --- rings -------------------------------------------------------------------------------------------------------


def _on_rings_read(wizard: Wizard, fresh: int, closed: int) -> Wizard:
    """The piece was put on the lit square."""
    new = [reed for reed in bits(fresh) if reed in wizard.by_reed]
    if not new:
        return wizard
    if len(new) > 1:
        return replace(wizard, hint=message("Several switches closed at once. Lift the piece and put it down again."))
    return _learn_ring(wizard, wizard.by_reed[new[0]])


def _learn_ring(wizard: Wizard, square: Square) -> Wizard:
    if square in dict(wizard.rings):
        return replace(wizard, hint=message(
            "{square} has a light already. Put the piece on the lit square; if it was wrong before, go back.",
            square=wizard.wires.board.name(square),
        ))
    return _next_ring(replace(wizard, rings=(*wizard.rings, (square, wizard.number))), wizard)


def _on_rings_answer(wizard: Wizard, answer: str) -> Wizard:
    if answer == DARK:
        return _next_ring(wizard, wizard)
    named = wizard.wires.board.by_name.get(answer)
    return wizard if named is None or named not in wizard.unreachable else _learn_ring(wizard, named)


def _next_ring(wizard: Wizard, before: Wizard) -> Wizard:
    number = wizard.number + 1
    if number == wizard.wires.ring_count:
        return _after_rings(wizard, before)
    return replace(wizard, number=number, hint=None, before=before)


# --- diodes ------------------------------------------------------------------------------------------------------


def _after_rings(wizard: Wizard, before: Wizard) -> Wizard:
    testable = wizard.wires.columns and diode_tests(wizard.wires.columns, wizard.reeds)
    return replace(_go(wizard, WizardStep.ASK_DIODES if testable else WizardStep.DONE), before=before)


def _on_ask(wizard: Wizard, answer: str) -> Wizard:
    if answer == YES:
        return _go(wizard, WizardStep.DIODES)
    return _go(wizard, WizardStep.DONE) if answer == NO else wizard


def _on_diodes_read(wizard: Wizard, fresh: int, closed: int) -> Wizard:
    if not ready(wizard, closed) or closed >> dict(wizard.reeds)[wizard.test.empty] & 1:
        return wizard
    return _next_test(replace(wizard, tested=wizard.tested | 1 << wizard.test.reed))


def _on_diodes_answer(wizard: Wizard, answer: str) -> Wizard:
    if answer == NO:
        return _go(wizard, WizardStep.DONE)
    if answer != EMPTY or not suspicious(wizard):
        return wizard
    bit = 1 << wizard.test.reed
    return _next_test(replace(wizard, tested=wizard.tested | bit, missing=wizard.missing | bit))


def ready(wizard: Wizard, closed: int) -> bool:
    """Whether the three pieces of the present test stand."""
    reeds = dict(wizard.reeds)
    return all(closed >> reeds[square] & 1 for square in wizard.test.covered)


def suspicious(wizard: Wizard) -> bool:
    """Whether the square that should be empty looks covered while the three pieces stand."""
    return ready(wizard, wizard.closed) and bool(wizard.closed >> dict(wizard.reeds)[wizard.test.empty] & 1)


def _next_test(wizard: Wizard) -> Wizard:
    tests = diode_tests(wizard.wires.columns, wizard.reeds)
    if wizard.number + 1 == len(tests):
        return _go(wizard, WizardStep.DONE)
    return replace(wizard, number=wizard.number + 1, hint=None)


_ON_READ: Final[Mapping[WizardStep, Callable[[Wizard, int, int], Wizard]]] = {
    WizardStep.REEDS: _on_reeds_read,
    WizardStep.RINGS: _on_rings_read,
    WizardStep.DIODES: _on_diodes_read,
}
_ON_ANSWER: Final[Mapping[WizardStep, Callable[[Wizard, str], Wizard]]] = {
    WizardStep.RED: _on_colour,
    WizardStep.GREEN: _on_colour,
    WizardStep.EMPTY: _on_empty,
    WizardStep.REEDS: _on_reeds_answer,
    WizardStep.CLEAR: _on_clear,
    WizardStep.RINGS: _on_rings_answer,
    WizardStep.ASK_DIODES: _on_ask,
    WizardStep.DIODES: _on_diodes_answer,
}
