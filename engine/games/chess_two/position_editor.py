"""Settings of a Chess Two position for editors: pieces with and without Shields, and what is left of the turn."""

from engine.core.messages import message
from engine.core.pieces import TWO_SEATS, Piece
from engine.games.chess_two.position import SHIELDLESS
from engine.position_editor import Control, ControlKind, Stage

MOST_QUIET = 400
"""Quiet turns that an editor offers at most: both sides' under the longest limit."""
_OFFERED = "KQRBNP"
MATERIAL = (
    *(Piece(seat, kind) for seat in TWO_SEATS for kind in _OFFERED),
    *(Piece(seat, kind, True) for seat in TWO_SEATS for kind in _OFFERED if kind not in SHIELDLESS),
    Piece(None, "L"), Piece(None, "D"),
)
STAGES = (
    Stage("turn", message("Turn"), TWO_SEATS, (
        Control("slots", ControlKind.WORDS, message("Still to be done in this turn"), choices=(
            ("standard", message("Standard action")), ("special", message("Special move")),
        )),
        Control("castling", ControlKind.LETTERS, message("May still castle"),
                message("Only with king and rook on their first squares."), choices=(
            ("K", message("White, on file i")), ("Q", message("White, on file b")),
            ("k", message("Black, on file i")), ("q", message("Black, on file b")),
        )),
        Control("immune", ControlKind.SQUARE, message("Healed just now"),
                message("This piece cannot lose its Shield this turn.")),
        Control("quiet_turns", ControlKind.NUMBER, message("Quiet turns"), high=MOST_QUIET),
    )),
)
