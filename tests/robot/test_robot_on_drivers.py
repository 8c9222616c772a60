"""Whole games by the robot through the drivers of real boards: gpiozero over a circuit with its ghosts, the MCP23017
library over a bus, and every picture of the lights through the neopixel library down to the bytes on the wire."""

import os
from collections.abc import Callable
from math import ceil
from typing import Any

import pytest

os.environ["BLINKA_OS_AGNOSTIC"] = "1"
os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"

import robot
from circuits.reeds_gpio import MatrixCircuit, mock_factory
from circuits.reeds_mcp23017 import ExpanderBus
from rig import Rig

from engine.core.squares import Board
from engine.registry import game_ids
from hardware.board_map import mirrored, row_wise, serpentine, wire
from hardware.drivers.gpio_pins import lgpio
from hardware.drivers.reeds_gpio import MatrixReeds
from hardware.drivers.reeds_mcp23017 import PINS, ExpanderReeds
from hardware.drivers.rings_neopixel import NeoPixelRings
from hardware.lights.frames import frame
from hardware.ports import Reeds
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import BoardFaults
from table.messages.events import Event
from table.output import guidance

lgpio()  # imported before any test: it starts a thread of its own, once for the whole process

SUPPLY_A = 3.0


def matrix(board: SimulatedBoard) -> Reeds:
    """As many rows and columns as the board has ranks and files, on whatever pins."""
    shape = board.board_map.board
    rows, columns = tuple(range(shape.ranks)), tuple(range(shape.ranks, shape.ranks + shape.files))
    return MatrixReeds(rows, columns, pin_factory=mock_factory(MatrixCircuit(rows, columns, board.scan)))


def chips(board: SimulatedBoard) -> Reeds:
    """As many chips as the board needs."""
    addresses = tuple(range(0x20, 0x20 + ceil(board.board_map.reed_count / PINS)))
    return ExpanderReeds(addresses, ExpanderBus(addresses, board.scan))


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Play a game by the robot at a rig of one's own making."""

    def run(game_id: str, new_rig: Callable[[Board, BoardFaults, int], Rig], actions: int, seed: int = 11) -> Any:
        monkeypatch.setattr(robot, "Rig", new_rig)
        player = robot.Robot(game_id, {}, BoardFaults(flutter=0.05), seed)
        player.play(actions)
        return player

    return run


@pytest.mark.parametrize("driver", [matrix, chips])
@pytest.mark.parametrize("game_id", game_ids())
def test_what_hands_did_is_what_is_played(
    play: Callable[..., Any], full: bool, driver: Callable[[SimulatedBoard], Reeds], game_id: str
) -> None:
    """In full size: games to their end, but for the odd one that goes on for ever."""
    ended = 0
    for seed in range(11, 14 if full else 12):
        most = robot.LONGEST_GAME if full else 60
        player = play(game_id, lambda board, bad, seed: Rig(board, bad, seed, driver), most, seed)
        ended += player.on_table.outcome is not None
        assert len(player.rig.record) >= 10 or player.on_table.outcome
        assert player.unseen == 0
    assert ended or not full


class LitRig(Rig):
    """A rig that lights a chain of rings after every event, and looks at what leaves for the pixels."""

    def __init__(self, board: Board, bad: BoardFaults, seed: int, sent: list[bytes]) -> None:
        self.lit_map = wire(board, row_wise(board), mirrored(board, serpentine(board)), 4)
        self.rings = NeoPixelRings(self.lit_map.pixel_count, "NEOPIXEL", "GRB")
        self.sent = sent
        self.pictures = 0
        super().__init__(board, bad, seed)

    def send(self, event: Event) -> None:
        super().send(event)
        lights, overlay = guidance.lights(self.table, self.now_s), guidance.overlay(self.table, self.now_s)
        made = frame(lights, overlay, None, self.table.settings, self.lit_map, self.now_s, SUPPLY_A)
        self.rings.show(made.pixels)
        self._look(made.pixels)
        self.pictures += bool(lights)

    def _look(self, pixels: bytes) -> None:
        wire_bytes = self.sent[-1]
        assert (wire_bytes[1::3], wire_bytes[0::3], wire_bytes[2::3]) == (pixels[0::3], pixels[1::3], pixels[2::3])
        milliamperes = sum(wire_bytes) * 20 / 255 + self.lit_map.pixel_count
        assert milliamperes <= SUPPLY_A * 1000 + 1e-6


@pytest.mark.parametrize("game_id", game_ids())
def test_every_picture_of_a_game_reaches_the_wire_within_the_budget(
    play: Callable[..., Any], full: bool, monkeypatch: pytest.MonkeyPatch, game_id: str
) -> None:
    import neopixel  # type: ignore[import-untyped]

    sent: list[bytes] = []
    monkeypatch.setattr(neopixel, "neopixel_write", lambda pin, data: sent.append(bytes(data)))
    player = play(game_id, lambda board, bad, seed: LitRig(board, bad, seed, sent), 400 if full else 60)
    assert player.rig.pictures > 50
    assert len(set(sent)) > 20
    player.rig.rings.close()
    assert not any(sent[-1]), "dark at the end"
