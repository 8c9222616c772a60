"""What can be wrong with what a board of a club is told, or has of its own."""

from engine.core.messages import Message


class ClubError(Exception):
    """Root of everything the club raises. Logs and terminals are told, so it is not translated."""

    def __init__(self, reason: Message | str) -> None:
        super().__init__(str(reason))


class BadMessage(ClubError, ValueError):
    """What came from the broker is none of our messages, or says what cannot be."""


class UnusableIdentity(ClubError):
    """The id of this board cannot be read or kept."""


class UnusablePassword(ClubError):
    """The password for the broker cannot be read, or others may read it too."""
