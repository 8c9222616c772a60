"""Reading the columns of the store strictly. A card that wears out, or a hand that edits, may leave anything in
them."""

import json
import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, get_args

from daemon.base.errors import Unreadable
from engine.core.errors import EngineError
from engine.core.json_fields import LIST, OBJECT, TEXT, TRUTH, Kind, check, number, one_of, read_json, whole
from engine.core.messages import Message, Value
from engine.core.pieces import Seat, parse_piece
from engine.core.squares import LONGEST_SIDE
from engine.core.text_rules import LONGEST_NAME, repaired
from engine.records.computer_levels import NO_COMPUTERS, Computers, read_computers
from engine.records.game_record import MOST_ACTIONS, begin
from engine.records.hash_chain import Seals, read_seals
from engine.records.time_controls import read_controls
from engine.registry import find_game
from engine.services.review import Blunder, Review
from table.messages.events import NextGame, Proposal, Reopen, StartGame, StoredState, Topic
from table.messages.lights import Help
from table.messages.new_game import NewGame
from table.messages.remote_board import RemoteBoard, read_remote_board, read_seats
from table.messages.settings import PALETTES, RANGES, Settings

PIN_DIGITS = 6
_FIELD: Final = re.compile(r"\{(\w+)\}")
"""A field of a message."""
_GENERATION: Final = re.compile(r"[0-9a-f]{8}")
LONGEST_REASON: Final = 2000
"""The limit in characters for the column with the reason why a game no longer replays."""

Options = Mapping[str, int | bool | str]

_OPTION: Final[Kind[int | bool | str]] = Kind(
    Message("a number, true or false, or a text"), lambda value: isinstance(value, int | str)
)
SETS_OF_SEATS: Final = ("hints_for", "giving_up", "warnings", "fallen", "hints_declined", "veiled")
"""The fields of :class:`table.messages.events.StoredState` that are sets of seats."""

TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)

_SEAT: Final = one_of(*(seat.value for seat in Seat))
_SQUARE: Final = whole(0, LONGEST_SIDE**2 - 1)
_SQUARES: Final = whole(0, 2 ** LONGEST_SIDE**2 - 1)
"""A bitboard."""
_ENTRY: Final = whole(0, 2**63 - 1)
"""The number of an entry, as the file can hold it."""
_WORTH: Final = number(-1, 1)
_LOSS: Final = number(0, 2)
"""The worth of a position, and how much of it an action may give away; see :class:`engine.services.review.Review`."""


def read_options(text: str) -> Options:
    """Read the options of a game.

    :raises Unreadable: they are malformed.
    """
    return {name: check(name, value, _OPTION, unreadable) for name, value in _clean_object(text).items()}


def read_players(text: str) -> Mapping[Seat, str]:
    """Read the players: seat → name.

    :raises Unreadable: a seat is unknown, or a name is malformed.
    """
    return _named(_object(text))


def _named(kept: Any) -> dict[Seat, str]:
    return {
        _seat(seat): repaired(check(seat, name, TEXT, unreadable), LONGEST_NAME)
        for seat, name in check("players", kept, OBJECT, unreadable).items()
    }


def read_setup(text: str | None) -> Mapping[str, Any] | None:
    """Read the state from which a game began; ``None``: the usual start.

    :raises Unreadable: it is malformed.
    """
    return None if text is None else _clean_object(text)


def read_computers_text(text: str | None) -> Computers:
    """Read the seats that a computer plays.

    :raises Unreadable: it is malformed.
    """
    return NO_COMPUTERS if text is None else _computers(_object(text))


def read_afar_text(text: str | None) -> RemoteBoard | None:
    """Read the other board of a game between two; ``None``: it is played on one.

    :raises Unreadable: it is malformed.
    """
    return None if text is None else read_remote_board(_clean_object(text), unreadable)


def read_seals_text(text: str) -> Seals:
    """Read the seals of two boards.

    :raises Unreadable: it is malformed.
    """
    return read_seals(_clean_object(text), unreadable)


def _computers(kept: Any) -> Computers:
    return read_computers(kept, unreadable)


def unreadable(reason: Message) -> Unreadable:
    """Make the error for a column that does not hold what it should."""
    return Unreadable(str(reason))


def read_winners(text: str) -> tuple[Seat, ...]:
    """Read the winners.

    :raises Unreadable: it is no list of seats.
    """
    return _seats(stored_json(text))


def read_list(text: str) -> tuple[str, ...]:
    """Read a list of names; empty if it was never stored.

    :raises Unreadable: it is malformed.
    """
    names = check("names", stored_json(text or "[]"), LIST, unreadable)
    return tuple(check("name", name, TEXT, unreadable) for name in names)


