"""Measure a real board's share: ``script/bench drivers [--rounds N] [--seconds N]``.

The drivers are the real ones down to the vendors' libraries; the pins, the bus and the data line behind them are
models, which cost something too. Not in it: what a call into the kernel costs on a Raspberry Pi (40 to 80 us for a
pin), an I2C transfer (about 0.1 ms for a chip), and the wire time of the pixels (30 us each), which is printed beside.
"""

import argparse
import ctypes
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from urllib.request import urlopen

os.environ["BLINKA_OS_AGNOSTIC"] = "1"
os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"

sys.path.append(str(Path(__file__).parents[1]))

import neopixel  # type: ignore[import-untyped]
from circuits.reeds_gpio import MatrixCircuit, mock_factory
from circuits.reeds_mcp23017 import ExpanderBus
from measuring.figures import percentile, say, say_times

from daemon.app.program import STREAMS, Program
from daemon.boards.board import WiredBoard
from daemon.config.schema import BoardConfig, Config, PanelConfig
from daemon.storage.store import Store
from engine.core.squares import Board, Square
from hardware.board_map import BoardMap, wire
from hardware.drivers.neopixel_checks import SPI_HZ, transfer_bytes
from hardware.drivers.reeds_gpio import MatrixReeds
from hardware.drivers.reeds_mcp23017 import ADDRESSES, ExpanderReeds
from hardware.drivers.rings_neopixel import NeoPixelRings
from hardware.lights.frames import frame
from hardware.ports import Reeds
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.pieces import Wood
from table.messages.lights import Badge, Light, Overlay, Role
from table.messages.new_game import NewGame
from table.messages.settings import Settings
from webpanel.app import create_app
from webpanel.serve import start

ROWS, COLUMNS = (4, 5, 6, 13, 16, 17, 19, 20), (21, 22, 23, 24, 25, 26, 27, 12)
BOARD = Board(8, 8)
SUPPLY_A = 4.0
PIXEL_WIRE_S = 30e-6
ROLES = tuple(Role)


def times_s(work: Callable[[int], object], rounds: int) -> list[float]:
    """Return the duration of each of so many calls, in seconds."""
    took = []
    for number in range(rounds):
        began_s = time.perf_counter()
        work(number)
        took.append(time.perf_counter() - began_s)
    return took


def set_up_wood() -> SimulatedBoard:
    """32 pieces on 64 squares."""
    return SimulatedBoard(wire(BOARD), Wood(BOARD, dict.fromkeys(map(Square, range(0, 64, 2)), "wP")))


def matrix(board: SimulatedBoard) -> Reeds:
    """The matrix on GPIO pins."""
    return MatrixReeds(ROWS, COLUMNS, pin_factory=mock_factory(MatrixCircuit(ROWS, COLUMNS, board.scan)))


def measure_scans(rounds: int) -> None:
    """A whole scan of 64 reeds."""
    board = set_up_wood()
    for name, reeds in (
        ("64 reeds through gpiozero, pin by pin", matrix(board)),
        ("64 reeds on four MCP23017", ExpanderReeds(ADDRESSES, ExpanderBus(ADDRESSES, board.scan))),
        ("64 simulated reeds", board.reeds),
    ):
        say_times(f"scan: {name}", times_s(lambda _, scan=reeds.read: scan(), rounds))  # type: ignore[misc]
        reeds.close()


def measure_frames(rounds: int) -> None:
    """A frame of a busy board, made and handed to the line: all moving, 24 squares lit with badges."""
    for per_ring in (1, 8, 12):
        measure_frame(wire(BOARD, pixels_per_ring=per_ring), rounds)


def measure_frame(board_map: BoardMap, rounds: int) -> None:
    """The same for one length of chain."""
    lights = {Square(n): Light(ROLES[n % len(ROLES)], Badge.LAST_MOVE if n % 5 == 0 else None) for n in range(24)}
    rings = NeoPixelRings(board_map.pixel_count, "NEOPIXEL", "GRB")
    frames: list[bytes] = []

    def make(number: int) -> None:
        made = frame(lights, Overlay.NONE, None, Settings(), board_map, number * 0.05, SUPPLY_A)
        frames.append(made.pixels)

    say_times(f"frame: {board_map.pixel_count} pixels, made", times_s(make, rounds))
    wire_ms = f"and {1000 * board_map.pixel_count * PIXEL_WIRE_S:.0f} ms on the wire"
    sent_s = times_s(lambda number: rings.show(frames[number]), rounds)
    say_times(f"frame: {board_map.pixel_count} pixels, through neopixel", sent_s, wire_ms)
    rings.close()


