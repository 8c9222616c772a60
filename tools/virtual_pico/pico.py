"""The emulated Pico from Python: a node process that is led in emulated time."""

import base64
import json
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

UF2_BLOCK = 512
UF2_DATA = 32
FLASH = 0x1000_0000


@dataclass(frozen=True)
class Frame:
    """A frame sent to the pixels in one go. Times in emulated milliseconds."""

    began_ms: float
    ended_ms: float
    bits: int
    pixels: bytes


def flash_image(path: Path, work: Path) -> Path:
    """A MicroPython image as plain bytes: a ``.uf2`` file is unpacked into the folder ``work``."""
    data = path.read_bytes()
    if path.suffix != ".uf2":
        return path
    unpacked = bytearray()
    for start in range(0, len(data), UF2_BLOCK):
        _, _, _, address, size = struct.unpack_from("<5I", data, start)
        if address >= FLASH:
            end = address - FLASH + size
            unpacked.extend(b"\xff" * (end - len(unpacked)))
            unpacked[end - size : end] = data[start + UF2_DATA : start + UF2_DATA + size]
    target = work / "image.bin"
    target.write_bytes(unpacked)
    return target


class Pico:
    """A chip with MicroPython on it. ``files``: its file system as :meth:`save` wrote it; empty if left out."""

    def __init__(self, work: Path, files: Path | None = None) -> None:
        """``work``: a folder with the harness, ``image.bin`` and ``bootrom.bin``."""
        command = ["node", str(work / "chip.mjs"), f"--image={work / 'image.bin'}", f"--bootrom={work / 'bootrom.bin'}"]
        if files is not None:
            command.append(f"--files={files}")
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.now_ms = 0.0
        self.configured = False
        self.frames: list[Frame] = []
        self.resets_ms: list[float] = []

    def ask(self, **request: Any) -> dict[str, Any]:
        """One request (see ``chip.mjs``) and its answer; frames and resets are kept here as well."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the emulator ended; its last words are above")
        answer: dict[str, Any] = json.loads(line)
        self.now_ms = answer["now"] / 1e6
        self.configured = answer["configured"]
        self.resets_ms += [at / 1e6 for at in answer["resets"]]
        for began, ended, bits, pixels in answer["frames"]:
            self.frames.append(Frame(began / 1e6, ended / 1e6, bits, base64.b64decode(pixels)))
        return answer

    def run(self, for_ms: float, write: bytes = b"", until_bytes: bool = False, **request: Any) -> bytes:
        """Let time pass, at most so much; what the host received meanwhile. ``write``: what it sends first."""
        if write:
            request["write"] = base64.b64encode(write).decode()
        answer = self.ask(run_ns=for_ms * 1e6, until_bytes=until_bytes, **request)
        return b"".join(base64.b64decode(data) for _, data in answer["bytes"])

    def touch(self, *touches: tuple[float, int, bool]) -> None:
        """Reeds close and open: when (emulated milliseconds), which, whether it closes."""
        self.ask(touches=[[at_ms * 1e6, reed, closed] for at_ms, reed, closed in touches])

    def save(self, path: Path) -> Path:
        """Keep what is in its file system."""
        self.ask(save=str(path))
        return path

    def close(self) -> None:
        """End the emulator."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()
