"""Draw a glowing board of wood beside a phone, for the README: ``script/draw_glow.py`` writes docs/pictures/board.webp.

Nobody has built one yet, so it is computed: every pixel has the place, colour and brightness that the program gives it
for the position which the phone shows. The wood and the pieces are imagined.
"""

import base64
import io
import sys
import tempfile
from math import cos, pi, sin
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("", "tests/support", "tests/end_to_end")]

import chromium
import draw_play
from table_process import TableProcess
from waiting import wait_for

from engine.core.pieces import Seat
from hardware.lights.frames import look
from hardware.lights.shapes import FORMS, levels
from hardware.ports import Rgb
from table.messages.lights import Role

FILE: Final = draw_play.ROOT / "docs" / "pictures" / "board.webp"
LIFTED: Final = "f5"
WIDTH, HEIGHT = 1120, 700
PIXELS: Final = 12
SEEN_S: Final = 0.4
"""The moment that is shown of lights that move."""
TILT, DISTANCE, SCALE = 0.62, 15.5, 1010.0
"""The tilt of the board in radians, the distance of the eye in squares, and the scale of it all."""
BODIES: Final = {"w": ("#f6e7c8", "#caa873", "#7d5f35"), "b": ("#6d4a35", "#3a2519", "#170d08")}
"""A piece's wood: lit, in half light, in shadow."""

Point = tuple[float, float]


def seen_at(x: float, y: float, z: float = 0.0) -> tuple[float, float, float]:
    """Return where a point of the board appears, and how large a square is there.

    In squares from the middle of the board, y away from White, z upwards.
    """
    up, away = y * cos(TILT) + z * sin(TILT), y * sin(TILT) - z * cos(TILT)
    size = SCALE / (DISTANCE + away)
    return 366 + x * size, 352 - up * size, size


def middle(square: str) -> Point:
    """Return the middle of a square, as :func:`seen_at` takes it."""
    return ord(square[0]) - ord("a") - 3.5, int(square[1:]) - 4.5


def outline(points: list[tuple[float, float, float]], fill: str, more: str = "") -> str:
    """Return a flat shape by its corners on the board."""
    corners = " ".join("{:.1f},{:.1f}".format(*seen_at(*each)) for each in points)
    return f'<polygon points="{corners}" fill="{fill}" {more}/>'


def wood() -> list[str]:
    """Return the board without its lights."""
    rim, deep = 4.55, -0.5
    parts = [
        outline([(-rim, -rim, 0), (rim, -rim, 0), (rim, -rim, deep), (-rim, -rim, deep)], "#2a190e"),
        outline([(-rim, -rim, 0), (rim, -rim, 0), (rim, rim, 0), (-rim, rim, 0)], "url(#frame)"),
    ]
    for rank in range(8):
        for file in range(8):
            left, near = file - 4.0, rank - 4.0
            corners = [(left, near, 0.0), (left + 1, near, 0.0), (left + 1, near + 1, 0.0), (left, near + 1, 0.0)]
            parts.append(outline(corners, "#6b4a2c" if (file + rank) % 2 else "#3b2616", 'stroke="#21140b"'))
    return parts


def pixels(light: dict[str, Any]) -> list[tuple[int, Rgb, float]]:
    """Return the pixels of a ring that shine: number, colour, brightness from 0 to 1."""
    role = Role(light["role"])
    seen = look(role)
    colour = seen.colours[Seat(light["seat"])] if seen.colours else seen.colour
    form = FORMS[role]
    step = int(SEEN_S / form.period_s * PIXELS) if form.period_s else 0
    shining = levels(form, PIXELS, True, True, step, 0.15)
    return [(number, colour, float(level)) for number, level in enumerate(shining) if level]


def ring(square: str, light: dict[str, Any]) -> list[str]:
    """Return the light that comes through the wood around a square's middle, pixel by pixel."""
    x, y = middle(square)
    glow, cores = [], []
    for number, colour, level in pixels(light):
        angle = 2 * pi * number / PIXELS
        at_x, at_y, size = seen_at(x + 0.4 * sin(angle), y + 0.4 * cos(angle))
        shade = "rgb({},{},{})".format(*colour)
        place = f'cx="{at_x:.1f}" cy="{at_y:.1f}" fill="{shade}"'
        bright = level**0.6  # how bright a pixel looks is not how much it is driven
        glow.append(f'<ellipse {place} rx="{0.2 * size:.1f}" ry="{0.16 * size:.1f}" opacity="{0.32 * bright:.2f}"/>')
        cores.append(f'<ellipse {place} rx="{0.07 * size:.1f}" ry="{0.057 * size:.1f}" opacity="{bright:.2f}"/>')
    return ['<g filter="url(#soft)">', *glow, '</g><g filter="url(#fine)">', *cores, "</g>"]


