"""A Raspberry Pi in a directory, for tests of lights through all there is on one: our driver, Blinka, which finds out
by itself on which Pi it is, gpiod, and the compiled library below.

Only the devices are not there: a preloaded library of ours answers for them (``hardware/last_layer/pi.c``). It opens
what the service's unit allows and nothing else, and refuses what the kernel would refuse.
"""

import json
import os
import re
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.squares import Board
from hardware.board_map import serpentine, wire
from hardware.lights.frames import frame
from table.messages.lights import Light, Overlay, Role
from table.messages.settings import Settings

ROOT = Path(__file__).parents[2]
LAYER = ROOT / "tests" / "hardware" / "last_layer"


@dataclass(frozen=True)
class Pi:
    """The traits by which the libraries tell which Pi it is."""

    revision: str
    model: str
    compatible: str
    chip: str


PIS = {
    "zero-2-w": Pi("902120", "Raspberry Pi Zero 2 W Rev 1.0", "raspberrypi,model-zero-2-w\0brcm,bcm2837\0", "bcm2835"),
    "3": Pi("a02082", "Raspberry Pi 3 Model B Rev 1.2", "raspberrypi,3-model-b\0brcm,bcm2837\0", "bcm2835"),
    "4": Pi("c03112", "Raspberry Pi 4 Model B Rev 1.2", "raspberrypi,4-model-b\0brcm,bcm2711\0", "bcm2711"),
    "5": Pi("c04170", "Raspberry Pi 5 Model B Rev 1.0", "raspberrypi,5-model-b\0brcm,bcm2712\0", "rp1"),
}


def unit_devices() -> list[str]:
    """Return the devices that the service may open."""
    text = (ROOT / "systemd" / "pawnlight.service").read_text("utf-8")
    return re.findall(r"^DeviceAllow=(\S+) rw$", text, re.M)


def installed_groups() -> list[str]:
    """The groups that the installer puts the service's user into."""
    (words,) = re.findall(r"^ *for group in (.*); do$", (ROOT / "systemd" / "install").read_text("utf-8"), re.M)
    return str(words).split()


@dataclass
class Bench:
    """A Raspberry Pi in a directory, on which a process of its own lights pixels."""

    root: Path
    preload: Path
    allow: list[str]
    groups: list[str]
    arm64: Path | None = None
    """The output of ``tools/arm64/build``: then the libraries are those of a Raspberry Pi, on an emulated processor."""

    def put(self, path: str, text: str | bytes) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode("ascii"))

    def be(self, pi: Pi, bufsiz: int = 4096) -> None:
        """Take the shape of this Pi, SPI switched on."""
        self.put("proc/cpuinfo", f"processor\t: 0\n\nRevision\t: {pi.revision}\nModel\t\t: {pi.model}\n")
        self.put("proc/device-tree/model", pi.model + "\0")
        self.put("proc/device-tree/compatible", pi.compatible)
        self.put("proc/device-tree/system/linux,revision", bytes.fromhex(pi.revision.zfill(8)))
        self.put("sys/module/spidev/parameters/bufsiz", f"{bufsiz}\n")
        self.put("dev/gpiochip0", f"pinctrl-{pi.chip}")
        self.put("dev/spidev0.0", "")
        self.put("dev/pio0" if pi.chip == "rp1" else "dev/gpiomem", bytes(4096))

    def light(self, pixels: int, *frames: bytes, pin: int = 10, tries: int = 1, **more: Any) -> dict[str, Any]:
        """Light the pixels and return the result; see ``last_layer/lights.py``."""
        asked = {"pin": pin, "pixels": pixels, "frames": [each.hex() for each in frames], "tries": tries}
        done = self.run({"hidden": [], "bare": False, **asked, **more})
        assert done.returncode == 0, done.stderr
        told: dict[str, Any] = json.loads(done.stdout.splitlines()[0])
        return told

    def run(self, asked: dict[str, Any]) -> "subprocess.CompletedProcess[str]":
        return self.python(str(LAYER / "lights.py"), given=json.dumps(asked))

    def python(self, *arguments: str, given: str = "") -> "subprocess.CompletedProcess[str]":
        ours = {"PI_ROOT": str(self.root), "PI_ALLOW": " ".join(self.allow), "PI_GROUPS": " ".join(self.groups)}
        ours["LG_WD"] = str(self.root)
        interpreter, env = self._interpreter()
        return subprocess.run(
            [*interpreter, *arguments], input=given, capture_output=True, text=True, timeout=800, cwd=ROOT,
            env={"PATH": os.environ["PATH"], **env, **ours},
        )

    def _interpreter(self) -> tuple[list[str], dict[str, str]]:
        """Return the command of Python with our library, and the environment for that."""
        if self.arm64 is None:
            return [sys.executable], {"LD_PRELOAD": str(self.preload)}
        debian, libraries = self.arm64 / "debian", self.arm64 / "libraries"
        emulator = ["qemu-aarch64-static", "-L", str(debian), "-E", f"LD_PRELOAD={self.preload}"]
        env = {"PYTHONHOME": str(debian / "usr"), "PYTHONPATH": f"{ROOT}:{libraries}"}
        return [*emulator, str(debian / "usr/bin/python3.11")], env

    @property
    def transfers(self) -> list[bytes]:
        """Return the transfers that left over SPI."""
        sent, found = (self.root / "sent").read_bytes(), []
        while sent:
            (length,) = struct.unpack_from("=I", sent)
            found.append(sent[4 : 4 + length])
            sent = sent[4 + length :]
        return found


def green_first(shown: bytes) -> bytes:
    return b"".join(bytes((shown[at + 1], shown[at], shown[at + 2])) for at in range(0, len(shown), 3))


def picture(pixels_per_ring: int) -> bytes:
    """A frame of a whole board, with every light there is."""
    board = Board(8, 8)
    board_map = wire(board, rings=serpentine(board), pixels_per_ring=pixels_per_ring)
    lights = {square: Light(role) for square, role in zip(range(64), list(Role) * 64, strict=False)}
    return frame(lights, Overlay.NONE, None, Settings(brightness=100), board_map, 0.3, 50.0).pixels
