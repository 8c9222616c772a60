"""Acts that were decided by the look of a page: one that comes late must not hit anything that came since.

An act says all that its page showed and that has been so ever since. It is refused if that lacks something that it
depends on: the actions played, the hands, the pause that it ends, the question that it answers as well.
"""

from collections.abc import Iterable

from engine.core.messages import message
from engine.core.pieces import Seat
from table.messages.events import Seen
from table.messages.refusal import BOARD_CHANGED, Refused
from table.model.state import Table
from table.requests import prompts
from table.turns.transaction import Progress

_PAUSED = "paused"


def seen(table: Table) -> Seen:
    """Return what there is to be seen of the game now."""
    asked = (prompts.id_of(table, topic) for topic in prompts.agreements(table))
    return frozenset({*_look(table), *asked, *((_PAUSED,) if table.stored.paused else ())})


def _actions(table: Table) -> str:
    """Name what has been played, which tells it from anything else that was, or will be."""
    actions = 0 if table.on_table is None else len(table.on_table.played.actions)
    return f"played {table.entries} {actions}"


def _hands(table: Table) -> str:
    return f"occupancy {table.occupancy}"


def _look(table: Table) -> Seen:
    shown = 0 if table.goal is None else table.goal.shown
    return frozenset({_actions(table), _hands(table), f"shown {shown}"})


def _refuse_without(told: Seen | None, needed: Seen) -> None:
    if told is not None and not needed <= told:
        raise Refused(BOARD_CHANGED)


def refuse_unseen_look(told: Seen | None, table: Table) -> None:
    """:raises Refused: the board does not look as it was seen."""
    _refuse_without(told, _look(table))


def refuse_unseen_actions(told: Seen | None, table: Table) -> None:
    """:raises Refused: other actions have been played than were seen."""
    _refuse_without(told, frozenset({_actions(table)}))


def refuse_unseen_hands(told: Seen | None, table: Table) -> None:
    """:raises Refused: hands have done something that was not seen."""
    _refuse_without(told, frozenset({_hands(table)}))


def refuse_unseen_pause(told: Seen | None) -> None:
    """:raises Refused: the pause that is on now was not seen."""
    _refuse_without(told, frozenset({_PAUSED}))


def refuse_unseen_question(told: Seen | None, taken: Progress, topic: str, seats: Iterable[Seat]) -> None:
    """:raises Refused: these seats would agree to something that was not seen."""
    asked = prompts.id_of(taken.table, topic)
    if told is None or asked in told:
        return
    prompt = prompts.find_prompt(taken.table, taken.now_s, asked)
    if prompt is not None and set(seats) & set(prompt.seats) and prompts.allows(prompt, prompts.YES):
        raise Refused(message("This was asked in the meantime: {question}", question=prompt.message))
