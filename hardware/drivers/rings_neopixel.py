"""Rings of WS2812B pixels (NeoPixel) on one data line."""

import logging
import os
import re
from typing import Any, Final

from engine.core.messages import message
from hardware.driver_info import Bus, Options, RingsDriver, choice, pin
from hardware.drivers import neopixel_checks
from hardware.drivers.neopixel_checks import (
    forget_strip,
    goes_over_spi,
    hindrance,
    let_go_of_device,
    remedy,
    set_up_transfers,
)
from hardware.drivers.neopixel_spi import SpiRings
from hardware.errors import BadFrame, BadWiring, BoardLost
from hardware.ports import Rings
from hardware.vendor import vendor

log = logging.getLogger(__name__)

ORDERS: Final = ("GRB", "RGB", "RBG", "GBR", "BRG", "BGR")
SPI_PIN: Final = 10
_SPI_CHIP_SELECTS: Final = (7, 8)
_FAILURES: Final = (RuntimeError, OSError, ValueError)
"""The exceptions with which Blinka and the library below it report that the line cannot be used."""


class NeoPixelRings:
    """A chain of pixels. See :class:`hardware.ports.Rings`. Goes dark at once; frames equal to the last are not sent.

    On a Pi up to 4 there can be one chain in a process.

    :param count: the number of pixels in the chain.
    :param pin: the data pin, ``GPIO10``, or any name that Blinka gives a pin of this machine.
    :param order: the order in which the pixels take their colours; WS2812B: ``GRB``.
    :raises BadWiring: no such pin or order, or the line cannot be used; the message has the remedy.
    :raises MissingLibrary: the Adafruit libraries are not installed or do not run here.
    """

    def __init__(self, count: int, pin: str = "GPIO10", order: str = "GRB") -> None:
        if order not in ORDERS:
            raise BadWiring(message(
                "the colour order {order} is not one of {orders}", order=repr(order), orders=", ".join(ORDERS)
            ))
        # On a terminal Blinka would otherwise offer to install what it misses, and wait for an answer.
        os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
        line = _line(pin)
        _check_system(pin, count)
        self.count = count
        self._loaded = bytes(3 * count)
        self._sent = False
        library = vendor("neopixel")
        self._strip: Any = None
        try:
            # Without auto_write=False the whole chain would be sent again for every pixel that is set.
            self._strip = library.NeoPixel(line, count, auto_write=False, pixel_order=order)
            set_up_transfers(self._strip, count)
            self._strip.show()
        except BaseException as error:  # the libraries raise all kinds of exceptions, and Ctrl-C may interrupt them
            self._let_go()
            forget_strip()
            if not isinstance(error, Exception):
                raise
            raise BadWiring(message(
                "the rings on {pin} cannot be lit ({error}): {remedy}", pin=pin, error=str(error), remedy=remedy(error)
            )) from error
        self._sent = True

    def show(self, pixels: bytes) -> None:
        """Show a frame.

        :raises BadFrame: it has the wrong length.
        :raises BoardLost: the line cannot be used any more, or :meth:`close` was called.
        """
        if len(pixels) != 3 * self.count:
            raise BadFrame(f"a frame of {len(pixels)} bytes for {self.count} pixels: 3 bytes each are needed")
        if self._strip is None:
            raise BoardLost(message("the rings are no longer in use"))
        if pixels != self._loaded:
            self._load(bytes(pixels))
        if not self._sent:
            self._send()

    def close(self) -> None:
        """Go dark and let go of the line."""
        if self._strip is None:
            return
        try:
            self._strip.deinit()
        except _FAILURES as error:
            log.warning("the rings could not be darkened: %s", error)
            self._let_go()
        self._strip = None
        let_go_of_device()

    def _let_go(self) -> None:
        """Free the data pin, which the library keeps if it cannot darken the pixels first."""
        strip, self._strip = self._strip, None
        if strip is not None:
            strip.pin.deinit()

    def _load(self, pixels: bytes) -> None:
        """Copy a frame into the strip's buffer, only the pixels that changed: setting one costs more than comparing."""
        strip, loaded = self._strip, self._loaded
        self._sent = False
        for n in range(0, len(pixels), 3):
            if pixels[n : n + 3] != loaded[n : n + 3]:
                strip[n // 3] = (pixels[n], pixels[n + 1], pixels[n + 2])
        self._loaded = pixels

    def _send(self) -> None:
        try:
            self._strip.show()
        except _FAILURES as error:
            raise BoardLost(message("the rings do not answer ({error})", error=str(error))) from error
        self._sent = True


def _line(pin: str) -> Any:
    board = vendor("board")
    number = re.fullmatch(r"GPIO(\d+)", pin)
    name = f"D{number[1]}" if number else pin
    if not hasattr(board, name):
        raise BadWiring(message(
            "this computer has no pin {pin}: name the one that the data line of the rings is on", pin=pin
        ))
    return getattr(board, name)


def _check_system(pin: str, count: int) -> None:
    reason = hindrance(pin, count)
    if reason is not None:
        raise BadWiring(message("the rings on {pin} cannot be lit: {reason}", pin=pin, reason=reason))


def _opened(options: Options, pixels: int) -> Rings:
    name = f"GPIO{options['pin']}"
    if goes_over_spi(name):
        return SpiRings(pixels, options["colours"])
    return NeoPixelRings(pixels, name, options["colours"])


def _by_spi(options: Options) -> bool:
    return bool(options["pin"] == SPI_PIN)


DRIVER: Final = RingsDriver(
    name="neopixel",
    options=(pin("pin", SPI_PIN), choice("colours", "GRB", ORDERS)),
    libraries=("Adafruit-Blinka", "adafruit-circuitpython-neopixel"),
    buses=lambda options: (
        dict.fromkeys(_SPI_CHIP_SELECTS, Bus("SPI, which lights on GPIO 10 need")) if _by_spi(options) else {}
    ),
    boot=lambda options, model: neopixel_checks.boot_settings(f"GPIO{options['pin']}", model),
    hindrances=lambda options, pixels: neopixel_checks.hindrances(f"GPIO{options['pin']}", pixels),
    transfers=lambda options, pixels, model: neopixel_checks.transfers(f"GPIO{options['pin']}", pixels, model),
    open=_opened,
)
