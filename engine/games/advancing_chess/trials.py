"""What Advancing Chess is tried with."""

from engine.trials import SQUARE, Trials

TRIALS = Trials(speed=1.5, timed={"array": 0}, golden=(r"array:\d+", SQUARE + SQUARE))
