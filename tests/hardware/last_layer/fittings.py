"""Presses a button, sounds a piezo, and prints what was noticed. Runs as a process of its own.

Takes JSON from standard input: ``button``, ``piezo`` (GPIO numbers), ``hold_s``, ``hertz``, ``down``, ``up`` (what the
button's pin becomes, and how many seconds that lasts; in between it is waited for until so many ``presses`` count).
Prints JSON: ``pulled_up``, whether the button's pin is high while nobody presses; ``presses``, how many counted.
"""

import json
import os
import struct
import sys
import time
from io import RawIOBase
from pathlib import Path
from typing import Any

import gpiozero  # type: ignore[import-untyped]

from hardware.buttons import Button
from hardware.buzzer import Buzzer

RISING, FALLING = 1, 2
TONE_S = 0.3
PATIENCE_S = 180.0


def told(asked: dict[str, Any]) -> dict[str, Any]:
    presses: list[None] = []
    button = Button(asked["button"], lambda: presses.append(None), asked["hold_s"])
    pulled_up = gpiozero.Device.pin_factory.pin(asked["button"]).state == 1
    with (Path(os.environ["PI_ROOT"]) / "edges").open("wb", buffering=0) as edges:
        change(edges, asked["button"], asked["down"])
        deadline_s = time.monotonic() + PATIENCE_S
        while len(presses) < asked["presses"] and time.monotonic() < deadline_s:
            time.sleep(0.01)
        change(edges, asked["button"], asked["up"])
    buzzer = Buzzer(asked["piezo"])
    buzzer.sound(asked["hertz"])
    time.sleep(TONE_S)
    buzzer.sound(None)
    button.close()
    buzzer.close()
    return {"pulled_up": pulled_up, "presses": len(presses)}


def change(edges: RawIOBase, pin: int, levels: list[tuple[int, float]]) -> None:
    for level, lasts_s in levels:
        edges.write(edge(pin, level))
        time.sleep(lasts_s)


def edge(pin: int, level: int) -> bytes:
    """A ``struct gpio_v2_line_event``."""
    return struct.pack("=QIIII24x", time.monotonic_ns(), RISING if level else FALLING, pin, 0, 0)


print(json.dumps(told(json.load(sys.stdin))))
