"""Checks that a Raspberry Pi can light pixels, made before the library is called.

The library has one error number for many causes. And when it has failed half-way, the next attempt cleans up what was
never set up (rpi_ws281x 5.0.0): it closes file 0, whoever's that is by then, or ends the program.

Nor does it clean up well after success: see :func:`keep_other_memory`.
"""

import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from engine.core.messages import Message, counted, message
from hardware.boot_files import CONFIG, Setting, filters, with_settings
from hardware.driver_info import Need
from hardware.errors import MissingLibrary
from hardware.platform import hindrance as device_hindrance
from hardware.vendor import vendor

SPI_PIN: Final = "GPIO10"
SPI: Final = Need("/dev/spidev0.0", message("switch SPI on (raspi-config, Interface Options)"), "spi")
GPIO_MEMORY: Final = Need("/dev/gpiomem", message("the lights need the kernel of Raspberry Pi OS"), "gpio")
"""For the function of the data pin, which the library sets itself."""
PIO: Final = Need(
    "/dev/pio0", message("bring the system and its firmware up to date (apt full-upgrade, rpi-eeprom-update)"), "gpio"
)
"""The device of the Raspberry Pi 5, for pixels on any pin."""
MODEL: Final = Path("/proc/device-tree/model")
BOOT: Final = Path("/") / CONFIG
BUFSIZ: Final = "/sys/module/spidev/parameters/bufsiz"
"""The most bytes that the kernel sends in one transfer; 4096 by default, enough for 339 pixels."""
SPI_HZ: Final = 2_400_000
"""Three bits on the line encode one bit of a pixel."""
_OLDER_LIBRARY: Final = "adafruit_blinka.microcontroller.bcm283x.neopixel"
_PI_5_LIBRARY: Final = "adafruit_raspberry_pi5_neopixel_write"
_CLAIM_STATE_MACHINE: Final = 0x4002_6614
"""PIO_IOC_SM_CLAIM of the kernel's misc/rp1_pio_if.h; with a mask of 0: any state machine that is free."""


