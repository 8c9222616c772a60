"""Starts of the installed service that fail, and the last configuration that worked."""

from typing import Any

BAD = '[board]\ndriver = "sand"\n'
OTHER = '[panel]\naddress = "127.0.0.1"\nport = 0\n# changed\n'


def last_good(machine: Any) -> str:
    text: str = (machine.data / "last-good.toml").read_text()
    return text


def failed_starts(machine: Any, text: str, count: int) -> None:
    """Write this configuration and start the service so many times, as systemd does."""
    machine.config.write_text(text)
    for _ in range(count):
        assert machine.restart() == 1


def test_after_three_failed_starts_it_comes_up_on_the_last_that_worked_until_the_file_is_mended(running: Any) -> None:
    """Two failed starts are not three, and one that worked is kept and ends the count."""
    assert last_good(running) == running.before
    failed_starts(running, BAD, 2)
    running.config.write_text(OTHER)
    assert running.restart() == 0
    assert "last configuration" not in running.status and last_good(running) == OTHER
    failed_starts(running, BAD, 3)
    assert "board.driver must be one of" in running.log
    assert running.restart() == 0
    said = f"does not start with {running.config} and runs on the last configuration that worked"
    assert said in running.status
    assert said in running.ask("/api/table")["scene"]["trouble"]
    assert said in running.log
    assert (running.config.read_text(), last_good(running)) == (BAD, OTHER)
    running.config.write_text(running.before)
    assert running.restart() == 0
    assert "last configuration" not in running.status and last_good(running) == running.before


def test_a_lost_file_counts_like_a_bad_one(running: Any) -> None:
    running.config.unlink()
    assert [running.restart() for _ in range(4)] == [1, 1, 1, 0]
    assert "last configuration" in running.status


def test_without_one_that_worked_the_builders_file_is_tried_again_and_again(machine: Any) -> None:
    failed_starts(machine, BAD, 4)
    machine.config.write_text(OTHER)
    assert machine.restart() == 0
    assert "last configuration" not in machine.status


def test_what_fails_for_another_reason_is_tried_with_the_builders_file(running: Any) -> None:
    """The file of the games is damaged: no configuration helps, and none is blamed."""
    (running.data / "games.sqlite3").rename(running.data / "away")
    (running.data / "games.sqlite3").write_text("this is no file of games" * 100)
    failed_starts(running, running.before, 4)
    (running.data / "games.sqlite3").unlink()
    (running.data / "away").rename(running.data / "games.sqlite3")
    assert running.restart() == 0
    assert "last configuration" not in running.status


def test_that_the_last_good_configuration_cannot_be_kept_ends_no_table_that_is_up(running: Any) -> None:
    """A full disk, say; here something is in the way."""
    (running.data / "last-good.toml.new").mkdir()
    running.config.write_text(OTHER)
    assert running.restart() == 0
    assert running.process and last_good(running) == running.before
    assert not (running.root / "run/pawnlight/failed-starts").exists(), "it did come up"
