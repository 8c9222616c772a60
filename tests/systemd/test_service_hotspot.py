"""The board's own Wi-Fi: a profile of NetworkManager, in a directory that stands for a machine."""

import configparser
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).resolve().parents[2] / "systemd"
PLACE = "etc/NetworkManager/system-connections/pawnlight-hotspot.nmconnection"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a script for a machine in a directory."""
    return lambda *arguments, script="hotspot": subprocess.run(
        [SYSTEMD / script, "--root", tmp_path, *arguments], capture_output=True, text=True, timeout=60
    )


def profile(root: Path) -> dict[str, dict[str, str]]:
    """As NetworkManager reads it: nm-settings-keyfile(5)."""
    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None)
    parser.read(root / PLACE)
    return {name: dict(parser[name]) for name in parser.sections()}


def test_it_comes_last_of_all_wifis_and_hands_out_addresses(run: Run, tmp_path: Path) -> None:
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    found = profile(tmp_path)
    assert found["connection"]["type"] == "wifi" and found["connection"]["autoconnect-priority"] == "-100"
    assert found["wifi"] == {"mode": "ap", "band": "bg", "ssid": "Pawnlight"}
    assert found["ipv4"] == {"method": "shared", "address1": "10.42.0.1/24"}
    assert "http://10.42.0.1:8080/" in done.stdout


def test_nobody_but_root_may_read_the_password_which_is_drawn_and_told(run: Run, tmp_path: Path) -> None:
    told = run().stdout
    assert (tmp_path / PLACE).stat().st_mode & 0o777 == 0o600, "NetworkManager refuses others"
    password = profile(tmp_path)["wifi-security"]["psk"]
    assert re.fullmatch("[a-km-np-z2-9]{10}", password) and password in told
    (tmp_path / PLACE).unlink()
    run()
    assert profile(tmp_path)["wifi-security"]["psk"] != password


def test_one_that_is_there_stays_and_is_told_again(run: Run, tmp_path: Path) -> None:
    run("--name", "Our board 1")
    before = (tmp_path / PLACE).read_bytes()
    assert b"ssid=Our board 1\n" in before
    again = run("--name", "Another")
    assert (tmp_path / PLACE).read_bytes() == before and "Our board 1" in again.stdout


@pytest.mark.parametrize("name", ["", "x" * 33, "a\npsk=b", "a;b", "é"])
def test_a_name_that_a_phone_or_the_file_might_misread_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    assert run("--name", name).returncode in (1, 2)
    assert not (tmp_path / PLACE).exists()


def test_it_goes_by_wish_and_with_the_program(run: Run, tmp_path: Path) -> None:
    run()
    assert run("--remove").returncode == 0 and not (tmp_path / PLACE).exists()
    run()
    assert run(script="remove").returncode == 0 and not (tmp_path / PLACE).exists()
