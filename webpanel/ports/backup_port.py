"""What the panel needs from the copies of everything. The daemon implements it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Protocol


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of everything. ``kind``: ``daily``, ``replaced`` (what was there before a copy was restored) or
    ``brought`` (by the owner); ``made``: UTC, ISO 8601, maybe empty; ``program``: the version that made it;
    ``deleted``: games that can be restored, not among ``games``."""

    name: str
    kind: str
    made: str
    program: str
    games: int
    finished: int
    deleted: int
    size: int


class Backups(Protocol):
    """Copies of everything that is kept. May be called from any thread.

    All methods raise :class:`Refused` when the disk fails, or an archive is damaged.
    """

    def listed(self) -> Sequence[Backup]:
        """All of them, the latest first."""

    def fresh(self) -> IO[bytes]:
        """An archive of what is kept now. The caller closes it."""

    def open(self, name: str) -> IO[bytes]:
        """The archive of this name.

        :raises KeyError: there is none.
        """

    def take_in(self, archive: IO[bytes]) -> Backup:
        """Keep an archive that the owner brings; nothing is put back by that."""
