"""The main loop of the tile: read reeds, talk to the host, draw."""
# mypy: disable-error-code="attr-defined"

import gc
import os
import select
import sys
from time import ticks_diff, ticks_ms

from firmware_bridge.codec import Decoder, encode
from firmware_bridge.firmware import pins, service, wiring
from firmware_bridge.firmware.reeds import Reeds
from firmware_bridge.firmware.rings import Rings
from firmware_bridge.firmware.uplink import Uplink
from firmware_bridge.firmware.version import FIRMWARE

WAIT_MS = 1
"""The time for which a round waits for input."""
SCAN_MS = 3
"""The interval at which reeds are read while something else takes long."""
DRAW_MS = 25
"""The interval at which motions are drawn; news from the host is drawn at once."""
HELD_DRAW_MS = 150
CALM_MS = 60
"""The time after a touch for which motions are drawn less often, so that no frame is on its way when the answer
comes."""
MOST_BYTES = 64
"""The bytes read from the line in one round, so that the reeds need not wait."""
UNFRAMED_MS = 4
"""The time without a USB start of frame after which nobody is at the other end of the cable."""

COLLECT_AFTER = 20480
"""The bytes allocated between two garbage collections. By default MicroPython collects when the heap is full: by then
lasting objects lie scattered all over it, and no block of a few kilobytes is left."""


class Line:
    """The serial line to the host: standard input and output, which are the USB port."""

    def __init__(self) -> None:
        reading = select.poll()
        reading.register(sys.stdin, select.POLLIN)
        self._ready = reading.ipoll
        self._take = sys.stdin.buffer.readinto  # type: ignore[union-attr]
        self._byte = bytearray(1)
        self._bytes = bytearray(MOST_BYTES)
        self._output = select.poll()
        self._output.register(sys.stdout, select.POLLOUT)
        self._frame = -1
        self._framed_at = 0

    def read(self, patience: int) -> bytes:
        """Return the bytes that have come in; wait for up to ``patience`` milliseconds.

        Byte by byte: MicroPython's standard input cannot return just what is there. Asked for more, it waits, for ever
        if a frame was cut off, and no reed is read meanwhile.
        """
        ready, take, byte, taken = self._ready, self._take, self._byte, self._bytes
        count = 0
        while count < MOST_BYTES:
            for _ in ready(patience):
                take(byte)
                taken[count] = byte[0]
                break
            else:
                break
            count += 1
            patience = 0
        return bytes(taken[:count]) if count else b""

    def write(self, payloads: list[bytes], now: int) -> None:
        """Send payloads, or drop them if nobody takes them: what matters is sent again.

        Once the cable is out (and the tile powered otherwise) MicroPython would take half a second for every frame.
        """
        self._watch(now)
        for payload in payloads:
            if now - self._framed_at < UNFRAMED_MS and self._output.poll(0):
                sys.stdout.buffer.write(encode(payload))

    def _watch(self, now: int) -> None:
        frame = pins.usb_frame()
        if frame != self._frame:
            self._frame = frame
            self._framed_at = now


class Tile:
    """The tile: everything on the board, and a clock in milliseconds that never wraps around."""

    def __init__(self) -> None:
        self._now = 0
        self._ticks = ticks_ms()
        self._scanned_at = 0
        self._drawn_at = 0
        self._free_at = 0
        self._unsent: bytearray | None = None
        self._line = Line()
        self._decoder = Decoder()
        self._reeds = Reeds(pins.read_row)
        self._uplink = Uplink(int.from_bytes(os.urandom(4), "little"), FIRMWARE, self._reeds.rows)
        self._rings = Rings(wiring.PIXELS_PER_RING, wiring.COLOURS, wiring.RINGS, self._take_break)
        self._heard = self._lit = False

    def go_round(self) -> None:
        """Run one round."""
        if not self._heard:
            self._tell_time()
            self._feel()
        told = self._listen()
        self._mind_the_host()
        self._draw(told)
        pins.feed_watchdog()

    def _tell_time(self) -> None:
        ticks = ticks_ms()
        self._now += ticks_diff(ticks, self._ticks)
        self._ticks = ticks

    def _take_break(self) -> None:
        """Read the reeds if it is time again. Everything that takes long calls this in between."""
        self._tell_time()
        if self._now - self._scanned_at >= SCAN_MS:
            self._feel()

    def _feel(self) -> None:
        """Read the reeds, and queue what is new."""
        self._scanned_at = self._now
        self._uplink.add(self._reeds.scan(self._now))
        self._uplink.tick(self._now)
        payloads = self._uplink.out
        self._uplink.out = []
        self._line.write(payloads, self._now)

    def _listen(self) -> bool:
        """Read from the host. True if there is something new to draw."""
        data = self._line.read(0 if self._reeds.are_restless() else WAIT_MS)
        self._take_break()
        self._heard = bool(data)
        told = False
        for payload in self._decoder.feed(data):
            wish = self._uplink.heard(payload, self._now)
            if self._uplink.wants_service:
                self._serve()
            if wish is not None:
                self._reeds.debounce_ms = wish[0][6]
                self._rings.show(*wish)
                self._lit = told = True
            self._take_break()
        return told

    def _serve(self) -> None:
        service.ask()
        pins.restart()

    def _mind_the_host(self) -> None:
        if self._lit and not self._uplink.connected():
            self._lit = False
            self._rings.darken()

    def _draw(self, told: bool) -> None:
        """Draw news from the host, and motions; send the drawn frame once the one before has been sent."""
        if told or self._is_motion_due():
            self._drawn_at = self._now
            self._unsent = self._rings.frame(self._now) or self._unsent
            self._tell_time()
        if self._unsent is not None and self._now >= self._free_at:
            pins.show(self._unsent)
            self._unsent = None
            self._free_at = self._now + pins.FRAME_MS

    def _is_motion_due(self) -> bool:
        """True if motions are to be drawn now; not while something comes in, which is drawn first."""
        calm = self._now - self._reeds.changed_at >= CALM_MS
        return not self._heard and self._now - self._drawn_at >= (DRAW_MS if calm else HELD_DRAW_MS)


def run() -> None:
    """Run for ever."""
    gc.threshold(COLLECT_AFTER)
    tile = Tile()
    while True:
        tile.go_round()
