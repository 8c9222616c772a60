"""Draw the look of every light role, as the rings show it: ``script/draw_lights.py`` writes docs/pictures/lights.

A ring of 12 pixels, in its colour, shape and motion (still for viewers who prefer reduced motion).
"""

import sys
from collections.abc import Callable
from math import cos, pi, sin
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.core.pieces import Seat
from hardware.lights.frames import Look, look
from hardware.lights.shapes import BADGE_FORMS, BREATH, FORMS, PULSE_STEPS, Form, Motion, levels, shape_levels, step_s
from hardware.ports import Rgb
from table.messages.lights import Badge, Role

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "lights"
PIXELS = 12
BADGE_PIXELS = PIXELS // 4
SIZE = 72
DIM = 0.15
SQUARE, OFF = "#15181d", "#2b3038"
"""The colours of a square at dusk, and of a dark pixel."""


def picture(sign: Role | Badge) -> str:
    """Draw the ring of a role or badge; a badge lights the last quarter of a ring that is dark otherwise."""
    seen = look(sign)
    form = FORMS[sign] if isinstance(sign, Role) else BADGE_FORMS[sign]
    colour = seen.colours[Seat.WHITE] if seen.colours else seen.colour
    return _ring(f"{sign}: {_words(seen)}", form, colour, PIXELS if isinstance(sign, Role) else BADGE_PIXELS)


def breath() -> str:
    """Draw the ring of a paused board."""
    return _ring("paused: a slow breath", BREATH, look(Role.TURN).colours[Seat.WHITE], PIXELS)


def _words(seen: Look) -> str:
    shape = seen.shape.replace("_", " ")
    return shape if seen.motion is Motion.STILL else f"{shape}, {seen.motion.value}, {seen.period_s:g} s"


def _ring(title: str, form: Form, colour: Rgb, lit: int) -> str:
    still = shape_levels(form.shape, lit, DIM)
    period_s = _period_s(form, lit)
    parts = [_style(form, lit, period_s)] if period_s else []
    for place in range(PIXELS):
        number = place - (PIXELS - lit)
        parts.append(_pixel(place, colour, still[number], f' class="p{number}"' if period_s else "")
                     if number >= 0 else _pixel(place, colour, 0.0, ""))
    size = f'viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}"'
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">', f"<title>{title}</title>",
        f'<rect width="{SIZE}" height="{SIZE}" rx="8" fill="{SQUARE}"/>', *parts, "</svg>", "",
    ])


def _pixel(place: int, colour: Rgb, level: float, more: str) -> str:
    """Draw a pixel of the ring, the first one at the top, clockwise. Perceived brightness is not proportional to the
    level."""
    x, y = SIZE / 2 + 25 * sin(2 * pi * place / PIXELS), SIZE / 2 - 25 * cos(2 * pi * place / PIXELS)
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill='
    return f'{disc}"{OFF}"/>{disc}"rgb{colour}" fill-opacity="{_seen(level)}"{more}/>'.replace(", ", ",")


def _seen(level: float) -> float:
    return round(float(level**0.6), 2)


# --- motion ------------------------------------------------------------------------------------------------------


def _steps(form: Form, lit: int) -> int:
    """Count the steps that a motion takes until it repeats."""
    return {Motion.STILL: 1, Motion.ROTATE: lit, Motion.SWAP: 2, Motion.PULSE: PULSE_STEPS}[form.motion]


def _period_s(form: Form, lit: int) -> float:
    return (step_s(form, lit, True, True) or 0.0) * _steps(form, lit)


def _style(form: Form, lit: int, period_s: float) -> str:
    """Write every step of the rings as an animation of each pixel; none for viewers who prefer reduced motion."""
    count = _steps(form, lit)
    frames = [levels(form, lit, True, True, step, DIM) for step in range(count)]
    rules = []
    for number in range(lit):
        stops = " ".join(
            f"{100 * step / count:.4g}%{{fill-opacity:{_seen(frame[number])}}}" for step, frame in enumerate(frames)
        )
        last = _seen(frames[0][number])
        rules.append(f"@keyframes k{number}{{{stops} 100%{{fill-opacity:{last}}}}}")
        rules.append(f".p{number}{{animation:k{number} {period_s:g}s steps(1,end) infinite}}")
    return f"<style>@media (prefers-reduced-motion:no-preference){{{''.join(rules)}}}</style>"


PICTURES: dict[str, Callable[[], str]] = {
    **{sign.value: (lambda sign=sign: picture(sign)) for sign in (*Role, *Badge)}, "paused": breath,  # type: ignore[misc]
}


def main() -> int:
    """Write every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(draw(), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
