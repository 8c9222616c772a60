"""`script/bench taps`: from a tap on the screen board to its answer, and to its move on disk. Option: --moves N."""

import argparse
import json
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path

from measuring.figures import say_times
from measuring.touches import BOTH, Match

from engine.core.pieces import Seat
from table.messages.new_game import NewGame
from table.messages.scene import Scene


class Finger:
    """A phone that taps, over HTTP."""

    def __init__(self, match: Match, port: int) -> None:
        self.match, self.desk = match, match.program.desk
        self.connection = HTTPConnection("127.0.0.1", port, timeout=10)
        self.connection.request("GET", "/api/table")
        answer = self.connection.getresponse()
        self.cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        answer.read()

    def tap(self, kind: str, square: str) -> None:
        """Tap, and wait for the answer."""
        snapshot = self.desk.snapshot()
        headers = {"Cookie": self.cookie, "Game-Key": snapshot.key, "Content-Type": "application/json"}
        body = json.dumps({"kind": kind, "square": square, "piece": None, "scene": snapshot.number})
        self.connection.request("POST", "/api/tap", body, headers)
        answer = self.connection.getresponse()
        said = answer.read()
        if answer.status != 200:
            raise RuntimeError(said.decode())

    def move(self) -> tuple[float, float]:
        """Move a piece that can move; seconds until its second tap was answered, and until the move was on disk."""
        scene = self.match.until(lambda scene: scene.status == "play" and _lit(scene, "turn"))
        self.tap("lift", _lit(scene, "turn")[0])
        lifted = self.match.until(lambda scene: _lit(scene, "move"))
        target = _lit(lifted, "move")[0]
        started_s = time.perf_counter()
        self.tap("place", target)
        answered_s = time.perf_counter() - started_s
        while not self._is_stored(scene.action_count):
            time.sleep(0.0005)
        return answered_s, time.perf_counter() - started_s

    def _is_stored(self, before: int) -> bool:
        scene = self.desk.snapshot().scene(BOTH)
        return scene.action_count > before and scene.confirmed


def _lit(scene: Scene, role: str) -> list[str]:
    return [name for name, light in scene.lights.items() if light.role == role]


def measured(moves: int) -> list[tuple[float, float]]:
    """Measure so many moves, in a new game as soon as one is over."""
    found: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as directory:
        match = Match(Path(directory), 0.0)
        with match.running() as port:
            finger = Finger(match, port)
            while len(found) < moves:
                if not found or match.program.desk.snapshot().scene(BOTH).action_count >= 4:
                    match.program.desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "", Seat.BLACK: ""}, True))
                found.append(finger.move())
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="script/bench taps", description="Measures taps on the screen board.")
    parser.add_argument("--moves", type=int, default=200, help="how many moves to measure (200)")
    answered_s, stored_s = zip(*measured(parser.parse_args().moves), strict=True)
    say_times("tap on the screen board → answer", answered_s)
    say_times("tap on the screen board → its move is on disk", stored_s, "target: p50 25 ms")


if __name__ == "__main__":
    main()