def read_names(text: str) -> frozenset[str]:
    """Read a set of names.

    :raises Unreadable: it is malformed.
    """
    return frozenset(read_list(text))


def read_settings(text: str) -> tuple[Settings, bool]:
    """Read the settings, and whether all of them could be read: the others take their defaults."""
    usual = Settings()
    try:
        kept = _clean_object(text or "{}")
    except Unreadable:
        return usual, False
    given = {each.name: kept[each.name] for each in fields(Settings) if each.name in kept}
    good = {name: value for name, value in given.items() if _setting(name, getattr(usual, name)).good(value)}
    return Settings(**good), good == given


def _setting(name: str, usual: Any) -> Kind[Any]:
    """Return the values that a setting may have."""
    if name in RANGES:
        return whole(*RANGES[name])
    return one_of(*PALETTES) if name == "palette" else TRUTH if isinstance(usual, bool) else TEXT


def read_state(text: str) -> StoredState:
    """Read the persisted state besides a game; an empty one, if the text is empty.

    :raises Unreadable: it is something else.
    """
    return _state(_clean_object(text or "{}"))


def _state(kept: Mapping[str, Any]) -> StoredState:
    sets = {name: frozenset(_seats(kept.get(name, []))) for name in SETS_OF_SEATS}
    manual, told, mixed = (
        check(name, kept.get(name, 0), _SQUARES, unreadable) for name in ("manual", "told", "mixed")
    )
    return StoredState(
        check("paused", kept.get("paused", False), TRUTH, unreadable), manual, told,
        draw_agreed=_seats(kept.get("draw_agreed", [])), proposals=_proposals(kept),
        wood=_wood(kept.get("wood", [])), mixed=mixed, help=dict(_helped(kept.get("help", []))),
        pausing=check("pausing", kept.get("pausing", False), TRUTH, unreadable),
        revealed_after=_count(kept.get("revealed_after")), draw_declined=_seats(kept.get("draw_declined", [])),
        seen=check("seen", kept.get("seen", 0), _ENTRY, unreadable), **sets,
    )


def _proposals(kept: Mapping[str, Any]) -> dict[Topic, Proposal]:
    next_game = _next_game(kept.get("next_game"))
    asked = {topic: frozenset(_seats(kept.get(f"{topic}_asked", []))) for topic in TOPICS}
    return {topic: Proposal(seats, next_game if topic == "park" else None) for topic, seats in asked.items() if seats}


def _count(after: Any) -> int | None:
    return None if after is None else check("revealed_after", after, whole(0, MOST_ACTIONS), unreadable)


def read_chosen(text: str) -> dict[str, StoredState]:
    """Read the choices and agreements in games that are not on the table.

    :raises Unreadable: it is malformed.
    """
    kept = _clean_object(text or "{}")
    return {key: _state(check("chosen", each, OBJECT, unreadable)) for key, each in kept.items()}


def _helped(kept: Any) -> tuple[tuple[Seat, Help], ...]:
    pairs = (listed("help", pair, 2) for pair in check("help", kept, LIST, unreadable))
    return tuple((_seat(seat), _help(wanted)) for seat, wanted in pairs)


def _help(wanted: Any) -> Help:
    return Help(check("help", wanted, one_of(*(help.value for help in Help)), unreadable))


def _next_game(kept: Any) -> NextGame | None:
    """Read the game for which the players were asked to park theirs."""
    if kept is None:
        return None
    given = check("next_game", kept, OBJECT, unreadable)
    key, game_id, host = (check(name, given.get(name, ""), TEXT, unreadable) for name in ("key", "game_id", "host"))
    try:
        game = find_game(game_id)
        if "options" not in given:
            return Reopen(key, game.id)
        options, setup = game.read_options(given["options"]), given.get("setup")
        begin(game, options, setup)  # whether it describes a position
    except EngineError as error:
        raise Unreadable("a next game that is none") from error
    aid = check("help", given.get("help", {}), OBJECT, unreadable)
    return StartGame(key, NewGame(
        game.id, options.as_data(), _named(given.get("players")),
        check("screen", given.get("screen"), TRUTH, unreadable), host, _computers(given.get("computers", {})),
        read_controls(given.get("controls", {}), unreadable), setup,
        {_seat(seat): _help(wanted) for seat, wanted in aid.items()},
        None if given.get("afar") is None else read_remote_board(given["afar"], unreadable),
    ))


def _wood(kept: Any) -> tuple[tuple[int, str], ...]:
    """Read pieces by square."""
    pairs = (listed("wood", pair, 2) for pair in check("wood", kept, LIST, unreadable))
    return tuple((check("wood", square, _SQUARE, unreadable), _piece(piece)) for square, piece in pairs)


