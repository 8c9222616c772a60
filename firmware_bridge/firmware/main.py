"""A tile begins: copied to the root of the microcontroller's file system, MicroPython runs it at power-up."""
# mypy: disable-error-code="import-not-found, import-untyped, attr-defined"

import gc
import time

import micropython

# Modules are compiled here, which leaves garbage. Collected at once, what stays lies together at the heap's beginning,
# and a collection takes half as long ever after.
gc.threshold(2048)

from firmware_bridge.firmware import pins, service, tile  # noqa: E402

# The service window: for so long Ctrl-C still stops the program, which is how a computer gets in to copy files.
# Afterwards the byte of Ctrl-C (3) is one like any other. The host says nothing before the tile's first ALIVE.
time.sleep_ms(pins.LONG_SERVICE_MS if service.was_asked_for() else pins.SERVICE_MS)
micropython.kbd_intr(-1)
pins.start_watchdog()
tile.run()
