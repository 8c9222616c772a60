"""The seating: the phones that hold the seats of the game on the table, and changes of it.

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
    """A request to give a seat to a phone."""

    seat: Seat
    phone: str


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A request to free a seat, if ``phone`` still holds it."""

    seat: Seat
    phone: str


@dataclass(frozen=True, slots=True)
class Seating:
    """The holders of seats. ``key``: of the game on the table, or empty. ``holders``: seat → token of the phone that
    holds it."""

    key: str = ""
    holders: Mapping[Seat, str] = field(default_factory=dict)

    def passed_on(self, seat: Seat, phone: str) -> "Seating":
        """Return the seating with a seat given to a phone, whoever holds it."""
        return replace(self, holders={**self.holders, seat: phone})

    def after(self, event: TakeSeat | FreeSeat) -> "Seating":
        """Return the seating after a request.

        :raises Refused: there is no game, or another phone holds the seat.
        """
        others = {seat: phone for seat, phone in self.holders.items() if seat is not event.seat}
        holder = self.holders.get(event.seat, event.phone)
        if isinstance(event, FreeSeat):
            return replace(self, holders=others) if holder == event.phone else self
        if not self.key:
            raise Refused(message("There is no game on the table. Start one or continue one first."))
        if holder != event.phone:
            raise Refused(message(
                "Another phone holds that seat. It can be taken over once that phone has been gone for three minutes."
            ))
        return replace(self, holders={**others, event.seat: event.phone})
