"""Test settings of Advancing Chess."""

from engine.services.testing import SQUARE, Strength, Trials

TRIALS = Trials(
    speed=1.5, timed={"array": 0}, strength=Strength(0.6, 0.7, ("3:1", "5:3")),
    golden=(r"array:\d+", SQUARE + SQUARE),
)
