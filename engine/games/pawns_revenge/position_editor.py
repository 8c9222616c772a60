"""Settings of a Pawn's Revenge position for editors."""

from engine.core.messages import message
from engine.core.pieces import Piece
from engine.games.pawns_revenge.armies import ROGUE_KNIGHT, base_strengths
from engine.games.pawns_revenge.position import PawnsRevengeOptions
from engine.position_editor import Control, ControlKind, Stage

MOST_QUIET = 800
"""Quiet turns that an editor offers at most: those of four armies under the longest limit."""
_LASTING = (
    Control("stats", ControlKind.STRENGTHS, message("Power and toughness"),
            message("Pieces that are stronger than usual.")),
    Control("holes", ControlKind.SQUARES, message("Bombed squares"), empty=True),
    Control("courage", ControlKind.SEATS, message("All pieces +1/+1"), message("Armies that threw a 1 last.")),
    Control("quiet_turns", ControlKind.NUMBER, message("Quiet turns"), high=MOST_QUIET),
)
_ROLL = Control("roll", ControlKind.NUMBER, message("Thrown"), low=1, high=6, usual=1)
_MOVED = Control(
    "moved", ControlKind.SQUARES, message("Has moved"), message("These pieces cannot move again this turn.")
)


def material(options: PawnsRevengeOptions) -> list[Piece]:
    """Return the pieces that a game with these options can have."""
    rogue = [ROGUE_KNIGHT] if options.rogue_knight else []
    return [*(Piece(seat, kind) for seat in options.seats for kind in base_strengths(options)), *rogue]


def stages(options: PawnsRevengeOptions) -> tuple[Stage, ...]:
    """Return the stages: before the roll, and after it."""
    return (
        Stage("roll", message("Before the throw"), options.seats, _LASTING),
        Stage("move", message("After the throw"), options.seats, (_ROLL, _MOVED, *_LASTING)),
    )
