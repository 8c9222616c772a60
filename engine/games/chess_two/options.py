"""What can be chosen before a game of Chess Two."""

from dataclasses import dataclass

from engine.core.options import Options, choice_option, int_option


@dataclass(frozen=True, slots=True)
class ChessTwoOptions(Options):
    """The options of the rules page."""

    win: str = choice_option(
        "king", {"king": "Destroying the king", "checkmate": "Checkmate"}, label="Goal",
        help="Whether the enemy king must be destroyed, or mated as in chess (then no turn may end in check).",
    )
    close_combat: str = choice_option(
        "steppers", {"steppers": "Pawns and kings", "none": "Nobody", "all": "Everybody"}, label="Close combat",
        help="Who may attack a neighbour, with no square between. Knights leap and are not affected.", advanced=True,
    )
    special: str = choice_option(
        "compulsory", {"compulsory": "Must be used", "optional": "May be left out"}, label="Special move",
        help="Whether Life or Death must be moved in every turn that allows it.",
    )
    quiet_limit: int = int_option(
        50, 0, 200, label="Quiet moves until a draw", advanced=True, lowest="Never",
        help="Full moves without an attack, Kill or pawn move after which the game is drawn.",
    )
