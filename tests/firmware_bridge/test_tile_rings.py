"""A tile's rings look exactly like rings that the host draws."""

import runpy
from pathlib import Path

import pytest

from engine.core.pieces import Seat
from engine.core.squares import Board, Square
from firmware_bridge import messages
from firmware_bridge.firmware import looks
from firmware_bridge.firmware.rings import Rings
from firmware_bridge.layout import TilePlace, squares_of
from firmware_bridge.tiles import looks_of, style_of
from hardware.board_map import row_wise, wire
from hardware.lights.frames import frame
from table.messages.lights import Badge, Light, Overlay, Role
from table.messages.settings import Settings

BOARD = Board(8, 8)
SQUARES = squares_of(TilePlace("p"), BOARD)
LOOKS = [Light(role, badge, seat) for role in (None, *Role) for badge in (None, *Badge) for seat in (None, *Seat)]
TIMES_S = [0.0, 0.075, 0.36, 0.71, 1.01, 2.5, 3.33, 61.8]


def test_the_tiles_table_of_looks_is_up_to_date():
    """If not: run ``script/make_lights.py``, and copy the firmware to the tiles again."""
    root = Path(looks.__file__).parents[2]
    written = runpy.run_path(str(root / "script" / "parts" / "tile_looks.py"))
    assert Path(looks.__file__).read_text() == written["text"]()


def tile_rings(pixels):
    return Rings(pixels, "GRB", tuple(range(64)))


def told(rings, lights, overlay=Overlay.NONE, turn=None, settings=None, supply_a=1000.0):
    """Tell a tile to show this, by way of the message."""
    style = style_of(overlay, turn, settings or Settings(brightness=100), supply_a)
    items = messages.pack_looks(list(enumerate(looks_of(SQUARES, lights))))
    message = messages.unpack(messages.pack(messages.SHOW, 1, *style.fields(), items=items))
    assert message is not None
    rings.show(message[1], message[2])
    return rings


def host_pixels(lights, overlay, turn, settings, pixels, t_s, supply_a):
    wiring = wire(BOARD, rings=row_wise(BOARD), pixels_per_ring=pixels, colours="GRB")
    return frame(lights, overlay, turn, settings, wiring, t_s, supply_a).pixels


def boards_of_looks():
    """All lights there are, 64 at a time."""
    for start in range(0, len(LOOKS), 64):
        yield {Square(number): light for number, light in enumerate(LOOKS[start : start + 64])}


@pytest.mark.parametrize("palette", messages.PALETTES)
@pytest.mark.parametrize("pixels", [1, 4, 8, 12, 24])
@pytest.mark.parametrize("motion", [True, False], ids=["moving", "still"])
def test_every_light_looks_like_the_hosts(palette, pixels, motion):
    settings = Settings(brightness=100, palette=palette, motion=motion)
    for lights in boards_of_looks():
        rings = told(tile_rings(pixels), lights, settings=settings, supply_a=65.0)
        drawn = None
        for t_s in TIMES_S:
            expected = host_pixels(lights, Overlay.NONE, None, settings, pixels, t_s, 65.0)
            drawn = rings.frame(int(t_s * 1000)) or drawn  # nothing: as before
            assert drawn == expected, (t_s, lights)


@pytest.mark.parametrize("overlay", Overlay)
@pytest.mark.parametrize("turn", [None, *Seat])
def test_overlays_look_like_the_hosts(overlay, turn):
    lights = {Square(3): Light(Role.MOVE, Badge.LAST_MOVE), Square(9): Light(Role.ORIGIN), Square(20): Light(Role.TURN)}
    settings = Settings(brightness=60)
    for t_s in TIMES_S:
        rings = told(tile_rings(12), lights, overlay, turn, settings, 20.0)
        assert rings.frame(int(t_s * 1000)) == host_pixels(lights, overlay, turn, settings, 12, t_s, 20.0)


@pytest.mark.parametrize("brightness", [20, 60, 100])
@pytest.mark.parametrize("supply_a", [0.0, 0.5, 0.8, 1.0, 2.5, 10.0])
def test_the_power_budget_holds_in_the_bytes(brightness, supply_a):
    settings = Settings(brightness=brightness)
    lights = {Square(number): Light(list(Role)[number % len(Role)]) for number in range(64)}
    drawn = told(tile_rings(12), lights, settings=settings, supply_a=supply_a).frame(0)
    assert drawn is not None
    assert drawn == host_pixels(lights, Overlay.NONE, None, settings, 12, 0.0, supply_a)
    assert sum(drawn) * 20 / 255 <= max(0.0, supply_a * 1000 - 64 * 12)


def test_a_frame_comes_only_when_it_differs():
    rings = told(tile_rings(12), {Square(0): Light(Role.MOVE)})
    assert rings.frame(0) is not None
    assert [rings.frame(at) for at in (25, 1000, 100_000)] == [None, None, None]
    told(rings, {Square(0): Light(Role.CAPTURE)})
    drawn_at = [at for at in (0, 25, 349, 350, 375, 700) if rings.frame(at) is not None]
    assert drawn_at == [0, 350, 700]


def test_rings_are_put_where_the_data_line_has_them():
    rings = Rings(1, "GRB", (63, *range(63)))
    drawn = told(rings, {SQUARES[0]: Light(Role.MOVE)}).frame(0)
    assert drawn is not None
    assert bytes(drawn[-3:]) == bytes((255, 0, 0))
    assert sum(drawn) == 255


def test_without_a_host_a_tile_is_dark():
    rings = told(tile_rings(12), {Square(0): Light(Role.MOVE)}, Overlay.PAUSE, Seat.WHITE)
    assert any(rings.frame(0) or b"")
    rings.darken()
    assert rings.frame(1) == bytes(64 * 36)


@pytest.mark.parametrize("overlay", [0, 1, 2, 3, 9, 255])
def test_numbers_that_nobody_uses_are_shown_as_none(overlay):
    usual, odd = tile_rings(12), tile_rings(12)
    items = bytes((3, messages.look("turn", None, None)))
    usual.show((1, 255, overlay, 0, 0, 1, 25, 60000), items)
    for number in (len(messages.SEATS) + 1, 9, 255):
        odd.show((1, 255, overlay, number, number, 1, 25, 60000), items)
        assert odd.frame(700) == usual.frame(700)
        usual.show((1, 255, overlay, 0, 0, 1, 25, 60000), items)
