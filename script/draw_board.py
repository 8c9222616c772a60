"""Draw positions as SVG: ``script/draw_board.py [GAME …]`` draws the pictures of the rules of these games, or of all.

Each entry of a game's ``rules/pictures.json`` names a picture: ``options``, ``state`` (as for ``setup``; left out: the
start), ``actions`` played from there, ``title`` (what it shows, for those who cannot see it), and what is drawn on the
board:

- ``area``: the corner squares of the part that is shown (``"a1 h4"``); left out: the whole board
- ``arrows``: ``{"move": "e2e3 e2e4"}``; roles: move, capture, own, other
- ``squares``: ``{"capture": "d5 f5"}``: coloured squares, same roles
- ``labels``: ``{"c3": "3/4"}``: small words on squares
- ``a1``: ``"light"`` where that corner is a light square
"""

import json
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.pieces import Piece, Seat
from engine.record import begin, replay
from engine.registry import find_game, folder_of, game_ids
from engine.squares import FILE_LETTERS, Board, Square

SIDE = 44
"""A square's side in pixels."""
EDGE = 22
"""Room around the board for file letters and rank numbers."""

FRAME, WORDS = "#262c34", "#dfe4ea"
LIGHT, DARK, HOLE = "#eee6d8", "#c8b79c", "#3a3f46"
ROLES = {"move": "#2f9e57", "capture": "#d0342c", "own": "#2f6fd0", "other": "#a15ec4"}
FILL = {Seat.WHITE: "#ffffff", Seat.BLACK: "#2b2f36", Seat.RED: "#e0685a", Seat.BLUE: "#5b8fe0"}
INK = {Seat.WHITE: "#2b2f36", Seat.BLACK: "#f3f3f3", Seat.RED: "#2b1210", Seat.BLUE: "#0f1c33"}
NEUTRAL = {"L": ("#57b36b", "#0d2a14"), "D": ("#7a5aa8", "#ffffff"), "N": ("#9a9a9a", "#1c1c1c")}
SHIELD = "#e3a416"
PAWN = (
    "M{x} {top}a6 6 0 0 1 4 10.500c.600 5 3 7.500 5.500 10.500v3h-19v-3c2.500-3 4.900-5.500 5.500-10.500"
    "a6 6 0 0 1 4-10.500z"
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where squares lie on the picture: files and ranks from 0, both ends shown."""

    board: Board
    files: range
    ranks: range

    @property
    def width(self) -> int:
        return len(self.files) * SIDE + 2 * EDGE

    @property
    def height(self) -> int:
        return len(self.ranks) * SIDE + 2 * EDGE

    def middle(self, square: Square) -> tuple[int, int]:
        """The middle of a square in pixels."""
        x = EDGE + (self.board.file(square) - self.files.start) * SIDE + SIDE // 2
        return x, EDGE + (self.ranks.stop - 1 - self.board.rank(square)) * SIDE + SIDE // 2

    def squares(self) -> list[Square]:
        """The squares that are shown."""
        return [self.board.square(file, rank) for file in self.files for rank in self.ranks]


def sheet(board: Board, area: str | None) -> Sheet:
    """The whole board, or the part between two corner squares."""
    if area is None:
        return Sheet(board, range(board.files), range(board.ranks))
    low, high = (board.parse(name) for name in area.split())
    return Sheet(
        board, range(board.file(low), board.file(high) + 1), range(board.rank(low), board.rank(high) + 1)
    )


# --- parts of a picture ------------------------------------------------------------------------------------------


def draw_squares(page: Sheet, colours: Mapping[Square, str], holes: int, light_corner: bool) -> list[str]:
    """The board's squares, coloured ones with a frame of their colour; ``light_corner``: a1 is a light square."""
    drawn = []
    for square in page.squares():
        x, y = (value - SIDE // 2 for value in page.middle(square))
        dark = (page.board.file(square) + page.board.rank(square)) % 2 == light_corner
        fill = HOLE if holes >> square & 1 else DARK if dark else LIGHT
        drawn.append(f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}"/>')
        if square in colours:
            drawn.append(
                f'<rect x="{x + 2}" y="{y + 2}" width="{SIDE - 4}" height="{SIDE - 4}" rx="5" fill="{colours[square]}"'
                f' fill-opacity=".28" stroke="{colours[square]}" stroke-width="3"/>'
            )
    return drawn


def draw_edges(page: Sheet) -> list[str]:
    """File letters below, rank numbers at the left."""
    below, left = page.height - EDGE / 2 + 4, EDGE / 2
    drawn = [
        _words(EDGE + number * SIDE + SIDE / 2, below, FILE_LETTERS[file], 12, WORDS)
        for number, file in enumerate(page.files)
    ]
    return drawn + [
        _words(left, page.height - EDGE - number * SIDE - SIDE / 2 + 4, str(rank + 1), 12, WORDS)
        for number, rank in enumerate(page.ranks)
    ]


def _words(x: float, y: float, text: str, size: int, colour: str, more: str = "") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="middle"{more}>{escape(text)}</text>'
    )


def draw_piece(page: Sheet, square: Square, piece: Piece) -> list[str]:
    """A pawn as a pawn, every other kind as a disc with its letter; a Shield as a golden ring."""
    x, y = page.middle(square)
    fill, ink = NEUTRAL[piece.kind] if piece.owner is None else (FILL[piece.owner], INK[piece.owner])
    edge = "#15181c" if piece.owner is not Seat.BLACK else "#e8e8e8"
    drawn = []
    if piece.shielded:
        drawn.append(f'<circle cx="{x}" cy="{y}" r="18.5" fill="none" stroke="{SHIELD}" stroke-width="4"/>')
    if piece.kind == "P":
        path = PAWN.format(x=x, top=y - 14)
        return [*drawn, f'<path d="{path}" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>']
    drawn.append(f'<circle cx="{x}" cy="{y}" r="14.5" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>')
    return [*drawn, _words(x, y + 6, piece.kind, 17, ink, ' font-weight="700"')]


def draw_arrow(page: Sheet, source: Square, target: Square, colour: str, covered: bool) -> str:
    """An arrow from the edge of one square's piece to another square; if that is covered, to the edge of its piece."""
    (x1, y1), (x2, y2) = page.middle(source), page.middle(target)
    length, angle = math.hypot(x2 - x1, y2 - y1) - 13 * covered, math.degrees(math.atan2(y2 - y1, x2 - x1))
    return (
        f'<g transform="translate({x1} {y1}) rotate({angle:.1f})" fill="{colour}" stroke="{colour}" opacity=".92">'
        f'<path d="M13 0H{length - 8:.1f}" stroke-width="6" stroke-linecap="round"/>'
        f'<path d="M{length + 5:.1f} 0l-13-8v16z" stroke="none"/></g>'
    )


def draw_label(page: Sheet, square: Square, text: str) -> list[str]:
    """A small word at the foot of a square."""
    x, y = page.middle(square)
    width, foot = 7 * len(text) + 6, y + SIDE // 2
    return [
        f'<rect x="{x - width / 2:g}" y="{foot - 14}" width="{width}" height="13" rx="4" fill="{FRAME}"/>',
        _words(x, foot - 3.5, text, 11, "#ffffff"),
    ]


# --- a whole picture ---------------------------------------------------------------------------------------------


def picture(game_id: str, entry: Mapping[str, Any]) -> str:
    """The SVG that an entry of a game's data file describes.

    :raises EngineError: the position or an action of it is refused by the rules.
    """
    game = find_game(game_id)
    played = replay(
        begin(game, game.read_options(entry.get("options", {})), entry.get("state")),
        tuple(entry.get("actions", "").split()),
    )
    board = game.board(played.options)
    page, pieces = sheet(board, entry.get("area")), game.view(played.position).pieces
    shown = set(page.squares())
    colours = {
        board.parse(name): ROLES[role] for role, names in entry.get("squares", {}).items() for name in names.split()
    }
    drawn = draw_squares(page, colours, game.describe(played.position).holes, entry.get("a1") == "light")
    drawn += draw_edges(page)
    for square in sorted(shown & set(pieces)):
        drawn += draw_piece(page, square, pieces[square])
    for role, arrows in entry.get("arrows", {}).items():
        for source, target in (_ends(board, arrow) for arrow in arrows.split()):
            drawn.append(draw_arrow(page, source, target, ROLES[role], target in pieces))
    for name, text in entry.get("labels", {}).items():
        drawn += draw_label(page, board.parse(name), text)
    return _document(page, entry["title"], drawn)


def _ends(board: Board, arrow: str) -> tuple[Square, Square]:
    """``b2b10`` → b2 and b10."""
    cut = next(place for place in range(2, len(arrow)) if arrow[place].isalpha())
    return board.parse(arrow[:cut]), board.parse(arrow[cut:])


def _document(page: Sheet, title: str, drawn: Sequence[str]) -> str:
    size = f"{page.width} {page.height}"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{page.width}" height="{page.height}"'
        ' role="img" font-family="system-ui, sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{page.width}" height="{page.height}" rx="8" fill="{FRAME}"/>',
        *drawn, "</svg>", "",
    ])


def entries(game_id: str) -> dict[str, Any]:
    """What a game's data file describes; nothing if it has none."""
    path = folder_of(game_id) / "rules" / "pictures.json"
    described: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return described


def main(games: Sequence[str]) -> int:
    unknown = [game_id for game_id in games if game_id not in game_ids()]
    if unknown:
        print(f"no such game: {', '.join(unknown)}", file=sys.stderr)
        return 2
    for game_id in games or game_ids():
        folder = folder_of(game_id) / "rules" / "pictures"
        for name, entry in entries(game_id).items():
            folder.mkdir(exist_ok=True)
            (folder / f"{name}.svg").write_text(picture(game_id, entry), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
