"""The running program on tiles: the real firmware at the far end of a serial line that can be pulled."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from daemon.config import BoardConfig, Config, PanelConfig, RingsConfig, TileConfig
from daemon.store import Store
from daemon.surface import Touch, Unfelt
from daemon.tiled import TileFeeler, cut_squares
from daemon.wiring import Program
from engine.messages import Message
from engine.pieces import Seat
from engine.registry import find_game
from engine.squares import Board, Square
from firmware_bridge.simulated import SimulatedTile
from table.words import BoardRead, Scene, Settings, SquareLifted, SquarePlaced
from webpanel.desk import Refused, Work

PLAYERS = {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}


class Tiled:
    """A running program whose board is one tile, and the hands over it."""

    def __init__(self, program: Program, tile: SimulatedTile, board: Board) -> None:
        self.program = program
        self.tile = tile
        self.board = board

    @property
    def scene(self) -> Scene:
        return self.program.desk.scene(frozenset(PLAYERS))

    def until(self, seen: Callable[[Scene], bool], within_s: float = 20.0) -> Scene:
        deadline_s = time.monotonic() + within_s
        while not seen(self.scene):
            assert time.monotonic() < deadline_s, f"the table never got there; it is at {self.scene}"
            time.sleep(0.01)
        return self.scene

    def touch(self, name: str, covered: bool) -> None:
        """Reed n of a tile is column n % 8 of row n // 8, from a1."""
        square = self.board.parse(name)
        self.tile.touch(8 * self.board.rank(square) + self.board.file(square), covered)

    def start(self) -> None:
        self.program.desk.start("pawn-advance", {}, PLAYERS, screen=False)
        for name in self.until(lambda scene: scene.status == "setup").missing:
            self.touch(name, True)
        self.until(lambda scene: scene.status == "play")

    def move(self, source: str, target: str) -> Scene:
        count = self.scene.action_count
        self.touch(source, False)
        self.until(lambda scene: source not in scene.covered)
        self.touch(target, True)
        return self.until(lambda scene: scene.action_count > count and scene.confirmed)


@pytest.fixture
def tile(tmp_path: Path) -> Iterator[SimulatedTile]:
    folder = tmp_path / "tile"
    folder.mkdir()
    made = SimulatedTile(folder)
    made.plug()
    made.power_on()
    yield made
    made.close()


@pytest.fixture
def tiled(tmp_path: Path, tile: SimulatedTile) -> Iterator[Tiled]:
    config = replace(
        Config(), board=BoardConfig("tiles", 8, 8), tiles=(TileConfig(tile.port),), rings=RingsConfig(supply_a=20.0),
        panel=PanelConfig("127.0.0.1", 0), data_dir=tmp_path,
    )
    store = Store(tmp_path)
    with Program(config, store) as program:
        program.desk.save_settings(Settings(settle_ms=100, debounce_ms=5))
        yield Tiled(program, tile, Board(8, 8))
    store.close()


def test_a_game_is_played_on_a_tile(tiled: Tiled) -> None:
    tiled.start()
    tiled.touch("c1", False)
    tiled.until(lambda scene: scene.lights.get("c2") is not None and str(scene.lights["c2"].role) == "move")
    ring = slice(3 * 12 * 10, 3 * 12 * 11)
    deadline_s = time.monotonic() + 5
    while not any(tiled.tile.frame[ring]):
        assert time.monotonic() < deadline_s, "the ring of c2 stays dark"
        time.sleep(0.01)
    tiled.touch("c2", True)
    assert tiled.until(lambda scene: scene.action_count == 1).last_action == "c1c2"


def test_a_pulled_cable_is_told_play_waits_and_goes_on_with_every_touch(tiled: Tiled) -> None:
    """The tile keeps its power: what happened meanwhile comes late, but comes, once."""
    tiled.start()
    tiled.tile.unplug()
    lost = tiled.until(lambda scene: bool(scene.trouble))
    assert str(lost.trouble).startswith(f"The tile at {tiled.tile.port} does not answer: ")
    tiled.touch("c1", False)
    tiled.touch("c2", True)
    tiled.tile.plug()
    scene = tiled.until(lambda scene: scene.action_count == 1 and not scene.trouble)
    assert scene.last_action == "c1c2"
    assert tiled.move("d1", "d2").last_action == "d1d2"


