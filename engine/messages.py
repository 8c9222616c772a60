"""Sentences for people, as a key and the values that go into it.

The key is the English sentence itself, with named fields in braces, so that it can serve as the msgid
of a gettext catalogue: ``message("{seat} is to move", seat=Seat.WHITE)``. Whoever shows the message
translates the key, then each value (a seat becomes a player's name), then fills the fields in.
"""

from dataclasses import dataclass
from typing import Union

Value = Union[str, int, "Message"]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence: ``key`` with a field ``{name}`` for every entry of ``values``."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        return self.key.format(**{name: str(value) for name, value in self.values})


def message(key: str, **values: Value) -> Message:
    """Shorthand for a :class:`Message`; text catalogues find their msgids by the name of this function."""
    return Message(key, tuple(values.items()))
