"""The replacement for ``pins.py`` where a computer plays the tile (see ``firmware_bridge/simulated.py``).

The file ``reeds`` has the eight rows at power-up, the pipe ``changes`` later changes, as items of EVENTS messages;
frames go to the pipe ``frames``. At most one change is taken per scan, so that their order is certain.
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
    """Return the reeds of a row; a scan begins with row 0."""
    if row == 0 and _poll.poll(0):
        _change(_changes.read(1)[0])
    return _rows[row]


def _change(item: int) -> None:
    row, bit = item >> 3 & 7, 1 << (item & 7)
    _rows[row] = _rows[row] | bit if item & 0x80 else _rows[row] & ~bit


def show(frame: bytearray) -> None:
    """Pass a frame to the simulation."""
    _frames.write(frame)


def usb_frame() -> int:
    """Return the time: a pty has no frames, so the host always seems to be there."""
    number: int = ticks_ms()
    return number


def start_watchdog() -> None:
    """Do nothing: a simulated tile needs no watchdog."""


def feed_watchdog() -> None:
    """Do nothing: there is no watchdog."""


def restart() -> None:
    """End with the exit code that the simulation takes for a restart."""
    machine.reset()
