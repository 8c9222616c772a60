"""A serial port for programs, with the emulated tile at its far end, in real time at the most."""

import contextlib
import os
import pty
import queue
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pico import Pico

SLICE_MS = 2.0
BEHIND_S = 0.25


class Cable:
    """Leads from ``port`` to the chip. Whether a program has the port open is told to the chip (DTR).

    The chip is led by a thread of the cable, which has it from now on.
    """

    def __init__(self, pico: Pico, port: Path) -> None:
        self.port = port
        self._pico = pico
        self._near = self._far = -1
        self._opened = False
        self._ended = False
        self._orders: queue.SimpleQueue[tuple[Callable[[], Any], queue.SimpleQueue[Any]]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._carry, name="cable of the emulated tile", daemon=True)
        self._thread.start()

    def do(self, order: Callable[[], Any]) -> Any:
        """Have the cable's thread do this between two slices of time, and return what it gives."""
        answer: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._orders.put((order, answer))
        return answer.get(timeout=60)

    def close(self) -> None:
        """Let go of the chip."""
        self._ended = True
        self._thread.join()
        self._disconnect()

    def _carry(self) -> None:
        began_s, began_ms = time.monotonic(), self._pico.now_ms
        while not self._ended:
            while not self._orders.empty():
                order, answer = self._orders.get()
                answer.put(order())
            self._slice()
            ahead_s = (self._pico.now_ms - began_ms) / 1000 - (time.monotonic() - began_s)
            if ahead_s < -BEHIND_S:  # do not hurry to catch up
                began_s, began_ms = time.monotonic(), self._pico.now_ms
            time.sleep(max(0.0, ahead_s))

    def _slice(self) -> None:
        """The port is there while the chip is on the bus, as the kernel has it."""
        if self._pico.configured and self._near < 0:
            self._connect()
        if not self._pico.configured and self._near >= 0:
            self._disconnect()
        heard = self._pico.run(SLICE_MS, self._written())
        if heard and self._opened:
            with contextlib.suppress(BlockingIOError):
                os.write(self._near, heard)

    def _written(self) -> bytes:
        """Return the bytes that the program wrote; and tell the chip when the port was opened or closed."""
        if self._near < 0:
            return b""
        poll = select.poll()
        poll.register(self._near, select.POLLIN)
        seen = dict(poll.poll(0)).get(self._near, 0)
        opened = not seen & select.POLLHUP
        if opened != self._opened:
            self._opened = opened
            self._pico.ask(open=opened)
        if not seen & select.POLLIN:
            return b""
        try:
            return os.read(self._near, 4096)
        except OSError:  # the program closed it between the two
            return b""

    def _connect(self) -> None:
        self._near, far = pty.openpty()
        tty.setraw(far)
        os.set_blocking(self._near, False)
        os.symlink(os.ttyname(far), self.port)
        os.close(far)

    def _disconnect(self) -> None:
        self.port.unlink(missing_ok=True)
        if self._near >= 0:
            os.close(self._near)
        self._near = -1
        self._opened = False
