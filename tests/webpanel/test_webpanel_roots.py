"""A panel that a proxy shows below a path: whatever it says leads there again, and it is reached directly as well."""

import errno
import re
import socket
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from browser import PLAYERS, Phone
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Request, expect
from watched_desk import WatchedDesk, random_game

import clubpanel
import webpanel
from table.messages.new_game import NewGame
from webpanel.access.url_prefix import PrefixMiddleware
from webpanel.app import create_app, static_files
from webpanel.serve import Serving, start

TOP = "/club/chess"
WAYS = {
    "as it came": (TOP, {}),
    "taken away by the proxy": ("", {"X-Forwarded-Prefix": TOP}),
    "with a slash": ("", {"X-Forwarded-Prefix": f"{TOP}/"}),
}
LINK = re.compile(r'\b(?:href|src|action)="([^"]*)"')
"""All that pages lead to, load or send forms to."""


@pytest.fixture
def below(desk: WatchedDesk) -> Flask:
    app = create_app(desk)
    app.wsgi_app = PrefixMiddleware(app.wsgi_app, TOP)  # type: ignore[method-assign]
    return app


def linked(client: FlaskClient, before: str, headers: dict[str, str], begin: str) -> dict[str, str]:
    """All pages that can be reached from one, with their text. ``before``: what the proxy leaves of the path."""
    found: dict[str, str] = {}
    to_see = [begin]
    while to_see:
        path = to_see.pop()
        if path in found:
            continue
        answer = client.get(before + path.removeprefix(TOP), headers=headers, buffered=True)
        assert answer.status_code in (200, 302, 303) or path == f"{TOP}/appearance", path  # which takes forms alone
        shown = answer.mimetype == "text/html" and answer.status_code == 200
        found[path] = answer.get_data(as_text=True) if shown else ""
        for link in [*LINK.findall(found[path]), *answer.headers.getlist("Location")]:
            address = urlsplit(urljoin(path, link.replace("&amp;", "&")))
            if not address.netloc and not link.startswith("#"):
                assert address.path.startswith(f"{TOP}/"), f"{path} leads to {link}"
                to_see.append(address.path + (f"?{address.query}" if address.query else ""))
    return found


