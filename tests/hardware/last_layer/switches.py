"""Reads the reeds of a board as the table does, and prints what it found. Runs as a process of its own.

Takes JSON from standard input: ``driver``, ``options``, ``wires`` (a file of the Raspberry Pi, and for each reading
what it says in hexadecimal).
Prints JSON: ``read``, the closed reeds of each reading; or ``said``, the reason why they cannot be read.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from engine.squares import bits
from hardware.drivers import open_reeds
from hardware.errors import PartUnusable


def told(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        reeds = open_reeds(asked["driver"], asked["options"])
    except PartUnusable as error:
        return {"said": str(error.reason)}
    name, wires = asked["wires"]
    file, read = Path(os.environ["PI_ROOT"]) / name, []
    for wire in wires:
        file.write_bytes(bytes.fromhex(wire))
        read.append(list(bits(reeds.read())))
    reeds.close()
    return {"read": read}


print(json.dumps(told(json.load(sys.stdin))))
