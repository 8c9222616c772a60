"""The running program on tiles: the real firmware at the far end of a serial line that can be pulled."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from waiting import wait_for

from daemon.boards.board import BoardSilent
from daemon.boards.tile_board import TileSensor, cut_squares
from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.core.squares import Board, Square
from engine.registry import find_game
from firmware_bridge.messages import VERSION
from table.messages.events import BoardRead, Sensed, SquareLifted, SquarePlaced
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from webpanel.ports.workshop_port import Work

PLAYERS = {Seat.WHITE: "Ada", Seat.BLACK: "Bo"}


@pytest.fixture
def tiled(new_tiled: Callable[[int], Any]) -> Any:
    """A table of one tile."""
    return new_tiled(8)


def test_a_game_is_played_on_a_tile(tiled: Any) -> None:
    tiled.start()
    tiled.touch("c1", False)
    tiled.until(lambda scene: scene.lights.get("c2") is not None and str(scene.lights["c2"].role) == "move")
    tiled.until(lambda scene: any(tiled.ring("c2")))
    assert not any(tiled.ring("c5"))
    tiled.touch("c2", True)
    assert tiled.until(lambda scene: scene.action_count == 1).last_action == "c1c2"


def test_a_pulled_cable_is_told_play_waits_and_goes_on_with_every_touch(tiled: Any) -> None:
    """The tile keeps its power: what happened meanwhile comes late, but comes, once."""
    tiled.start()
    tiled.tiles[0].unplug()
    lost = tiled.until(lambda scene: bool(scene.trouble))
    assert str(lost.trouble).startswith(f"The tile at {tiled.tiles[0].port} does not answer: ")
    tiled.touch("c1", False)
    tiled.touch("c2", True)
    tiled.tiles[0].plug()
    scene = tiled.until(lambda scene: scene.action_count == 1 and not scene.trouble)
    assert scene.last_action == "c1c2"
    assert tiled.move("d1", "d2").last_action == "d1d2"


def test_after_lost_power_the_net_change_decides(tiled: Any) -> None:
    tiled.start()
    tiled.tiles[0].power_off()
    tiled.tiles[0].unplug()
    tiled.until(lambda scene: bool(scene.trouble))
    tiled.touch("c1", False)
    tiled.touch("c2", True)
    tiled.tiles[0].plug()
    tiled.tiles[0].power_on()
    scene = tiled.until(lambda scene: scene.action_count == 1 and not scene.trouble)
    assert scene.last_action == "c1c2"


def test_a_tile_with_the_firmware_of_another_version_is_refused_with_the_remedy_and_joins_once_mended(
    tiled: Any,
) -> None:
    tiled.start()
    tile = tiled.tiles[0]
    shared = tile.folder / "firmware_bridge" / "messages.py"
    ours = shared.read_text()
    tile.power_off()
    shared.write_text(ours.replace("ALIVE_MS = 300", "ALIVE_MS = 250"))
    tile.power_on()
    said = tiled.until(lambda scene: "cannot play" in str(scene.trouble)).trouble
    assert str(said).startswith(f"The tile at {tile.port} cannot play: its firmware speaks version ")
    assert str(said).endswith(f", this program {VERSION:08x}: give it the firmware of this program.")
    tile.power_off()
    shared.write_text(ours)
    tile.power_on()
    tiled.until(lambda scene: not scene.trouble)
    assert tiled.move("c1", "c2").last_action == "c1c2"


def test_tiles_are_tested_but_not_wired_in_the_workshop(tiled: Any) -> None:
    workshop = tiled.program.desk.workshop
    with pytest.raises(Refused, match="Tiles know their own wiring"):
        workshop.open("wire")
    workshop.open("check")

    def touched_and_answered() -> bool:
        tiled.touch("a1", not tiled.tiles[0].reeds & 1)
        return _answered(workshop.work()) > 0

    wait_for(touched_and_answered, "the square that is touched is felt", pause_s=0.05)
    wait_for(lambda: any(tiled.tiles[0].frame), "the tile is lit")
    workshop.close()


def _answered(work: Work | None) -> int:
    assert work is not None
    return work.done


def test_a_game_that_needs_more_squares_is_refused(tiled: Any) -> None:
    game = find_game("chess-two")
    assert game.board(game.read_options({})).files == 10
    with pytest.raises(Refused, match="This game needs a board of 10 by 10 squares"):
        tiled.program.desk.start(NewGame("chess-two", {}, PLAYERS, False))


# --- feeling tiles, without any ----------------------------------------------------------------------------------


class Feeling:
    """A sensor of a 10x10 game on tiles of 16x16 squares; ``trouble``: what is the matter with them."""

    def __init__(self, occupancy: int | None) -> None:
        self.whole, self.part = Board(16, 16), Board(10, 10)
        self.trouble: Message | None = None
        self.sensor = TileSensor(
            threading.Condition(), lambda: self.trouble, cut_squares(self.whole, self.part), occupancy
        )

    def touches(self) -> tuple[Sensed, ...]:
        return self.sensor.feel(0.0, 0.025)


def test_a_smaller_game_lies_in_the_corner_at_a1() -> None:
    feeling = Feeling(0)
    assert feeling.touches() == (BoardRead(0),)
    for name in ("j10", "k1", "a11", "b3"):
        feeling.sensor.take(SquarePlaced(feeling.whole.parse(name)))
    feeling.sensor.take(SquareLifted(feeling.whole.parse("j10")))
    j10, b3 = feeling.part.parse("j10"), feeling.part.parse("b3")
    assert feeling.touches() == (SquarePlaced(j10), SquarePlaced(b3), SquareLifted(j10))
    feeling.sensor.take(BoardRead(feeling.whole.all))
    assert feeling.touches() == (BoardRead(feeling.part.all),)
    assert feeling.touches() == ()


def test_touches_wait_while_a_tile_is_missing_and_come_all_and_in_order() -> None:
    feeling = Feeling(0)
    feeling.touches()
    feeling.trouble = Message("The tile is away.")
    feeling.sensor.take(SquarePlaced(Square(0)))
    feeling.sensor.take(SquareLifted(Square(0)))
    with pytest.raises(BoardSilent, match="The tile is away") as caught:
        feeling.touches()
    assert caught.value.reason == feeling.trouble
    feeling.trouble = None
    assert feeling.touches() == (SquarePlaced(Square(0)), SquareLifted(Square(0)))


def test_tiles_not_read_yet_are_waited_for() -> None:
    feeling = Feeling(None)
    with pytest.raises(BoardSilent, match="The tiles are being read"):
        feeling.touches()
    feeling.sensor.take(BoardRead(1))
    assert feeling.touches() == (BoardRead(1),)
