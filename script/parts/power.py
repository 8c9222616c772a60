"""Pictures of power, chains and a board in section, for ``draw_wiring``."""

from itertools import pairwise

from parts.sketch import DATA, GROUND, INK, PAPER, PLUS, SOFT, Sketch

# --- power -------------------------------------------------------------------------------------------------------

_FILES_X = tuple(474 + 68 * n for n in range(8))
_GROUND_X, _PLUS_X, _CAPACITOR_X = 286, 318, 402
"""The upright wires that feed all branches, and the capacitors."""
_BLOCKS = (612, 352)
"""The height of the lower rank of each of the two branches that are drawn."""
_UP = 152
"""From the lower rank of a branch to its upper one."""
_CHIP_X, _CHIP_Y, _PITCH = 470, 700, 25
_LEFT_PINS = ("1OE", "1A", "1Y", "2OE", "2A", "2Y", "GND")
_RIGHT_PINS = ("VCC", "4OE", "4A", "4Y", "3OE", "3A", "3Y")
"""The 74AHCT125 from above, its notch on top: pins 1 to 7 downwards, 14 to 8 downwards."""

_NOTES = (
    "One branch for two ranks (for each rank, from 16",
    "pixels per ring on). Its bus: two bare copper wires",
    "of 1.5 mm²; every ring has plus and ground from",
    "it, by two short wires of 0.25 mm². No plus and no",
    "ground goes from ring to ring: only data does.",
    "",
    "The buses of plus never touch each other, or all",
    "fuses would feed a fault together. All grounds are",
    "one: Raspberry Pi, chip, buses. The chip has 100 nF",
    "from pin 14 to pin 7, right beside it.",
    "Wires that cross without a dot do not touch.",
)


def power(gpio: int, pin: int) -> str:
    """Draw supply, fuses, a bus for every two ranks with its rings, level shifter, capacitors and resistor."""
    sketch = Sketch(1080, 912, "5 V supply; for every two ranks a fuse, and a bus that feeds each ring; level shifter")
    _supply(sketch)
    for number, bottom in enumerate(_BLOCKS):
        _branch(sketch, bottom, 2 * number + 1)
    _first_data(sketch, gpio, pin)
    _chip(sketch)
    sketch.lines(722, 700, _NOTES, 12.5, INK)
    return sketch.svg


def _supply(sketch: Sketch) -> None:
    sketch.box(24, 36, 158, 120)
    sketch.text(103, 64, "5 V supply", 16, INK, "middle", bold=True)
    sketch.lines(38, 92, ["as many amperes as", "supply_a says in", "config.toml"], 12.5)
    sketch.text(188, 54, "+", 16, PLUS, bold=True)
    sketch.text(188, 146, "–", 18, GROUND, bold=True)
    sketch.wire([(182, 62), (_PLUS_X, 62), (_PLUS_X, _BLOCKS[0] - 104)], PLUS, 5)
    sketch.fuse(212, 62, 60)
    sketch.text(242, 46, "main fuse", 12.5, INK, "middle")
    sketch.wire([(182, 130), (_GROUND_X, 130), (_GROUND_X, 770)], GROUND, 5)
    for y, words in ((84, "to the bus of ranks 7 and 8"), (116, "to the bus of ranks 5 and 6, both as those below")):
        sketch.dot(_PLUS_X, y, PLUS, 5)
        sketch.wire([(_PLUS_X, y), (420, y)], PLUS, 4)
        sketch.fuse(334, y, 46)
        sketch.text(386, y - 6, "5 A", 12.5, INK)
        sketch.arrow(424, y, PLUS)
        sketch.text(434, y + 5, words, 13)


def _branch(sketch: Sketch, bottom: int, rank: int) -> None:
    """Draw two ranks of rings with the bus between them."""
    plus, ground, top = bottom - 104, bottom - 50, bottom - _UP
    sketch.wire([(_PLUS_X, plus), (_FILES_X[-1] + 20, plus)], PLUS, 4)
    sketch.dot(_PLUS_X, plus, PLUS, 5)
    sketch.fuse(334, plus, 46)
    sketch.text(357, plus - 14, "5 A", 12.5, INK, "middle")
    sketch.wire([(_GROUND_X, ground), (_FILES_X[-1] + 20, ground)], GROUND, 4)
    sketch.dot(_GROUND_X, ground, GROUND, 5)
    sketch.capacitor(_CAPACITOR_X, plus, ground)
    sketch.dot(_CAPACITOR_X, plus, PLUS, 4)
    sketch.dot(_CAPACITOR_X, ground, GROUND, 4)
    sketch.text(_CAPACITOR_X - 16, ground - 14, "1000 µF", 11.5, INK, "end")
    for x in _FILES_X:
        for y, side in ((top, 1), (bottom, -1)):
            _tap(sketch, x - 8, y + side * 18, plus, PLUS)
            _tap(sketch, x + 8, y + side * 18, ground, GROUND)
            sketch.ring(x, y, 20)
    _data(sketch, bottom, top, rank)


