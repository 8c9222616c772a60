"""The database of a club: one from before there were tournaments, a newer, a damaged, a read-only one."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from clubpanel.results.database import META, SCHEMA, opened
from clubpanel.results.errors import UnusableResults
from clubpanel.results.store import Results
from clubpanel.tournament.journal import Journal
from clubpanel.tournament.model import Begin, System

# As the program of version 0.2.0 made it, which counted no schemas.
OLD = """
CREATE TABLE results (
    board VARCHAR(16) NOT NULL, "key" VARCHAR(64) NOT NULL, other VARCHAR(16) NOT NULL, game VARCHAR(200) NOT NULL,
    players JSON NOT NULL, afar JSON NOT NULL, computers JSON NOT NULL, winners JSON NOT NULL,
    told VARCHAR(255) NOT NULL, actions INTEGER NOT NULL, at VARCHAR(40) NOT NULL, PRIMARY KEY (board, "key")
);
INSERT INTO results VALUES ('00000000000000a1', 'k1', '', 'pawn', '{"white": "Ada", "black": "Bo"}', '[]', '[]',
                            '["white"]', 'Ada wins.', 9, '2026-11-01T10:00:00Z');
"""


def written(tmp_path: Path, script: str) -> Path:
    file = tmp_path / "club.sqlite3"
    database = sqlite3.connect(file)
    database.executescript(script)
    database.close()
    return file


def test_a_database_from_before_keeps_its_results_and_takes_tournaments(tmp_path: Path) -> None:
    written(tmp_path, OLD)
    for _ in range(2):
        database = opened("", tmp_path)
        results = Results(database, str)
        assert [(each.key, each.older) for each in results.all()] == [("k1", False)] and not results.begin()
        database.dispose()
    database = opened("", tmp_path)
    assert Journal(database, str).begin("Eve", Begin("Cup", System.SWISS, "pawn", 3)) == 1
    database.dispose()


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    opened("", tmp_path).dispose()
    file = written(tmp_path, f"UPDATE facts SET value = '{SCHEMA + 1}' WHERE name = 'schema'")
    before = file.read_bytes()
    with pytest.raises(UnusableResults, match="newer Pawnlight .* install that one, or name another database"):
        opened("", tmp_path)
    assert file.read_bytes() == before


def test_a_damaged_database_is_told_of_with_the_remedy_and_left_alone(tmp_path: Path) -> None:
    file = written(tmp_path, OLD)
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
    file = written(tmp_path, OLD)
    with pytest.raises(UnusableResults, match="cannot be written to: make the file and its directory writable"):
        opened(f"sqlite:///file:{file}?mode=ro&uri=true", tmp_path)


def test_the_tables_can_be_made_in_postgresql_too() -> None:
    made = [str(CreateTable(table).compile(dialect=postgresql.dialect())) for table in META.sorted_tables]
    assert len(made) == 4 and all("PRIMARY KEY" in each for each in made)
