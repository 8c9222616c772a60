"""Who holds which seat of the game on the table, and what changes that.

The table's thread owns it, as it owns the game: both change in the same step.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.core.messages import message
from engine.core.pieces import Seat
from table.messages.refusal import Refused

CHANGED = message("The table has changed since: another game, or other seats. Look at the board, then try again.")


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """A phone wants a seat."""

    seat: Seat
    phone: str


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat becomes free, if ``phone`` holds it still."""

    seat: Seat
    phone: str


@dataclass(frozen=True, slots=True)
class Seating:
    """``key``: the game on the table, or empty. ``holders``: seat → token of the phone that holds it."""

    key: str = ""
    holders: Mapping[Seat, str] = field(default_factory=dict)

    def after(self, event: TakeSeat | FreeSeat) -> "Seating":
        """How people sit then.

        :raises Refused: there is no game, or another phone holds the seat.
        """
        others = {seat: phone for seat, phone in self.holders.items() if seat is not event.seat}
        holder = self.holders.get(event.seat, event.phone)
        if isinstance(event, FreeSeat):
            return replace(self, holders=others) if holder == event.phone else self
        if not self.key:
            raise Refused(message("There is no game on the table. Start one or continue one first."))
        if holder != event.phone:
            raise Refused(message("Another phone holds that seat. Let it leave first, or free it with the PIN."))
        return replace(self, holders={**others, event.seat: event.phone})
