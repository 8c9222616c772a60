"""Tips for a first game of chess."""

from engine.core.messages import message
from engine.games.chess.moves import castlings
from engine.games.chess.position import Position
from engine.tips import Tip


def _may_castle(position: Position, _: object) -> bool:
    return position.phase == "play" and bool(castlings(position))


TIPS = (
    Tip("goal", "the-end", message("Attack the king so that nothing can save him: that is checkmate, and wins."),
        lambda position, _: position.phase == "play" and position.number > 1),
    Tip("check", "the-end", message("The king is attacked: move him away, capture the attacker, or put something in "
                                    "between."),
        lambda position, _: position.phase == "play" and bool(position.checkers)),
    Tip("castling", "castling", message("You may castle now: king and rook move in one turn. Lift either "
                                        "of them first."), _may_castle),
    Tip("in-passing", "capturing-in-passing", message("A pawn that went two squares may be captured as if it had gone "
                                                      "one, but only now."),
        lambda position, _: position.placement.en_passant != 0),
)
