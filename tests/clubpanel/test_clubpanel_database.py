"""The database of a club: one from before there were tournaments, a newer, a damaged, a read-only one."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from clubpanel.results.database import META, SCHEMA, opened
from clubpanel.results.errors import UnusableResults
from clubpanel.results.store import Results
from clubpanel.tournament.journal import Journal
from clubpanel.tournament.model import Begin, Enter, System

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


def written(address: str, tmp_path: Path, script: str) -> Path:
    """Run statements in a database; the file, where it is one."""
    file = tmp_path / "club.sqlite3"
    engine = create_engine(address or f"sqlite:///{file}")
    with engine.begin() as database:
        for statement in filter(str.strip, script.split(";")):
            database.exec_driver_sql(statement.replace("%", "%%") if address else statement)
    engine.dispose()
    return file


def test_a_database_from_before_keeps_its_results_and_takes_tournaments(tmp_path: Path, database_address: str) -> None:
    written(database_address, tmp_path, OLD)
    for _ in range(2):
        database = opened(database_address, tmp_path)
        results = Results(database, str)
        assert [(each.key, each.older) for each in results.all()] == [("k1", False)] and not results.begin()
        database.dispose()
    database = opened(database_address, tmp_path)
    assert Journal(database, str).begin("Eve", Begin("Cup", System.SWISS, "pawn", 3)) == 1
    database.dispose()


def test_of_results_from_before_those_of_abandoned_games_no_longer_count(tmp_path: Path, database_address: str) -> None:
    """By what people were told, or by the record, in whatever language the board was."""
    written(database_address, tmp_path, OLD)
    opened(database_address, tmp_path).dispose()
    def another(key: str, told: str) -> str:
        return f"""
            INSERT INTO results (board, key, other, game, players, afar, computers, winners, told, actions, at)
            SELECT board, '{key}', other, game, players, afar, computers, '[]', '{told}', actions, at
            FROM results WHERE key = 'k1';"""

    written(database_address, tmp_path, f"""
        ALTER TABLE results DROP COLUMN termination; ALTER TABLE results DROP COLUMN serial;
        DELETE FROM facts WHERE name = 'serial'; UPDATE facts SET value = '3' WHERE name = 'schema';
        {another("k2", "The game was abandoned. It does not count.")}
        {another("k3", "Das Spiel wurde abgebrochen. Es zählt nicht.")}
        {another("k4", "Partie interrompue.")}
        {another("k5", "Draw: by agreement.")}
        INSERT INTO records VALUES ('00000000000000a1', 'k4', 'pawn', '[]', 0, '[Termination "abandoned"]');
        INSERT INTO records VALUES ('00000000000000a1', 'k5', 'pawn', '[]', 0, '[Termination "agreement"]');
    """)
    database = opened(database_address, tmp_path)
    assert sorted(each.key for each in Results(database, str).all() if each.sides) == ["k1", "k5"]
    database.dispose()


def test_what_was_there_before_there_was_an_order_keeps_the_one_that_it_had(
    tmp_path: Path, database_address: str
) -> None:
    """By dates, and by names where they are the same; what comes then comes last."""
    database = opened(database_address, tmp_path)
    journal, results = Journal(database, lambda: "2026-11-02T10:00:00Z"), Results(database, str)
    journal.begin("Eve", Begin("Cup", System.SWISS, "pawn", 3))
    database.dispose()
    row = """('{}', 'k', '', 'pawn', '{{"white": "Ada", "black": "Bo"}}', '[]', '[]', '[]', '', 9, '{}', 0, '')"""
    rows = ((3, "2026-11-03"), (2, "2026-11-01"), (1, "2026-11-01"), (4, ""))
    written(database_address, tmp_path, f"""
        ALTER TABLE results DROP COLUMN serial; ALTER TABLE acts DROP COLUMN serial;
        DELETE FROM facts WHERE name = 'serial'; UPDATE facts SET value = '4' WHERE name = 'schema';
        INSERT INTO results VALUES {", ".join(row.format(f"{board:016}", at) for board, at in rows)};
    """)
    database = opened(database_address, tmp_path)
    results = Results(database, str)
    assert [(int(each.board), each.serial) for each in results.all()] == [(3, 5), (2, 3), (1, 2), (4, 1)]
    journal = Journal(database, str)
    assert [entry.serial for entry in journal.all()[1]] == [4]
    journal.add(1, 2, "Eve", [Enter("Ada"), Enter("Bo")])
    assert [entry.serial for entry in journal.all()[1]] == [4, 6, 7]
    database.dispose()


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    opened("", tmp_path).dispose()
    file = written("", tmp_path, f"UPDATE facts SET value = '{SCHEMA + 1}' WHERE name = 'schema'")
    before = file.read_bytes()
    with pytest.raises(UnusableResults, match="newer Pawnlight .* install that one, or name another database"):
        opened("", tmp_path)
    assert file.read_bytes() == before


def test_a_damaged_database_is_told_of_with_the_remedy_and_left_alone(tmp_path: Path) -> None:
    file = written("", tmp_path, OLD)
    whole = file.read_bytes()
    for damaged in (b"x" * 4096, whole[:4096] + b"x" * (len(whole) - 4096)):
        file.write_bytes(damaged)
        with pytest.raises(UnusableResults, match="is damaged: put a copy of it in its place"):
            opened("", tmp_path)
        assert file.read_bytes() == damaged
    file.unlink()
    written("", tmp_path, "CREATE TABLE facts (name TEXT, value TEXT); INSERT INTO facts VALUES ('schema', 'x')")
    with pytest.raises(UnusableResults, match="is damaged"):
        opened("", tmp_path)


def test_a_database_that_cannot_be_written_to_is_told_of_before_the_first_game(tmp_path: Path) -> None:
    file = written("", tmp_path, OLD)
    with pytest.raises(UnusableResults, match="cannot be written to: make the file and its directory writable"):
        opened(f"sqlite:///file:{file}?mode=ro&uri=true", tmp_path)


def test_the_tables_can_be_made_in_postgresql_too() -> None:
    made = [str(CreateTable(table).compile(dialect=postgresql.dialect())) for table in META.sorted_tables]
    assert len(made) == 4 and all("PRIMARY KEY" in each for each in made)
