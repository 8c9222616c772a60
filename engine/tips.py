"""Tips: what a first game tells of its rules, at the moments they matter."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.core.events import Happening
from engine.core.messages import Message

Moment = Callable[[Any, tuple[Happening, ...]], bool]
"""True if something matters in a position, after what the last action made happen."""


@dataclass(frozen=True, slots=True)
class Tip:
    """``name``: short and never changed, for phones remember which tips were read. ``section``: the heading of the
    rules that tells more, as in links to it (in English)."""

    name: str
    section: str
    message: Message
    matters: Moment


def after(kind: type) -> Moment:
    """Make a moment that comes once something of this kind has happened."""
    return lambda _position, happenings: any(isinstance(each, kind) for each in happenings)
