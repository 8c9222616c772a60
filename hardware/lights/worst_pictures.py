"""Estimates of the current of each branch in the pictures that games really show, before lights are dimmed for it.

The pictures are in ``worst_pictures.json``: of whole games that robots play, those in which some ranks or files next to
each other draw most (``script/find_worst_pictures.py``). In any other branch the worst of them is a good estimate, no
more.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

from engine.core.json_fields import read_json
from engine.core.pieces import Seat
from engine.core.squares import Board, Square
from hardware.board_map import BoardMap, wire
from hardware.errors import BadLights
from hardware.lights.frames import frame, next_change
from hardware.lights.palettes import PALETTES
from hardware.lights.power import Branch
from table.messages.lights import Badge, Light, Lights, Overlay, Role
from table.messages.settings import Settings

FILE: Final = Path(__file__).with_suffix(".json")
PAUSED: Final = "a pause"
"""The name, beside those of games, under which the breath of a paused board is told."""
_MOMENTS: Final = 100
"""The changes of a light that are looked at: more than any motion has before it repeats."""
_USUALLY_LIT: Final = 16


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that a game showed, and the game's id."""

    game: str
    board: Board
    overlay: Overlay
    lights: Lights
    turn: Seat | None = None


@dataclass(frozen=True, slots=True)
class Worst:
    """The most that a branch would draw at full brightness, in amperes, and the game that shows it."""

    drawn_a: float
    game: str


def worst(branch: Branch, board_map: BoardMap, pictures: Iterable[Picture]) -> Worst:
    """Return the worst of a branch, in any palette. Games that do not fit on the board are left out."""
    per_ring = board_map.pixels_per_ring
    starts = {ring * per_ring for ring in branch.rings}
    fed = [board_map.board.names[square] for square, first in enumerate(board_map.first_pixels) if first in starts]
    dark_a = len(branch.rings) * _ring_a(Light(), Overlay.NONE, None, "default", per_ring)
    worst = Worst(dark_a, "")
    for picture in _fitting(board_map.board, pictures):
        for palette in PALETTES:
            lit_a = dark_a + sum(_more_a(picture, name, palette, per_ring) for name in fed)
            worst = max(worst, Worst(lit_a, picture.game), key=lambda each: each.drawn_a)
    return worst


def usual_a(branch: Branch, per_ring: int) -> float:
    """Return what a branch draws, at full brightness, when the pieces that may move are lit: in most games 16."""
    dark_a = _ring_a(Light(), Overlay.NONE, None, "default", per_ring)
    lit_a = _ring_a(Light(Role.TURN, None, Seat.WHITE), Overlay.NONE, None, "default", per_ring)
    lit = min(_USUALLY_LIT, len(branch.rings))
    return lit * lit_a + (len(branch.rings) - lit) * dark_a


def _fitting(board: Board, pictures: Iterable[Picture]) -> Iterable[Picture]:
    shown = [each for each in pictures if board.holds(each.board.files - 1, each.board.ranks - 1)]
    sizes = dict.fromkeys(each.board for each in shown)
    return chain(shown, (Picture(PAUSED, size, Overlay.PAUSE, {}, seat) for size in sizes for seat in Seat))


def _more_a(picture: Picture, name: str, palette: str, per_ring: int) -> float:
    """Return what the ring of a square draws beyond a dark one."""
    square = picture.board.by_name.get(name)
    light = None if square is None else picture.lights.get(square, Light())
    if light is None:
        return 0.0
    given = (picture.overlay, picture.turn, palette, per_ring)
    return _ring_a(light, *given) - _ring_a(Light(), Overlay.NONE, None, palette, per_ring)


@lru_cache(maxsize=4096)
def _ring_a(light: Light, overlay: Overlay, turn: Seat | None, palette: str, per_ring: int) -> float:
    """Return the most that a ring draws while it shows a light, whatever its motion."""
    one, settings = wire(Board(1, 1), pixels_per_ring=per_ring), Settings(brightness=100, palette=palette)
    lights, most_a, t_s = {Square(0): light}, 0.0, 0.0
    for _ in range(_MOMENTS):
        most_a = max(most_a, frame(lights, overlay, turn, settings, one, t_s, supply_a=1000.0).drawn_a)
        later_s = next_change(lights, overlay, settings, one, t_s)
        if later_s is None:
            break
        t_s = later_s
    return most_a


def by_square(picture: Picture, per_ring: int = 12) -> Mapping[Square, float]:
    """Return what the lit rings of a picture draw beyond dark ones, at full brightness, in the default palette."""
    return {
        square: _more_a(picture, picture.board.names[square], "default", per_ring) for square in picture.lights
    }


# --- text form ---------------------------------------------------------------------------------------------------


def dump(pictures: Sequence[Picture]) -> str:
    """Return pictures as JSON text that :func:`parse` reads back, a line for each."""
    return "[\n" + ",\n".join(json.dumps(_as_data(picture)) for picture in pictures) + "\n]\n"


def _as_data(picture: Picture) -> dict[str, Any]:
    squares: dict[str, list[str]] = {}
    for square in sorted(picture.lights):
        squares.setdefault(_light_text(picture.lights[square]), []).append(picture.board.names[square])
    lights = {light: " ".join(names) for light, names in sorted(squares.items())}
    size = {"files": picture.board.files, "ranks": picture.board.ranks}
    return {"game": picture.game, **size, "overlay": picture.overlay, "lights": lights}


def _light_text(light: Light) -> str:
    return ",".join((light.role or "", light.badge or "", light.seat or ""))


def _light(text: str) -> Light:
    role, badge, seat = text.split(",")
    return Light(Role(role) if role else None, Badge(badge) if badge else None, Seat(seat) if seat else None)


def parse(text: str) -> tuple[Picture, ...]:
    """Read pictures from their text.

    :raises BadLights: it is not JSON.
    :raises ValueError: a name in it is not known any more: write the file anew.
    """
    return tuple(_picture(each) for each in read_json(text, lambda reason: BadLights(f"{FILE.name} is {reason}")))


def _picture(data: Mapping[str, Any]) -> Picture:
    board = Board(data["files"], data["ranks"])
    lights = {board.parse(name): _light(light) for light, names in data["lights"].items() for name in names.split()}
    return Picture(data["game"], board, Overlay(data["overlay"]), lights)


def load() -> tuple[Picture, ...]:
    """Read the pictures of the file."""
    return parse(FILE.read_text("utf-8"))
