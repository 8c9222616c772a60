"""Everything that leaves the table to be done: kept on disk, drawn by chance, told to whoever asked."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.records.computer_levels import Computers
from engine.records.time_controls import Stamp, Times
from table.messages.events import NextGame
from table.messages.new_game import NewGame
from table.messages.remote_board import RemoteBoard


@dataclass(frozen=True, slots=True)
class StoreGame:
    """Keep a new game's header. It counts as the entry 0 that every other entry follows."""

    key: str
    game: NewGame


@dataclass(frozen=True, slots=True)
class StoreAction:
    """Append an action. ``typed``: the number on it was typed in from real dice. ``stamp``: of a game with clocks.
    ``score``: what the computer that chose it thought of its game, from −1 (lost) to 1 (won); ``None``: none did."""

    key: str
    entry: int
    action: str
    typed: bool = False
    stamp: Stamp | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class StoreUndone:
    """Mark the latest ``count`` actions not yet marked as undone. Itself an entry, acknowledged like one."""

    key: str
    entry: int
    count: int


@dataclass(frozen=True, slots=True)
class StoreEnd:
    """The game is over. ``termination``: ``normal``, ``resignation``, ``agreement``, ``time`` or ``abandoned``.

    Itself an entry, acknowledged like one.
    """

    key: str
    entry: int
    winners: tuple[Seat, ...]
    reason: str
    termination: str


@dataclass(frozen=True, slots=True)
class PutNext:
    """The players agreed on it: put this game on the table, which is free now."""

    game: NextGame


@dataclass(frozen=True, slots=True)
class DrawChance:
    """Draw one of the outcomes by weight and answer with :class:`ChanceDrawn`."""

    outcomes: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class KeepComputers:
    """Keep that these seats of the game are a computer's, the others people's."""

    key: str
    computers: Computers


@dataclass(frozen=True, slots=True)
class KeepName:
    """Keep what the other board of the game is called, and its players with it."""

    key: str
    afar: RemoteBoard
    players: Mapping[Seat, str]


@dataclass(frozen=True, slots=True)
class KeepTimes:
    """Keep what the clocks of the game say now."""

    key: str
    times: Times


@dataclass(frozen=True, slots=True)
class KeepSolved:
    """Keep that somebody has solved a lesson of a game. ``learner``: maybe empty, for all who gave no name."""

    learner: str
    game_id: str
    lesson: str


@dataclass(frozen=True, slots=True)
class Think:
    """Have the computer think for a seat and answer with :class:`MoveChosen`; for a ``hint``, with :class:`HintFound`;
    to ``check`` an action, with :class:`BlunderFound`.

    ``entry``: the number that the action will have in the store. The same entry, asked again, is answered the same.
    """

    entry: int
    seat: Seat
    hint: bool = False
    within_s: float | None = None
    """It may not take longer, although it might otherwise."""
    check: str | None = None
    """An action that a person is about to play."""


@dataclass(frozen=True, slots=True)
class GiveSeat:
    """Give a seat to a phone, if the one that held it (``holder``) is still gone; see :class:`AskForSeat`."""

    seat: Seat
    phone: str
    holder: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """Tell whoever sent the event why it was not done, and what to do now."""

    reason: Message


Keep = KeepComputers | KeepName | KeepTimes | KeepSolved
"""Effects that are kept besides the entries of a game, and not acknowledged."""

Effect = StoreGame | StoreAction | StoreUndone | StoreEnd | Keep | PutNext | DrawChance | Think | GiveSeat | Refuse
