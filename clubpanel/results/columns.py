"""What the database says. A disk that wears out, or a hand that edits, may leave anything in a row."""

from typing import Any, Final

from sqlalchemy import Column, Text, cast
from sqlalchemy.sql.elements import Label

from clubpanel.results.errors import Unreadable
from engine.core.json_fields import TEXT, check, read_json
from engine.core.text_rules import repaired

LONGEST: Final = 1000
"""Characters of a text, as far as it is read."""


def as_written(column: Column[Any]) -> Label[Any]:
    """A column of JSON as the text that it is: SQLAlchemy's own reader would stop at the first row that is none."""
    return cast(column, Text).label(column.name)


def stored_json(text: object) -> Any:
    """The value that a column of JSON holds.

    :raises Unreadable: it is none.
    """
    return read_json(text if isinstance(text, str) else "", Unreadable)


def stored_text(name: str, value: object) -> str:
    """A text, with nothing in it that no page can show.

    :raises Unreadable: it is none.
    """
    return repaired(check(name, value, TEXT, Unreadable), LONGEST)
