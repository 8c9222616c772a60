"""Queries about the games that are stored, and their answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from engine.core.pieces import Seat
from engine.records.computer_levels import Computers

MOST_COUNTED: Final = 2000
"""The latest games that ratings and streaks are worked out from."""
MOST_MONTHS: Final = 24
"""Months that statistics reach back over time."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A choice of stored games: those that fulfil all of it.

    ``over``: whether they are finished; ``None``: no matter. ``result``: ``won``, ``drawn`` or ``abandoned``.
    ``computers``: whether a computer plays in them; ``None``: no matter. ``setup``: whether they began from a position
    that somebody set up.
    ``whole``: only those that replay as far as is known. ``deleted``: those that are deleted instead of those that are
    not. ``host``: started by the phone with this public name. ``here``: finished at this table, not brought in when
    they were over; the one that was finished last comes first.
    """

    over: bool | None = None
    game_id: str = ""
    player: str = ""
    result: str = ""
    whole: bool = False
    deleted: bool = False
    host: str = ""
    computers: bool | None = None
    setup: bool | None = None
    here: bool = False


EVERY_GAME: Final = Selection()
"""That is not deleted."""
RESTORABLE_DAYS: Final = 30
"""The time for which a deleted game can be restored. Its days are not counted while nobody knows the date."""


@dataclass(frozen=True, slots=True)
class Total:
    """The number of games that somebody played, won, drew and lost."""

    name: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def points(self) -> float:
        """As a club counts them: one for a win, half of one for a draw."""
        return self.won + self.drawn / 2


@dataclass(frozen=True, slots=True)
class Counted:
    """A finished game that counts, as ratings and streaks need it. ``began``: the day as ISO 8601 text, empty:
    unknown. ``winners``: empty for a draw."""

    game_id: str
    began: str
    players: Mapping[Seat, str]
    winners: tuple[Seat, ...]
    computers: Computers


@dataclass(frozen=True, slots=True)
class GameKind:
    """Games of one kind with the same options. ``white``: how many White won. ``length``: actions in the mean, 0 where
    nobody knows; ``shortest`` and ``longest`` as well."""

    game_id: str
    options: Mapping[str, Any]
    played: int
    white: int
    drawn: int
    length: float
    shortest: int
    longest: int


@dataclass(frozen=True, slots=True)
class Pair:
    """The record of two players against each other. ``one`` won ``ahead`` times, ``other`` ``behind`` times."""

    one: str
    other: str
    played: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """``days``: how many games began on each, the latest days; those without games left out."""

    kinds: Sequence[GameKind]
    pairs: Sequence[Pair]
    days: Mapping[date, int]
