"""A picture of what a trial measured, in letters: it shows alike in a terminal and on the panel."""

from itertools import pairwise
from math import atan2, hypot, pi
from typing import Final

from daemon.workshop.trial.steps import SIDE, Trial, TrialStep
from daemon.workshop.trial.verdict import OFF_CENTRE, measured
from engine.core.messages import Message, message

WIDE, HIGH = 12, 6
"""Letters and lines of a square."""
FELT, OUTSIDE, MISSED = "#", "!", "x"
LEGEND: Final = message(
    "# where the middle square feels the piece, ! where it does so outside itself, x where it should and does not"
)


def picture(trial: Trial) -> tuple[str, ...]:
    """The nine squares from above, the topmost line first; empty until all is measured."""
    if trial.step is not TrialStep.DONE:
        return ()
    rim = sorted(_rim(trial))
    lines = range(SIDE * HIGH, -1, -1)
    return tuple("".join(_letter(rim, column, line) for column in range(SIDE * WIDE + 1)).rstrip() for line in lines)


def legend(trial: Trial) -> Message | None:
    """Return the meaning of its letters."""
    return LEGEND if trial.step is TrialStep.DONE else None


def _rim(trial: Trial) -> list[tuple[float, float]]:
    """The zone in which the switch stays closed: by direction (radians) how far it reaches, in squares."""
    ways = [(atan2(*reversed(each.way)), (each.stays_mm or 0.0) / trial.square_mm) for each in measured(trial)]
    return [*ways, *((angle - 2 * pi, far) for angle, far in ways), *((angle + 2 * pi, far) for angle, far in ways)]


def _letter(rim: list[tuple[float, float]], column: int, line: int) -> str:
    x, y = column / WIDE - SIDE / 2, line / HIGH - SIDE / 2
    far, reach = hypot(x, y), _reach(rim, atan2(y, x))
    if 0 < reach >= far:
        return FELT if max(abs(x), abs(y)) <= 0.5 else OUTSIDE
    if far <= OFF_CENTRE:
        return MISSED
    across, along = line % HIGH == 0, column % WIDE == 0
    return "+" if across and along else "-" if across else "|" if along else " "


def _reach(rim: list[tuple[float, float]], angle: float) -> float:
    """Between the directions that were measured in proportion."""
    for (before, near), (after, far) in pairwise(rim):
        if before <= angle <= after:
            return near + (far - near) * (angle - before) / (after - before)
    raise AssertionError("the directions go all around")
