"""The pixels of one ring: a look at a moment, in one style."""

from math import ceil, cos, pi

from firmware_bridge.firmware import looks
from firmware_bridge.firmware.looks import BADGES, ROLES, SEATED_ROLES
from firmware_bridge.messages import SEATS, look_parts

_KEPT = 256
"""Painted rings kept: some kilobytes, and no busy board shows so many in a second."""
_MOST_STEPS = 32
"""More than any motion has steps: 24 pixels to rotate by, 16 of a pulse, 17 beats of a rhythm."""
_BREATH = 256
"""Names of rings that no look byte has: this, plus the turn."""


class Painter:
    """Paints rings of ``pixels`` pixels in the colour order ``colours`` (``GRB``). ``palette``: as in a SHOW."""

    def __init__(self, pixels: int, colours: str, palette: int, motion: bool) -> None:
        self._pixels = pixels
        self._channels = tuple("RGB".index(letter) for letter in colours)
        self._palette = palette
        self._motion = motion
        self._shaped = pixels >= looks.SHAPED_FROM
        self._parts: dict[int, list] = {}  # type: ignore[type-arg]
        self._painted: dict[int, bytes] = {}  # numbers as keys: tuples would fill half of the chip's memory
        self.flash = self._bytes(looks.PALETTE_FLASH[palette], [1.0] * pixels)

    def ring(self, code: int, now: int) -> bytes:
        """The ring that shows a look byte."""
        if code not in self._parts:
            self._parts[code] = self._parts_of(code)
        return self._paint(code, self._parts[code], now)

    def breath(self, turn: int, now: int) -> bytes:
        """The ring of a paused board; ``turn``: 1 + number of the seat, 0 for nobody."""
        colour = looks.PALETTE_SEATS[self._palette][turn - 1] if turn else self._role_colour("turn", "")
        return self._paint(_BREATH + turn, [(colour, looks.BREATH_FORM, self._pixels)], now)

    def _parts_of(self, code: int) -> list:  # type: ignore[type-arg]
        """The role on all pixels, a badge on the last quarter of them: colour, form and pixels of each."""
        role, badge, seat = look_parts(code)
        parts = []
        if role:
            parts.append((self._role_colour(role, seat), looks.ROLE_FORMS[ROLES.index(role)], self._pixels))
        if badge and not (role and self._pixels == 1):
            number = BADGES.index(badge)
            colour = looks.PALETTE_BADGES[self._palette][number]
            parts.append((colour, looks.BADGE_FORMS[number], max(1, self._pixels // 4)))
        return parts

    def _role_colour(self, role: str, seat: str) -> tuple[int, int, int]:
        if seat and role in SEATED_ROLES:
            return looks.PALETTE_SEATS[self._palette][SEATS.index(seat)]
        return looks.PALETTE_ROLES[self._palette][ROLES.index(role)]

    def _paint(self, name: int, parts: list, now: int) -> bytes:  # type: ignore[type-arg]
        """A ring of these parts, which are always the same for a ``name``."""
        steps = [self._step(form, pixels, now) for _, form, pixels in parts]
        key = name
        for step in (steps + [0, 0])[:2]:
            key = key * _MOST_STEPS + step
        if key not in self._painted:
            if len(self._painted) >= _KEPT:
                self._painted.clear()
            self._painted[key] = self._paint_parts(parts, steps)
        return self._painted[key]

    def _paint_parts(self, parts: list, steps: list[int]) -> bytes:  # type: ignore[type-arg]
        ring = bytes(3 * self._pixels)
        for number, (colour, form, pixels) in enumerate(parts):
            painted = self._bytes(colour, self._levels(form, pixels, steps[number]))
            ring = ring[: len(ring) - len(painted)] + painted
        return ring

    def _step(self, form: tuple[str, int, int, str], pixels: int, now: int) -> int:
        """Whole numbers throughout: the chip's floats have 24 bits."""
        _, motion, period, rhythm = form
        if not self._motion:
            return 0
        if rhythm and not self._shaped:
            return now // looks.BEAT_MS % len(rhythm)
        if motion == looks.ROTATE:
            return now * pixels // period % pixels
        if motion == looks.SWAP:
            return now // looks.BEAT_MS % 2
        return now * looks.PULSE_STEPS // period % looks.PULSE_STEPS if motion == looks.PULSE else 0

    def _levels(self, form: tuple[str, int, int, str], pixels: int, step: int) -> list[float]:
        shape, motion, _, rhythm = form
        if rhythm and self._motion and not self._shaped:
            return [int(rhythm[step]) / 9] * pixels
        still = [self._level(letter) for letter in _letters(shape, pixels)]
        if motion == looks.PULSE and self._motion:
            strength = 0.6 + 0.4 * cos(2 * pi * step / looks.PULSE_STEPS)
            return [level * strength for level in still]
        return still[pixels - step :] + still[: pixels - step]

    def _level(self, letter: str) -> float:
        return 1.0 if letter == "B" else looks.PALETTE_DIM[self._palette] if letter == "d" else 0.0

    def _bytes(self, colour: tuple[int, int, int], levels: list[float]) -> bytes:
        """What shines at all keeps a trace of its colour, however dim."""
        shown = [colour[channel] for channel in self._channels]
        return bytes([ceil(channel * level) for level in levels for channel in shown])


def _letters(shape: str, pixels: int) -> str:
    if shape in looks.PIXEL_BY_PIXEL:
        return (shape * pixels)[:pixels]
    return "".join([shape[pixel * len(shape) // pixels] for pixel in range(pixels)])
