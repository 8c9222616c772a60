"""Rings through the real neopixel library, down to the bytes on the wire."""

import logging
import sys
from typing import Any

import pytest

from engine.core.squares import Board, Square, bits
from hardware.board_map import serpentine, wire
from hardware.drivers.rings_neopixel import ORDERS, NeoPixelRings
from hardware.errors import BadWiring, BoardLost, MissingLibrary
from hardware.lights.frames import frame
from hardware.lights.power import IDLE_PIXEL_MA
from table.messages.lights import Light, Overlay, Role
from table.messages.settings import Settings


def test_the_usual_pixels_get_green_first(pixel_wire: Any) -> None:
    rings = NeoPixelRings(2, "NEOPIXEL")
    rings.show(bytes((1, 2, 3, 4, 5, 6)))
    assert pixel_wire.frames[-1] == bytes((2, 1, 3, 5, 4, 6))
    rings.close()


@pytest.mark.parametrize("order", ORDERS)
def test_every_colour_order_is_sent_as_named(pixel_wire: Any, order: str) -> None:
    rings = NeoPixelRings(1, "NEOPIXEL", order)
    rings.show(bytes((10, 20, 30)))
    assert pixel_wire.frames[-1] == bytes({"R": 10, "G": 20, "B": 30}[letter] for letter in order)
    rings.close()


def test_the_rings_go_dark_at_the_start_and_at_the_end(pixel_wire: Any) -> None:
    rings = NeoPixelRings(2, "NEOPIXEL")
    assert pixel_wire.frames == [bytes(6)]
    rings.show(bytes(6))
    assert len(pixel_wire.frames) == 1
    rings.show(bytes(range(6)))
    rings.close()
    rings.close()
    assert pixel_wire.frames[2:] == [bytes(6)]
    with pytest.raises(BoardLost, match="no longer in use"):
        rings.show(bytes(6))


