"""Reading the tables of a TOML file key by key, so that every error names the key and what is allowed."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from daemon.base.errors import BadConfig
from engine.core.errors import BadText
from engine.core.json_fields import OBJECT, TEXT, TRUTH, Kind, check, check_known, number, one_of, quoted, whole
from engine.core.messages import Message
from engine.core.text_rules import LONGEST_NAME, checked, checked_name
from hardware.driver_info import MOST_PINS, Driver, Options, are_pins

T = TypeVar("T")

_LONGEST = 1000
"""The limit in characters for a text, for example a path."""


def read_toml(written: bytes) -> Mapping[str, Any]:
    """Read the tables of a file. Some editors put a byte order mark before them.

    :raises BadConfig: it is not TOML; with the line. For a key that stands twice, Python's parser names only the place.
    """
    text = ""
    try:
        text = written.decode("utf-8-sig")
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(f"it is not valid TOML: {error}, {_line(text, str(error))}. Mend the file there") from error
    except UnicodeDecodeError as error:
        line = written.count(b"\n", 0, error.start) + 1
        raise BadConfig(f"it is not UTF-8 (at line {line}). Save the file as UTF-8") from error
    except RecursionError as error:
        raise BadConfig("it is nested too deeply. Take the superfluous brackets or dots out") from error
    except ValueError as error:
        raise BadConfig("a number in it has too many digits. Write a shorter one") from error


def _line(text: str, said: str) -> str:
    """Return the line that an error of the TOML parser refers to."""
    lines, place = text.rstrip().split("\n"), re.search(r"\(at line (\d+), ", said)
    return quoted(lines[min(int(place[1]), len(lines)) - 1 if place else -1].strip())


def setting(default: Any, read: Callable[..., Any], **allowed: Any) -> Any:
    """Declare a field of a table: its default (or a function that makes it), and the method of :class:`Keys` that reads
    it, with what that needs to know."""
    usual = {"default_factory" if callable(default) else "default": default}
    return field(metadata={"read": partial(read, **allowed)}, **usual)


class Keys:
    """One table of the file, in which relative paths begin at ``base``. Ask for every known key, then call
    :meth:`finish`."""

    def __init__(self, name: str, data: Mapping[str, Any], base: Path) -> None:
        self._name, self._data, self._base = name, data, base
        self._known: list[str] = []

    def read(self, of: type[Any]) -> Any:
        """Return the whole table as a value of this dataclass, whose fields are declared by :func:`setting`."""
        found = of(**{each.name: each.metadata["read"](self, each.name, each.default) for each in fields(of)})
        self.finish()
        return found

    def _label(self, key: str) -> str:
        return f"{self._name}.{key}" if self._name else key

    def _get(self, key: str, default: Any, kind: Kind[T]) -> T:
        self._known.append(key)
        return check(self._label(key), self._data.get(key, default), kind, _complaint)

    def table(self, key: str) -> "Keys":
        """Return a table inside this one; empty if left out."""
        kind: Kind[Mapping[str, Any]] = Kind(Message(f"a table, written [{key}]"), OBJECT.good)
        return Keys(key, self._get(key, {}, kind), self._base)

    def text(self, key: str, default: str) -> str:
        """Return a text of one line."""
        value = self._get(key, default, _QUOTED)
        try:
            return checked(value, self._label(key), _LONGEST)
        except BadText as error:
            raise BadConfig(str(error)) from error

    def path(self, key: str, default: None = None) -> Path | None:
        """Return a file or a directory; ``None`` if left out."""
        given = self.text(key, "")
        try:
            return self._base / Path(given).expanduser() if given else None
        except RuntimeError as error:
            remedy = "write the whole path, from / on"
            raise BadConfig(f"{self._label(key)}: nobody knows the home in {quoted(given)}: {remedy}") from error

    def name(self, key: str, default: str) -> str:
        """Return a name as players have them: short, and not empty."""
        try:
            given = checked_name(self._get(key, default, _QUOTED), self._label(key))
        except BadText as error:
            raise BadConfig(str(error)) from error
        return check(self._label(key), given, _NOT_EMPTY, _complaint)

    def matching(self, key: str, default: str, pattern: re.Pattern[str], allowed: str) -> str:
        """Return a text that matches a pattern as a whole. ``allowed``: what it must be, in words."""
        kind: Kind[str] = Kind(Message(allowed), lambda value: bool(pattern.fullmatch(value)))
        return check(self._label(key), self.text(key, default), kind, _complaint)

    def all_matching(
        self, key: str, default: tuple[str, ...], pattern: re.Pattern[str], allowed: str
    ) -> tuple[str, ...]:
        """Return a list of texts, each of which matches a pattern as a whole. ``allowed``: what they must be, in
        words."""
        kind: Kind[Iterable[str]] = Kind(
            Message(f"a list of {allowed}"), lambda value: isinstance(value, list | tuple) and all(
                isinstance(each, str) and pattern.fullmatch(each) for each in value
            )
        )
        return tuple(self._get(key, default, kind))

    def choice(self, key: str, default: str, choices: Iterable[str]) -> str:
        """Return one of several words."""
        return self._get(key, default, one_of(*choices))

    def choices(self, key: str, default: tuple[str, ...], choices: tuple[str, ...]) -> tuple[str, ...]:
        """Return any of several words, or none."""
        allowed = Message(f"a list of any of {', '.join(choices)}")
        kind: Kind[Iterable[str]] = Kind(
            allowed, lambda value: isinstance(value, list | tuple) and all(each in choices for each in value)
        )
        return tuple(self._get(key, default, kind))

    def integer(self, key: str, default: int, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``."""
        return self._get(key, default, whole(low, high))

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """Return a number from ``low`` to ``high``."""
        return float(self._get(key, default, number(low, high)))

    def options(self, key: str, default: object, drivers: Mapping[str, Driver]) -> Options:
        """Return the options of all these drivers, lists as tuples: so the builder can choose another driver without
        removing the options of the last."""
        options = [option for driver in drivers.values() for option in driver.options]
        values = {option.name: self._get(option.name, option.default, option.kind) for option in options}
        return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}

    def flag(self, key: str, default: bool) -> bool:
        """Return a truth value."""
        return self._get(key, default, TRUTH)

    def values(self, key: str, default: object) -> tuple[tuple[str, str], ...]:
        """Return a table of names that somebody else gave a meaning, each with its value as a text."""
        given = self._get(key, {}, _VALUES)
        return tuple(sorted((name, _as_text(value)) for name, value in given.items()))

    def optional_pins(self, key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        """Return up to sixteen GPIO numbers, or none."""
        return tuple(self._get(key, default, _OPTIONAL_PINS))

    def tables(self, key: str) -> tuple["Keys", ...]:
        """Return a list of tables, one for each time its name is written; empty if left out."""
        kind: Kind[list[Any]] = Kind(Message(f"tables, each written [[{key}]]"), _are_tables)
        given = self._get(key, [], kind)
        return tuple(Keys(f"{key}[{number}]", each, self._base) for number, each in enumerate(given, 1))

    def finish(self) -> None:
        """Refuse keys that nobody asked for."""
        for key in self._data:
            check_known(key, tuple(self._known), self._label(key), _complaint)


_PRINTED: Final = re.compile(r"[^\x00-\x1f\x7f]{1,200}")
_VALUES: Kind[Mapping[str, Any]] = Kind(
    Message("a table of texts, whole numbers and truth values"),
    lambda value: isinstance(value, dict) and all(
        type(each) in (str, int, bool) and _PRINTED.fullmatch(name) and _PRINTED.fullmatch(str(each))
        for name, each in value.items()
    ),
)
_QUOTED: Kind[str] = Kind(Message("a text in quotes"), TEXT.good)
_NOT_EMPTY: Kind[str] = Kind(Message(f"a name of up to {LONGEST_NAME} characters"), bool)
_OPTIONAL_PINS: Kind[Iterable[int]] = Kind(
    Message(f"a list of up to {MOST_PINS} GPIO numbers from 0 to 27"),
    lambda value: value == [] or value == () or are_pins(value),
)


def _as_text(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _complaint(reason: Message) -> BadConfig:
    return BadConfig(str(reason))
