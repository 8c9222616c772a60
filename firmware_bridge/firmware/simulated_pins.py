"""Takes the place of ``pins.py`` where a computer plays the tile (see ``firmware_bridge/simulated.py``).

The file ``reeds`` has the eight rows at power-up, the pipe ``changes`` what changes later, as items of EVENTS messages;
frames go to the pipe ``frames``. At most one change is taken per scan, so that their order can be told.
"""
# mypy: disable-error-code="attr-defined, import-not-found, no-untyped-call"

import select
from time import ticks_ms

import machine

SERVICE_MS = 0
LONG_SERVICE_MS = 10000
FRAME_MS = 0

with open("reeds", "rb") as _reeds:
    _rows = list(_reeds.read(8))
_changes = open("changes", "rb")  # noqa: SIM115
_frames = open("frames", "wb")  # noqa: SIM115
_poll = select.poll()
_poll.register(_changes, select.POLLIN)


def read_row(row: int) -> int:
    """The reeds of a row; a scan begins with row 0."""
    if row == 0 and _poll.poll(0):
        _change(_changes.read(1)[0])
    return _rows[row]


def _change(item: int) -> None:
    row, bit = item >> 3 & 7, 1 << (item & 7)
    _rows[row] = _rows[row] | bit if item & 0x80 else _rows[row] & ~bit


def show(frame: bytearray) -> None:
    """Hand a frame over."""
    _frames.write(frame)


def usb_frame() -> int:
    """A pty has no frames: it is as if the host were always there."""
    number: int = ticks_ms()
    return number


def start_watchdog() -> None:
    """Nothing hangs here unnoticed."""


def feed_watchdog() -> None:
    """Nor need it be fed."""


def restart() -> None:
    """End in the way that whoever plays the tile takes for a restart."""
    machine.reset()
