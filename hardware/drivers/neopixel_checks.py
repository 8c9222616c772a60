"""Checks that a Raspberry Pi can light pixels, made before the library is called, and the remedies for its errors.

The library has one error number for many causes. And when it has failed half-way, the next attempt cleans up what was
never set up (rpi_ws281x 5.0.0): it ends the program.
"""

import fcntl
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engine.core.messages import Message, counted, message
from hardware.boot_files import CONFIG, Setting, filters, is_unknown, with_settings
from hardware.driver_info import Need
from hardware.errors import MissingLibrary
from hardware.platform import hindrance as device_hindrance
from hardware.platform import raspberry_pi
from hardware.vendor import vendor

SPI_PIN: Final = "GPIO10"
SPI: Final = Need("/dev/spidev0.0", message("switch SPI on (raspi-config, Interface Options)"), "spi")
GPIO_MEMORY: Final = Need("/dev/gpiomem", message("the lights need the kernel of Raspberry Pi OS"), "gpio")
"""For the function of the data pin on SPI."""
PIO: Final = Need(
    "/dev/pio0", message("bring the system and its firmware up to date (apt full-upgrade, rpi-eeprom-update)"), "gpio"
)
"""The device of the Raspberry Pi 5, for pixels on any pin."""
BOOT: Final = Path("/") / CONFIG
BUFSIZ: Final = "/sys/module/spidev/parameters/bufsiz"
"""The most bytes that the kernel sends in one transfer; 4096 by default, enough for 445 pixels."""
SPI_HZ: Final = 2_400_000
"""Three bits on the line encode one bit of a pixel."""
_PAUSE_S: Final = 300e-6
"""The quiet after which pixels show what they have taken: 280 µs for the latest ones (WS2812B-V5), 50 µs for others."""
_OLDER_LIBRARY: Final = "adafruit_blinka.microcontroller.bcm283x.neopixel"
_PI_5_LIBRARY: Final = "adafruit_raspberry_pi5_neopixel_write"
_CLAIM_STATE_MACHINE: Final = 0x4002_6614
"""PIO_IOC_SM_CLAIM of the kernel's misc/rp1_pio_if.h; with a mask of 0: any state machine that is free."""


def transfer_bytes(count: int) -> int:
    """Return the length of a frame of so many pixels over SPI, which is one transfer: 9 bytes for each, and a pause."""
    return 9 * count + round(_PAUSE_S * SPI_HZ / 8)


def goes_over_spi(pin: str) -> bool:
    """True if pixels on that pin are sent by the kernel's SPI here, and not by a library."""
    model = raspberry_pi()
    return pin == SPI_PIN and model != "" and not _is_pi_5(model)


def hindrance(pin: str, count: int) -> Message | None:
    """Return the first of :func:`hindrances` that would keep the library from lighting anything."""
    return next(_hindrances(pin, count), None)


def hindrances(pin: str, count: int) -> Iterator[Message]:
    """Yield the reasons why so many pixels cannot be lit on that pin, or not steadily: half sentences with the remedy.
    None: no reason was found, or this is no Raspberry Pi."""
    if pin == SPI_PIN and is_unknown(raspberry_pi()):
        yield message("{model} is newer than this program: nobody knows whether lights on GPIO 10 work as on a Pi 4, "
                      "and the other remedies may not fit. Look for a newer version", model=raspberry_pi())  # fmt: skip
    try:
        yield from _hindrances(pin, count)
    except MissingLibrary as error:
        yield error.reason
    if pin == SPI_PIN:
        yield from _unsteady()


def _hindrances(pin: str, count: int) -> Iterator[Message]:
    """:raises MissingLibrary: Blinka is needed and not installed."""
    if goes_over_spi(pin):
        yield from filter(None, map(device_hindrance, (SPI, GPIO_MEMORY)))
        yield from _too_many(count)
    elif vendor("adafruit_blinka.agnostic").detector.board.any_raspberry_pi_5_board:
        closed = device_hindrance(PIO)
        yield from [closed] if closed is not None else _taken()


def _unsteady() -> Iterator[Message]:
    """Yield the missing settings for a steady SPI clock: it is derived from the clock of the chip, which changes with
    the load."""
    try:
        model, text = raspberry_pi(), BOOT.read_text("utf-8", "replace")
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


_ROOT: Final = message("GPIO 12, 18 and 21 need root; GPIO 10 does not")
_REMEDIES: Final = (
    ("revision is not supported", message(
        "the library does not know this Raspberry Pi; on GPIO 10 it is not needed (up to the Pi 4)"
    )),
    ("GPIO not possible", message("nothing sends lights on this pin: use GPIO 10")),
    ("initialize GPIO", _ROOT),
    ("mailbox", _ROOT),
    ("map", _ROOT),
    ("Memory lock", _ROOT),
    ("sudo", _ROOT),
    ("Permission", _ROOT),
    ("DMA", message("another program may use the same channel: end it, or restart the Pi")),
    ("PWM", message("another program may use it, sound for example: end it, or use GPIO 10")),
    ("PCM", message("another program may use it, sound for example: end it, or use GPIO 10")),
    ("busy", message("another program has this pin: end it")),
    ("in use", message("another program has this pin: end it")),
    ("Out of memory", message(
        "GPIO 12, 18 and 21 need root, and memory of the graphics (gpu_mem in config.txt); GPIO 10 needs neither"
    )),
)
"""Words of the errors of rpi_ws281x and of the pins below it, and the remedy for each."""


def remedy(error: BaseException) -> Message:
    """Return half a sentence: the remedy for an error with which a library refuses to light pixels."""
    for words, helps in _REMEDIES:
        if words.lower() in str(error).lower():
            return helps
    return message("the guide build/power says what each pin needs")


def forget_strip() -> None:
    """Take the strip out of the library's hands, in whatever state it is, so that lights can be opened again."""
    backend: Any = sys.modules.get(_OLDER_LIBRARY)
    if backend is not None and backend._led_strip is not None:
        strip, backend._led_strip = backend._led_strip, None
        backend.ws.delete_ws2811_t(strip)


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