def _piece(kept: Any) -> str:
    try:
        return str(parse_piece(check("wood", kept, TEXT, unreadable)))
    except ValueError as error:
        raise Unreadable("a piece that is none") from error


def read_review(text: str) -> Review:
    """Read the review of a finished game.

    :raises Unreadable: it is no review.
    """
    kept = _object(text)
    scores = check("scores", kept.get("scores"), LIST, unreadable)
    swings = check("swings", kept.get("swings"), LIST, unreadable)
    return Review(
        tuple(None if each is None else check("scores", each, _WORTH, unreadable) for each in scores),
        tuple(_swing(*listed("swings", each, 4)) for each in swings),
    )


def _swing(action: Any, better: Any, loss: Any, solutions: Any) -> Blunder:
    if isinstance(solutions, bool):  # earlier versions stored whether what was better is the only solution
        solutions = [better] if solutions else []
    return Blunder(
        check("swings", action, whole(1, MOST_ACTIONS), unreadable), check("swings", better, TEXT, unreadable),
        check("swings", loss, _LOSS, unreadable),
        tuple(check("swings", each, TEXT, unreadable) for each in check("swings", solutions, LIST, unreadable)),
    )


def reason_text(reason: Message) -> str:
    """Write the reason why a game no longer replays, so that it can be translated later; if that is too long, in
    English."""
    text = json.dumps(_reason_data(reason), ensure_ascii=False)
    return text if len(text) <= LONGEST_REASON else str(reason)


def _reason_data(reason: Message) -> dict[str, Any]:
    values = {name: _reason_data(value) if isinstance(value, Message) else value for name, value in reason.values}
    return {"key": reason.key, "plural": reason.plural, "values": values}


def read_reason(text: str) -> Message | None:
    """Read what :func:`reason_text` wrote; anything else as it is, for earlier versions stored sentences. Empty:
    ``None``."""
    try:
        return _reason(_clean_object(text))
    except (Unreadable, LookupError, RecursionError):
        return Message("{error}", (("error", text),)) if text else None


def _reason(kept: Any) -> Message:
    key, plural = (repaired(check(name, kept[name], TEXT, unreadable), LONGEST_REASON) for name in ("key", "plural"))
    values = check("values", kept["values"], OBJECT, unreadable)
    named = _FIELD.findall(key + plural) if values else []
    if not key or not set(named) <= set(values) or values and set("{}") & set(_FIELD.sub("", key + plural)):
        raise Unreadable("fields without a value")
    return Message(key, tuple((name, _reason_value(values[name])) for name in values), plural)


def _reason_value(kept: Any) -> Value:
    if isinstance(kept, dict):
        return _reason(kept)
    return kept if isinstance(kept, int | float) else repaired(kept, LONGEST_REASON)


def review_text(review: Review) -> str:
    """Write a review as :func:`read_review` reads it."""
    swings = [[each.number, each.better, each.loss, each.solutions] for each in review.swings]
    return json.dumps({"scores": review.scores, "swings": swings})


def read_pin(text: str) -> str:
    """Read the owner's PIN; empty: there is none yet.

    :raises Unreadable: it is not made of six digits.
    """
    if text and not (len(text) == PIN_DIGITS and text.isascii() and text.isdigit()):
        raise Unreadable("not six digits")
    return text


def read_generation(text: str) -> str:
    """Read the generation of valid cookies; empty: the first one.

    :raises Unreadable: it is malformed.
    """
    if text and not _GENERATION.fullmatch(text):
        raise Unreadable("no generation")
    return text


def is_seat(name: str) -> bool:
    """True if a game may have a seat of this name."""
    return name in [seat.value for seat in Seat]


def stored_json(text: object) -> Any:
    """Read any JSON value. On a damaged page of the file there may be other types than text.

    :raises Unreadable: it is not JSON.
    """
    return read_json(text if isinstance(text, str) else "", lambda reason: Unreadable("not JSON"))


def _object(text: str) -> dict[str, Any]:
    found = stored_json(text)
    if not isinstance(found, dict):
        raise Unreadable("not a JSON object")
    return found


def listed(field: str, kept: Any, length: int) -> list[Any]:
    """Read a list of so many values.

    :raises Unreadable: it is malformed.
    """
    values = list(check(field, kept, LIST, unreadable))
    check(field, len(values), whole(length, length), unreadable)
    return values


def _clean_object(text: str) -> dict[str, Any]:
    """Read an object in which no text has half a character, which could not be written again."""
    found = _object(text)
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise Unreadable("text that is no Unicode") from error
    return found


def _seats(found: Any) -> tuple[Seat, ...]:
    return read_seats("seats", found, unreadable)


def _seat(name: Any) -> Seat:
    return Seat(check("seat", name, _SEAT, unreadable))
