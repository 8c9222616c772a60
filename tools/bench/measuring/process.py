"""The program as a process: how soon it serves, and what it takes while nobody plays; and helpers beside it."""

import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import psutil

BENCH = Path(__file__).parents[1]
PAWNLIGHT = str(Path(sys.executable).with_name("pawnlight"))


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def helper(program: str, *arguments: object) -> subprocess.Popen[str]:
    """A process of its own, which runs a program of this folder until it gets a line."""
    command = [sys.executable, str(BENCH / program), *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@contextmanager
def playing(directory: str, port: int) -> Iterator[subprocess.Popen[str]]:
    """A table that plays, once it serves its first page."""
    command = [PAWNLIGHT, "play", "--address", "127.0.0.1", "--port", str(port), "--data", directory]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, text=True)
    while not serves(port):
        time.sleep(0.005)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def serves(port: int) -> bool:
    """True if the program answers with its first page."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def start_to_page(port: int, times: int) -> list[float]:
    """Seconds from the start of the command to its first page."""
    passed = []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as directory:
            started_s = time.monotonic()
            with playing(directory, port):
                passed.append(time.monotonic() - started_s)
    return passed


@contextmanager
def busy_cores() -> Iterator[None]:
    """As many processes that do nothing but count as there are cores."""
    counting = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(psutil.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in counting:
            process.kill()
            process.wait()


def at_rest(port: int, seconds: float) -> tuple[float, float]:
    """Share of one core and megabytes, with a game on the table and one phone looking on."""
    with tempfile.TemporaryDirectory() as directory, playing(directory, port) as process:
        body = json.dumps({"game": "pawn-advance", "options": {}, "players": {}, "screen": True}).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/games", body, {"Content-Type": "application/json"}
        )
        urllib.request.urlopen(request).close()
        viewer = HTTPConnection("127.0.0.1", port)
        viewer.request("GET", "/events")
        viewer.getresponse()
        time.sleep(3)
        watched = psutil.Process(process.pid)
        before = watched.cpu_times()
        time.sleep(seconds)
        after = watched.cpu_times()
        viewer.close()
        used_s = after.user + after.system - before.user - before.system
        return used_s / seconds, watched.memory_info().rss / 1e6
