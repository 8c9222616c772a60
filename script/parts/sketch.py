"""Parts of wiring diagrams as SVG: wires, boxes, switches, diodes. Lengths in pixels, y downwards."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

INK, SOFT, PAPER, FILL = "#1d232b", "#5b6573", "#ffffff", "#f1f3f6"
ROW, COLUMN, DATA, BUS = "#b4520f", "#1f5fa8", "#20793f", "#7447a8"
PLUS, PLUS_3V3, GROUND = "#c01f2b", "#a86a00", "#1d232b"
"""The colour of each kind of wire, the same in all pictures."""

Point = tuple[float, float]


class Sketch:
    """A picture being drawn. ``title``: a description for those who cannot see it."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            ' role="img" font-family="DejaVu Sans, Verdana, sans-serif">\n'
            f'<title>{escape(title)}</title>\n<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>'
        )
        self._parts: list[str] = []

    @property
    def svg(self) -> str:
        """The whole file."""
        return "\n".join([self._head, *self._parts, "</svg>", ""])

    # --- lines and words -----------------------------------------------------------------------------------------

    def wire(self, points: Sequence[Point], colour: str = INK, width: float = 2) -> None:
        """Draw a wire through these points."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"'
            ' stroke-linecap="round"/>'
        )

    def dot(self, x: float, y: float, colour: str = INK, radius: float = 3.5) -> None:
        """Draw the joint of wires."""
        self._parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>')

    def text(
        self, x: float, y: float, words: str, size: float = 14, colour: str = INK, anchor: str = "start",
        bold: bool = False, turned: bool = False,
    ) -> None:
        """Write a line of text; ``anchor``: start, middle or end at ``x``. ``turned``: read from below."""
        more = ' font-weight="700"' if bold else ""
        more += f' transform="rotate(-90 {x:g} {y:g})"' if turned else ""
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}"{more}>'
            f"{escape(words)}</text>"
        )

    def lines(self, x: float, y: float, words: Sequence[str], size: float = 13, colour: str = SOFT) -> None:
        """Write several lines of text below each other."""
        for number, line in enumerate(words):
            self.text(x, y + number * size * 1.45, line, size, colour)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str = FILL, stroke: str = INK, radius: float = 8
    ) -> None:
        """Draw a device."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" fill="{fill}"'
            f' stroke="{stroke}" stroke-width="1.6"/>'
        )

    def shape(self, path: str, fill: str = "none", stroke: str = INK, width: float = 1.6, more: str = "") -> None:
        """Draw any path of SVG."""
        self._parts.append(f'<path d="{path}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"{more}/>')

    # --- parts ---------------------------------------------------------------------------------------------------

    def reed(self, x: float, y: float, length: float = 34) -> None:
        """Draw a reed switch from (x, y) to the right: a glass tube with two blades that do not quite meet."""
        self.shape(f"M{x:g} {y:g}h{length * 0.24:g}l{length * 0.36:g} -5", width=2)
        self.shape(f"M{x + length:g} {y:g}h{-length * 0.42:g}", width=2)
        left, width = x + length * 0.1, length * 0.8
        self._parts.append(
            f'<rect x="{left:g}" y="{y - 8:g}" width="{width:g}" height="14" rx="7" fill="#6aa6d6" fill-opacity=".16"'
            f' stroke="{SOFT}" stroke-width="1"/>'
        )

    def diode_down(self, x: float, y: float, size: float = 9) -> None:
        """Draw a diode around (x, y), its banded end (cathode) below."""
        self.shape(f"M{x - size:g} {y - size:g}h{2 * size:g}L{x:g} {y + size:g}z", fill=INK, width=1)
        self.shape(f"M{x - size:g} {y + size:g}h{2 * size:g}", width=3)

    def resistor(self, x: float, y: float, length: float = 44) -> None:
        """Draw a resistor from (x, y) to the right."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y - 8:g}" width="{length:g}" height="16" fill="{PAPER}" stroke="{INK}"'
            ' stroke-width="1.8"/>'
        )

    def fuse(self, x: float, y: float, length: float = 46) -> None:
        """Draw a fuse from (x, y) to the right."""
        self.resistor(x, y, length)
        self.shape(f"M{x:g} {y:g}h{length:g}", stroke=PLUS, width=2)

    def slab(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """Draw a rectangle with sharp corners."""
        self.box(x, y, width, height, fill, INK, 0)

    def disc(self, x: float, y: float, radius: float, fill: str = PAPER) -> None:
        """Draw a filled circle with an edge."""
        self._parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{INK}" stroke-width="1.4"/>'
        )

    def dimension(self, left: float, right: float, y: float, words: str) -> None:
        """Draw a measure between two places, with its label below."""
        self.wire([(left, y), (right, y)], SOFT, 1.4)
        self.arrow(left, y, SOFT, 9, (-1, 0))
        self.arrow(right, y, SOFT, 9, (1, 0))
        self.text((left + right) / 2, y + 20, words, 13, INK, "middle")

    def capacitor(self, x: float, top: float, bottom: float) -> None:
        """Draw an electrolytic capacitor between two heights, plus above."""
        middle = (top + bottom) / 2
        self.wire([(x, top), (x, middle - 5)], PLUS)
        self.wire([(x, bottom), (x, middle + 5)], GROUND)
        self.shape(f"M{x - 14:g} {middle - 5:g}h28", width=3)
        self.shape(f"M{x - 14:g} {middle + 9:g}q14 -9 28 0", width=3)
        self.text(x + 9, middle - 10, "+", 14, bold=True)

    def earth(self, x: float, y: float) -> None:
        """Draw ground, hanging at (x, y)."""
        self.shape(f"M{x:g} {y:g}v8M{x - 10:g} {y + 8:g}h20M{x - 6:g} {y + 13:g}h12M{x - 2:g} {y + 18:g}h4", width=2)

    def ring(self, x: float, y: float, radius: float, pixels: int = 12) -> None:
        """Draw a ring of pixels around (x, y)."""
        self._parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="#30363f"'
            f' stroke-width="{radius * 0.42:g}"/>'
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="#ffd87a" stroke-width="{radius * 0.2:g}"'
            f' pathLength="{pixels * 2}" stroke-dasharray="1 1"/>'
        )

    def arrow(self, x: float, y: float, colour: str = DATA, size: float = 8, direction: Point = (1, 0)) -> None:
        """Draw an arrow head with its tip at (x, y)."""
        along, across = direction
        back_x, back_y = x - along * size, y - across * size
        self.shape(
            f"M{x:g} {y:g}L{back_x - across * size * .55:g} {back_y + along * size * .55:g}"
            f"L{back_x + across * size * .55:g} {back_y - along * size * .55:g}z", fill=colour, stroke=colour, width=1,
        )
