"""All parts of the board and its computer on one page, with what is wrong and what to do about it."""

import io
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from daemon.boards.board import WiredBoard
from daemon.boards.factory import make_board, map_file, needs_of
from daemon.boards.tile_board import TiledBoard
from daemon.config.schema import BoardConfig, ButtonsConfig, Config, TileConfig
from daemon.workshop.checks import health
from daemon.workshop.checks.boot_settings import set_boot_files
from daemon.workshop.overview import parts
from engine.core.messages import Message, message
from engine.core.squares import Board
from hardware.board_map import wire
from hardware.boot_files import CMDLINE, CONFIG
from hardware.driver_info import ReedsDriver
from hardware.drivers.registry import REEDS
from hardware.platform import MODEL
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import PERFECT
from hardware.simulated.pieces import Wood
from webpanel.ports.device_port import Part, SquareWiring

BOARD = Board(8, 8)


def shown(config: Config, root: Path, real: WiredBoard | TiledBoard | None = None, **warnings: str) -> dict[str, Part]:
    """The parts by their names; ``warnings``: what is wrong with parts of the table."""
    told = {part: Message(text) for part, text in warnings.items()}
    return {str(part.name): part for part in parts(config, real, told.get, 1.25, root)}


@pytest.fixture
def wired() -> WiredBoard:
    simulated = SimulatedBoard(wire(BOARD), Wood(BOARD), PERFECT)
    return WiredBoard(simulated.board_map, simulated.reeds, simulated.rings)


def config_for(driver: str, directory: Path) -> Config:
    return replace(Config(), board=BoardConfig(driver), data_dir=directory)


def test_a_wired_board_tells_driver_map_lights_and_supply(tmp_path: Path, wired: WiredBoard) -> None:
    config = config_for("gpio", tmp_path)
    found = shown(config, tmp_path, wired)
    assert str(found["Switches"].state) == "driver gpio, 64 switches"
    assert str(found["Lights"].state) == "driver neopixel, 12 pixels in each ring, 768 in the chain"
    supply = "an estimated 1.2 A of 2.0 A; lights that would need more are dimmed to that"
    assert str(found["Supply of the lights"].state) == supply
    assert str(found["Board map"].state) == "as the configuration says"
    map_file(config).write_text("{}")
    assert str(shown(config, tmp_path, wired)["Board map"].state) == "as the wizard learnt it"
    assert "Buttons and piezo" not in found and not any(name.startswith("Chip") for name in found)


def test_rings_that_need_more_than_their_supply_even_when_dark_are_a_trouble_that_says_so(
    tmp_path: Path, wired: WiredBoard
) -> None:
    config = config_for("gpio", tmp_path)
    weak = replace(config, rings=replace(config.rings, supply_a=1.0))
    found = shown(weak, tmp_path, wired)["Supply of the lights"]
    assert found.state is None and "more than the 1.0 A of their supply" in str(found.trouble)
    assert "all lights stay off" in str(found.trouble)


def test_the_map_tells_switch_and_first_pixel_of_every_square(tmp_path: Path, wired: WiredBoard) -> None:
    wired.board_map = replace(
        wired.board_map,
        reeds=tuple(None if square == BOARD.parse("c1") else square for square in wired.board_map.reeds),
        first_pixels=tuple(None if number == BOARD.parse("h8") else pixel
                           for number, pixel in enumerate(wired.board_map.first_pixels)),
    )  # fmt: skip
    rows = shown(config_for("gpio", tmp_path), tmp_path, wired)["Board map"].wires
    assert [row[0].square for row in rows] == ["a8", "a7", "a6", "a5", "a4", "a3", "a2", "a1"]
    assert rows[-1][:3] == [SquareWiring("a1", 0, 0), SquareWiring("b1", 8, 96), SquareWiring("c1", None, 192)]
    assert rows[-2][0] == SquareWiring("a2", 1, 12), "file by file"
    assert rows[0][-1] == SquareWiring("h8", 63, None)


def test_what_is_wrong_stands_beside_its_part_and_nowhere_else(tmp_path: Path, wired: WiredBoard) -> None:
    config = replace(config_for("gpio", tmp_path), buttons=ButtonsConfig(pause=(4,)))
    words = {"switches": "no switch", "lights": "no light", "buttons": "no button", "copies": "no copy"}
    names = {"switches": "Switches", "lights": "Lights", "buttons": "Buttons and piezo", "copies": "Copies"}
    for part, name in names.items():
        found = shown(config, tmp_path, wired, **{part: words[part]})
        needs = {need.path for need in needs_of(config)}
        troubles = {each: str(seen.trouble) for each, seen in found.items() if seen.trouble and each not in needs}
        assert troubles == {name: words[part]}
        assert str(found["Switches"].state) == "driver gpio, 64 switches"
        assert "12 pixels in each ring" in str(found["Lights"].state)
        assert (found["Copies"].state is None) == (part == "copies")


