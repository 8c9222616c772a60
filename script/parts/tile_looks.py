"""The tiles' table of looks, from the host's: ``script/make_lights.py`` writes it.

A tile draws by itself, on a microcontroller that cannot import the host's palettes and shapes; instead it has
``firmware_bridge/firmware/looks.py``, the same numbers as plain tuples.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.core.pieces import Seat
from hardware.lights.palettes import OWNED, PALETTES
from hardware.lights.shapes import (
    BADGE_FORMS,
    BEAT_S,
    BREATH,
    FORMS,
    PIXEL_BY_PIXEL,
    PULSE_STEPS,
    SHAPED_FROM,
    SPREAD,
    Form,
    Motion,
)
from hardware.ports import Rgb
from table.messages.lights import Badge, Role

TARGET = Path(__file__).resolve().parents[2] / "firmware_bridge" / "firmware" / "looks.py"

SEATS = [seat.value for seat in Seat]

HEAD = '''"""The looks of roles, badges and seats on a tile, the same as on rings that the host draws itself.

Written by ``script/make_lights.py`` from ``hardware/lights/lights.toml``; do not edit.
"""
# ruff: noqa: E501

STILL = 0
ROTATE = 1
SWAP = 2
PULSE = 3
'''


def text() -> str:
    """Return the text of the file."""
    return HEAD + "".join((_names(), _forms(), _colours()))


def _names() -> str:
    owned = [role for role in Role if role in OWNED]
    return f'''
# The order of these names is their number on the wire.
ROLES = {_words(Role)}
BADGES = {_words(Badge)}
SEATED_ROLES = {_words(owned)}
"""The roles that shine in a seat's colour."""
PALETTES = {_words(PALETTES)}
'''


def _words(names: Iterable[str]) -> str:
    return _tuple([f'"{name}"' for name in names])


def _forms() -> str:
    return f'''
BEAT_MS = {round(BEAT_S * 1000)}
"""Rhythms change on this beat."""
PULSE_STEPS = {PULSE_STEPS}
SHAPED_FROM = {SHAPED_FROM}
"""The fewest pixels in which all shapes differ; smaller rings show rhythms."""

# A shape's letters are parts of the ring: B bright, d dim, . dark. These repeat over the pixels:
PIXEL_BY_PIXEL = {_tuple([f'"{letters}"' for letters in PIXEL_BY_PIXEL.values()])}

# shape, motion, its period in ms, rhythm (a digit per beat, 0 dark to 9 bright)
ROLE_FORMS = {_table([_form(FORMS[Role(name)]) for name in Role])}
BADGE_FORMS = {_table([_form(BADGE_FORMS[Badge(name)]) for name in Badge])}
BREATH_FORM = {_form(BREATH)}
'''


def _colours() -> str:
    palettes = list(PALETTES.values())
    return f"""
# One entry per palette, in their order.
PALETTE_ROLES = {_table([_named(palette.roles, Role) for palette in palettes])}
PALETTE_BADGES = {_table([_named(palette.badges, Badge) for palette in palettes])}
PALETTE_SEATS = {_table([_named(palette.seats, SEATS) for palette in palettes])}
PALETTE_FLASH = {_rgbs([palette.flash for palette in palettes])}
PALETTE_DIM = {_tuple([str(palette.dim) for palette in palettes])}
"""


def _named(colours: Mapping[Any, Rgb], names: Iterable[str]) -> str:
    """Return the colours in the order of the names; every key is a StrEnum, equal to its name."""
    return _rgbs([colours[name] for name in names])


def _form(form: Form) -> str:
    letters = PIXEL_BY_PIXEL.get(form.shape) or SPREAD[form.shape]
    motion = Motion(form.motion).name
    return f'("{letters}", {motion}, {round(form.period_s * 1000)}, "{form.rhythm}")'


def _rgbs(colours: list[Rgb]) -> str:
    return _tuple([str(colour) for colour in colours])


def _tuple(entries: list[str]) -> str:
    return f"({', '.join(entries)})"


def _table(entries: list[str]) -> str:
    return "(\n" + "".join(f"    {entry},\n" for entry in entries) + ")"
