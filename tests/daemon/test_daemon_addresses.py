"""Where phones find the panel, and how a dated record is dated."""

import re
from ipaddress import ip_address

import pytest

from daemon import utc
from daemon.addresses import addresses


def test_a_panel_on_all_addresses_is_reached_by_ip_first_then_by_name() -> None:
    first, second = addresses("0.0.0.0", 8080)
    assert ip_address(re.fullmatch(r"http://([\d.]+):8080/", first)[1])  # type: ignore[index]
    assert re.fullmatch(r"http://[^.]+\.local:8080/", second)


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
    monkeypatch.setattr(utc, "clock_is_synchronised", lambda: True)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", utc.utc_now())
    monkeypatch.setattr(utc, "clock_is_synchronised", lambda: False)
    assert utc.utc_now() == ""


def test_asking_for_the_clock_changes_and_breaks_nothing() -> None:
    assert utc.clock_is_synchronised() in (True, False)
