"""Pictures of positions to share, as SVG: the players, the board, the last action and its sentence.

Everything is drawn by attributes: style sheets would be refused where such a picture is opened as a page. The part that
stays the same all through a game is drawn apart from its moments, so that a film holds it once.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from engine.core.pieces import Seat
from engine.core.squares import Board, Square, bits

PIECES: Final = Path(__file__).parents[1] / "static" / "pieces.svg"
CELL, EDGE, GAP = 40, 22, 10
TITLE, NAME, LINE, SMALL = 24, 21, 19, 16
"""The heights of lines of text."""
TITLE_SIZES: Final = range(17, 10, -1)
"""The font sizes of the title: a long name above a narrow board is written smaller rather than cut."""
LETTER: Final = 0.58
"""The greatest mean width of a letter, in units of the font size."""
TOLD_LINES: Final = 3
INK, SOFT, PAPER, METAL = "#eef2f6", "#aab7c5", "#161c24", "#5d6a78"
DARK, LIGHT, HOLE, LAST = "#323d49", "#647284", "#0c1015", "#ffc83c"
COLOURS: Final[Mapping[str, tuple[str, str, str]]] = {
    "w": ("#f8fafc", "#1d2630", "#1d2630"), "b": ("#161b22", "#c3ced9", "#dfe7ef"),
    "r": ("#c73d28", "#ffe3dc", "#ffffff"), "u": ("#2a68c8", "#dceaff", "#ffffff"),
}
"""The colours of each owner's pieces: fill, rim and the drawing on them."""
NOBODYS: Final = ("#9488bb", "#f1edff", "#171226")
DISCS: Final[Mapping[Seat, str]] = {Seat.WHITE: "w", Seat.RED: "r", Seat.BLACK: "b", Seat.BLUE: "u"}
END: Final = "</svg>"


@dataclass(frozen=True, slots=True)
class PictureFrame:
    """The part that all pictures of a game share. ``art``: kind → the English name of its picture; ``bare``: true for
    the board alone, for pages that say everything else themselves."""

    title: str
    names: Mapping[Seat, str]
    board: Board
    art: Mapping[str, str]
    bare: bool = False

    @property
    def width(self) -> int:
        """The width in pixels, as all lengths here."""
        return CELL * self.board.files + 2 * EDGE

    @property
    def top(self) -> int:
        """The upper edge of the squares."""
        return EDGE if self.bare else GAP + TITLE + NAME * len(self.names) + EDGE

    @property
    def foot(self) -> int:
        """The lower edge of the board with its frame."""
        return self.top + CELL * self.board.ranks + EDGE

    @property
    def height(self) -> int:
        """The height of the whole picture."""
        return self.foot if self.bare else self.foot + GAP + LINE * TOLD_LINES + SMALL + GAP

    def at(self, square: Square) -> tuple[int, int]:
        """Return the upper left corner of a square."""
        return EDGE + CELL * self.board.file(square), self.top + CELL * (self.board.ranks - 1 - self.board.rank(square))


@dataclass(frozen=True, slots=True)
class Moment:
    """The part that changes from picture to picture. Squares by their names; ``marks``: texts beside pieces."""

    pieces: Mapping[str, str]
    told: str
    phase: str
    squares: Sequence[str] = ()
    holes: Sequence[str] = ()
    marks: Mapping[str, str] = field(default_factory=dict)


def picture(scenery: PictureFrame, moment: Moment) -> str:
    """Draw one moment."""
    return f"{before(scenery)}{drawn(scenery, moment)}{END}"


def before(scenery: PictureFrame) -> str:
    """Draw the part before every moment: players, empty board, and the pieces to be drawn from."""
    size = f'width="{scenery.width}" height="{scenery.height}"'
    words = escape(f"{scenery.title}: {', '.join(scenery.names.values())}", quote=False)
    return "".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scenery.width} {scenery.height}" {size} role="img"'
        f' font-family="system-ui, Roboto, Helvetica, Arial, DejaVu Sans, sans-serif"><title>{words}</title>',
        *_pieces(scenery.art), f'<rect {size} fill="{PAPER}"/>', *_players(scenery), *_board(scenery),
    ))


def drawn(scenery: PictureFrame, moment: Moment) -> str:
    """Draw a moment, between :func:`before` and :data:`END`."""
    return "".join(("<g>", *_holes(scenery, moment), *_last(scenery, moment), *_stands(scenery, moment),
                    *_words(scenery, moment), "</g>"))


# --- what stays --------------------------------------------------------------------------------------------------


@cache
def _symbols() -> Mapping[str, str]:
    """Return the drawings of pieces that the pages use: name → symbol."""
    text = PIECES.read_text("utf-8")
    return {match[1]: match[0] for match in re.finditer(r'<symbol id="(\w+)".*?</symbol>', text, re.DOTALL)}


def shape(name: str) -> str:
    """Return the name of the drawing for a piece with this English name; empty: there is none."""
    return next((word for word in name.lower().split() if word in _symbols()), "")


def _pieces(art: Mapping[str, str]) -> Iterator[str]:
    shapes = {kind: shape(name) for kind, name in art.items()}
    yield "<defs>"
    yield from (_symbols()[name] for name in dict.fromkeys(("shield", *shapes.values())) if name)
    for owner in (*COLOURS, "n"):
        fill, rim, sign = COLOURS.get(owner, NOBODYS)
        for kind, name in shapes.items():
            drawing = f'<use href="#{name}" width="34" height="34"/>' if name else _lettered(kind, sign)
            yield (f'<g id="{owner}{kind}" fill="{fill}" stroke="{rim}" color="{sign}" stroke-width="1.5"'
                   f' stroke-linejoin="round" stroke-linecap="round">{drawing}</g>')
    yield "</defs>"


