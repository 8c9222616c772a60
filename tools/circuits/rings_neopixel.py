"""The end of the data line behind the real neopixel library."""

import os
from dataclasses import dataclass, field

import pytest
from circuits.lines import RingsLine

from hardware.driver_info import Options

# Blinka looks at these when it is first imported.
os.environ["BLINKA_OS_AGNOSTIC"] = "1"
os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"


@dataclass
class Wire:
    """The wire to a chain of pixels, and all that was sent on it."""

    frames: list[bytes] = field(default_factory=list)
    broken: bool = False

    def __call__(self, pin: object, buffer: bytearray) -> None:
        if self.broken:
            raise RuntimeError("ws2811_render failed with code -13")
        self.frames.append(bytes(buffer))


def attach(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """A wire on the pin ``NEOPIXEL``."""
    wire = Wire()
    monkeypatch.setattr("neopixel.neopixel_write", wire)
    return wire


VARIANTS = ({"colours": "RGB"}, {"colours": "BRG"})


def connect(monkeypatch: pytest.MonkeyPatch, options: Options) -> RingsLine:
    """A wire on the pin that the options name."""
    import board

    wire = attach(monkeypatch)
    pin = board.NEOPIXEL  # type: ignore[attr-defined]  # mypy takes tools/virtual_machine/board.py for Blinka's
    monkeypatch.setattr(board, f"D{options['pin']}", pin, raising=False)
    places = [options["colours"].index(colour) for colour in "RGB"]

    def shown() -> bytes:
        sent = wire.frames[-1]
        return bytes(sent[first + place] for first in range(0, len(sent), 3) for place in places)

    return RingsLine(
        shown, lambda: len(wire.frames) - 1,
        lambda: setattr(wire, "broken", True), lambda: setattr(wire, "broken", False),
    )
