"""Scenes as JSON: every field under its name, sentences translated, enums as their words."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Literal, TypedDict

from engine.core.messages import Message
from engine.core.pieces import Seat
from table.messages.scene import Scene
from table.messages.taps import ScreenPieces
from webpanel.text.translations import ending, player_names, translate

Owner = Literal["me", "other", "nobody"]


class AddedToScene(TypedDict):
    """The fields of a scene beside its own."""

    names: dict[Seat, str]
    """Seat → the name of its player."""
    piece_art: dict[str, str]
    """Kind → the English name of its picture."""
    ending: str
    """The reason why it is over."""


class WoodJson(TypedDict):
    """The screen board as one phone may see it."""

    stands: dict[str, str]
    hand: list[str]
    tray: dict[str, int]
    owner: Owner
    """The owner of the hand."""


def scene_json(scene: Scene) -> dict[str, Any]:
    """Return a scene as JSON values, with :class:`AddedToScene`."""
    names = player_names(scene.players, scene.computers, scene.engines)
    told: dict[str, Any] = _json(scene, names)
    return told | AddedToScene(
        names=names, piece_art={kind: name.key for kind, name in scene.piece_names.items()},
        ending=ending(scene.game_id, scene.reason) if scene.winners is not None else "",
    )


def wood_json(wood: ScreenPieces | None, phone: str) -> WoodJson | None:
    """Return the screen board as one phone may see it."""
    if wood is None:
        return None
    return {"stands": dict(wood.stands), "hand": list(wood.hand), "tray": dict(wood.tray), "owner": hand(wood, phone)}


def hand(wood: ScreenPieces | None, phone: str) -> Owner:
    """Return the owner of the hand over the screen board, as seen from a phone: ``me``, ``other`` or ``nobody``."""
    if wood is None or wood.phone is None:
        return "nobody"
    return "me" if wood.phone == phone else "other"


def _json(value: Any, names: Mapping[Seat, str]) -> Any:
    if isinstance(value, Message):
        return translate(value, names)
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {each.name: _json(getattr(value, each.name), names) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _json(item, names) for key, item in value.items()}
    if isinstance(value, (tuple, list, frozenset)):
        return [_json(item, names) for item in value]
    return value
