"""Settings of a Pawn position for editors."""

from engine.core.messages import message
from engine.core.pieces import TWO_SEATS
from engine.position_editor import Control, ControlKind, Stage

MOST_QUIET = 400
"""Turns without a capture that an editor offers at most: both sides' under the longest limit."""
STAGES = (
    Stage("move", message("Move"), TWO_SEATS, (
        Control("quiet_turns", ControlKind.NUMBER, message("Turns without capture"), high=MOST_QUIET),
    )),
)
