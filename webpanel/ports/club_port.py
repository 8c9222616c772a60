"""The club that the panel needs: the other boards, if this one is in a club."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from engine.core.messages import Message
from engine.core.options import OptionValue
from engine.core.pieces import Seat
from engine.game import AnyGame
from engine.records.time_controls import Controls

BOARD: Final = re.compile(r"[0-9a-f]{16}")
"""The form of the id of a board."""


def in_fours(board: str) -> str:
    """Return an id as people read it out: the code of the board."""
    return " ".join(board[at : at + 4] for at in range(0, len(board), 4))


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation by another board. ``seats``: the ones to be played here; ``refusal``: the reason why the game
    cannot be played; ``None``: it can."""

    key: str
    board: str
    game: str
    refusal: Message | None
    seats: tuple[Seat, ...]
    clocks: Controls = field(default_factory=dict)
    """The time controls of the seats that have a clock."""


@dataclass(frozen=True, slots=True)
class Paired:
    """A game that a tournament of the club has paired for this board. ``key``: of the game here; ``begun``: true if it
    is in the library, and is to be continued; ``counted``: true if the club hears by itself how it ends."""

    key: str
    begun: bool
    tournament: str
    round: int
    game: AnyGame
    players: Mapping[Seat, str]
    options: Mapping[str, OptionValue]
    controls: Controls
    counted: bool


class Club(Protocol):
    """The other boards. May be called from any thread."""

    @property
    def board(self) -> str:
        """The id of this board, which others need to invite it."""

    def boards(self) -> Sequence[tuple[str, str]]:
        """List the ids and names of the boards that are online."""

    def name(self, board: str) -> str:
        """Return the name of the board with this id; its code, if it is not online."""

    def invitations(self) -> Sequence[Invited]:
        """List the games to which others invite this board."""

    def decline(self, key: str) -> None:
        """Decline an invitation.

        :raises KeyError: there is no such invitation.
        """

    def paired(self) -> Sequence[Paired]:
        """List the games that the club has paired for this board and that are still to be played here."""
