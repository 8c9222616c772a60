"""Test settings of Chess Two."""

from engine.core.actions import Footprint
from engine.games.chess_two.position import Position
from engine.services.testing import SQUARE, Strength, Trials


def refined(position: Position, form: str, footprint: Footprint) -> str:
    """Distinguish attacks by where the attacker rests and what becomes of the target, moves by who moves."""
    if form == "move":
        if footprint.empties.bit_count() == 2 == footprint.fills.bit_count():
            return "castling"
        return "special" if footprint.empties & (position.placement.life | position.placement.death) else "move"
    if form != "attack":
        return form
    rests = "own square" if footprint.returns else "target's square" if footprint.swaps else "staging square"
    return f"{'blow' if footprint.touches else 'kill'} resting on {rests}"


TRIALS = Trials(
    variants=({}, {"win": "checkmate"}), opening=60, endless={"quiet_limit": 0}, strength=Strength(0.6, 0.7, ("4:1",)),
    forms={
        "promotion": rf"{SQUARE}{SQUARE}=\w", "promoting attack": r".*x.*=\w", "attack": ".*x.*@.*",
        "kill": f"{SQUARE}x{SQUARE}", "heal": rf"{SQUARE}\+{SQUARE}", "move": SQUARE + SQUARE,
    },
    refine=refined,
    golden=(
        SQUARE + SQUARE, "f1h1", rf"{SQUARE}{SQUARE}=N", f"({SQUARE})x{SQUARE}@{SQUARE}", "b1xb8@b8",
        f"{SQUARE}x{SQUARE}@{SQUARE}=Q", "e9xd10@e9", rf"{SQUARE}\+{SQUARE}", "e4xd5", "end",
    ),
)
