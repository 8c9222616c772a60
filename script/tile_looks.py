"""Write the tiles' table of looks anew from the host's: ``python script/tile_looks.py``.

A tile draws by itself, on a microcontroller that cannot import the host's palettes and shapes; what it has instead is
``firmware_bridge/firmware/looks.py``, the same numbers as plain tuples.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from firmware_bridge import messages  # noqa: E402
from hardware.palettes import PALETTES  # noqa: E402
from hardware.ports import Rgb  # noqa: E402
from hardware.shapes import (  # noqa: E402
    _PARTS,
    _PIXEL_BY_PIXEL,
    BADGE_FORMS,
    BEAT_S,
    BREATH,
    FORMS,
    PULSE_STEPS,
    SHAPED_FROM,
    Form,
    Motion,
)
from table.words.lights import Badge, Role  # noqa: E402

TARGET = ROOT / "firmware_bridge" / "firmware" / "looks.py"

HEAD = '''"""What roles, badges and seats look like on a tile, as on rings that the host draws itself.

Written by ``script/tile_looks.py`` from ``hardware/palettes.py`` and ``hardware/shapes.py``; do not edit. The order is
that of the names in ``firmware_bridge/messages.py``.
"""
# ruff: noqa: E501

STILL = 0
ROTATE = 1
SWAP = 2
PULSE = 3
'''


def text() -> str:
    """What the file should hold."""
    return HEAD + "".join((_forms(), _colours()))


def _forms() -> str:
    return f'''
BEAT_MS = {round(BEAT_S * 1000)}
"""Rhythms change on this beat."""
PULSE_STEPS = {PULSE_STEPS}
SHAPED_FROM = {SHAPED_FROM}
"""The fewest pixels in which all shapes differ; smaller rings show rhythms."""

# A shape's letters are parts of the ring: B bright, d dim, . dark. These repeat over the pixels:
PIXEL_BY_PIXEL = {_tuple([f'"{letters}"' for letters in _PIXEL_BY_PIXEL.values()])}

# shape, motion, its period in ms, rhythm (a digit per beat, 0 dark to 9 bright)
ROLE_FORMS = {_table([_form(FORMS[Role(name)]) for name in messages.ROLES])}
BADGE_FORMS = {_table([_form(BADGE_FORMS[Badge(name)]) for name in messages.BADGES])}
BREATH_FORM = {_form(BREATH)}
'''


def _colours() -> str:
    palettes = [PALETTES[name] for name in messages.PALETTES]
    return f"""
# One entry per palette, in the order of messages.PALETTES.
PALETTE_ROLES = {_table([_named(palette.roles, messages.ROLES) for palette in palettes])}
PALETTE_BADGES = {_table([_named(palette.badges, messages.BADGES) for palette in palettes])}
PALETTE_SEATS = {_table([_named(palette.seats, messages.SEATS) for palette in palettes])}
PALETTE_FLASH = {_rgbs([palette.flash for palette in palettes])}
PALETTE_DIM = {_tuple([str(palette.dim) for palette in palettes])}
"""


def _named(colours: Mapping[Any, Rgb], names: Sequence[str]) -> str:
    """The colours in the order of the names; every key is a StrEnum, equal to its name."""
    return _rgbs([colours[name] for name in names])


def _form(form: Form) -> str:
    letters = _PIXEL_BY_PIXEL.get(form.shape) or _PARTS[form.shape]
    motion = Motion(form.motion).name
    return f'("{letters}", {motion}, {round(form.period_s * 1000)}, "{form.rhythm}")'


def _rgbs(colours: list[Rgb]) -> str:
    return _tuple([str(colour) for colour in colours])


def _tuple(entries: list[str]) -> str:
    return f"({', '.join(entries)})"


def _table(entries: list[str]) -> str:
    return "(\n" + "".join(f"    {entry},\n" for entry in entries) + ")"


if __name__ == "__main__":
    TARGET.write_text(text())
