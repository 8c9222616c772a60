"""What can be wrong with what the panel of a club keeps."""


class ClubPanelError(Exception):
    """Root of everything the panel of a club raises. Terminals are told, so it is not translated."""


class UnusableResults(ClubPanelError):
    """The database that is to keep the results cannot be used."""


class UnusablePin(ClubPanelError):
    """The PIN of the organisers cannot be read or kept."""


class Unreadable(ClubPanelError, ValueError):
    """A row of the database says nothing that a version of the program can have written."""
