"""`script/bench broker`: many boards and a club that is watched, at one broker on this machine.

Options: --boards N [N ...], --viewers N, --seconds N, --pause S.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from load.simulated_boards import PASSWORD, PREFIX, board_id
from measuring.figures import say, say_times
from measuring.process import PAWNLIGHT, helper

from club.member import Member
from club.transport.messages import Status

sys.path.append(str(Path(__file__).parents[2] / "tests" / "support"))

from mosquitto_broker import Mosquitto, free_port  # noqa: E402
from waiting import wait_for  # noqa: E402

ASKING = 10
"""The number of boards that list all others, one after another."""
LEAVE_S = 10.0


@dataclass(frozen=True)
class Cost:
    """The cost of a process: processor, in shares of one core, during moves; memory in bytes before and after."""

    share: float
    before_bytes: int
    after_bytes: int


@dataclass(frozen=True)
class Measured:
    """The results of a run. ``played``: see :class:`simulated_boards.Played`; ``seen``: the viewers' results."""

    met_s: float
    """From the start of the boards until each had heard of the one it plays with."""
    asked_s: list[float]
    """The seconds that a board takes to list all others, when somebody wants to see them."""
    on_wall_s: float
    """From the start of the panel until it showed all games."""
    played: dict[str, Any]
    seen: dict[str, Any]
    late_s: list[float]
    empty_bytes: int
    """Memory of the broker before anybody came."""
    broker: Cost
    panel: Cost


def measure(count: int, viewers: int, seconds: float, pause_s: float) -> Measured:
    """So many boards, in pairs, each pair with a move about every ``pause_s`` seconds."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ended:
        mosquitto = Mosquitto(Path(folder))
        mosquitto.add_users(dict.fromkeys(["club", *map(board_id, range(count + ASKING))], PASSWORD))
        mosquitto.start()
        ended.callback(mosquitto.stop)
        broker = psutil.Process(mosquitto.pid)
        empty_bytes, began_s = broker.memory_info().rss, time.monotonic()
        half = count // 4 * 2
        boards = [ended.enter_context(killed("load/simulated_boards.py", mosquitto.port, *part, pause_s))
                  for part in ((0, half), (half, count))]
        for each in boards:
            heard(each)
        met_s = time.monotonic() - began_s
        asked_s = [time_to_list(mosquitto, board_id(number), count) for number in range(count, count + ASKING)]
        began_s = time.monotonic()
        panel, port = ended.enter_context(club_panel(Path(folder), mosquitto.port))
        wait_for(lambda: shown(port) == count, lambda: f"{count} games on the wall, but {shown(port)}", 0.2)
        on_wall_s = time.monotonic() - began_s
        looking = ended.enter_context(killed("load/club_viewers.py", port, viewers))
        heard(looking)
        metronome = ended.enter_context(killed("measuring/metronome.py"))
        before = [(taken_s(each), each.memory_info().rss) for each in (broker, panel)]
        began_s = time.monotonic()
        for each in boards:
            tell(each, seconds)
        played = [json.loads(heard(each)) for each in boards]
        passed_s = time.monotonic() - began_s
        costs = [Cost((taken_s(each) - cpu_s) / passed_s, rss, each.memory_info().rss)
                 for each, (cpu_s, rss) in zip((broker, panel), before, strict=True)]
        tell(metronome, "stop")
        tell(looking, "stop")
        together = {name: played[0][name] + played[1][name] for name in played[0]}
        seen, late_s = json.loads(heard(looking)), json.loads(heard(metronome))
        return Measured(met_s, asked_s, on_wall_s, together, seen, late_s, empty_bytes, *costs)


def time_to_list(mosquitto: Mosquitto, board: str, count: int) -> float:
    """Return the seconds that a real board, which has not listed others yet, takes for it."""
    member = Member(mosquitto.broker(board, PASSWORD), PREFIX, Status(board, "Asking", True, "1.2.3"))
    member.start()
    try:
        wait_for(lambda: member.connected, "a board at the broker")
        began_s = time.monotonic()
        wait_for(lambda: sum(not each.name.startswith("Asking") for each in member.others()) == count, "all boards")
        return time.monotonic() - began_s
    finally:
        member.stop(LEAVE_S)


# --- the processes -----------------------------------------------------------------------------------------------


@contextmanager
def killed(program: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A helper that is told and tells things line by line, and is killed at the end."""
    with helper(program, *arguments) as process:
        try:
            yield process
        finally:
            process.kill()


