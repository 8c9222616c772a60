"""The file of the games grows with the program, and an older program finds its own version again."""

import logging
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from daemon.base.errors import NewerStore, UnusableStore
from daemon.storage.file import connection, schema
from daemon.storage.file.schema import MIGRATIONS, connect, prepare

GUIDE = Path(__file__).parents[2] / "docs" / "service.md"
FIRST = "CREATE TABLE games (key TEXT) STRICT;"
SECOND = "ALTER TABLE games ADD COLUMN name TEXT;"
THIRD = "UPDATE games SET name = upper(key);"


def rows(path: Path) -> list[tuple[str | None, ...]]:
    with closing(connect(path)) as db:
        return db.execute("SELECT * FROM games ORDER BY key").fetchall()


def insert(path: Path, key: str) -> None:
    with closing(connect(path)) as db:
        db.execute("INSERT INTO games (key) VALUES (?)", (key,))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of version 1 with one game."""
    path = tmp_path / "games"
    prepare(path, [FIRST])
    insert(path, "one")
    return path


def test_the_real_migrations_make_a_file_that_opens_again(tmp_path: Path) -> None:
    prepare(tmp_path / "games")
    prepare(tmp_path / "games")
    with closing(connect(tmp_path / "games")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


def test_a_migration_copies_the_file_first(path: Path) -> None:
    prepare(path, [FIRST, SECOND, THIRD])
    assert rows(path) == [("one", "ONE")]
    assert rows(path.with_name("games.v1")) == [("one",)]


def test_a_migration_that_fails_changes_nothing(path: Path) -> None:
    with pytest.raises(Exception, match="cannot be opened as the file of the games"):
        prepare(path, [FIRST, SECOND, "INSERT INTO nowhere VALUES (1);"])
    prepare(path, [FIRST])
    assert rows(path) == [("one",)]


def test_going_back_reopens_the_copy_and_keeps_the_newer_file(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    prepare(path, [FIRST, SECOND])
    insert(path, "two")
    with caplog.at_level(logging.WARNING):
        prepare(path, [FIRST])
    assert rows(path) == [("one",)]
    assert rows(path.with_name("games.v2")) == [("one", None), ("two", None)]
    assert "going back to version 1" in caplog.text


def test_back_and_forth_loses_no_file(path: Path) -> None:
    prepare(path, [FIRST, SECOND])
    insert(path, "two")
    prepare(path, [FIRST])
    insert(path, "three")
    prepare(path, [FIRST, SECOND])
    insert(path, "four")
    prepare(path, [FIRST])
    assert rows(path) == [("one",), ("three",)]
    assert [key for key, _ in rows(path.with_name("games.v2"))] == ["four", "one", "three"]
    assert [key for key, _ in rows(path.with_name("games.v2.kept1"))] == ["one", "two"]


def insert_and_be_killed(path: Path, key: str) -> None:
    """Insert a game that is then in the log alone, which stays beside the file."""
    with closing(connect(path)) as db:
        db.execute("INSERT INTO games (key) VALUES (?)", (key,))
        left = {each: each.read_bytes() for each in (path, path.with_name(f"{path.name}-wal"))}
    for file, data in left.items():
        file.write_bytes(data)


def test_no_copy_takes_up_the_log_of_another_one(path: Path) -> None:
    prepare(path.rename(path.with_name("games.v1")), [FIRST])
    insert_and_be_killed(path.with_name("games.v1"), "in the log")
    path.with_name("earlier").mkdir()
    prepare(path.with_name("earlier") / "games", [FIRST])
    (path.with_name("earlier") / "games").rename(path)
    insert(path, "another")
    prepare(path, [FIRST, SECOND])
    assert rows(path.with_name("games.v1")) == [("another",)]
    assert rows(path.with_name("games.v1.kept1")) == [("in the log",), ("one",)]
    prepare(path, [FIRST])
    assert rows(path) == [("another",)]


def test_no_copy_takes_up_the_log_that_is_left_of_one_that_is_gone(path: Path) -> None:
    copy, log = path.with_name("games.v1"), path.with_name("games.v1-wal")
    prepare(copy.with_name("games.new"), [FIRST])
    copy.with_name("games.new").rename(copy)
    insert_and_be_killed(copy, "in the log")
    copy.unlink()
    left = log.read_bytes()
    prepare(path, [FIRST, SECOND])
    assert rows(copy) == [("one",)]
    assert path.with_name("games.v1.kept1-wal").read_bytes() == left


def test_the_log_of_the_newer_file_does_not_stay_beside_the_older_one(path: Path) -> None:
    prepare(path, [FIRST, SECOND])
    insert_and_be_killed(path, "two")
    prepare(path, [FIRST])
    assert rows(path) == [("one",)]
    assert rows(path.with_name("games.v2")) == [("one", None), ("two", None)]


def test_what_the_guide_says_puts_the_newer_file_back_also_after_a_kill(tmp_path: Path) -> None:
    games, newer = tmp_path / "games.sqlite3", tmp_path / "games.sqlite3.v2"
    prepare(games, [FIRST, SECOND])
    insert(games, "newer")
    games.rename(newer)
    (tmp_path / "before").mkdir()
    prepare(tmp_path / "before" / "games.sqlite3", [FIRST])
    (tmp_path / "before" / "games.sqlite3").rename(games)
    insert_and_be_killed(games, "older")
    (recipe,) = [block for block in GUIDE.read_text().split("```")[1::2] if "games.sqlite3.older" in block]
    script = recipe.removeprefix("sh").replace("/var/lib/pawnlight", str(tmp_path))
    by_anybody = 'sudo() { [ "$1" = systemctl ] || "$@"; }'
    subprocess.run(["sh", "-ec", by_anybody + script], check=True)
    assert rows(games) == [("newer", None)]
    assert rows(tmp_path / "games.sqlite3.older") == [("older",)]


def names(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


def test_what_fails_again_and_again_makes_one_copy(path: Path) -> None:
    for _ in range(3):
        with pytest.raises(UnusableStore):
            prepare(path, [FIRST, SECOND, "INSERT INTO nowhere VALUES (1);"])
        assert names(path) == ["games", "games.v1"]


@pytest.mark.parametrize("copy", ["damaged", "of the newer version"])
def test_going_back_to_a_copy_that_is_not_good_is_refused_in_words_and_changes_nothing(path: Path, copy: str) -> None:
    prepare(path, [FIRST, SECOND])
    right = path.with_name("games.v1")
    right.write_bytes(b"damaged" * 1000 if copy == "damaged" else path.read_bytes())
    for _ in range(3):
        with pytest.raises(UnusableStore, match=r"games\.v1 (cannot be opened|is not the copy from before)"):
            prepare(path, [FIRST])
        assert names(path) == ["games", "games.v1"]
    assert rows(path) == [("one", None)]


def test_going_back_while_another_program_has_the_newer_file_open_says_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(path, [FIRST, SECOND])
    monkeypatch.setattr(connection, "BUSY_S", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnusableStore, match="another program has it open, so end that one first"):
            prepare(path, [FIRST])
        other.execute("ROLLBACK")
    prepare(path, [FIRST])


def test_a_newer_file_without_a_copy_is_refused_in_words_and_left_alone(path: Path) -> None:
    prepare(path, [FIRST, SECOND])
    path.with_name("games.v1").unlink()
    before = path.read_bytes()
    with pytest.raises(NewerStore, match=r"version 2 of the file, this program knows 1\): install that version again"):
        prepare(path, [FIRST])
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["games.v1", "games.v1.kept2", "games.older", "games~", "damaged-3/games"])
def test_no_empty_file_is_made_while_another_one_lies_beside_it(path: Path, name: str) -> None:
    path.with_name("damaged-3").mkdir()
    path.rename(path.parent / name)
    with pytest.raises(UnusableStore, match=rf"is not there, but other files of games are \({name}\): give the right"):
        prepare(path, [FIRST])
    assert not path.exists()


def test_what_was_begun_of_a_file_is_no_file_of_games(path: Path) -> None:
    path.rename(path.with_name("games.new"))
    prepare(path, [FIRST])
    assert rows(path) == []


def test_a_file_that_cannot_be_written_is_refused_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def reading(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)

    monkeypatch.setattr(schema, "connect", reading)
    with pytest.raises(UnusableStore, match="readonly database.: make it and its directory writable for this user"):
        prepare(path, [FIRST])


def test_commits_are_synchronous(path: Path) -> None:
    with closing(connect(path)) as db:
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)
        with pytest.raises(sqlite3.OperationalError):
            db.execute("COMMIT")
