"""Malformed, raced and hostile requests against the real program: none meets a fault, none hurts the others."""

import importlib
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import flooding
import malformed
import pytest
from racing import Racer
from table_process import PHONE, TableProcess
from waiting import wait_for

import webpanel
from daemon.screen.board import FELT_S
from engine.records.game_record import Record, begin, replay, write_record
from engine.registry import find_game

DESCRIPTION = json.loads((Path(webpanel.__file__).parent / "static" / "openapi.json").read_text())
STRANGERS = ("a" * 32, "b" * 32)
OWNER = "o" * 32
ANSWERED_S = 0.05
"""Within what time taps are answered, 99 % of them, whatever others send."""
FLOODS = {"streams": (1_500, 15_000), "imports": (40, 200), "replays": (40, 60)}
"""The number of floods of each kind; the second number at full size, where records are longer, too."""
BREATH_S = 0.2
"""The rest of the player after a piece was lifted and put back: with the requests of its phone in between, that makes
twenty requests a second at the most, more than any hand."""
REOPENED_S = 1.0
"""The interval at which another phone opens the board meanwhile."""
ENOUGH = 11
"""The least number of times that the player lifts a piece and puts it back; if the others are done sooner, they begin
again."""
LONG, LONGEST = 2_000, 19_000
"""Actions of the records that are brought in."""
TOO_MUCH = {"400", "429", "503"}
"""The answers to senders of wrong requests, or of too many."""
PAGES = ("/", "/new", "/new/pawn-advance", "/scores", "/continue", "/seats", "/settings", "/hardware", "/about")


@dataclass
class Hostile:
    """Programs that send requests. ``statuses``: how often each was answered, once all are done."""

    senders: list[subprocess.Popen[str]]
    statuses: Counter[str] = field(default_factory=Counter)

    @property
    def at_it(self) -> bool:
        """True while one of them still sends."""
        return any(sender.poll() is None for sender in self.senders)


