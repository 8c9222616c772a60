"""Tips for a first game of Pawn."""

from engine.core.messages import message
from engine.tips import Tip

LATER = 4
"""Turns after which players have seen how a pawn moves."""

TIPS = (
    Tip("single", "a-turn", message("A pawn steps or jumps straight forward, steps back, and captures straight ahead. "
                                    "Alone it never leaves its file."), lambda position, _: position.phase == "move"),
    Tip("patterns", "patterns", message("Pawns side by side form patterns. The outlined ones can act together: slide "
                                        "along their line, capture, turn, or push."),
        lambda position, _: position.quiet_turns >= LATER),
    Tip("strike", "strikes", message("A pawn of yours has just joined others, and together they can capture: that is a "
                                     "strike, on top of your move."), lambda position, _: position.phase == "strike"),
)
