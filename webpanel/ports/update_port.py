"""Updates of the program, as the panel needs them. The daemon implements it."""

from dataclasses import dataclass
from typing import Protocol

from engine.core.messages import Message


@dataclass(frozen=True, slots=True)
class UpdateState:
    """The versions that there are, and the state of the update that is under way or was last."""

    version: str
    """The version that runs."""
    offered: str
    """A newer one that may be installed; empty: none is known."""
    previous: str
    """The version to which one may return; empty: there is none."""
    done: int
    """The steps that are done of an update under way."""
    of: int
    """The number of its steps; 0: none is under way."""
    sentence: Message | None
    """The step that is under way, or the result of the last update; ``None``: there was none."""
    failed: bool
    """True if the last update did not do what was wished."""


class Updates(Protocol):
    """Updates of the program, one at a time. May be called from any thread."""

    source: str
    """The place where new versions come from; empty: the configuration names none."""
    signed: bool
    """True if only versions are installed that somebody has signed whom the configuration names."""

    def state(self) -> UpdateState:
        """Return the state of updates now."""

    def changes(self) -> str:
        """Return the changelog of the version on offer; empty while it is unknown."""

    def look(self) -> None:
        """Begin to look for a newer version.

        :raises Refused: it cannot be done from here, or an update is under way.
        """

    def install(self, version: str) -> None:
        """Begin to install the version on offer, which the owner has seen.

        :raises Refused: as above, or another one is on offer by now.
        """

    def go_back(self, version: str) -> None:
        """Begin to return to the version before, which the owner has seen.

        :raises Refused: as above, or another one is the one before by now.
        """
