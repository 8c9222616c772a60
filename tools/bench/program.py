"""`script/bench`: the whole program. Options: --touches N, --seconds N, --starts N."""

import argparse
import os
import platform
import random
import time

import chess
from measuring.figures import percentile, say, say_times
from measuring.long_game import long_game
from measuring.process import at_rest, busy_cores, free_port, start_to_page
from measuring.touches import VIEWERS, measure
from rules import chess_perft

from engine.registry import find_game
from engine.services.perft import perft

LATE = 2000
"""Actions after which the story is a long one: phones are sent what is new in it."""


def perft_ratio() -> None:
    """Nodes per second of our simplest game beside python-chess."""
    game = find_game("pawn-advance")
    position = game.start(game.read_options({}))
    started_s = time.perf_counter()
    ours = perft(game, position, 5) / (time.perf_counter() - started_s)
    started_s = time.perf_counter()
    theirs = chess_perft(chess.Board(), 4) / (time.perf_counter() - started_s)
    say("perft of pawn-advance to 5, nodes/s", f"{ours:,.0f}")
    say("perft of chess to 4 by python-chess, nodes/s", f"{theirs:,.0f}")
    say("ratio", f"{ours / theirs:.2f}", "target: 4 or more")


def main() -> None:
    """Measure and print everything."""
    description = "Measures the whole program. On a machine that is busy otherwise: sudo chrt -f 1 script/bench"
    parser = argparse.ArgumentParser(prog="script/bench", description=description)
    parser.add_argument("--touches", type=int, default=400, help="how many touches to measure (400)")
    parser.add_argument("--seconds", type=float, default=10, help="how long to watch the idle program (10)")
    parser.add_argument("--starts", type=int, default=30, help="how often to start it on a busy machine (30)")
    arguments = parser.parse_args()
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{machine}, load {os.getloadavg()[0]:.1f}")
    target = "target: p99 5 ms or less"
    for fsync_s, what in ((0.0, ""), (0.2, ", 200 ms more per fsync")):
        lights_s, phones_s, late_s = measure(arguments.touches, fsync_s)
        say_times(f"touch → first light{what}", lights_s, target)
        say_times(f"publish → phone, {VIEWERS} viewers{what}", phones_s, "target: p99 20 ms or less")
        say_times("  a process that only sleeps, meanwhile, wakes late by", late_s)
    _, phones_s, _ = measure(arguments.touches // 4, 0.0, long_game(LATE, random.Random(1)))
    say_times(f"publish → phone, {VIEWERS} viewers, at action {LATE}", phones_s, "target: p99 20 ms or less")
    quietly = min(5, arguments.starts)
    starts_s = start_to_page(free_port(), quietly)
    say(f"start → first page, median of {quietly}", f"{percentile(starts_s, 0.5):.2f} s", "target: 1.0 s or less")
    with busy_cores():
        starts_s = start_to_page(free_port(), arguments.starts)
    what = f"start → first page, all cores busy, p95 of {arguments.starts}"
    say(what, f"{percentile(starts_s, 0.95):.2f} s", "target: 2 s or less")
    share, megabytes = at_rest(free_port(), arguments.seconds)
    say("at rest with one viewer, of one core", f"{100 * share:.1f} %", "target: 3 % or less")
    say("memory", f"{megabytes:.0f} MB", "target: 80 MB or less")
    perft_ratio()


if __name__ == "__main__":
    main()
