"""The program's notifications to systemd (sd_notify(3)): real datagrams on a real socket."""

import logging
import math
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE_S, wait_for

from daemon.base.randomness import draw
from daemon.runtime.queue import Orders
from daemon.runtime.table_thread import TableLoop
from daemon.system.systemd import ServiceManager
from table.messages.events import TimePassed
from table.model.state import Table


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


class Listening:
    """The far end of the socket, and the environment that names it."""

    def __init__(self, address: str, named: str) -> None:
        self.environment = {"NOTIFY_SOCKET": named, "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        heard = []
        while True:
            try:
                heard.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return heard

    def until(self, enough: Callable[[list[str]], bool]) -> list[str]:
        """Receive until it is enough, and return what came."""
        heard: list[str] = []

        def all_heard() -> bool:
            heard.extend(self.heard())
            return enough(heard)

        wait_for(all_heard, lambda: f"all that is waited for, but {heard}")
        return heard

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["path", "abstract"])
def listening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Listening]:
    path = str(tmp_path / "notify")
    address = path if request.param == "path" else f"\0{path}"
    listening = Listening(address, address.replace("\0", "@"))
    yield listening
    listening.close()


def test_it_tells_that_it_is_up_in_one_line_for_people_and_that_it_ends(listening: Listening) -> None:
    manager = ServiceManager(listening.environment)
    manager.ready("Open http://192.168.1.7:8080/\non a phone")
    manager.stopping()
    ready = "READY=1\nSTATUS=Open http://192.168.1.7:8080/ on a phone"
    assert listening.heard() == [ready, "STOPPING=1\nSTATUS=Ending"]


def test_a_sign_of_life_is_given_three_times_within_the_time_allowed_however_often_it_is_asked(
    listening: Listening,
) -> None:
    clock = Clock()
    manager = ServiceManager(listening.environment, clock)
    assert manager.alive() == 10.0
    clock.now_s += 4
    assert manager.alive() == 6.0
    assert listening.heard() == ["WATCHDOG=1"]
    clock.now_s += 6
    assert manager.alive() == 10.0
    assert listening.heard() == ["WATCHDOG=1"]


@pytest.mark.parametrize(
    "changed", [{"WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": ""}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"}]
)
def test_without_a_watchdog_for_this_process_no_sign_of_life_is_given(
    listening: Listening, changed: dict[str, str]
) -> None:
    assert ServiceManager(listening.environment | changed).alive() == math.inf
    assert listening.heard() == []


def test_a_watchdog_without_a_named_process_counts() -> None:
    assert ServiceManager({"WATCHDOG_USEC": "30000000", "NOTIFY_SOCKET": "@nobody"}, Clock()).alive() == 10.0


def test_started_by_hand_it_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    manager = ServiceManager({})
    manager.ready("Open it")
    manager.stopping()
    assert manager.alive() == math.inf
    assert not caplog.records


def test_a_manager_that_does_not_listen_or_is_full_is_a_line_in_the_log(
    listening: Listening, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).ready("Open it")
    assert "could not be told READY=1" in caplog.text
    manager = ServiceManager(listening.environment)
    with caplog.at_level(logging.WARNING):
        for _ in range(10_000):
            manager.stopping()
            if "could not be told STOPPING=1" in caplog.text:
                break
    assert "could not be told STOPPING=1" in caplog.text


# --- the program and its loop ------------------------------------------------------------------------------------


def test_the_program_tells_that_it_is_up_then_again_and_again_that_it_lives_then_that_it_ends(
    listening: Listening, tmp_path: Path
) -> None:
    """The socket is read all the time, for it holds ten messages: what does not fit is never told."""
    where = ["--address", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "data")]
    environment = os.environ | listening.environment | {"WATCHDOG_USEC": "1500000"}  # seldom: its reader may be late
    del environment["WATCHDOG_PID"]  # for the process that is about to be started
    command = [sys.executable, "-m", "daemon", "play", *where]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        heard = listening.until(lambda heard: any(map(is_ready, heard)))
        for _ in range(4):
            heard += listening.until(lambda heard: "WATCHDOG=1" in heard)
        process.send_signal(signal.SIGTERM)
        heard += listening.until(lambda _: process.poll() is not None)
        assert process.returncode == 0
    heard += listening.heard()
    assert sum(map(is_ready, heard)) == 1
    told = [each for each in heard if each != "WATCHDOG=1"]  # the table lives while the rest ends
    assert told[-1] == "STOPPING=1\nSTATUS=Ending"


def is_ready(told: str) -> bool:
    return told.startswith("READY=1\nSTATUS=Open http://127.0.0.1:")


class Hanging:
    """A stage whose lamps hang until they are let go, and scenes for nobody."""

    def __init__(self) -> None:
        self.hangs = threading.Event()
        self.let_go = threading.Event()

    def show(self, *_: Any) -> None:
        self.hangs.set()
        self.let_go.wait(PATIENCE_S)

    def publish(self, *_: Any) -> None:
        pass


def test_a_loop_gives_signs_of_life_when_nothing_happens_and_none_when_it_hangs() -> None:
    beats: list[float] = []

    def alive() -> float:
        beats.append(time.monotonic())
        return 0.01

    orders, hanging = Orders(), Hanging()
    loop = TableLoop(orders, hanging, None, hanging, draw, Table(), alive=alive)  # type: ignore[arg-type]
    loop.start()
    wait_for(lambda: len(beats) >= 5, "five signs of life")
    orders.post(TimePassed())
    assert hanging.hangs.wait(PATIENCE_S)
    count = len(beats)
    time.sleep(0.1)
    assert len(beats) == count
    hanging.let_go.set()
    assert loop.stop(PATIENCE_S)
    assert len(beats) > count
