"""A lock that allows one process per data directory."""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from daemon.base.errors import AlreadyRunning, UnusableDataDirectory

LOCK: Final = "lock"
"""The file that is locked by the process that uses the data directory."""
REMEDIES: Final = {
    errno.EEXIST: "move the file away that has its name",
    errno.ENOTDIR: "move the file away that is in its path",
    errno.ENOSPC: "free some space",
}


def make_directory(path: Path) -> None:
    """Make the data directory, readable for its owner alone, unless it exists; check that it can be written to.

    :raises UnusableDataDirectory: it cannot be made or written to.
    """
    if path.is_symlink() and not path.exists():
        remedy = "plug in the medium that it is on, or give --data another directory"
        raise UnusableDataDirectory(f"the data directory {path} is a link to nothing ({os.readlink(path)}): {remedy}")
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = path / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise _unusable(path, error) from error


@contextmanager
def held(directory: Path) -> Iterator[None]:
    """Hold the data directory for this process alone. The lock ends with the process, however that ends.

    :raises AlreadyRunning: another process has it.
    :raises UnusableDataDirectory: the lock belongs to another user.
    """
    try:
        file = (directory / LOCK).open("a+")
    except OSError as error:
        raise _unusable(directory, error) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            remedy = "end that one first, or give --data another directory"
            raise AlreadyRunning(f"another pawnlight is running on {directory}: {remedy}") from error
        yield


def _unusable(directory: Path, error: OSError) -> UnusableDataDirectory:
    remedy = REMEDIES.get(error.errno or 0, "make it and what is in it writable for this user")
    what = f"the data directory {directory} cannot be used ({error.strerror})"
    return UnusableDataDirectory(f"{what}: {remedy}, or give --data another directory")