def transfer_bytes(count: int) -> int:
    """Return the length of a frame of so many pixels, which the library sends in one transfer: 12 bytes for each (it
    leaves room for a fourth colour) and the pause at the end, in whole words."""
    bits = 4 * 8 * 3 * count + 55 * SPI_HZ // 1_000_000
    return (bits // 8 & ~7) + 8


def hindrance(pin: str, count: int) -> Message | None:
    """Return the first of :func:`hindrances` that would keep the library from lighting anything."""
    return next(_hindrances(pin, count), None)


def hindrances(pin: str, count: int) -> Iterator[Message]:
    """Yield the reasons why so many pixels cannot be lit on that pin, or not steadily: half sentences with the remedy.
    None: no reason was found, or this is no Raspberry Pi."""
    try:
        yield from _hindrances(pin, count)
    except MissingLibrary as error:
        yield error.reason
    if pin == SPI_PIN:
        yield from _unsteady()


def _hindrances(pin: str, count: int) -> Iterator[Message]:
    """:raises MissingLibrary: Blinka is not installed."""
    board = vendor("adafruit_blinka.agnostic").detector.board
    if not board.any_raspberry_pi:
        return
    if board.any_raspberry_pi_5_board:
        closed = device_hindrance(PIO)
        yield from [closed] if closed is not None else _taken()
    elif pin == SPI_PIN:
        yield from filter(None, map(device_hindrance, (SPI, GPIO_MEMORY)))
        yield from _too_many(count)


def _unsteady() -> Iterator[Message]:
    """Yield the missing settings for a steady SPI clock: it is derived from the clock of the chip, which changes with
    the load."""
    try:
        model, text = MODEL.read_text("utf-8", "replace"), BOOT.read_text("utf-8", "replace")
    except OSError:  # not the system of a Raspberry Pi: there is nothing to set
        return
    if with_settings(text, model, _clock(model)) != text:
        lines = " ".join(setting.line for setting in _clock(model))
        yield message("colours may jump, since the clock changes with the load: {file} needs {lines}",
                      file=str(BOOT), lines=lines)  # fmt: skip


def boot_settings(pin: str, model: str) -> tuple[Setting, ...]:
    """Return the lines that ``config.txt`` must have for lights on that pin."""
    if pin != SPI_PIN or "Raspberry Pi" not in model or _is_pi_5(model):
        return ()
    return (Setting("dtparam=spi=on"), *_clock(model))


def transfers(pin: str, count: int, model: str) -> int:
    """Return the bytes that the kernel must be able to send at once for so many pixels on that pin; 0: it need not."""
    return 0 if pin != SPI_PIN or _is_pi_5(model) else transfer_bytes(count)


def _clock(model: str) -> tuple[Setting, ...]:
    if filters(model) & {"pi02", "pi3"}:
        return (Setting("core_freq=250"),)
    if filters(model) & {"pi4"}:
        return (Setting("core_freq=500"), Setting("core_freq_min=500"))
    return ()


def _is_pi_5(model: str) -> bool:
    return "pi5" in filters(model)


def _taken() -> Iterator[Message]:
    """Yield a reason if no state machine is free: the library would end the program."""
    device = os.open(PIO.path, os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.ioctl(device, _CLAIM_STATE_MACHINE, bytes(2))
    except OSError as error:
        yield message("{device} has no room: another program uses it ({error})", device=PIO.path, error=str(error))
    finally:
        os.close(device)  # which gives it back


def _too_many(count: int) -> Iterator[Message]:
    try:
        most, needed = int(Path(BUFSIZ).read_text("ascii")), transfer_bytes(count)
    except FileNotFoundError:  # SPI is off
        return
    if needed > most:
        yield counted(
            "{count} pixel needs transfers of {needed} bytes over SPI, {most} are allowed: write spidev.bufsiz={whole} "
            "into the one line of /boot/firmware/cmdline.txt and restart the Pi",
            "{count} pixels need transfers of {needed} bytes over SPI, {most} are allowed: write spidev.bufsiz={whole} "
            "into the one line of /boot/firmware/cmdline.txt and restart the Pi",
            count, needed=needed, most=most, whole=whole(needed),
        )


def whole(needed: int) -> int:
    """Round up to a power of two, as the kernel allocates memory."""
    return 1 << (needed - 1).bit_length()


def forget_strip() -> None:
    """Take the strip out of the library's hands, in whatever state it is, so that lights can be opened again.

    Over SPI, only its file has to be given back. A mapped page of registers stays, and some bytes for each pixel.
    """
    backend: Any = sys.modules.get(_OLDER_LIBRARY)
    if backend is None or backend._led_strip is None:
        return
    strip, backend._led_strip = backend._led_strip, None
    if _data_pin(backend, strip) == SPI_PIN:
        _close_files(SPI.path)
    backend.ws.delete_ws2811_t(strip)


def keep_other_memory() -> None:
    """Have the library forget lights over SPI instead of cleaning up, when they are opened again and at the end.

    It would cut the registers' address to 32 bits (``unmapmem``, rpi_ws281x 5.0.0), and on a 64-bit system unmap
    whatever is there instead: now and then a page of Python itself.
    """
    backend: Any = sys.modules.get(_OLDER_LIBRARY)
    if backend is None or backend.neopixel_cleanup.__module__ == __name__:
        return
    clean_up = backend.neopixel_cleanup

    def forget_or_clean_up() -> None:
        strip = backend._led_strip
        if strip is None or _data_pin(backend, strip) == SPI_PIN:
            forget_strip()
        else:
            clean_up()

    backend.neopixel_cleanup = forget_or_clean_up


def _data_pin(backend: Any, strip: Any) -> str:
    return f"GPIO{backend.ws.ws2811_channel_t_gpionum_get(backend.ws.ws2811_channel_get(strip, 0))}"


def _close_files(path: str) -> None:
    """Close this program's files on a device that belongs to the lights alone."""
    for file in map(int, os.listdir("/proc/self/fd")):
        with suppress(OSError):  # the list itself was a file
            if os.readlink(f"/proc/self/fd/{file}").removesuffix(" (deleted)").endswith(path):
                os.close(file)


def set_up_transfers(strip: Any, count: int) -> None:
    """Have the Raspberry Pi 5's library set up its transfers. It does so when the length of a frame changes, and
    forgets to after :func:`let_go_of_device` (1.0.0rc2): then frames of the same length go nowhere, without an
    error."""
    library: Any = sys.modules.get(_PI_5_LIBRARY)
    if library is not None:
        library.neopixel_write(strip.pin, bytes(4 if count > 1 else 8))


def let_go_of_device() -> None:
    """Have the Raspberry Pi 5's library close its device. Otherwise it would go on with it the next time, when the data
    pin belongs to the GPIO again and no longer to the device."""
    library: Any = sys.modules.get(_PI_5_LIBRARY)
    if library is not None:
        library.free_pio()
