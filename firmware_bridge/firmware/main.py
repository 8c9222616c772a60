"""A tile begins: copied to the root of the microcontroller's file system, MicroPython runs it at power-up."""
# mypy: disable-error-code="import-not-found, import-untyped, attr-defined"

import time

import micropython

from firmware_bridge.firmware import pins, tile

# The service window: for so long Ctrl-C still stops the program, which is how mpremote gets in to copy files.
# Afterwards the byte of Ctrl-C (3) is one like any other. The host says nothing before the tile's first ALIVE.
time.sleep_ms(pins.SERVICE_MS)
micropython.kbd_intr(-1)
pins.start_watchdog()
tile.run()
