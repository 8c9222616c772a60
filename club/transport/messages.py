"""What boards tell each other, as JSON on topics of a broker (docs/club.md has the whole scheme).

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
"""Of all messages. It rises when older programs would misread newer ones."""
LARGEST_BYTES: Final = 8192
"""Of a message; nobody has to read a larger one."""

_DIGITS: Final = re.compile(r"(\d+)")
_STATUS: Final = ("version", "board", "name", "online", "program")


@dataclass(frozen=True, slots=True)
class Status:
    """Who a board is, and whether it is there. ``program``: its version, for people."""

    board: str
    name: str
    online: bool
    program: str


def in_order(name: str) -> tuple[str | int, ...]:
    """By what names of boards are sorted for people: Board 2 comes before Board 10."""
    return tuple(int(part) if part.isdecimal() else part for part in _DIGITS.split(name.casefold()))


def status_topic(prefix: str, board: str) -> str:
    """Where a board says that it is there; ``+`` for the board: where all do."""
    return f"{prefix}/{board}/status"


def board_of(prefix: str, topic: str) -> str:
    """Whose status this topic tells.

    :raises BadMessage: no board's.
    """
    board = topic.removeprefix(f"{prefix}/").removesuffix("/status")
    if not ID.fullmatch(board) or topic != status_topic(prefix, board):
        raise BadMessage("it is no board's topic")
    return board


def write_status(status: Status) -> bytes:
    """As it goes to the broker."""
    told = {
        "version": VERSION, "board": status.board, "name": status.name, "online": status.online,
        "program": status.program,
    }
    return json.dumps(told, ensure_ascii=False).encode()


def read_status(board: str, payload: bytes) -> Status:
    """The status of the board whose topic it came on.

    :raises BadMessage: it is none, of another version, or another board's.
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
    """The fields of a message of our version, which may have ``most`` bytes.

    :raises BadMessage: it is none.
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
