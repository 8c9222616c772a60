"""From lights to the bytes of a frame, within the power budget.

A frame is a pure function of what the squares show, the settings, the wiring and the time. Every ring looks like its
role; a badge takes the last quarter of the ring beside it (a ring of a single pixel shows a badge only without a role).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, lcm
from typing import Final

from engine.core.pieces import Seat
from engine.core.squares import Board, Square, bits
from hardware.board_map import MAX_PIXELS_PER_RING, BoardMap
from hardware.lights.palettes import OWNED, PALETTES
from hardware.lights.power import Branch, dimmed, drawn_a, limits
from hardware.lights.shapes import (
    BADGE_FORMS,
    BREATH,
    FORMS,
    PULSE_STEPS,
    SHAPED_FROM,
    Form,
    Levels,
    Motion,
    levels,
    shape_levels,
    step_at,
    step_s,
)
from hardware.ports import Rgb
from table.messages.lights import Badge, Light, Lights, Overlay, Role
from table.messages.settings import Settings

_CYCLE: Final = lcm(PULSE_STEPS, *range(1, MAX_PIXELS_PER_RING + 1))
"""The steps after which every motion repeats: rotations take a step per pixel, rhythms up to 8 beats."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame to send, and the current it is estimated to draw."""

    pixels: bytes
    """Three bytes per pixel, in chain order, for ``Rings.show``."""
    drawn_a: float
    """The current of ``pixels``, in amperes; above the supply only if the dark chain alone is."""


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a role or a badge in one palette: all that is needed to draw it.

    ``colours``: for each owner, if it shines in its owner's colour. ``levels``: the brightness of the pixels of a
    ring of 24, at rest. ``period_s``: of the motion; 0 for a still one.
    """

    colour: Rgb
    colours: Mapping[Seat, Rgb]
    shape: str
    motion: Motion
    period_s: float
    levels: Levels


def look(sign: Role | Badge, palette: str = "default") -> Look:
    """Return the look of a role or badge on rings with room for shapes. A badge's levels are for the last quarter.

    :raises KeyError: no such palette.
    """
    colours = PALETTES[palette]
    form = FORMS[sign] if isinstance(sign, Role) else BADGE_FORMS[sign]
    colour = colours.roles[sign] if isinstance(sign, Role) else colours.badges[sign]
    owned = colours.seats if sign in OWNED else {}
    pixels = 24 if isinstance(sign, Role) else 6
    still = shape_levels(form.shape, pixels, colours.dim)
    return Look(colour, owned, form.shape, form.motion, form.period_s, still)


def frame(
    lights: Lights,
    overlay: Overlay,
    turn: Seat | None,
    settings: Settings,
    board_map: BoardMap,
    t_s: float,
    supply_a: float,
    branches: tuple[Branch, ...] = (),
) -> Frame:
    """Compute the frame for this moment.

    :param lights: squares of the map's board only; those without a ring show nothing.
    :param overlay: a flash lights the squares that bear the badge ``last_move``; a pause darkens all to a slow breath.
    :param turn: the seat in whose colour a pause breathes.
    :param t_s: any steadily running time; motions depend on it alone.
    :param supply_a: the current that the whole chain may draw, in amperes; ``branches``: the parts of it that have a
        fuse each.
    :raises KeyError: the settings name an unknown palette.
    """
    brush = _brush_for(settings, board_map)
    chain = bytearray(3 * board_map.pixel_count)
    length = 3 * board_map.pixels_per_ring
    for square, ring in _bytes_by_square(lights, overlay, turn, brush, board_map.board, t_s).items():
        first = board_map.first_pixels[square]
        if first is not None:
            chain[3 * first : 3 * first + length] = ring
    within = limits(supply_a, branches, board_map.pixel_count, board_map.pixels_per_ring)
    pixels = dimmed(bytes(chain), settings.brightness / 100, within)
    return Frame(pixels, drawn_a(pixels))


def next_change(
    lights: Lights, overlay: Overlay, settings: Settings, board_map: BoardMap, t_s: float
) -> float | None:
    """Return the time after ``t_s`` at which motion alone next changes the frame; ``None``: it stays as it is."""
    brush = _brush_for(settings, board_map)
    paused = overlay is Overlay.PAUSE
    rings = [brush.breath(None)] if paused else [brush.ring(light) for light in set(lights.values())]
    lengths = {length for ring in rings for length in ring.step_lengths if length is not None}
    return min(((step_at(t_s, length) + 1) * length for length in lengths), default=None)


# --- rings -------------------------------------------------------------------------------------------------------


def _badge_pixels(light: Light, pixels: int) -> int:
    """Count the pixels at the end of the ring that the badge takes."""
    if light.badge is None or (pixels == 1 and light.role is not None):
        return 0
    return max(1, pixels // 4)


@dataclass(frozen=True, slots=True)
class _Part:
    """A role or badge on the ``pixels`` pixels its motion runs over."""

    colour: Rgb
    form: Form
    pixels: int


class _Ring:
    """The bytes of a ring that shows a light, over time. Every step of its motion is painted once."""

    __slots__ = ("_brush", "_painted", "_parts", "step_lengths")

    def __init__(self, brush: "_Brush", parts: list[_Part]) -> None:
        self._brush = brush
        self._parts = parts
        self._painted: dict[tuple[int, ...], bytes] = {}
        lengths = [step_s(part.form, part.pixels, brush.shaped, brush.motion) for part in parts]
        self.step_lengths = tuple(lengths)

    def at(self, t_s: float) -> bytes:
        """Return the bytes at a moment, at full brightness."""
        steps = tuple([0 if length is None else step_at(t_s, length) % _CYCLE for length in self.step_lengths])
        painted = self._painted.get(steps)
        if painted is None:
            painted = self._painted[steps] = self._paint(steps)
        return painted

    def _paint(self, steps: tuple[int, ...]) -> bytes:
        ring = bytes(3 * self._brush.pixels)
        for part, step in zip(self._parts, steps, strict=True):
            painted = self._brush.paint(part, step)
            ring = ring[: len(ring) - len(painted)] + painted
        return ring


class _Brush:
    """A painter of rings in one style; it keeps its results (there are a few hundred lights at most)."""

    def __init__(self, palette: str, motion: bool, pixels: int, colours: str) -> None:
        self._palette = PALETTES[palette]
        self._channels = tuple("RGB".index(letter) for letter in colours)
        self._rings: dict[Light, _Ring] = {}
        self._breaths: dict[Seat | None, _Ring] = {}
        self.motion = motion
        self.pixels = pixels
        self.shaped = pixels >= SHAPED_FROM
        self.flash = self._bytes(self._palette.flash, (1.0,) * pixels)

    def ring(self, light: Light) -> _Ring:
        """Return the ring that shows a light."""
        ring = self._rings.get(light)
        if ring is None:
            ring = self._rings[light] = _Ring(self, self._parts(light))
        return ring

    def breath(self, turn: Seat | None) -> _Ring:
        """Return the ring of a paused board."""
        part = _Part(self._palette.colour(Role.TURN, turn), BREATH, self.pixels)
        return self._breaths.setdefault(turn, _Ring(self, [part]))

    def paint(self, part: _Part, step: int) -> bytes:
        """Return the pixels of a part at a step of its motion."""
        shining = levels(part.form, part.pixels, self.shaped, self.motion, step, self._palette.dim)
        return self._bytes(part.colour, shining)

    def _parts(self, light: Light) -> list[_Part]:
        parts = []
        if light.role is not None:
            parts.append(_Part(self._palette.colour(light.role, light.seat), FORMS[light.role], self.pixels))
        room = _badge_pixels(light, self.pixels)
        if room and light.badge is not None:
            parts.append(_Part(self._palette.badges[light.badge], BADGE_FORMS[light.badge], room))
        return parts

    def _bytes(self, colour: Rgb, shining: Levels) -> bytes:
        """Return pixels of one colour. A pixel that shines at all keeps a trace of its colour, however dim."""
        shown = [colour[channel] for channel in self._channels]
        return bytes(ceil(channel * level) for level in shining for channel in shown)


@lru_cache(maxsize=16)
def _brush(palette: str, motion: bool, pixels: int, colours: str) -> _Brush:
    return _Brush(palette, motion, pixels, colours)


def _brush_for(settings: Settings, board_map: BoardMap) -> _Brush:
    return _brush(settings.palette, settings.motion, board_map.pixels_per_ring, board_map.colours)


def _bytes_by_square(
    lights: Lights, overlay: Overlay, turn: Seat | None, brush: _Brush, board: Board, t_s: float
) -> dict[Square, bytes]:
    if overlay is Overlay.PAUSE:
        return dict.fromkeys(bits(board.all), brush.breath(turn).at(t_s))
    flash = overlay is Overlay.FLASH
    return {
        square: brush.flash if flash and light.badge is Badge.LAST_MOVE else brush.ring(light).at(t_s)
        for square, light in lights.items()
    }
