"""Seats at the table and the pieces they own."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from engine.core.errors import NoPiece
from engine.core.json_fields import quoted
from engine.core.messages import message


class Seat(StrEnum):
    """A player's place at the table, listed in seat order (counter-clockwise seen from above)."""

    WHITE = "white"
    RED = "red"
    BLACK = "black"
    BLUE = "blue"


TWO_SEATS: Final = (Seat.WHITE, Seat.BLACK)

CHANCE: Final = "chance"
"""The actor when a die or a draw decides."""

Actor = Seat | Literal["chance"]

NEUTRAL: Final = "n"
SEAT_LETTERS: Final[dict[Seat, str]] = {Seat.WHITE: "w", Seat.RED: "r", Seat.BLACK: "b", Seat.BLUE: "u"}
_SEATS_BY_LETTER: Final = {letter: seat for seat, letter in SEAT_LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: its owner (``None`` = neutral), its kind (one capital letter), and whether it bears a Shield.

    >>> str(Piece(Seat.BLACK, "R", shielded=True))
    'bR+'
    """

    owner: Seat | None
    kind: str
    shielded: bool = False

    def __str__(self) -> str:
        letter = NEUTRAL if self.owner is None else SEAT_LETTERS[self.owner]
        return f"{letter}{self.kind}{'+' if self.shielded else ''}"


def parse_piece(text: str) -> Piece:
    """Parse the piece written ``wP``, ``bR+`` or ``nL``. Whether a game has that kind is for the game to say.

    :raises NoPiece: the text is none.
    """
    shielded = len(text) == 3 and text.endswith("+")
    letter, kind = text[:1], text[1:2]
    known = letter == NEUTRAL or letter in _SEATS_BY_LETTER
    if not known or not kind.isupper() or len(text) != 2 + shielded:
        raise NoPiece(message(
            "{piece} is not a piece: a seat letter (w r b u, n for neutral) and a kind, as in 'wP'", piece=quoted(text)
        ))
    return Piece(_SEATS_BY_LETTER.get(letter), kind, shielded)
