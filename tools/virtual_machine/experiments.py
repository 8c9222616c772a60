"""Install the service on a virtual machine, play on its reeds, cut its power, and tell what became of it. See
``script/virtual-pi machine``."""

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[2] / "tests"
sys.path[:0] = [str(TESTS / "support"), str(TESTS / "end_to_end")]

import waiting  # noqa: E402
from board import GAME, Hands, Panel, Player  # noqa: E402
from box import Box  # noqa: E402
from cut_anywhere import Event, cut_anywhere, is_whole, mounted  # noqa: E402
from machine import Machine  # noqa: E402
from replica import Replica, actions_of  # noqa: E402
from table_process import Gone, TableProcess  # noqa: E402

from daemon.storage.store import Store  # noqa: E402

waiting.PATIENCE_S = 300.0
INSTALL = ("runuser", "-u", "ada", "--", "sudo", "/home/ada/pawnlight/systemd/install")
LIBRARIES = "/opt/pawnlight/current/lib/python3.11/site-packages"
BOARD = '[board]\ndriver = "gpio"\n[reeds]\ngroup_reads = true\n'
RESUME_S = 2.0
QUICK = {"settle_ms": 100, "debounce_ms": 25}


@dataclass(frozen=True)
class Known:
    """The state of a game that a phone saw with everything stored."""

    key: str
    count: int
    last: str


class Report:
    """Lines with what was found, and whether anything is wrong."""

    def __init__(self) -> None:
        self.wrong = 0

    def check(self, good: object, what: str, more: str = "") -> None:
        """A line; what is not good is wrong."""
        print(f"{'ok   ' if good else 'WRONG'} {what}{': ' if more else ''}{more}", flush=True)
        self.wrong += not good


# --- the service -------------------------------------------------------------------------------------------------


def is_active(machine: Machine) -> bool:
    return machine.shows("ActiveState") == "active"


def install(machine: Machine, report: Report) -> None:
    """As documented, from the user's home."""
    status, said = machine.run(*INSTALL)
    report.check(status == 0, "sudo ./systemd/install", said[-2000:] if status else "")
    report.check(is_active(machine), "  it is up")


def join_reeds(machine: Machine) -> None:
    """Tell the program of the switches of a matrix."""
    machine.run("sh", "-c", f"printf '{BOARD}' > /etc/pawnlight/config.toml && systemctl restart pawnlight")
    machine.wait_for(lambda: is_active(machine), "up with the switches of a matrix")


def limits(machine: Machine, report: Report) -> None:
    """Check what the service may do, with a process that has the properties of its unit."""
    said = machine.run("pawnlight", "check")[1]
    refused = [line for line in said.splitlines() if "may not open" in line]
    report.check(said and not refused, "pawnlight check, in its limits, finds no device refused", "".join(refused))
    inside = ("systemd-run", "--quiet", "--wait", "--pipe", "--collect", *unit_limits(machine), "--")
    for what, path in (("the disk", "/dev/vda"), ("the memory", "/dev/mem"), ("a terminal", "/dev/ttyS0")):
        machine.run("chmod", "666", path)
        status, said = machine.run(*inside, "sh", "-c", f"exec 3<>{path}")
        report.check("not permitted" in said, f"  {what} is refused, though its file lets everybody in", said.strip())
    for path in ("/etc/passwd", "/usr/bin/x", "/home/ada/x"):
        status, said = machine.run(*inside, "sh", "-c", f"echo > {path}")
        report.check(status, f"  {path} cannot be written", said.strip())
    status, said = machine.run(*inside, "sh", "-c", "exec 3<>/dev/gpiochip0")
    report.check(status == 0, "  the pins are let through", said.strip())


def unit_limits(machine: Machine) -> list[str]:
    """The properties of the unit, without what starts and ends it, as ``pawnlight check`` has them."""
    cat = machine.run("systemctl", "cat", "pawnlight.service")[1]
    left_out = ("Exec", "Type", "Notify", "Watchdog", "Timeout", "Restart", "Runtime", "State", "Config")
    lines = cat[cat.index("[Service]") : cat.index("[Install]")].splitlines()
    wanted = [line for line in lines if "=" in line and line[0].isalpha() and not line.startswith(left_out)]
    return [f"--property={line}" for line in wanted if "%t" not in line]


