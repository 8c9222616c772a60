"""What every program with a panel does: listen where it is told to, until a signal ends it."""

import errno
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

from flask import Flask

from daemon.config import PanelConfig
from daemon.errors import PortTaken
from webpanel.serve import Serving, start

REMEDIES = {
    errno.EADDRINUSE: "end the program that has it, or give --port another number",
    errno.EACCES: "only root may listen below 1024, so give --port a higher number",
}
OTHER_REMEDY = "give --address an address of this machine, or leave it out to listen at all of them"


@contextmanager
def ending_signals() -> Iterator[SimpleQueue[int]]:
    """Collect SIGINT and SIGTERM, also where a shell had them ignored for a process in the background; and SIGHUP,
    which a terminal sends when it is closed, but not where ``nohup`` had it ignored.

    A simple queue may be put into by a handler that interrupts the same thread in whatever it does with it. An event
    may not: a signal that came while its lock was held would wait for that lock for ever.
    """
    came = SimpleQueue[int]()
    heeded = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        heeded.append(signal.SIGHUP)
    before = {each: signal.signal(each, lambda number, _: came.put(number)) for each in heeded}
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def served(app: Flask, panel: PanelConfig, streams: int) -> Serving:
    """Serve an application, with at most so many event streams.

    :raises PortTaken: that address cannot be listened at.
    """
    try:
        return start(app, panel.address, panel.port, streams)
    except OSError as error:
        reason = error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        what = f"the panel cannot listen at {panel.address}, port {panel.port} ({reason})"
        raise PortTaken(f"{what}: {REMEDIES.get(error.errno or 0, OTHER_REMEDY)}") from error
