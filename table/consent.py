"""Whom help from the computer would be against: they are asked before somebody has it."""

from engine.pieces import Seat
from table.state import Table
from table.words.events import Seats


def opposed(table: Table, seat: Seat) -> Seats:
    """The people whom help for this seat would be against, unless they have agreed to it."""
    on_table = table.on_table
    if on_table is None or seat in table.hints_for:
        return frozenset()
    game, options = on_table.game, on_table.played.options
    return frozenset(game.seats_of(options)) - set(on_table.computers.levels) - set(game.allies(options, seat))
