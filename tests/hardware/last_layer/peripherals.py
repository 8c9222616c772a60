"""Presses a button, sounds a piezo, and prints what was noticed. Runs as a process of its own.

Takes JSON from standard input: ``button``, ``piezo`` (GPIO numbers), ``hold_s``, ``hertz``, ``down``, ``up`` (what the
button's pin becomes, and how many seconds that lasts; in between it is waited for until so many ``presses`` count).
Prints JSON: ``pulled_up``, whether the button's pin is high while nobody presses; ``presses``, how many counted;
``down_s``, after how many seconds at most its release was noticed.
"""

import json
import os
import struct
import sys
import time
from collections.abc import Callable
from io import RawIOBase
from pathlib import Path
from typing import Any

import gpiozero  # type: ignore[import-untyped]

from hardware.drivers.buttons import Button
from hardware.drivers.buzzer import Buzzer

RISING, FALLING = 1, 2
ENOUGH_PULSES = 20
PATIENCE_S = 180.0


def told(asked: dict[str, Any]) -> dict[str, Any]:
    presses: list[None] = []
    released_s: list[float] = []
    root = Path(os.environ["PI_ROOT"])
    button = Button(asked["button"], lambda: presses.append(None), asked["hold_s"])
    button._button.when_released = lambda: released_s.append(time.monotonic())
    pulled_up = gpiozero.Device.pin_factory.pin(asked["button"]).state == 1
    with (root / "edges").open("wb", buffering=0) as edges:
        began_s = time.monotonic()
        change(edges, asked["button"], asked["down"])
        wait_for(lambda: len(presses) >= asked["presses"])
        change(edges, asked["button"], asked["up"])
        wait_for(lambda: released_s)
    buzzer = Buzzer(asked["piezo"])
    buzzer.sound(asked["hertz"])
    wait_for(lambda: (root / "high").exists() and (root / "high").stat().st_size > ENOUGH_PULSES)
    buzzer.sound(None)
    button.close()
    buzzer.close()
    return {"pulled_up": pulled_up, "presses": len(presses), "down_s": released_s[0] - began_s}


def wait_for(look: Callable[[], object]) -> None:
    """Wait for something; the test is to judge whether it came."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not look() and time.monotonic() < deadline_s:
        time.sleep(0.01)


def change(edges: RawIOBase, pin: int, levels: list[tuple[int, float]]) -> None:
    """All at once, with the times at which it would have come: a busy computer could not keep to them."""
    at_s = time.monotonic() - sum(lasts_s for _, lasts_s in levels[:-1])
    written = b""
    for level, lasts_s in levels:
        written += edge(pin, level, at_s)
        at_s += lasts_s
    edges.write(written)
    time.sleep(levels[-1][1])


def edge(pin: int, level: int, at_s: float) -> bytes:
    """A ``struct gpio_v2_line_event``."""
    return struct.pack("=QIIII24x", int(at_s * 1e9), RISING if level else FALLING, pin, 0, 0)


print(json.dumps(told(json.load(sys.stdin))))