def watchdog(machine: Machine, report: Report) -> None:
    """The loop alone hangs (see guest/hang.py): phones still read what there is to be read, and nothing is played."""
    machine.run("sh", "-c", f"cp /usr/local/lib/hang.py {LIBRARIES} && echo import hang > {LIBRARIES}/hang.pth")
    machine.run("systemctl", "restart", "pawnlight")
    restarts, began_s = int(machine.shows("NRestarts")), time.monotonic()
    machine.run("sh", "-c", "cp -p /dev/null /run/pawnlight/hang && chown pawnlight: /run/pawnlight/hang")
    machine.wait_for(lambda: not machine.run("test", "!", "-e", "/run/pawnlight/hang")[0], "hanging")
    report.check(Panel().get("/api/table"), "the loop alone hangs: the panel still answers")
    machine.wait_for(lambda: int(machine.shows("NRestarts")) > restarts and is_active(machine), "up after a hang")
    report.check(True, "  up again by the watchdog", f"{time.monotonic() - began_s:.0f} s after it was made to hang")
    log = machine.run("journalctl", "--unit=pawnlight", "--boot", "--no-pager")[1]
    report.check("hang.py" in log and "Fatal Python error" in log, "  the log says where each thread stood")
    machine.run("sh", "-c", f"rm {LIBRARIES}/hang.p*")


def upgrade(machine: Machine, report: Report) -> None:
    """To another release and back, with a game on the table."""
    before = machine.run("readlink", "/opt/pawnlight/current")[1]
    key = Panel().get("/api/table")["scene"]["key"]
    for what, command in (("upgrade", INSTALL), ("and the way back", (*INSTALL, "--back"))):
        status, said = machine.run(*command)
        now = machine.run("readlink", "/opt/pawnlight/current")[1]
        good = status == 0 and is_active(machine) and (now == before) == ("--back" in command)
        report.check(good, what, "" if good else said[-2000:])
        report.check(Panel().get("/api/table")["scene"]["key"] == key, "  the game is still on the table")


# --- play --------------------------------------------------------------------------------------------------------


def begin(player: Player) -> str:
    """A game on the reeds, or on the screen; its key."""
    panel = player.process
    panel.post("/api/owner", pin=player.machine.run("pawnlight", "pin")[1].strip())
    panel.ask("PATCH", "/api/settings", QUICK)
    player.replica = Replica(GAME, {})
    key: str = panel.post("/api/games", game=GAME, options={}, players={}, screen=not player.by_hand)["key"]
    for seat in ("white", "black"):
        panel.ask("PUT", f"/api/seats/{seat}")
    return key


def whole_game(hands: Hands, report: Report) -> str:
    """To its end, by lifting and placing alone; its key. The card is told what was seen to be stored."""
    key, began_s = begin(hands), time.monotonic()
    while (scene := hands.settle())["winners"] is None:
        hands.machine.card.note(Known(key, scene["action_count"], scene["last_action"]))
        hands.act()
    told = f"{scene['action_count']} actions in {time.monotonic() - began_s:.0f} s, winners: {scene['winners']}"
    report.check(True, "a whole game by flipping the lines of reeds", told)
    return key


# --- power cuts --------------------------------------------------------------------------------------------------


class Life:
    """The observations from a start of the machine to its end: after so many decisions, at some moment of the next."""

    def __init__(self, player: Player, decisions: int, more_s: float) -> None:
        self.player = player
        for _ in range(decisions):
            _ = player.decide() or begin(player)
        killer = threading.Timer(more_s, player.machine.stop)
        killer.start()
        try:
            while player.decide():
                pass
        except (Gone, OSError, HTTPException):
            pass  # it has no power any more
        finally:
            killer.join()

    @property
    def confirmed(self) -> dict[str, Any]:
        """The newest scene that was seen with everything stored."""
        return max((scene for scene in self.player.seen if scene["confirmed"]), key=lambda scene: scene["number"])


