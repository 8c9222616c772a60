"""Whole games by the robot on tiles: every touch goes through the real firmware, over a pty, through pyserial."""

import random
import sys
from math import ceil
from pathlib import Path

import pytest

from engine.core.squares import Board
from engine.registry import game_ids
from engine.services.testing import trials_of
from firmware_bridge.layout import SIDE, TilePlace, squares_of
from firmware_bridge.tiles import TileBack, TileLost
from hardware.simulated.faults import BoardFaults
from table.messages.events import BoardRead, SquareLifted, SquarePlaced

sys.path.insert(0, str(Path(__file__).parent.parent / "robot"))

import robot  # noqa: E402
from rig import Rig  # noqa: E402

GAMES = [(game_id, options) for game_id in game_ids() for options in trials_of(game_id).variants]

WHOLE_GAME = 1500
"""Actions in which games played at random have ended; those of four players take a thousand."""


class Wood:
    """As many tiles as a board needs, and the way from a square to the reed below it."""

    def __init__(self, board, new_tile, new_host):
        corners = [(file, rank) for file in range(ceil(board.files / SIDE)) for rank in range(ceil(board.ranks / SIDE))]
        self.tiles = [new_tile() for _ in corners]
        places = [
            TilePlace(tile.port, SIDE * file, SIDE * rank, number)
            for number, (tile, (file, rank)) in enumerate(zip(self.tiles, corners, strict=True))
        ]
        self._under = {
            square: (tile, reed)
            for tile, place in zip(self.tiles, places, strict=True)
            for reed, square in enumerate(squares_of(place, board))
        }
        self.host = new_host(*places, board=board)
        self.host.until_count(BoardRead)
        self.host.show({}, debounce_ms=0)
        self.taken = len(self.host.events)

    def touch(self, event):
        """Do to a reed what the hand did; the tile it belongs to."""
        tile, reed = self._under[event.square]
        tile.touch(reed, isinstance(event, SquarePlaced))
        return tile

    def tile(self, event):
        return self._under[event.square][0]

    def news(self):
        """The events since the last time, those about tiles left out."""
        events = self.host.events[self.taken :]
        self.taken += len(events)
        return [event for event in events if not isinstance(event, TileBack | TileLost)]


class TileRig(Rig):
    """A table that feels its wood through tiles: what leaves the debounce of simulated reeds is done to a tile's reeds,
    and what the tile says is what the table gets. ``mishaps``: pull a cable or cut a tile's power now and then."""

    def __init__(self, board, misbehaviour, seed, wood, mishaps):
        self._wood = wood
        self._rng = random.Random(seed)
        self._mishaps = mishaps
        self.pulled = self.cut = 0
        super().__init__(board, misbehaviour, seed)

    def send(self, event):
        if not isinstance(event, SquareLifted | SquarePlaced):
            super().send(event)
            return
        whim = self._rng.random() if self._mishaps else 1.0
        if whim < 0.01:
            self._with_cable_out(event)
        elif whim < 0.02:
            self._with_power_out(event)
        else:
            self._wood.touch(event)
            self._wood.host.until(lambda: self._came(type(event)))
        for news in self._wood.news():
            super().send(news)

    def _with_cable_out(self, event):
        self.pulled += 1
        tile = self._wood.tile(event)
        tile.unplug()
        self._wood.touch(event)
        tile.plug()
        self._wood.host.until(lambda: self._came(type(event)))

    def _with_power_out(self, event):
        self.cut += 1
        tile = self._wood.tile(event)
        tile.power_off()
        tile.unplug()
        self._wood.touch(event)
        tile.plug()
        tile.power_on()
        self._wood.host.until(lambda: self._came(BoardRead))

    def _came(self, kind):
        return any(isinstance(event, kind) for event in self._wood.host.events[self._wood.taken :])


@pytest.fixture
def new_robot(new_tile, new_host, monkeypatch):
    """Make a robot whose board is made of tiles."""

    def make(game_id, options, seed, mishaps):
        def rig(board: Board, misbehaviour, seed):
            return TileRig(board, misbehaviour, seed, Wood(board, new_tile, new_host), mishaps)

        monkeypatch.setattr(robot, "Rig", rig)
        return robot.Robot(game_id, options, BoardFaults(), seed)

    return make


@pytest.mark.parametrize("game_id, options", GAMES, ids=str)
def test_a_game_on_tiles_is_the_game_that_was_meant(new_robot, full, game_id, options):
    """In full size: to the end."""
    ended = 0
    for seed in range(5, 8 if full else 6):
        player = new_robot(game_id, options, seed, mishaps=False)
        player.play(WHOLE_GAME if full else 40)
        ended += player.on_table.outcome is not None
        assert player.rig.record
        assert player.unseen == 0
    assert ended or not full


@pytest.mark.parametrize("seed", range(4))
def test_no_game_is_lost_by_pulled_cables_and_lost_power(new_robot, full, seed):
    """Changes while the power was out are told as a net change; the robot does again what nobody saw."""
    player = new_robot("pawn-advance", {}, seed, mishaps=True)
    player.play(robot.LONGEST_GAME if full else 40)
    assert player.rig.record
    assert player.rig.pulled + player.rig.cut > 0