def pawn(square: str, seat: str, lift: float = 0.0) -> str:
    """Return a turned pawn on its square, or so many squares above it."""
    x, y = middle(square)
    at_x, at_y, size = seen_at(x, y, lift)
    profile = (
        "M-25 0 C-25 9 25 9 25 0 C25 -9 18 -10 15 -15 C9 -25 8 -36 8 -41 L13 -44 L13 -48 L7 -50"
        " L-7 -50 L-13 -48 L-13 -44 L-8 -41 C-8 -36 -9 -25 -15 -15 C-18 -10 -25 -9 -25 0 Z"
    )
    return (
        f'<g transform="translate({at_x:.1f} {at_y:.1f}) scale({size / 104:.3f})">'
        f'<path d="{profile}" fill="url(#body-{seat})"/><circle cx="0" cy="-61" r="14" fill="url(#head-{seat})"/></g>'
    )


def shadow(square: str, strength: float) -> str:
    """Return the shadow of a piece."""
    at_x, at_y, size = seen_at(*middle(square))
    return (
        f'<ellipse cx="{at_x + 0.08 * size:.1f}" cy="{at_y:.1f}" rx="{0.3 * size:.1f}" ry="{0.2 * size:.1f}"'
        f' fill="#000" opacity="{strength}" filter="url(#fine)"/>'
    )


def gradients() -> list[str]:
    """Return what fills and filters refer to."""
    parts = [
        '<filter id="soft" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="8"/></filter>',
        '<filter id="fine" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="1.6"/></filter>',
        '<linearGradient id="frame" x2="0" y2="1"><stop stop-color="#38220f"/><stop offset="1" stop-color="#6e4522"/>'
        "</linearGradient>",
    ]
    for seat, (lit, half, dark) in BODIES.items():
        shades = ((0, lit), (0.55, half), (1, dark))
        stops = "".join(f'<stop offset="{at}" stop-color="{shade}"/>' for at, shade in shades)
        parts.append(f'<linearGradient id="body-{seat}">{stops}</linearGradient>')
        parts.append(f'<radialGradient id="head-{seat}" cx=".35" cy=".3" r=".8">{stops}</radialGradient>')
    return parts


def board(scene: dict[str, Any], lifted: str) -> str:
    """Return the board of a scene as SVG, with one piece in the air."""
    pieces: dict[str, str] = {square: piece[0] for square, piece in scene["pieces"].items()}
    far_first = sorted(pieces, key=lambda square: -int(square[1:]))
    parts = ["<defs>", *gradients(), "</defs>", *wood()]
    for square, light in sorted(scene["lights"].items()):
        if light["role"]:
            parts += ring(square, light)
    parts += [shadow(square, 0.25 if square == lifted else 0.5) for square in far_first]
    parts += [pawn(square, pieces[square], 0.9 if square == lifted else 0.0) for square in far_first]
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">{"".join(parts)}</svg>'


def page(drawing: str, phone: bytes) -> str:
    """Return both side by side, as a page to be photographed."""
    shown = base64.b64encode(phone).decode()
    return f"""<body style="margin:0; width:{WIDTH}px; height:{HEIGHT}px; position:relative; overflow:hidden;
 background:radial-gradient(circle at 35% 45%, #33291f, #0d0b09 75%)">{drawing}
<img src="data:image/png;base64,{shown}" width="318" style="position:absolute; right:34px; top:58px;
 border:9px solid #16181b; border-radius:34px; box-shadow:0 0 0 2px #3a3f46, 14px 24px 50px #000"></body>"""


def draw(browser: Browser, table: TableProcess, file: Path) -> None:
    """Lift a piece on the screen board, and draw what the program then shows on rings and phone."""
    phone = browser.new_context(**draw_play.PHONE | {"device_scale_factor": 2}).new_page()
    phone.goto(table.address)
    phone.tap(f'[data-square="{LIFTED}"]')
    phone.wait_for_selector('[data-square="g4"] .ring')
    phone.wait_for_timeout(600)
    scene = table.get("/api/table")["scene"]
    sheet = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=1)
    sheet.set_content(page(board(scene, LIFTED), phone.screenshot()))
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.open(io.BytesIO(sheet.screenshot())).save(file, quality=82, method=6)


def main(file: Path = FILE) -> int:
    """Draw and write."""
    with tempfile.TemporaryDirectory() as data, TableProcess(Path(data)) as table, sync_playwright() as playwright:
        key = table.post("/api/games/import", record=draw_play.BEFORE)["key"]
        table.post(f"/api/games/{key}/resume")
        wait_for(lambda: table.get("/api/table")["scene"]["status"] == "play", "the board set up")
        with playwright.chromium.launch(executable_path=chromium.path(), args=["--no-sandbox"]) as browser:
            draw(browser, table, file)
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2])))
