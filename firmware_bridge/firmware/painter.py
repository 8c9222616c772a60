"""Painting of one ring: a look at a moment, in one style."""

from math import ceil, cos, pi

from firmware_bridge.firmware import looks
from firmware_bridge.messages import role_number, seat_number

_STEP_BITS = 5
"""The bits of a step's number. No motion has more than 32 steps: 24 pixels to rotate by, 16 of a pulse, 17 beats of a
rhythm."""
_STEPS = 1 << _STEP_BITS
_BREATH = 256
"""The names of rings that no look byte has: this plus the turn, and the flash."""
_FLASH = 300
_FLASH_FORM = ("B", looks.STILL, 0, "")
# What stands for a bright and for a dim pixel of the first and of the second part of a ring; "." is a dark one.
_LETTERS = ("Bd", "bD")
_DARK = (0, 0, 0)
_ROUNDING = 0.0001
"""The error by which the chip's floats may miss a whole number, which must not be rounded up."""
_TURN = looks.ROLES.index("turn")
_STRENGTHS = tuple([0.6 + 0.4 * cos(2 * pi * step / looks.PULSE_STEPS) for step in range(looks.PULSE_STEPS)])


def no_break() -> None:
    """Do nothing: the default for ``take_break``."""


class Painter:
    """A painter of rings of ``pixels`` pixels in the colour order ``colours`` (``GRB``). ``palette``: as in a SHOW.

    ``take_break`` is called in the middle of a ring, too: a single ring takes up to four milliseconds of the chip.

    A ring at a moment has a number: two that look the same may share it. Nothing is cached here: the more objects there
    are, the longer a garbage collection takes.
    """

    def __init__(self, pixels: int, colours: str, palette: int, motion: bool, take_break=no_break) -> None:  # type: ignore[no-untyped-def]
        self._pixels = pixels
        self._channels = tuple("RGB".index(letter) for letter in colours)
        self._palette = palette
        self._motion = motion
        self._take_break = take_break
        self._shaped = pixels >= looks.SHAPED_FROM
        self._badge_pixels = max(1, pixels // 4)

    def ring(self, name: int, now: int) -> int:
        """Return the number of the ring that shows a look byte at this moment."""
        role = badge = 0
        form = self._role_form(name)
        if form:
            role = self._step(form, self._pixels, now)
        form = self._badge_form(name)
        if form:
            badge = self._step(form, self._badge_pixels, now)
        return (name << _STEP_BITS | role) << _STEP_BITS | badge

    def breath(self, turn: int, now: int) -> int:
        """Return the number of the ring of a paused board; ``turn``: 1 + number of the seat, 0 for nobody."""
        return self.ring(_BREATH + turn, now)

    def flash(self) -> int:
        """Return the number of the ring that flashes to confirm a move."""
        return _FLASH << 2 * _STEP_BITS

    def paint(self, number: int) -> tuple:  # type: ignore[type-arg]
        """Paint a ring by its number: return a letter per pixel, the colour of each letter (three channels), and the
        sum of all channels.

        A ring has few colours: whoever dims it need not dim every pixel.
        """
        name = number >> 2 * _STEP_BITS
        pattern = "." * self._pixels
        colours: dict[str, tuple[int, ...]] = {".": _DARK}
        form = self._role_form(name)
        if form:
            step = number >> _STEP_BITS & _STEPS - 1
            pattern, strength = self._letters(form, self._pixels, step)
            self._take_break()
            self._mix(colours, _LETTERS[0], pattern, self._role_colour(name), strength)
        form = self._badge_form(name)
        if form:
            self._take_break()
            letters, strength = self._letters(form, self._badge_pixels, number & _STEPS - 1)
            letters = letters.replace("B", "b").replace("d", "D")
            pattern = pattern[: self._pixels - self._badge_pixels] + letters
            self._mix(colours, _LETTERS[1], letters, looks.PALETTE_BADGES[self._palette][(name & 3) - 1], strength)
        self._take_break()
        return pattern, colours, sum([sum(lit) * pattern.count(letter) for letter, lit in colours.items()])

    def _role_form(self, name: int):  # type: ignore[no-untyped-def]
        """Return the form on all pixels; ``None``: the name has no role."""
        if name >= _BREATH:
            return _FLASH_FORM if name == _FLASH else looks.BREATH_FORM
        role = role_number(name)
        return looks.ROLE_FORMS[role] if role >= 0 else None

    def _badge_form(self, name: int):  # type: ignore[no-untyped-def]
        """Return the form on the last quarter of the pixels. A single pixel shows the role alone."""
        if name >= _BREATH or not name & 3 or (self._pixels == 1 and role_number(name) >= 0):
            return None
        return looks.BADGE_FORMS[(name & 3) - 1]

    def _role_colour(self, name: int) -> tuple[int, int, int]:
        if name == _FLASH:
            return looks.PALETTE_FLASH[self._palette]
        seat = name - _BREATH - 1 if name >= _BREATH else seat_number(name)
        if seat >= 0:
            return looks.PALETTE_SEATS[self._palette][seat]
        return looks.PALETTE_ROLES[self._palette][_TURN if name == _BREATH else role_number(name)]

    def _mix(
        self, colours: dict[str, tuple[int, ...]], names: str, letters: str, colour: tuple[int, int, int],
        strength: float,
    ) -> None:  # fmt: skip
        """Add the colours of the bright and the dim letter, if they occur."""
        if "B" in letters or "b" in letters:
            colours[names[0]] = self._lit(colour, strength)
        if "d" in letters or "D" in letters:
            colours[names[1]] = self._lit(colour, looks.PALETTE_DIM[self._palette] * strength)

    def _step(self, form: tuple[str, int, int, str], pixels: int, now: int) -> int:
        """Return the step of a motion. Whole numbers throughout: the chip's floats have 24 bits."""
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

    def _letters(self, form: tuple[str, int, int, str], pixels: int, step: int) -> tuple[str, float]:
        """Return the letters of a part's pixels, and the strength of all of them."""
        shape, motion, _, rhythm = form
        if rhythm and self._motion and not self._shaped:
            return "B" * pixels, int(rhythm[step]) / 9
        still = _spread(shape, pixels)
        if motion == looks.PULSE and self._motion:
            return still, _STRENGTHS[step]
        return still[pixels - step :] + still[: pixels - step], 1.0

    def _lit(self, colour: tuple[int, int, int], level: float) -> tuple[int, ...]:
        """Scale a colour. A channel that shines at all keeps a trace, however dim."""
        if level == 1:
            return tuple([colour[channel] for channel in self._channels])
        return tuple([ceil(colour[channel] * level - _ROUNDING) for channel in self._channels])


def _spread(shape: str, pixels: int) -> str:
    if shape in looks.PIXEL_BY_PIXEL:
        return (shape * pixels)[:pixels]
    return "".join([shape[pixel * len(shape) // pixels] for pixel in range(pixels)])
