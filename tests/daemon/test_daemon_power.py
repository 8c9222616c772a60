"""Switching off: what is on the table is stored first, the rings show it, and only then systemd is asked."""

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero import Device  # type: ignore[import-untyped]
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]
from waiting import PATIENCE_S, wait_for

from daemon.app.program import Program
from daemon.boards.board import WiredBoard
from daemon.config.schema import ButtonsConfig, Config, PanelConfig
from daemon.peripherals import buttons, shutdown
from daemon.peripherals.shutdown import request_file
from daemon.peripherals.symbols import POWER, drawn
from daemon.peripherals.thread import PeripheralThread
from daemon.runtime.active_board import NO_GAME_NUMBER
from daemon.storage.store import Store
from engine.core.pieces import Seat
from engine.core.squares import Board, Square
from hardware.board_map import wire
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import PERFECT
from hardware.simulated.pieces import Wood
from table.messages.events import SquareLifted
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from table.messages.scene import Scene
from table.messages.settings import Settings

PLAYERS = {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}
BOARD = Board(8, 8)
SIGN = set(drawn(POWER, BOARD))
UNTIL_SEEN_S = 3600.0


class House:
    """A program with a real board in a service's directories, and somebody who waits for its request like systemd."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.pieces = Wood(BOARD)
        self.buttons = ButtonsConfig()
    def open(self) -> None:
        """Start the program, also once more with what then stands on the board."""
        self.wood = SimulatedBoard(wire(BOARD), self.pieces, PERFECT)
        self.store = Store(self.directory)
        panel = PanelConfig("127.0.0.1", 0)
        config = replace(Config(), panel=panel, buttons=self.buttons, data_dir=self.directory)
        real = WiredBoard(self.wood.board_map, self.wood.reeds, self.wood.rings)
        self.program = Program(config, self.store, real=real)
        self.desk = self.program.desk
        self.program.__enter__()
        self.desk.save_settings(Settings(settle_ms=100, debounce_ms=5))

    def close(self) -> None:
        self.pieces = self.wood.wood
        self.program.__exit__(None, None, None)
        self.store.close()

    @property
    def scene(self) -> Scene:
        return self.desk.snapshot().scene(frozenset(PLAYERS))

    @property
    def request(self) -> Path:
        return self.directory / "power-off"

    def until(self, seen: Callable[[Scene], bool]) -> None:
        wait_for(lambda: seen(self.scene), lambda: f"the scene that is waited for; the table is at {self.scene}")

    def start(self) -> None:
        self.desk.start(NewGame("pawn-advance", {}, PLAYERS, False))
        self.until(lambda scene: bool(scene.missing))
        pieces = self.scene.pieces.items()
        self.wood.stand(Wood(BOARD, {BOARD.parse(name): piece for name, piece in pieces}))
        self.until(lambda scene: scene.status == "play")

    def move(self, source: str, target: str) -> None:
        count = self.scene.action_count
        self.wood.lift(BOARD.parse(source))
        self.until(lambda scene: source not in scene.covered)
        self.wood.place(BOARD.parse(target))
        self.until(lambda scene: scene.action_count > count and scene.confirmed)

    def lit(self) -> set[Square]:
        """The squares whose rings shine."""
        return {square for square in map(Square, range(BOARD.size)) if any(map(any, self.wood.rings.at(square)))}

    def stored(self) -> list[str]:
        """The actions that are on disk, as another program reads them."""
        with closing(sqlite3.connect(self.directory / "games.sqlite3")) as db:
            return [action for (action,) in db.execute("SELECT action FROM entries ORDER BY number")]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(shutdown, "SIGN_S", 0.3)
    made = House(tmp_path)
    made.open()
    yield made
    made.close()


@pytest.fixture
def seen(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """To be set once the test has seen what is shown for :data:`UNTIL_SEEN_S`, however busy the computer is."""
    seen, rest = threading.Event(), PeripheralThread._rest

    def until_seen(peripherals: PeripheralThread, duration_s: float) -> bool:
        return not seen.wait(PATIENCE_S) if duration_s == UNTIL_SEEN_S else rest(peripherals, duration_s)

    monkeypatch.setattr(PeripheralThread, "_rest", until_seen)
    yield seen
    seen.set()


# --- the course of it --------------------------------------------------------------------------------------------


def test_the_game_is_stored_and_the_sign_is_lit_before_systemd_is_asked(
    house: House, seen: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutdown, "SIGN_S", UNTIL_SEEN_S)
    house.start()
    house.move("b1", "b3")
    house.desk.switch_off()
    wait_for(lambda: house.lit() == SIGN, "the sign is lit")
    assert not house.request.exists(), "there is time to see it"
    seen.set()
    wait_for(house.request.exists, "systemd is asked")
    assert house.lit() == SIGN and "is being switched off" in str(house.scene.trouble)
    assert house.stored() == ["b1b3"]


def test_a_held_button_does_the_same_and_a_short_press_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    monkeypatch.setattr(buttons, "POWER_HOLD_S", 0.3)
    house.close()
    house.buttons = ButtonsConfig(power=(3,))
    house.open()
    factory.pin(3).drive_low()
    factory.pin(3).drive_high()
    house.start()
    assert house.scene.trouble is None, "setting up takes longer than the button has to be held"
    factory.pin(3).drive_low()
    wait_for(house.request.exists, "systemd is asked")
    wait_for(lambda: house.lit() == SIGN, "the sign is lit")


def test_hands_that_clear_the_board_under_the_sign_belong_to_no_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    felt: list[tuple[object, int]] = []
    house.start()
    monkeypatch.setattr(house.program.scanner, "_post", lambda *touch: felt.append(touch))
    house.desk.switch_off()
    wait_for(house.request.exists, "systemd is asked")
    wait_for(lambda: any(number == NO_GAME_NUMBER for _, number in felt), "the board is read anew")
    felt.clear()
    house.wood.lift(BOARD.parse("b1"))
    wait_for(lambda: felt, "the lift is felt")
    assert felt == [(SquareLifted(BOARD.parse("b1")), NO_GAME_NUMBER)]


def test_the_end_of_the_program_by_systemd_darkens_the_board_and_takes_the_request_away(house: House) -> None:
    house.desk.switch_off()
    wait_for(house.request.exists, "systemd is asked")
    house.close()
    assert house.lit() == set() and not house.request.exists()
    house.open()
    assert house.scene.trouble is None, "and nothing asks a second time"


def test_the_game_goes_on_after_power_returns(house: House) -> None:
    house.start()
    house.move("b1", "b3")
    house.desk.switch_off()
    wait_for(house.request.exists, "systemd is asked")
    house.close()
    house.open()
    house.until(lambda scene: scene.status == "play" and scene.action_count == 1)
    house.move("c1", "c3")


def test_if_nobody_switches_off_play_goes_on_where_it_was(
    house: House, seen: threading.Event, monkeypatch: pytest.MonkeyPatch, logged_errors: list[logging.LogRecord]
) -> None:
    monkeypatch.setattr(shutdown, "END_S", 0.1)
    monkeypatch.setattr(shutdown, "TOLD_S", UNTIL_SEEN_S)
    house.start()
    house.desk.switch_off()
    house.until(lambda scene: "was not switched off" in str(scene.trouble))
    assert [record.name for record in logged_errors] == [shutdown.log.name]
    assert not house.request.exists()
    seen.set()
    house.until(lambda scene: scene.trouble is None)
    wait_for(lambda: house.lit() != SIGN, "the sign is gone")
    house.move("b1", "b3")


# --- refusals ----------------------------------------------------------------------------------------------------


def test_what_is_no_service_cannot_switch_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    house = House(tmp_path)
    house.open()
    with pytest.raises(Refused, match="does not run as its service"):
        house.desk.switch_off()
    house.close()


def test_nothing_is_switched_off_while_the_disk_takes_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.program.writer, "wait_idle", lambda timeout_s: False)
    with pytest.raises(Refused, match="Not everything is on disk yet") as refused:
        house.desk.switch_off()
    assert refused.value.status == 503 and not house.request.exists()


def test_the_request_lies_in_the_directory_that_the_unit_gives() -> None:
    assert request_file({"RUNTIME_DIRECTORY": "/run/pawnlight"}) == Path("/run/pawnlight/power-off")
    assert request_file({}) is None and request_file({"RUNTIME_DIRECTORY": ""}) is None
