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
    Skill(12, 0.12, 0.85, 1.0),
    Skill(50, 0.20, 0.65, 0.65),
    Skill(150, 0.06, 0.40, 0.40),
    Skill(350, 0.02, 0.17, 0.17),
    Skill(1_000, 0.006, 0.05, 0.05),
    # The highest levels misjudge by a hair: without that they would play every game alike.
    Skill(2_000, 0.003),
    Skill(6_000, 0.003),
    Skill(16_000, 0.003),
), 1))


def level_of(number: int) -> Level:
    """Return the level with a number from 1 to 8."""
    return LEVELS[number - 1]
