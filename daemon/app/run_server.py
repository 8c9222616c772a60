"""The common part of programs with a panel: listen at an address until a signal ends them."""

import errno
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from flask import Flask

from daemon.base.errors import PortTaken
from daemon.config.schema import PanelConfig
from webpanel.serve import Serving, start

REMEDIES = {
    errno.EADDRINUSE: "end the program that has it, or give --port another number",
    errno.EACCES: "only root may listen below 1024, so give --port a higher number",
}
OTHER_REMEDY = "give --address an address of this machine, or leave it out to listen at all of them"


@contextmanager
def ending_signals() -> Iterator[socket.socket]:
    """Yield a socket from which a byte can be received after SIGINT or SIGTERM, even where a shell had them ignored for
    a process in the background; or SIGHUP, which a terminal sends when it is closed, unless ``nohup`` had it ignored.

    The system writes that byte at the moment of the signal. A handler in Python would run only once the main thread
    runs Python again: if the signal came just before that thread began to wait, it would wait for ever.
    """
    heeded = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        heeded.append(signal.SIGHUP)
    came, written = socket.socketpair()
    with came, written:
        written.setblocking(False)
        woken = signal.set_wakeup_fd(written.fileno(), warn_on_full_buffer=False)
        before = {each: signal.signal(each, _noted) for each in heeded}
        try:
            yield came
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(woken)


def _noted(number: int, frame: FrameType | None) -> None:
    """Do nothing: see :func:`ending_signals`. Without a handler, Python would not receive the signal."""


def served(app: Flask, panel: PanelConfig, streams: int) -> Serving:
    """Serve an application, with at most so many event streams.

    :raises PortTaken: that address cannot be listened at.
    """
    try:
        return start(app, panel.address, panel.port, streams, panel.prefix, panel.proxy)
    except OSError as error:
        reason = error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        what = f"the panel cannot listen at {panel.address}, port {panel.port} ({reason})"
        raise PortTaken(f"{what}: {REMEDIES.get(error.errno or 0, OTHER_REMEDY)}") from error
