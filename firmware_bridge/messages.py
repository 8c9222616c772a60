"""The messages between a tile and its host, declared once for both ends.

The tile's microcontroller imports this very file: it uses only what MicroPython has too (no enums, no dataclasses).
A message is one byte of kind, fixed little-endian fields and, for some kinds, items up to the end.
``VERSION`` is a hash over everything declared here; each end says it before anything else is believed.
"""

import struct

from firmware_bridge.firmware.looks import BADGES, PALETTES, ROLES, SEATED_ROLES

TYPE_CHECKING = False  # MicroPython has no typing
if TYPE_CHECKING:
    from collections.abc import Iterator

# What a tile says.
ALIVE = 1
WELCOME = 2
EVENTS = 3
SHOWN = 4
# What the host says.
HELLO = 16
ACK = 17
SHOW = 18
SERVICE = 19

# kind: (name, struct format of the fixed fields, the fields' names, whether items follow: a byte each)
MESSAGES = {
    # Every 300 ms. Its first field stays where it is in every version: any other version must be able to read it.
    ALIVE: ("alive", "<IIH", "version boot session", False),
    # The answer to HELLO: the reeds (one byte per row) as they were before the event numbered ``base``; ``firmware``:
    # the version of all files together, which may differ while the messages are the same.
    WELCOME: ("welcome", "<HIII8B", "session boot firmware base row0 row1 row2 row3 row4 row5 row6 row7", False),
    # Changes in order, the first one numbered ``first``; an item is the reed, plus COVERED if it closed.
    EVENTS: ("events", "<I", "first", True),
    SHOWN: ("shown", "<B", "number", False),
    HELLO: ("hello", "<IH", "version session", False),
    # ``expected``: the number of the first event the host has not got yet.
    ACK: ("ack", "<I", "expected", False),
    # ``scale``: brightness, 0-255; ``turn``: 1 + number in SEATS, 0 for nobody; ``supply_ma``: what the tile's rings
    # may draw. Items are what ``pack_looks`` makes; squares not named keep their look.
    SHOW: ("show", "<BBBBBBBH", "number scale overlay turn palette motion debounce_ms supply_ma", True),
    # Restart and stay in the service window for longer. This message is the same in every version, so that any host can
    # give any tile its firmware; whoever has the cable may. ``word`` is SERVICE_WORD.
    SERVICE: ("service", "<I", "word", False),
}
SERVICE_WORD = 0x76726573

COVERED = 0x80
SAME_LOOK = 0x80
REEDS = 64
MAX_EVENTS = 32
"""The most events in one message: more would only make a repeated message longer."""

ALIVE_MS = 300
SILENCE_MS = 1500
"""The silence after which either end takes the other for gone: five lost ALIVE in a row."""

# The order of these names is their number on the wire, as it is for those of ``looks``. A test compares all of them
# with ``table.messages``.
SEATS = ("white", "red", "black", "blue")
OVERLAYS = ("none", "flash", "pause")

_SEATED_FROM = 1 + len(ROLES)


def look(role: str | None, badge: str | None, seat: str | None) -> int:
    """Return the byte for a square's light: 4 x paint + badge; 0 is dark.

    :raises ValueError: a name is unknown.
    """
    paint = 1 + ROLES.index(role) if role else 0
    if role in SEATED_ROLES and seat:
        paint = _SEATED_FROM + len(SEATS) * SEATED_ROLES.index(role) + SEATS.index(seat)
    return 4 * paint + (1 + BADGES.index(badge) if badge else 0)


def role_number(code: int) -> int:
    """Return the place in ROLES of the role in a look byte; -1 for none, and for unknown numbers."""
    paint = code >> 2
    if paint < _SEATED_FROM:
        return paint - 1
    seated = (paint - _SEATED_FROM) // len(SEATS)
    return ROLES.index(SEATED_ROLES[seated]) if seated < len(SEATED_ROLES) else -1


def seat_number(code: int) -> int:
    """Return the place in SEATS of the seat in a look byte; -1 for none."""
    seated = (code >> 2) - _SEATED_FROM
    return seated % len(SEATS) if 0 <= seated < len(SEATED_ROLES) * len(SEATS) else -1


def pack_looks(looks: list[tuple[int, int]]) -> bytes:
    """Pack the items of a SHOW, from pairs of reed and look: a reed and its look, or a reed with SAME_LOOK, which has
    the look of the one before (the line is slow, and squares lit together mostly look alike)."""
    items = bytearray()
    before = -1
    for code, reed in sorted([(code, reed) for reed, code in looks]):
        items += bytes((reed | SAME_LOOK,)) if code == before else bytes((reed, code))
        before = code
    return bytes(items)


def unpack_looks(items: bytes) -> "Iterator[tuple[int, int]]":
    """Yield the pairs of reed and look in the items of a SHOW, up to the first that is malformed."""
    code = -1
    reeds = iter(items)
    for reed in reeds:
        if not reed & SAME_LOOK:
            code = next(reeds, -1)
        if code < 0:
            return
        yield reed & (REEDS - 1), code


def pack(kind: int, *fields: int, items: bytes = b"") -> bytes:
    """Pack a message into its payload."""
    return bytes((kind,)) + struct.pack(MESSAGES[kind][1], *fields) + items


def unpack(payload: bytes) -> tuple[int, tuple[int, ...], bytes] | None:
    """Return kind, fixed fields and items of a payload; ``None``: no message of this version has that kind and
    length."""
    if not payload or payload[0] not in MESSAGES:
        return None
    _, form, _, has_items = MESSAGES[payload[0]]
    fixed = 1 + struct.calcsize(form)
    if len(payload) < fixed or (len(payload) > fixed and not has_items):
        return None
    return payload[0], struct.unpack(form, payload[1:fixed]), payload[fixed:]


def foreign_version(payload: bytes) -> int | None:
    """Return the version that another program announces; ``None``: the payload is not an ALIVE of another version."""
    if len(payload) < 5 or payload[0] != ALIVE:
        return None
    version: int = struct.unpack("<I", payload[1:5])[0]
    return None if version == VERSION else version


def _declared() -> str:
    """Return everything that both ends must agree on, as one text."""
    parts = ["1", str(COVERED), str(SAME_LOOK), str(REEDS), str(MAX_EVENTS), str(ALIVE_MS), str(SILENCE_MS)]
    for kind in sorted(MESSAGES):
        name, form, fields, has_items = MESSAGES[kind]
        parts.append(f"{kind} {name} {form} {fields} {has_items}")
    for names in (ROLES, BADGES, SEATS, SEATED_ROLES, OVERLAYS, PALETTES):
        parts.append(" ".join(names))
    return ";".join(parts)


def _fnv1a(text: str) -> int:
    """Compute the 32-bit FNV-1a hash: small, and the same on every platform."""
    value = 0x811C9DC5
    for byte in text.encode():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


VERSION = _fnv1a(_declared())