@contextmanager
def hostile(
    process: TableProcess, count: int, seed: int, given: Sequence[str] = STRANGERS, program: str = malformed.__file__
) -> Iterator[Hostile]:
    """Send so many requests meanwhile, from two addresses, malformed ones if no other program makes them."""
    senders = [
        subprocess.Popen(
            [sys.executable, program, str(process.port), f"127.0.0.{2 + number}", str(seed + number), str(count // 2),
             *given], stdout=subprocess.PIPE, text=True,
        )
        for number in range(2)
    ]
    they = Hostile(senders)
    reports: list[dict[str, Any]] = []
    try:
        yield they
        reports += [json.loads(sender.communicate(timeout=3600)[0]) for sender in senders]
    finally:
        for sender in senders:
            sender.kill()
            sender.communicate()
    for report in reports:
        they.statuses.update(report["statuses"])
    assert sum(report["sent"] for report in reports) == count
    assert [each for report in reports for each in report["unanswered"]] == []
    assert [each for report in reports for each in report["failed"] if not is_declared(*each)] == []


def is_declared(status: int, request: str) -> bool:
    """True if the description of the interface names this failure."""
    method, _, rest = request.partition(" ")
    path = rest.split(" ")[0].split("?")[0]
    return str(status) in DESCRIPTION["paths"].get(path, {}).get(method.lower(), {}).get("responses", {})


def become_owner(process: TableProcess, token: str) -> None:
    """Let another phone than the tests' give the PIN."""
    headers = {"Content-Type": "application/json", "Cookie": f"pawnlight_phone={token}"}
    process._line.request("POST", "/api/owner", json.dumps({"pin": process.pin()}), headers)
    answer = process._line.getresponse()
    answer.read()
    assert answer.status == 200


def is_alive(process: TableProcess) -> bool:
    """True if every page opens and a move can be played."""
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


def lift_and_put_back(process: TableProcess) -> tuple[float, float]:
    """Return the times in seconds that both taps waited for an answer. The second waits until the board has registered
    the first."""
    waited_s = []
    for kind in ("lift", "place"):
        number = process.get("/api/table")["scene"]["number"]
        began_s = time.perf_counter()
        process.post("/api/tap", kind=kind, square="b1", scene=number)
        waited_s.append(time.perf_counter() - began_s)
    return waited_s[0], waited_s[1]


def within_s(share: float, times_s: Sequence[float]) -> float:
    """Return the time within which this share of them was answered."""
    ranked = sorted(times_s)
    return ranked[int(share * (len(ranked) - 1))]


@pytest.mark.timeout(3600)
def test_whatever_is_sent_is_answered_and_the_table_lives(process: TableProcess, full: bool) -> None:
    process.begin("pawn-advance", {})
    become_owner(process, OWNER)
    with hostile(process, 80_000 if full else 2_000, 1, (*STRANGERS, OWNER)):
        pass
    assert is_alive(process)
    own_game(process)
    assert lift_and_put_back(process)


@pytest.fixture(scope="module")
def long_record(tmp_path_factory: pytest.TempPathFactory, full: bool) -> Path:
    """A file with the record of a game that takes its time to replay."""
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(str(Path(__file__).parents[2] / "tools" / "bench"))
        bench = importlib.import_module("measuring.long_game")
    beginning = begin(game := find_game("pawn-advance"), game.read_options(bench.OPTIONS))
    actions = bench.long_game(LONGEST if full else LONG, random.Random(1))
    path = tmp_path_factory.mktemp("long") / "long.pwl"
    path.write_text(write_record(Record(replay(beginning, actions))))
    return path


def is_told(phone: Racer) -> bool:
    """True if a phone that opens the board gets the table; for that it must not have too many streams itself, whose end
    the program may not have noticed yet."""
    stream = phone.listen()
    try:
        return stream.status == 200 and bool(wait_for(stream.next, "the table, on a stream"))
    finally:
        stream.close()


def play_amid(process: TableProcess, they: Hostile) -> list[tuple[float, float]]:
    """Return the waiting times of a player's taps while others send. Another phone of the house opens the board now and
    then."""
    taken = []
    phone = Racer(process.port, "house")
    while they.at_it:
        wait_for(lambda: is_told(phone), "room for the stream of a phone", pause_s=0.5)
        until_s = time.monotonic() + REOPENED_S
        while they.at_it and time.monotonic() < until_s:
            taken.append(lift_and_put_back(process))
            time.sleep(BREATH_S)
    phone.close()
    return taken


def send(process: TableProcess, what: str, record: Path, full: bool) -> AbstractContextManager[Hostile]:
    if what == "malformed":
        return hostile(process, 20_000 if full else 1_000, 11)
    return hostile(process, FLOODS[what][full], 11, (what, str(record)), flooding.__file__)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("what", ["malformed", "streams", "imports", "replays"])
def test_a_player_plays_on_while_others_send_what_they_like(
    what: str, long_record: Path, process: TableProcess, full: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """At full size taps have to be answered in time, on a machine of its own. On one that is busy with other things as
    well, half of them must at least be answered as soon as they are felt."""
    own_game(process)
    alone = [lift_and_put_back(process) for _ in range(50 if full else 1)]
    meanwhile: list[tuple[float, float]] = []
    statuses: Counter[str] = Counter()
    while len(meanwhile) < ENOUGH:
        with send(process, what, long_record, full) as they:
            meanwhile += play_amid(process, they)
        statuses += they.statuses
    assert statuses.keys() & TOO_MUCH and statuses.keys() & {"200", "201"}, statuses
    assert is_alive(process)
    assert within_s(0.5, [placed_s for _, placed_s in meanwhile]) < FELT_S / 2
    if full:
        with capsys.disabled():
            for when, both in (("alone", alone), (f"amid {what}", meanwhile)):
                for kind, waited_s in zip(("lift", "put back"), zip(*both, strict=True), strict=True):
                    print(f"\n{len(waited_s)} times {kind} {when}: {1000 * within_s(0.5, waited_s):.1f} ms, "
                          f"99 % within {1000 * within_s(0.99, waited_s):.1f} ms")
        assert all(within_s(0.99, waited_s) <= ANSWERED_S for waited_s in zip(*meanwhile, strict=True))
