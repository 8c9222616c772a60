"""Lights of rings and of the phones' boards, square by square."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.core.pieces import Seat
from engine.core.squares import Square


class Role(StrEnum):
    """The meaning of a square's light. One per square; where several apply, the one listed first wins."""

    WRONG = "wrong"
    CHOICE = "choice"
    CAREFUL = "careful"
    HINT = "hint"
    CAPTURE = "capture"
    MEET = "meet"
    MOVE = "move"
    SPAWN = "spawn"
    PLACE = "place"
    CLEAR = "clear"
    MARCH_FROM = "march_from"
    MARCH_TO = "march_to"
    ORIGIN = "origin"
    NO_MOVE = "no_move"
    HURRY = "hurry"
    THINKING = "thinking"
    SPENT = "spent"
    TURN = "turn"
    TOLD = "told"
    HOLE = "hole"


class Badge(StrEnum):
    """A small sign beside a square's role."""

    CHECK = "check"
    SHIELD = "shield"
    LAST_MOVE = "last_move"


@dataclass(frozen=True, slots=True)
class Light:
    """The light of one square. ``seat``: whose colour ``place``, ``march_to`` and ``turn`` shine in (``None``:
    nobody's)."""

    role: Role | None = None
    badge: Badge | None = None
    seat: Seat | None = None


class Help(StrEnum):
    """The help that lights give a seat."""

    ALL = "all"
    LIFTED = "lifted"
    """Nothing shows what can move; after a lift, where to."""
    ERRORS = "errors"
    """Lights show what can be done only once something is wrong or half done."""


Lights = Mapping[Square, Light]
"""Squares left out are dark."""


class Overlay(StrEnum):
    """An effect of the whole board, over or instead of its lights."""

    NONE = "none"
    FLASH = "flash"
    """A short confirmation on the squares of the last action: it is on disk."""
    PAUSE = "pause"
    """Dark but for a slow breath of the turn's colour."""
