"""Lights one frame after the other as the table does, and prints what came of it. Runs as a process of its own.

Takes JSON from standard input: ``pin``, ``pixels`` (how many), ``frames`` (in hexadecimal), ``tries`` (how often the
lights are opened at most), ``hidden`` (modules that are not there), ``bare`` (without our care for the library),
``again`` (all of it twice), ``interrupted`` (then opened and interrupted at each line of the driver, before it is
opened for good), ``ended_by_thread`` (transfers end when another thread says so).
Prints JSON: ``said``, a reason for each try that failed; ``needs``, what Blinka says this Pi needs; ``files``, how many
more are open than before; ``zero``, whether file 0 is still the one it was.
"""

import json
import os
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

import hardware.drivers.neopixel_spi as neopixel_spi
import hardware.drivers.rings_neopixel as rings_neopixel
from hardware.driver_info import defaults
from hardware.drivers.registry import RINGS
from hardware.errors import PartUnusable
from hardware.ports import Rings


def opened(asked: dict[str, Any], said: list[str]) -> Rings | None:
    for _ in range(asked["tries"]):
        try:
            return RINGS["neopixel"].open({**defaults(RINGS.values()), "pin": asked["pin"]}, asked["pixels"])
        except PartUnusable as error:
            said.append(str(error.reason))
    return None


def interrupted(asked: dict[str, Any]) -> bool:
    """The lights are opened, and interrupted one line later than the last time; ``False``: they were opened sooner."""
    asked["line"] = asked.get("line", 0) + 1
    lines_left = asked["line"]

    def at_line(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal lines_left
        if not frame.f_code.co_filename.endswith("drivers/neopixel_spi.py"):
            return None
        lines_left -= event == "line"
        if lines_left == 0 and event == "line":
            raise KeyboardInterrupt
        return at_line

    sys.settrace(at_line)
    try:
        rings = opened(asked, [])
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    assert rings is not None
    rings.close()
    return False


def needs() -> list[str]:
    """Return the requirements of Blinka on this machine; its extra for PWM, which we do not use, apart."""
    from adafruit_blinka.agnostic import detector  # type: ignore[import-untyped]
    from adafruit_blinka.platform_dependencies import get_platform_dependencies  # type: ignore[import-untyped]

    return [wanted for module, wanted in get_platform_dependencies(detector) if not module.endswith("_pwm")]


def end_transfers() -> None:
    """As soon as one has begun."""
    root = Path(os.environ["PI_ROOT"])
    while not (root / "dev/sending").exists():
        time.sleep(0.001)
    (root / "dev/slow").unlink()


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def same_zero(before: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.fstat(0), before)
    except OSError:
        return False


def main() -> None:
    asked: dict[str, Any] = json.load(sys.stdin)
    said: list[str] = []
    for module in asked["hidden"]:
        sys.modules[module] = None  # type: ignore[assignment]
    if asked["bare"]:
        rings_neopixel.hindrance = neopixel_spi.hindrance = lambda pin, count: None
        rings_neopixel.forget_strip = rings_neopixel.let_go_of_device = lambda: None
        rings_neopixel.set_up_transfers = lambda strip, count: None
    if asked.get("ended_by_thread"):
        threading.Thread(target=end_transfers, daemon=True).start()
    zero, before = os.fstat(0), open_files()
    for again in range(1 + asked.get("again", False)):
        while again and asked.get("interrupted") and interrupted(asked):
            pass
        rings = opened(asked, said)
        if rings is not None:
            for frame in asked["frames"]:
                rings.show(bytes.fromhex(frame))
            rings.close()
    more = open_files() - before
    print(json.dumps({"said": said, "needs": needs(), "files": more, "zero": same_zero(zero)}))


main()
