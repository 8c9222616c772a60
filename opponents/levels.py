"""Levels of strength. A level is a number of positions to look at, so that it is as strong on every computer."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Level:
    """A strength; its number is that of :data:`engine.records.computer_levels.LEVEL_NAMES`."""

    number: int
    nodes: int
    """The number of positions that are looked at for a decision."""
    noise: float
    """The error with which a position may be misjudged, as a share of what a whole game is worth (see
    :mod:`opponents.search`). The highest levels misjudge by a hair: without that they would play every game alike."""
    random_share: float
    """The share of decisions for which any legal action is taken instead of a considered one, unless the judge of a
    game says otherwise."""


LEVELS: Final = (
    Level(1, 12, 0.50, 0.80),
    Level(2, 60, 0.12, 0.46),
    Level(3, 120, 0.06, 0.28),
    Level(4, 300, 0.03, 0.15),
    Level(5, 800, 0.01, 0.05),
    Level(6, 2_000, 0.003, 0.0),
    Level(7, 6_000, 0.003, 0.0),
    Level(8, 16_000, 0.003, 0.0),
)


def level_of(number: int) -> Level:
    """Return the level with a number from 1 to 8."""
    return LEVELS[number - 1]
