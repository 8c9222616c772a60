"""Tips for a first game of Pawn's Revenge."""

from engine.core.messages import message
from engine.games.pawns_revenge.position import Phase
from engine.tips import Tip

TIPS = (
    Tip("roll", "a-turn", message("The die says how your pieces may move: its dots lie the way you go. Kings and "
                                  "queens may go two squares."), lambda position, _: position.phase is Phase.MOVE),
    Tip("combat", "combat", message("Pieces stand beside enemies: that means combat. Everybody in it throws a die in "
                                    "secret, for points to strengthen fighters."),
        lambda position, _: position.phase is Phase.COMBAT_DICE),
    Tip("points", "combat", message("Give most points to those who meet the enemy head-on. Power strikes, toughness "
                                    "holds out: a piece with none left falls."),
        lambda position, _: position.phase is Phase.DIVIDE),
)
