"""Malformed, raced and hostile requests against the real program: none meets a fault, none hurts the others."""

import json
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import malformed
import pytest
from table_process import PHONE, TableProcess, pawnlight
from waiting import wait_for

import webpanel
from daemon.screen.board import FELT_S

DESCRIPTION = json.loads((Path(webpanel.__file__).parent / "static" / "openapi.json").read_text())
STRANGERS = ("a" * 32, "b" * 32)
OWNER = "o" * 32
ANSWERED_S = 0.05
"""Within what time taps are answered, 99 % of them, whatever others send."""
PAGES = ("/", "/new", "/new/pawn-advance", "/scores", "/continue", "/seats", "/settings", "/hardware", "/about")


@contextmanager
def hostile(process: TableProcess, count: int, seed: int, tokens: Sequence[str] = STRANGERS) -> Iterator[Any]:
    """Send so many malformed requests meanwhile, from two addresses; gives the reports once both are done."""
    program = [sys.executable, malformed.__file__, str(process.port)]
    senders = [
        subprocess.Popen([*program, f"127.0.0.{2 + number}", str(seed + number), str(count // 2), *tokens],
                         stdout=subprocess.PIPE, text=True)
        for number in range(2)
    ]
    reports: list[dict[str, Any]] = []
    try:
        yield senders
        reports += [json.loads(sender.communicate(timeout=3600)[0]) for sender in senders]
    finally:
        for sender in senders:
            sender.kill()
            sender.communicate()
    assert sum(report["sent"] for report in reports) == count
    assert [each for report in reports for each in report["unanswered"]] == []
    assert [each for report in reports for each in report["failed"] if not is_declared(*each)] == []


def is_declared(status: int, request: str) -> bool:
    """Whether the description of the interface names this failure."""
    method, _, rest = request.partition(" ")
    path = rest.split(" ")[0].split("?")[0]
    if path == "/events":
        return status == 503
    return str(status) in DESCRIPTION["paths"].get(path, {}).get(method.lower(), {}).get("responses", {})


def become_owner(process: TableProcess, token: str) -> None:
    """Let another phone than the tests' give the PIN."""
    pin = pawnlight("pin", "--data", str(process.data)).strip()
    headers = {"Content-Type": "application/json", "Cookie": f"pawnlight_phone={token}"}
    process._line.request("POST", "/api/owner", json.dumps({"pin": pin}), headers)
    answer = process._line.getresponse()
    answer.read()
    assert answer.status == 200


def is_alive(process: TableProcess) -> bool:
    """Whether every page opens and a move can be played."""
    process._line.close()  # idle for so long that the panel has hung up: the next request opens it again
    for page in PAGES:
        process._line.request("GET", page, headers={"Cookie": f"pawnlight_phone={PHONE}"})
        answer = process._line.getresponse()
        answer.read()
        assert answer.status == 200, page
    return bool(process.get("/api/table")["scene"])


def own_game(process: TableProcess) -> None:
    """Begin a game of which the tests' phone, which is the owner's, holds all seats."""
    for seat in process.get("/api/table")["holders"]:
        process.ask("DELETE", f"/api/seats/{seat}")
    process.begin("pawn-advance", {})
    for seat in ("white", "black"):
        process.ask("PUT", f"/api/seats/{seat}")
    wait_for(lambda: process.get("/api/table")["scene"]["status"] == "play", "set up", pause_s=0.02)


@dataclass(frozen=True)
class Taken:
    """What a tap took. ``waited_s``: until it was answered; ``worked_s``: processor time of the program meanwhile, for
    whomever, which does not grow where the machine is busy with other things."""

    waited_s: float
    worked_s: float


def lift_and_put_back(process: TableProcess) -> tuple[Taken, Taken]:
    """The second tap waits until the board has felt the first."""
    taken = []
    for kind in ("lift", "place"):
        number = process.get("/api/table")["scene"]["number"]
        began_s, worked_s = time.perf_counter(), process.worked_s()
        process.post("/api/tap", kind=kind, square="b1", scene=number)
        taken.append(Taken(time.perf_counter() - began_s, process.worked_s() - worked_s))
    return taken[0], taken[1]


def within_s(share: float, times_s: Iterable[float]) -> float:
    """How long this share of them took at most."""
    ranked = sorted(times_s)
    return ranked[int(share * (len(ranked) - 1))]


def told(what: str, times_s: Iterable[float]) -> str:
    times_s = tuple(times_s)
    return f"{what} {1000 * within_s(0.5, times_s):.1f} ms, 99 % within {1000 * within_s(0.99, times_s):.1f} ms"


@pytest.mark.timeout(3600)
def test_whatever_is_sent_is_answered_and_the_table_lives(process: TableProcess, full: bool) -> None:
    process.begin("pawn-advance", {})
    become_owner(process, OWNER)
    with hostile(process, 80_000 if full else 8_000, 1, (*STRANGERS, OWNER)):
        pass
    assert is_alive(process)
    own_game(process)
    assert lift_and_put_back(process)


@pytest.mark.timeout(3600)
def test_a_player_plays_on_while_others_send_what_they_like(
    process: TableProcess, full: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """How long taps wait is reported, but depends on what else keeps the machine busy. Judged is what the program
    itself does first, since on a machine of its own a tap waits for no longer."""
    own_game(process)
    alone = [lift_and_put_back(process) for _ in range(50 if full else 1)]
    meanwhile: list[tuple[Taken, Taken]] = []
    with hostile(process, 20_000 if full else 2_000, 11) as senders:
        while any(sender.poll() is None for sender in senders):
            meanwhile.append(lift_and_put_back(process))
            time.sleep(0.02)
    assert is_alive(process) and len(meanwhile) > 10
    for taps in zip(*meanwhile, strict=True):
        assert within_s(0.99 if full else 0.5, (tap.worked_s for tap in taps)) <= ANSWERED_S
    assert within_s(0.5, (place.waited_s for _, place in meanwhile)) < FELT_S / 2
    if full:
        with capsys.disabled():
            for when, both in (("alone", alone), ("meanwhile", meanwhile)):
                for kind, taps in zip(("lift", "put back"), zip(*both, strict=True), strict=True):
                    print(f"\n{len(taps)} times {kind} {when}", told("waited", (tap.waited_s for tap in taps)),
                          told("worked", (tap.worked_s for tap in taps)), sep="; ")
