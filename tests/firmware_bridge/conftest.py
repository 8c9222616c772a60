"""Tiles played by a computer, and a host that writes down what they say."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from waiting import PATIENCE_S, wait_for

from engine.core.squares import Board
from firmware_bridge import simulated
from firmware_bridge.layout import TilePlace
from firmware_bridge.simulated import SimulatedTile
from firmware_bridge.tiles import TileEvent, Tiles
from table.messages.events import BoardRead, SquareLifted, SquarePlaced
from table.messages.lights import Lights, Overlay
from table.messages.settings import Settings


class Host:
    """The board of tiles, and every event it put."""

    def __init__(self, places: list[TilePlace], board: Board) -> None:
        self.events: list[TileEvent] = []
        self.tiles = Tiles(places, board, self._put)
        self.board = board

    def _put(self, event: TileEvent) -> None:
        self.events.append(event)

    def until(self, true: Callable[[], object]) -> None:
        """Wait until something is so; fail if it does not come about."""
        wait_for(true, lambda: f"what was waited for; last events: {self.events[-5:]}", 0.001)

    def until_count(self, kind: type, count: int = 1) -> None:
        """Wait for as many events of a kind."""
        self.until(lambda: len(self.all(kind)) >= count)

    def all(self, kind: type) -> list[TileEvent]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def changes(self) -> list[tuple[str, bool]]:
        """The changes of squares in order: name, covered."""
        moved = (event for event in self.events if isinstance(event, SquareLifted | SquarePlaced))
        return [(self.board.name(event.square), isinstance(event, SquarePlaced)) for event in moved]

    def told(self) -> int:
        """The occupancy that all events so far add up to."""
        state = 0
        for event in list(self.events):
            if isinstance(event, BoardRead):
                state = event.occupancy
            elif isinstance(event, SquarePlaced):
                state |= 1 << event.square
            elif isinstance(event, SquareLifted):
                state &= ~(1 << event.square)
        return state

    def show(self, lights: Lights, debounce_ms: int = 25, overlay: Overlay = Overlay.NONE) -> None:
        """Light the board, with plenty of current."""
        settings = Settings(brightness=100, debounce_ms=debounce_ms)
        self.tiles.show(lights, overlay, None, settings, 50.0 * len(self.tiles.missing()) + 50.0)


PATIENT_TILE = f"""
from firmware_bridge import messages

messages.SILENCE_MS = {PATIENCE_S * 1000:.0f}
"""
"""Added to the simulated pins, which every start of a tile reads, and which are none of the files that are compared."""


@pytest.fixture
def usual_limits() -> None:
    """For tests of what either end takes for silence."""


@pytest.fixture
def patient(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy computer either end may get no processor for seconds: unless a test asks for the usual limits, neither
    takes the other for gone sooner than anything else that is waited for. Cables and power are noticed as ever."""
    if "usual_limits" in request.fixturenames:
        return
    for limit in ("link.SILENCE_S", "link.FIRST_ANSWER_S", "port.WRITE_TIMEOUT_S"):
        monkeypatch.setattr(f"firmware_bridge.{limit}", PATIENCE_S)
    pins = tmp_path / "patient_pins.py"
    pins.write_text(simulated._SIMULATED_PINS.read_text() + PATIENT_TILE)
    monkeypatch.setattr(simulated, "_SIMULATED_PINS", pins)


@pytest.fixture
def new_tile(tmp_path: Path, patient: None) -> Iterator[Callable[..., SimulatedTile]]:
    """Make tiles: plugged in and powered unless told otherwise."""
    made: list[SimulatedTile] = []

    def make(on: bool = True, service_ms: int = 0, blank: bool = False) -> SimulatedTile:
        folder = tmp_path / f"tile{len(made)}"
        folder.mkdir()
        tile = SimulatedTile(folder, service_ms, blank)
        made.append(tile)
        if on:
            tile.plug()
            tile.power_on()
        return tile

    yield make
    for tile in made:
        tile.close()


@pytest.fixture
def new_host(patient: None) -> Iterator[Callable[..., Host]]:
    """Make a host for these places."""
    made: list[Host] = []

    def make(*places: TilePlace, board: Board | None = None) -> Host:
        made.append(Host(list(places), board or Board(8, 8)))
        return made[-1]

    yield make
    for host in made:
        host.tiles.close()
