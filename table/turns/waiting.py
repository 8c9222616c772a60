"""Waiting for the other board of a game, and the moment from which people need not wait any more."""

from table.model.state import Table, Wait
from table.turns.transaction import Progress


def note_wait(taken: Progress) -> None:
    """Note since when the other board has been waited for, as the game stands now."""
    table = taken.table
    if not _is_waited_for(table):
        taken.change(wait=None)
    elif table.wait is None or table.wait.entries != table.entries:
        taken.change(wait=Wait(table.entries, taken.now_s))


def _is_waited_for(table: Table) -> bool:
    """True if the other board has to do something that takes its people no time to think."""
    on_table = table.on_table
    if on_table is None or on_table.afar is None or on_table.outcome is not None or table.stored.paused:
        return False
    if table.lost_here or table.reveals or on_table.chance_acts:
        return True
    answered = table.connected and table.there and table.reached >= table.entries
    return on_table.acts_afar and not answered


def is_silent(table: Table, now_s: float) -> bool:
    """True if the other board has not answered for a long time."""
    return table.wait is not None and now_s >= table.wait.silent_at_s


def may_end_alone(table: Table, now_s: float) -> bool:
    """True if people may end the game here, whatever the other board says."""
    on_table = table.on_table
    if on_table is None or on_table.afar is None or on_table.outcome is not None:
        return False
    return table.stuck or is_silent(table, now_s)
