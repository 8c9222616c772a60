"""The program with all that it imports, waiting to be copied: importing is nearly all that a start takes.

``python -c THIS LINE`` listens at the socket with the descriptor LINE. Whoever sends it what ``python -c`` would be
given, as ``{"code": "…", "given": ["…"], "environment": {…}, "folder": "…"}``, with descriptors for output, errors and
a socket, gets a process that begins as a copy of this one. That socket hears its number, together with a descriptor of
the process, and once it has ended its status.
"""

import json
import os
import select
import signal
import socket
import sys
import threading
from contextlib import suppress
from typing import Any

import daemon.app.run_table
import daemon.cli  # noqa: F401  (both for what they import)

LONGEST = 1 << 17
"""Bytes of a request at most."""

signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for those who use it
line = socket.socket(fileno=int(sys.argv[1]))
running: dict[int, tuple[int, socket.socket]] = {}
"""Descriptor of a process → its number, and who asked for it."""


def copied(asked: dict[str, Any], output: int, errors: int, asker: socket.socket) -> bool:
    """Begin a process; whether this is the copy."""
    number = os.fork()
    if number:
        process = os.pidfd_open(number)
        socket.send_fds(asker, [str(number).encode()], [process])
        running[process] = number, asker
        os.close(output)
        os.close(errors)
        return False
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(output, 1)
    os.dup2(errors, 2)
    for each in (line, asker, *(other for _, other in running.values())):
        each.close()
    for descriptor in (output, errors, *running):
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    sys.argv[:] = ["-c", *asked["given"]]
    return True


def report(process: int) -> None:
    """Tell what became of it."""
    number, asker = running.pop(process)
    status = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    os.close(process)
    with asker, suppress(OSError):  # nobody may want to know any more
        asker.send(str(status).encode())


def next_code() -> str:
    """Return the code to run, in the copy that is to run it."""
    while True:
        assert threading.active_count() == 1, "no copy has the others"
        watched = select.poll()
        for descriptor in (line.fileno(), *running):
            watched.register(descriptor, select.POLLIN)
        ready = {descriptor for descriptor, _ in watched.poll()}
        for process in ready & running.keys():
            report(process)
        if line.fileno() in ready:
            text, descriptors, _, _ = socket.recv_fds(line, LONGEST, 3)
            if not text:  # who started this is no more
                for number, _ in running.values():
                    os.kill(number, signal.SIGKILL)
                os._exit(0)
            asked, (output, errors, asker) = json.loads(text), descriptors
            if copied(asked, output, errors, socket.socket(fileno=asker)):
                return str(asked["code"])


code = next_code()
exec(code, {"__name__": "__main__"})
