"""Nothing that goes wrong in a page escapes the phones of these tests; and a page without a picture of the table."""

import re
from logging import LogRecord

import pytest
from browser import PLAYERS, Phone
from playwright.sync_api import Browser
from watched_desk import WatchedDesk

from table.messages.events import Pause
from table.messages.new_game import NewGame

ELSEWHERE = "http://127.0.0.2:9"


@pytest.fixture
def spoilt(browser: Browser, address: str) -> Phone:
    """A phone whose panel fails to answer some requests, and refuses others."""
    made = Phone(browser, address)
    made.page.route("**/failing*", lambda route: route.fulfill(status=503, body="{}"))
    made.page.route("**/refused*", lambda route: route.fulfill(status=409, body="{}"))
    made.page.route("**/nowhere*", lambda route: route.abort())
    made.open("/about")
    return made


def test_what_goes_wrong_in_a_page_is_noticed(spoilt: Phone) -> None:
    for deed, noticed in {
        "fetch('/failing')": "status of 503 .*/failing",
        "document.body.append(Object.assign(new Image(), { src: '/failing.png' }))": "status of 503 .*/failing.png",
        "new EventSource('/failing-events')": "status of 503 .*/failing-events",
        f"fetch('{ELSEWHERE}/data')": f"'{ELSEWHERE}/data' violates",
        f"document.body.append(Object.assign(new Image(), {{ src: '{ELSEWHERE}/a.png' }}))": "a.png' violates",
        "setTimeout(() => { throw Error('thrown'); })": "thrown",
        "console.error('told')": "told",
        f"location.assign('{ELSEWHERE}/page')": "gone to chrome-error",
    }.items():
        spoilt.faults.clear()
        spoilt.page.evaluate(f"() => {{ {deed}; }}")
        spoilt.until(lambda noticed=noticed: re.search(noticed, " ".join(spoilt.faults)), deed)  # type: ignore[misc]
    spoilt.close()


def test_what_the_panel_refuses_and_a_line_that_is_down_are_no_faults_of_a_page(spoilt: Phone) -> None:
    assert spoilt.asks("GET", "/refused")[0] == 409
    spoilt.page.evaluate("() => fetch('/nowhere').catch(() => undefined)")
    spoilt.page.evaluate("() => console.error('told')")  # comes after whatever was said before
    spoilt.until(lambda: spoilt.faults, "told")
    assert len(spoilt.faults) == 1
    spoilt.close()


def test_a_table_that_cannot_be_shown_says_that_its_game_is_kept(
    desk: WatchedDesk, phone: Phone, monkeypatch: pytest.MonkeyPatch, logged_errors: list[LogRecord]
) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.open("/")
    monkeypatch.setattr("daemon.snapshots.scenes.scene", lambda *given: 1 / 0)
    desk.send(Pause())
    phone.until(lambda: "The game is kept" in phone.page.inner_text("#now"), "the sentence under the board")
    assert phone.page.is_visible("#board") and logged_errors


SEEN = """() => [
  { ...localStorage }, { ...sessionStorage }, history.length, innerWidth, navigator.onLine,
  document.documentElement.lang, matchMedia("(prefers-color-scheme: dark)").matches,
]"""
"""All of a phone that a test may have changed and that a page can see."""


def test_a_phone_that_has_forgotten_is_as_a_new_one(browser: Browser, address: str) -> None:
    fresh, used = Phone(browser, address), Phone(browser, address)
    fresh.open("/about")
    used.speaks("de")
    used.page.set_viewport_size({"width": 320, "height": 568})
    used.page.emulate_media(color_scheme="dark")
    used.open("/about")
    token = used.context.cookies()
    used.page.evaluate("() => { localStorage.kept = sessionStorage.kept = 'mine'; }")
    used.loses_network()
    assert used.page.evaluate(SEEN) != fresh.page.evaluate(SEEN)
    assert used.forget()
    used.open("/about")
    assert used.page.evaluate(SEEN) == fresh.page.evaluate(SEEN)
    assert token and used.context.cookies() != token
    used.page.on("request", lambda request: None)
    assert not used.forget(), "the page would go on telling of its requests"
    fresh.close()
    used.close()
