"""What a game of Chess Two consists of besides the board: whose turn it is, what is left of it, and its past."""

from dataclasses import dataclass, field

from engine.core.pieces import Seat
from engine.core.repetition import Past
from engine.game import Outcome
from engine.games.chess_two.options import ChessTwoOptions
from engine.games.chess_two.placement import Placement

TurnStart = tuple[bool, Placement]
"""Whether it was White's turn, and what stood where at the start of it."""


@dataclass(frozen=True, slots=True)
class Position:
    """All there is to know about a game in progress. Equal positions look alike; their pasts may differ."""

    options: ChessTwoOptions
    placement: Placement
    white: bool
    """Whether it is White's turn; true when the game is over."""
    slots: int
    """``STANDARD`` and ``SPECIAL`` as far as unused; 0 when the game is over."""
    quiet_turns: int = 0
    outcome: Outcome | None = None
    loud: bool = field(default=False, compare=False)
    """Whether there was an attack, Kill or pawn move in this turn."""
    history: Past[TurnStart] | None = field(default=None, compare=False, repr=False)


def seat_of(white: bool) -> Seat:
    """The seat that plays White or Black."""
    return Seat.WHITE if white else Seat.BLACK