def _tap(sketch: Sketch, x: float, ring_y: float, bus_y: float, colour: str) -> None:
    sketch.wire([(x, ring_y), (x, bus_y)], colour, 1.8)
    sketch.dot(x, bus_y, colour, 3)


def _data(sketch: Sketch, bottom: int, top: int, rank: int) -> None:
    """Draw the data of two ranks, there and back, and on to the next branch."""
    for left, right in pairwise(_FILES_X):
        sketch.wire([(left + 25, bottom), (right - 27, bottom)], DATA, 2.4)
        sketch.arrow(right - 25, bottom)
        sketch.wire([(right - 25, top), (left + 27, top)], DATA, 2.4)
        sketch.arrow(left + 25, top, direction=(-1, 0))
    last, first = _FILES_X[-1], _FILES_X[0]
    sketch.wire([(last + 25, bottom), (last + 56, bottom), (last + 56, top), (last + 27, top)], DATA, 2.4)
    sketch.arrow(last + 25, top, direction=(-1, 0))
    on = _BLOCKS[1] if bottom != _BLOCKS[1] else top - 36
    sketch.wire([(first - 25, top), (first - 46, top), (first - 46, on)], DATA, 2.4)
    if bottom == _BLOCKS[1]:
        sketch.arrow(first - 46, on, direction=(0, -1))
        sketch.text(first - 34, on + 8, "data to a5", 12, DATA)
    else:
        sketch.wire([(first - 46, on), (first - 27, on)], DATA, 2.4)
        sketch.arrow(first - 25, on)
    for y, number in ((bottom, rank), (top, rank + 1)):
        sketch.text(last + 66, y + 5, f"rank {number}", 12.5, SOFT)


def _first_data(sketch: Sketch, gpio: int, pin: int) -> None:
    """Draw the data line from the computer through the level shifter and the resistor to the first ring."""
    data_y, out_y = _CHIP_Y + 18 + _PITCH, _CHIP_Y + 18 + 2 * _PITCH
    sketch.box(24, _CHIP_Y - 4, 158, 106)
    sketch.text(103, _CHIP_Y + 18, "Raspberry Pi", 15, INK, "middle", bold=True)
    for y, name, number, colour in ((data_y, f"GPIO {gpio}", pin, DATA), (770, "GND", pin + 1, GROUND)):
        sketch.text(38, y + 5, name, 12.5, colour, bold=True)
        sketch.text(172, y + 5, f"pin {number}", 12, SOFT, "end")
    sketch.wire([(182, 770), (_GROUND_X, 770)], GROUND, 3)
    sketch.wire([(182, data_y), (_CHIP_X, data_y)], DATA, 2.6)
    first, a1 = _FILES_X[0], _BLOCKS[0]
    sketch.wire([(_CHIP_X, out_y), (352, out_y), (352, a1), (first - 27, a1)], DATA, 2.6)
    sketch.resistor(372, a1, 46)
    sketch.text(395, a1 + 26, "330–470 Ω", 12, INK, "middle")
    sketch.arrow(first - 25, a1)
    sketch.text(first, a1 + 38, "first ring, a1", 12, SOFT, "middle")


def _chip(sketch: Sketch) -> None:
    """Draw the level shifter from above, with the number and the use of every pin."""
    sketch.box(_CHIP_X, _CHIP_Y, 112, 7 * _PITCH + 12)
    sketch.shape(f"M{_CHIP_X + 46} {_CHIP_Y}a10 10 0 0 0 20 0", fill=PAPER)
    sketch.text(_CHIP_X + 56, _CHIP_Y + 7 * _PITCH + 32, "74AHCT125, from above", 13, INK, "middle", bold=True)
    uses = dict.fromkeys(("1OE", "2OE", "2A", "GND", "4OE", "4A", "3OE", "3A"), "ground")
    uses |= {**dict.fromkeys(("2Y", "3Y", "4Y"), "open"), "VCC": "5 V, ranks 1, 2"}
    for number in range(7):
        y = _CHIP_Y + 18 + number * _PITCH
        for name, pin, x, side in ((_LEFT_PINS[number], number + 1, _CHIP_X, 1),
                                   (_RIGHT_PINS[number], 14 - number, _CHIP_X + 112, -1)):
            anchor, outside = ("start", "end") if side == 1 else ("end", "start")
            sketch.dot(x, y, "#9aa3ad", 4)
            sketch.text(x + side * 9, y + 4.5, f"{pin} {name}" if side == 1 else f"{name} {pin}", 12, INK, anchor)
            use = uses.get(name, "")
            colour = {"ground": GROUND, "open": SOFT}.get(use, PLUS)
            sketch.text(x - side * 10, y + 4.5, use, 12, colour, outside, bold=use not in ("open", ""))