def test_the_library_sends_the_same_buffer_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The backend of a Pi sets up its hardware anew whenever it is given another buffer."""
    import neopixel  # type: ignore[import-untyped]

    buffers: list[bytearray] = []
    monkeypatch.setattr(neopixel, "neopixel_write", lambda pin, buffer: buffers.append(buffer))
    rings = NeoPixelRings(2, "NEOPIXEL")
    rings.show(bytes(range(6)))
    rings.close()
    assert len(buffers) == 3 and all(buffer is buffers[0] for buffer in buffers)


@pytest.mark.parametrize("pixels", [1, 8, 12, 24])
def test_a_whole_board_is_sent_byte_by_byte(pixel_wire: Any, pixels: int) -> None:
    board = Board(8, 8)
    board_map = wire(board, rings=serpentine(board), pixels_per_ring=pixels)
    rings = NeoPixelRings(board_map.pixel_count, "NEOPIXEL")
    lights = {board.parse("e4"): Light(Role.MOVE), board.parse("d5"): Light(Role.CAPTURE)}
    rings.show(frame(lights, Overlay.NONE, None, Settings(brightness=100), board_map, 0.0, 50.0).pixels)
    sent = pixel_wire.frames[-1]
    e4, d5 = 3 * 8 + 7 - 4, 4 * 8 + 3
    expected = bytearray(3 * 64 * pixels)
    for n in range(pixels):
        expected[3 * (e4 * pixels + n)] = 255
        expected[3 * (d5 * pixels + n) + 1] = 0 if n % 2 and pixels >= 8 else 255
    assert sent == bytes(expected)
    rings.close()


@pytest.mark.parametrize("supply_a", [1.0, 2.5, 4.0])
def test_the_bytes_sent_obey_the_power_budget(pixel_wire: Any, supply_a: float) -> None:
    board = Board(8, 8)
    board_map = wire(board)
    rings = NeoPixelRings(768, "NEOPIXEL")
    lights = {Square(square): Light(Role.PLACE) for square in bits(board.all)}
    for brightness in (1, 30, 100):
        shown = frame(lights, Overlay.NONE, None, Settings(brightness=brightness), board_map, 0.0, supply_a)
        rings.show(shown.pixels)
        drawn_ma = sum(pixel_wire.frames[-1]) / 255 * 20 + 768 * IDLE_PIXEL_MA
        assert drawn_ma <= supply_a * 1000
        assert drawn_ma == pytest.approx(shown.drawn_a * 1000)
    rings.close()


@pytest.mark.parametrize(
    ("pin", "order", "message"),
    [
        ("GPIO10", "GRB", "this computer has no pin GPIO10"),
        ("nowhere", "GRB", "no pin nowhere"),
        ("NEOPIXEL", "GRBW", "'GRBW' is not one of GRB"),
        ("NEOPIXEL", "", "'' is not one of"),
    ],
)
def test_an_unknown_pin_or_order_is_refused(pixel_wire: Any, pin: str, order: str, message: str) -> None:
    with pytest.raises(BadWiring, match=message):
        NeoPixelRings(2, pin, order)


def test_gpio_numbers_are_found_among_the_pins_of_the_board(pixel_wire: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import board  # type: ignore[import-untyped]

    monkeypatch.setattr(board, "D10", board.NEOPIXEL, raising=False)
    rings = NeoPixelRings(1)
    rings.show(bytes((1, 2, 3)))
    assert pixel_wire.frames[-1] == bytes((2, 1, 3))
    rings.close()


ROOT, OTHER = "GPIO 12, 18 and 21 need root; GPIO 10 does not", "another program may use it"


@pytest.mark.parametrize(("said", "remedy"), [
    ("ws2811_init failed with code -3 (Hardware revision is not supported)", "does not know this Raspberry Pi"),
    ("ws2811_init failed with code -11 (Selected GPIO not possible)", "nothing sends lights on this pin"),
    ("NeoPixel support requires running with sudo, please try again!", ROOT),
    ("ws2811_init failed with code -6 (Unable to map registers into userspace)", ROOT),
    ("ws2811_init failed with code -7 (Unable to initialize GPIO)", ROOT),
    ("ws2811_init failed with code -9 (Failed to create mailbox device)", ROOT),
    ("ws2811_init failed with code -4 (Memory lock failed)", ROOT),
    ("ws2811_init failed with code -2 (Out of memory)", "memory of the graphics"),
    ("ws2811_init failed with code -8 (Unable to initialize PWM)", OTHER),
    ("ws2811_init failed with code -12 (Unable to initialize PCM)", OTHER),
    ("ws2811_render failed with code -10 (DMA error)", "the same channel"),
    ("[Errno 16] Device or resource busy", "another program has this pin"),
    ("[Errno 13] Permission denied", ROOT),
    ("something new", "the guide build/power says what each pin needs"),
])
def test_each_error_of_the_library_is_told_with_its_own_remedy(
    pixel_wire: Any, monkeypatch: pytest.MonkeyPatch, said: str, remedy: str
) -> None:
    def refuse(*given: object, **options: object) -> None:
        raise RuntimeError(said)

    monkeypatch.setattr("neopixel.NeoPixel", refuse)
    with pytest.raises(BadWiring) as refused:
        NeoPixelRings(2, "NEOPIXEL")
    told = str(refused.value)
    assert told.startswith(f"the rings on NEOPIXEL cannot be lit ({said}): ") and remedy in told.rpartition("): ")[2]


@pytest.mark.parametrize("error", [RuntimeError("GPIO busy"), PermissionError(13, "denied"), KeyError("alt")])
def test_whatever_the_library_raises_while_it_is_opened_is_told(
    pixel_wire: Any, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refuse(*given: object, **options: object) -> None:
        raise error

    monkeypatch.setattr("neopixel.NeoPixel", refuse)
    with pytest.raises(BadWiring, match=r"the rings on NEOPIXEL cannot be lit "):
        NeoPixelRings(2, "NEOPIXEL")


def test_a_line_that_cannot_be_used_lets_go_of_its_pin(pixel_wire: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it could never be opened again: a pin is given out once."""
    import digitalio  # type: ignore[import-untyped]

    freed: list[object] = []
    monkeypatch.setattr(digitalio.DigitalInOut, "deinit", lambda pin: freed.append(pin))
    pixel_wire.broken = True
    with pytest.raises(BadWiring):
        NeoPixelRings(2, "NEOPIXEL")
    assert len(freed) == 1


def test_a_line_that_broke_does_not_hinder_closing(pixel_wire: Any, caplog: pytest.LogCaptureFixture) -> None:
    rings = NeoPixelRings(2, "NEOPIXEL")
    pixel_wire.broken = True
    with caplog.at_level(logging.WARNING):
        rings.close()
    assert "could not be darkened" in caplog.text


def test_without_the_library_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "neopixel", None)
    with pytest.raises(MissingLibrary, match=r"neopixel cannot be used here .*install pawnlight\[pi\]"):
        NeoPixelRings(2, "NEOPIXEL")
