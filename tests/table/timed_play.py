"""Tables with clocks."""

from play_table import WHITE, PlayTable

from engine.core.pieces import Seat
from engine.records.time_controls import Control, Kind
from table.messages.events import Resume

SUDDEN = Control(Kind.SUDDEN, 60)


def timed(
    white: Control | None = SUDDEN, black: Control | None = SUDDEN, game_id: str = "advancing-chess", **options
) -> PlayTable:
    """A game on wood, set up; of Advancing Chess unless told otherwise: a move each in turn."""
    table = PlayTable()
    table.controls = {seat: control for seat, control in ((Seat.WHITE, white), (Seat.BLACK, black)) if control}
    table.start(game_id, **options)
    return table


def begin(table: PlayTable) -> None:
    """Somebody is there, and presses a button that changes nothing."""
    table.send(Resume())
    assert table.running() == WHITE


def think(table: PlayTable, seconds: float) -> None:
    table.wait(seconds)
