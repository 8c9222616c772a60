"""The errors of the daemon. Each message is a sentence for people, with the remedy."""


class DaemonError(Exception):
    """The root of all errors that the daemon raises for people to read."""


class BadConfig(DaemonError, ValueError):
    """The configuration file cannot be read, or a value in it is invalid."""


class UnusableDataDirectory(DaemonError, OSError):
    """The data directory cannot be made or written to."""


class AlreadyRunning(DaemonError):
    """Another process uses the data directory."""


class PortTaken(DaemonError, OSError):
    """The panel cannot listen at the configured address and port."""


class UnusableStore(DaemonError):
    """The file with the games cannot be opened."""


class NewerStore(UnusableStore):
    """The file with the games was written by a newer version of the program."""


class Unreadable(DaemonError, ValueError):
    """Something in the store cannot have been written by any version of the program."""


class BadArchive(DaemonError, ValueError):
    """An archive is damaged, or is something else."""


class NewerArchive(BadArchive):
    """An archive was written by a newer version of the program."""
