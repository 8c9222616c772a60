"""Two boards meet as people have them meet: on phones in two homes, by the code and the QR code of a board, to the
seats that each of them has. What a QR code says is read by a reader that has nothing to do with what drew it."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from axe import violations
from between_boards import Home, two_homes, until_alike, until_over
from chromium import by_name
from phone import Phone
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from waiting import wait_for

from club.transport.link import Broker
from club.transport.messages import Status, write_status
from clubpanel.app import create_app
from clubpanel.results.database import opened
from clubpanel.web.wall import STREAMS, WatchedClub
from daemon.system.calendar import utc_now
from webpanel.serve import start

WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
AT_HOME = "http://pawnlight.local:8080"
"""The usual address of the panel of everybody's own board."""

WRONG = {
    "pawnlight": {"en-GB": "code of sixteen digits", "de-DE": "Code aus sechzehn Ziffern"},
    "0123 4567 89ab cdef 0": {"en-GB": "code of sixteen digits", "de-DE": "Code aus sechzehn Ziffern"},
    "": {"en-GB": "the code of this board", "de-DE": "der Code dieses Bretts"},
}
"""Texts that somebody may type, nothing for the code of the own board, and a part of the reply."""

PhoneAt = Callable[..., Phone]


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Home, Home]]:
    with two_homes(tmp_path_factory.mktemp("browsers")) as (_, pair):
        yield pair


@pytest.fixture
def phone_at(browser: Browser, request: pytest.FixtureRequest) -> Iterator[PhoneAt]:
    """Makes phones that see a board's panel: ``phone_at(home, size, language)``."""
    pictures: Path | None = request.config.getoption("--screenshots", default=None)
    phones: list[Phone] = []

    def make(home: Home, size: tuple[int, int] = (390, 844), locale: str = "en-GB") -> Phone:
        context = browser.new_context(
            base_url=by_name(home.process.address), viewport={"width": size[0], "height": size[1]}, has_touch=True,
            locale=locale, device_scale_factor=2, reduced_motion="reduce",
        )
        phones.append(Phone(context, pictures, f"{home.name}-{size[0]}-{locale}-{len(phones)}"))
        return phones[-1]

    yield make
    for each in phones:
        each.close()
    refused = "the server responded with a status of 4"  # which a phone tells its player of
    assert [said for each in phones for said in each.complaints if refused not in said] == []


def read_code(page: Page, target: str) -> str:
    """Read the QR code that somebody sees there."""
    place = page.locator(target).first
    place.evaluate("(place) => place.scrollIntoView({block: 'center'})")
    place.evaluate("async (place) => { if (place instanceof HTMLImageElement) await place.decode(); }")
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(place.screenshot())))
    assert [str(each.format) for each in found] == ["QR Code"], found
    return str(found[0].text)


def check(phone: Phone, what: str) -> None:
    """The page is accessible by axe, and no wider than the screen."""
    phone.picture(what)
    assert (violations(phone.page), phone.page.evaluate(WIDE)) == ([], False), what


@pytest.mark.first_or_all(("size", "language"), [((320, 568), "de-DE"), ((390, 844), "en-GB")])
def test_a_board_is_invited_by_its_codes_and_everybody_takes_a_seat_at_home(
    homes: tuple[Home, Home], phone_at: PhoneAt, size: tuple[int, int], language: str
) -> None:
    host, guest = homes
    ada, bo, cy = phone_at(host, size, language), phone_at(guest, size, language), phone_at(guest, size, language)
    bo.open("/new")
    scanned = read_code(bo.page, "[aria-labelledby=be-invited] [role=img]")
    code = bo.page.locator("[aria-labelledby=be-invited] .code").inner_text()
    assert (scanned, code.replace(" ", "")) == (f"{AT_HOME}/new?board={guest.id}", guest.id)
    check(bo, "be-invited")

    ada.open(scanned.removeprefix(AT_HOME))
    expect(ada.page.locator(".notice")).to_contain_text("Bo's")
    ada.tap(ada.page.locator('.game-card[href^="/new/pawn?"]'))
    seat = ada.page.locator('[data-seat="black"] [data-plays]')
    expect(seat).to_have_value(f"board:{guest.id}")

    seat.select_option("board:")
    field, begin = ada.page.locator("#board-id"), ada.page.locator("#new-game [type=submit]")
    told = ada.page.locator("#problem")
    for wrong, remedy in WRONG.items():
        field.fill(wrong or host.id)
        with ada.page.expect_response("**/api/games"):  # two of them are answered alike
            ada.tap(begin)
        expect(told).to_contain_text(remedy[language])
    check(ada, "wrong-code")
    field.fill(code if size[0] == 390 else scanned)
    ada.tap(begin)
    ada.page.wait_for_url("**/")

    key = host.scene["key"]
    wait_for(lambda: key in [each["key"] for each in guest.club()["invitations"]], "an invitation")
    bo.open("/new")
    bo.page.locator(f'[id="name-{key}-black"]').fill("Bo")
    check(bo, "invited")
    bo.tap(bo.page.locator(f'[data-accept="{key}"]').last)
    bo.page.wait_for_url("**/")
    for phone, home in ((ada, host), (bo, guest)):
        wait_for(lambda home=home: home.scene["key"] == key, "the game on the table")  # type: ignore[misc]
        phone.until_settled()
    assert guest.scene["players"] == {"white": "Ada's", "black": "Bo"}
    claim(ada, "white", "black")
    claim(bo, "black", "white")
    cy.open("/seat/black")
    expect(cy.page.locator("[data-claim]")).to_have_count(0)
    check(cy, "taken")
    for phone, own in ((ada, "white"), (bo, "black")):
        phone.open("/")
        phone.until(lambda table, own: table["held"] == [own], own, what="the own seat")
        check(phone, "seated")
    play_a_move(ada)
    until_alike(key, *homes)
    bo.until(lambda table: table["scene"]["to_act"] == ["black"], what="the move of the other board")
    play_a_move(bo)
    assert len(until_alike(key, *homes)[0]) == 2
    check(ada, "played")
    bo.page.evaluate("fetch('/api/resign', {method: 'POST', headers: {'Content-Type': 'application/json', "
                     "'Game-Key': document.body.dataset.game}, body: JSON.stringify({seat: 'black'})})")
    until_over(key, *homes)


