"""The list of the games says what they say of themselves; nothing outside their folder lists them."""

import re
from pathlib import Path

import list_games
import pytest

from engine.registry import folder_of, game_ids

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "engine", "table", "opponents", "club", "clubpanel", "hardware", "firmware_bridge", "webpanel", "daemon", "script",
)
PARTS = ("game", "position", "moves", "endings", "setup", "text")
"""The modules every game has; what is peculiar to it stands beside them."""


def test_the_list_of_the_games_is_what_the_script_writes():
    assert (ROOT / "engine" / "games" / "README.md").read_text("utf-8") == list_games.page(), "run script/list_games.py"


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_is_laid_out_alike(game_id):
    files = {path.name for path in folder_of(game_id).iterdir()}
    assert {f"{part}.py" for part in PARTS} <= files


def test_no_code_outside_its_folder_knows_a_game():
    """Records and examples may name one; lists would have to be kept."""
    names = "|".join(f'"{game_id}"|games\\.{game_id.replace("-", "_")}\\b' for game_id in game_ids())
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    known = {
        str(path.relative_to(ROOT)): set(re.findall(names, path.read_text("utf-8")))
        for path in files if (ROOT / "engine" / "games") not in path.parents
    }
    assert {path: found for path, found in known.items() if len(found) > 1} == {}


def test_no_page_counts_the_games():
    """Their number changes."""
    texts = [*ROOT.glob("*.*"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("webpanel/**/*.html"), *ROOT.glob("*/*.py"),
             *ROOT.glob("webpanel/translations/**/*.po")]
    counted = re.compile(r"\b(four|five|six|seven|vier|fünf|sechs|sieben) (\S+ )?(games|Spiele)\b", re.I)
    assert [path for path in texts if path.is_file() and counted.search(path.read_text("utf-8"))] == []
