"""One tile's serial port and the thread that owns it."""

import contextlib
import logging
import os
import select
import termios
import threading
import time
from collections.abc import Callable

import serial

from engine.core.messages import message
from firmware_bridge import link
from firmware_bridge.codec import Decoder, encode
from firmware_bridge.link import Link, Output, Result, Send, TilePicture

BAUD = 115_200
REOPEN_S = 0.25
"""The interval at which a missing port is tried again."""
WRITE_TIMEOUT_S = 1.0
PORT_ERRORS = (OSError, termios.error)
"""The exceptions of a port whose cable is out: pyserial's SerialException is an OSError, but its calls to termios (to
flush, to set the line up) raise another kind, which is not."""

log = logging.getLogger(__name__)


class TilePort:
    """A link with one tile, kept up by a thread of its own until closed.

    ``report`` is called in that thread with every output but :class:`Send`; it must not block. ``session``: a number
    from 1 to 65535 drawn at random, so that answers to an earlier program are not taken for answers to this one.
    """

    def __init__(self, device: str, report: Callable[[Output], None], session: int) -> None:
        self._device = device
        self._report = report
        self._link = Link(session, time.monotonic())
        self._picture = TilePicture()
        self._stop = False
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._thread = threading.Thread(target=self._run, name=f"tile {device}", daemon=True)
        self._thread.start()

    def show(self, picture: TilePicture) -> None:
        """Set the picture that the tile should show from now on. From any thread; returns at once. Not after
        :meth:`close`."""
        self._picture = picture
        self._wake()

    def close(self) -> None:
        """End the thread and let go of the port; may be called twice."""
        if self._stop:
            return
        self._stop = True
        self._wake()
        self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):  # a full pipe wakes as well as a fuller one
            os.write(self._wake_write, b"w")

    def _run(self) -> None:
        while not self._stop:
            try:
                with self._open() as port:
                    self._talk(port)
            except PORT_ERRORS as error:
                log.info("tile at %s: %s", self._device, error)
                self._take(link.lost(self._link, message("it is unplugged, or has no power")), None)
            if not self._stop:
                self._wait(None, REOPEN_S)
                self._take(link.tick(self._link, time.monotonic()), None)

    def _open(self) -> serial.Serial:
        return serial.Serial(self._device, BAUD, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True)

    def _talk(self, port: serial.Serial) -> None:
        """Talk until the line breaks or nobody is left at its end: then the port is opened anew, which also resets a
        stuck driver."""
        decoder = Decoder()
        while not self._stop:
            if self._wait(port, self._patience_s()):
                self._hear(port, decoder)
            now = time.monotonic()
            was_up = self._link.state is link.LinkState.UP
            self._take(link.tick(self._link, now), port)
            if was_up and self._link.state is link.LinkState.LOST:
                return
            self._take(link.want(self._link, self._picture, now), port)

    def _hear(self, port: serial.Serial, decoder: Decoder) -> None:
        # At least one byte: where select finds the port readable but empty, it is gone, and read raises.
        for payload in decoder.feed(port.read(max(1, port.in_waiting))):
            self._take(link.heard(self._link, payload, time.monotonic()), port)

    def _patience_s(self) -> float | None:
        at_s = link.deadline(self._link)
        return None if at_s is None else max(0.0, at_s - time.monotonic())

    def _wait(self, port: serial.Serial | None, timeout_s: float | None) -> bool:
        """Sleep until the port can be read (true), another thread wakes us, or the time is over."""
        sources = [self._wake_read] if port is None else [self._wake_read, port.fileno()]
        ready, _, _ = select.select(sources, [], [], timeout_s)
        if self._wake_read in ready:
            os.read(self._wake_read, 4096)
        return any(source != self._wake_read for source in ready)

    def _take(self, result: Result, port: serial.Serial | None) -> None:
        self._link, outputs = result
        for output in outputs:
            if isinstance(output, Send):
                if port is not None:
                    port.write(encode(output.payload))
            else:
                self._report(output)
