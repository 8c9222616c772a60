"""Whole tables without the panel's server, for tests that need all their threads."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from empty_file import open_store
from unhurried import never_hurry
from waiting import PATIENCE_S, wait_for

from daemon.app.program import Program
from daemon.config.schema import BoardConfig, ClubConfig, Config, PanelConfig, RingsConfig, TileConfig
from daemon.screen.board import Pace
from daemon.storage.store import Store
from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.registry import find_game
from firmware_bridge.layout import SIDE, TilePlace, squares_of
from firmware_bridge.simulated import SimulatedTile
from table.messages.events import ParkGame
from table.messages.new_game import NewGame
from table.messages.scene import Scene
from table.messages.settings import Settings
from table.messages.taps import Tap, TapKind

BOARD = Board(8, 8)
QUICK = Pace(before_setup_s=0.0, before_happening_s=0.02, before_clearing_s=0.0, open_s=0.02, hold_s=PATIENCE_S)
QUICK_HANDS = Settings(settle_ms=100, debounce_ms=5, bump_ms=0)
PLAYERS = {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}
BOTH = frozenset(PLAYERS)
NO_CLUB = ClubConfig()


@pytest.fixture
def in_memory() -> Iterator[Path]:
    """An empty folder where no disk is waited for: to a program that is killed it is a disk like any other."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(prefix="pawnlight-", dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture(autouse=True)
