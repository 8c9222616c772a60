"""A whole table without the panel's server, for tests that need all its threads."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from daemon.config import Config, PanelConfig
from daemon.screen import Pace
from daemon.store import Store
from daemon.wiring import Program
from engine.pieces import Seat
from engine.squares import Board
from table.words import Scene, Settings
from webpanel.desk import Tap, TapKind

BOARD = Board(8, 8)
QUICK = Pace(before_setup_s=0.0, before_happening_s=0.02, before_clearing_s=0.0, open_s=0.02, absence_s=0.2)
QUICK_HANDS = Settings(settle_ms=100, debounce_ms=5)
PLAYERS = {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}
BOTH = frozenset(PLAYERS)


class RunningTable:
    """A program on a data directory, and short words for what phones do."""

    def __init__(self, directory: Path, store: Callable[[Path], Store] = Store, pace: Pace = QUICK) -> None:
        self.directory = directory
        self.store = store(directory)
        self.config = replace(Config(), panel=PanelConfig("127.0.0.1", 0), data_dir=directory)
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
        return self.desk.scene(BOTH)

    def until(self, seen: Callable[[Scene], bool], within_s: float = 10.0) -> Scene:
        """The first scene that fulfils a condition."""
        deadline_s = time.monotonic() + within_s
        with self.desk.subscribe() as watching:
            if seen(self.scene):
                return self.scene
            for _ in watching.changes(0.05):
                if seen(self.scene):
                    return self.scene
                if time.monotonic() > deadline_s:
                    break
        raise AssertionError(f"the table never got there; it is at {self.scene}")

    def start(self, **options: object) -> str:
        key = self.desk.start("pawn-advance", options, PLAYERS, screen=True)
        self.until(lambda scene: scene.key == key and scene.status == "play")
        return key

    def tap(
        self, kind: TapKind, square: str = "", piece: str | None = None, phone: str = "mine",
        seats: frozenset[Seat] = BOTH, scene: int | None = None,
    ) -> None:
        spot = BOARD.parse(square) if square else None
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
