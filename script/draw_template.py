"""Draw templates for drilling and sawing a board, at true size: ``script/draw_template.py --square 50``.

Two drawings, each as one SVG (for a large printer or a laser) and as one PDF of several A4 pages that are put together:
``drill`` has every square with its ring, its reed and the hole for the wires, ``walls`` the strips between the squares
that keep the light of each to itself. Lengths in millimetres, y downwards.
"""

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.core.squares import LONGEST_SIDE, Board

CHECK_MM = 100.0
"""The length of the line by which a print is checked before anything is drilled."""
PAGE_MM, EDGE_MM, LAP_MM = (210.0, 297.0), 12.0, 10.0
"""The size of an A4 page, the margin that printers leave white, and the overlap of the pages."""
EAR = 2
"""The length by which a strip reaches beyond the middle of its outermost slots, in thicknesses of itself: less would
break off."""
REMEDY = ".venv/bin/pip install -c constraints.txt -e '.[templates]'"
REED_OFF_MM = 11.0
"""The distance of the middle of a lying reed from that of its square: docs/build/magnets.md."""
SMALLEST_MM, LARGEST_MM = 25.0, 100.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line from one point to another; ``thin``: a guide, not a cut."""

    x: float
    y: float
    to_x: float
    to_y: float
    thin: bool = False


@dataclass(frozen=True, slots=True)
class Circle:
    """A hole to drill, or with ``thin`` the place of a part."""

    x: float
    y: float
    diameter: float
    thin: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text that begins at a point."""

    x: float
    y: float
    text: str
    size: float = 3.5


Mark = Line | Circle | Words


@dataclass(frozen=True, slots=True)
class Sheet:
    """One drawing at its true size."""

    title: str
    width: float
    height: float
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Measures:
    """A board's measures: its squares, the parts under them, and its walls."""

    square: float
    files: int
    ranks: int
    ring: float
    hole: float
    reed: float
    wall: float
    thickness: float
    border: float

    def check(self) -> None:
        """:raises ValueError: with the remedy, if these measures make no board."""
        if not SMALLEST_MM <= self.square <= LARGEST_MM:
            raise ValueError(f"--square: {SMALLEST_MM:g} to {LARGEST_MM:g} mm, not {self.square:g}")
        if not (1 <= self.files <= LONGEST_SIDE and 1 <= self.ranks <= LONGEST_SIDE):
            raise ValueError(f"--files and --ranks: 1 to {LONGEST_SIDE} each")
        if not 0 < self.ring <= self.square - self.thickness:
            raise ValueError(f"--ring: a ring of {self.ring:g} mm does not fit between the walls of a square; "
                             f"at most {self.square - self.thickness:g} mm do")
        if not 0 < self.thickness <= self.square / 4:
            raise ValueError(f"--thickness: more than 0, and at most a quarter of a square ({self.square / 4:g} mm)")
        if not 0 < self.hole <= self.ring:
            raise ValueError(f"--hole: more than 0 mm, and within the ring ({self.ring:g} mm)")
        longest = math.sqrt(2) * (self.square - self.thickness) - 2 * REED_OFF_MM
        if not 0 < self.reed <= longest:
            raise ValueError(f"--reed: more than 0 mm, and within the square, towards a corner ({longest:.0f} mm)")
        if not 4 <= self.wall <= 60:
            raise ValueError("--wall: 4 to 60 mm")
        if not 0 <= self.border <= 100:
            raise ValueError("--border: 0 to 100 mm")


# --- what is drawn -----------------------------------------------------------------------------------------------


def drill(board: Measures) -> Sheet:
    """Draw the plate under the top, seen from above."""
    marks: list[Mark] = []
    width, height = board.files * board.square, board.ranks * board.square
    left, top = board.border, board.border
    squares = Board(board.files, board.ranks)
    marks += _frame(0, 0, width + 2 * board.border, height + 2 * board.border)
    for number in range(board.files + 1):
        x = left + number * board.square
        marks.append(Line(x, top, x, top + height, thin=True))
    for number in range(board.ranks + 1):
        y = top + number * board.square
        marks.append(Line(left, y, left + width, y, thin=True))
    for file in range(board.files):
        for rank in range(board.ranks):
            x, y = left + (file + 0.5) * board.square, top + (board.ranks - rank - 0.5) * board.square
            marks += _square(board, x, y, squares.name(squares.square(file, rank)))
    return Sheet(f"Drill: {board.files} x {board.ranks} squares of {board.square:g} mm, seen from above",
                 width + 2 * board.border, height + 2 * board.border, tuple(marks))


