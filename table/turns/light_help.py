"""Help by the lights for whoever has to act: each seat may have all of them, those after a lift, or errors alone.

Repairs, questions, what the rules do by themselves, what the rules demand to show and the last move stay lit for all.
"""

from engine.core.messages import message
from table.hands.evidence import evidence_of
from table.hands.reading import Reading, taken_on_glass
from table.messages.events import SetHelp
from table.messages.lights import Help
from table.messages.refusal import Refused
from table.model.state import Table
from table.turns.transaction import Progress


def on_set_help(taken: Progress, event: SetHelp) -> None:
    """A player chooses for a seat of theirs."""
    if event.seat not in event.seats or event.seat not in taken.on_table.seats:
        raise Refused(message("Only the player in that seat can choose how much the lights help."))
    taken.keep(help={**taken.table.stored.help, event.seat: event.help})


def wanted(table: Table) -> Help:
    """Return how much the lights help now: as the seat wants it that has to act."""
    seats = () if table.on_table is None else table.on_table.seats_to_act
    return table.stored.help.get(seats[0], Help.ALL) if seats else Help.ALL


def left_alone(table: Table, reading: Reading) -> bool:
    """True if nothing shows what can be done with what is in the hand. What is half done or wrong is helped always."""
    on_table, evidence = table.on_table, evidence_of(table)
    taken = 0 if on_table is None else taken_on_glass(on_table, reading.possible, evidence)
    half = (evidence.placed or taken) and not reading.complete
    return wanted(table) is Help.ERRORS and not half
