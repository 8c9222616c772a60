"""The tile's round: feel, talk, draw."""
# mypy: disable-error-code="attr-defined"

import gc
import os
import select
import sys
from time import ticks_diff, ticks_ms

from firmware_bridge.codec import Decoder, encode
from firmware_bridge.firmware import pins
from firmware_bridge.firmware.reeds import Reeds
from firmware_bridge.firmware.rings import Rings
from firmware_bridge.firmware.uplink import Uplink

SCAN_MS = 1
DRAW_MS = 25
"""Motions are looked after so often; what the host says is drawn at once."""
MOST_BYTES = 256
"""Read from the line in one round, so that the reeds are not kept waiting."""


COLLECT_AFTER = 16384
"""Bytes given out between two collections of garbage. Left alone, MicroPython waits until the heap is full: by then
what is kept lies scattered all over it, and a few kilobytes in one piece are not to be had any more."""


class Line:
    """The serial line to the host: standard input and output, which are the USB port."""

    def __init__(self) -> None:
        self._input = select.poll()
        self._input.register(sys.stdin, select.POLLIN)
        self._output = select.poll()
        self._output.register(sys.stdout, select.POLLOUT)

    def read(self) -> bytes:
        """What has come in; waits a scan's time for it."""
        data = bytearray()
        patience = SCAN_MS
        while len(data) < MOST_BYTES and self._input.poll(patience):
            data += sys.stdin.buffer.read(1)
            patience = 0
        return bytes(data)

    def write(self, payloads: list[bytes]) -> None:
        """Send these, or drop them if nobody takes them: what matters is sent again."""
        for payload in payloads:
            if self._output.poll(0):
                sys.stdout.buffer.write(encode(payload))


class Tile:
    """Everything on the board, and its clock in milliseconds that never turns over."""

    def __init__(self) -> None:
        self._now = 0
        self._ticks = ticks_ms()
        self._drawn_at = 0
        self._line = Line()
        self._decoder = Decoder()
        self._reeds = Reeds(pins.read_row)
        self._uplink = Uplink(int.from_bytes(os.urandom(4), "little"), self._reeds.rows)
        self._rings = Rings(pins.PIXELS_PER_RING, pins.COLOURS, pins.RINGS)

    def go_round(self) -> None:
        """One round, some milliseconds at most; longer only while a frame is sent to the rings."""
        self._tell_time()
        self._uplink.add(self._reeds.scan(self._now))
        told = self._listen()
        self._mind_the_host()
        payloads = self._uplink.out
        self._uplink.out = []
        self._line.write(payloads)
        self._draw(told)
        pins.feed_watchdog()

    def _tell_time(self) -> None:
        ticks = ticks_ms()
        self._now += ticks_diff(ticks, self._ticks)
        self._ticks = ticks

    def _listen(self) -> bool:
        """Whether there is something new to draw."""
        told = False
        for payload in self._decoder.feed(self._line.read()):
            wish = self._uplink.heard(payload, self._now)
            if wish is not None:
                self._take(*wish)
                told = True
        return told

    def _mind_the_host(self) -> None:
        was_connected = self._uplink.connected()
        self._uplink.tick(self._now)
        if was_connected and not self._uplink.connected():
            self._rings.darken()

    def _take(self, fields: tuple[int, ...], items: bytes) -> None:
        self._reeds.debounce_ms = fields[6]
        self._rings.show(fields, items)

    def _draw(self, told: bool) -> None:
        if not told and self._now - self._drawn_at < DRAW_MS:
            return
        self._drawn_at = self._now
        frame = self._rings.frame(self._now)
        if frame is not None:
            pins.show(frame)


def run() -> None:
    """Go round for ever."""
    gc.threshold(COLLECT_AFTER)
    tile = Tile()
    while True:
        tile.go_round()
