"""Tips for a first game of Advancing Chess."""

from engine.core.messages import message
from engine.tips import Tip

TIPS = (
    Tip("forward", "how-they-move-and-capture", message("Pieces move forward only; captures may also go sideways or "
                                                        "back. Pick one, and the lights show where it can go."),
        lambda position, _: position.phase == "play"),
    Tip("goal", "the-end", message("Any piece on the last rank wins, unless it can be captured there at once."),
        lambda position, _: position.phase == "play"),
    Tip("arrived", "the-end", message("A piece has reached the last rank: capture it now, or the game is lost."),
        lambda position, _: position.intruder is not None),
)
