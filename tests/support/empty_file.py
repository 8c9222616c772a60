"""The file of the games while nothing is in it yet, as the program makes it: once in each process that runs tests."""

import tempfile
from functools import cache
from pathlib import Path

from daemon.storage.file.games_file import FILE_NAME
from daemon.storage.file.schema import prepare
from daemon.storage.store import Store


@cache
def _content() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, FILE_NAME)
        prepare(file)
        return file.read_bytes()


def open_store(directory: Path) -> Store:
    """The store in this directory. In an empty one, the file is there already: to make it takes longer than most of
    what a table is asked afterwards.
    """
    if directory.is_dir() and not any(directory.glob(f"{FILE_NAME}*")):
        file = directory / FILE_NAME
        file.touch(mode=0o600)
        file.write_bytes(_content())
    return Store(directory)
