"""Controls of the editor for positions of chess."""

from engine.core.messages import message
from engine.core.pieces import TWO_SEATS
from engine.games.chess.endings import SEVENTY_FIVE
from engine.position_editor import Control, ControlKind, Stage

_MOST_MOVES = 300
"""The highest number of a move that an editor offers."""
STAGES = (
    Stage("play", message("Move"), TWO_SEATS, (
        Control("castling", ControlKind.LETTERS, message("May still castle"),
                message("As far as king and rooks stand where they must."), choices=(
            ("K", message("White, towards h")), ("Q", message("White, towards a")),
            ("k", message("Black, towards h")), ("q", message("Black, towards a")),
        )),
        Control("en_passant", ControlKind.SQUARE, message("Capture in passing"),
                message("The square that a pawn has stepped over just now."), empty=True),
        Control("quiet", ControlKind.NUMBER, message("Moves without a capture or pawn move"),
                message("Of both sides together."), high=SEVENTY_FIVE - 1),
        Control("number", ControlKind.NUMBER, message("Number of the move"), low=1, usual=1, high=_MOST_MOVES),
    )),
)
