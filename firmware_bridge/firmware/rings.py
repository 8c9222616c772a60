"""All rings of a tile: the host's picture as frames within the power budget."""

from firmware_bridge.firmware.looks import BADGES, PALETTES
from firmware_bridge.firmware.painter import Painter, no_break
from firmware_bridge.messages import OVERLAYS, REEDS, SEATS, unpack_looks

_FLASH = OVERLAYS.index("flash")
_PAUSE = OVERLAYS.index("pause")
_LAST_MOVE = 1 + BADGES.index("last_move")
_NOTCHES = 1024
_SLOTS = 96
"""The number of dimmed rings kept: some kilobytes, and more than a board in motion shows in a second, unless nearly
every square looks different. All are in one buffer: a garbage collection visits every object, and no reed is read
meanwhile; it visits everything once more if one object refers to more than sixty others."""
_NO_SLOT = 255
_FRESH = 16

FULL_CHANNEL_MA = 20
"""The current of one colour of one WS2812B pixel at 255 (datasheet; 60 mA per white pixel is the usual rule)."""
IDLE_PIXEL_MA = 1
"""The current of a dark pixel, for its controller."""


class Rings:
    """The rings of a tile; dark until the first SHOW."""

    def __init__(self, pixels: int, colours: str, order: tuple[int, ...], take_break=no_break) -> None:  # type: ignore[no-untyped-def]
        """``pixels`` per ring; ``order``: for each reed, the number of rings before its own on the data line.

        ``take_break`` is called repeatedly while something is drawn, at least every two milliseconds.
        """
        self._pixels = pixels
        self._colours = colours
        self._order = order
        self._take_break = take_break
        self._codes = bytearray(REEDS)  # in the order of the data line
        self._counts: dict[int, int] = {}
        self._scale = self._overlay = self._turn = self._supply_ma = 0
        self._style = (0, 1)
        self._painter = Painter(pixels, colours, 0, True, take_break)
        self._numbers: dict[int, int] = {}  # look -> number of the ring that was last drawn for it
        self._fresh: dict[int, tuple] = {}  # type: ignore[type-arg]
        self._totals: dict[int, int] = {}  # number -> the sum of all channels
        self._slots: dict[int, int] = {}  # number -> where the dimmed ring is
        self._sums = [0] * _SLOTS
        self._dimmed = memoryview(bytearray(_SLOTS * 3 * pixels))
        self._dimmed_by = (0, 0)
        self._drawn = bytearray([_NO_SLOT] * REEDS)  # the slot that each place in the frame was filled from
        self._frame = bytearray(REEDS * 3 * pixels)
        self._count()

    def show(self, fields: tuple[int, ...], items: bytes) -> None:
        """Set what is shown from now on: the fields and items of a SHOW message. Unknown numbers count as 0."""
        _, self._scale, self._overlay, turn, palette, motion, _, self._supply_ma = fields
        self._turn = turn if turn <= len(SEATS) else 0
        palette = palette if palette < len(PALETTES) else 0
        if (palette, motion) != self._style:
            self._style = (palette, motion)
            self._painter = Painter(self._pixels, self._colours, palette, bool(motion), self._take_break)
            self._totals = {}
            self._forget()
        for number, (reed, code) in enumerate(unpack_looks(items)):
            self._codes[self._order[reed]] = code
            if number & 15 == 15:
                self._take_break()
        self._count()
        self._take_break()

    def darken(self) -> None:
        """Show nothing: without a host, the last picture may be wrong."""
        self._codes = bytearray(REEDS)
        self._overlay = 0
        self._count()

    def frame(self, now: int) -> bytearray | None:
        """Return the frame of this moment; ``None``: it is as the last one was.

        It is the same buffer every time: a fragmented heap has no room for a new one that large again and again.
        """
        numbers = {}
        for code in self._counts:
            numbers[code] = self._number(code, now)
            self._take_break()
        if numbers == self._numbers:
            return None
        self._take_break()
        self._numbers = numbers
        self._dim_all()
        self._fresh = {}
        self._put()
        return self._frame

    def _count(self) -> None:
        """Count the squares that have each look. All that was drawn is out of date."""
        self._numbers = {}
        counts: dict[int, int] = {}
        for code in self._codes:
            counts[code] = counts.get(code, 0) + 1
        self._counts = counts

    def _number(self, code: int, now: int) -> int:
        if self._overlay == _PAUSE:
            return self._painter.breath(self._turn, now)
        if self._overlay == _FLASH and code & 3 == _LAST_MOVE:
            return self._painter.flash()
        return self._painter.ring(code, now)

    def _put(self) -> None:
        """Fill the frame where it differs from its contents."""
        length = 3 * self._pixels
        frame, dimmed, drawn = self._frame, self._dimmed, self._drawn
        self._take_break()
        slots = {code: self._slots[number] for code, number in self._numbers.items()}
        for place, code in enumerate(self._codes):
            slot = slots[code]
            if drawn[place] != slot:
                drawn[place] = slot
                frame[place * length : (place + 1) * length] = dimmed[slot * length : (slot + 1) * length]
            if place & 15 == 15:
                self._take_break()

    def _dim_all(self) -> None:
        """Dim all rings to ``scale`` of what the supply allows this frame; a pixel goes out by rounding only if it has
        to."""
        share = self._scale / 255
        allowed = max(0, self._supply_ma - REEDS * self._pixels * IDLE_PIXEL_MA) * share
        wanted = self._light_ma({code: self._total(number) for code, number in self._numbers.items()}) * share
        notch = int(share * (allowed / wanted if wanted > allowed else 1) * _NOTCHES)
        if self._dimmed_ma(notch, 1) > allowed:
            self._dimmed_ma(notch, 0)

    def _total(self, number: int) -> int:
        """Return the sum of all channels of a ring at full brightness."""
        if number not in self._totals:
            if len(self._totals) >= _SLOTS:
                self._totals = {}
            self._totals[number] = self._paint(number)[2]
            self._take_break()
        return self._totals[number]

    def _light_ma(self, totals: dict[int, int]) -> float:
        """Return the current of all rings. ``totals``: look -> the sum of all channels of a ring that has it."""
        self._take_break()
        return sum([total * self._counts[code] for code, total in totals.items()]) * FULL_CHANNEL_MA / 255

    def _dimmed_ma(self, notch: int, least: int) -> float:
        """Dim all rings, and return their current; ``least``: the rest of a channel that shines."""
        if (notch, least) != self._dimmed_by or len(self._slots) + len(self._numbers) > _SLOTS:
            self._dimmed_by = (notch, least)
            self._forget()
        for number in self._numbers.values():
            if number not in self._slots:
                self._keep(number, self._dim(number, notch, least))
                self._take_break()
        return self._light_ma({code: self._sums[self._slots[number]] for code, number in self._numbers.items()})

    def _keep(self, number: int, ring: bytes) -> None:
        slot = self._slots[number] = len(self._slots)
        self._sums[slot] = sum(ring)
        self._dimmed[slot * len(ring) : (slot + 1) * len(ring)] = ring

    def _forget(self) -> None:
        """Drop everything that was dimmed."""
        self._slots = {}
        self._drawn = bytearray([_NO_SLOT] * REEDS)

    def _paint(self, number: int) -> tuple:  # type: ignore[type-arg]
        """Paint a ring, and keep it: a ring painted for its sum is often dimmed next."""
        painted = self._fresh.get(number) or self._painter.paint(number)
        if len(self._fresh) < _FRESH:
            self._fresh[number] = painted
        return painted

    def _dim(self, number: int, notch: int, least: int) -> bytes:
        pattern, colours, _ = self._paint(number)
        self._take_break()
        dimmed = {
            letter: bytes([max(least, value * notch // _NOTCHES) if value else 0 for value in colour])
            for letter, colour in colours.items()
        }
        return b"".join([dimmed[letter] for letter in pattern])
