"""Reading the tables of a TOML file key by key, so that whatever is wrong is named with what is allowed."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from daemon.errors import BadConfig
from engine.errors import BadText
from engine.texts import checked
from hardware.driver import MOST_PINS, Option, are_pins

_LONGEST = 1000
"""Characters of a text, a path say."""


class Keys:
    """One table of the file. Ask for every key there may be, then call :meth:`finish`."""

    def __init__(self, name: str, data: Mapping[str, Any]) -> None:
        self._name = name
        self._data = data
        self._known: list[str] = []

    def _label(self, key: str) -> str:
        return f"{self._name}.{key}" if self._name else key

    def _get(self, key: str, default: Any, allowed: str, good: Callable[[Any], bool]) -> Any:
        self._known.append(key)
        value = self._data.get(key, default)
        if not good(value):
            raise BadConfig(f"{self._label(key)} must be {allowed}, not {value!r}")
        return value

    def table(self, key: str) -> "Keys":
        """A table inside this one; empty if left out."""
        return Keys(key, self._get(key, {}, f"a table, written [{key}]", lambda value: isinstance(value, dict)))

    def text(self, key: str, default: str) -> str:
        """A text of one line."""
        value: str = self._get(key, default, "a text in quotes", lambda value: isinstance(value, str))
        try:
            return checked(value, self._label(key), _LONGEST)
        except BadText as error:
            raise BadConfig(str(error)) from error

    def choice(self, key: str, default: str, choices: tuple[str, ...]) -> str:
        """One of several words."""
        value: str = self._get(key, default, "one of " + ", ".join(choices), lambda value: value in choices)
        return value

    def integer(self, key: str, default: int, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``."""
        allowed = f"a whole number from {low} to {high}"
        value: int = self._get(key, default, allowed, lambda value: type(value) is int and low <= value <= high)
        return value

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """A number from ``low`` to ``high``."""
        allowed = f"a number from {low:g} to {high:g}"
        return float(self._get(key, default, allowed, lambda v: type(v) in (int, float) and low <= v <= high))

    def option(self, option: Option) -> Any:
        """The value of a driver's option; lists become tuples."""
        value = self._get(option.name, option.default, option.allowed, option.good)
        return tuple(value) if isinstance(value, list) else value

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value: bool = self._get(key, default, "true or false", lambda value: type(value) is bool)
        return value

    def optional_pins(self, key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        """Up to sixteen GPIO numbers, or none."""
        allowed = f"a list of up to {MOST_PINS} GPIO numbers from 0 to 27"
        return tuple(self._get(key, default, allowed, lambda value: value == [] or value == () or are_pins(value)))

    def tables(self, key: str) -> tuple["Keys", ...]:
        """A list of tables, one for each time its name is written; empty if left out."""
        allowed = f"tables, each written [[{key}]]"
        given = self._get(key, [], allowed, lambda v: isinstance(v, list) and all(isinstance(e, dict) for e in v))
        return tuple(Keys(f"{key}[{number}]", each) for number, each in enumerate(given, 1))

    def finish(self) -> None:
        """Refuse keys that nobody asked for."""
        for key in self._data:
            if key not in self._known:
                near = get_close_matches(key, self._known, 1)
                remedy = f"did you mean {near[0]}?" if near else f"known here: {', '.join(self._known)}"
                raise BadConfig(f"{self._label(key)} is not a setting: {remedy}")
