"""Acts of a tournament as JSON, as stored in the database."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final

from clubpanel.results.columns import stored_text
from clubpanel.results.errors import Unreadable
from clubpanel.tournament.model import (
    MOST_IN_ROUND_ROBIN,
    MOST_ROUNDS,
    Act,
    AskBye,
    Assign,
    Begin,
    ComeBack,
    Correct,
    DropBye,
    End,
    Enter,
    Game,
    GiveBack,
    Leave,
    Pair,
    Reconsider,
    Refuse,
    Reopen,
    Score,
    System,
    Take,
    Unpair,
)
from engine.core.json_fields import LARGEST, LIST, OBJECT, TRUTH, check, check_known, one_of, whole
from engine.core.options import OptionValue
from engine.records.time_controls import Control, read_control

_KINDS: Final[Mapping[str, type[Act]]] = {
    "begin": Begin, "enter": Enter, "leave": Leave, "come_back": ComeBack, "pair": Pair, "assign": Assign,
    "unpair": Unpair, "ask_bye": AskBye, "drop_bye": DropBye,
    "correct": Correct, "take": Take, "give_back": GiveBack, "refuse": Refuse, "reconsider": Reconsider, "end": End,
    "reopen": Reopen,
}
_NEW: Final = ("half", "by_hand")
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def write_act(act: Act) -> dict[str, Any]:
    """Encode an act for the database."""
    values = {each.name: _written(getattr(act, each.name)) for each in fields(act)}
    return {"act": _NAMES[type(act)]} | _without_new(values)


def read_act(kept: object) -> Act:
    """Decode what :func:`write_act` encoded.

    :raises Unreadable: it is something else.
    """
    given = check("act", kept, OBJECT, Unreadable)
    act = _KINDS[check("act", given.get("act"), one_of(*_KINDS), Unreadable)]
    return act(**_values(given, _FIELDS[act], "act"))


def _without_new(values: dict[str, Any]) -> dict[str, Any]:
    """Leave out what an earlier version of the program would not know, where nothing is to be said by it."""
    return {name: value for name, value in values.items() if not (name in _NEW and value is False)}


def _written(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_written_game(game) for game in value]
    return str(value) if isinstance(value, Control) else value


def _written_game(game: Game) -> dict[str, Any]:
    return _without_new({"round": game.round, "white": game.white, "black": game.black, "board": game.board,
                         "over_before": sorted(game.over_before), "key": game.key, "half": game.half})


Read = Callable[[str, Any], Any]
"""A function that reads the value of a field of this name."""


def _values(given: Mapping[str, Any], fields: Mapping[str, Read], *more: str) -> dict[str, Any]:
    """Read an object that has exactly these fields. ``more``: fields that were read before."""
    for name in given:
        check_known(name, (*more, *fields), name, Unreadable)
    return {name: read(name, given.get(name)) for name, read in fields.items()}


def _whole(low: int, high: int) -> Read:
    return lambda name, value: check(name, value, whole(low, high), Unreadable)


def _flag(name: str, value: Any) -> bool:
    return check(name, value, TRUTH, Unreadable)


def _new_flag(name: str, value: Any) -> bool:
    return value is not None and _flag(name, value)


def _system(name: str, value: Any) -> System:
    return System(check(name, value, one_of(*System), Unreadable))


def _score(name: str, value: Any) -> Score | None:
    return None if value is None else Score(check(name, value, one_of(*Score), Unreadable))


def _result(name: str, value: Any) -> str | None:
    return None if value is None else stored_text(name, value)


def _games(name: str, value: Any) -> tuple[Game, ...]:
    games = (check(name, each, OBJECT, Unreadable) for each in check(name, value, LIST, Unreadable))
    return tuple(Game(**_values(each, _OF_GAME)) for each in games)


def _text_or_none(name: str, value: Any) -> str:
    """Read a text; empty in what earlier versions wrote, which had no such field."""
    return "" if value is None else stored_text(name, value)


def _clock(name: str, value: Any) -> Control | None:
    return read_control(name, value, Unreadable) if _text_or_none(name, value) else None


def _options(name: str, value: Any) -> dict[str, OptionValue]:
    given = {} if value is None else check(name, value, OBJECT, Unreadable)
    return {option: each if isinstance(each, int) else stored_text(option, each) for option, each in given.items()}


def _texts(name: str, value: Any) -> frozenset[str]:
    return frozenset(stored_text(name, each) for each in check(name, value, LIST, Unreadable))


_ROUND: Final = _whole(1, 2 * MOST_IN_ROUND_ROBIN)
_OF_GAME: Final[Mapping[str, Read]] = {
    "round": _ROUND,
    "white": stored_text, "black": stored_text, "board": stored_text, "over_before": _texts,
    "key": _text_or_none, "half": _new_flag,
}
_PLACE: Final = _whole(0, LARGEST)
_OF_PLAYER: Final[Mapping[str, Read]] = {"player": stored_text}
_OF_BYE: Final[Mapping[str, Read]] = {"player": stored_text, "round": _ROUND}
_OF_RESULT: Final[Mapping[str, Read]] = {"result": stored_text, "white": stored_text, "black": stored_text}
_FIELDS: Final[Mapping[type[Act], Mapping[str, Read]]] = {
    Begin: {"name": stored_text, "system": _system, "game": stored_text, "rounds": _whole(0, MOST_ROUNDS),
            "options": _options, "clock": _clock},
    Enter: _OF_PLAYER, Leave: _OF_PLAYER, ComeBack: _OF_PLAYER, Pair: {"games": _games, "by_hand": _new_flag},
    Unpair: {"round": _ROUND}, AskBye: _OF_BYE, DropBye: _OF_BYE,
    Assign: {"game": _PLACE, "board": stored_text},
    Correct: {"game": _PLACE, "score": _score, "before": _score, "why": stored_text, "result": _result},
    Take: {"game": _PLACE, "turned": _flag, **_OF_RESULT}, GiveBack: {"game": _PLACE},
    Refuse: _OF_RESULT, Reconsider: _OF_RESULT, End: {}, Reopen: {},
}
