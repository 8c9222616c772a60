"""Shared handling of command-line arguments: configuration, data directory, files."""

import argparse
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from daemon.base.errors import DaemonError, UnusableStore
from daemon.config.schema import Config, load_config

if TYPE_CHECKING:
    from daemon.storage.store import Store


class UnusableFile(DaemonError, OSError):
    """A file that was named cannot be read or written."""


def configuration(arguments: argparse.Namespace) -> Config:
    """Load the configuration, and override it by the arguments."""
    config = load_config(arguments.config)
    given = vars(arguments)
    board = replace(config.board, driver=given.get("board") or config.board.driver)
    address = given.get("address") or config.panel.address
    port = config.panel.port if given.get("port") is None else arguments.port
    return replace(
        config,
        board=board,
        panel=replace(config.panel, address=address, port=port),
        data_dir=(given.get("data") or config.data_dir).absolute(),
    )


@contextmanager
def opened_store(arguments: argparse.Namespace) -> "Iterator[Store]":
    """Open the store for the context; create an empty one if there is none.

    :raises UnusableStore: it cannot be opened.
    """
    from daemon.storage.store import Store
    from daemon.system.directory_lock import make_directory

    directory = configuration(arguments).data_dir
    make_directory(directory)
    with closing(Store(directory)) as store:
        yield store


@contextmanager
def kept_store(arguments: argparse.Namespace) -> "Iterator[Store]":
    """Open the store for the context, but never create one: a mistyped directory holds no games and no PIN, and an
    empty store there would claim that the table has none.

    :raises UnusableStore: there is none, or it cannot be opened.
    """
    from daemon.storage.file.connection import is_kept
    from daemon.storage.file.games_file import FILE_NAME
    from daemon.storage.store import Store

    directory = configuration(arguments).data_dir
    if not is_kept(directory / FILE_NAME):
        remedy = "give --data the directory of the table, or start the table once ('pawnlight play')"
        raise UnusableStore(f"nothing is kept in {directory}: {remedy}")
    with closing(Store(directory)) as store:
        yield store


@contextmanager
def named(file: Path | str, done: str, remedy: str) -> Iterator[None]:
    """Translate failures to read or write a named file in the body."""
    try:
        yield
    except OSError as error:
        raise UnusableFile(f"{file} cannot be {done} ({error.strerror}): {remedy}") from error
