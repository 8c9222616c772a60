"""The messages of boards, as JSON on topics of a broker (docs/club.md has the whole scheme).

Whoever may write to the broker can write anything: what comes is read strictly, field by field.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from club.transport.errors import BadMessage
from club.transport.identity import ID
from engine.core.errors import BadText
from engine.core.json_fields import OBJECT, TEXT, TRUTH, Kind, check, check_known, read_json, whole
from engine.core.messages import Message
from engine.core.text_rules import LONGEST_NAME, checked, checked_name

VERSION: Final = 1
"""The version in every message. It rises when older programs would misread newer ones."""
LARGEST_BYTES: Final = 8192
"""The limit for a message; nobody has to read a larger one."""

_DIGITS: Final = re.compile(r"(\d+)")
_STATUS: Final = ("version", "board", "name", "online", "program")


@dataclass(frozen=True, slots=True)
class Status:
    """The identity of a board, and whether it is online. ``program``: its version, for people."""

    board: str
    name: str
    online: bool
    program: str


def in_order(name: str) -> tuple[str | int, ...]:
    """Return the key by which names of boards are sorted for people: Board 2 comes before Board 10."""
    return tuple(int(part) if part.isdecimal() else part for part in _DIGITS.split(name.casefold()))


def status_topic(prefix: str, board: str) -> str:
    """Return the topic on which a board publishes its status; ``+`` for the board: the pattern for all boards."""
    return f"{prefix}/{board}/status"


def board_of(prefix: str, topic: str) -> str:
    """Return the board whose status is published on this topic.

    :raises BadMessage: no board's.
    """
    board = topic.removeprefix(f"{prefix}/").removesuffix("/status")
    if not ID.fullmatch(board) or topic != status_topic(prefix, board):
        raise BadMessage("it is no board's topic")
    return board


def write_status(status: Status) -> bytes:
    """Encode a status for the broker."""
    told = {
        "version": VERSION, "board": status.board, "name": status.name, "online": status.online,
        "program": status.program,
    }
    return json.dumps(told, ensure_ascii=False).encode()


def read_status(board: str, payload: bytes) -> Status:
    """Decode the status of the board whose topic it came on.

    :raises BadMessage: it is malformed, of another version, or another board's.
    """
    said = read_object(payload)
    for name in said:
        check_known(name, _STATUS, name, BadMessage)
    status = Status(
        check("board", said.get("board"), TEXT, BadMessage),
        _name(said.get("name")),
        check("online", said.get("online"), TRUTH, BadMessage),
        _line(said.get("program")),
    )
    if status.board != board:
        raise BadMessage(f"the status of board {board} names another")
    return status


def read_object(payload: bytes, most: int = LARGEST_BYTES) -> Mapping[str, Any]:
    """Decode the fields of a message of our version, of at most ``most`` bytes.

    :raises BadMessage: it is malformed.
    """
    if len(payload) > most:
        raise BadMessage(f"it has more than {most} bytes")
    said = check("message", read_json(payload, BadMessage), OBJECT, BadMessage)
    version = check("version", said.get("version"), whole(1), BadMessage)
    check("version", version, _OURS, BadMessage)
    return said


_OURS: Final[Kind[int]] = Kind(Message(str(VERSION)), lambda value: value == VERSION)


_NOT_EMPTY: Final[Kind[str]] = Kind(Message(f"1 to {LONGEST_NAME} characters"), bool)


def _name(value: object) -> str:
    try:
        name = checked_name(value, "name")
    except BadText as error:
        raise BadMessage(error.reason) from error
    return check("name", name, _NOT_EMPTY, BadMessage)


def _line(value: object) -> str:
    try:
        return checked(value, "program", LONGEST_NAME)
    except BadText as error:
        raise BadMessage(error.reason) from error
