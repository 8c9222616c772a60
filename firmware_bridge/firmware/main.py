"""The start of a tile: copied to the root of the microcontroller's file system, MicroPython runs it at power-up."""
# mypy: disable-error-code="import-not-found, import-untyped, attr-defined"

import gc
import time

import micropython

# Importing compiles the modules, which leaves garbage. Collecting it at once keeps the lasting objects together at the
# start of the heap, and every later collection takes half as long.
gc.threshold(2048)

from firmware_bridge.firmware import pins, service, tile  # noqa: E402

# The service window: for so long Ctrl-C still stops the program, which is how a computer gets in to copy files.
# Afterwards the byte of Ctrl-C (3) is a byte like any other. The host is silent before the tile's first ALIVE.
time.sleep_ms(pins.LONG_SERVICE_MS if service.was_asked_for() else pins.SERVICE_MS)
micropython.kbd_intr(-1)
pins.start_watchdog()
tile.run()
