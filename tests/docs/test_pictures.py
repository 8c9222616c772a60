"""The committed pictures are what the scripts draw from the program's own tables."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import draw_lights
import draw_wiring
import make_lights
import pytest

from daemon.config.schema import ReedsConfig, RingsConfig
from hardware.drivers.reeds_mcp23017 import ADDRESSES
from hardware.lights.light_table import TABLE
from table.messages.lights import Badge, Role

DRAWN = [
    *((draw_wiring.FOLDER / f"{name}.svg", draw) for name, draw in draw_wiring.PICTURES.items()),
    *((draw_lights.FOLDER / f"{name}.svg", draw) for name, draw in draw_lights.PICTURES.items()),
]


@pytest.mark.parametrize("path", make_lights.TEXTS, ids=lambda path: path.name)
def test_what_others_know_of_lights_is_what_the_table_says(path):
    assert path.read_text("utf-8") == make_lights.TEXTS[path](), "run script/make_lights.py"


def test_the_table_of_lights_names_the_roles_and_badges_in_their_order():
    assert list(TABLE["roles"]) == list(Role)
    assert list(TABLE["badges"]) == list(Badge)
    assert sorted(TABLE["legend"]) == sorted(Role)
    assert sorted(TABLE["legend_of_badges"]) == sorted(Badge)


def test_every_light_has_a_colour_in_every_palette():
    for sign in (*TABLE["roles"].values(), *TABLE["badges"].values(), *TABLE["seats"].values()):
        assert set(sign["colours"]) == set(TABLE["palettes"]) >= set(sign.get("screen", {}))


def words(picture: str) -> list[str]:
    """All that is written in a picture."""
    return ["".join(each.itertext()) for each in ElementTree.fromstring(picture).iter() if each.tag.endswith("text")]


@pytest.mark.parametrize(("path", "draw"), DRAWN, ids=[path.stem for path, _ in DRAWN])
def test_the_committed_picture_is_what_is_drawn_now(path, draw):
    assert path.read_text("utf-8") == draw(), "run script/draw_wiring.py and script/make_lights.py"


@pytest.mark.parametrize(("path", "draw"), DRAWN, ids=[path.stem for path, _ in DRAWN])
def test_every_picture_is_sound_and_says_what_it_shows(path, draw):
    root = ElementTree.fromstring(draw())
    title = next(each.text for each in root if each.tag.endswith("title"))
    assert title and len(title) > 5


@pytest.mark.parametrize("folder", [draw_wiring.FOLDER, draw_lights.FOLDER], ids=lambda folder: folder.name)
def test_no_picture_is_left_over(folder):
    assert {path for path in folder.glob("*.svg")} == {path for path, _ in DRAWN if path.parent == folder}


def test_every_role_and_badge_has_a_picture():
    assert set(draw_lights.PICTURES) == {*map(str, Role), *map(str, Badge), "paused"}


def test_the_matrix_shows_the_pins_the_program_uses():
    said = words(draw_wiring.matrix())
    pins = [f"GPIO {gpio}" for gpio in (*ReedsConfig().options["columns"], *ReedsConfig().options["rows"])]
    assert [each for each in said if re.fullmatch(r"GPIO \d+", each)] == pins
    assert [each for each in said if each.isdigit()] == [str(reed) for reed in range(64)]


def test_the_header_names_every_pin_of_a_raspberry_pi_once():
    assert sorted(draw_wiring.HEADER.values()) == list(range(28))
    assert sorted({*draw_wiring.HEADER, *draw_wiring.POWER}) == list(range(1, 41))
    said = words(draw_wiring.header())
    wanted = [f"row {n}" for n in range(1, 9)] + [f"column {n}" for n in range(1, 9)] + ["light data"]
    assert sorted(each for each in said if each in wanted) == sorted(wanted)


def test_power_enters_the_lights_at_the_data_pin_of_the_program():
    assert f"GPIO {RingsConfig().options['pin']}" in words(draw_wiring.PICTURES["power"]())


def test_the_level_shifter_is_drawn_with_the_pins_that_the_page_names():
    """A row may name several pins, as ``4, 5`` and ``2OE, 2A``."""
    said = words(draw_wiring.PICTURES["power"]())
    drawn = {each for each in said if re.fullmatch(r"[1-7] \w{2,3}|\w{2,3} (8|9|1[0-4])", each)}
    page = (draw_wiring.FOLDER.parent / "power.md").read_text("utf-8")
    named = {}
    for pins, names in re.findall(r"^  \| ([\d, ]+) \| ([\w, ]+) \|", page, re.M):
        named |= dict(zip(pins.split(", "), names.split(", "), strict=True))
    assert len(named) == 14
    assert drawn == {f"{pin} {name}" if int(pin) < 8 else f"{name} {pin}" for pin, name in named.items()}


def test_expanders_show_the_addresses_the_program_uses_and_a_fifth():
    said = words(draw_wiring.expanders())
    assert [each for each in said if each.startswith("0x")] == [*(f"{each:#x}" for each in ADDRESSES), "0x24"]


def test_the_tile_is_drawn_with_the_pins_of_its_own_program():
    rows, columns, data = draw_wiring.tile_pins()
    assert len(rows) == len(columns) == 8 and len({*rows, *columns, data}) == 17
    assert {f"GP{pin}" for pin in (*rows, *columns, data)} <= set(draw_wiring._PICO)


def test_scripts_write_where_the_docs_look(tmp_path, monkeypatch):
    for script in (draw_wiring, draw_lights):
        monkeypatch.setattr(script, "FOLDER", Path(tmp_path, script.__name__))
        assert script.main() == 0
        assert {path.stem for path in script.FOLDER.glob("*.svg")} == set(script.PICTURES)
