"""A table in a club: what the panel says of it, that play never waits for it, and that without it nothing is there."""

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mosquitto_broker import Mosquitto
from waiting import wait_for

from club.transport.identity import board_id
from daemon.base.errors import BadConfig
from daemon.cli import main
from daemon.config.schema import ClubConfig
from webpanel.ports.device_port import Part

ROOT = Path(__file__).parents[2]
NOBODY = ClubConfig("127.0.0.1", port=9)


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    """Set up, but not started."""
    (tmp_path / "broker").mkdir()
    broker = Mosquitto(tmp_path / "broker")
    yield broker
    broker.stop()


def secret(directory: Path, mode: int = 0o600) -> Path:
    file = directory / "broker-password"
    file.write_text("open sesame\n")
    file.chmod(mode)
    return file


def club_part(table: Any) -> Part | None:
    found = [part for part in table.desk.parts() if str(part.name) == "Club"]
    return found[0] if found else None


def test_without_a_broker_nothing_of_the_club_is_imported_and_the_panel_is_silent(tmp_path: Path, table: Any) -> None:
    program = """
import sys
from pathlib import Path
from dataclasses import replace
from daemon.config.schema import Config
from daemon.storage.store import Store
from daemon.app.program import Program
import daemon.app.run_table
import daemon.app.program
daemon.app.program.STOP_S = 180.0  # on a busy computer a thread that ends late is no news
directory = Path(sys.argv[1])
store = Store(directory)
with Program(replace(Config(), data_dir=directory), store):
    print(sorted({name.partition(".")[0] for name in sys.modules} & {"club", "paho", "daemon"}))
store.close()
print([file.name for file in directory.glob("board-id*")])
"""
    (tmp_path / "data").mkdir()
    done = subprocess.run([sys.executable, "-c", program, tmp_path / "data"], cwd=ROOT, capture_output=True, text=True)
    assert (done.stderr, done.stdout.splitlines()) == ("", ["['daemon']", "[]"])
    assert club_part(table) is None


def test_two_tables_see_each_other_on_their_panels(mosquitto: Mosquitto, new_table: Any, tmp_path: Path) -> None:
    clubs = []
    for name in ("Ada's", "Bo's"):
        (tmp_path / name).mkdir()
        club = ClubConfig("127.0.0.1", mosquitto.port, password_file=secret(tmp_path / name), name=name)
        mosquitto.add_user(board_id(tmp_path / name), "open sesame")
        clubs.append(club)
    mosquitto.start()
    with new_table(tmp_path / "Ada's", club=clubs[0]) as ada:
        with new_table(tmp_path / "Bo's", club=clubs[1]) as bo:
            for table, other in ((ada, "Bo's"), (bo, "Ada's")):
                end = f"one other board is there: {other}"
                wait_for(
                    lambda table=table, end=end: str(club_part(table).state).endswith(end),
                    lambda table=table: f"another board on the page of the hardware; it says {club_part(table)}",
                )
                assert club_part(table).trouble is None
        wait_for(lambda: str(club_part(ada).state).endswith("no other board is there"), "a board that is alone again")


def test_play_goes_on_as_ever_while_the_broker_is_away(new_table: Any, tmp_path: Path) -> None:
    with new_table(tmp_path, club=NOBODY) as table:
        told = wait_for(lambda: club_part(table).trouble, "a sentence about the broker")
        assert "127.0.0.1:9 cannot be reached (Connection refused)" in str(told)
        table.start()
        assert table.move("b1", "b3").action_count == 1
        assert table.scene.trouble is None, "phones at play are not bothered"


def test_a_table_ends_at_once_whatever_the_broker_does(
    new_table: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("club.transport.link.RETRY_S", (3600.0,))  # the table does not end if it waits for that
    with new_table(tmp_path, club=NOBODY) as table:
        wait_for(lambda: club_part(table).trouble, "a sentence about the broker")
        began_s = time.monotonic()
    assert time.monotonic() - began_s < 5.0
    assert "did not end in time" not in caplog.text


@pytest.mark.parametrize("mode", [0o644, 0o640])
def test_a_password_that_others_may_read_keeps_the_table_from_starting(
    new_table: Any, tmp_path: Path, mode: int, capsys: pytest.CaptureFixture[str]
) -> None:
    club = replace(NOBODY, password_file=secret(tmp_path, mode))
    with pytest.raises(BadConfig, match=r"club\.password_file: others may read the password in .*: chmod 600"):
        new_table(tmp_path, club=club)
    (tmp_path / "config.toml").write_text(f'[club]\nbroker = "b"\npassword_file = "{club.password_file}"\n')
    assert main(["check-config", "--config", str(tmp_path / "config.toml")]) == 1
    printed = capsys.readouterr()
    assert "others may read the password" in printed.err and "sesame" not in printed.out + printed.err


def test_a_configuration_is_shown_without_its_password(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f'[club]\nbroker = "b"\npassword_file = "{secret(tmp_path)}"\n'
    (tmp_path / "config.toml").write_text(text)
    assert main(["check-config", "--config", str(tmp_path / "config.toml")]) == 0
    printed = capsys.readouterr().out
    assert "club.broker = b" in printed and "club.name = Pawnlight" in printed and "sesame" not in printed
