"""The rings of a board without a terminal spell the panel's address until a phone has found it."""

from pathlib import Path
from typing import cast

import pytest

from daemon.boards.board import BoardPicture, Surface
from daemon.boards.light_driver import LightDriver
from daemon.config.schema import Config
from daemon.peripherals.address_display import PART_S, AddressDisplay, TextLighting, parts, spelt, told
from daemon.peripherals.symbols import POWER, SymbolLighting, drawn
from daemon.runtime.queue import LeaveBoard, Orders, UseBoard, Wish
from daemon.services.device_info import DeviceInfo
from daemon.system.logging_setup import LatestLines
from engine.core.squares import Board
from table.messages.lights import Lights, Overlay
from table.messages.settings import Settings

BOARD = Board(8, 8)


def seen(lights: Lights, board: Board = BOARD) -> str:
    """The lit squares as White sees them."""
    rows = (
        "".join("#" if board.square(file, rank) in lights else "." for file in range(board.files))
        for rank in reversed(range(board.ranks))
    )
    return "\n".join(rows)


class OrdersSeen:
    """Does nothing of what it is asked for; remembers it."""

    def __init__(self) -> None:
        self.wishes: list[Wish] = []

    def ask(self, wish: Wish) -> None:
        self.wishes.append(wish)

    post = ask


class OneBoard:
    """A real board that every game is played on whole."""

    board = BOARD
    surface = Surface(BOARD, lambda: None, None)  # type: ignore[arg-type, return-value]

    def cut(self, board: Board) -> Surface:
        return self.surface

    def close(self) -> None:
        pass


class LightsSeen:
    """Lights nothing; remembers what it should have lit."""

    def __init__(self) -> None:
        self.pictures: list[str] = []
        self.dark = False

    def light(self, picture: BoardPicture, now_s: float, supply_a: float) -> tuple[float, float | None]:
        self.pictures.append(seen(picture.lights))
        return 0.5, now_s + 0.01

    def darken(self) -> None:
        self.dark = True


def test_a_part_stands_upright_in_the_middle_for_white() -> None:
    assert seen(spelt("17", BOARD)) == (
        "........\n"
        "........\n"
        ".#..###.\n"
        "##....#.\n"
        ".#....#.\n"
        ".#....#.\n"
        "###...#.\n"
        "........"
    )


def test_parts_are_as_long_as_fits() -> None:
    assert parts("192.168.1.20:8080", 8) == ["19", "2.", "16", "8.", "1.", "20", ":8", "08", "0"]
    assert parts("10.0.0.1", 16) == ["10.0.", "0.1"]
    assert parts("88", 7) == ["88"] and parts("88", 6) == ["8", "8"]
    assert parts("1", 2) == ["1"], "wider than the board, but told"


def test_what_has_letters_that_rings_cannot_form_is_not_spelt() -> None:
    assert parts("board.fritz.box", 8) == parts("pawnlight.local", 8) == []


def test_without_a_network_waves_that_are_crossed_out_take_turns() -> None:
    waves, cross = (seen(picture) for picture in told("", BOARD))
    assert waves == (
        "........\n"
        "........\n"
        ".#####..\n"
        "#.....#.\n"
        "..###...\n"
        ".#...#..\n"
        "...#....\n"
        "........"
    )
    assert cross.splitlines()[1:4] == ["#.....#.", ".#...#..", "..#.#..."]
    assert len({waves, cross, seen(drawn(POWER, BOARD))}) == 3, "nor like the one of switching off"


def test_a_sign_stays_and_a_board_too_small_for_it_shows_what_fits() -> None:
    inner = LightsSeen()
    sign = SymbolLighting(inner, drawn(POWER, BOARD))
    picture = BoardPicture(Surface(BOARD, lambda: None, sign), {}, Overlay.NONE, None, Settings())  # type: ignore[arg-type, return-value]
    assert sign.light(picture, 1.0, 4.0) == (0.5, 1.01) and inner.pictures == [seen(drawn(POWER, BOARD))]
    sign.darken()
    assert inner.dark
    small = Board(5, 5)
    assert seen(drawn(POWER, small), small) == "#..#.\n#..#.\n#....\n.#...\n..###"


def test_every_round_asks_anew_and_begins_after_a_moment_in_the_dark() -> None:
    inner, addresses = LightsSeen(), iter(["pawnlight", "17", "17:8"])
    spelling = TextLighting(inner, BOARD, lambda: next(addresses))
    picture = BoardPicture(Surface(BOARD, lambda: None, spelling), {}, Overlay.NONE, None, Settings())  # type: ignore[arg-type, return-value]
    now_s = 100.0
    for _ in range(5):
        drawn_a, next_s = spelling.light(picture, now_s, 4.0)
        assert (drawn_a, next_s) == (0.5, now_s + PART_S)
        assert spelling.light(picture, now_s + PART_S / 2, 4.0) == (0.5, next_s), "nothing moves in between"
        now_s += PART_S
    dark = seen({})
    shown = inner.pictures[::2]
    assert shown == inner.pictures[1::2]
    assert shown == [dark, dark, seen(spelt("17", BOARD)), dark, seen(spelt("17", BOARD))]
    spelling.darken()
    assert inner.dark


def test_a_board_is_spelt_on_until_that_is_ended_and_then_left_once() -> None:
    orders = OrdersSeen()
    signpost = AddressDisplay(OneBoard(), cast(Orders, orders), lambda: "17")
    signpost.end()
    assert orders.wishes == []
    signpost.begin()
    signpost.end()
    signpost.end()
    used, left = orders.wishes
    assert isinstance(used, UseBoard) and isinstance(used.surface.lighting, TextLighting)
    assert left == LeaveBoard(used.surface)


def test_without_a_real_board_nothing_is_spelt() -> None:
    orders = OrdersSeen()
    signpost = AddressDisplay(None, cast(Orders, orders), lambda: "17")
    signpost.begin()
    signpost.end()
    assert orders.wishes == []


def facts(directory: Path, listed: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address that the rings spell for a panel at these addresses."""
    monkeypatch.setattr("daemon.services.device_info.addresses", lambda panel, port: listed)
    lamps = cast(LightDriver, None)  # nobody asks them
    return DeviceInfo(Config(data_dir=directory), LatestLines(), lamps).address()


@pytest.mark.parametrize(("listed", "spelling"), [
    (("http://192.168.1.20:8080/", "http://board.local:8080/"), "192.168.1.20:8080"),
    (("https://board.example.org/", "http://192.168.1.20:8080/"), "192.168.1.20:8080"),
    (("http://board.fritz.box/", "http://10.0.0.2/"), "10.0.0.2"),
    (("http://[fd00:abcd::ef]:8080/", "http://board.local:8080/"), "[fd00:abcd::ef]:8080"),
    (("https://10.0.0.2/", "http://10.0.0.2/"), "10.0.0.2"),
    (("http://127.0.0.1:8080/", "http://board.local:8080/"), ""),
    (("https://board.example.org/", "http://127.0.0.1:8080/"), ""),
])
def test_the_first_address_that_rings_can_spell_is_spelt(
    listed: tuple[str, ...], spelling: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_of = facts(tmp_path, listed, monkeypatch)
    assert told_of == spelling
    assert parts(told_of, 8) or not told_of, "every letter has a picture"
