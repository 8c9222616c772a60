"""Measure how fast the opponents think, and at what cost: ``script/bench opponents [--seconds N] [--touches N] …``.

Positions per second of the processor's time, at positions from seeded random games of every game, in this process, in
turns with a plain search of chess, and the ratio to that; then a process of their own, its memory, what it takes while
nobody asks it, and how long its decisions at the highest level take; then how soon the board answers a touch while that
process, or an engine, thinks all the time, and what a table takes more once computers have played at it.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from operator import truediv
from pathlib import Path
from random import Random
from typing import Any

import psutil
from measuring import plain_chess
from measuring.figures import say, say_times
from measuring.process import free_port, helper, playing
from measuring.touches import Match

from daemon.base.json_process import Child, NoAnswer
from daemon.runtime.computer_player import COMMAND
from daemon.runtime.engines import Engines
from engine.core.pieces import CHANCE, Seat
from engine.game import AnyGame, Played
from engine.records.computer_levels import STRONGEST
from engine.records.game_record import begin
from engine.registry import find_game, games
from engine.services.evaluation import judge_of
from engine.services.hidden_information import known_to
from opponents.search import Search

_TARGETS = {"chess-two": 14_000}
_TARGET, _MOST_MB, _MOST_S = 20_000, 60, 2.0
_MOST_ACTIONS = 40
_ROUNDS = 3
_REST_S = 5.0
_PLAYED = 60
"""So many actions computers play before a table's memory is measured."""
_LOOKS = 100
"""So often the table is looked at before: by then it has shown a game, and all its threads have answered."""


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
    """Return the seat that has to decide first."""
    return next(each for each in played.game.to_act(played.position) if each != CHANCE)


def say_rates(seconds: float) -> None:
    """Print how many positions per second are looked at in every game, and the ratio to a plain search of chess that
    took turns with it."""
    for game in games():
        share_s = seconds / _ROUNDS
        rates = [(rate(game, share_s), plain_chess.rate(share_s)) for _ in range(_ROUNDS)]
        ours, theirs = zip(*rates, strict=True)
        ratio = statistics.median(map(truediv, ours, theirs))
        figure = f"{statistics.median(ours):,.0f}  {ratio:.2f} × chess"
        say(f"{game.name}: positions per second", figure, f"≥ {_TARGETS.get(game.id, _TARGET):,}")


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


def request(game: AnyGame, number: int, engine: dict[str, Any] | None = None) -> bytes:
    """A line that asks for a decision of the highest level, or of an outside engine, in another position each time."""
    played = some_game(game, f"decisions {game.id} {number}")
    seat, known = seat_of(played), known_to(seat_of(played), played)
    asked: dict[str, Any] = {
        "game": game.id, "actions": known.actions, "secret": known.secret, "seat": seat, "level": STRONGEST,
        "seed": number, "entry": len(played.actions),
    }
    if engine is not None:
        asked["engine"] = engine
    return json.dumps(asked).encode() + b"\n"


def decisions(game: AnyGame, number: int) -> tuple[list[float], float, float]:
    """Return the seconds that decisions of the highest level take in a process of their own, its memory in megabytes,
    and its share of a core while nobody asks."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        times = []
        for each in range(number):
            line, started_s = request(game, each), time.monotonic()
            process.stdin.write(line)
            process.stdin.flush()
            assert b"action" in process.stdout.readline()
            times.append(time.monotonic() - started_s)
        watched = psutil.Process(process.pid)
        memory_mb, before = watched.memory_info().rss / 1e6, watched.cpu_times()
        time.sleep(_REST_S)
        after = watched.cpu_times()
        process.stdin.close()
    return times, memory_mb, (after.user + after.system - before.user - before.system) / _REST_S


@contextmanager
def pondering(game: AnyGame, engine: dict[str, Any] | None = None) -> Iterator[None]:
    """A process that thinks, or has an engine think, all the time, started and asked as the table does."""
    child, ends = Child(COMMAND, 60.0), threading.Event()

    def ask() -> None:
        number = 0
        while not ends.is_set():
            number += 1
            try:
                child.ask(request(game, number, engine), lambda: not ends.is_set())
            except NoAnswer:  # it was ended in mid-thought: that is the end
                return

    thread = threading.Thread(target=ask)
    thread.start()
    yield
    ends.set()
    child.interrupt()
    thread.join()
    child.end()


def lights_while_thinking(
    touches: int, game: AnyGame, engine: dict[str, Any] | None = None
) -> tuple[list[float], list[float]]:
    """Touch → light while a process thinks, and how late the machine wakes a process that only sleeps, in seconds."""
    with tempfile.TemporaryDirectory() as directory:
        match = Match(Path(directory), 0.0)
        with match.running(), pondering(game, engine):
            metronome = helper("measuring/metronome.py")
            match.play(touches)
            late_s = json.loads(metronome.communicate("stop\n")[0])
    return match.lights_s, late_s


def table_grows(game: AnyGame) -> float:
    """Megabytes that a table takes more once computers have played at it than after a game was begun without them."""
    port = free_port()
    with tempfile.TemporaryDirectory() as directory, playing(directory, port) as process:
        watched = psutil.Process(process.pid)
        _begin(port, game, {})
        for _ in range(_LOOKS):
            _actions(port)
        before = watched.memory_info().rss
        _begin(port, game, {seat: 1 for seat in game.seats_of(game.read_options({}))})
        while _actions(port) < _PLAYED:
            time.sleep(0.2)
        return (watched.memory_info().rss - before) / 1e6


def _begin(port: int, game: AnyGame, computers: dict[Seat, int]) -> None:
    body = {"game": game.id, "options": {}, "players": {}, "computers": computers, "screen": True}
    asked = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/games", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    urllib.request.urlopen(asked).close()


def _actions(port: int) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/table") as answer:
        return int(json.load(answer)["scene"]["action_count"])


def say_lights(meanwhile: str, lights_s: list[float], late_s: list[float]) -> None:
    """Print how soon a light answered a touch, and how late the machine was by itself."""
    say_times(f"touch → first light while {meanwhile}", lights_s, "p99 ≤ 5 ms")
    say_times("  a process that only sleeps, meanwhile, wakes late by", late_s)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="processor time per game")
    parser.add_argument("--decisions", type=int, default=8)
    parser.add_argument("--touches", type=int, default=400, help="while it thinks (400)")
    arguments = parser.parse_args()
    say_rates(arguments.seconds)
    for game in games():
        times, memory_mb, share = decisions(game, arguments.decisions)
        say_times(f"{game.name}: a decision at the highest level", times, f"≤ {_MOST_S} s")
        say(f"{game.name}: memory of the process", f"{memory_mb:.0f} MB", f"≤ {_MOST_MB} MB")
        say(f"{game.name}: while nobody asks, of one core", f"{100 * share:.1f} %", "0 %")
    say_lights("it thinks", *lights_while_thinking(arguments.touches, find_game("chess-two")))
    chess = find_game("chess")
    engine = Engines().request(chess, None)
    if engine is not None:
        say_lights("an engine does", *lights_while_thinking(arguments.touches, chess, engine))
    say("memory of the table, more with computers", f"{table_grows(find_game('pawn')):.1f} MB", "≤ 3 MB")


if __name__ == "__main__":
    main()
