"""Tips for a first game of Chess Two."""

from engine.core.events import Changed, Happening
from engine.core.messages import message
from engine.games.chess_two.position import Position
from engine.tips import Tip, after


def _special_is_left(position: Position, happenings: tuple[Happening, ...]) -> bool:
    return position.history is not None and position.history.earlier is not None and not position.loud


TIPS = (
    Tip("turn", "a-turn", message("In either order: act with a chess piece, and take one diagonal step "
                                  "with a Life or Death on your half."), lambda position, _: position.outcome is None),
    Tip("shield", "attacking", message("A Shield is gone. A piece with a Shield loses only that when it is attacked; "
                                       "without one it is destroyed."), after(Changed)),
    Tip("life", "life-and-death", message("Life gives a Shield back to a piece diagonally beside it. Death destroys "
                                          "one there, unless an ally stands by it."), _special_is_left),
)
