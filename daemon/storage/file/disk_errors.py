"""Failures of the disk, in sentences for people."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from daemon.storage.file.connection import DAMAGED, UNWRITABLE, FileReplaced, primary_code
from engine.core.messages import Message, message
from table.messages.refusal import Refused

FULL = message("The disk is full. Free some space: the game goes on and is stored as soon as there is room.")
BROKEN = message(
    "The games file is damaged. Stop Pawnlight, move games.sqlite3* out of its data directory, and start again."
)
READ_ONLY = message("The data directory cannot be written to. Make it writable: Pawnlight keeps trying to store.")
REPLACED = message(
    "The games file is not where it was when the table started. Put it back: Pawnlight keeps trying to "
    "store."
)


class DiskFailure(Refused, sqlite3.OperationalError):
    """A failure of the disk, in words for phones, with status 503. Its cause is the error of SQLite."""


def explain(error: Exception) -> Message:
    """Describe what a failure of the disk means for the players, with the remedy."""
    if isinstance(error, DiskFailure):
        return error.reason
    if isinstance(error, FileReplaced):
        return REPLACED
    code = primary_code(error)
    if code == sqlite3.SQLITE_FULL:
        return FULL
    if code in UNWRITABLE:
        return READ_ONLY
    if code in DAMAGED:
        return BROKEN
    return message(
        "Storing does not work ({error}). Check the disk or card: Pawnlight keeps trying.",
        error=str(error),
    )


@contextmanager
def in_words() -> Iterator[None]:
    """Explain a failure of the disk in the body; what contradicts something that is stored is no such failure.

    :raises DiskFailure: the disk fails.
    """
    try:
        yield
    except (DiskFailure, sqlite3.IntegrityError):
        raise
    except sqlite3.Error as error:
        raise DiskFailure(explain(error), 503) from error
