"""The errors of the club's panel."""


class ClubPanelError(Exception):
    """The root of all errors of the club's panel. They go to terminals, so they are not translated."""


class UnusableResults(ClubPanelError):
    """The database for the results cannot be used."""


class UnusablePin(ClubPanelError):
    """The PIN of the organisers cannot be read or stored."""


class Unreadable(ClubPanelError, ValueError):
    """A row of the database holds nothing that any version of the program can have written."""
