"""The wiring of a tile: the one file to change for another wiring, and the only one that knows the chip.

Raspberry Pi Pico (RP2040 or RP2350): rows on GP0-GP7, columns on GP8-GP15, the rings' data line on GP16.
"""
# mypy: disable-error-code="import-not-found, import-untyped, attr-defined, no-any-return, no-untyped-call, type-arg"

from time import sleep_us

import machine
import neopixel

SERVICE_MS = 3000
PIXELS_PER_RING = 12
COLOURS = "GRB"
"""The order in which the pixels take their colours."""

RINGS = tuple(row * 8 + (column if row % 2 == 0 else 7 - column) for row in range(8) for column in range(8))
"""For each reed, how many rings come before its own: the data line runs to and fro, row by row."""

_ROW_SETTLE_US = 50  # a column let go by the row before rises through a pull-up of up to 80 kOhm
_COLUMNS_FROM = 8
_GPIO_IN = 0xD0000004  # the single-cycle IO block's input register: all pins at one moment (RP2040 datasheet 2.3.1.7)
_WATCHDOG_MS = 8000  # the longest but a little that an RP2040's can wait

# A row is pulled low to be read and let go otherwise; columns are pulled up (pull-downs of early RP2350 stick).
_rows = [machine.Pin(number, machine.Pin.OPEN_DRAIN, value=1) for number in range(8)]
_columns = [machine.Pin(_COLUMNS_FROM + number, machine.Pin.IN, machine.Pin.PULL_UP) for number in range(8)]
_watchdog: list = []
_strip = neopixel.NeoPixel(machine.Pin(16, machine.Pin.OUT), 64 * PIXELS_PER_RING)


def read_row(row: int) -> int:
    """The reeds of a row, bit *n* for column *n*, set while it is closed."""
    _rows[row](0)
    sleep_us(_ROW_SETTLE_US)
    columns = machine.mem32[_GPIO_IN] >> _COLUMNS_FROM
    _rows[row](1)
    return ~columns & 0xFF


def show(frame: bytearray) -> None:
    """Send a frame to the rings: 30 us per pixel, during which nothing else happens."""
    _strip.buf[:] = frame
    _strip.write()


def start_watchdog() -> None:
    """From now on the chip starts anew unless fed. There is no way back."""
    _watchdog.append(machine.WDT(timeout=_WATCHDOG_MS))


def feed_watchdog() -> None:
    """The program still goes round."""
    _watchdog[0].feed()
