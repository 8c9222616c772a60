"""The chip: the only file that knows it. Raspberry Pi Pico (RP2040 or RP2350), MicroPython from 1.22 on."""
# mypy: disable-error-code="import-not-found, import-untyped, attr-defined, no-any-return, no-untyped-call, type-arg"
# mypy: disable-error-code="misc, name-defined, untyped-decorator"

from time import sleep_us

import machine
import rp2

from firmware_bridge.firmware.wiring import PIXELS_PER_RING

SERVICE_MS = 3000
LONG_SERVICE_MS = 30000

_ROWS_FROM = 0
_COLUMNS_FROM = 8
_RINGS_PIN = 16
_ROW_SETTLE_US = 50  # a column let go by the row before rises through a pull-up of up to 80 kOhm
_GPIO_IN = 0xD0000004  # the single-cycle IO block's input register: all pins at one moment (RP2040 datasheet 2.3.1.7)
_USB_FRAME = 0x50110048  # the number of the last start of frame that the host sent (RP2040 datasheet 4.1.4, SOF_RD)
_WATCHDOG_MS = 8000  # the longest but a little that an RP2040's can wait

_PIXELS = 64 * PIXELS_PER_RING
_CYCLES_PER_BIT = 10
_BIT_NS = 1250
_LATCH_US = 300  # after so long a rest pixels take what comes as the next frame
FRAME_MS = (_PIXELS * 24 * _BIT_NS // 1000 + _LATCH_US) // 1000 + 2
"""The time to send a frame, and the pause after it."""


@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=8)
def _pixel_bits() -> None:
    """Send a bit in ten cycles: high for two (0) or seven (1), then low; low as long as there are no bits."""
    # fmt: off
    label("bit")                                     # noqa: F821
    out(x, 1)               .side(0)    [2]          # noqa: F821
    jmp(not_x, "zero")      .side(1)    [1]          # noqa: F821
    jmp("bit")              .side(1)    [4]          # noqa: F821
    label("zero")                                    # noqa: F821
    nop()                   .side(0)    [4]          # noqa: F821
    # fmt: on


# A row is pulled low to be read and let go otherwise; columns are pulled up (pull-downs of early RP2350 stick).
_rows = [machine.Pin(_ROWS_FROM + number, machine.Pin.OPEN_DRAIN, value=1) for number in range(8)]
_columns = [machine.Pin(_COLUMNS_FROM + number, machine.Pin.IN, machine.Pin.PULL_UP) for number in range(8)]
_memory = machine.mem32
_watchdog: list = []
_strip = rp2.StateMachine(
    0, _pixel_bits, freq=_CYCLES_PER_BIT * 10**9 // _BIT_NS, sideset_base=machine.Pin(_RINGS_PIN, machine.Pin.OUT)
)
_strip.active(1)
_copier = rp2.DMA()
# Bytes, one at a time, when the first state machine of the first block has room (RP2040 datasheet 2.5.3.1: DREQ 0).
_COPY_BYTES = _copier.pack_ctrl(size=0, inc_write=False, treq_sel=0)
_sent = bytearray(3 * _PIXELS)


def read_row(row: int) -> int:
    """Return the reeds of a row, bit *n* for column *n*, set while it is closed."""
    pin = _rows[row]
    pin(0)
    sleep_us(_ROW_SETTLE_US)
    columns = _memory[_GPIO_IN] >> _COLUMNS_FROM
    pin(1)
    return ~columns & 0xFF


def show(frame: bytearray) -> None:
    """Begin to send a frame to the rings, and return at once. Not again within FRAME_MS."""
    _sent[:] = frame
    _copier.config(read=_sent, write=_strip, count=len(_sent), ctrl=_COPY_BYTES, trigger=True)


def usb_frame() -> int:
    """Return the number of the USB frame: it changes every millisecond while there is a host at the other end."""
    return _memory[_USB_FRAME] & 0x7FF


def start_watchdog() -> None:
    """Start the watchdog: from now on the chip restarts unless it is fed. It cannot be stopped."""
    _watchdog.append(machine.WDT(timeout=_WATCHDOG_MS))


def feed_watchdog() -> None:
    """Feed the watchdog: the program still runs."""
    _watchdog[0].feed()


def restart() -> None:
    """Restart as after power-up."""
    machine.reset()
