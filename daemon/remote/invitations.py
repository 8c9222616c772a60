"""Invitations by other boards, until somebody here answers. None is on disk: the broker sends them again."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from club.play.dealing import is_committed
from club.play.letters import Invitation, Letter
from club.transport.errors import BadMessage

MOST_INVITATIONS: Final = 20
"""The most invitations, from all boards together; further ones are ignored."""
MOST_OF_A_BOARD: Final = 4
"""The most of them from one board, so that none keeps the others out."""


@dataclass(frozen=True, slots=True)
class PendingInvitation:
    """An invitation that nobody has answered, the board it is from, and the letter that it came with."""

    board: str
    invitation: Invitation
    letter: Letter


class Invitations:
    """The invitations, by the keys of games."""

    def __init__(self) -> None:
        self._waiting: dict[str, PendingInvitation] = {}
        self._accepted: dict[str, Letter] = {}
        """The letters that came with accepted invitations, until the game is taken up."""
        self._refused: set[str] = set()
        """The refused invitations: the broker sends them again after each interruption."""

    @property
    def waiting(self) -> Mapping[str, PendingInvitation]:
        """The invitations to be answered."""
        return self._waiting

    def read(self, board: str, key: str, invitation: Invitation, letter: Letter) -> None:
        """Take in an invitation, new or repeated. No game comes of it if this board had already committed itself to
        secrets that it has lost.

        :raises BadMessage: another one seems to write in its name, or it has changed what it invites to.
        """
        before = self._waiting.get(key)
        if before is not None and before.board != board:
            raise BadMessage("another board invites to that game")
        if before is not None and before.letter.voucher.public_key != letter.voucher.public_key:
            raise BadMessage("the board no longer signs with the key it invited with")
        if before is not None and replace(before.invitation, rules=invitation.rules) != invitation:
            raise BadMessage("the board invited to another game before")  # pages show that one
        if letter.state.over or is_committed(letter.state.deals) or key in self._refused:
            self._waiting.pop(key, None)
        elif before is not None or self._has_room_for(board):
            self._waiting[key] = PendingInvitation(board, invitation, letter)

    def _has_room_for(self, board: str) -> bool:
        inviting = [each.board for each in self._waiting.values()]
        return len(inviting) < MOST_INVITATIONS and inviting.count(board) < MOST_OF_A_BOARD

    def withdraw(self, board: str, key: str) -> None:
        """Drop an invitation: its board has cleared its letter."""
        if key in self._waiting and self._waiting[key].board == board:
            del self._waiting[key]

    def accept(self, key: str) -> None:
        """Accept an invitation: nobody is asked again, though the board that invites may not know it yet."""
        found = self._waiting.pop(key, None)
        if found is not None:
            self._accepted[key] = found.letter

    def refuse(self, key: str) -> PendingInvitation:
        """Refuse an invitation, however often it comes again, and return it.

        :raises KeyError: there is none.
        """
        found = self._waiting.pop(key)
        self._refused.add(key)
        return found

    def take_up(self, key: str) -> Letter | None:
        """Return the letter that came with the invitation to a game that is played now, once; ``None``: there was none,
        or it was returned before."""
        waiting = self._waiting.pop(key, None)
        return self._accepted.pop(key, None if waiting is None else waiting.letter)
