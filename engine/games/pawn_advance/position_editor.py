"""Settings of a Pawn Advance Chess position for editors."""

from engine.core.messages import message
from engine.core.pieces import TWO_SEATS
from engine.games.pawn_advance.position import MOVES_A_TURN, PawnAdvanceOptions
from engine.position_editor import Control, ControlKind, Stage

MOST = 64
"""Captures that an editor offers at most: as many pawns as the board has squares."""
_ROUND = Control("round", ControlKind.NUMBER, message("Round"), low=1, high=99, usual=1)
_CAPTURES = Control("captures", ControlKind.NUMBERS, message("Captures"), high=MOST)
_BATTLE = Stage("battle", message("Battle"), TWO_SEATS, (
    Control("moves_left", ControlKind.NUMBER, message("Moves left"), low=1, high=MOVES_A_TURN, usual=MOVES_A_TURN),
    Control("moved", ControlKind.SQUARES, message("Has moved"), message("These pawns cannot move again this turn.")),
    _ROUND, _CAPTURES,
))


def stages(options: PawnAdvanceOptions) -> tuple[Stage, ...]:
    """Return battle and reinforcements; chance acts in these, unless the players place their pawns."""
    placing = () if options.placement == "random" else TWO_SEATS
    due = Control("to_place", ControlKind.NUMBERS, message("New pawns"), high=options.spawn, usual=options.spawn)
    return _BATTLE, Stage("reinforce", message("Reinforcements"), placing, (due, _ROUND, _CAPTURES))