def _lettered(kind: str, sign: str) -> str:
    return (f'<circle cx="17" cy="17" r="13"/><text x="17" y="22" text-anchor="middle" font-size="15" fill="{sign}"'
            f' stroke="none">{kind}</text>')


def _players(scenery: PictureFrame) -> Iterator[str]:
    if scenery.bare:
        return
    y = GAP + 17
    size = next((size for size in TITLE_SIZES if len(scenery.title) <= _letters(scenery, size)), TITLE_SIZES[-1])
    yield _text(EDGE, y, _fitting(scenery, scenery.title, size), size, INK, ' font-weight="700"')
    for number, (seat, name) in enumerate(scenery.names.items(), 1):
        fill, rim, _ = COLOURS[DISCS[seat]]
        yield f'<circle cx="{EDGE + 6}" cy="{y + NAME * number - 5}" r="6" fill="{fill}" stroke="{rim}"/>'
        yield _text(EDGE + 20, y + NAME * number, _fitting(scenery, name, 14, 20), 14, INK)


def _board(scenery: PictureFrame) -> Iterator[str]:
    board, top = scenery.board, scenery.top
    width, height = CELL * board.files, CELL * board.ranks
    yield (f'<rect x="2" y="{top - EDGE + 2}" width="{width + 2 * EDGE - 4}" height="{height + 2 * EDGE - 4}" rx="8"'
           f' fill="{METAL}"/><rect x="{EDGE}" y="{top}" width="{width}" height="{height}" fill="{DARK}"/>')
    light = [square for square in bits(board.all)
             if (board.file(square) + board.rank(square) + board.a1_light) % 2]
    squares = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in map(scenery.at, light))
    yield f'<path d="{squares}" fill="{LIGHT}"/>'
    for square in bits(board.all):
        x, y = scenery.at(square)
        if board.rank(square) == 0:
            yield _text(x + CELL // 2, y + CELL + 15, board.name(square)[0], 12, INK, ' text-anchor="middle"')
        if board.file(square) == 0:
            yield _text(EDGE // 2 + 1, y + CELL // 2 + 4, board.name(square)[1:], 12, INK, ' text-anchor="middle"')


# --- a moment ----------------------------------------------------------------------------------------------------


def _holes(scenery: PictureFrame, moment: Moment) -> Iterator[str]:
    for name in moment.holes:
        x, y = scenery.at(scenery.board.parse(name))
        yield f'<rect data-hole="{name}" x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{HOLE}"/>'


def _last(scenery: PictureFrame, moment: Moment) -> Iterator[str]:
    for name in moment.squares:
        x, y = scenery.at(scenery.board.parse(name))
        yield (f'<rect data-last="{name}" x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" fill="none"'
               f' stroke="{LAST}" stroke-width="2.5"/>')


def _stands(scenery: PictureFrame, moment: Moment) -> Iterator[str]:
    for name, piece in moment.pieces.items():
        x, y = scenery.at(scenery.board.parse(name))
        owner = piece[0] if piece[0] in COLOURS else "n"
        yield f'<use data-square="{name}" data-piece="{piece}" href="#{owner}{piece[1]}" x="{x + 3}" y="{y + 3}"/>'
        if piece.endswith("+"):
            yield (f'<use href="#shield" x="{x + 23}" y="{y + 1}" width="16" height="16" fill="#1d5fd1"'
                   ' stroke="#ffffff" stroke-width="1.4"/>')
    for name, words in moment.marks.items():
        yield from _mark(scenery, name, words)


def _mark(scenery: PictureFrame, name: str, words: str) -> Iterator[str]:
    x, y = scenery.at(scenery.board.parse(name))
    width = 6 + 6.5 * len(words)
    yield (f'<rect x="{x + CELL - width - 1:g}" y="{y + 26}" width="{width:g}" height="13" rx="4" fill="#0d1218"'
           f' stroke="{COLOURS["b"][1]}"/>')
    yield _text(x + CELL - width / 2 - 1, y + 36, words, 10, "#ffffff", ' text-anchor="middle" font-weight="700"')


def _words(scenery: PictureFrame, moment: Moment) -> Iterator[str]:
    if scenery.bare:
        return
    y = scenery.foot + GAP + 14
    letters = _letters(scenery, 14)
    for number, line in enumerate(textwrap.wrap(moment.told, letters, max_lines=TOLD_LINES, placeholder=" …")):
        yield _text(EDGE, y + LINE * number, line, 14, INK)
    under = scenery.height - GAP
    yield _text(EDGE, under, _fitting(scenery, moment.phase, 11, 80), 11, SOFT)
    yield _text(scenery.width - EDGE, under, "Pawnlight", 11, SOFT, ' text-anchor="end"')


def _letters(scenery: PictureFrame, size: int, less: int = 0) -> int:
    """Count the letters that fit into a line."""
    return int((scenery.width - 2 * EDGE - less) / (LETTER * size))


def _fitting(scenery: PictureFrame, words: str, size: int, less: int = 0) -> str:
    most = _letters(scenery, size, less)
    return words if len(words) <= most else f"{words[:most - 1].rstrip()}…"


def _text(x: float, y: float, words: str, size: int, colour: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}"{more}>{escape(words, quote=False)}</text>'
