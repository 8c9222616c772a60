"""Sentences for people, as a key and the values that go into it.

The key is the English sentence itself, with named fields in braces, so that it can serve as the msgid
of a gettext catalogue: ``message("{seat} is to move", seat=Seat.WHITE)``. Whoever shows the message
translates the key, then each value (a seat becomes a player's name, a number is written as the language does), then
fills the fields in.

A sentence with a number that is said differently for one and for several has a ``plural`` beside its key, as gettext's
``ngettext`` has it; a language may need more forms than these two.
"""

from dataclasses import dataclass
from typing import Union

Value = Union[str, int, float, "Message"]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence: ``key`` with a field ``{name}`` for every entry of ``values``."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    """The text that stands for ``key`` where the value ``count`` is not 1; empty where no number matters."""

    @property
    def count(self) -> int:
        """The number that decides between ``key`` and ``plural``; 1 where none does."""
        return next((value for name, value in self.values if name == "count" and isinstance(value, int)), 1)

    def __str__(self) -> str:
        text = self.plural if self.plural and self.count != 1 else self.key
        return text.format(**{name: str(value) for name, value in self.values})


def message(key: str, **values: Value) -> Message:
    """Make a :class:`Message`; text catalogues find their msgids by the name of this function."""
    return Message(key, tuple(values.items()))


def counted(one: str, several: str, count: int, **values: Value) -> Message:
    """Make a sentence for 1 and a sentence for any other ``count``, which both may name as ``{count}``."""
    return Message(one, (("count", count), *values.items()), several)
