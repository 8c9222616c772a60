"""Reads the reeds of a board as the table does, and prints what it found. Runs as a process of its own.

Takes JSON from standard input: ``driver``, ``options``, ``wires`` (a file of the Raspberry Pi, and for each reading
what it says in hexadecimal; the first is there from the beginning).
Prints JSON: ``read``, for each reading the closed reeds, or the reason why they cannot be read; or ``said``, the reason
why there is nothing to read.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from engine.core.squares import bits
from hardware.driver_info import defaults
from hardware.drivers.registry import REEDS
from hardware.errors import BoardLost, PartUnusable
from hardware.ports import Reeds


def told(asked: dict[str, Any]) -> dict[str, Any]:
    name, wires = asked["wires"]
    file, found = Path(os.environ["PI_ROOT"]) / name, []
    file.write_bytes(bytes.fromhex("".join(wires[:1])))
    try:
        reeds = REEDS[asked["driver"]].open({**defaults(REEDS.values()), **asked["options"]})
    except PartUnusable as error:
        return {"said": str(error.reason)}
    for wire in wires:
        file.write_bytes(bytes.fromhex(wire))
        found.append(read(reeds))
    reeds.close()
    return {"read": found}


def read(reeds: Reeds) -> list[int] | str:
    try:
        return list(bits(reeds.read()))
    except BoardLost as error:
        return str(error.reason)


print(json.dumps(told(json.load(sys.stdin))))