def _square(board: Measures, x: float, y: float, name: str) -> Iterator[Mark]:
    """Draw a square. A reed that lies flat has its own middle, above which a magnet does not close it, beside that of
    the square; and it points to a corner, for it reaches far along itself."""
    corner = board.square / 2 - 1.5
    yield Words(x - corner, y - corner + 3.5, name)
    yield Line(x - 4, y, x + 4, y, thin=True)
    yield Line(x, y - 4, x, y + 4, thin=True)
    yield Circle(x, y, board.ring, thin=True)
    yield Circle(x, y, board.hole)
    yield from _lying_reed(board.reed, x, y)


def _lying_reed(length: float, x: float, y: float) -> Iterator[Mark]:
    """Draw the outline of a reed towards the upper right corner of the square around (x, y)."""
    near, far = REED_OFF_MM - length / 2, REED_OFF_MM + length / 2
    corners = [(along, across) for along, across in ((near, -1.5), (far, -1.5), (far, 1.5), (near, 1.5))]
    points = [(x + (along - across) / math.sqrt(2), y - (along + across) / math.sqrt(2)) for along, across in corners]
    for (from_x, from_y), (to_x, to_y) in pairwise([*points, points[0]]):
        yield Line(from_x, from_y, to_x, to_y, thin=True)


def walls(board: Measures) -> Sheet:
    """Draw the two kinds of strips; each slot reaches half-way, so that strips from either side meet flush."""
    marks: list[Mark] = []
    y, widest = 0.0, 0.0
    for count, squares, kind, other in (
        (board.files + 1, board.ranks, "between the files", "above"),
        (board.ranks + 1, board.files, "between the ranks", "below"),
    ):
        marks.append(Words(2, y + 4, f"{count} strips {kind}: slots from {other}"))
        marks += _strip(board, squares, y + 6, from_above=other == "above")
        y, widest = y + 6 + board.wall + 12, max(widest, _length(board, squares))
    title = f"Walls: strips {board.wall:g} mm high, {board.thickness:g} mm thick, with slots as wide"
    return Sheet(title, widest, y - 12, tuple(marks))


def _strip(board: Measures, squares: int, top: float, from_above: bool) -> list[Mark]:
    """Draw one strip."""
    bottom, half, wide = top + board.wall, board.wall / 2, board.thickness
    slotted, plain = (top, bottom) if from_above else (bottom, top)
    length = _length(board, squares)
    marks: list[Mark] = [Line(0, plain, length, plain), Line(0, top, 0, bottom), Line(length, top, length, bottom)]
    middle, x = top + half, 0.0
    for number in range(squares + 1):
        left = number * board.square + EAR * wide - wide / 2
        right = left + wide
        marks += [Line(x, slotted, left, slotted), Line(left, slotted, left, middle), Line(left, middle, right, middle),
                  Line(right, middle, right, slotted)]
        x = right
    return [*marks, Line(x, slotted, length, slotted)]


def _length(board: Measures, squares: int) -> float:
    """Return the length of a strip, with the ears beyond its outermost slots."""
    return squares * board.square + 2 * EAR * board.thickness


def _frame(x: float, y: float, to_x: float, to_y: float) -> list[Mark]:
    corners = [(x, y), (to_x, y), (to_x, to_y), (x, to_y), (x, y)]
    return [Line(*one, *other) for one, other in pairwise(corners)]


# --- one large SVG -----------------------------------------------------------------------------------------------


