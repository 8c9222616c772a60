"""Pictures of power, chains and a board in section, for ``draw_wiring``."""

from itertools import pairwise

from parts.sketch import DATA, GROUND, INK, PLUS, SOFT, Sketch

# --- power -------------------------------------------------------------------------------------------------------

_RINGS = tuple(470 + 68 * n for n in range(9))
_FED = (_RINGS[0], _RINGS[3], _RINGS[6])
"""The first ring of each branch."""
_PLUS_Y, _CHAIN_Y, _GROUND_Y = 76, 330, 450


_NOTES = (
    "Every branch, of at most 200 pixels (16 rings of 12), has a fuse of its own, 5 A, and wires of at least 0.75 mm².",
    "Data, plus and ground go from ring to ring (ground is not drawn); but where a branch ends, plus is cut: joined",
    "branches would feed a fault through all their fuses together. Capacitor (6.3 V or more) and resistor sit close to",
    "the first ring. The grounds of Raspberry Pi and lights must be joined, or the lights do not understand.",
)


def power(gpio: int, pin: int) -> str:
    """Draw supply, fuses, level shifter, capacitor, resistor, and branches that share data and ground but not plus."""
    sketch = Sketch(1080, 610, "5 V supply, level shifter, and a chain of rings in branches, each with its fuse")
    _supply(sketch)
    _data(sketch, gpio, pin)
    for number, x in enumerate(_RINGS):
        if number % 3 == 2 and number < len(_RINGS) - 1:
            sketch.text(x, _CHAIN_Y + 6, "…", 24, INK, "middle")
        else:
            sketch.ring(x, _CHAIN_Y, 21)
    for left, right in pairwise(_RINGS):
        sketch.wire([(left + 27, _CHAIN_Y), (right - 30, _CHAIN_Y)], DATA, 2.4)
        sketch.arrow(right - 27, _CHAIN_Y)
        if right in _FED:
            _cut(sketch, (left + right) / 2 + 8)
        else:
            sketch.wire([(left + 25, _CHAIN_Y - 12), (right - 25, _CHAIN_Y - 12)], PLUS, 2.4)
    for x in _FED:
        _feed(sketch, x)
    sketch.text(_FED[0] + 10, _CHAIN_Y + 56, "first ring", 12.5, SOFT)
    sketch.text(_RINGS[-1] + 10, _CHAIN_Y + 56, "last ring", 12.5, SOFT, "middle")
    sketch.lines(24, 506, _NOTES, 12.8, INK)
    return sketch.svg


def _supply(sketch: Sketch) -> None:
    sketch.box(24, 36, 170, 120)
    sketch.text(109, 66, "5 V supply", 16, INK, "middle", bold=True)
    sketch.lines(44, 92, ["as many amperes as", "supply_a says in", "config.toml"], 12.5)
    sketch.text(198, 68, "+", 16, PLUS, bold=True)
    sketch.text(198, 142, "–", 18, GROUND, bold=True)
    sketch.wire([(194, _PLUS_Y), (1056, _PLUS_Y)], PLUS, 4)
    sketch.fuse(228, _PLUS_Y, 60)
    sketch.text(258, 58, "main fuse", 12.5, INK, "middle")
    sketch.wire([(194, 128), (214, 128), (214, _GROUND_Y), (1056, _GROUND_Y)], GROUND, 4)
    sketch.text(1056, _PLUS_Y - 12, "5 V", 13, PLUS, "end", bold=True)
    sketch.text(1056, _GROUND_Y + 22, "ground", 13, GROUND, "end", bold=True)


def _data(sketch: Sketch, gpio: int, pin: int) -> None:
    """Draw the data line from the computer through the level shifter and the resistor to the first ring."""
    sketch.box(24, 262, 150, 136)
    sketch.text(99, 290, "Raspberry Pi", 15, INK, "middle", bold=True)
    sketch.text(160, 324, f"GPIO {gpio}", 13, DATA, "end", bold=True)
    sketch.text(160, 341, f"pin {pin}", 12, SOFT, "end")
    sketch.text(160, 384, "GND", 13, GROUND, "end", bold=True)
    sketch.wire([(174, 380), (214, 380)], GROUND, 3)
    sketch.dot(214, 380, GROUND, 5)
    sketch.wire([(174, _CHAIN_Y), (244, _CHAIN_Y)], DATA, 2.6)
    sketch.box(244, _CHAIN_Y - 36, 104, 72)
    sketch.text(296, _CHAIN_Y - 2, "74AHCT125", 13, INK, "middle", bold=True)
    sketch.text(296, _CHAIN_Y + 16, "3.3 V → 5 V", 12, SOFT, "middle")
    sketch.wire([(296, _PLUS_Y), (296, _CHAIN_Y - 36)], PLUS, 2.4)
    sketch.dot(296, _PLUS_Y, PLUS, 5)
    sketch.wire([(296, _CHAIN_Y + 36), (296, _GROUND_Y)], GROUND, 2.4)
    sketch.dot(296, _GROUND_Y, GROUND, 5)
    sketch.wire([(348, _CHAIN_Y), (440, _CHAIN_Y)], DATA, 2.6)
    sketch.arrow(443, _CHAIN_Y)
    sketch.resistor(364, _CHAIN_Y, 46)
    sketch.text(384, _CHAIN_Y + 28, "330–470 Ω", 12, INK, "middle")
    sketch.wire([(_FED[0], 200), (425, 200)], PLUS, 2.4)
    sketch.dot(_FED[0], 200, PLUS, 4)
    sketch.capacitor(425, 200, 264)
    sketch.wire([(425, 264), (425, _GROUND_Y)], GROUND, 2.4)
    sketch.dot(425, _GROUND_Y, GROUND, 5)
    sketch.text(404, 237, "1000 µF", 12, INK, "end")


def _feed(sketch: Sketch, x: float) -> None:
    """Draw one branch: plus through a fuse to a ring, ground back."""
    sketch.dot(x, _PLUS_Y, PLUS, 5)
    sketch.wire([(x, _PLUS_Y), (x, _CHAIN_Y - 26)], PLUS, 3)
    sketch.fuse_down(x, 108)
    sketch.text(x + 16, 137, "5 A", 12.5, INK)
    sketch.wire([(x, _CHAIN_Y + 26), (x, _GROUND_Y)], GROUND, 3)
    sketch.dot(x, _GROUND_Y, GROUND, 5)


def _cut(sketch: Sketch, x: float) -> None:
    """Draw the cut in plus between one branch and the next."""
    y = _CHAIN_Y - 12
    for end in (-14, 14):
        sketch.wire([(x + end, y), (x + end / 3, y)], PLUS, 2.4)
    for lean in (-5, 5):
        sketch.wire([(x - lean, y - 6), (x + lean, y + 6)], INK, 1.8)
    sketch.text(x + 8, y - 16, "plus cut", 12, PLUS, "end")


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
    (232, "reed switch, lying flat, 5–12 mm below the foot,", "one end under the middle of the square", (474, 229)),
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
    sketch.reed(left + 120, 226, 60)


def _piece(sketch: Sketch, x: float) -> None:
    sketch.shape(
        f"M{x - 42} 196v-24c0 -8 20 -10 22 -26l6 -50a22 22 0 1 1 28 0l6 50c2 16 22 18 22 26v24z", fill="#f6f0e4",
    )
    sketch.slab(x - 20, 178, 40, 8, "#d0453c")
    sketch.slab(x - 20, 186, 40, 8, "#3f6fd0")
