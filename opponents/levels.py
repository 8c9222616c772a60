"""How strong a player is. A level is a number of positions to look at, so that it is as strong on every computer."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Level:
    """A strength; its number is that of :data:`engine.computers.LEVEL_NAMES`."""

    number: int
    nodes: int
    """How many positions are looked at for a decision."""
    noise: float
    """How far a position may be misjudged, as a share of what a whole game is worth (see :mod:`opponents.search`)."""
    random_share: float
    """How often any legal action is taken instead of a considered one."""


LEVELS: Final = (
    Level(1, 12, 0.50, 0.75),
    Level(2, 40, 0.25, 0.40),
    Level(3, 80, 0.12, 0.20),
    Level(4, 200, 0.05, 0.06),
    Level(5, 600, 0.02, 0.0),
    Level(6, 2_000, 0.01, 0.0),
    Level(7, 7_000, 0.0, 0.0),
    Level(8, 24_000, 0.0, 0.0),
)


def level_of(number: int) -> Level:
    """The level with a number from 1 to 8."""
    return LEVELS[number - 1]
