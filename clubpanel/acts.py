"""The acts of a tournament as JSON, as the database keeps them."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from clubpanel.tournament import (
    Act,
    Assign,
    Begin,
    ComeBack,
    Correct,
    End,
    Enter,
    Game,
    Leave,
    Pair,
    Reopen,
    Score,
    System,
)

_KINDS: Final[Mapping[str, type[Act]]] = {
    "begin": Begin, "enter": Enter, "leave": Leave, "come_back": ComeBack, "pair": Pair, "assign": Assign,
    "correct": Correct, "end": End, "reopen": Reopen,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def write_act(act: Act) -> dict[str, Any]:
    """As it is kept."""
    return {"act": _NAMES[type(act)]} | {each.name: _written(getattr(act, each.name)) for each in fields(act)}


def read_act(kept: Mapping[str, Any]) -> Act:
    """What :func:`write_act` made.

    :raises ValueError: it is something else.
    """
    try:
        values = {name: _read(name, value) for name, value in kept.items() if name != "act"}
        return _KINDS[kept["act"]](**values)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"no act of a tournament: {error!r}") from error


def _written(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_written_game(game) for game in value]
    return value


def _written_game(game: Game) -> dict[str, Any]:
    return {"round": game.round, "white": game.white, "black": game.black, "board": game.board,
            "over_before": sorted(game.over_before)}


def _read(name: str, value: Any) -> Any:
    if name == "games":
        return tuple(Game(**game | {"over_before": frozenset(game["over_before"])}) for game in value)
    if name == "system":
        return System(value)
    return Score(value) if name in ("score", "before") and value is not None else value
