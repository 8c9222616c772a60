"""The look of the panel's board, for pictures of it: its own colours, pieces and lights, read from the panel's files.

Squares, metal and pieces are coloured by the panel's style sheets, pieces drawn by ``pieces.svg``, lights by
``hardware/lights/lights.toml``: a picture drawn anew follows the board.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.core.pieces import SEAT_LETTERS, Piece
from hardware.lights.light_table import TABLE
from hardware.lights.shapes import FORMS, shape_levels
from table.messages.lights import Role

SIDE: Final = 56
"""The side of a square in pixels."""
METAL: Final = 8
"""The usual width of the frame in pixels."""
INK: Final = "#0b0f14"
"""The edge of everything on the board, so that it stands out from squares and lights."""

_PANEL: Final = Path(__file__).resolve().parents[2] / "webpanel" / "static"
_PIXELS: Final = 16
_SYMBOL: Final = re.compile(r'<symbol id="(\w+)" viewBox="0 0 \d+ \d+">(.*?)</symbol>', re.S)


@cache
def _styles() -> str:
    return "\n".join((_PANEL / "css" / f"{name}.css").read_text("utf-8") for name in ("boards", "board", "controls"))


@cache
def style(selector: str, name: str) -> str:
    """Return the value of a property in the panel's style sheets, from the first rule of exactly that selector that has
    it."""
    for rule in re.finditer(rf"^{re.escape(selector)} \{{(.*?)^\}}", _styles(), re.M | re.S):
        value = re.search(rf"^ +{re.escape(name)}: (.+?);$", rule[1], re.M)
        if value:
            return _plain(value[1])
    raise LookupError(f"{selector} has no {name}")


def _plain(value: str) -> str:
    """Return a value, or that of the property it refers to, on the board that a phone has at first."""
    named = re.fullmatch(r"var\((--[a-z-]+)\)", value)
    return style('[data-board="slate"]', named[1]) if named else value


@cache
def symbols() -> Mapping[str, str]:
    """Return the panel's drawings of pieces by name, and of the shield."""
    return dict(_SYMBOL.findall((_PANEL / "pieces.svg").read_text("utf-8")))


def colour(role: str) -> str:
    """Return the colour of a light on screens, as most people have it."""
    entry: dict[str, Any] = TABLE["roles"][role]
    shown: str = entry.get("screen", {}).get("default", entry["colours"]["default"])
    return shown


# --- squares and lights ------------------------------------------------------------------------------------------


def frame(width: int, height: int, metal: int) -> list[str]:
    """Draw brushed metal around a board, ``metal`` pixels wide."""
    stops = re.findall(r"(#\w+) (\d+)%", _metal())
    dark, pale = dict.fromkeys(re.findall(r"#\w+", style(".square.hole", "background")))
    drawn = "".join(f'<stop offset="{at}%" stop-color="{shade}"/>' for shade, at in stops)
    return [
        f'<linearGradient id="metal" x2="1" y2="1">{drawn}</linearGradient>',
        f'<pattern id="hole" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<path fill="{dark}" d="M0 0h4v8H0z"/><path fill="{pale}" d="M4 0h4v8H4z"/></pattern>',
        f'<rect width="{width}" height="{height}" rx="10" fill="url(#metal)"/>',
        f'<rect x="{metal - 1}" y="{metal - 1}" width="{width - 2 * metal + 2}" height="{height - 2 * metal + 2}"'
        f' rx="3" fill="{INK}"/>',
    ]


@cache
def _metal() -> str:
    rule = re.search(r"^ +--frame: *$(.*?);$", _styles(), re.M | re.S)
    assert rule is not None
    return rule[1].partition("linear-gradient(135deg,")[2]


def square(x: float, y: float, light: bool, hole: bool) -> str:
    """Draw a square by its upper left corner, on a board with its frame."""
    fill = "url(#hole)" if hole else style(".square.light" if light else ".square", "background")
    return f'<rect x="{x:g}" y="{y:g}" width="{SIDE}" height="{SIDE}" fill="{fill}" stroke="{INK}" stroke-width=".6"/>'


def ring(x: float, y: float, role: str) -> list[str]:
    """Draw a ring of light at rest, by its centre."""
    levels = shape_levels(FORMS[Role(role)].shape, _PIXELS, 0.5)
    radius, scale = 0.94 * 0.44 * SIDE, 0.94 * SIDE / 100
    return [
        *_dots(x, y, radius, role, [level == 1 for level in levels], ((19 * scale, 0.26), (8.6 * scale, 1.0))),
        *_dots(x, y, radius, role, [0 < level < 1 for level in levels], ((8.6 * scale, 0.3),)),
    ]


def _dots(x: float, y: float, radius: float, role: str, lit: list[bool],
          strokes: tuple[tuple[float, float], ...]) -> list[str]:
    places = [place for place, on in enumerate(lit) if on]
    if not places:
        return []
    after = [*places[1:], places[0] + _PIXELS]
    gaps = " ".join(f"0 {end - place}" for place, end in zip(places, after, strict=True))
    return [
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:.1f}" fill="none" stroke="{colour(role)}" stroke-width="{width:.1f}"'
        f' stroke-opacity="{seen}" stroke-linecap="round" pathLength="{_PIXELS}" stroke-dasharray="{gaps}"'
        f' stroke-dashoffset="{-places[0]}" transform="rotate(-90 {x:g} {y:g})"/>'
        for width, seen in strokes
    ]


# --- pieces ------------------------------------------------------------------------------------------------------


def piece(x: float, y: float, shown: Piece, called: str, badged: bool) -> str:
    """Draw a piece by the centre of its square and its English name, with its shield; ``badged``: room is left below
    it. A piece without a drawing of that name is its letter on a stone, as on the panel.

    One without a drawing of that name is its letter on a stone, as on the panel.
    """
    rule = ".piece-art" if shown.owner is None else f".piece-art.{SEAT_LETTERS[shown.owner]}"
    fill, rim, sign = (style(rule, f"--{part}") for part in ("fill", "rim", "sign"))
    name = next((word for word in called.lower().split() if word in symbols()), None)
    drawing = _lettered(shown.kind, sign) if name is None else symbols()[name]
    side, left, top = (0.82 * SIDE, 0.03, 0.01) if badged else (0.84 * SIDE, 0.08, 0.08)
    at = f"translate({x + (left - 0.5) * SIDE:.1f} {y + (top - 0.5) * SIDE:.1f}) scale({side / 40:.3f})"
    return (
        f'<g transform="{at}" color="{sign}" fill="{fill}" stroke="{rim}" stroke-width="1.5" stroke-linejoin="round"'
        f' stroke-linecap="round">{drawing}{_shield() if shown.shielded else ""}</g>'
    )


def _lettered(kind: str, sign: str) -> str:
    return (
        f'<circle cx="20" cy="20" r="15"/><text x="20" y="26" text-anchor="middle" font-size="17" fill="{sign}"'
        f' stroke="none">{kind}</text>'
    )


def _shield() -> str:
    selector = ".piece .shield use"
    fill, edge = style(selector, "fill"), style(selector, "stroke")
    return (
        f'<g transform="translate(25.6 -2.4) scale(.88)" fill="{fill}" stroke="{edge}" stroke-width="1.4">'
        f'{symbols()["shield"]}</g>'
    )
