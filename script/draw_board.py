"""Draw positions as SVG: ``script/draw_board.py [GAME …]`` draws the pictures of the rules of these games, or of all.

Each entry of a game's ``rules/pictures.json`` names a picture: ``options``, ``state`` (as for ``setup``; left out: the
start), ``actions`` played from there, ``title`` (what it shows, for those who cannot see it), and what is drawn on the
board:

- ``area``: the corner squares of the part that is shown (``"a1 h4"``); left out: the whole board
- ``squares``: ``{"capture": "d5 f5"}``: rings of light, named as in ``hardware/lights/lights.toml``
- ``arrows``: ``{"move": "e2e3 e2e4"}``: arrows in the colours of these lights
- ``labels``: ``{"c3": "3/4"}``: small words on squares, in figures alone: pictures are the same in all languages
"""

import json
import math
import sys
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from parts.board_look import INK, METAL, SIDE, colour, frame, piece, ring, square, style

from engine.core.squares import FILE_LETTERS, Board, Square
from engine.game import EVERYTHING, SPECTATOR
from engine.records.game_record import begin, replay
from engine.registry import find_game, folder_of, game_ids

WORDS = style(".ruler", "color")
BADGE = style(".mark", "background")
BADGE_WORDS = style(".mark", "color")
HEAD = 15
"""The length of the head of an arrow."""
BESIDE = 0.33 * SIDE
"""The distance at which an arrow between two pieces that stand head to head runs beside them: between them is no
room."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The part of a board on a picture: files and ranks from 0, both ends shown."""

    board: Board
    files: range
    ranks: range

    @property
    def large(self) -> bool:
        """True if the picture is so large that, scaled to a phone, letters have no room beside pieces: they stand on
        the frame."""
        return max(len(self.files), len(self.ranks)) > 10

    @property
    def frame(self) -> int:
        """The width of the frame."""
        return 4 * METAL if self.large else METAL

    @property
    def width(self) -> int:
        return len(self.files) * SIDE + 2 * self.frame

    @property
    def height(self) -> int:
        return len(self.ranks) * SIDE + 2 * self.frame

    def middle(self, square: Square) -> tuple[int, int]:
        """Return the centre of a square in pixels."""
        x = self.frame + (self.board.file(square) - self.files.start) * SIDE + SIDE // 2
        return x, self.frame + (self.ranks.stop - 1 - self.board.rank(square)) * SIDE + SIDE // 2

    def squares(self) -> list[Square]:
        """List the squares that are shown."""
        return [self.board.square(file, rank) for file in self.files for rank in self.ranks]


def sheet(board: Board, area: str | None) -> Sheet:
    """Make a sheet of the whole board, or of the part between two corner squares."""
    if area is None:
        return Sheet(board, range(board.files), range(board.ranks))
    low, high = (board.parse(name) for name in area.split())
    return Sheet(
        board, range(board.file(low), board.file(high) + 1), range(board.rank(low), board.rank(high) + 1)
    )


# --- parts of a picture ------------------------------------------------------------------------------------------


def draw_squares(page: Sheet, holes: int) -> list[str]:
    """Draw the board's squares."""
    drawn = []
    for each in page.squares():
        x, y = page.middle(each)
        light = (page.board.file(each) + page.board.rank(each)) % 2 != page.board.a1_light
        drawn.append(square(x - SIDE / 2, y - SIDE / 2, light, bool(holes >> each & 1)))
    return drawn


def draw_edges(page: Sheet) -> list[str]:
    """Draw file letters and rank numbers: small in the corners of the outer squares, as on the panel, or on the
    frame."""
    files, ranks = [FILE_LETTERS[file] for file in page.files], [str(rank + 1) for rank in page.ranks]
    bottom = page.height - page.frame
    if page.large:
        return [
            *(_words(page.frame + (place + 0.5) * SIDE, bottom + 25, file, 26, INK, "middle")
              for place, file in enumerate(files)),
            *(_words(page.frame / 2, bottom - (place + 0.5) * SIDE + 9, rank, 26, INK, "middle")
              for place, rank in enumerate(ranks)),
        ]
    return [
        *(_words(METAL + place * SIDE + 4, bottom - 4, file, 12, WORDS, "start") for place, file in enumerate(files)),
        *(_words(METAL + 4, bottom - (place + 1) * SIDE + 13, rank, 12, WORDS, "start")
          for place, rank in enumerate(ranks)),
    ]


def _words(x: float, y: float, text: str, size: int, fill: str, anchor: str, more: str = "") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{more}>{escape(text)}</text>'
    )


Ends = tuple[Square, Square]
"""The first and the last square of an arrow."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow as it is drawn: its origin, its direction in degrees, and the distance of its tip."""

    x: float
    y: float
    angle: float
    tip: float


def lay(page: Sheet, ends: Sequence[Ends], pieces: Container[Square]) -> list[Arrow]:
    """Lay arrows: each ends at the edge of the piece on its target.

    Between two who stand head to head an arrow would be all head: it runs beside them, on their right, or on their left
    if another arrow leads off to the right.

    Between two who stand head to head an arrow would be all head: it runs beside them, on their right, or on their left
    if another arrow leads off to the right.
    """
    to_right = {source for source, target in ends if page.board.file(target) > page.board.file(source)}
    laid = []
    for source, target in ends:
        (x1, y1), (x2, y2) = page.middle(source), page.middle(target)
        length, angle = math.hypot(x2 - x1, y2 - y1), math.degrees(math.atan2(y2 - y1, x2 - x1))
        if head_to_head(page.board, source, target, pieces):
            laid.append(Arrow(x1 - BESIDE if source in to_right else x1 + BESIDE, y1, angle, 0.95 * length))
        else:
            laid.append(Arrow(x1, y1, angle, length + SIDE * (-0.36 if target in pieces else 0.08)))
    return laid


