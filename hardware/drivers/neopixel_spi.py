"""Rings of WS2812B pixels on GPIO 10 of a Raspberry Pi up to the 4, sent by the kernel's SPI.

Three SPI bits are one bit of a pixel. The bytes are made here and written to the device, and while the kernel sends
them, other threads go on. The library that Blinka has for these Pis (rpi_ws281x 5.0.0) keeps the interpreter's lock
meanwhile, 31 ms for 768 pixels, in which nobody feels the board and no phone is answered.
"""

import logging
import struct
from fcntl import ioctl
from io import FileIO
from mmap import PAGESIZE, mmap
from typing import Final

from engine.core.messages import message
from hardware.drivers.neopixel_checks import GPIO_MEMORY, SPI, SPI_HZ, SPI_PIN, hindrance, transfer_bytes
from hardware.errors import BadFrame, BadWiring, BoardLost

log = logging.getLogger(__name__)

_WRITE_MODE, _WRITE_BITS, _WRITE_SPEED = 0x4001_6B01, 0x4001_6B03, 0x4004_6B04
"""SPI_IOC_WR_MODE, SPI_IOC_WR_BITS_PER_WORD and SPI_IOC_WR_MAX_SPEED_HZ of the kernel's linux/spi/spidev.h."""
_PINS_10_TO_19, _FIRST_PIN, _ALT0 = 1, 0b111, 0b100
"""The register of their functions (BCM2835 ARM Peripherals, 6.1), the bits of the first of them, and SPI for that."""


def _marks(value: int) -> bytes:
    """Return the three SPI bytes of a byte of colour: up for two thirds of a bit that is 1, for one third of a 0."""
    return int("".join("110" if bit == "1" else "100" for bit in f"{value:08b}"), 2).to_bytes(3, "big")


_TABLES: Final = tuple(bytes(_marks(value)[place] for value in range(256)) for place in range(3))
"""The first, second and third SPI byte of every byte of colour."""


class SpiRings:
    """A chain of pixels. See :class:`hardware.ports.Rings`. Goes dark at once; frames equal to the last are not sent.

    :param count: the number of pixels in the chain.
    :param order: the order in which the pixels take their colours; WS2812B: ``GRB``.
    :raises BadWiring: SPI cannot be used; the message has the remedy.
    """

    def __init__(self, count: int, order: str = "GRB") -> None:
        reason = hindrance(SPI_PIN, count)
        if reason is not None:
            raise BadWiring(message("the rings on {pin} cannot be lit: {reason}", pin=SPI_PIN, reason=reason))
        self.count = count
        self._places = ["RGB".index(colour) for colour in order]
        self._sent: bytes | None = None
        self._device: FileIO | None = None
        try:
            _give_pin_to_spi()
            self._device = _opened()
            self.show(bytes(3 * count))
        except BaseException as error:  # Ctrl-C may interrupt it
            self._let_go()
            if not isinstance(error, OSError):
                raise
            raise BadWiring(message(
                "the rings on {pin} cannot be lit: {device} does not send ({error}). See that no other program uses "
                "it, and restart the Pi",
                pin=SPI_PIN, device=SPI.path, error=str(error),
            )) from error

    def show(self, pixels: bytes) -> None:
        """Show a frame.

        :raises BadFrame: it has the wrong length.
        :raises BoardLost: SPI cannot be used any more, or :meth:`close` was called.
        """
        if len(pixels) != 3 * self.count:
            raise BadFrame(f"a frame of {len(pixels)} bytes for {self.count} pixels: 3 bytes each are needed")
        if self._device is None:
            raise BoardLost(message("the rings are no longer in use"))
        if pixels != self._sent:
            self._send(self._device, pixels)
            self._sent = bytes(pixels)

    def close(self) -> None:
        """Go dark and let go of the device."""
        if self._device is None:
            return
        try:
            self._send(self._device, bytes(3 * self.count))
        except BoardLost as error:
            log.warning("the rings could not be darkened: %s", error)
        self._let_go()

    def _let_go(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            device.close()

    def _send(self, device: FileIO, pixels: bytes) -> None:
        self._sent = None
        transfer = self._encoded(pixels)
        try:
            sent = device.write(transfer)
        except OSError as error:
            raise BoardLost(message("the rings do not answer ({error})", error=str(error))) from error
        if sent != len(transfer):
            raise BoardLost(message("the rings do not answer ({error})", error=f"{sent} / {len(transfer)}"))

    def _encoded(self, pixels: bytes) -> bytes:
        """Return the transfer for a frame, the pause at its end included: then the pixels show what they have taken."""
        colours, marks = bytearray(len(pixels)), bytearray(transfer_bytes(self.count))
        for at, place in enumerate(self._places):
            colours[at::3] = pixels[place::3]
        for at, table in enumerate(_TABLES):
            marks[at : 9 * self.count : 3] = colours.translate(table)
        return bytes(marks)


def _give_pin_to_spi() -> None:
    """Set the function of the data pin. The kernel did at the start, but a program that had the pin as GPIO since then,
    to light pixels by Blinka, leaves it an input.

    :raises OSError: the registers cannot be mapped.
    """
    with FileIO(GPIO_MEMORY.path, "r+") as device:
        registers = memoryview(mmap(device.fileno(), PAGESIZE)).cast("I")
    registers[_PINS_10_TO_19] = registers[_PINS_10_TO_19] & ~_FIRST_PIN | _ALT0


def _opened() -> FileIO:
    """Open the device for bytes, in mode 0, at the speed of the pixels, whatever another program left it at.

    :raises OSError: it takes no settings.
    """
    device = FileIO(SPI.path, "r+")
    try:
        for request, value in ((_WRITE_MODE, b"\0"), (_WRITE_BITS, b"\x08"), (_WRITE_SPEED, struct.pack("=I", SPI_HZ))):
            ioctl(device, request, value)
    except BaseException:
        device.close()
        raise
    return device
