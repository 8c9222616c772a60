"""A game between two boards, as one of them knows it."""

from dataclasses import dataclass
from typing import Any, Final

from engine.core.json_fields import LIST, OBJECT, TEXT, TRUTH, Complaint, check, check_known, one_of
from engine.core.pieces import Seat

_FIELDS: Final = ("board", "name", "seats", "numbers")


@dataclass(frozen=True, slots=True)
class RemoteBoard:
    """The other board of a game: its id, what it is called, and the seats that are played there.

    ``numbers``: whether this board, not the other one, says which action comes next. The one that invites does.
    """

    board: str
    name: str
    seats: tuple[Seat, ...]
    numbers: bool

    @property
    def unnamed(self) -> bool:
        """True if it was invited by its code, and nobody here had ever seen it."""
        return self.name.replace(" ", "") == self.board

    def as_data(self) -> dict[str, Any]:
        """The same as JSON values; :func:`read_remote_board` reads them."""
        return {"board": self.board, "name": self.name, "seats": list(self.seats), "numbers": self.numbers}


def read_remote_board(data: Any, complaint: Complaint) -> RemoteBoard:
    """Read what :meth:`RemoteBoard.as_data` made; if it is something else, raise what ``complaint`` makes of the
    reason."""
    given = check("afar", data, OBJECT, complaint)
    for name in given:
        check_known(name, _FIELDS, name, complaint)
    return RemoteBoard(
        check("board", given.get("board"), TEXT, complaint), check("name", given.get("name"), TEXT, complaint),
        read_seats("seats", given.get("seats"), complaint), check("numbers", given.get("numbers"), TRUTH, complaint),
    )


def read_seats(field: str, data: Any, complaint: Complaint) -> tuple[Seat, ...]:
    """Seats, as their names."""
    seats = one_of(*(seat.value for seat in Seat))
    return tuple(Seat(check(field, seat, seats, complaint)) for seat in check(field, data, LIST, complaint))
