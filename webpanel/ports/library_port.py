"""What the panel needs of the games that are kept, and what it is told of them. The daemon implements it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.records.time_controls import Controls, Stamp
from table.messages.queries import EVERY_GAME, Selection, Statistics, Total


@dataclass(frozen=True, slots=True)
class ShelfGame:
    """A game in the store. Times as UTC ISO 8601 text, empty where neither the machine nor a phone knew it.

    ``winners``: ``None`` while not over.
    """

    key: str
    game_id: str
    game_name: str
    options: Mapping[str, int | bool | str]
    players: Mapping[Seat, str]
    screen: bool
    started: str
    ended: str
    winners: tuple[Seat, ...] | None
    reason: str
    termination: str
    actions: tuple[str, ...]
    """All of them; none in a list of games."""
    on_table: bool
    broken: Message | None = None
    """Why the game no longer replays; such a game can be downloaded, not continued."""
    damaged: bool = False
    """Whether it is broken because it could not be read from the disk; then its actions, say, may be missing here."""
    setup: Mapping[str, object] | None = None
    """The state it began from, if that was set up."""
    length: int = 0
    """How many actions it has, in lists too."""
    host: str = ""
    """The public name of the phone that started it or brought it in; empty: nobody knows. No page tells it."""
    deleted: str | None = None
    """Since when it is deleted, maybe empty; ``None``: it is not."""
    computers: Mapping[Seat, int] = field(default_factory=dict)
    """The seats that a computer plays, and its level there."""
    controls: Controls = field(default_factory=dict)
    """Of the seats that have a clock."""
    stamps: tuple[Stamp, ...] = ()
    """What the clocks said at each action; none in a list of games."""


@dataclass(frozen=True, slots=True)
class Damaged:
    """A game of which the disk has lost something. ``told``: what that means for whoever wants to play it; ``whole``:
    the table still knows all of it."""

    key: str
    told: Message
    whole: bool


class Shelf(Protocol):
    """The games kept on disk. Every method may be called from any thread."""

    def games(self, which: Selection = EVERY_GAME, first: int = 0, most: int = 100) -> Sequence[ShelfGame]:
        """Games without their actions, the latest first: at most so many, after so many others."""

    def count(self, which: Selection = EVERY_GAME) -> int:
        """How many games these are."""

    def totals(self, which: Selection) -> Sequence[Total]:
        """A line per named player, the one with most wins first. Abandoned games do not count."""

    def head_to_head(self, which: Selection) -> Sequence[Total]:
        """How the player of the selection fared against each other one; a line is named after the other."""

    def statistics(self, which: Selection) -> Statistics:
        """What these games say together."""

    def players(self) -> Sequence[str]:
        """Names of those who finished games here, to choose from."""

    def kinds(self) -> Mapping[str, str]:
        """The games that were finished here: id → name."""

    def game(self, key: str) -> ShelfGame:
        """One game.

        :raises KeyError: no such game, or it is deleted.
        """

    def host(self, key: str) -> str:
        """The public name of the phone that started a game, deleted or not; empty: nobody knows.

        :raises KeyError: no such game.
        """

    def record(self, key: str) -> str:
        """The game in the record format; a running one ends before the first secret action. What is left of a damaged
        one comes as JSON, unless it is on the table, which knows all of it.

        :raises KeyError: no such game.
        """

    def import_record(self, text: str, host: str = "") -> str:
        """Keep the game of a record and return its key. ``host``: the public name of the phone that brings it.

        :raises engine.core.errors.BadRecord: naming the first bad line or action.
        """

    def delete(self, key: str) -> None:
        """Delete a game that is not on the table. It can be restored for :data:`RESTORABLE_DAYS`.

        :raises KeyError: no such game.
        :raises Refused: it is on the table.
        """

    def restore(self, key: str) -> None:
        """Put a deleted game back where it was, in lists and scores.

        :raises KeyError: none with this key is deleted.
        """
