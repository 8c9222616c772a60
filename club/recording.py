"""The record of the game that ended last on a board, for those who watch the club (docs/club.md)."""

import json
from typing import Final

from club.errors import BadMessage
from club.identity import ID
from club.messages import VERSION, read_object
from club.public import KEY
from club.verifying import findings
from engine.errors import BadText, EngineError
from engine.fields import TEXT, check, check_known
from engine.record import Record, read_record

LARGEST_BYTES: Final = 60_000
"""Of the message: brokers that are set up as docs/club.md says carry no more than 65,536. Long games take 10,000."""


def record_topic(prefix: str, board: str) -> str:
    """Where a board tells the record of its last game; ``+`` for the board: where all do."""
    return f"{prefix}/{board}/record"


def whose_record(prefix: str, topic: str) -> str | None:
    """Whose record is told on this topic; ``None``: nobody's."""
    board = topic.removeprefix(f"{prefix}/").removesuffix("/record")
    return board if ID.fullmatch(board) and topic == record_topic(prefix, board) else None


def write_recorded(key: str, text: str) -> bytes:
    """As it goes to the broker. ``key``: of the game; ``text``: its record, empty if it has none (any more). One
    that is too long is not told."""
    said = {"version": VERSION, "key": key, "record": text}
    payload = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
    return payload if text and len(payload) <= LARGEST_BYTES else b""


def read_recorded(board: str, payload: bytes) -> tuple[str, Record]:
    """The key of a game, and its record, as a board told it.

    :raises BadMessage: it is no record of a game that is over, or what is signed in it is not so, or not about that
        game.
    """
    said = read_object(payload, LARGEST_BYTES)
    for name in said:
        check_known(name, ("version", "key", "record"), name, BadMessage)
    key = check("key", said.get("key"), TEXT, BadMessage)
    if not KEY.fullmatch(key):
        raise BadMessage("its key is none of a game")
    try:
        record = read_record(check("record", said.get("record"), TEXT, BadMessage))
    except (EngineError, BadText) as error:
        raise BadMessage(error.reason) from error
    if record.outcome is None:
        raise BadMessage("its game is not over")
    if record.seals is not None:
        _check_seals(board, key, record)
    return key, record


def _check_seals(board: str, key: str, record: Record) -> None:
    assert record.seals is not None
    if record.seals.key != key or board not in [each.board for each in record.seals.boards]:
        raise BadMessage("it was signed for another game")
    wrong = next((finding.sentence for finding in findings(record) if not finding.good), None)
    if wrong is not None:
        raise BadMessage(wrong)
