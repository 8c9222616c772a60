"""A child process that answers a line of JSON with another, at the lowest priority."""

import os
import select
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

import engine
from daemon.base.errors import DaemonError
from engine.core.messages import Message, message

PLACE: Final = Path(engine.__file__).parents[1]
"""The directory from which the process imports the same version of the program."""
NICENESS: Final = 19
"""Touches, lights and phones take precedence."""
MOST_SAID: Final = 100_000
"""The limit for an answer, in bytes."""
NO_SENSE: Final = message("it gave no sensible answer")


class NoAnswer(DaemonError):
    """The process ended, was silent or gave a senseless answer. ``reason``: half a sentence for people."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Child:
    """A child process, started when it is first asked. One thread asks and ends it; any may interrupt it."""

    def __init__(self, command: Sequence[str], answer_s: float) -> None:
        """:param answer_s: how long an answer may take."""
        self._command = command
        self._answer_s = answer_s
        self._process: subprocess.Popen[bytes] | None = None
        self._asking = threading.Lock()
        self._is_asked = False

    @property
    def pid(self) -> int | None:
        """The id of the process; ``None``: it does not run."""
        return None if self._process is None else self._process.pid

    def ask(self, line: bytes, wanted: Callable[[], bool]) -> bytes | None:
        """Ask the process, and return its answer to a line; ``None``: by the time it could be asked, nobody wanted that
        any more.

        :param wanted: whether somebody does. Who makes that untrue interrupts the process afterwards.
        :raises NoAnswer: there is none.
        :raises OSError: it cannot be started, or has ended.
        """
        if self._process is None and wanted():
            self._process = self._started()
        with self._asking:
            self._is_asked = wanted()
        if not self._is_asked or self._process is None:
            return None
        try:
            return self._exchanged(self._process, line)
        finally:
            with self._asking:
                self._is_asked = False

    def interrupt(self) -> None:
        """End the process if it is being asked something: it cannot be asked anything else meanwhile. Returns at
        once."""
        with self._asking:
            if self._is_asked and self._process is not None:
                _kill(self._process)

    def end(self) -> None:
        """End the process at once, whatever it is doing."""
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # input that it had not read is lost with it
                if pipe is not None:
                    pipe.close()
        process.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        # in a session of its own: Ctrl+C in the terminal is for the table, which then ends the process
        process = subprocess.Popen(
            self._command, cwd=PLACE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        with suppress(OSError):  # without the lower priority it still works
            os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
        return process

    def _exchanged(self, process: subprocess.Popen[bytes], line: bytes) -> bytes:
        """Write a line to the process, and return the line that it answers. A process that hangs may not even read."""
        assert process.stdin is not None and process.stdout is not None
        ends_s, unsaid, said = time.monotonic() + self._answer_s, memoryview(line), b""
        while unsaid:
            self._await(process.stdin, selectors.EVENT_WRITE, ends_s)
            unsaid = unsaid[os.write(process.stdin.fileno(), unsaid[:select.PIPE_BUF]) :]
        while not said.endswith(b"\n"):
            self._await(process.stdout, selectors.EVENT_READ, ends_s)
            part = os.read(process.stdout.fileno(), 65536)
            if not part:
                raise NoAnswer(message("its program ended"))
            said += part
            if len(said) > MOST_SAID:
                raise NoAnswer(NO_SENSE)
        return said

    def _await(self, pipe: IO[bytes], event: int, ends_s: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, ends_s - time.monotonic())):
                raise NoAnswer(message("it was silent for {seconds} s", seconds=int(self._answer_s)))


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, and each group of processes that it started: an outside engine, with what that started."""
    groups = _started_by(process)
    process.kill()
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):  # it has ended, or leads no group
            os.killpg(group, signal.SIGKILL)


def _started_by(process: subprocess.Popen[bytes]) -> list[int]:
    """List the ids of the processes that a process started, as far as the kernel tells."""
    try:
        return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    except OSError:
        return []
