"""The pictures of the README: small, and what the scripts draw of the real program."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from hardware.lights.frames import look
from table.messages.lights import Role

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "script"))

import draw_glow  # noqa: E402  (found by the line above)

FILM = ROOT / "docs" / "pictures" / "play.webp"
BOARD = FILM.with_name("board.webp")
LARGEST_BYTES = 600_000
SHORT = """
import sys; sys.path.insert(0, "script")
import draw_play; from pathlib import Path
class Film(draw_play.Film):
    def roll(self, for_s):
        before = len(self._taken)
        while for_s and len(self._taken) == before:
            super().roll(for_s)
draw_play.Film, draw_play.FILMED = Film, draw_play.FILMED[:1]
draw_play.LIFTED_S, draw_play.LAID_S, draw_play.MARCH_S = 0.4, 0.2, 0.0
draw_play.main(Path(sys.argv[1]))
"""
"""One move, and nothing after it; looked at until something has changed, however slow a busy computer shows it."""


def lengths_ms(file: Path) -> list[int]:
    """Return how long each picture of an animation is shown."""
    lengths = []
    with Image.open(file) as film:
        for number in range(film.n_frames):
            film.seek(number)
            film.load()
            lengths.append(film.info["duration"])
    return lengths


def test_the_readme_shows_a_film_that_is_small_and_short() -> None:
    assert f'src="{FILM.relative_to(ROOT)}"' in (ROOT / "README.md").read_text("utf-8")
    assert FILM.stat().st_size < LARGEST_BYTES
    lengths = lengths_ms(FILM)
    assert len(lengths) > 15
    assert 8_000 < sum(lengths) < 25_000
    assert min(lengths) >= 60, "nothing flickers"


def test_the_readme_shows_the_glowing_board() -> None:
    assert f'src="{BOARD.relative_to(ROOT)}"' in (ROOT / "README.md").read_text("utf-8")
    assert BOARD.stat().st_size < LARGEST_BYTES


def test_every_pixel_that_the_program_lights_glows_on_the_picture_of_the_board() -> None:
    scene = {
        "pieces": {"e2": "wP", "d7": "bP"},
        "lights": {"e4": {"role": "move", "seat": None}, "d5": {"role": "capture", "seat": None}},
    }
    drawn = draw_glow.board(scene, "e2")
    move, capture = ("rgb({},{},{})".format(*look(role).colour) for role in (Role.MOVE, Role.CAPTURE))
    glow_and_core = 2
    assert [drawn.count(colour) for colour in (move, capture)] == [12 * glow_and_core, 6 * glow_and_core]
    assert drawn.count('<circle cx="0" cy="-61"') == 2, "a head for each pawn"


@pytest.mark.usefixtures("browser")
def test_the_script_films_a_move(tmp_path: Path) -> None:
    """In a process of its own, which may drive a browser of its own; ``browser``: there is one."""
    file = tmp_path / "play.webp"
    done = subprocess.run([sys.executable, "-c", SHORT, str(file)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len(lengths_ms(file)) >= 3
    assert file.stat().st_size < LARGEST_BYTES
