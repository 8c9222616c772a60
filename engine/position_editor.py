"""Settings of a position that somebody can make by hand: enough for a panel to offer an editor for any game.

A *control* is a field of a state's ``detail`` (docs/protocol.md), a *stage* a phase in which a game can be set up.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.core.messages import Message
from engine.core.pieces import Seat


class ControlKind(StrEnum):
    """The kinds of values that the field of a control holds."""

    NUMBER = "number"
    """A whole number."""
    NUMBERS = "numbers"
    """A whole number for each seat."""
    WORDS = "words"
    """A list of some of the choices."""
    LETTERS = "letters"
    """Some of the choices joined to one word, in their order; ``-`` for none of them."""
    SEATS = "seats"
    """A list of seats."""
    SQUARES = "squares"
    """A list of squares."""
    SQUARE = "square"
    """One square, or null."""
    STRENGTHS = "strengths"
    """Power and toughness by square: ``{"c2": "2/3"}``. Squares left out have the usual ones."""


@dataclass(frozen=True, slots=True)
class Control:
    """A field of the detail, as somebody would set it."""

    name: str
    kind: ControlKind
    label: Message
    help: Message | None = None
    low: int = 0
    high: int = 0
    """Of numbers: the least, and the most that makes sense to offer."""
    usual: int = 0
    """Of numbers: what they are where the phase begins."""
    choices: tuple[tuple[str, Message], ...] = ()
    empty: bool = False
    """Of squares: whether they are such as hold no piece; else they are such as hold one."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A phase in which a position can be set up. ``seats``: who may be to act; none: that is not asked."""

    phase: str
    label: Message
    seats: tuple[Seat, ...]
    controls: tuple[Control, ...] = ()
