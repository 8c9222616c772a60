"""Reading values that somebody else wrote: options, states, requests, settings, rows of a store.

A *kind* says what a field may hold. Whoever reads a field hands in the error that fits there; its message is the same
everywhere: which field, what it must be, what it is.
"""

import json
import reprlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from math import isinf
from typing import Any, Final, Generic, TypeVar

from engine.core.messages import Message, Value, message

T = TypeVar("T")

Complaint = Callable[[Message], Exception]
"""Makes the error to raise."""

_LONGEST_LABEL: Final = 240
"""Characters of the name of a field that nobody knows, as far as it is told."""

LARGEST: Final = 2**53 - 1
"""The largest whole number that every JSON reader takes exactly."""


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """A kind of value that a field may hold. ``allowed``: in words, after "must be"; ``good``: whether a value is of
    this kind."""

    allowed: Message
    good: Callable[[Any], bool]


def whole(low: int = 0, high: int = LARGEST) -> Kind[int]:
    """Allow a whole number from ``low`` to ``high``. True and false are none."""
    return Kind(
        message("a whole number from {low} to {high}", low=low, high=high),
        # not isinstance: to Python True is an int
        lambda value: type(value) is int and low <= value <= high,
    )


def number(low: float, high: float) -> Kind[float]:
    """Allow a number from ``low`` to ``high``, with or without a fraction."""
    return Kind(
        message("a number from {low} to {high}", low=low, high=high),
        lambda value: type(value) in (int, float) and low <= value <= high,
    )


def one_of(*words: str) -> Kind[str]:
    """Allow one of several words."""
    return Kind(
        message("one of {choices}", choices=", ".join(words)), lambda value: type(value) is str and value in words
    )


def or_null(kind: Kind[T]) -> Kind[T | None]:
    """Allow null as well."""
    return Kind(
        message("{allowed}, or null", allowed=kind.allowed), lambda value: value is None or kind.good(value)
    )


TRUTH: Final[Kind[bool]] = Kind(message("true or false"), lambda value: type(value) is bool)
TEXT: Final[Kind[str]] = Kind(message("a text"), lambda value: isinstance(value, str))
LIST: Final[Kind[Iterable[Any]]] = Kind(message("a list"), lambda value: isinstance(value, list | tuple))
OBJECT: Final[Kind[Mapping[str, Any]]] = Kind(message("an object"), lambda value: isinstance(value, Mapping))


def check(field: Value, value: object, kind: Kind[T], complaint: Complaint) -> T:
    """Return the value, if it is of this kind; if not, raise what ``complaint`` makes of the reason."""
    if kind.good(value):
        return value  # type: ignore[return-value]  # its kind vouches for it
    raise complaint(message(
        "{field} must be {allowed}, not {value}", field=field, allowed=kind.allowed, value=quoted(value)
    ))


def check_known(name: str, known: tuple[str, ...], label: Value, complaint: Complaint) -> None:
    """Refuse the name of a field that nobody knows, with the one that may have been meant."""
    if name in known:
        return
    near = get_close_matches(name, known, 1)
    remedy = message("did you mean {name}?", name=near[0]) if near else message(
        "there are {names}", names=", ".join(known)
    )
    field = f"{label[:_LONGEST_LABEL]}..." if isinstance(label, str) and len(label) > _LONGEST_LABEL else label
    raise complaint(message("{field} is not known here: {remedy}", field=field, remedy=remedy))


def quoted(value: object) -> str:
    """Quote a value as it was written, for a sentence: of a long one, enough to recognise it."""
    return _SHORT.repr(value)


def read_json(written: str | bytes, complaint: Complaint) -> Any:
    """Read the value that JSON describes; if it is none, raise what ``complaint`` makes of the reason.

    Python's reader alone would take NaN, numbers beyond all counting, and the last of several equal names. Bytes are
    UTF-8, and may begin with a byte order mark, which some programs put before all they write (RFC 8259, 8.1).
    """
    try:
        text = written.decode("utf-8-sig") if isinstance(written, bytes) else written
        return json.loads(
            text, parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_named_once
        )
    except (ValueError, RecursionError) as error:
        raise complaint(message("not JSON: {error}", error=_why(error))) from error


class _NoJson(ValueError):
    """An error for what Python's reader would take, though JSON does not allow it."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


def _why(error: ValueError | RecursionError) -> Message:
    """Put into words for people what Python's readers say."""
    match error:
        case _NoJson():
            return error.reason
        case json.JSONDecodeError():
            return message("it goes wrong in line {line}, column {column}", line=error.lineno, column=error.colno)
        case UnicodeDecodeError():
            return message("it is not UTF-8")
        case RecursionError():
            return message("it is nested too deeply")
    return message("a number in it has too many digits")


def _refuse_constant(name: str) -> None:
    raise _NoJson(message("{name} is not a JSON value", name=name))


def _finite(digits: str) -> float:
    # JSON has 1e999; Python makes infinity of it, which nothing that follows expects.
    value = float(digits)
    if isinf(value):
        raise _NoJson(message("the number {number} is too large", number=quoted(digits)[1:-1]))
    return value


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in named if names.count(name) > 1)
        raise _NoJson(message("an object names {name} twice", name=quoted(twice)))
    return named


class _Short(reprlib.Repr):
    def repr_int(self, x: int, level: int) -> str:
        """Write a number in base 16: Python refuses to write thousands of decimal digits."""
        return super().repr_int(x, level) if x.bit_length() < 4_000 else f"{hex(x)[:20]}..."


_SHORT = _Short()
_SHORT.maxstring = _SHORT.maxother = 60
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxdict = 20
"""Enough to recognise what was written, and no more of it than a sentence takes."""
