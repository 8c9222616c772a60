"""The tile's end of the link: it keeps events until they are acknowledged. Pure; ``now`` is in milliseconds.

The host's end, and the whole protocol, is in ``firmware_bridge/link.py``.
"""

from firmware_bridge import messages

RETRY_FIRST_MS = 30
RETRY_MAX_MS = 480
WINDOW = 64
"""The most events in flight."""
KEPT = 2048
"""The most events kept for a host that is away. Beyond it the oldest are dropped, and the host will read the reeds
anew."""


class Uplink:
    """The state of the link. Payloads to send collect in ``out``."""

    def __init__(self, boot: int, firmware: int, rows: list[int]) -> None:
        """``boot``: drawn at random at power-up; ``firmware``: its version; ``rows``: the reeds as first read."""
        self._boot = boot
        self._firmware = firmware
        self._base = 0  # the number of the first event in _events
        self._rows = list(rows)  # the reeds as they were before that event
        self._events = bytearray()
        self._sent = 0  # how many of _events are on their way
        self._wait = RETRY_FIRST_MS
        self._again_at = 0
        self._alive_at = 0
        self._heard_at = 0
        self._session = 0
        self._shown = -1  # the number of the last SHOW of this session
        self.out: list[bytes] = []
        self.wants_service = False
        """True if the host asks for the service window."""

    def connected(self) -> bool:
        """True if a host is connected."""
        return self._session != 0

    def add(self, items: list[int]) -> None:
        """Queue changes of reeds, in this order."""
        self._events.extend(bytes(items))
        if len(self._events) > KEPT:
            self._forget(len(self._events) - KEPT)

    def heard(self, payload: bytes, now: int) -> tuple[tuple[int, ...], bytes] | None:
        """Take in a payload. Return the fields and items of a SHOW that is new."""
        message = messages.unpack(payload)
        if message is None:
            return None
        kind, fields, items = message
        if kind == messages.HELLO:
            self._greet(fields[0], fields[1], now)
        if kind == messages.SERVICE and fields[0] == messages.SERVICE_WORD:
            self.wants_service = True
        if not self._session:
            return None
        self._heard_at = now
        if kind == messages.ACK:
            self._acknowledge(fields[0], now)
        if kind != messages.SHOW:
            return None
        self.out.append(messages.pack(messages.SHOWN, fields[0]))
        repeated = fields[0] == self._shown
        self._shown = fields[0]
        return None if repeated else (fields, items)

    def tick(self, now: int) -> None:
        """Do what is due: announce the tile, send new events, repeat unacknowledged ones."""
        if now >= self._alive_at:
            self._alive_at = now + messages.ALIVE_MS
            self.out.append(messages.pack(messages.ALIVE, messages.VERSION, self._boot, self._session))
        if self._session and now - self._heard_at >= messages.SILENCE_MS:
            self._session = 0
        if self._session and self._events:
            self._send(now)

    def _greet(self, version: int, session: int, now: int) -> None:
        """Welcome a host. One of another version is left to read ours in the next ALIVE."""
        if version != messages.VERSION:
            return
        self._session = session
        self._shown = -1
        self._restart(now)
        self._sent = 0
        self.out.append(messages.pack(messages.WELCOME, session, self._boot, self._firmware, self._base, *self._rows))

    def _acknowledge(self, expected: int, now: int) -> None:
        count = expected - self._base
        if 0 < count <= len(self._events):
            self._forget(count)
            self._restart(now)

    def _forget(self, count: int) -> None:
        for item in self._events[:count]:
            reed = item & (messages.REEDS - 1)
            bit = 1 << (reed & 7)
            row = reed >> 3
            self._rows[row] = self._rows[row] | bit if item & messages.COVERED else self._rows[row] & ~bit
        self._events = self._events[count:]
        self._base += count
        self._sent = max(0, self._sent - count)

    def _restart(self, now: int) -> None:
        self._wait = RETRY_FIRST_MS
        self._again_at = now + self._wait

    def _send(self, now: int) -> None:
        if self._sent and now >= self._again_at:
            self._sent = 0
            self._wait = min(2 * self._wait, RETRY_MAX_MS)
        end = min(len(self._events), self._sent + messages.MAX_EVENTS, WINDOW)
        if self._sent == 0:
            self._again_at = now + self._wait
        if end > self._sent:
            items = bytes(self._events[self._sent : end])
            self.out.append(messages.pack(messages.EVENTS, self._base + self._sent, items=items))
            self._sent = end
