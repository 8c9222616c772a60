"""The table of lights, ``lights.toml``, as it is written: the source of ``palettes`` and ``shapes``.

It is read strictly: with a field that nobody reads, a light would look otherwise than its writer meant, without any
error.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from engine.core.json_fields import TRUTH, Kind, check, check_known, number, one_of
from engine.core.messages import Message
from hardware.errors import BadLights

Fields = Mapping[str, Kind[Any]]

_PARTS: Final = (
    "legend", "legend_of_badges", "shapes", "shapes_by_pixel", "palettes", "seats", "roles", "badges", "breath",
)
_MOVING: Final = ("rotate", "swap", "pulse")


def _kind(allowed: str, good: Callable[[Any], bool]) -> Kind[Any]:
    """Make a kind without a German text: only those who write the table read what is allowed."""
    return Kind(Message(allowed), good)


def _letters(pattern: str) -> Callable[[Any], bool]:
    return lambda value: type(value) is str and re.fullmatch(pattern, value) is not None


_is_colour: Final = _letters("#[0-9a-f]{6}")
_PERIOD: Final = {"period_s": number(0.1, 60)}
_WORDS: Final = _kind("a text in quotes", _letters(".+"))
_RHYTHM: Final = _kind("digits in quotes", _letters("[0-9]+"))
_NO_RHYTHM: Final = _kind("empty", _letters(""))
_SHAPE: Final = _kind("letters B, d and . in quotes", _letters("[Bd.]+"))
_COLOUR: Final = _kind('a colour such as "#00ff80"', _is_colour)


def checked(table: dict[str, Any]) -> dict[str, Any]:
    """Return the table itself if it is sound.

    :raises BadLights: a part of it is unknown, missing or not as it must be; the message names it.
    """
    _check_names("", table, _PARTS, _PARTS)
    _check_shapes(table["shapes"], table["shapes_by_pixel"])
    for name, entry in table["palettes"].items():
        _check(f"palettes.{name}", entry, {"dim": number(0, 1), "flash": _COLOUR})
    for name, entry in table["seats"].items():
        _check(f"seats.{name}", entry, *_colours(table))
    for kind, more in (("roles", {"owned": TRUTH, "aloud_owned": _WORDS}), ("badges", {})):
        for name, entry in table[kind].items():
            _check_sign(f"{kind}.{name}", entry, table, more)
    _check("breath", table["breath"], {**_look(table), "rhythm": _NO_RHYTHM, **_PERIOD})
    return table


def _check_sign(label: str, entry: Any, table: Mapping[str, Any], more: Fields) -> None:
    """Check a role or a badge."""
    colours, screen = _colours(table)
    needed = {**_look(table), "meaning": _WORDS, "aloud": _WORDS, **colours}
    if entry.get("motion") in _MOVING:
        needed |= _PERIOD
    _check(label, entry, needed, {**_PERIOD, **screen, **more})


def _look(table: Mapping[str, Any]) -> dict[str, Kind[Any]]:
    shape = one_of(*table["shapes"], *table["shapes_by_pixel"])
    return {"shape": shape, "motion": one_of("still", *_MOVING), "rhythm": _RHYTHM}


def _colours(table: Mapping[str, Any]) -> tuple[dict[str, Kind[Any]], dict[str, Kind[Any]]]:
    """Return the colours needed in every palette, and those for screens, allowed in some."""
    palettes = set(table["palettes"])

    def in_some(value: Any) -> bool:
        return isinstance(value, dict) and palettes >= set(value) and all(map(_is_colour, value.values()))

    def in_every(value: Any) -> bool:
        return in_some(value) and palettes == set(value)

    each = f'of {", ".join(table["palettes"])}, such as "#00ff80"'
    colours, screen = _kind(f"a colour for each {each}", in_every), _kind(f"a colour for some {each}", in_some)
    return {"colours": colours}, {"screen": screen}


def _check_shapes(spread: Mapping[str, Any], repeated: Mapping[str, Any]) -> None:
    for kind, shapes in (("shapes", spread), ("shapes_by_pixel", repeated)):
        _check(kind, shapes, dict.fromkeys(shapes, _SHAPE))
    for name, letters in spread.items():
        for other, same in repeated.items():
            if name == other or letters == same:  # tiles identify shapes by their letters alone
                raise BadLights(
                    f"lights.toml: shapes.{name} and shapes_by_pixel.{other} must differ in name and in letters: "
                    "nobody could tell which of them is meant"
                )


def _check(label: str, entry: Mapping[str, Any], needed: Fields, others: Fields | None = None) -> None:
    kinds = {**(others or {}), **needed}
    _check_names(f"{label}.", entry, tuple(kinds), tuple(needed))
    for field, value in entry.items():
        check(f"{label}.{field}", value, kinds[field], _complaint)


def _check_names(before: str, entry: Mapping[str, Any], known: tuple[str, ...], needed: tuple[str, ...]) -> None:
    for field in entry:
        check_known(field, known, f"{before}{field}", _complaint)
    for field in needed:
        if field not in entry:
            raise BadLights(f"lights.toml: {before}{field} is missing")


def _complaint(reason: Message) -> BadLights:
    return BadLights(f"lights.toml: {reason}")


TABLE: Final = checked(tomllib.loads(Path(__file__).with_name("lights.toml").read_text("utf-8")))
