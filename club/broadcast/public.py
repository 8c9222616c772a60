"""The public view of the game on a board, published for those who watch the club (docs/club.md)."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from club.broadcast.table_text import LONGEST_SENTENCE, shorten
from club.transport.errors import BadMessage
from club.transport.identity import ID
from club.transport.messages import VERSION, read_object
from engine.core.errors import BadText
from engine.core.json_fields import LIST, OBJECT, TEXT, TRUTH, Kind, check, check_known, one_of, whole
from engine.core.messages import Message, Value, message
from engine.core.pieces import Seat, parse_piece
from engine.core.squares import LONGEST_SIDE, Board
from engine.core.text_rules import checked, checked_name
from engine.records.computer_levels import STRONGEST, WEAKEST
from engine.records.game_record import ABANDONED, TERMINATIONS
from engine.registry import find_game, game_ids

LONGEST_MARK: Final = 20
KEY: Final = re.compile(r"[\w-]{1,64}", re.ASCII)
"""The form of the key of a published game."""
TOLD_EARLIER: Final = "The game was abandoned. It does not count.", "Das Spiel wurde abgebrochen. Es zählt nicht."
"""The sentences for an abandoned game that boards published before there was a field ``termination``."""
_FIELDS: Final = (
    "version", "key", "game", "other", "files", "ranks", "a1_light", "players", "computers", "afar", "to_act", "paused",
    "actions", "last", "phase", "result", "winners", "termination", "pieces", "squares", "holes", "marks",
)


@dataclass(frozen=True, slots=True)
class PublicGame:
    """A game as spectators may see it: squares by name, pieces as ``wP``.

    ``key``: identifies the game on its board; ``game``: the id of its rules. ``other``: the id of the board at which
    the seats ``afar`` are played; empty: all are played at this one. ``players``: names, empty where none was given;
    ``computers``: the levels of seats that a computer plays. ``winners``: ``None`` while the game goes on, empty if
    nobody won. ``termination``: one of :data:`engine.records.game_record.TERMINATIONS`; empty while the game goes on,
    and in messages of earlier versions. The sentences are in the language of the table.
    """

    key: str
    game: str
    board: Board
    players: Mapping[Seat, str]
    pieces: Mapping[str, str] = field(default_factory=dict)
    other: str = ""
    computers: Mapping[Seat, int] = field(default_factory=dict)
    afar: tuple[Seat, ...] = ()
    to_act: tuple[Seat, ...] = ()
    paused: bool = False
    actions: int = 0
    last: str = ""
    phase: str = ""
    result: str = ""
    winners: tuple[Seat, ...] | None = None
    termination: str = ""
    squares: tuple[str, ...] = ()
    holes: tuple[str, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)


def game_topic(prefix: str, board: str) -> str:
    """Return the topic on which a board publishes its game; ``+`` for the board: the pattern for all boards."""
    return f"{prefix}/{board}/game"


def whose_game(prefix: str, topic: str) -> str | None:
    """Return the board whose game is published on this topic; ``None`` if it is no such topic."""
    board = topic.removeprefix(f"{prefix}/").removesuffix("/game")
    return board if ID.fullmatch(board) and topic == game_topic(prefix, board) else None


def write_game(game: PublicGame | None) -> bytes:
    """Encode a game for the broker. ``None`` encodes to nothing, which clears the topic."""
    if game is None:
        return b""
    board = game.board
    said: dict[str, Any] = {
        "version": VERSION, "key": game.key, "game": game.game, "other": game.other, "files": board.files,
        "ranks": board.ranks, "a1_light": board.a1_light, "players": dict(game.players),
        "computers": dict(game.computers), "afar": game.afar, "to_act": game.to_act, "paused": game.paused,
        "actions": game.actions, "last": shorten(game.last), "phase": shorten(game.phase),
        "result": shorten(game.result), "winners": game.winners, "pieces": dict(game.pieces), "squares": game.squares,
        "holes": game.holes, "marks": {square: text[:LONGEST_MARK] for square, text in game.marks.items()},
    }
    if game.termination:
        said["termination"] = game.termination
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def read_game(payload: bytes) -> PublicGame | None:
    """Decode what :func:`write_game` encoded.

    :raises BadMessage: it is something else, of another version, or of a game that is not known here.
    """
    if not payload:
        return None
    said = read_object(payload)
    for name in said:
        check_known(name, _FIELDS, name, BadMessage)
    players = _players(said)
    board = _board(said)
    result = _sentence("result", said)
    winners = None if said.get("winners", ()) is None else _seats("winners", said, players)
    return PublicGame(
        _matching("key", said, KEY), check("game", said.get("game"), one_of(*game_ids()), BadMessage), board, players,
        _pieces(said, board), _other(said), _computers(said, players), _seats("afar", said, players),
        _seats("to_act", said, players), check("paused", said.get("paused"), TRUTH, BadMessage),
        check("actions", said.get("actions"), whole(), BadMessage), _sentence("last", said), _sentence("phase", said),
        result, winners, _termination(said, winners, result), _squares("squares", said, board),
        _squares("holes", said, board), _marks(said, board),
    )


# --- field by field ----------------------------------------------------------------------------------------------

Said = Mapping[str, Any]


def _termination(said: Said, winners: tuple[Seat, ...] | None, result: str) -> str:
    if "termination" not in said:
        return ABANDONED if winners == () and result in TOLD_EARLIER else ""
    termination = check("termination", said["termination"], one_of(*TERMINATIONS), BadMessage)
    if winners is None:
        raise BadMessage("it says how the game ended, but the game goes on")
    if winners and termination == ABANDONED:
        raise BadMessage("nobody wins a game that was abandoned")
    return termination


def _board(said: Said) -> Board:
    side = whole(1, LONGEST_SIDE)
    return Board(
        check("files", said.get("files"), side, BadMessage), check("ranks", said.get("ranks"), side, BadMessage),
        check("a1_light", said.get("a1_light"), TRUTH, BadMessage),
    )


def _players(said: Said) -> dict[Seat, str]:
    names = check("players", said.get("players"), OBJECT, BadMessage)
    if len(names) < 2:
        raise BadMessage("a game has two players at least")
    return {_seat("players", seat, Seat): _text(checked_name, name, "players") for seat, name in names.items()}


def _computers(said: Said, players: Iterable[Seat]) -> dict[Seat, int]:
    levels = check("computers", said.get("computers"), OBJECT, BadMessage)
    level = whole(WEAKEST, STRONGEST)
    return {_seat("computers", seat, players): check("computers", value, level, BadMessage)
            for seat, value in levels.items()}


def _pieces(said: Said, board: Board) -> dict[str, str]:
    kinds = find_game(said["game"]).piece_names
    pieces = check("pieces", said.get("pieces"), OBJECT, BadMessage)
    known: Kind[str] = Kind(Message("a piece of the game"), lambda piece: _is_piece(piece, kinds))
    return {_square("pieces", square, board): check("pieces", piece, known, BadMessage)
            for square, piece in pieces.items()}


def _is_piece(piece: object, kinds: Iterable[str]) -> bool:
    try:
        return isinstance(piece, str) and parse_piece(piece).kind in kinds
    except ValueError:
        return False


def _marks(said: Said, board: Board) -> dict[str, str]:
    marks = check("marks", said.get("marks"), OBJECT, BadMessage)
    return {_square("marks", square, board): _text(checked, text, "marks", LONGEST_MARK)
            for square, text in marks.items()}


def _other(said: Said) -> str:
    return "" if said.get("other") == "" else _matching("other", said, ID)


def _matching(name: str, said: Said, form: re.Pattern[str]) -> str:
    kind: Kind[str] = Kind(
        message("written as {form}", form=form.pattern), lambda text: form.fullmatch(text) is not None
    )
    return check(name, check(name, said.get(name), TEXT, BadMessage), kind, BadMessage)


def _seats(name: str, said: Said, players: Iterable[Seat]) -> tuple[Seat, ...]:
    return tuple(_seat(name, seat, players) for seat in check(name, said.get(name), LIST, BadMessage))


def _seat(name: str, seat: object, known: Iterable[Seat]) -> Seat:
    return Seat(check(name, seat, one_of(*(each.value for each in known)), BadMessage))


def _squares(name: str, said: Said, board: Board) -> tuple[str, ...]:
    return tuple(_square(name, square, board) for square in check(name, said.get(name), LIST, BadMessage))


def _square(name: str, square: object, board: Board) -> str:
    known: Kind[str] = Kind(
        Message("a square of the board"), lambda text: isinstance(text, str) and text in board.by_name
    )
    return check(name, square, known, BadMessage)


def _sentence(name: str, said: Said) -> str:
    return _text(checked, said.get(name), name, LONGEST_SENTENCE)


def _text(check_text: Any, text: object, *about: Value | int) -> str:
    try:
        return str(check_text(text, *about))
    except BadText as error:
        raise BadMessage(error.reason) from error
