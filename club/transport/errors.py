"""The errors of the club: malformed messages, and an unusable identity or password of this board."""

from engine.core.messages import Message


class ClubError(Exception):
    """The root of all errors of the club. They go to logs and terminals, so they are not translated."""

    def __init__(self, reason: Message | str) -> None:
        super().__init__(str(reason))


class BadMessage(ClubError, ValueError):
    """A message from the broker that is malformed or contradicts itself."""


class UnusableIdentity(ClubError):
    """The id or key of this board cannot be read or stored."""


class UnusablePassword(ClubError):
    """The password for the broker cannot be read, or others may read it too."""
