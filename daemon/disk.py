"""What a failure of the disk means for people."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from engine.messages import Message
from webpanel.desk import Refused


def explain(error: Exception) -> str:
    """What a failure of the disk means for the players, and what to do."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return "The disk is full. Free some space: the game goes on and is stored as soon as there is room."
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return "The data directory cannot be written to. Make it writable: storing is tried again all the time."
    return f"Storing does not work ({error}). Check the disk or card: storing is tried again all the time."


@contextmanager
def in_words() -> Iterator[None]:
    """Turn a failure of the store inside into a refusal that people can read.

    :raises Refused: with status 503.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise Refused(Message("{reason}", (("reason", explain(error)),)), 503) from error