def claim(phone: Phone, seat: str, other: str) -> None:
    """Take the seat that is played here. The other one is not on offer."""
    phone.open("/seats")
    expect(phone.page.locator("[data-claim]")).to_have_count(1)
    phone.page.locator("details[name=qr] summary").first.click()
    assert read_code(phone.page, "main img").endswith(f"/seat/{seat}")
    check(phone, "seats")
    phone.tap(phone.page.locator(f'[data-claim="{seat}"]'))
    expect(phone.page.locator(f'[data-free="{seat}"]')).to_be_visible()
    phone.open(f"/seat/{other}")
    expect(phone.page.locator("main")).to_be_visible()
    expect(phone.page.locator("[data-claim]")).to_have_count(0)
    check(phone, "seat-of-the-other-board")


def play_a_move(phone: Phone) -> None:
    """The first that the board shows."""
    groups: list[dict[str, Any]] = phone.until(lambda table: table["scene"]["groups"], what="moves")["scene"]["groups"]
    single = next(group for group in groups if len(group["squares"]) == 1)
    phone.tap_square(single["squares"][0])
    phone.until(lambda table: "origin" in [light["role"] for light in table["scene"]["lights"].values()], what="a lift")
    count = phone.scene["action_count"]
    phone.tap_square(single["targets"][0])
    phone.until(lambda table: table["scene"]["action_count"] > count, what="a move")


def test_a_code_that_no_board_has_any_more_is_told_of_with_the_remedy(
    homes: tuple[Home, Home], phone_at: PhoneAt
) -> None:
    """Of a board that got another id since, say, or with a digit mistyped."""
    host, old = homes[0], "0123456789abcdef"
    ada = phone_at(host)
    ada.open(f"/new/pawn?board={old}")
    expect(ada.page.locator("#board-id")).to_have_value(old)
    ada.tap(ada.page.locator("#new-game [type=submit]"))
    ada.page.wait_for_url("**/")
    play_a_move(ada)
    words = "0123 4567 89ab cdef. It is not here: if it is on, compare the code"
    ada.until(lambda table: words in table["scene"]["now"], what="what can be done")
    check(ada, "no-such-board")
    host.process.post("/api/abandon")


def test_the_codes_of_a_panel_and_of_a_board_on_the_wall_lead_there(
    homes: tuple[Home, Home], phone_at: PhoneAt, tmp_path: Path
) -> None:
    host = homes[0]
    ada = phone_at(host)
    ada.open("/about")
    assert read_code(ada.page, "main .qr img") == f"{host.process.address}/"
    database = opened("", tmp_path)
    wall = WatchedClub(Broker("127.0.0.1", 9), "pawnlight", database, utc_now, "246810")
    wall.watcher._hear(f"pawnlight/{host.id}/status", write_status(Status(host.id, host.name, True, "1")), True)
    serving = start(create_app(wall), "127.0.0.1", 0, STREAMS)
    try:
        address = f"http://127.0.0.1:{serving.port}/boards/{host.id}"
        ada.page.goto(address)
        assert read_code(ada.page, "main img[src$='/code']") == address
    finally:
        wall.changes.close()
        serving.close()
        database.dispose()
