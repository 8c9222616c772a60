"""Programs that need not import what they are made of: copies of one that has (see ``template.py``)."""

import atexit
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Protocol

from waiting import PATIENCE_S

TEMPLATES = 2
"""Used in turn: a program that is started again on the same data never has the order of sets of the one before."""
_starts: Counter[Path] = Counter()
"""The number of starts of programs, by their data."""


class Running(Protocol):
    """A program in a process of its own, so far as tests need one: of ``subprocess.Popen``."""

    pid: int
    returncode: int | None

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def kill(self) -> None: ...
    def send_signal(self, number: int) -> None: ...
    def communicate(self, input: None = None, timeout: float | None = None) -> tuple[str, str]: ...


def started(command: Sequence[str], data: Path) -> tuple[Running, IO[str]]:
    """The program of a command, and its output: a copy, if it is Python code that is given to this Python. ``data``:
    the directory that it works on."""
    if sys.platform == "linux" and command[:2] == [sys.executable, "-c"]:
        copy = Copy(_template(_starts[data] % TEMPLATES), command[2], command[3:])
        _starts[data] += 1
        return copy, copy.output
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout


@cache
def _template(number: int) -> socket.socket:
    """A line to the program that is copied. It ends with this process."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its:
        text = Path(__file__).with_name("template.py").read_text()
        process = subprocess.Popen([sys.executable, "-c", text, str(its.fileno())], pass_fds=[its.fileno()])
    process.returncode = 0  # nobody waits for it
    atexit.register(ours.close)
    return ours


class Copy:
    """A program that began as a copy, as :class:`Running` says. ``line``: to the one that is copied."""

    def __init__(self, line: socket.socket, code: str, given: Sequence[str]) -> None:
        self.returncode: int | None = None
        asked = {"code": code, "given": given, "environment": dict(os.environ), "folder": os.getcwd()}
        (output, its_output), (errors, its_errors) = os.pipe(), os.pipe()
        self._report, asker = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with asker:
            socket.send_fds(line, [json.dumps(asked).encode()], [its_output, its_errors, asker.fileno()])
        os.close(its_output)
        os.close(its_errors)
        self._report.settimeout(PATIENCE_S)
        number, (self._process,), _, _ = socket.recv_fds(self._report, 100, 1)
        self.pid = int(number)
        self.output, self._errors = open(output), open(errors)
        self._said: dict[IO[str], bytes] = {self.output: b"", self._errors: b""}

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self._report.settimeout(timeout)
            try:
                self.returncode = int(self._report.recv(100))
            except (BlockingIOError, TimeoutError):
                raise subprocess.TimeoutExpired("the program", timeout or 0) from None
            self._report.close()
            os.close(self._process)
        return self.returncode

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._process, number)

    def communicate(self, input: None = None, timeout: float | None = None) -> tuple[str, str]:
        with selectors.DefaultSelector() as waiting:
            for stream in self._said:
                if not stream.closed:
                    waiting.register(stream, selectors.EVENT_READ, stream)
            while waiting.get_map():
                ready = waiting.select(timeout)
                if not ready:
                    raise subprocess.TimeoutExpired("the program", timeout or 0)
                for key, _ in ready:
                    self._read(key.data, waiting)
        self.wait(timeout)
        return self._said[self.output].decode(), self._said[self._errors].decode()

    def _read(self, stream: IO[str], waiting: selectors.BaseSelector) -> None:
        more = os.read(stream.fileno(), 65536)
        self._said[stream] += more
        if not more:
            waiting.unregister(stream)
            stream.close()