@pytest.mark.parametrize(("before", "headers"), WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("game_is_on", [False, True], ids=["free", "playing"])
def test_all_that_pages_lead_to_lies_below_the_path(
    desk: WatchedDesk, below: Flask, before: str, headers: dict[str, str], game_is_on: bool
) -> None:
    desk.keep("done", game_id="pawn-advance")
    if game_is_on:
        desk.start(NewGame("pawns-revenge", {}, {}, True))
    client = below.test_client()
    seen = linked(client, before, headers, f"{TOP}/")
    icons = f"/static/{static_files().version}/icons.svg"
    for page in ("/settings", "/new", "/rules", "/guides", "/scores", "/hardware", icons):
        assert TOP + page in seen, sorted(seen)
    assert len(seen) > 60
    assert 'data-root="/club/chess"' in seen[f"{TOP}/settings"]


@pytest.mark.parametrize(("before", "headers"), WAYS.values(), ids=WAYS)
def test_what_is_kept_on_a_phone_goes_to_nothing_else_that_the_proxy_shows(
    below: Flask, before: str, headers: dict[str, str]
) -> None:
    client = below.test_client()
    cookies = client.get(f"{before}/", headers=headers).headers.getlist("Set-Cookie")
    form = {"theme": "light", "language": "de", "back": "/scores?player=Anna"}
    chosen = client.post(f"{before}/appearance", data=form, headers=headers)
    assert chosen.headers["Location"] == f"{TOP}/scores?player=Anna"
    cookies += chosen.headers.getlist("Set-Cookie")
    assert len(cookies) >= 3 and all(f"Path={TOP};" in f"{each};" for each in cookies)
    assert client.get(f"{before}/clock", headers=headers).headers["Location"] == f"{TOP}/"


def test_the_same_panel_is_reached_directly_too(below: Flask) -> None:
    client = below.test_client()
    answer = client.get("/")
    assert TOP not in answer.get_data(as_text=True) and "Path=/;" in f"{answer.headers['Set-Cookie']};"
    assert client.get("/club/chessboard").status_code == client.get("/club").status_code == 404


@pytest.mark.parametrize("said", ["/evil", "//evil.example", "https://evil.example", TOP + "x", "", "/"])
def test_a_header_leads_nowhere_else(below: Flask, said: str) -> None:
    page = below.test_client().get("/", headers={"X-Forwarded-Prefix": said}).get_data(as_text=True)
    assert 'data-root=""' in page and "evil" not in page


def test_a_panel_without_a_path_heeds_no_header(client: FlaskClient) -> None:
    page = client.get("/", headers={"X-Forwarded-Prefix": TOP}).get_data(as_text=True)
    assert 'data-root=""' in page and TOP not in page


ABSOLUTE = re.compile(
    r"""(?:\b(?:href|src):|\.(?:href|src) =|"(?:href|src)",|\bfetch\(|\.assign\(|EventSource\(|open\()\s*["'`]/"""
)
"""Something that a script loads or goes to at the top, whatever the panel lies below."""


def test_scripts_write_no_address_at_the_top() -> None:
    found = [
        f"{script.name}: {line}"
        for folder in (Path(webpanel.__file__).parent / "static/js", Path(clubpanel.__file__).parent / "static")
        for script in folder.rglob("*.js")
        for line in script.read_text().splitlines() if ABSOLUTE.search(line)
    ]
    assert found == []
    assert ABSOLUTE.search('location.assign("/")') and ABSOLUTE.search("make('a', { href: `/games/${key}` })")


# --- in a browser ------------------------------------------------------------------------------------------------


@pytest.fixture
def shown_below(desk: WatchedDesk, browser: Browser) -> Iterator[tuple[Phone, list[str]]]:
    """A phone at a panel below a path, and what it asked for elsewhere."""
    elsewhere: list[str] = []

    def heed(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme.startswith("http") and not address.path.startswith(f"{TOP}/"):
            elsewhere.append(request.url)

    serving = start(create_app(desk), "127.0.0.1", 0, 8, prefix=TOP)
    phone = Phone(browser, f"http://127.0.0.1:{serving.port}{TOP}")
    phone.page.on("request", heed)
    try:
        yield phone, elsewhere
    finally:
        phone.context.close()
        serving.close()
    assert phone.faults == []


def test_a_game_is_begun_played_and_looked_at_below_a_path(
    desk: WatchedDesk, shown_below: tuple[Phone, list[str]]
) -> None:
    phone, elsewhere = shown_below
    desk.finish(*random_game("pawn-advance", 3, 400, rounds=3), players=PLAYERS, key="done", rounds=3)
    phone.open("/")
    phone.page.tap("main >> text=New game")
    phone.page.wait_for_url("**/new")
    phone.page.tap(f'[href="{TOP}/new/pawn"]')
    phone.page.wait_for_url("**/new/pawn")
    phone.page.tap("button[type=submit]")
    phone.waits_for("[data-square=a1] .piece")
    phone.page.wait_for_url(f"**{TOP}/")
    phone.move("a1", "a2")
    phone.open("/seats")
    phone.page.tap("[data-claim] >> nth=0")
    phone.waits_for("text=This phone holds the seat.")
    phone.open("/games/done")
    phone.waits_for("#replay")
    expect(phone.page.locator("#play-on")).to_have_attribute("href", re.compile(f"^{TOP}/new/pawn-advance"))
    phone.open("/settings")
    phone.page.tap("text=Deutsch")
    phone.waits_for("html[lang=de]")
    phone.open("/learn/pawn-advance")
    phone.open("/hardware")
    assert elsewhere == []


# --- what a proxy says of who asks -------------------------------------------------------------------------------


def known_as(serving: Serving, source: str, headers: dict[str, str]) -> tuple[str, str]:
    """The address under which the panel knows a phone that comes from ``source``, and the cookie that it got."""
    cookie = ""
    for _ in range(2):  # a phone is remembered once it is known
        with closing(HTTPConnection("127.0.0.1", serving.port, source_address=(source, 0))) as connection:
            connection.request("GET", "/about", headers={**headers, "Cookie": cookie.partition(";")[0]})
            answer = connection.getresponse()
            answer.read()
            cookie = cookie or answer.headers["Set-Cookie"]
    return serving._panel.guests.lately()[0].address, cookie


PROXIED = {"X-Forwarded-For": "203.0.113.9, 192.168.1.77", "X-Forwarded-Proto": "https"}


def test_a_proxy_that_is_trusted_says_who_asks_and_that_it_was_over_https(desk: WatchedDesk) -> None:
    with closing(start(create_app(desk), "127.0.0.1", 0, 2, proxy="127.0.0.1")) as serving:
        address, cookie = known_as(serving, "127.0.0.1", PROXIED)
        assert address == "192.168.1.77", "what the proxy itself saw, not what it was told"
        assert "Secure" in cookie
        address, cookie = known_as(serving, "127.0.0.2", PROXIED)
        assert address == "127.0.0.2" and "Secure" not in cookie, "anybody can write such a header"


@pytest.mark.parametrize(("written", "address"), [
    ("10.1.2.3", "10.1.2.3"), ("10.1.2.3:4711", "10.1.2.3"),
    ("2001:db8::8", "2001:db8::8"), ("2001:DB8:0::8", "2001:db8::8"), ("2001:db8::8:4711", "2001:db8::8:4711"),
    ("[2001:db8::8]", "2001:db8::8"), ("[2001:db8::8]:4711", "2001:db8::8"), ('"[2001:db8::8]:4711"', "2001:db8::8"),
    ("::ffff:10.1.2.5", "10.1.2.5"), ("::FFFF:10.1.2.5", "10.1.2.5"), ("::ffff:a01:205", "10.1.2.5"),
    ("[::ffff:10.1.2.5]", "10.1.2.5"), ("[::ffff:10.1.2.5]:4711", "10.1.2.5"),
    ("64:ff9b::10.1.2.5", "64:ff9b::a01:205"), ("fe80::1%eth0", "fe80::1%eth0"), ("unknown", "unknown"),
    ("6.6.6.6, ::ffff:10.1.2.5", "10.1.2.5"), ("::ffff:6.6.6.6, [2001:db8::8]:4711", "2001:db8::8"),
])
def test_an_address_is_the_same_however_the_proxy_writes_it(desk: WatchedDesk, written: str, address: str) -> None:
    with closing(start(create_app(desk), "127.0.0.1", 0, 2, proxy="127.0.0.1")) as serving:
        assert known_as(serving, "127.0.0.1", {"X-Forwarded-For": written})[0] == address


def test_a_ban_behind_a_proxy_that_listens_to_both_versions_of_ip_keeps_no_other_phone_out(desk: WatchedDesk) -> None:
    with closing(start(create_app(desk), "127.0.0.1", 0, 2, proxy="127.0.0.1")) as serving:
        known_as(serving, "127.0.0.1", {"X-Forwarded-For": "::ffff:10.1.2.5"})
        serving._panel.guests.ban(serving._panel.guests.lately()[0])
        assert known_as(serving, "127.0.0.1", {"X-Forwarded-For": "::ffff:10.1.2.6"})[0] == "10.1.2.6"


def test_without_a_trusted_proxy_nobody_says_who_asks(desk: WatchedDesk) -> None:
    with closing(start(create_app(desk), "127.0.0.1", 0, 2)) as serving:
        address, cookie = known_as(serving, "127.0.0.1", PROXIED)
        assert address == "127.0.0.1" and "Secure" not in cookie


# --- both versions of IP -----------------------------------------------------------------------------------------


def test_a_panel_on_all_addresses_is_reached_by_both_versions_of_ip(desk: WatchedDesk) -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    with closing(start(create_app(desk), "::", 0, 2)) as serving:
        for host in ("127.0.0.1", "::1"):
            with closing(HTTPConnection(host, serving.port)) as connection:
                for _ in range(2):
                    connection.request("GET", "/about", headers={"Cookie": "pawnlight_phone=a-phone-of-this-test"})
                    answer = connection.getresponse()
                    answer.read()
                assert answer.status == 200
            assert serving._panel.guests.lately()[0].address == host, "as it would be elsewhere"


@pytest.mark.parametrize("number", [errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL])
def test_a_machine_without_ipv6_listens_to_ipv4(
    desk: WatchedDesk, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a kernel refuses it that was started with ipv6.disable=1, or with disable_ipv6 for every interface."""
    usual = socket.create_server

    def refuse(address: tuple[str, int], **more: Any) -> socket.socket:
        if more.get("family") == socket.AF_INET6:
            raise OSError(number, "no IPv6")
        return usual(address, **more)

    monkeypatch.setattr(socket, "create_server", refuse)
    with closing(start(create_app(desk), "::", 0, 2)) as serving:
        assert known_as(serving, "127.0.0.2", {})[0] == "127.0.0.2"


def test_a_port_that_somebody_has_is_told_and_not_shared(desk: WatchedDesk) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken, pytest.raises(OSError) as caught:
        start(create_app(desk), "::", taken.getsockname()[1], 2)
    assert caught.value.errno == errno.EADDRINUSE