def test_after_lost_power_the_net_change_decides(tiled: Tiled) -> None:
    tiled.start()
    tiled.tile.power_off()
    tiled.tile.unplug()
    tiled.until(lambda scene: bool(scene.trouble))
    tiled.touch("c1", False)
    tiled.touch("c2", True)
    tiled.tile.plug()
    tiled.tile.power_on()
    scene = tiled.until(lambda scene: scene.action_count == 1 and not scene.trouble)
    assert scene.last_action == "c1c2"


def test_tiles_are_tested_but_not_wired_in_the_workshop(tiled: Tiled) -> None:
    workshop = tiled.program.desk.workshop
    with pytest.raises(Refused, match="Tiles know their own wiring"):
        workshop.open("wire")
    workshop.open("check")
    deadline_s = time.monotonic() + 20
    tiled.touch("a1", True)
    while _answered(workshop.work()) == 0:
        assert time.monotonic() < deadline_s
        time.sleep(0.05)
        tiled.touch("a1", not tiled.tile.reeds & 1)
    assert any(tiled.tile.frame)
    workshop.close()


def _answered(work: Work | None) -> int:
    assert work is not None
    return work.done


def test_a_game_that_needs_more_squares_is_refused(tiled: Tiled) -> None:
    game = find_game("chess-two")
    assert game.board(game.read_options({})).files == 10
    with pytest.raises(Refused, match="This game needs a board of 10 by 10 squares"):
        tiled.program.desk.start("chess-two", {}, PLAYERS, screen=False)


# --- feeling tiles, without any ----------------------------------------------------------------------------------


class Feeling:
    """A feeler of a 10x10 game on tiles of 16x16 squares; ``trouble``: what is the matter with them."""

    def __init__(self, occupancy: int | None) -> None:
        self.whole, self.part = Board(16, 16), Board(10, 10)
        self.trouble: Message | None = None
        self.feeler = TileFeeler(
            threading.Condition(), lambda: self.trouble, cut_squares(self.whole, self.part), occupancy
        )

    def touches(self) -> tuple[Touch, ...]:
        return self.feeler.feel(0.0, 0.025)


def test_a_smaller_game_lies_in_the_corner_at_a1() -> None:
    feeling = Feeling(0)
    assert feeling.touches() == (BoardRead(0),)
    for name in ("j10", "k1", "a11", "b3"):
        feeling.feeler.take(SquarePlaced(feeling.whole.parse(name)))
    feeling.feeler.take(SquareLifted(feeling.whole.parse("j10")))
    j10, b3 = feeling.part.parse("j10"), feeling.part.parse("b3")
    assert feeling.touches() == (SquarePlaced(j10), SquarePlaced(b3), SquareLifted(j10))
    feeling.feeler.take(BoardRead(feeling.whole.all))
    assert feeling.touches() == (BoardRead(feeling.part.all),)
    assert feeling.touches() == ()


def test_touches_wait_while_a_tile_is_missing_and_come_all_and_in_order() -> None:
    feeling = Feeling(0)
    feeling.touches()
    feeling.trouble = Message("The tile is away.")
    feeling.feeler.take(SquarePlaced(Square(0)))
    feeling.feeler.take(SquareLifted(Square(0)))
    with pytest.raises(Unfelt, match="The tile is away") as caught:
        feeling.touches()
    assert caught.value.reason == feeling.trouble
    feeling.trouble = None
    assert feeling.touches() == (SquarePlaced(Square(0)), SquareLifted(Square(0)))


def test_tiles_not_read_yet_are_waited_for() -> None:
    feeling = Feeling(None)
    with pytest.raises(Unfelt, match="The tiles are being read"):
        feeling.touches()
    feeling.feeler.take(BoardRead(1))
    assert feeling.touches() == (BoardRead(1),)