def test_each_chip_is_told_of(tmp_path: Path, wired: WiredBoard) -> None:
    config = config_for("mcp23017", tmp_path)
    chips = ("Chip 0x20", "Chip 0x21", "Chip 0x22", "Chip 0x23")
    well = shown(config, tmp_path, wired)
    assert [(str(well[chip].state), well[chip].trouble) for chip in chips] == [("answers", None)] * 4
    ill = shown(config, tmp_path, wired, switches="no MCP23017 answers at 0x21, 0x23 (nobody there)")
    assert [ill[chip].trouble is not None for chip in chips] == [False, True, False, True]
    assert [str(ill[chip].state) for chip in chips[:2]] == ["not known while the switches do not answer", "None"]


def test_the_name_of_a_chip_may_be_the_beginning_of_another(
    tmp_path: Path, wired: WiredBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    twelve = replace(REEDS["mcp23017"], chips=lambda options: tuple(str(number) for number in range(1, 13)))
    monkeypatch.setitem(cast("dict[str, ReedsDriver]", REEDS), "mcp23017", twelve)
    ill = shown(config_for("mcp23017", tmp_path), tmp_path, wired, switches="chip 12 does not answer")
    assert [name for name, part in ill.items() if name.startswith("Chip") and part.trouble] == ["Chip 12"]


def test_each_tile_is_told_of_by_its_corner(tmp_path: Path) -> None:
    tiles = (TileConfig(str(tmp_path / "tile-a")), TileConfig(str(tmp_path / "tile-b"), 8))
    config = replace(config_for("tiles", tmp_path), board=BoardConfig("tiles", 16, 8), tiles=tiles)
    real = make_board(config)
    assert isinstance(real, TiledBoard)
    found = shown(config, tmp_path, real)
    real.close()
    for square, tile in zip(("a1", "i1"), tiles, strict=True):
        silent = found[f"Tile {square} ({tile.port})"]
        assert silent.state is None and "look at its cable, its power and its firmware" in str(silent.trouble)


def test_the_screen_board_has_nothing_wired_up(tmp_path: Path) -> None:
    found = shown(Config(), tmp_path)
    assert str(found["Board"].state) == "the screen board alone: nothing is wired up"
    assert "Supply of the lights" not in found and "Switches" not in found


def test_a_computer_that_is_too_hot_or_lacks_a_device_says_what_to_do(tmp_path: Path, wired: WiredBoard) -> None:
    place = tmp_path / health.THERMAL
    place.parent.mkdir(parents=True)
    place.write_text("48000")
    config = config_for("mcp23017", tmp_path)
    found = shown(config, tmp_path, wired)
    assert (str(found["Temperature"].state), found["Temperature"].trouble) == ("48 °C", None)
    assert "switch I2C on" in str(found["/dev/i2c-1"].trouble)
    place.write_text("83000")
    assert "Give it air" in str(shown(config, tmp_path, wired)["Temperature"].trouble)


@pytest.mark.parametrize(
    ("flags", "wrong"), [(0x0, False), (0x80008, False), (0x1, True), (0x10000, True), (None, False)]
)
def test_a_sagging_supply_is_trouble_and_heat_in_the_past_is_none(flags: int | None, wrong: bool) -> None:
    assert health.is_trouble(health.supply(flags)) is wrong
    assert not health.is_trouble(message("is there"))


def to_do(config: Config, root: Path, real: WiredBoard | None = None) -> list[str]:
    """The tasks that are still open, in order."""
    told = parts(config, real, lambda part: None, 1.25, root)
    found = [str(part.state) for part in told if str(part.name) == "Still to do"]
    assert [str(part.name) for part in told[: len(found)]] == ["Still to do"] * len(found), "it comes first"
    return found


def test_on_a_raspberry_pi_the_way_to_a_board_that_plays_is_told_step_by_step(
    tmp_path: Path, wired: WiredBoard
) -> None:
    simulated, gpio = config_for("simulated", tmp_path), config_for("gpio", tmp_path)
    assert to_do(simulated, tmp_path) == [], "a laptop needs nothing more"
    for name, text in ((MODEL, "Raspberry Pi Zero 2 W Rev 1.0\0"), (CONFIG, ""), (CMDLINE, "rootwait\n")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    first, boot = to_do(simulated, tmp_path)
    assert "/etc/pawnlight/config.toml" in first and "sudo pawnlight boot-settings" in boot
    assert ["wiring wizard" in each for each in to_do(gpio, tmp_path, wired)] == [True, False]
    assert set_boot_files(gpio, tmp_path, True, io.StringIO(), io.StringIO())
    map_file(gpio).write_text("{}")
    assert to_do(gpio, tmp_path, wired) == []
    (tmp_path / CMDLINE).write_text("two\nlines\n")
    assert to_do(gpio, tmp_path, wired) == [], "a boot file that cannot be changed does not hinder the page"
