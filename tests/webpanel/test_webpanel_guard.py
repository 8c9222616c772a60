"""Strict headers, strange names, pages of other sites, bodies that are no JSON."""

import logging
import socket
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from watched_desk import WatchedDesk

from table.messages.new_game import NewGame

PAGES = ["/", "/new", "/scores", "/settings", "/api/table", "/static/css/base.css", "/nowhere"]


@pytest.mark.parametrize("address", PAGES)
def test_every_answer_forbids_what_comes_from_outside(client: FlaskClient, address: str) -> None:
    headers = client.get(address, buffered=True).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'self';" in policy
    assert "unsafe" not in policy and "http" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


OWN = socket.gethostname().partition(".")[0]
OF_A_HOME = [
    "192.168.1.20:8080", "localhost:8080", "[::1]:8080", "board.local", "board", "board.lan", "board.home",
    "board.home.arpa", "board.localdomain", "board.internal", f"{OWN}.fritz.box", f"{OWN}.speedport.ip",
    f"{OWN}.tail1234.ts.net", f"{OWN.upper()}.Fritz.Box:8080", f"{OWN}.fritz.box.", "board.local.", "board.:8080",
]


@pytest.mark.parametrize("host", OF_A_HOME)
def test_the_names_of_a_home_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200
    assert client.post("/api/pause", headers={"Host": host, "Origin": f"http://{host}"}).status_code != 403


STRANGE = [
    "evil.example", "192.168.1.20.evil.example:8080", "pawnlight.local.evil.example", "evil.example.", "fritz.box",
    "evil.fritz.box", "evil.ts.net", f"evil.{OWN}.ts.net", f"{OWN}.evil.fritz.box.example", "evilfritz.box", "ts.net",
    f"{OWN}.box", f"{OWN}.evil.example", f"{OWN}fritz.box", "evilhome.arpa", "evil.local.example",
    f"{OWN}.x.fritz.box", f"{OWN}.x.speedport.ip", f"{OWN}.x.tail1234.ts.net", f"{OWN}.ts.net",
]


@pytest.mark.parametrize("host", STRANGE)
def test_a_name_that_somebody_pointed_here_is_refused_with_the_right_address(client: FlaskClient, host: str) -> None:
    answer = client.get("/api/table", headers={"Host": host})
    assert answer.status_code == 400
    assert "http://192.168.1.20:8080/" in answer.get_json()["error"]


def test_a_name_of_the_configuration_is_answered(
    desk: WatchedDesk, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = replace(desk.device(), names=("board", "board.example.org"), addresses=("https://chess.example.org/",))
    monkeypatch.setattr(desk, "device", lambda: named)
    for host in ("board.example.org", "Board.Example.ORG.", "chess.example.org", "board.fritz.box"):
        assert client.get("/", headers={"Host": host}).status_code == 200, host
    for host in ("example.org", "evil.board.example.org", f"{OWN}.fritz.box"):
        assert client.get("/", headers={"Host": host}).status_code == 400, host


@pytest.mark.parametrize("shown", [
    "https://Shown.Example.net./board/", "https://shown.example.net/", "http://SHOWN.example.net.:8080/",
])
def test_the_address_that_is_shown_is_answered_however_it_is_written(
    desk: WatchedDesk, client: FlaskClient, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = replace(desk.device(), addresses=("http://192.168.1.20:8080/", shown))
    monkeypatch.setattr(desk, "device", lambda: device)
    for host in ("shown.example.net", "Shown.Example.NET", "shown.example.net.", "shown.example.net.:8080"):
        assert client.get("/", headers={"Host": host}).status_code == 200, host
    assert client.get("/", headers={"Host": "other.example.net"}).status_code == 400


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://localhost.evil.example", "http://localhost:1"])
def test_another_sites_page_changes_nothing(desk: WatchedDesk, client: FlaskClient, origin: str) -> None:
    desk.start(NewGame("pawn-advance", {}, {}, True))
    answer = client.post("/api/abandon", headers={"Origin": origin})
    assert answer.status_code == 403 and "another site's page" in answer.get_json()["error"]
    assert not desk.sent


def test_the_panels_own_pages_and_programs_may_change_things(desk: WatchedDesk, client: FlaskClient) -> None:
    desk.start(NewGame("pawn-advance", {}, {}, True))
    assert client.post("/api/pause", headers={"Origin": "http://localhost"}).status_code == 200
    assert client.post("/api/resume").status_code == 200


def test_the_phones_token_is_kept_from_scripts_and_other_sites(client: FlaskClient) -> None:
    cookie = client.get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert "Set-Cookie" not in client.get("/").headers, "a phone keeps its token"


@pytest.mark.parametrize("given", ["short", "x" * 200, "ü" * 30])
def test_a_token_that_was_not_given_out_is_replaced(client: FlaskClient, given: str) -> None:
    answer = client.get("/", headers={"Cookie": f"pawnlight_phone={given}"})
    assert "pawnlight_phone=" in answer.headers["Set-Cookie"]


def test_a_body_that_is_no_json_is_refused_in_words(client: FlaskClient) -> None:
    assert client.post("/api/answer", data="prompt=1").status_code == 415
    for body in ("{", "[]", "3", '"a"'):
        answer = client.post("/api/answer", data=body, content_type="application/json")
        assert answer.status_code == 400 and answer.get_json()["error"].startswith("The body of this request")


def test_a_body_that_is_too_long_is_refused_in_words(client: FlaskClient) -> None:
    answer = client.post("/api/answer", json={"prompt": "x" * 70_000, "value": ""})
    assert answer.status_code == 413 and "64 kB" in answer.get_json()["error"]


def test_a_record_may_be_longer_but_not_endless(client: FlaskClient) -> None:
    assert client.post("/api/games/import", json={"record": "x" * 200_000}).status_code == 400
    assert client.post("/api/games/import", json={"record": "x" * 1_100_000}).status_code == 413


def test_a_wrong_method_is_refused_with_the_right_ones(client: FlaskClient) -> None:
    answer = client.get("/api/tap")
    assert answer.status_code == 405 and "POST" in answer.headers["Allow"]
    assert answer.get_json()["error"].endswith(".")


def test_an_unknown_page_says_so_and_leads_back(client: FlaskClient) -> None:
    answer = client.get("/nowhere")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 404
    assert "There is no such page" in page and 'href="/"' in page


def test_a_fault_is_logged_and_told_without_its_details(
    desk: WatchedDesk, client: FlaskClient, logged_errors: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("the secret of the machine")

    monkeypatch.setattr(desk, "snapshot", fail)
    answer = client.get("/api/table")
    assert answer.status_code == 500 and "The game is safe" in answer.get_json()["error"]
    assert "secret" not in answer.get_data(as_text=True)
    (record,) = logged_errors
    assert record.exc_info and "secret" in str(record.exc_info[1])


@pytest.mark.parametrize("origin", ["http://[::1", "http://[x]", "//", "http://localhost@evil.example", "\x7f", "[[["])
def test_an_origin_that_is_no_address_is_another_sites(client: FlaskClient, origin: str) -> None:
    assert client.post("/api/pause", headers={"Origin": origin}).status_code == 403


@pytest.mark.parametrize("host", ["[::1", "[1.2:3]", "localhost:99999", "a b", "é", "..", "/", "[]", "::1", "@"])
def test_a_host_that_is_none_is_refused(client: FlaskClient, host: str) -> None:
    answer = client.get("/api/table", headers={"Host": host})
    assert answer.status_code == 400 and "http://192.168.1.20:8080/" in answer.get_json()["error"]
