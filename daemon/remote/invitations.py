"""Games that other boards invite to, until somebody here answers. None is on disk: the broker tells of them again."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from club.play.dealing import is_committed
from club.play.letters import Invitation, Letter
from club.transport.errors import BadMessage

MOST_INVITATIONS: Final = 20
"""From all boards together; further ones are not noticed."""
MOST_OF_A_BOARD: Final = 4
"""Of these: no board keeps the others out."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An invitation that nobody has answered, which board it is from, and the letter that it came with."""

    board: str
    invitation: Invitation
    letter: Letter


class Invitations:
    """By the keys of games."""

    def __init__(self) -> None:
        self._waiting: dict[str, Waiting] = {}
        self._accepted: dict[str, Letter] = {}
        """What came with those that were accepted, until the game is taken up."""
        self._refused: set[str] = set()
        """What nobody here wants to play: the broker tells of it again after each interruption."""

    @property
    def waiting(self) -> Mapping[str, Waiting]:
        """Those to be answered."""
        return self._waiting

    def read(self, board: str, key: str, invitation: Invitation, letter: Letter) -> None:
        """A board invites, or goes on doing so. No game comes of it once this board had committed itself to what it
        throws with, which it has lost.

        :raises BadMessage: another one seems to write in its name, or it has changed what it invites to.
        """
        before = self._waiting.get(key)
        if before is not None and before.board != board:
            raise BadMessage("another board invites to that game")
        if before is not None and before.letter.voucher.public_key != letter.voucher.public_key:
            raise BadMessage("the board no longer signs with the key it invited with")
        if before is not None and replace(before.invitation, rules=invitation.rules) != invitation:
            raise BadMessage("the board invited to another game before")  # pages show that one
        if letter.told.over or is_committed(letter.told.deals) or key in self._refused:
            self._waiting.pop(key, None)
        elif before is not None or self._has_room_for(board):
            self._waiting[key] = Waiting(board, invitation, letter)

    def _has_room_for(self, board: str) -> bool:
        inviting = [each.board for each in self._waiting.values()]
        return len(inviting) < MOST_INVITATIONS and inviting.count(board) < MOST_OF_A_BOARD

    def withdraw(self, board: str, key: str) -> None:
        """A board has cleared its letter."""
        if key in self._waiting and self._waiting[key].board == board:
            del self._waiting[key]

    def accept(self, key: str) -> None:
        """Nobody is asked again, though the board that invites may not know it yet."""
        found = self._waiting.pop(key, None)
        if found is not None:
            self._accepted[key] = found.letter

    def refuse(self, key: str) -> Waiting:
        """Nobody wants to play it, however often it comes again.

        :raises KeyError: there is none.
        """
        found = self._waiting.pop(key)
        self._refused.add(key)
        return found

    def take_up(self, key: str) -> Letter | None:
        """What came with the invitation to a game that is played now, once; ``None``: nothing did, or it was asked for
        before."""
        waiting = self._waiting.pop(key, None)
        return self._accepted.pop(key, None if waiting is None else waiting.letter)
