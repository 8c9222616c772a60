"""The running program on four tiles, each turned another way: one board of 16x16 squares, whose parts come and go."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from daemon.base.randomness import draw
from engine.core.squares import bits
from engine.registry import games
from engine.services.testing import trials_of
from firmware_bridge import messages
from firmware_bridge.codec import decode
from firmware_bridge.simulated import SimulatedTile, quiet
from table.messages.events import BoardRead, SquareLifted, SquarePlaced
from table.messages.settings import Settings

TILE = 8
GAMES = [
    (game.id, options) for game in games() for options in trials_of(game.id).variants
    if game.board(game.read_options(options)).files > TILE
]
"""Those that one tile is too small for."""


class Hands:
    """Hands that play simple moves at a table, and what the table felt of them."""

    def __init__(self, table: Any, chance: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = table
        self.random = chance
        self.done: list[tuple[str, bool]] = []
        self.felt: list[tuple[str, bool]] = []
        self.readings = 0
        self.wanted: dict[str, str] = {}
        post = table.program.orders.post

        def note(event: object, *rest: Any) -> None:
            if isinstance(event, SquareLifted | SquarePlaced):
                self.felt.append((table.board.name(event.square), isinstance(event, SquarePlaced)))
            self.readings += isinstance(event, BoardRead)
            post(event, *rest)

        monkeypatch.setattr(table.program.scanner, "_post", note)

    def begin(self, game_id: str, options: dict[str, int]) -> None:
        self.table.program.desk.save_settings(Settings(settle_ms=100, debounce_ms=0))
        self.table.start(game_id, **options)
        self.done.clear()
        self.felt.clear()
        self.readings = 0

    def touch(self, name: str, covered: bool) -> None:
        self.table.touch(name, covered)
        self.done.append((name, covered))

    def a_move(self) -> tuple[str, str]:
        """Wait until a piece can move to a free square, and choose such a move."""
        pieces = self.table.until(
            lambda scene: scene.status == "play" and not scene.trouble and self._moves()
        ).pieces
        source, target = self.random.choice(self._moves())
        self.wanted = {name: piece for name, piece in pieces.items() if name != source} | {target: pieces[source]}
        return source, target

    def _moves(self) -> list[tuple[str, str]]:
        board, on_table = self.table.board, self.table.program.scenes.snapshot().table.on_table
        return [
            (board.name(next(bits(each.empties))), board.name(next(bits(each.fills))))
            for each in (hand_action.footprint for hand_action in on_table.hand_actions)
            if each.empties.bit_count() == each.fills.bit_count() == 1 and each.squares == each.empties | each.fills
        ]

    def tile(self, name: str) -> SimulatedTile:
        tile: SimulatedTile = self.table.under(name)[0]
        return tile

    def await_trouble(self, tile: SimulatedTile) -> None:
        """The lost tile is named on the panel. How soon is shown where no busy machine can disturb: test_link.py."""
        said = f"The tile at {tile.port} does not answer: "
        self.table.until(lambda scene: str(scene.trouble).startswith(said))

    def await_move(self) -> None:
        """It is played, and nothing but it: any other action would leave the pieces otherwise."""
        self.table.until(lambda scene: scene.pieces == self.wanted and scene.confirmed and not scene.trouble)

    def by_tile(self, touches: list[tuple[str, bool]]) -> dict[str, list[tuple[str, bool]]]:
        """The touches of each tile, in order: tiles that are late do not mix up those of one another."""
        return {
            tile.port: [touch for touch in touches if self.tile(touch[0]) is tile] for tile in self.table.tiles
        }


class Torn:
    """A cable that is pulled in the middle of a frame of this kind: its first half arrives, and then nothing."""

    def __init__(self, kind: int) -> None:
        self._kind = kind
        self._frame = bytearray()
        self.torn = False

    def __call__(self, data: bytes) -> bytes:
        passed = bytearray()
        for byte in b"" if self.torn else data:
            self._frame.append(byte)
            if byte == 0:
                self.torn = (decode(bytes(self._frame[:-1])) or b"\0")[0] == self._kind
                passed += self._frame[: len(self._frame) // 2] if self.torn else self._frame
                self._frame.clear()
            if self.torn:
                break
        return bytes(passed)


@pytest.fixture
def hands(new_tiled: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Hands:
    chance = random.Random(3)
    return Hands(new_tiled(16, draw=partial(draw, random=chance)), chance, monkeypatch)


@pytest.mark.parametrize("game_id, options", GAMES)
def test_a_cable_pulled_in_the_middle_of_a_frame_loses_no_touch_and_doubles_none(
    hands: Hands, full: bool, game_id: str, options: dict[str, int]
) -> None:
    """The frame that tells of the touch, or the one that brings the lights: play goes on where it was."""
    table = hands.table
    hands.begin(game_id, options)
    for number in range(40 if full else 4):
        source, target = hands.a_move()
        tile = hands.tile(source)
        if number % 2:
            tile.to_tile = cable = Torn(messages.SHOW)
        else:
            tile.to_host = cable = Torn(messages.EVENTS)
        hands.touch(source, False)
        table.until(lambda scene, cable=cable: cable.torn)
        tile.unplug()
        hands.touch(source, True)
        hands.touch(source, False)
        hands.await_trouble(tile)
        tile.to_host = tile.to_tile = quiet
        tile.plug()
        table.until(lambda scene, name=target: any(table.ring(name)) and name in scene.lights)
        hands.touch(target, True)
        hands.await_move()
    assert hands.by_tile(hands.felt) == hands.by_tile(hands.done)
    assert hands.readings == 0, "nothing had to be read anew"


@pytest.mark.parametrize("game_id, options", GAMES)
def test_after_lost_power_the_net_change_decides(
    hands: Hands, full: bool, game_id: str, options: dict[str, int]
) -> None:
    """The tile that lost power is read anew; touches of the others come as usual."""
    hands.begin(game_id, options)
    seen = []
    for number in range(1, 21 if full else 3):
        source, target = hands.a_move()
        tile = hands.tile(source)
        tile.power_off()
        tile.unplug()
        hands.touch(source, False)
        hands.touch(target, True)
        seen += [(target, True)] if hands.tile(target) is not tile else []
        hands.await_trouble(tile)
        tile.plug()
        tile.power_on()
        hands.await_move()
        assert hands.readings == number
    assert hands.felt == seen


def test_a_tile_that_goes_silent_is_told_though_its_cable_is_in(hands: Hands) -> None:
    """A hub without power, say: no end of the line is told, and play on the other tiles waits too."""
    hands.begin("chess-two", {})
    tile = hands.table.tiles[2]
    tile.to_host = lambda data: b""
    hands.table.until(lambda scene: f"The tile at {tile.port} does not answer: it went silent" in str(scene.trouble))
    tile.to_host = quiet
    source, target = hands.a_move()
    hands.touch(source, False)
    hands.touch(target, True)
    hands.await_move()


def test_what_nobody_saw_is_asked(new_tiled: Callable[[int], Any]) -> None:
    """While the power was out a pawn was captured: its square looks as it did, so the board does not guess."""
    table = new_tiled(8)
    table.start("pawn")
    table.move("g3", "g5")
    tile = table.tiles[0]
    tile.power_off()
    tile.unplug()
    table.until(lambda scene: bool(scene.trouble))
    for name, covered in (("g5", False), ("g6", False), ("g5", True)):
        table.touch(name, covered)
    tile.plug()
    tile.power_on()
    scene = table.until(lambda scene: "g5" in scene.lights and scene.lights["g5"].role == "choice")
    assert scene.action_count == 1, "not guessed"
    table.touch("g5", False)
    table.until(lambda scene: "g5" not in scene.covered)
    table.touch("g5", True)
    scene = table.until(lambda scene: scene.action_count == 2)
    assert scene.last_action == "g6g5"
