"""What the panel needs of the boards that this one meets, if it is in a club."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.records.time_controls import Controls

BOARD: Final = re.compile(r"[0-9a-f]{16}")
"""What the id of a board looks like."""


def in_fours(board: str) -> str:
    """An id as people read it out: the code of the board."""
    return " ".join(board[at : at + 4] for at in range(0, len(board), 4))


@dataclass(frozen=True, slots=True)
class Invited:
    """Another board wants to play a game with this one. ``seats``: those that are meant to be played here; ``refusal``:
    why that cannot be."""

    key: str
    board: str
    game: str
    refusal: Message | None
    seats: tuple[Seat, ...]
    clocks: Controls = field(default_factory=dict)
    """Of the seats that have one."""


class Club(Protocol):
    """The boards that this one meets. May be called from any thread."""

    @property
    def board(self) -> str:
        """The id of this board: who wants to invite it needs that."""

    def boards(self) -> Sequence[tuple[str, str]]:
        """The ids and names of those that are there."""

    def name(self, board: str) -> str:
        """What the board with this id is called; its code, if it is not there."""

    def invitations(self) -> Sequence[Invited]:
        """The games that others want to play with this board."""

    def decline(self, key: str) -> None:
        """Nobody wants to play that game.

        :raises KeyError: there is no such invitation.
        """
