"""Commands from Home Assistant, where the builder allows them: pause, and brightness of the lights."""

from dataclasses import dataclass
from typing import Final

from club.transport.errors import BadMessage
from table.messages.settings import RANGES

ON: Final = b"ON"
OFF: Final = b"OFF"
DARKEST, BRIGHTEST = RANGES["brightness"]


@dataclass(frozen=True, slots=True)
class SetPaused:
    """A command to pause the game, or to go on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class SetBrightness:
    """A command to set the brightness of the lights, in per cent."""

    percent: int


Command = SetPaused | SetBrightness


def command_topic(prefix: str, board: str, what: str) -> str:
    """Return the topic on which a board takes a command; ``+``: the pattern for all commands."""
    return f"{prefix}/{board}/set/{what}"


def read_command(what: str, payload: bytes) -> Command:
    """Decode a command.

    :raises BadMessage: there is no such command, or its value is out of range.
    """
    if what == "paused" and payload in (ON, OFF):
        return SetPaused(payload == ON)
    digits = payload.decode("ascii", "replace")
    if what == "brightness" and len(payload) <= 3 and digits.isdecimal() and DARKEST <= int(digits) <= BRIGHTEST:
        return SetBrightness(int(digits))
    raise BadMessage(f"it is none of: paused ON or OFF, brightness {DARKEST} to {BRIGHTEST}")