def tell(process: subprocess.Popen[str], what: object) -> None:
    """Write a line."""
    assert process.stdin is not None
    process.stdin.write(f"{what}\n")
    process.stdin.flush()


def heard(process: subprocess.Popen[str]) -> str:
    """The next line."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, f"{process.args!r} has failed"
    return line


@contextmanager
def club_panel(folder: Path, broker_port: int) -> Iterator[tuple[psutil.Process, int]]:
    """`pawnlight club`, and where phones find it."""
    password, config, port = folder / "club-password", folder / "club.toml", free_port()
    password.touch(0o600)
    password.write_text(PASSWORD)
    config.write_text(f'[club]\nbroker = "127.0.0.1"\nport = {broker_port}\npassword_file = "{password}"\n')
    where = ["--address", "127.0.0.1", "--port", str(port), "--data", str(folder / "club")]
    command = [PAWNLIGHT, "club", "--config", str(config), *where]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            yield psutil.Process(process.pid), port
        finally:
            process.terminate()


def shown(port: int) -> int:
    """Return the number of boards with a game on the wall."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/?part=1") as answer:
            return int(answer.read().count(b'class="picture"'))
    except OSError:
        return 0


def taken_s(process: psutil.Process) -> float:
    """Processor time."""
    times = process.cpu_times()
    return float(times.user + times.system)


# --- the figures -------------------------------------------------------------------------------------------------


def tell_all(count: int, viewers: int, found: Measured) -> None:
    """Print it."""
    print(f"{count:,} boards, {viewers} viewers of the club, load {os.getloadavg()[0]:.1f}")
    played, seen = found.played, found.seen
    say("moves, of which came exactly once", f"{played['moves']:,}, {played['once']:,}", "target: all")
    say_times("move → other board", played["delays_s"], "target: p99 100 ms or less")
    say_times("  a process that only sleeps, meanwhile, wakes late by", found.late_s)
    if seen["on_wall_s"]:
        say_times("move → wall of the club", seen["on_wall_s"], "target: p99 1 s or less")
    mebibyte, kibibyte = 1 << 20, 1 << 10
    moves = len(played["delays_s"])
    for name, cost in (("broker", found.broker), ("panel of the club", found.panel)):
        say(f"{name}: of one core", f"{100 * cost.share:.1f} %")
        before = f"before the moves {cost.before_bytes / mebibyte:.1f}"
        say(f"{name}: memory", f"{cost.after_bytes / mebibyte:.1f} MiB", before)
    say("broker: memory per board", f"{(found.broker.after_bytes - found.empty_bytes) / count / kibibyte:.1f} KiB")
    say("broker: growth per move", f"{(found.broker.after_bytes - found.broker.before_bytes) / moves:.0f} bytes")
    fetches = sum(seen["fetches"])
    say("a look of a viewer: bytes", f"{seen['bytes'] / max(1, fetches):,.0f}", f"{fetches} looks")
    say("a look of a viewer: longest of any", f"{max(seen['longest_s'], default=0):.2f} s")
    say("until each board had heard of the one it plays with", f"{found.met_s:.1f} s", "target: 10 s or less")
    say_times("a board lists all others", found.asked_s, "target: p99 10 s or less")
    say("until the panel showed all games", f"{found.on_wall_s:.1f} s")


def main() -> None:
    """Measure and print everything."""
    description = "Measures many boards at one broker. On a busy machine: sudo chrt -r 1 script/bench broker"
    parser = argparse.ArgumentParser(prog="script/bench broker", description=description)
    parser.add_argument("--boards", type=int, nargs="+", default=[200, 1000], help="how many, even numbers (200 1000)")
    parser.add_argument("--viewers", type=int, default=100, help="pages that show the wall of the club (100)")
    parser.add_argument("--seconds", type=float, default=60, help="how long to play (60)")
    parser.add_argument("--pause", type=float, default=20, help="seconds between two moves of a game (20)")
    arguments = parser.parse_args()
    if any(count < 4 or count % 2 for count in arguments.boards):
        parser.error("--boards: boards play in pairs, two pairs at least")
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{machine}, load {os.getloadavg()[0]:.1f}")
    for count in arguments.boards:
        found = measure(count, arguments.viewers, arguments.seconds, arguments.pause)
        tell_all(count, arguments.viewers, found)


if __name__ == "__main__":
    main()
