"""What may be switched from Home Assistant, where the builder allows it: the pause, and how bright the lights are."""

from dataclasses import dataclass
from typing import Final

from club.transport.errors import BadMessage
from table.messages.settings import RANGES

ON: Final = b"ON"
OFF: Final = b"OFF"
DARKEST, BRIGHTEST = RANGES["brightness"]


@dataclass(frozen=True, slots=True)
class SetPaused:
    """Pause the game, or go on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class SetBrightness:
    """Let the lights be so bright, in per cent."""

    percent: int


Command = SetPaused | SetBrightness


def command_topic(prefix: str, board: str, what: str) -> str:
    """Where a board is told what to switch; ``+``: everything."""
    return f"{prefix}/{board}/set/{what}"


def read_command(what: str, payload: bytes) -> Command:
    """What is to be switched.

    :raises BadMessage: there is no such thing, or not so.
    """
    if what == "paused" and payload in (ON, OFF):
        return SetPaused(payload == ON)
    digits = payload.decode("ascii", "replace")
    if what == "brightness" and len(payload) <= 3 and digits.isdecimal() and DARKEST <= int(digits) <= BRIGHTEST:
        return SetBrightness(int(digits))
    raise BadMessage(f"it is none of: paused ON or OFF, brightness {DARKEST} to {BRIGHTEST}")
