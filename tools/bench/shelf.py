"""`script/bench shelf`: pages and start with many games kept. Options: --games N [N ...], --rounds N."""

import argparse
import json
import os
import platform
import random
import sqlite3
import statistics
import tempfile
import time
import urllib.request
from contextlib import closing
from pathlib import Path

from measuring.figures import say
from measuring.process import free_port, playing

from daemon.storage.file.games_file import FILE_NAME
from daemon.storage.games.rows import count_result
from daemon.storage.store import Store
from engine.records.game_record import begin
from engine.registry import find_game

TARGETS_MS = {1_000: 150, 20_000: 200}
PAGES = (
    "/", "/scores", "/scores?player=Player+7", "/scores?page=500", "/scores/statistics", "/continue",
    "/new/pawn-advance", "/api/games",
)
LENGTH = 150
"""Actions of a game at most."""


def some_actions(seed: int) -> list[str]:
    """The actions of a game in which everybody plays at random."""
    game, chance = find_game("pawn-advance"), random.Random(seed)
    played = begin(game, game.read_options({}))
    for _ in range(LENGTH):
        choices = game.actions(played.position) or game.edges(played.position)
        if game.outcome(played.position) or not choices:
            break
        played, _happenings = played.after(chance.choice(choices))
    return [action.text for action in played.actions]


def fill(directory: Path, count: int) -> None:
    """Keep so many games of sixty players; each tenth is not over."""
    Store(directory).close()
    chance, played = random.Random(1), [some_actions(seed) for seed in range(8)]
    options = json.dumps(find_game("pawn-advance").read_options({}).as_data())
    with closing(sqlite3.connect(directory / FILE_NAME, isolation_level=None)) as db:
        db.execute("BEGIN")
        for number in range(count):
            key, (white, black) = f"{number:012x}", chance.sample(range(60), 2)
            players = json.dumps({"white": f"Player {white}", "black": f"Player {black}"})
            db.execute(
                "INSERT INTO games (key, game_id, rules, options, players, screen, started) VALUES (?,?,1,?,?,1,?)",
                (key, "pawn-advance", options, players, f"20{10 + number % 15}-{1 + number % 12:02}-21T12:00:00Z"),
            )
            entries = ((key, entry, action) for entry, action in enumerate(played[number % 8], 1))
            db.executemany("INSERT INTO entries (game, number, action) VALUES (?,?,?)", entries)
            if number % 10:
                winners = json.dumps(chance.choice((["white"], ["black"], [])))
                end = key, winners, len(played[number % 8])
                db.execute("INSERT INTO ends VALUES (?,?,'touchdown','normal','2026-11-21T13:00:00Z',?)", end)
                count_result(db, key)
        db.execute("COMMIT")


def page_ms(port: int, address: str, rounds: int) -> float:
    """The median of how long a page takes."""
    passed = []
    for _ in range(rounds):
        started_s = time.perf_counter()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{address}") as answer:
            answer.read()
        passed.append(1000 * (time.perf_counter() - started_s))
    return statistics.median(passed)


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(prog="script/bench shelf", description="Measures pages and start with many games.")
    parser.add_argument("--games", type=int, nargs="+", default=sorted(TARGETS_MS), help="how many (1000 20000)")
    parser.add_argument("--rounds", type=int, default=9, help="how often each page is asked for (9)")
    arguments = parser.parse_args()
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{machine}, load {os.getloadavg()[0]:.1f}")
    for count in arguments.games:
        with tempfile.TemporaryDirectory() as directory:
            fill(Path(directory), count)
            port, started_s = free_port(), time.monotonic()
            with playing(directory, port):
                started = f"{time.monotonic() - started_s:.2f} s"
                say(f"start → first page, {count:,} games", started, "target: 1.5 s or less")
                for address in PAGES:
                    target = f"target: {TARGETS_MS.get(count, 200)} ms or less"
                    say(f"{address}, {count:,} games", f"{page_ms(port, address, arguments.rounds):.0f} ms", target)


if __name__ == "__main__":
    main()
