"""The pictures of docs/rules are what ``script/draw_board.py`` draws from their data, and the pages show them all."""

import importlib.util
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.registry import find_game, game_ids

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"


def load_script():
    spec = importlib.util.spec_from_file_location("draw_board", ROOT / "script" / "draw_board.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


DRAW = load_script()
ENTRIES = DRAW.entries()


@pytest.mark.parametrize("name", ENTRIES)
def test_a_picture_is_what_its_data_says(name):
    committed = (RULES / "pictures" / f"{name}.svg").read_text("utf-8")
    assert committed == DRAW.picture(ENTRIES[name]), "draw it anew with script/draw_board.py"
    assert ElementTree.fromstring(committed).findtext("{*}title") == ENTRIES[name]["title"]


def test_every_picture_has_its_data_and_its_place_on_the_page_of_its_game():
    assert {path.stem for path in (RULES / "pictures").glob("*.svg")} == set(ENTRIES)
    for name, entry in ENTRIES.items():
        assert f"](pictures/{name}.svg)" in (RULES / f"{entry['game']}.md").read_text("utf-8"), name


@pytest.mark.parametrize("name", [name for name, entry in ENTRIES.items() if "actions" not in entry])
def test_the_pieces_stand_where_the_data_puts_them(name):
    """A position that the rules play on by themselves when it is set up would be drawn as it is afterwards."""
    entry = ENTRIES[name]
    game = find_game(entry["game"])
    if "state" in entry:
        options = game.read_options(entry.get("options", {}))
        view = game.view(game.setup(options, entry["state"]))
        names = game.board(options).names
        assert {names[square]: str(piece) for square, piece in view.pieces.items()} == entry["state"]["board"]


@pytest.mark.parametrize("game_id", game_ids())
def test_a_page_tells_every_option_and_every_ruling_in_order(game_id):
    page = (RULES / f"{game_id}.md").read_text("utf-8")
    for option in find_game(game_id).options:
        assert f"`{option.name}`" in page, option.name
    rulings = [int(number) for number in re.findall(r"^- \*\*R(\d+)\*\*", page, re.M)]
    assert rulings and rulings == list(range(1, len(rulings) + 1))


def test_every_picture_that_a_page_shows_is_there():
    for page in RULES.glob("*.md"):
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_an_unknown_picture_is_refused(capsys):
    assert DRAW.main(["no-such-picture"]) == 2
    assert "no-such-picture" in capsys.readouterr().err