def head_to_head(board: Board, source: Square, target: Square, pieces: Container[Square]) -> bool:
    """True if two adjacent squares of a file both have a piece."""
    return (
        board.file(source) == board.file(target) and abs(board.rank(source) - board.rank(target)) == 1
        and source in pieces and target in pieces
    )


def draw_arrow(laid: Arrow, role: str) -> tuple[str, str]:
    """Draw the shaft of an arrow, which goes below pieces, and its head, which goes above them."""
    at = f'<g transform="translate({laid.x:g} {laid.y:g}) rotate({laid.angle:.1f})" fill="{colour(role)}"'
    shaft = f'd="M0 0H{laid.tip - HEAD:.1f}" stroke-linecap="round" fill="none"'
    head = f"M{laid.tip:.1f} 0l-{HEAD}-9v18z"
    return (
        f'{at}><path {shaft} stroke="{INK}" stroke-width="9"/>'
        f'<path {shaft} stroke="{colour(role)}" stroke-width="6"/></g>',
        f'{at} stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"><path d="{head}"/></g>',
    )


def draw_label(page: Sheet, square: Square, text: str, to_left: bool) -> list[str]:
    """Draw a small label in the lower right corner of a square; or in the left one, where an arrow comes from the
    right."""
    x, y = page.middle(square)
    width = 7.2 * len(text) + 8
    left, top = x - SIDE / 2 + 1 if to_left else x + SIDE / 2 - width - 1, y + SIDE / 2 - 18
    return [
        f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="17" rx="5" fill="{BADGE}" stroke="#c3ced9"/>',
        _words(left + width / 2, top + 13, text, 13, BADGE_WORDS, "middle", ' font-weight="700"'),
    ]


# --- a whole picture ---------------------------------------------------------------------------------------------


def picture(game_id: str, entry: Mapping[str, Any]) -> str:
    """Return the SVG that an entry of a game's data file describes.

    :raises EngineError: the position or an action of it is refused by the rules.
    """
    game = find_game(game_id)
    played = replay(
        begin(game, game.read_options(entry.get("options", {})), entry.get("state")),
        tuple(entry.get("actions", "").split()),
    )
    board, labels = game.board(played.options), entry.get("labels", {})
    page, pieces = sheet(board, entry.get("area")), game.view(played.position, EVERYTHING).pieces
    holes = game.describe(played.position, SPECTATOR).holes
    drawn = [*frame(page.width, page.height, page.frame), *draw_squares(page, holes)]
    for role, names in entry.get("squares", {}).items():
        for name in names.split():
            drawn += ring(*page.middle(board.parse(name)), role)
    drawn += draw_edges(page)
    roles = [role for role, names in entry.get("arrows", {}).items() for _ in names.split()]
    ends = [each for names in entry.get("arrows", {}).values() for each in ends_of(board, names)]
    laid = lay(page, ends, pieces)
    arrows = [draw_arrow(arrow, role) for arrow, role in zip(laid, roles, strict=True)]
    from_right = {target for arrow, (_, target) in zip(laid, ends, strict=True) if arrow.x > page.middle(target)[0]}
    drawn += [shaft for shaft, _ in arrows]
    for each in sorted(set(page.squares()) & set(pieces)):
        called = str(game.piece_names[pieces[each].kind])
        drawn.append(piece(*page.middle(each), pieces[each], called, board.name(each) in labels))
    for name, text in labels.items():
        drawn += draw_label(page, board.parse(name), text, board.parse(name) in from_right)
    drawn += [head for _, head in arrows]
    return _document(page, entry["title"], drawn)


def ends_of(board: Board, arrows: str) -> list[Ends]:
    """Split arrows: ``b2b10`` → b2 and b10."""
    cuts = [(each, next(place for place in range(2, len(each)) if each[place].isalpha())) for each in arrows.split()]
    return [(board.parse(each[:cut]), board.parse(each[cut:])) for each, cut in cuts]


def _document(page: Sheet, title: str, drawn: Sequence[str]) -> str:
    size = f"{page.width} {page.height}"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{page.width}" height="{page.height}"'
        ' role="img" font-family="system-ui, sans-serif">',
        f"<title>{escape(title)}</title>",
        *drawn, "</svg>", "",
    ])


def entries(game_id: str) -> dict[str, Any]:
    """Return the entries of a game's data file; none if the game has no such file."""
    path = folder_of(game_id) / "rules" / "pictures.json"
    described: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return described


def main(games: Sequence[str]) -> int:
    unknown = [game_id for game_id in games if game_id not in game_ids()]
    if unknown:
        print(f"no such game: {', '.join(unknown)}; there are {', '.join(game_ids())}", file=sys.stderr)
        return 2
    for game_id in games or game_ids():
        folder = folder_of(game_id) / "rules" / "pictures"
        for name, entry in entries(game_id).items():
            folder.mkdir(exist_ok=True)
            (folder / f"{name}.svg").write_text(picture(game_id, entry), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
