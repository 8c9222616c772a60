"""Trials of chess."""

from engine.core.actions import Footprint
from engine.games.chess.position import Position
from engine.services.testing import SQUARE, Trials


def refined(position: Position, form: str, footprint: Footprint) -> str:
    """Name moves by what they do to the board."""
    if form == "move" and footprint.empties.bit_count() == 2:
        return "capture in passing"
    if form == "promotion" and footprint.swaps:
        return "promoting capture"
    return "capture" if form == "move" and footprint.swaps else form


TRIALS = Trials(
    variants=({}, {"start": "drawn"}), opening=3, speed=1.2, between={"start": "drawn"},
    forms={"castling": "O-O(-O)?", "promotion": rf"{SQUARE}{SQUARE}=\w", "move": SQUARE + SQUARE, "choice": ".*"},
    refine=refined, golden=(SQUARE + SQUARE, "O-O", "O-O-O", "e5d6", rf"{SQUARE}{SQUARE}=N", "claim"),
)
