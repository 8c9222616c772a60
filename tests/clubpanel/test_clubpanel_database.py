"""The database of a club: one of another version, a damaged, a read-only one."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from clubpanel.results.database import META, SCHEMA, opened
from clubpanel.results.errors import UnusableResults


def written(tmp_path: Path, script: str) -> Path:
    """Run statements in the database of a directory, and return its file."""
    file = tmp_path / "club.sqlite3"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as database:
        for statement in script.split(";"):
            database.exec_driver_sql(statement)
    engine.dispose()
    return file


@pytest.mark.parametrize("change", [
    f"UPDATE facts SET value = '{SCHEMA + 1}' WHERE name = 'schema'", f"UPDATE facts SET value = '{SCHEMA - 1}'",
    "DROP TABLE facts",
])
def test_a_database_of_another_program_is_left_alone(tmp_path: Path, change: str) -> None:
    opened("", tmp_path).dispose()
    file = written(tmp_path, change)
    before = file.read_bytes()
    with pytest.raises(UnusableResults, match="another Pawnlight .* install that one, or name another database"):
        opened("", tmp_path)
    assert file.read_bytes() == before


def test_a_damaged_database_is_told_of_with_the_remedy_and_left_alone(tmp_path: Path) -> None:
    opened("", tmp_path).dispose()
    file = tmp_path / "club.sqlite3"
    whole = file.read_bytes()
    for damaged in (b"x" * 4096, whole[:4096] + b"x" * (len(whole) - 4096)):
        file.write_bytes(damaged)
        with pytest.raises(UnusableResults, match="is damaged: put a copy of it in its place"):
            opened("", tmp_path)
        assert file.read_bytes() == damaged
    file.unlink()
    written(tmp_path, "CREATE TABLE facts (name TEXT, value TEXT); INSERT INTO facts VALUES ('schema', 'x')")
    with pytest.raises(UnusableResults, match="is damaged"):
        opened("", tmp_path)


def test_a_database_that_cannot_be_written_to_is_told_of_before_the_first_game(tmp_path: Path) -> None:
    opened("", tmp_path).dispose()
    file = tmp_path / "club.sqlite3"
    with pytest.raises(UnusableResults, match="cannot be written to: make the file and its directory writable"):
        opened(f"sqlite:///file:{file}?mode=ro&uri=true", tmp_path)


def test_the_tables_can_be_made_in_postgresql_too() -> None:
    made = [str(CreateTable(table).compile(dialect=postgresql.dialect())) for table in META.sorted_tables]
    assert len(made) == 4 and all("PRIMARY KEY" in each for each in made)
