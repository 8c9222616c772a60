"""The library of stored games that the panel needs, and its values. The daemon implements it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.records.computer_levels import OutsideEngine
from engine.records.time_controls import Controls, Stamp
from table.messages.queries import EVERY_GAME, Counted, Selection, Statistics, Total


@dataclass(frozen=True, slots=True)
class ShelfGame:
    """A stored game. Times as UTC ISO 8601 text, empty where neither the machine nor a phone knew it.

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
    """All actions; empty in a list of games."""
    on_table: bool
    broken: Message | None = None
    """The reason why the game no longer replays; such a game can be downloaded, not continued."""
    damaged: bool = False
    """True if it could not be read from the disk; then its actions, for example, may be missing here."""
    setup: Mapping[str, object] | None = None
    """The state from which the game began, if it was set up."""
    length: int = 0
    """The number of its actions, in lists too."""
    host: str = ""
    """The public name of the phone that started or imported the game; empty: unknown. No page shows it."""
    deleted: str | None = None
    """The time at which it was deleted, maybe empty; ``None``: it is not deleted."""
    computers: Mapping[Seat, int] = field(default_factory=dict)
    """The seats that a computer plays, and its level there."""
    engines: Mapping[Seat, OutsideEngine] = field(default_factory=dict)
    """Those of them that an outside engine plays."""
    controls: Controls = field(default_factory=dict)
    """The time controls of the seats that have a clock."""
    stamps: tuple[Stamp, ...] = ()
    """The times of the clocks at each action; empty in a list of games."""


@dataclass(frozen=True, slots=True)
class Damaged:
    """A game of which the disk has lost something. ``told``: the consequence for those who want to play it; ``whole``:
    true if the table still has all of it."""

    key: str
    told: Message
    whole: bool


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game of a file that was imported. ``number``: from 1; ``key``: empty if it was not taken, and ``problem`` says
    why; ``notes``: sentences about what of it was not kept, or was decided."""

    number: int
    players: tuple[str, str]
    key: str
    problem: Message | None
    notes: tuple[Message, ...]


class Shelf(Protocol):
    """The games on disk. Every method may be called from any thread."""

    def games(self, which: Selection = EVERY_GAME, first: int = 0, most: int = 100) -> Sequence[ShelfGame]:
        """List games without their actions, the latest first: at most ``most``, after the first ``first``."""

    def count(self, which: Selection = EVERY_GAME) -> int:
        """Count these games."""

    def totals(self, which: Selection) -> Sequence[Total]:
        """Return a line per named player, the one with most wins first. Abandoned games do not count."""

    def head_to_head(self, which: Selection) -> Sequence[Total]:
        """Return the results of the selection's player against each other one; a line is named after the opponent."""

    def by_game(self, player: str) -> Sequence[Total]:
        """Return the results of a player in each game, the one played most first; a line is named after its id."""

    def counted(self) -> Sequence[Counted]:
        """Return the latest games that count, from the usual start, at most
        :data:`table.messages.queries.MOST_COUNTED`: the one that ended first comes first. Those that cannot be read
        are left out."""

    def statistics(self, which: Selection) -> Statistics:
        """Compute the statistics of these games."""

    def players(self) -> Sequence[str]:
        """List the names of those who finished games here, to choose from."""

    def kinds(self) -> Mapping[str, str]:
        """Return the games that were finished here: id → name."""

    def game(self, key: str) -> ShelfGame:
        """Return one game.

        :raises KeyError: no such game, or it is deleted.
        """

    def host(self, key: str) -> str:
        """Return the public name of the phone that started a game, deleted or not; empty: unknown.

        :raises KeyError: no such game.
        """

    def record(self, key: str) -> str:
        """Return the game in the record format; a running one ends before the first secret action. The remains of a
        damaged game come as JSON, unless it is on the table, which has all of it.

        :raises KeyError: no such game.
        """

    def import_record(self, text: str, host: str = "") -> str:
        """Store the game of a record and return its key. ``host``: the public name of the phone that brings it.

        :raises engine.core.errors.BadRecord: naming the first bad line or action.
        """

    def import_pgn(self, text: str, host: str, most: int | None) -> Sequence[ImportedGame]:
        """Store the games of a file of PGN that can be read, all at once. ``most``: no more than these; ``None``: as
        many as there are.

        :raises engine.core.errors.BadRecord: none can be read, or all are too much.
        :raises Refused: there are more than ``most``; none is stored (status 429).
        """

    def pgn(self, key: str) -> str:
        """Return a game as PGN.

        :raises KeyError: no such game.
        :raises Refused: it cannot be written as PGN (status 409).
        """

    def pgns(self, player: str) -> Iterator[str]:
        """Yield all games that can be written as PGN, the latest first; ``player``: those that this one has finished,
        empty for all."""

    def delete(self, key: str) -> None:
        """Delete a game that is not on the table. It can be restored for :data:`RESTORABLE_DAYS`.

        :raises KeyError: no such game.
        :raises Refused: it is on the table.
        """

    def restore(self, key: str) -> None:
        """Put a deleted game back where it was, in lists and scores.

        :raises KeyError: none with this key is deleted.
        """
