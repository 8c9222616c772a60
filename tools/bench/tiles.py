"""Measure a tile: ``script/bench tiles [--rounds N] [--check]``.

From a touch to the light it causes, on a clean line: the reed closes, the firmware (a real MicroPython on this machine,
debounce off) says so, the host lights 24 squares by way of a queue and a second thread (as the table's loop does), and
the frame reaches the pixels. A pty is faster than a serial line: the time the bytes of both messages take at 115,200
baud is computed and added. Not in it: the time a ring of pixels takes to be written (30 us per pixel), and how much
slower than this machine the microcontroller is.
"""

import argparse
import queue
import resource
import tempfile
import time
from pathlib import Path

from measuring.figures import percentile, say, say_times

from engine.core.squares import Board, Square
from firmware_bridge import messages
from firmware_bridge.codec import encode
from firmware_bridge.layout import TilePlace
from firmware_bridge.port import BAUD
from firmware_bridge.simulated import SimulatedTile
from firmware_bridge.tiles import TileEvent, Tiles
from table.messages.events import BoardRead, SquareLifted, SquarePlaced
from table.messages.lights import Light, Lights, Overlay, Role
from table.messages.settings import Settings

SQUARES = 24
ASKED_P99_S = 0.015
BITS_PER_BYTE = 10  # with start and stop bit
REST_S = 3.0
SETTINGS = Settings(brightness=100, debounce_ms=0)


def wire_s() -> float:
    """Return the time on the line of the messages between a touch and its light: event, acknowledgement, looks."""
    event = messages.pack(messages.EVENTS, 1000, items=b"\x80")
    ack = messages.pack(messages.ACK, 1000)
    looks = messages.pack_looks([(reed, 9) for reed in range(SQUARES)])
    show = messages.pack(messages.SHOW, 1, *[255] * 6, 5000, items=looks)
    return sum(len(encode(payload)) for payload in (event, ack, show)) * BITS_PER_BYTE / BAUD


def picture(number: int) -> Lights:
    """24 squares, in another light each time, so that every one of them goes over the line."""
    role = (Role.MOVE, Role.ORIGIN)[number % 2]
    return {Square(square): Light(role) for square in range(SQUARES)}


class Bench:
    """A tile, its host, and the queue between its threads and this one."""

    def __init__(self, folder: Path) -> None:
        self.tile = SimulatedTile(folder)
        self.tile.plug()
        self.tile.power_on()
        self.events: queue.SimpleQueue[TileEvent] = queue.SimpleQueue()
        self.tiles = Tiles([TilePlace(self.tile.port)], Board(8, 8), self.events.put)
        self.wait_for(BoardRead)
        self.show(0)

    def wait_for(self, *kinds: type) -> None:
        """Take events until one of these kinds comes."""
        while not isinstance(self.events.get(timeout=10), kinds):
            continue

    def show(self, number: int) -> float:
        """Show a picture; when its frame was there (monotonic seconds)."""
        before_s = self.tile.frame_s
        self.tiles.show(picture(number), Overlay.NONE, None, SETTINGS, 100.0)
        while self.tile.frame_s == before_s:
            time.sleep(0.0002)
        return self.tile.frame_s

    def touch_to_light_s(self, number: int) -> float:
        """One round, without the wire."""
        began_s = time.monotonic()
        self.tile.touch(number % 64, not self.tile.reeds >> number % 64 & 1)
        self.wait_for(SquareLifted, SquarePlaced)
        return self.show(number) - began_s

    def close(self) -> None:
        """Away with everything."""
        self.tiles.close()
        self.tile.close()


def cpu_at_rest() -> float:
    """Percent of a processor this process takes while nothing happens; the simulated cable is in it, the tile not."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    time.sleep(REST_S)
    after = resource.getrusage(resource.RUSAGE_SELF)
    return 100 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / REST_S


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="script/bench tiles", description="Measure a tile from touch to light.")
    parser.add_argument("--rounds", type=int, default=1000, help="how many touches")
    parser.add_argument("--check", action="store_true", help=f"fail above {ASKED_P99_S} s at the 99th percentile")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        try:
            times_s = [bench.touch_to_light_s(number) + wire_s() for number in range(1, given.rounds + 1)]
            rest = cpu_at_rest()
        finally:
            bench.close()
    say_times(f"tile: touch to light, {SQUARES} squares", times_s, f"p99 <= {ASKED_P99_S * 1000:.0f} ms")
    say(f"  of that on the line at {BAUD} baud", f"{wire_s() * 1000:.2f} ms")
    say("tile: host at rest, of one processor", f"{rest:.1f} %")
    return int(given.check and percentile(times_s, 0.99) > ASKED_P99_S)


if __name__ == "__main__":
    raise SystemExit(main())
