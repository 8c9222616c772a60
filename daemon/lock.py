"""One process per data directory."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from daemon.errors import AlreadyRunning, UnusableDataDirectory


def make_directory(path: Path) -> None:
    """Make the data directory, readable for its owner alone, unless it is there; and see whether it can be written to.

    :raises UnusableDataDirectory: it cannot be made or written to.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = path / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        remedy = "make it writable for this user, or give --data another directory"
        raise UnusableDataDirectory(f"the data directory {path} cannot be used ({error.strerror}): {remedy}") from error


@contextmanager
def held(directory: Path) -> Iterator[None]:
    """Have the data directory for this process alone. The lock goes with the process, however it ends.

    :raises AlreadyRunning: another process has it.
    """
    with (directory / "lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            remedy = "end that one first, or give --data another directory"
            raise AlreadyRunning(f"another pawnlight is running on {directory}: {remedy}") from error
        yield
