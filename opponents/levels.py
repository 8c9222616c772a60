"""Levels of strength. A level is a number of positions to look at, so that it is as strong on every computer."""

from dataclasses import dataclass
from typing import Final

from engine.services.evaluation import Skill


@dataclass(frozen=True, slots=True)
class Level:
    """A strength; its number is that of :data:`engine.records.computer_levels.LEVEL_NAMES`."""

    number: int
    skill: Skill
    """Its skill, unless the judge of a game says otherwise."""


LEVELS: Final = tuple(Level(number, skill) for number, skill in enumerate((
    Skill(12, 0.50, 0.75, 0.95),
    Skill(50, 0.20, 0.65, 0.65),
    Skill(120, 0.08, 0.50, 0.50),
    Skill(300, 0.03, 0.20, 0.20),
    Skill(800, 0.01, 0.10, 0.10),
    # The highest levels misjudge by a hair: without that they would play every game alike.
    Skill(2_000, 0.003),
    Skill(6_000, 0.003),
    Skill(16_000, 0.003),
), 1))


def level_of(number: int) -> Level:
    """Return the level with a number from 1 to 8."""
    return LEVELS[number - 1]
