"""Acts that were decided by the look of the board: one that comes late must not hit what came since."""

from table.messages.events import Seen
from table.messages.refusal import BOARD_CHANGED, Refused
from table.model.state import Table


def seen(table: Table) -> Seen:
    """Return what there is to be seen of the game now."""
    actions = 0 if table.on_table is None else len(table.on_table.played.actions)
    return Seen(table.entries, actions, table.occupancy, 0 if table.goal is None else table.goal.shown)


def refuse_unseen_actions(told: Seen | None, table: Table) -> None:
    """:raises Refused: other actions have been played than were seen."""
    if told is not None and told.played != seen(table).played:
        raise Refused(BOARD_CHANGED)


def refuse_unseen_hands(told: Seen | None, table: Table) -> None:
    """:raises Refused: hands have done something that was not seen."""
    if told is not None and told.occupancy != table.occupancy:
        raise Refused(BOARD_CHANGED)