def at_rest(seconds: float, real: WiredBoard | None, screen: bool) -> float:
    """Share of one core of the whole program while a game is on the table and nobody touches it."""
    with tempfile.TemporaryDirectory() as directory:
        config = replace(
            Config(), board=BoardConfig("simulated"), panel=PanelConfig("127.0.0.1", 0), data_dir=Path(directory)
        )
        store = Store(config.data_dir)
        with Program(config, store, real=real) as program:
            program.desk.start(NewGame("pawn-advance", {}, {}, screen))
            time.sleep(2)
            before = resource.getrusage(resource.RUSAGE_SELF)
            time.sleep(seconds)
            after = resource.getrusage(resource.RUSAGE_SELF)
        store.close()
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / seconds


class TimedRings:
    """Rings whose frames take their true time. ``hold``: the transfer keeps the interpreter's lock."""

    def __init__(self, count: int, transfer_s: float, rest_s: float, hold: bool) -> None:
        self.count, self.frames, self._rest_s = count, 0, rest_s
        wait = (ctypes.PyDLL if hold else ctypes.CDLL)(None).usleep
        self._transfer = partial(wait, round(1e6 * transfer_s))

    def show(self, pixels: bytes) -> None:
        """Take as long as the transfer, and as Blinka sleeps after it."""
        self._transfer()
        time.sleep(self._rest_s)
        self.frames += 1

    def close(self) -> None:
        """Do nothing."""


def old_way(count: int) -> TimedRings:
    """As Blinka and rpi_ws281x light pixels: 12 bytes each, and a millisecond of rest for each 100 bytes of colours."""
    return TimedRings(count, 8 * 12 * count / SPI_HZ, 0.001 * (3 * count // 100 + 1), hold=True)


def new_way(count: int) -> TimedRings:
    """As the kernel's SPI sends what our driver writes."""
    return TimedRings(count, 8 * transfer_bytes(count) / SPI_HZ, 0, hold=False)


def no_lights(count: int) -> TimedRings:
    """Light nothing, for comparison."""
    return TimedRings(count, 0, 0, hold=False)


def while_sending(rings: TimedRings, seconds: float) -> tuple[list[float], list[float]]:
    """Return the times between scans and those for a page of the panel, while lights move on a real board."""
    board = set_up_wood()
    scans, pages = [], []
    read = board.reeds.read

    def scan() -> int:
        scans.append(time.perf_counter())
        return read()

    board.reeds.read = scan  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory() as directory:
        config = replace(Config(), board=BoardConfig("simulated"), data_dir=Path(directory))
        store = Store(config.data_dir)
        real = WiredBoard(wire(BOARD, pixels_per_ring=12), board.reeds, rings)
        with Program(config, store, real=real) as program:
            serving = start(create_app(program.desk), "127.0.0.1", 0, STREAMS)
            program.desk.start(NewGame("pawn-advance", {}, {}, False))
            time.sleep(2)
            scans.clear()
            end_s = time.perf_counter() + seconds
            while time.perf_counter() < end_s:
                began_s = time.perf_counter()
                urlopen(f"http://127.0.0.1:{serving.port}/").read()
                pages.append(time.perf_counter() - began_s)
                time.sleep(0.05)
            serving.close()
        store.close()
    return [later - sooner for sooner, later in pairwise(scans)], pages


def measure_sending(seconds: float) -> None:
    """The costs of the transfer of 768 pixels for the rest of the program, if it takes its true time."""
    ways = {"no lights": no_lights, "rpi_ws281x": old_way, "the kernel's SPI": new_way}
    for name, way in ways.items():
        rings = way(768)
        scans_s, pages_s = while_sending(rings, seconds)
        for what, times in (("between scans", scans_s), ("a page", pages_s)):
            p50, p95 = (1000 * percentile(times, share) for share in (0.5, 0.95))
            say(f"{what}, lights by {name} ({len(times)}x)", f"p50 {p50:.0f}  p95 {p95:.0f} ms")
        say(f"frames a second, lights by {name}", f"{rings.frames / (seconds + 2):.0f}")


def measure_rest(seconds: float) -> None:
    """Measure the load that polling a matrix adds to a table at rest."""
    board = SimulatedBoard(wire(BOARD), Wood(BOARD))
    real = WiredBoard(board.board_map, matrix(board), NeoPixelRings(768, "NEOPIXEL", "GRB"))
    say("at rest on the screen board, of one core", f"{100 * at_rest(seconds, None, True):.1f} %")
    share = at_rest(seconds, real, False)
    say("at rest on a matrix (30 ms between scans, set-up lit)", f"{100 * share:.1f} %", "models of pins included")


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(prog="script/bench drivers", description="Measures a real board's share.")
    parser.add_argument("--rounds", type=int, default=300, help="how many scans and frames to measure (300)")
    parser.add_argument("--seconds", type=float, default=5, help="how long to watch the idle program (5)")
    arguments = parser.parse_args()
    neopixel.neopixel_write = lambda pin, data: None
    measure_scans(arguments.rounds)
    measure_frames(arguments.rounds)
    measure_sending(arguments.seconds)
    measure_rest(arguments.seconds)


if __name__ == "__main__":
    main()
