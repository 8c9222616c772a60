"""Film a few moves on the screen board, for the README: ``script/draw_play.py`` writes docs/pictures/play.webp.

Plays on the real program, in Chromium, as a finger does. Needs the libraries of the tests (script/bootstrap --dev).
"""

import io
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests" / "support"), str(ROOT / "tests" / "end_to_end")]

import chromium  # noqa: E402  (found by the line above)
from table_process import TableProcess  # noqa: E402
from waiting import wait_for  # noqa: E402

FILE = ROOT / "docs" / "pictures" / "play.webp"
BEFORE = """[Game "pawn-advance"]
[Rules "1"]
[White "Ada"]
[Black "Bo"]

a1a3 c1c3 e1e3 g1g3 b8b6 d8d6 f8f6 h8h6 +b1 +c1 +g8 +f8 b2b3 d2d3 f2f3 h2h3 a7a6
"""
"""Black has three moves left; then everybody marches."""
FILMED = ("d5e4", "c7c6", "f5g4")
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 660}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1,
}
STILL_MS = (60, 1400)
"""The time in milliseconds for which a picture is shown at least and at most, however long it took here."""
LIFTED_S, LAID_S, MARCH_S = 1.3, 0.9, 4.5
"""The seconds to film after a lift, after a move, and at the march."""


class Film:
    """Pictures of a page, each with the moment it was taken at; unchanged ones are kept once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._taken: list[tuple[float, Image.Image]] = []

    def roll(self, for_s: float) -> None:
        """Take pictures for a while."""
        end_s = time.monotonic() + for_s
        while time.monotonic() < end_s:
            picture = Image.open(io.BytesIO(self._page.screenshot())).convert("RGB")
            if not self._taken or picture.tobytes() != self._taken[-1][1].tobytes():
                self._taken.append((time.monotonic(), picture))
            self._page.wait_for_timeout(30)

    def save(self, file: Path) -> None:
        """Write the film as an animation that repeats."""
        times = [at_s for at_s, _ in self._taken]
        shown = [round(1000 * (later - at)) for at, later in zip(times, times[1:], strict=False)] + [STILL_MS[1]]
        lengths = [min(max(each, STILL_MS[0]), STILL_MS[1]) for each in shown]
        first, *others = [picture for _, picture in self._taken]
        file.parent.mkdir(parents=True, exist_ok=True)
        first.save(file, save_all=True, append_images=others, duration=lengths, loop=0, quality=60, method=6)


def play(page: Page, table: TableProcess, film: Film) -> None:
    """Make the moves by taps, and film the page."""
    film.roll(LAID_S)
    for number, move in enumerate(FILMED, len(BEFORE.splitlines()[-1].split()) + 1):
        page.tap(f'[data-square="{move[:2]}"]')
        page.wait_for_selector(f'[data-square="{move[2:]}"] .ring')
        film.roll(LIFTED_S)
        page.tap(f'[data-square="{move[2:]}"]')
        film.roll(LAID_S)
        wait_for(_played(table, number), f"{move} played")
    film.roll(MARCH_S)


def _played(table: TableProcess, count: int) -> Callable[[], bool]:
    return lambda: table.get("/api/table")["scene"]["action_count"] >= count


def _ready(table: TableProcess) -> Callable[[], bool]:
    return lambda: table.get("/api/table")["scene"]["status"] == "play"


def main(file: Path = FILE) -> int:
    """Film and write the file."""
    with tempfile.TemporaryDirectory() as data, TableProcess(Path(data)) as table, sync_playwright() as playwright:
        key = table.post("/api/games/import", record=BEFORE)["key"]
        table.post(f"/api/games/{key}/resume")
        wait_for(_ready(table), "the board set up")
        with playwright.chromium.launch(executable_path=chromium.path(), args=["--no-sandbox"]) as browser:
            page = browser.new_context(**PHONE, reduced_motion="no-preference").new_page()
            page.goto(table.address)
            page.wait_for_selector('[data-square="e4"] .piece')
            film = Film(page)
            play(page, table, film)
            film.save(file)
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2])))
