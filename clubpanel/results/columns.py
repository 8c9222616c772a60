"""Reading columns of the database strictly. A disk that wears out, or a hand that edits, may leave anything in a
row."""

from typing import Any, Final

from sqlalchemy import Column, Text, cast
from sqlalchemy.sql.elements import Label

from clubpanel.results.errors import Unreadable
from engine.core.json_fields import TEXT, check, read_json
from engine.core.text_rules import repaired

LONGEST: Final = 1000
"""The limit in characters for a text that is read."""


def as_written(column: Column[Any]) -> Label[Any]:
    """Select a column of JSON as plain text: SQLAlchemy's own reader would stop at the first row that is not JSON."""
    return cast(column, Text).label(column.name)


def stored_json(text: object) -> Any:
    """Parse the value of a column of JSON.

    :raises Unreadable: it is malformed.
    """
    return read_json(text if isinstance(text, str) else "", Unreadable)


def stored_text(name: str, value: object) -> str:
    """Return a text from the database, with characters repaired that no page can show.

    :raises Unreadable: it is malformed.
    """
    return repaired(check(name, value, TEXT, Unreadable), LONGEST)
