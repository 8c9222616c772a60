"""Measure replaying, which all continuing and importing is: ``script/bench replay [--rounds N] [--check]``.

Actions per second of a long game of Pawn Advance Chess, and how much longer than twice as long a game of twice the
length takes.
"""

import argparse
import random
import statistics
import time
from collections.abc import Sequence

from measuring.figures import say
from measuring.long_game import OPTIONS, long_game

from engine.records.game_record import begin, replay
from engine.registry import find_game

ACTIONS = 10_000
RATE = 20_000
"""Actions per second that are asked for."""
GROWTH = 1.1
"""The most that a game of twice the length may cost beyond twice the time, as a factor."""


def replay_s(actions: tuple[str, ...]) -> float:
    """Return how long it takes to replay these actions."""
    game = find_game("pawn-advance")
    beginning = begin(game, game.read_options(OPTIONS))
    started_s = time.process_time()
    replay(beginning, actions)
    return time.process_time() - started_s


def measure(rounds: int) -> tuple[float, float]:
    """Actions per second, and growth: medians of rounds in which both lengths take turns."""
    actions = long_game(2 * ACTIONS, random.Random(1))
    pairs = [(replay_s(actions[:ACTIONS]), replay_s(actions)) for _ in range(rounds)]
    rate = statistics.median(ACTIONS / once_s for once_s, _ in pairs)
    return rate, statistics.median(twice_s / (2 * once_s) for once_s, twice_s in pairs)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and with ``--check`` fail if it is less than asked for."""
    parser = argparse.ArgumentParser(prog="script/bench replay", description="Measures replaying.")
    parser.add_argument("--rounds", type=int, default=7, help="how often each measurement is repeated (7)")
    parser.add_argument("--check", action="store_true", help="fail if it is slower than asked for")
    given = parser.parse_args(arguments)
    rate, growth = measure(given.rounds)
    say(f"replay of {ACTIONS:,} actions, actions/s", f"{rate:,.0f}", f"target: {RATE:,} or more")
    say("time of twice as many / twice the time", f"{growth:.2f}", f"target: {GROWTH} or less")
    return int(given.check and (rate < RATE or growth > GROWTH))


if __name__ == "__main__":
    raise SystemExit(main())
