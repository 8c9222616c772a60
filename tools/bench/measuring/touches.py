"""Measure the time from a touch on the screen board to the first changed light, during a game.

A player lifts and puts back, and plays moves; twenty phones look on from another process.
"""

import json
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from daemon.app.program import STREAMS, Program
from daemon.config.schema import Config, PanelConfig
from daemon.snapshots.seats import Seating
from daemon.storage.games.rows import Entry
from daemon.storage.store import Store
from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.core.squares import Square
from engine.records.game_record import Record, begin, replay, write_record
from engine.registry import find_game
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.pieces import HAND
from measuring.long_game import OPTIONS
from measuring.process import helper
from table.messages.new_game import NewGame
from table.messages.scene import Scene
from table.messages.settings import Settings
from table.model.state import Table
from webpanel.app import create_app
from webpanel.serve import start

VIEWERS = 20
BOTH = frozenset({Seat.WHITE, Seat.BLACK})


class SlowStore(Store):
    """A disk whose every fsync takes a while longer."""

    delay_s = 0.0

    def append(self, entry: Entry) -> None:
        time.sleep(self.delay_s)
        super().append(entry)


class Match:
    """A running table, and what is measured at it."""

    def __init__(self, directory: Path, fsync_s: float, played: tuple[str, ...] = ()) -> None:
        """:param played: the actions with which the game to be measured begins."""
        self.played = played
        self.store = SlowStore(directory)
        self.store.delay_s = fsync_s
        config = replace(Config(), panel=PanelConfig("127.0.0.1", 0), data_dir=directory)
        self.program = Program(config, self.store)
        self.lights_s: list[float] = []
        self.published_s: dict[int, float] = {}
        self._lit = threading.Event()
        self._since_s = 0.0
        self._playing = False
        self._watch_publishing()

    def _watch_publishing(self) -> None:
        scenes, real = self.program.scenes, self.program.scenes.publish

        def publish(table: Table, seating: Seating, trouble: Message | None) -> None:
            at_s = time.monotonic()
            real(table, seating, trouble)
            if self._playing:  # putting a game on the table is another matter
                self.published_s[scenes.number] = at_s

        scenes.publish = publish  # type: ignore[method-assign]

    def _watch_lights(self, board: SimulatedBoard) -> None:
        real = board.rings.show

        def show(pixels: bytes) -> None:
            changed = pixels != board.rings.shown
            real(pixels)
            if changed and self._since_s and time.monotonic() > self._since_s:
                self.lights_s.append(time.monotonic() - self._since_s)
                self._since_s = 0.0
                self._lit.set()

        board.rings.show = show  # type: ignore[method-assign]

    @contextmanager
    def running(self) -> Iterator[int]:
        """Start everything; gives the panel's port."""
        with self.program, self.program.desk.subscribe(HAND):  # or the screen board puts back what it lifts
            serving = start(create_app(self.program.desk), "127.0.0.1", 0, STREAMS)
            yield serving.port
            serving.close()
        self.store.close()

    def begin(self) -> SimulatedBoard:
        """A game whose lights move as little as possible, so that only touches change the rings."""
        self._playing = False
        self.program.desk.save_settings(Settings(motion=False))
        self._put_on_table()
        self.until(lambda scene: scene.status == "play")
        self._playing = True
        game = self.program.on_screen.game
        assert game is not None
        self._watch_lights(game.board)
        return game.board

    def _put_on_table(self) -> None:
        desk, game = self.program.desk, find_game("pawn-advance")
        if self.played:
            begun = replay(begin(game, game.read_options(OPTIONS)), self.played)
            while begun.position.phase != "battle":  # only there a piece can be lifted and put back
                begun = begun.before()
            desk.resume(desk.shelf.import_record(write_record(Record(begun))))
        else:
            desk.start(NewGame(game.id, {"rounds": 0}, {}, True))

    def until(self, seen: "object") -> Scene:
        """Wait for a scene."""
        deadline_s = time.monotonic() + 20
        while time.monotonic() < deadline_s:
            scene = self.program.desk.snapshot().scene(BOTH)
            if seen(scene):  # type: ignore[operator]
                return scene
            time.sleep(0.01)
        raise TimeoutError("the table did not get there")

    def touched(self, board: SimulatedBoard) -> None:
        """Measure from the last bounce of what was just touched, and wait for the light."""
        self._lit.clear()
        self._since_s = board.at_rest_s
        self._lit.wait(2)
        time.sleep(0.05)

    def play(self, touches: int) -> None:
        """Lift and put back pieces that can move, and play every fourth time."""
        board = self.begin()
        made = 0
        while len(self.lights_s) < touches:  # on a busy machine one may come before it is looked for
            if made > 10 * touches:
                raise TimeoutError("the lights do not follow what is touched")
            scene = self.until(lambda scene: _no_move(scene) or (scene.status == "play" and _turns(scene)))
            if _no_move(scene):
                board = self.begin()
                continue
            made += self._turn(board, scene, play=made % 8 == 0)

    def _turn(self, board: SimulatedBoard, scene: Scene, play: bool) -> int:
        names = board.board_map.board
        source = names.parse(_turns(scene)[0])
        count = scene.action_count
        board.lift(source)
        self.touched(board)
        lights = self.program.desk.snapshot().scene(BOTH).lights
        legal = [name for name, light in lights.items() if light.role == "move"]
        target = names.parse(legal[0]) if play and legal else source
        board.place(Square(target))
        self.touched(board)
        if target != source:
            self.until(lambda scene: scene.action_count > count)
        return 2


def _no_move(scene: Scene) -> bool:
    """True if nothing can be lifted and put back any more: the game is over, or new pieces are to be placed."""
    entering = any(light.role == "spawn" for light in scene.lights.values())
    return scene.status == "over" or (scene.status == "play" and entering)


def _turns(scene: Scene) -> list[str]:
    """The squares whose pieces may move."""
    return [name for name, light in scene.lights.items() if light.role == "turn"]


def measure(
    touches: int, fsync_s: float, played: tuple[str, ...] = ()
) -> tuple[list[float], list[float], list[float]]:
    """Touch → light, publish → phone, and how late the machine woke a process that only sleeps, in seconds."""
    with tempfile.TemporaryDirectory() as directory:
        match = Match(Path(directory), fsync_s, played)
        with match.running() as port:
            viewers = helper("load/viewers.py", port, VIEWERS)
            assert viewers.stdout is not None
            viewers.stdout.readline()
            metronome = helper("measuring/metronome.py")
            match.play(touches)
            late_s = json.loads(metronome.communicate("stop\n")[0])
            match.until(lambda _: match.published_s)
            received = json.loads(viewers.communicate(f"{max(match.published_s)}\n")[0])
    phones_s = [at_s - match.published_s[number] for number, at_s in received if number in match.published_s]
    return match.lights_s, phones_s, late_s
