"""The board on the screen: what fingers do there, and what stands there."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.core.pieces import Seat
from engine.core.squares import Square


class TapKind(StrEnum):
    """The meaning of a tap on the screen board. The phone says it; the board never guesses it."""

    LIFT = "lift"
    PLACE = "place"
    CAPTURE = "capture"
    """Strike the piece on the square with the one in the hand; if it is taken, it goes to the tray. Where there is only
    one square for the striking piece to come to stand, it is put there."""
    TAKE = "take"
    """Take ``piece`` out of the tray into the hand."""
    GIVE = "give"
    """Put the piece in the hand into the tray."""
    RETURN = "return"
    """Put everything in the hand back where it belongs."""


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap on the screen board. ``phone``: the token of the phone; ``seats``: those it may act for;
    ``scene``: the number of the scene it was made on (a tap on an outdated one is refused)."""

    kind: TapKind
    square: Square | None
    piece: str | None
    phone: str
    seats: frozenset[Seat]
    scene: int


@dataclass(frozen=True, slots=True)
class ScreenPieces:
    """The pieces that really stand on the screen board: square name → piece, the pieces in the hand, the tray (piece →
    how many).

    ``phone``: whose hand it is (``None``: the hand is empty or the board's own).
    """

    stands: Mapping[str, str]
    hand: tuple[str, ...]
    tray: Mapping[str, int]
    phone: str | None
