"""Tips for a first game of Pawn Advance Chess."""

from engine.core.events import Entered, Moved
from engine.core.messages import message
from engine.tips import Tip, after

TIPS = (
    Tip("battle", "the-battle", message("A pawn moves once a turn: one square forward, two from its base row, or one "
                                        "diagonally forward to capture."), lambda position, _: position.round == 1),
    Tip("march", "the-march", message("In the march every pawn goes one square forward, unless an enemy stands before "
                                      "it or wants the same square."), after(Moved)),
    Tip("reinforcements", "the-reinforcements", message("New pawns come to your base row after each march. A pawn that "
                                                        "reaches the enemy's base row wins."), after(Entered)),
)
