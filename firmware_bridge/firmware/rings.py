"""All rings of a tile: what the host wants shown, as frames within the power budget."""

from firmware_bridge.firmware.looks import BADGES, PALETTES
from firmware_bridge.firmware.painter import Painter
from firmware_bridge.messages import OVERLAYS, REEDS, SEATS, unpack_looks

_FLASH = OVERLAYS.index("flash")
_PAUSE = OVERLAYS.index("pause")
_LAST_MOVE = 1 + BADGES.index("last_move")
_NOTCHES = 1024

FULL_CHANNEL_MA = 20
"""What one colour of one WS2812B pixel draws at 255 (datasheet, and the usual rule of 60 mA per white pixel)."""
IDLE_PIXEL_MA = 1
"""What a dark pixel draws for its controller."""


class Rings:
    """The rings of a tile; dark until told otherwise."""

    def __init__(self, pixels: int, colours: str, order: tuple[int, ...]) -> None:
        """``pixels`` per ring; ``order``: for each reed, how many rings come before its own on the data line."""
        self._pixels = pixels
        self._colours = colours
        self._order = order
        self._codes = bytearray(REEDS)
        self._counts: dict[int, int] = {}
        self._scale = self._overlay = self._turn = self._supply_ma = 0
        self._style = (0, 1)
        self._painter = Painter(pixels, colours, 0, True)
        self._drawn: dict[int, bytes] = {}
        self._frame = bytearray(REEDS * 3 * pixels)
        self._count()

    def show(self, fields: tuple[int, ...], items: bytes) -> None:
        """What to show from now on: the fields and items of a SHOW message. Numbers that nobody uses are as 0."""
        _, self._scale, self._overlay, turn, palette, motion, _, self._supply_ma = fields
        self._turn = turn if turn <= len(SEATS) else 0
        palette = palette if palette < len(PALETTES) else 0
        if (palette, motion) != self._style:
            self._style = (palette, motion)
            self._painter = Painter(self._pixels, self._colours, palette, bool(motion))
        for reed, code in unpack_looks(items):
            self._codes[reed] = code
        self._count()

    def darken(self) -> None:
        """No host: show nothing, rather than what was right once."""
        self._codes = bytearray(REEDS)
        self._overlay = 0
        self._count()

    def frame(self, now: int) -> bytearray | None:
        """The frame of this moment; ``None``: it is as the last one was.

        It is the same buffer every time: a heap full of small things has no room for one so large again and again.
        """
        full = {code: self._ring(code, now) for code in self._counts}
        if full == self._drawn:
            return None
        self._drawn = full
        scaled = self._within_budget(full)
        length = 3 * self._pixels
        for reed in range(REEDS):
            start = self._order[reed] * length
            self._frame[start : start + length] = scaled[self._codes[reed]]
        return self._frame

    def _count(self) -> None:
        """How many squares have which look. Whatever was drawn is out of date."""
        self._drawn = {}
        self._counts = {}
        for code in self._codes:
            self._counts[code] = self._counts.get(code, 0) + 1

    def _ring(self, code: int, now: int) -> bytes:
        if self._overlay == _PAUSE:
            return self._painter.breath(self._turn, now)
        if self._overlay == _FLASH and code & 3 == _LAST_MOVE:
            return self._painter.flash
        return self._painter.ring(code, now)

    def _within_budget(self, full: dict[int, bytes]) -> dict[int, bytes]:
        """Dimmed to ``scale`` of what the supply allows this frame; what shines goes out by rounding only in need."""
        share = self._scale / 255
        allowed = max(0, self._supply_ma - REEDS * self._pixels * IDLE_PIXEL_MA) * share
        wanted = self._light_ma(full) * share
        notch = int(share * (allowed / wanted if wanted > allowed else 1) * _NOTCHES)
        kept = {code: _dimmed(ring, notch, 1) for code, ring in full.items()}
        if self._light_ma(kept) <= allowed:
            return kept
        return {code: _dimmed(ring, notch, 0) for code, ring in full.items()}

    def _light_ma(self, rings: dict[int, bytes]) -> float:
        return sum([sum(ring) * self._counts[code] for code, ring in rings.items()]) * FULL_CHANNEL_MA / 255


def _dimmed(ring: bytes, notch: int, least: int) -> bytes:
    return bytes([max(least, value * notch // _NOTCHES) if value else 0 for value in ring])
