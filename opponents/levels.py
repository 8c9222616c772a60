"""How strong a player is. A level is a number of positions to look at, so that it is as strong on every computer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.messages import Message, message


@dataclass(frozen=True, slots=True)
class Level:
    """A strength from 1 to 8."""

    number: int
    name: Message
    nodes: int
    """How many positions are looked at for a decision."""
    noise: float
    """How far a position may be misjudged, as a share of what a whole game is worth (see :mod:`opponents.search`)."""
    random_share: float
    """How often any legal action is taken instead of a considered one."""


LEVELS: Final = (
    Level(1, message("Page"), 12, 0.50, 0.75),
    Level(2, message("Squire"), 40, 0.25, 0.40),
    Level(3, message("Pikeman"), 80, 0.12, 0.20),
    Level(4, message("Knight"), 200, 0.05, 0.06),
    Level(5, message("Bishop"), 600, 0.02, 0.0),
    Level(6, message("Rook"), 2_000, 0.01, 0.0),
    Level(7, message("Champion"), 7_000, 0.0, 0.0),
    Level(8, message("Queen"), 24_000, 0.0, 0.0),
)
WEAKEST, STRONGEST = LEVELS[0].number, LEVELS[-1].number


def level_of(number: int) -> Level:
    """The level with a number from 1 to 8."""
    return LEVELS[number - 1]


def adapted(number: int, won: Sequence[bool | None]) -> int:
    """The level of an adaptive player for its next game.

    ``won``: whether it won its games since it last changed its level, in order; ``None`` for a draw. Two equal results
    in a row move it by one: down after two wins, up after two losses.
    """
    latest = tuple(won[-2:])
    if latest == (True, True):
        return max(WEAKEST, number - 1)
    return min(STRONGEST, number + 1) if latest == (False, False) else number
