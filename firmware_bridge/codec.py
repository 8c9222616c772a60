"""Frames on a serial line: the start and end of each message, and proof that it arrived whole.

The tile's microcontroller imports this very file. A frame is::

    COBS(length, payload)  CRC-16 of those bytes, as three bytes with the top bit set  0x00

Zero occurs at the end of a frame only, so a reader finds its place again at the next one. The check covers the
*encoded* bytes: a flipped bit is then one wrong bit to the CRC (which finds every single one), also where it hits a
COBS code and moves a zero in the payload. A flip that makes or unmakes a zero cuts or joins frames: the length refuses
those.
"""

MAX_PAYLOAD = 200
"""Bytes; a SHOW of 64 squares that all look different has 138. Below 254: COBS needs no block without a zero."""

MAX_FRAME = MAX_PAYLOAD + 5


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        value = byte << 8
        for _ in range(8):
            value = ((value << 1) ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
        table.append(value)
    return tuple(table)


_CRC = _crc_table()


def crc16(data: bytes) -> int:
    """Compute CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, not reflected."""
    table = _CRC  # a local name is found three times as fast on the microcontroller
    value = 0xFFFF
    for byte in data:
        value = ((value << 8) & 0xFFFF) ^ table[(value >> 8) ^ byte]
    return value


def _check(body: bytes) -> bytes:
    value = crc16(body)
    return bytes((0x80 | (value >> 14), 0x80 | ((value >> 7) & 0x7F), 0x80 | (value & 0x7F)))


def _stuff(data: bytes) -> bytes:
    """Encode by COBS: every zero is replaced by the distance to the next one (Cheshire and Baker, 1999)."""
    out = bytearray()
    for block in data.split(b"\0"):
        out.append(len(block) + 1)
        out += block
    return bytes(out)


def _unstuff(body: bytes) -> bytes | None:
    """Return the data of a COBS text without zeros; ``None`` if its last block is cut off."""
    out = bytearray()
    place = 0
    while place < len(body):
        end = place + body[place]
        if end > len(body):
            return None
        out += body[place + 1 : end]
        if end < len(body):
            out.append(0)
        place = end
    return bytes(out)


def encode(payload: bytes) -> bytes:
    """Return the frame of a payload.

    :raises ValueError: the payload is empty or longer than MAX_PAYLOAD.
    """
    if not 1 <= len(payload) <= MAX_PAYLOAD:
        raise ValueError(f"a payload has 1 to {MAX_PAYLOAD} bytes, not {len(payload)}")
    body = _stuff(bytes((len(payload),)) + payload)
    return body + _check(body) + b"\0"


def decode(frame: bytes) -> bytes | None:
    """Return the payload of one frame without its closing zero; ``None`` if it is not whole."""
    if len(frame) > MAX_FRAME or len(frame) < 6:
        return None
    body = frame[:-3]
    if _check(body) != frame[-3:]:
        return None
    data = _unstuff(body)
    if not data or data[0] != len(data) - 1:
        return None
    return data[1:]


class Decoder:
    """A decoder: bytes in, payloads out. Holds at most one unfinished frame of at most MAX_FRAME bytes."""

    def __init__(self) -> None:
        self._frame = bytearray()
        self.refused = 0
        """The number of frames that were not whole; the empty ones between two zeros do not count."""

    def feed(self, data: bytes) -> list[bytes]:
        """Take in bytes, and return the payloads that they complete, in order."""
        ended = data.split(b"\0")
        rest = ended.pop()
        payloads = []
        for end in ended:
            frame = bytes(self._frame + end)
            self._frame = bytearray()
            payload = decode(frame)
            if payload is not None:
                payloads.append(payload)
            elif frame:
                self.refused += 1
        if len(self._frame) <= MAX_FRAME:  # what is longer is refused anyway
            self._frame += rest[: MAX_FRAME + 1]
        return payloads
