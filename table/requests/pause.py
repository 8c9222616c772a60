"""Pausing: at once on one board; between two boards with clocks once both want it, and so is going on."""

from engine.core.messages import message
from table.messages.events import Answer, Pause, PauseHeard, Resume
from table.messages.refusal import Refused
from table.model.state import Table
from table.requests import prompts
from table.requests.seen import refuse_unseen_pause, refuse_unseen_question
from table.turns.advance import finish_hands
from table.turns.transaction import Progress, repair


def on_pause(taken: Progress, event: Pause) -> None:
    """Somebody wants a pause."""
    refuse_unseen_question(event.seen, taken, "pause", taken.on_table.people)
    if taken.table.stored.paused:
        refuse_unseen_pause(event.seen)  # or whoever goes on after the pause asked for would end somebody else's
    if taken.running and taken.table.by_agreement:
        _want(taken, True)
    else:
        _stand_still(taken)


def on_resume(taken: Progress, event: Resume) -> None:
    """Somebody wants to go on."""
    if not taken.table.stored.paused:
        return  # two phones may press it
    refuse_unseen_pause(event.seen)
    refuse_unseen_question(event.seen, taken, "pause", taken.on_table.people)
    if taken.table.by_agreement:
        _want(taken, False)
    else:
        _go_on(taken)


def on_pause_heard(taken: Progress, event: PauseHeard) -> None:
    """Know whether the other board wants a pause."""
    if taken.table.by_agreement:
        taken.change(pause_there=event.wanted)
        _agree(taken)


def answer_pause(taken: Progress, event: Answer) -> None:
    """Agree to what the other board wants, or want nothing any more."""
    table = taken.table
    _want(taken, bool(table.pause_there) if event.value == prompts.YES else table.stored.paused)


def _want(taken: Progress, wanted: bool) -> None:
    taken.keep(pausing=wanted != taken.table.stored.paused)
    _agree(taken)


def _agree(taken: Progress) -> None:
    """Pause or go on, once both boards want it."""
    table = taken.table
    if table.stored.pausing and table.pause_there == table.pause_wanted and taken.on_table.outcome is None:
        taken.keep(pausing=False)
        (_go_on if table.stored.paused else _stand_still)(taken)


def _stand_still(taken: Progress) -> None:
    finish_hands(taken)
    if taken.running:
        taken.change(touches=(), thought=None, hint=None, checked=None)
        taken.keep(paused=True)


def _go_on(taken: Progress) -> None:
    """End the pause. What moved meanwhile was no play: the board is repaired, not interpreted."""
    taken.change(touches=())
    taken.keep(paused=False)
    repair(taken)


def refuse_leaving(table: Table) -> None:
    """Refuse to park the game on the table while that is not for this board alone to decide.

    :raises Refused: its clocks run, and the other board plays it.
    """
    on_table = table.on_table
    if on_table is None or on_table.afar is None or on_table.outcome is not None:
        return
    if table.by_agreement and table.pause_there is not None and not table.stored.paused:
        raise Refused(message("The clocks run at {board}, too. Pause the game first: once both boards have agreed on "
                              "that, it can be parked.", board=on_table.afar.name))