# --- chains ------------------------------------------------------------------------------------------------------


def chain() -> str:
    """Draw two ways to run the data line over a board."""
    sketch = Sketch(760, 420, "Two ways to chain rings: to and fro, or every rank from the left")
    _chained(sketch, 30, "to and fro (short wires)", serpentine=True)
    _chained(sketch, 400, "every rank from the left", serpentine=False)
    return sketch.svg


def _chained(sketch: Sketch, left: float, words: str, serpentine: bool) -> None:
    sketch.text(left + 164, 30, words, 15, INK, "middle", bold=True)
    spots = []
    for rank in range(8):
        files = range(7, -1, -1) if serpentine and rank % 2 else range(8)
        spots += [(left + 20 + file * 41, 358 - rank * 41) for file in files]
    way: list[tuple[float, float]] = []
    for (x, y), (next_x, next_y) in pairwise([*spots, spots[-1]]):
        way += [(x, y)] if x == next_x or y == next_y else [(x, y), (x, y - 20.5), (next_x, y - 20.5)]
    sketch.wire(way, DATA, 1.8)
    for x, y in spots:
        sketch.disc(x, y, 11)
    for number in (0, 7, 8, 15, 63):
        x, y = spots[number]
        sketch.text(x, y + 4, str(number + 1), 11, INK, "middle", bold=True)
    x, y = spots[0]
    sketch.text(x - 12, y + 34, "data in, at a1", 12.5, DATA)


# --- a board in section ------------------------------------------------------------------------------------------


_LABELS = (
    (96, "piece with a disc magnet in its foot,", "magnetised through its thickness", (196, 182)),
    (170, "top, 2–3 mm: veneer, acrylic, or paper on acrylic,", "translucent where light is to shine", (528, 204)),
    (232, "reed switch, lying flat, 5–12 mm below the foot,", "towards a corner, its middle 11 mm off", (482, 229)),
    (294, "ring of pixels, 10–15 mm below the top", "(nearer: one sees dots; farther: a soft ring)", (496, 255)),
    (356, "walls between the squares", "keep their lights apart", (540, 320)),
)
"""Height, label, second line, and the point it refers to."""


def section() -> str:
    """Draw a section through a square: piece, top, ring, reed."""
    sketch = Sketch(1000, 420, "Section through two squares: magnet in the piece, thin top, reed and ring below")
    for left in (60, 300):
        _square(sketch, left)
    _piece(sketch, 180)
    for y, words, more, target in _LABELS:
        sketch.text(600, y, words, 13, INK)
        sketch.text(600, y + 18, more, 13, SOFT)
        sketch.wire([(592, y - 4), target], SOFT, 1.2)
        sketch.dot(*target, SOFT, 3)
    sketch.dimension(60, 300, 372, "one square: 45–60 mm")
    return sketch.svg


def _square(sketch: Sketch, left: float) -> None:
    sketch.slab(left, 198, 240, 12, "#d9c39b")
    for wall in (left - 4, left + 236):
        sketch.slab(wall, 210, 8, 130, "#8d7350")
    sketch.slab(left + 40, 252, 160, 5, "#2f6b3c")
    for x in (left + 46, left + 74, left + 152, left + 180):
        sketch.slab(x, 244, 14, 8, "#ffd87a")
    sketch.reed(left + 136, 226, 48)


def _piece(sketch: Sketch, x: float) -> None:
    sketch.shape(
        f"M{x - 42} 196v-24c0 -8 20 -10 22 -26l6 -50a22 22 0 1 1 28 0l6 50c2 16 22 18 22 26v24z", fill="#f6f0e4",
    )
    sketch.slab(x - 20, 178, 40, 8, "#d0453c")
    sketch.slab(x - 20, 186, 40, 8, "#3f6fd0")
