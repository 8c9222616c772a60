"""What the columns of the store say. A card that wears out, or a hand that edits, may leave anything in them."""

import json
import operator
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from daemon.errors import Unreadable
from engine.computers import NO_COMPUTERS, Computers, read_computers
from engine.errors import EngineError
from engine.pieces import Seat, parse_piece
from engine.registry import find_game
from engine.texts import LONGEST_NAME, repaired
from table.words.events import NextGame, Reopen, Standing, StartGame
from table.words.settings import PALETTES, RANGES, Settings

PIN_DIGITS = 6

Options = Mapping[str, int | bool | str]


def read_options(text: str) -> Options:
    """The options of a game.

    :raises Unreadable: they are none.
    """
    found = _clean_object(text)
    if not all(isinstance(value, int | str) for value in found.values()):
        raise Unreadable("a value that no option has")
    return found


def read_players(text: str) -> Mapping[Seat, str]:
    """Seat → name.

    :raises Unreadable: there is a seat that no game has, or what is no name.
    """
    found = _object(text)
    if not all(isinstance(name, str) for name in found.values()):
        raise Unreadable("a name that is no text")
    return {_seat(seat): repaired(name, LONGEST_NAME) for seat, name in found.items()}


def read_setup(text: str | None) -> Mapping[str, Any] | None:
    """The state a game began from; ``None``: the usual start.

    :raises Unreadable: it is none.
    """
    return None if text is None else _clean_object(text)


def read_computers_text(text: str | None) -> Computers:
    """Which seats a computer plays.

    :raises Unreadable: that is not what it says.
    """
    return NO_COMPUTERS if text is None else _computers(_object(text))


def _computers(kept: Any) -> Computers:
    return read_computers(kept, lambda reason: Unreadable(str(reason)))


def read_winners(text: str) -> tuple[Seat, ...]:
    """Who won.

    :raises Unreadable: it is no list of seats.
    """
    return _seats(_json(text))


def read_list(text: str) -> tuple[str, ...]:
    """A list of names; none, if it was never kept.

    :raises Unreadable: it is none.
    """
    names = _json(text or "[]")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Unreadable("what is no list of names")
    return tuple(names)


def read_names(text: str) -> frozenset[str]:
    """The same where their order does not matter.

    :raises Unreadable: it is none.
    """
    return frozenset(read_list(text))


def read_settings(text: str) -> tuple[Settings, bool]:
    """The settings, and whether all of them could be read: what could not, or was never set, takes its default."""
    usual = Settings()
    try:
        kept = _clean_object(text or "{}")
    except Unreadable:
        return usual, False
    given = {each.name: kept[each.name] for each in fields(Settings) if each.name in kept}
    good = {name: value for name, value in given.items() if _fits(name, value, getattr(usual, name))}
    return Settings(**good), good == given


def _fits(name: str, value: Any, usual: Any) -> bool:
    if type(value) is not type(usual):
        return False
    low, high = RANGES.get(name, (value, value))
    return bool(low <= value <= high) and (name != "palette" or value in PALETTES)


def read_standing(text: str) -> Standing:
    """What lasts beside a game; nothing, if the text is empty.

    :raises Unreadable: it is something else.
    """
    kept, usual = _clean_object(text or "{}"), Standing()
    simple = {name: kept.get(name, getattr(usual, name)) for name in ("paused", "manual", "told")}
    if not all(type(value) is type(getattr(usual, name)) and value >= 0 for name, value in simple.items()):
        raise Unreadable("a value of the wrong kind")
    agreed, undo, park, abandon, hints = (
        _seats(kept.get(name, []))
        for name in ("draw_agreed", "undo_asked", "park_asked", "abandon_asked", "hints_for")
    )
    return Standing(
        **simple, draw_agreed=agreed, undo_asked=frozenset(undo), park_asked=frozenset(park),
        abandon_asked=frozenset(abandon), next_game=_next_game(kept.get("next_game")), wood=_wood(kept.get("wood", [])),
        hints_for=frozenset(hints),
    )


def _next_game(kept: Any) -> NextGame | None:
    """What the players were asked to put the game aside for."""
    if kept is None:
        return None
    try:
        key, game_id = str(kept["key"]), find_game(kept["game_id"]).id
        if "options" not in kept:
            return Reopen(key, game_id)
        options = find_game(game_id).read_options(kept["options"]).as_data()
        players = {_seat(seat): repaired(str(name), LONGEST_NAME) for seat, name in kept["players"].items()}
        computers = _computers(kept.get("computers", {}))
        return StartGame(key, game_id, options, players, bool(kept["screen"]), str(kept["host"]), computers)
    except (TypeError, KeyError, AttributeError, EngineError) as error:
        raise Unreadable("a next game that is none") from error


def _wood(kept: Any) -> tuple[tuple[int, str], ...]:
    """Pieces by square."""
    try:
        return tuple((operator.index(square), str(parse_piece(piece))) for square, piece in list(kept))
    except (TypeError, ValueError) as error:
        raise Unreadable("pieces that are none") from error


def read_pin(text: str) -> str:
    """The owner's PIN; empty: there is none yet.

    :raises Unreadable: it is not made of six digits.
    """
    if text and not (len(text) == PIN_DIGITS and text.isascii() and text.isdigit()):
        raise Unreadable("not six digits")
    return text


def is_seat(name: str) -> bool:
    """Whether a game may have a seat of this name."""
    return name in [seat.value for seat in Seat]


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable("not JSON") from error


def _object(text: str) -> dict[str, Any]:
    found = _json(text)
    if not isinstance(found, dict):
        raise Unreadable("not a JSON object")
    return found


def _clean_object(text: str) -> dict[str, Any]:
    """One in which no text has half a character, which nothing could be written with."""
    found = _object(text)
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise Unreadable("text that is no Unicode") from error
    return found


def _seats(found: Any) -> tuple[Seat, ...]:
    if not isinstance(found, list):
        raise Unreadable("not a list of seats")
    return tuple(_seat(name) for name in found)


def _seat(name: Any) -> Seat:
    if not isinstance(name, str) or not is_seat(name):
        raise Unreadable(f"{name!r} is no seat"[:60])
    return Seat(name)
