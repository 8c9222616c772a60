"""Where phones find the panel, and how a dated record is dated."""

import re
import socket
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from daemon.system import calendar
from daemon.system import network as module
from daemon.system.network import addresses


def test_a_panel_on_all_addresses_is_reached_by_ip_first_then_by_name() -> None:
    first, second = addresses("0.0.0.0", 8080)
    assert ip_address(re.fullmatch(r"http://([\d.]+):8080/", first)[1])  # type: ignore[index]
    assert re.fullmatch(r"http://[^.]+\.local:8080/", second)


def test_a_network_without_a_way_out_is_one_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board's own Wi-Fi, say. Nobody may send to that address without asking for it: connect(2), EACCES."""
    usual = ip_address(urlsplit(addresses("0.0.0.0", 8080)[0]).hostname or "")
    monkeypatch.setattr(module, "_SOMEWHERE", ("255.255.255.255", 9))
    found = ip_address(urlsplit(addresses("0.0.0.0", 8080)[0]).hostname or "")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ours:
        ours.bind((str(found), 0))
    assert found.is_loopback == usual.is_loopback


def test_a_computer_whose_networks_have_no_address_has_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "_SOMEWHERE", ("255.255.255.255", 9))
    for lines in ("Inter-|\n face |\n    lo: 1 2\n none0: 1 2\n", ""):
        (tmp_path / "dev").write_text(lines)
        monkeypatch.setattr(module, "_INTERFACES", tmp_path / "dev")
        assert addresses("0.0.0.0", 8080)[0] == "http://127.0.0.1:8080/"
    monkeypatch.setattr(module, "_INTERFACES", tmp_path / "missing")
    assert addresses("0.0.0.0", 8080)[0] == "http://127.0.0.1:8080/"


@pytest.mark.parametrize(
    ("host", "port", "url"),
    [
        ("192.168.1.5", 8080, "http://192.168.1.5:8080/"),
        ("192.168.1.5", 80, "http://192.168.1.5/"),
        ("::1", 8080, "http://[::1]:8080/"),
        ("board.lan", 8080, "http://board.lan:8080/"),
    ],
)
def test_a_panel_on_one_address_is_reached_there(host: str, port: int, url: str) -> None:
    assert addresses(host, port) == (url,)


def test_dates_are_utc_and_unknown_while_the_clock_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calendar, "clock_is_synchronised", lambda: True)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", calendar.utc_now())
    monkeypatch.setattr(calendar, "clock_is_synchronised", lambda: False)
    assert calendar.utc_now() == ""


def test_asking_for_the_clock_changes_and_breaks_nothing() -> None:
    assert calendar.clock_is_synchronised() in (True, False)