def _everything_may_be_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program itself gives up sooner on disks, threads and hands, for people wait for it."""
    never_hurry(monkeypatch)


class RunningTable:
    """A program on a data directory, and short words for what phones do."""

    def __init__(
        self, directory: Path, store: Callable[[Path], Store] = open_store, pace: Pace = QUICK,
        club: ClubConfig = NO_CLUB,
    ) -> None:
        self.directory = directory
        self.store = store(directory)
        self.config = replace(Config(), panel=PanelConfig("127.0.0.1", 0), club=club, data_dir=directory)
        self.program = Program(self.config, self.store, pace)
        self.desk = self.program.desk

    def __enter__(self) -> "RunningTable":
        self.program.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        self.program.__exit__(*exception)
        self.store.close()

    @property
    def scene(self) -> Scene:
        return self.desk.snapshot().scene(BOTH)

    def until(self, seen: Callable[[Scene], bool]) -> Scene:
        """The first scene that fulfils a condition."""
        deadline_s = time.monotonic() + PATIENCE_S
        with self.desk.subscribe() as watching:
            for _ in chain([True], watching.changes(0.05)):
                scene = self.scene
                if seen(scene):
                    return scene
                if time.monotonic() > deadline_s:
                    break
        raise AssertionError(f"the table never got there; it is at {self.scene}")

    def start(self, **options: object) -> str:
        key = self.desk.start(NewGame("pawn-advance", options, PLAYERS, True))
        self.until(lambda scene: scene.key == key and scene.status == "play")
        return key

    def parked(self) -> str:
        """Start a game and park it: on purpose, so that it is kept without a move."""
        key = self.start()
        self.desk.send(ParkGame())
        return key

    def tap(
        self, kind: TapKind, square: str = "", piece: str | None = None, phone: str = "mine",
        seats: frozenset[Seat] = BOTH, scene: int | None = None,
    ) -> None:
        spot = Board(self.scene.files, self.scene.ranks).parse(square) if square else None
        with self.program.screen._hands:  # while pieces are put back for a phone, what is seen is refused already
            self.desk.tap(Tap(kind, spot, piece, phone, seats, self.scene.number if scene is None else scene))

    def move(self, source: str, target: str) -> Scene:
        """Lift, place, and wait until it was played and is on disk."""
        count = self.scene.action_count
        with self.desk.subscribe("mine"):
            self.tap(TapKind.LIFT, source)
            self.tap(TapKind.PLACE, target)
        return self.until(lambda scene: scene.action_count > count and scene.confirmed)


@pytest.fixture
def new_table() -> type[RunningTable]:
    """For tests that start and end tables themselves: call it with a data directory."""
    return RunningTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    """A running table with quick hands."""
    with RunningTable(tmp_path) as running:
        running.desk.save_settings(QUICK_HANDS)
        yield running


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[RunningTable]:
    """A running table where a lift returns soon after its phone has gone."""
    with RunningTable(tmp_path, pace=replace(QUICK, hold_s=0.2)) as running:
        running.desk.save_settings(QUICK_HANDS)
        yield running


# --- tiles -------------------------------------------------------------------------------------------------------


class TiledTable:
    """A program whose board is made of tiles, and the hands over it."""

    def __init__(
        self, directory: Path, tiles: Sequence[SimulatedTile], places: Sequence[TilePlace], whole: Board, **more: Any
    ) -> None:
        config = replace(
            Config(), board=BoardConfig("tiles", whole.files, whole.ranks), rings=RingsConfig(supply_a=20.0),
            tiles=tuple(TileConfig(place.port, place.file, place.rank, place.quarter_turns) for place in places),
            panel=PanelConfig("127.0.0.1", 0), data_dir=directory,
        )
        self.tiles = tiles
        self.store = open_store(directory)
        self.program = Program(config, self.store, **more)
        self.seats = BOTH
        self.board = whole
        """That of the game, once there is one."""
        self._whole = whole
        self._under = {
            square: (tile, reed)
            for tile, place in zip(tiles, places, strict=True)
            for reed, square in enumerate(squares_of(place, whole))
        }

    def __enter__(self) -> "TiledTable":
        self.program.__enter__()
        self.program.desk.save_settings(QUICK_HANDS)
        return self

    def __exit__(self, *exception: object) -> None:
        self.program.__exit__(*exception)
        self.store.close()

    @property
    def scene(self) -> Scene:
        return self.program.desk.snapshot().scene(self.seats)

    def until(self, seen: Callable[[Scene], bool]) -> Scene:
        def reached() -> Scene | None:
            scene = self.scene
            return scene if seen(scene) else None

        return wait_for(reached, lambda: f"the scene that is waited for; the table is at {self.scene}")

    def under(self, name: str) -> tuple[SimulatedTile, int]:
        """The tile and the reed below a square of the game, which lies in the corner at a1."""
        square = self.board.parse(name)
        return self._under[self._whole.square(self.board.file(square), self.board.rank(square))]

    def touch(self, name: str, covered: bool) -> None:
        tile, reed = self.under(name)
        tile.touch(reed, covered)

    def ring(self, name: str) -> bytes:
        """Return the twelve pixels of a square's ring (simulated tiles chain their rings as their reeds)."""
        tile, reed = self.under(name)
        return tile.frame[36 * reed : 36 * reed + 36]

    def start(self, game_id: str = "pawn-advance", **options: int | bool | str) -> None:
        """Begin a game and set it up."""
        game = find_game(game_id)
        read = game.read_options(options)
        seats = game.seats_of(read)
        self.seats, self.board = frozenset(seats), game.board(read)
        self.program.desk.start(NewGame(game_id, options, {seat: seat.name for seat in seats}, False))
        self.until(lambda scene: bool(scene.missing))
        for name in self.scene.missing:
            self.touch(name, True)
        self.until(lambda scene: scene.status == "play")

    def move(self, source: str, target: str) -> Scene:
        count = self.scene.action_count
        self.touch(source, False)
        self.until(lambda scene: source not in scene.covered)
        self.touch(target, True)
        return self.until(lambda scene: scene.action_count > count and scene.confirmed)


@pytest.fixture
def new_tiled(tmp_path: Path) -> Iterator[Callable[..., TiledTable]]:
    """Make a running table of as many tiles as a square of so many squares needs, each turned a quarter further.
    ``more`` is for the program."""
    with ExitStack() as opened:

        def make(side: int, **more: Any) -> TiledTable:
            tiles, places = [], []
            for number in range((side // SIDE) ** 2):
                folder = tmp_path / f"tile{number}"
                folder.mkdir()
                tile = SimulatedTile(folder)
                opened.callback(tile.close)
                tile.plug()
                tile.power_on()
                across, away = divmod(number, side // SIDE)
                tiles.append(tile)
                places.append(TilePlace(tile.port, SIDE * across, SIDE * away, number))
            return opened.enter_context(TiledTable(tmp_path, tiles, places, Board(side, side), **more))

        yield make
