"""Help from the computer: where there is none, and whom it would be against, who are asked before somebody has it."""

from typing import Final

from engine.core.messages import Message, message
from engine.core.pieces import Seat
from table.messages.events import Seats
from table.model.current_game import GameOnTable
from table.model.state import Table
from table.turns.lessons import ONLY_IN_A_GAME

_AFAR: Final = message("In a game between two boards the computer helps nobody.")
_OFF: Final = message("Hints are switched off in the board's settings.")


def no_help(table: Table) -> Message | None:
    """Say why nobody has help in what is on the table, whoever agrees. ``None``: who agrees to it may have it."""
    on_table = table.on_table
    if on_table is None or on_table.course is not None:
        return ONLY_IN_A_GAME
    if on_table.afar is not None:
        return _AFAR
    return None if table.settings.hints else _OFF


def opposed(table: Table, seat: Seat) -> Seats:
    """The people whom help for this seat would be against, unless they have agreed to it."""
    return frozenset() if table.on_table is None or seat in table.stored.hints_for else against(table.on_table, seat)


def against(on_table: GameOnTable, seat: Seat) -> Seats:
    """The people who play against a seat."""
    allies = on_table.game.allies(on_table.played.options, seat)
    return frozenset(on_table.seats) - set(on_table.computers.levels) - set(allies)