def resumed_s(machine: Machine) -> tuple[float, float]:
    """Return the time from the start of the service until its game was on again: seconds by the machine's own clock,
    and those of the processor."""
    journal = ("journalctl", "--boot", "--unit=pawnlight", "--output=short-monotonic", "--no-pager")
    ready = re.findall(r"\[ *([\d.]+)\].*The table is ready", machine.run(*journal)[1])
    passed = float(ready[-1]) - int(machine.shows("ExecMainStartTimestampMonotonic")) / 1e6
    stat = machine.run("cat", f"/proc/{machine.shows('MainPID')}/stat")[1].rpartition(")")[2].split()
    return passed, sum(map(int, stat[11:13])) / os.sysconf("SC_CLK_TCK")


def cut(player: Player, chance: random.Random) -> tuple[bool, str, tuple[float, float]]:
    """Play, cut the power, start again: whether all that was confirmed is there, in words, and how fast it was."""
    machine = player.machine
    decisions = chance.randint(3, 8)
    before = Life(player, decisions, chance.uniform(0, 3)).confirmed
    cached, lost = machine.cut(chance)
    machine.start()
    machine.wait_for(lambda: is_active(machine), "up")
    resumed = resumed_s(machine)
    player.meet()
    on_table, record = player.look()["scene"]["key"], player.process.get(f"/api/games/{before['key']}/record")
    there = actions_of(record)
    kept = holds(there, before, player.taking_back) and (on_table == before["key"] or is_over(record))
    player.taking_back = False
    if not on_table:
        begin(player)
    told = f"{decisions} decisions and more; {before['action_count']} actions confirmed, {len(there)} there"
    return kept, f"{told}, {lost} of {cached} writes lost", resumed


def holds(actions: Sequence[str], scene: dict[str, Any], taking_back: bool) -> bool:
    """True if a game has all that a scene confirmed; an action that was being taken back may be gone."""
    count = scene["action_count"]
    return len(actions) >= count - taking_back and actions[count - 1 : count] in ([], [scene["last_action"]])


def is_over(record: str) -> bool:
    """True if a game has come to its end."""
    replica = Replica(GAME, {})
    replica.follow(record, 0)
    return replica.played.game.outcome(replica.played.position) is not None


def cuts(player: Player, report: Report, count: int, chance: random.Random) -> list[tuple[float, float]]:
    """Power cuts while it is played; what each time it took to be on again (:func:`resumed_s`)."""
    begin(player)
    resumes = []
    for number in range(count):
        kept, told, resumed = cut(player, chance)
        resumes.append(resumed)
        on_again = f"on again after {resumed[0]:.2f} s, {resumed[1]:.2f} s of the processor"
        report.check(kept, f"power cut {number + 1}", f"{told}; {on_again}")
    return resumes


def resumes_in_time(resumes: Sequence[tuple[float, float]], report: Report, by_clock: bool) -> None:
    """``by_clock``: nothing else had the computer; if it had, the seconds of the processor are judged."""
    passed, worked = zip(*resumes, strict=True)
    told = f"{_spread(passed)} passed, {_spread(worked)} of the processor"
    report.check(_p95(passed if by_clock else worked) <= RESUME_S, f"on again {len(resumes)} times", told)


def _spread(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.2f} s (p95 {_p95(values):.2f}, at most {max(values):.2f})"


def _p95(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=20, method="inclusive")[-1]


def goes_first() -> bool:
    """Have this program and what it starts from now on go before all others, so that the clock tells of it alone."""
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except PermissionError:
        return False
    return True