def svg(sheet: Sheet) -> str:
    """Return the whole drawing, with a line to check its size by below it."""
    width, height = max(sheet.width, CHECK_MM) + 10, sheet.height + 24
    below = (*check_line(0, sheet.height + 8), Words(0, sheet.height + 17, sheet.title))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
        f' viewBox="-5 -5 {width:g} {height:g}" fill="none" stroke="#000" font-family="sans-serif">',
        f"<title>{escape(sheet.title)}</title>",
        *(_svg(mark) for mark in (*sheet.marks, *below)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def check_line(x: float, y: float) -> tuple[Mark, ...]:
    """Draw a line with ends, and its purpose."""
    return (
        Line(x, y, x + CHECK_MM, y), Line(x, y - 2, x, y + 2), Line(x + CHECK_MM, y - 2, x + CHECK_MM, y + 2),
        Words(x + 2, y + 4.5, f"{CHECK_MM:g} mm: measure this before you drill. Print at 100 %, without fitting", 3),
    )


def _svg(mark: Mark) -> str:
    if isinstance(mark, Words):
        place = f'x="{mark.x:g}" y="{mark.y:g}" font-size="{mark.size:g}"'
        return f'<text {place} fill="#000" stroke="none">{escape(mark.text)}</text>'
    wide = "0.15" if mark.thin else "0.35"
    if isinstance(mark, Circle):
        return f'<circle cx="{mark.x:g}" cy="{mark.y:g}" r="{mark.diameter / 2:g}" stroke-width="{wide}"/>'
    return f'<path d="M{mark.x:g} {mark.y:g}L{mark.to_x:g} {mark.to_y:g}" stroke-width="{wide}"/>'


# --- many A4 pages -----------------------------------------------------------------------------------------------


def pages(sheet: Sheet) -> list[tuple[float, float]]:
    """Return the upper left corners of the pages' windows on a drawing, row by row."""
    wide, high = window()
    columns = max(1, math.ceil((sheet.width - LAP_MM) / (wide - LAP_MM)))
    rows = max(1, math.ceil((sheet.height - LAP_MM) / (high - LAP_MM)))
    return [(column * (wide - LAP_MM), row * (high - LAP_MM)) for row in range(rows) for column in range(columns)]


def window() -> tuple[float, float]:
    """Return the size of a page's window on a drawing: the page without its margin, and without a strip for the check
    line."""
    return PAGE_MM[0] - 2 * EDGE_MM, PAGE_MM[1] - 2 * EDGE_MM - 16


def write_pdf(sheet: Sheet, path: Path) -> int:
    """Write a drawing as A4 pages, and return their number.

    :raises ImportError: if fpdf2 is not installed
    """
    from fpdf import FPDF  # only builders need it

    pdf = FPDF(unit="mm", format="A4")
    pdf.set_auto_page_break(False)
    pdf.set_title(sheet.title)
    wide, high = window()
    corners = pages(sheet)
    columns = len({x for x, _ in corners})
    for number, (x, y) in enumerate(corners):
        pdf.add_page()
        with pdf.rect_clip(EDGE_MM, EDGE_MM, wide, high):
            for mark in sheet.marks:
                _put(pdf, mark, EDGE_MM - x, EDGE_MM - y)
        pdf.set_line_width(0.1)
        pdf.rect(EDGE_MM, EDGE_MM, wide, high)
        for mark in check_line(EDGE_MM, PAGE_MM[1] - EDGE_MM - 10):
            _put(pdf, mark, 0, 0)
        where = f"Page {number + 1} of {len(corners)}: row {number // columns + 1}, column {number % columns + 1}"
        words = f"{where}; the frames overlap by {LAP_MM:g} mm. {sheet.title}"
        _put(pdf, Words(EDGE_MM, PAGE_MM[1] - EDGE_MM, words, 2.6), 0, 0)
    pdf.output(str(path))
    return len(corners)


def _put(pdf: Any, mark: Mark, right: float, down: float) -> None:
    if isinstance(mark, Words):
        pdf.set_font("Helvetica", size=mark.size / 25.4 * 72)
        pdf.text(mark.x + right, mark.y + down, mark.text)
        return
    pdf.set_line_width(0.15 if mark.thin else 0.35)
    if isinstance(mark, Circle):
        pdf.circle(mark.x + right, mark.y + down, mark.diameter / 2)
    else:
        pdf.line(mark.x + right, mark.y + down, mark.to_x + right, mark.to_y + down)


# --- the command -------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the four files, and return the exit code."""
    given = _parser().parse_args(arguments)
    ring = given.ring if given.ring is not None else min(38.0, given.square - given.thickness)
    board = Measures(given.square, given.files, given.ranks, ring, given.hole, given.reed, given.wall,
                     given.thickness, given.border)
    try:
        board.check()
        _write(board, given.out)
    except ValueError as error:
        print(f"draw_template: {error}", file=sys.stderr)
        return 2
    except ImportError:
        print(f"draw_template: for the PDF: {REMEDY}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"draw_template: {given.out} cannot be written: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def _write(board: Measures, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, sheet in (("drill", drill(board)), ("walls", walls(board))):
        drawing, print_out = (folder / f"{name}-{board.square:g}mm.{kind}" for kind in ("svg", "pdf"))
        drawing.write_text(svg(sheet), "utf-8")
        print(f"{drawing}: {sheet.title}; {sheet.width:g} x {sheet.height:g} mm")
        count = write_pdf(sheet, print_out)
        print(f"{print_out}: {count} page{'' if count == 1 else 's'} of A4")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--square", type=float, default=50.0, help="side of a square in mm (default: 50)")
    add("--files", type=int, default=8, help="squares from left to right (default: 8)")
    add("--ranks", type=int, default=8, help="squares from front to back (default: 8)")
    add("--ring", type=float, help="outer diameter of a ring in mm (default: 38, the usual one with 12 pixels)")
    add("--hole", type=float, default=8.0, help="hole for wires, or an upright reed, in mm (default: 8)")
    add("--reed", type=float, default=16.0, help="room for a lying reed with its leads in mm (default: 16)")
    add("--wall", type=float, default=12.0, help="height of the walls in mm (default: 12)")
    add("--thickness", type=float, default=3.0, help="thickness of the walls in mm (default: 3)")
    add("--border", type=float, default=20.0, help="plate around the squares in mm (default: 20)")
    add("--out", type=Path, default=Path("template"), help="folder for the files (default: template)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
