"""How fast the opponents think and what that takes: ``script/bench opponents [--seconds N] [--decisions N]``.

Positions per second of the processor's time, at positions from seeded random games of every game, in this process; then
a process of their own, its memory and how long its decisions at the highest level take.
"""

import argparse
import json
import subprocess
import sys
import time
from random import Random

import psutil
from figures import say, say_times

from engine.computers import STRONGEST
from engine.game import AnyGame, Played
from engine.knowledge import known_to
from engine.pieces import CHANCE, Seat
from engine.record import begin
from engine.registry import games
from opponents.search import Search
from opponents.thinking import judge_of

_TARGETS = {"chess-two": 14_000}
_TARGET, _MOST_MB, _MOST_S = 20_000, 60, 2.0
_MOST_ACTIONS = 40


def some_game(game: AnyGame, seed: str) -> Played:
    """A random game as far as its opening goes, where a seat has listed actions to choose from."""
    chance, played = Random(seed), begin(game, game.read_options({}))
    length = chance.randint(4, _MOST_ACTIONS)
    while len(played.actions) < length or game.to_act(played.position) == (CHANCE,):
        longer, _ = played.after(chance.choice(game.edges(played.position)))
        if game.outcome(longer.position) is not None:
            return some_game(game, seed + "+")
        played = longer
    return played


def seat_of(played: Played) -> Seat:
    """Who has to decide first."""
    return next(each for each in played.game.to_act(played.position) if each != CHANCE)


def rate(game: AnyGame, seconds: float) -> float:
    """Positions looked at per second of the processor's time."""
    nodes, spent, number = 0, 0.0, 0
    while spent < seconds:
        number += 1
        played = some_game(game, f"{game.id} {number}")
        actions = game.actions(played.position)
        if len(actions) < 2:
            continue
        judge = judge_of(game, played.options, seat_of(played))
        started_s = time.process_time()
        nodes += Search(judge, 3000, 0.0, Random(number), lambda: False).run(played.position, actions).nodes
        spent += time.process_time() - started_s
    return nodes / spent


def decisions(game: AnyGame, number: int) -> tuple[list[float], float]:
    """How many seconds decisions of the highest level take in a process of their own, and its memory in megabytes."""
    command = [sys.executable, "-m", "opponents"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        times = []
        for each in range(number):
            played = some_game(game, f"decisions {game.id} {each}")
            seat, known = seat_of(played), known_to(seat_of(played), played)
            request = {
                "game": game.id, "actions": known.actions, "secret": known.secret, "seat": seat, "level": STRONGEST,
                "seed": each, "entry": len(played.actions),
            }
            started_s = time.monotonic()
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            assert b"action" in process.stdout.readline()
            times.append(time.monotonic() - started_s)
        memory_mb = psutil.Process(process.pid).memory_info().rss / 1e6
        process.stdin.close()
    return times, memory_mb


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="processor time per game")
    parser.add_argument("--decisions", type=int, default=8)
    arguments = parser.parse_args()
    for game in games():
        target = _TARGETS.get(game.id, _TARGET)
        say(f"{game.name}: positions per second", f"{rate(game, arguments.seconds):,.0f}", f"≥ {target:,}")
    for game in games():
        times, memory_mb = decisions(game, arguments.decisions)
        say_times(f"{game.name}: a decision at the highest level", times, f"≤ {_MOST_S} s")
        say(f"{game.name}: memory of the process", f"{memory_mb:.0f} MB", f"≤ {_MOST_MB} MB")


if __name__ == "__main__":
    main()
