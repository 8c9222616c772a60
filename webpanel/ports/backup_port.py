"""The backups that the panel needs. The daemon implements them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Annotated, Protocol


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of everything. ``kind``: made every day, of the data before a backup was restored, brought by the owner,
    or made before an update of the program; ``program``: the version that made it."""

    name: str
    kind: Annotated[str, {"enum": ["daily", "replaced", "brought", "updated"]}]
    made: str
    """UTC, ISO 8601; empty if the clock was not right."""
    program: str
    games: int
    finished: int
    deleted: int
    """Games that can be restored, beside the others."""
    size: int


class Backups(Protocol):
    """Backups of all stored data. May be called from any thread.

    All methods raise :class:`Refused` when the disk fails, or an archive is damaged.
    """

    def listed(self) -> Sequence[Backup]:
        """List all backups, the latest first."""

    def fresh(self) -> IO[bytes]:
        """Make an archive of the data now. The caller closes it."""

    def open(self, name: str) -> IO[bytes]:
        """Open the archive of this name.

        :raises KeyError: there is none.
        """

    def take_in(self, archive: IO[bytes]) -> Backup:
        """Store an archive that the owner brings, and return it as a backup; nothing is restored by that."""
