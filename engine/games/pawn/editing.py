"""What of a Pawn position can be set by hand."""

from engine.editing import Control, ControlKind, Stage
from engine.messages import message
from engine.pieces import TWO_SEATS

MOST_QUIET = 400
"""Turns without a capture that an editor offers at most: both sides' under the longest limit."""
STAGES = (
    Stage("move", message("Move"), TWO_SEATS, (
        Control("quiet_turns", ControlKind.NUMBER, message("Turns without capture"), high=MOST_QUIET),
    )),
)
