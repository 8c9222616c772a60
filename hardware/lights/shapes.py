"""The shapes and motions of lights (``lights.toml``): how a role looks besides its colour.

From :data:`SHAPED_FROM` pixels per ring every role has a shape of its own, so that roles differ without motion and
without colour; motion adds to it. Smaller rings have no room for shapes: there each role has a rhythm of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import cos, pi
from typing import Any, Final

from hardware.lights.light_table import TABLE
from table.messages.lights import Badge, Role

SHAPED_FROM: Final = 8
"""The fewest pixels in which all shapes differ."""
BEAT_S: Final = 0.35
"""The beat of all rhythms, common to the whole board: fewer than three changes a second (photosensitivity)."""
PULSE_STEPS: Final = 16
"""The steps in which a pulse is drawn: few, so that a resting board needs few frames."""

Levels = tuple[float, ...]
"""The brightness of each pixel of a ring, 0–1."""


class Motion(StrEnum):
    """The motion of a shape. Only a pulse changes how much light a ring gives."""

    STILL = "still"
    ROTATE = "rotate"
    """Once round in the period."""
    SWAP = "swap"
    """Bright and dark pixels change places on every beat."""
    PULSE = "pulse"
    """Swells and fades once in the period."""


SPREAD: Final[Mapping[str, str]] = TABLE["shapes"]
"""Shape → its letters: parts of the ring, spread over its pixels."""
PIXEL_BY_PIXEL: Final[Mapping[str, str]] = TABLE["shapes_by_pixel"]
"""Shape → its letters: they repeat from pixel to pixel."""
_BRIGHT, _DIM, _DARK = "B", "d", "."


@dataclass(frozen=True, slots=True)
class Form:
    """The look of a role or badge besides its colour.

    ``period_s``: of its motion. ``rhythm``: one digit per beat, from 0 (dark) to 9 (bright).
    """

    shape: str
    motion: Motion
    period_s: float
    rhythm: str


def _form(entry: Mapping[str, Any]) -> Form:
    return Form(entry["shape"], Motion(entry["motion"]), entry.get("period_s", 0.0), entry["rhythm"])


FORMS: Final[Mapping[Role, Form]] = {Role(name): _form(entry) for name, entry in TABLE["roles"].items()}
BADGE_FORMS: Final[Mapping[Badge, Form]] = {Badge(name): _form(entry) for name, entry in TABLE["badges"].items()}
BREATH: Final = _form(TABLE["breath"])
"""The form of a paused board: a slow breath, on rings of any size."""


@lru_cache
def shape_levels(shape: str, pixels: int, dim: float) -> Levels:
    """Return the levels of a shape at rest in a ring (or part of one) of ``pixels`` pixels; ``dim``: the level of dim
    ones."""
    if shape in PIXEL_BY_PIXEL:
        letters = (PIXEL_BY_PIXEL[shape] * pixels)[:pixels]
    else:
        parts = SPREAD[shape]
        letters = "".join(parts[pixel * len(parts) // pixels] for pixel in range(pixels))
    level = {_BRIGHT: 1.0, _DIM: dim, _DARK: 0.0}
    return tuple(level[letter] for letter in letters)


def step_s(form: Form, pixels: int, shaped: bool, motion: bool) -> float | None:
    """Return the length of each step of a form on ``pixels`` pixels, in seconds; ``None``: it never changes.

    :param shaped: whether the ring has room for shapes (:data:`SHAPED_FROM`); without, the rhythm is asked.
    """
    if not motion:
        return None
    if form.rhythm and not shaped:
        return BEAT_S if len(form.rhythm) > 1 else None
    if form.motion is Motion.ROTATE:
        return form.period_s / pixels
    if form.motion is Motion.SWAP:
        return BEAT_S
    return form.period_s / PULSE_STEPS if form.motion is Motion.PULSE else None


def step_at(t_s: float, step_s: float | None) -> int:
    """Return the step of a motion that a moment belongs to. A millionth of a step early counts as on time, so that
    whoever sleeps until ``(step + 1) * step_s`` wakes up in the next step."""
    return 0 if step_s is None else int(t_s / step_s + 1e-6)


def levels(form: Form, pixels: int, shaped: bool, motion: bool, step: int, dim: float) -> Levels:
    """Return the levels of ``pixels`` pixels at a step of a form's motion."""
    if form.rhythm and motion and not shaped:
        return (int(form.rhythm[step % len(form.rhythm)]) / 9,) * pixels
    still = shape_levels(form.shape, pixels, dim)
    if not motion or form.motion is Motion.STILL:
        return still
    if form.motion is Motion.PULSE:
        strength = _pulse(step)
        return tuple(level * strength for level in still)
    shift = step % (2 if form.motion is Motion.SWAP else pixels)
    return still[-shift:] + still[:-shift] if shift else still


def _pulse(step: int) -> float:
    """Return the strength of a pulse, 0.2–1, brightest at step 0."""
    return 0.6 + 0.4 * cos(2 * pi * (step % PULSE_STEPS) / PULSE_STEPS)
