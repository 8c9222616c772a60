"""The pictures of the rules are what ``script/draw_board.py`` draws from their data, and the pages show them all."""

import re
from pathlib import Path
from xml.etree import ElementTree

import draw_board
import pytest

from engine.registry import find_game, folder_of, game_ids

ROOT = Path(__file__).parents[2]
ENTRIES = [(game_id, name, entry) for game_id in game_ids() for name, entry in draw_board.entries(game_id).items()]
SET_UP = [(game_id, entry) for game_id, _, entry in ENTRIES if "state" in entry and "actions" not in entry]


def pages(game_id):
    return sorted((folder_of(game_id) / "rules").glob("*.md"))


@pytest.mark.parametrize(("game_id", "name"), [(game_id, name) for game_id, name, _ in ENTRIES])
def test_a_picture_is_what_its_data_says(game_id, name):
    entry = draw_board.entries(game_id)[name]
    committed = (folder_of(game_id) / "rules" / "pictures" / f"{name}.svg").read_text("utf-8")
    assert committed == draw_board.picture(game_id, entry), "draw it anew with script/draw_board.py"
    assert ElementTree.fromstring(committed).findtext("{*}title") == entry["title"]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_picture_has_its_data_and_its_place_on_the_page_of_its_game(game_id):
    drawn = {path.stem for path in (folder_of(game_id) / "rules" / "pictures").glob("*.svg")}
    assert drawn == set(draw_board.entries(game_id))
    for name in drawn:
        assert f"](pictures/{name}.svg)" in (folder_of(game_id) / "rules" / "en.md").read_text("utf-8"), name


@pytest.mark.parametrize(("game_id", "entry"), SET_UP)
def test_the_pieces_stand_where_the_data_puts_them(game_id, entry):
    """A position that the rules play on by themselves when it is set up would be drawn as it is afterwards."""
    game = find_game(game_id)
    options = game.read_options(entry.get("options", {}))
    view = game.view(game.setup(options, entry["state"]))
    names = game.board(options).names
    assert {names[square]: str(piece) for square, piece in view.pieces.items()} == entry["state"]["board"]


@pytest.mark.parametrize("game_id", game_ids())
def test_a_page_tells_every_option_and_every_ruling_in_order(game_id):
    page = (folder_of(game_id) / "rules" / "en.md").read_text("utf-8")
    for option in find_game(game_id).options:
        assert f"`{option.name}`" in page, option.name
    rulings = [int(number) for number in re.findall(r"^- \*\*R(\d+)\*\*", page, re.M)]
    assert rulings == list(range(1, len(rulings) + 1))


@pytest.mark.parametrize("game_id", game_ids())
def test_everything_that_the_pages_of_a_game_show_is_there(game_id):
    for page in [*pages(game_id), *folder_of(game_id).glob("*.md")]:
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_a_game_there_is_not_is_refused(capsys):
    assert draw_board.main(["no-such-game"]) == 2
    assert "no-such-game" in capsys.readouterr().err
