"""What can keep the program from doing what it was asked. Each message is a sentence for people, with the remedy."""


class DaemonError(Exception):
    """Root of everything the daemon raises for people to read."""


class BadConfig(DaemonError, ValueError):
    """The configuration file cannot be read, or a value in it makes no sense."""


class UnusableDataDirectory(DaemonError, OSError):
    """The data directory cannot be made or written to."""


class AlreadyRunning(DaemonError):
    """Another process has the data directory."""


class PortTaken(DaemonError, OSError):
    """The panel cannot listen at the configured address and port."""


class UnusableStore(DaemonError):
    """The file with the games cannot be opened."""


class NewerStore(UnusableStore):
    """The file with the games was written by a newer version of the program."""


class Unreadable(DaemonError, ValueError):
    """Something in the store says nothing that a version of the program can have written."""


class BadArchive(DaemonError, ValueError):
    """An archive is damaged, or something else."""


class NewerArchive(BadArchive):
    """An archive was written by a newer version of the program."""