def replays(before: Path, events: Sequence[Event], report: Report, count: int, chance: random.Random) -> None:
    """The power fails at any of many moments of a whole game: see cut_anywhere.py."""
    work, losses, faults, resumes, lost = before.parent, 0, 0, list[tuple[float, float]](), 0
    for each in cut_anywhere(before, events, count, chance, work):
        lost += each.lost
        with mounted(each.card, work / "mounted") as files:
            data = files / "var/lib/pawnlight"
            assert isinstance(each.known, Known)
            losses += not has(data, each.known)
            resumes.append(on_again_s(data, each.known))
        faults += not is_whole(each.card)
    told = f"{lost} of the writes that were not safe are lost"
    report.check(losses == 0, f"{count} power cuts at any moment of the game: none lost an action", told)
    report.check(faults == 0, "  file systems with faults left after the kernel's mending", str(faults))
    passed, worked = (max(each) for each in zip(*resumes, strict=True))
    told = f"at most {worked:.1f} s of this computer's own processor ({passed:.1f} s passed)"
    report.check(worked <= RESUME_S, "  on again", told)


def has(data: Path, known: Known) -> bool:
    """True if a game is stored as far as it was known to be."""
    store = Store(data)
    try:
        actions = store.game(known.key).actions
    finally:
        store.close()
    return len(actions) >= known.count and (known.count == 0 or actions[known.count - 1] == known.last)


def on_again_s(data: Path, known: Known) -> tuple[float, float]:
    """Return the time until the program has its game on the table, or reports it if it is over: seconds, and those of
    the processor."""
    began_s = time.monotonic()
    with TableProcess(data) as process:

        def on_again() -> bool:
            on_table = process.get("/api/table")["scene"]["key"] == known.key
            return on_table or process.get(f"/api/games/{known.key}")["winners"] is not None

        waiting.wait_for(on_again, "on again")
        return time.monotonic() - began_s, process.worked_s()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("made", type=Path, help="what build made")
    parser.add_argument("--cuts", type=int, default=30, help="of the running machine")
    parser.add_argument("--replays", type=int, default=300, help="power cuts that are worked out from what was written")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--container", action="store_true", help="power cuts of a container, which has no reeds")
    asked = parser.parse_args()
    report = Report()
    with tempfile.TemporaryDirectory(prefix="pawnlight-machine-") as folder:
        work = Path(folder)
        copy(asked.made / "card", work / "card")
        machine = (Box if asked.container else Machine)(asked.made, work)
        try:
            (cut_container if asked.container else experiments)(machine, report, asked, work)
        except Gone:  # it ended by itself: say why
            print(machine.run("journalctl", "--boot", "--no-pager", "--lines=200")[1])
            raise
        finally:
            machine.stop()
            machine.card.wait()
            machine.card.close()
    print(f"{report.wrong} wrong")
    return report.wrong > 0


def copy(card: Path, to: Path) -> None:
    """A copy of a card; what is empty takes no room."""
    subprocess.run(["cp", "--sparse=always", str(card), str(to)], check=True)


def cut_container(machine: Machine, report: Report, asked: argparse.Namespace, work: Path) -> None:
    chance = random.Random(asked.seed)
    machine.start()
    machine.wait_until_up()
    install(machine, report)
    by_clock = goes_first()
    resumes_in_time(cuts(Player(machine, chance), report, asked.cuts, chance), report, by_clock)


def experiments(machine: Machine, report: Report, asked: argparse.Namespace, work: Path) -> None:
    chance = random.Random(asked.seed)
    machine.start()
    machine.wait_until_up()
    install(machine, report)
    join_reeds(machine)
    machine.switch_off()
    copy(work / "card", work / "before")
    machine.card.events = []
    machine.start()
    machine.wait_for(lambda: is_active(machine), "up")
    limits(machine, report)
    hands = Hands(machine, chance)
    whole_game(hands, report)
    events, machine.card.events = machine.card.events, None
    resumes = cuts(hands, report, asked.cuts, chance)
    print(f"  a kernel that is a program: on again after {_spread([each for each, _ in resumes])}")
    watchdog(machine, report)
    upgrade(machine, report)
    machine.stop()
    replays(work / "before", events, report, asked.replays, chance)


if __name__ == "__main__":
    sys.exit(main())
