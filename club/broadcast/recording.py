"""The latest finished games of a board and their records, published for those who watch the club (docs/club.md)."""

import json
from dataclasses import replace
from typing import Final

from club.broadcast.public import KEY, PublicGame, read_game, write_game
from club.play.verifying import findings
from club.transport.errors import BadMessage
from club.transport.identity import ID
from club.transport.messages import VERSION, read_object
from engine.core.errors import BadText, EngineError
from engine.core.json_fields import TEXT, check, check_known
from engine.records.game_record import Record, read_record, termination

LARGEST_BYTES: Final = 60_000
"""The limit for a whole message: brokers set up as docs/club.md says accept no more than 65,536. Long games take
10,000."""
MOST_GAMES: Final = 8
"""The number of finished games kept at the broker, enough for a panel that is off for an evening."""


def record_topic(prefix: str, board: str, key: str) -> str:
    """Return the topic on which a board publishes a finished game; ``+`` for board and key: the pattern for all of
    them."""
    return f"{prefix}/{board}/record/{key}"


def whose_record(prefix: str, topic: str) -> tuple[str, str] | None:
    """Return the board and the key of the finished game published on this topic; ``None`` if it is no such topic."""
    board, _, key = topic.removeprefix(f"{prefix}/").partition("/record/")
    good = ID.fullmatch(board) and KEY.fullmatch(key) and topic == record_topic(prefix, board, key)
    return (board, key) if good else None


def write_recorded(game: PublicGame, text: str) -> bytes:
    """Encode a finished game for the broker. ``game``: as the board showed it at its end; ``text``: its record, empty
    if it has none. A record that is too long is left out."""
    payload = _written(game, text)
    return payload if len(payload) <= LARGEST_BYTES else _written(game, "")


def _written(game: PublicGame, text: str) -> bytes:
    said = {"version": VERSION, "game": json.loads(write_game(game)), "record": text}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def read_recorded(board: str, key: str, payload: bytes) -> tuple[PublicGame, Record | None]:
    """Decode a finished game, and its record if the board sent one.

    :raises BadMessage: it is not about a finished game with this key, or its record has wrong signatures, or those of
        another game.
    """
    said = read_object(payload, LARGEST_BYTES)
    for name in said:
        check_known(name, ("version", "game", "record"), name, BadMessage)
    game = read_game(json.dumps(said.get("game")).encode())
    if game is None or game.key != key:
        raise BadMessage("it is about another game")
    if game.winners is None:
        raise BadMessage("its game is not over")
    text = check("record", said.get("record"), TEXT, BadMessage)
    record = _record(board, key, text) if text else None
    return _told_by(record, game) if record is not None else game, record


def _told_by(record: Record, game: PublicGame) -> PublicGame:
    """Return the game, with ``termination`` filled in from the record if the board is of an earlier version that does
    not send it."""
    if game.termination or record.outcome is None or record.outcome.winners != game.winners:
        return game
    return replace(game, termination=termination(record.outcome.reason))


def _record(board: str, key: str, text: str) -> Record:
    try:
        record = read_record(text)
    except (EngineError, BadText) as error:
        raise BadMessage(error.reason) from error
    if record.outcome is None:
        raise BadMessage("its game is not over")
    if record.seals is not None:
        _check_seals(board, key, record)
    return record


def _check_seals(board: str, key: str, record: Record) -> None:
    assert record.seals is not None
    if record.seals.key != key or board not in [each.board for each in record.seals.boards]:
        raise BadMessage("it was signed for another game")
    wrong = next((finding.sentence for finding in findings(record) if not finding.good), None)
    if wrong is not None:
        raise BadMessage(wrong)
