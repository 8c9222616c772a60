"""The databases that the panel of a club is tried with: SQLite, and PostgreSQL where one is named."""

import os

import pytest
from sqlalchemy import create_engine

from clubpanel.results.database import META

POSTGRESQL = os.environ.get("PAWNLIGHT_POSTGRESQL", "")
"""The address of an empty database that tests may do with as they like, as SQLAlchemy writes it."""


@pytest.fixture(params=dict.fromkeys(["", POSTGRESQL]), ids=lambda address: address.partition("+")[0] or "sqlite")
def database_address(request: pytest.FixtureRequest) -> str:
    """Of a database in which nothing is yet; empty: a file."""
    if request.param:
        engine = create_engine(request.param)
        META.drop_all(engine)
        engine.dispose()
    return str(request.param)
