"""Estimate what the program takes of a Raspberry Pi Zero 2 W: ``script/bench small [--seconds N]``.

Memory is that of the table and of the process that thinks for a computer, pages that both use counted once. The other
figures are instructions, which valgrind counts, divided by those that a Cortex-A53 of 1 GHz is reckoned to carry out in
a second: ``A_SECOND``. That is an assumption. Not in it: the kernel, the card, and what calls for pins cost there.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import psutil
from drivers import at_rest, matrix, new_way, set_up_wood
from measuring.figures import say
from measuring.process import free_port, playing, serves

from daemon.boards.board import WiredBoard

A_SECOND = 0.4e9
"""Instructions of Python in a second on a Zero 2 W: 1 GHz, and 0.4 in each cycle."""
LEVEL = 8


def memory_mb(port: int, seconds: float) -> float:
    """Megabytes of a table and of the process that thinks, while two computers play."""
    game = {"game": "advancing-chess", "options": {}, "players": {}, "screen": True,
            "computers": {"white": LEVEL, "black": LEVEL}}
    with tempfile.TemporaryDirectory() as directory, playing(directory, port) as process:
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/games", json.dumps(game).encode(), {"Content-Type": "application/json"}
        )
        urllib.request.urlopen(request).close()
        time.sleep(seconds)
        table = psutil.Process(process.pid)
        return together_mb([table.pid, *(child.pid for child in table.children(recursive=True))])


def together_mb(processes: list[int]) -> float:
    """Megabytes of these processes: what each has for itself, and the most that any has of each file."""
    own_kb, files = 0, dict[str, int]()
    for process in processes:
        for name, resident_kb, anonymous_kb in mappings(process):
            own_kb += anonymous_kb
            files[name] = max(files.get(name, 0), resident_kb - anonymous_kb)
    return (own_kb + sum(files.values())) * 1024 / 1e6


def mappings(process: int) -> list[tuple[str, int, int]]:
    """The file, and the resident and the anonymous kilobytes of each mapping of a process."""
    text = Path(f"/proc/{process}/smaps").read_text()
    pattern = r"^([0-9a-f]+-[0-9a-f]+ [^\n]*)$.*?^Rss: +(\d+) kB.*?^Anonymous: +(\d+) kB"
    found = re.findall(pattern, text, re.M | re.S)
    return [(" ".join(head.split()[2:]), int(resident), int(anonymous)) for head, resident, anonymous in found]


def counted(port: int) -> float:
    """Instructions of the program from its start to its first page, and to its end right after."""
    with tempfile.TemporaryDirectory() as directory:
        log = Path(directory) / "valgrind"
        count = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        told = subprocess.DEVNULL
        process = subprocess.Popen([*count, f"--log-file={log}", *command(directory, port)], stdout=told, stderr=told)
        until_it_serves(port)
        process.terminate()
        process.wait()
        (found,) = re.findall(r"I +refs: +([\d,]+)", log.read_text())
        return float(found.replace(",", ""))


def command(directory: str, port: int) -> list[str]:
    """The command of a table of its own."""
    return [sys.executable, "-m", "daemon", "play", "--address", "127.0.0.1", "--port", str(port), "--data", directory]


def until_it_serves(port: int) -> None:
    """Wait for the first page."""
    while not serves(port):
        time.sleep(0.05)


def taken_s(port: int, times: int = 5) -> float:
    """The least seconds of this computer's processor for the same, of several times."""
    return min(_taken_s(port) for _ in range(times))


def _taken_s(port: int) -> float:
    with tempfile.TemporaryDirectory() as directory:
        process = psutil.Popen(command(directory, port), stdout=subprocess.DEVNULL)
        until_it_serves(port)
        user_s = float(process.cpu_times().user)
        process.terminate()
        process.wait()
        return user_s


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(prog="script/bench small", description="Estimates the share of a small Pi.")
    parser.add_argument("--seconds", type=float, default=10, help="how long to watch the program (10)")
    arguments = parser.parse_args()
    megabytes = memory_mb(free_port(), arguments.seconds)
    say("memory, table and thinking", f"{megabytes:.0f} MB", "target: 85 MB or less")
    instructions = counted(free_port())
    say("instructions to the first page", f"{instructions / 1e9:.2f} thousand million")
    say("on a Zero 2 W, estimated", f"{instructions / A_SECOND:.1f} s", "target: 12 s or less")
    rate = instructions / taken_s(free_port())
    say("instructions in a second, here", f"{rate / 1e9:.1f} thousand million")
    board = set_up_wood()
    share = at_rest(arguments.seconds, WiredBoard(board.board_map, matrix(board), new_way(768)), False)
    say("a matrix at rest, lights moving, of one core here", f"{100 * share:.1f} %")
    say("of one core of a Zero 2 W, estimated", f"{100 * share * rate / A_SECOND:.0f} %", "target: 50 % or less")


if __name__ == "__main__":
    main()
