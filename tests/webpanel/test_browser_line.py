"""The line between phone and table: every change arrives, a break is told, and the phone comes back by itself."""

from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from browser import PATIENCE_MS, PLAYERS, Phone, served
from playwright.sync_api import Browser, expect
from waiting import wait_for
from watched_desk import WatchedDesk

from daemon.app.program import STREAMS
from engine.core.pieces import Seat
from table.messages.new_game import NewGame
from table.messages.refusal import Refused
from webpanel.server.event_streams import STREAMS_PER_PHONE


def test_every_phone_sees_every_change(desk: WatchedDesk, game: Phone, browser: Browser, address: str) -> None:
    other = Phone(browser, address)
    other.open()
    other.waits_for("[data-square=a1] .piece")
    game.tap("c1")
    other.waits_for("[data-square=c3] .ring.move")
    game.tap("c3")
    other.waits_for("[data-square=c3] .piece.spent")
    assert other.faults == []
    other.close()


def test_a_broken_line_is_told_and_nothing_can_be_pressed_until_it_mends(desk: WatchedDesk, game: Phone) -> None:
    game.loses_network()
    game.waits_for("#stale:not([hidden])")
    expect(game.page.locator("#undo")).to_be_disabled()
    expect(game.page.locator(".squares.live")).to_have_count(0)
    desk.start(NewGame("pawn-advance", {}, {Seat.WHITE: "Clara", Seat.BLACK: "Dora"}, True))
    game.context.set_offline(False)
    game.page.wait_for_selector("#stale", state="hidden", timeout=PATIENCE_MS)
    game.waits_for(".player:has-text('Clara')")


def test_a_phone_that_goes_to_and_fro_in_a_hurry_is_let_in_each_time_and_plays_on(game: Phone) -> None:
    """Each page is left as soon as it has begun to come: the streams of the board open and close within a moment."""
    refused: list[str] = []
    game.page.on("response", lambda answer: answer.status >= 400 and refused.append(f"{answer.status} {answer.url}"))
    for path in ("/scores", "/", "/scores", "/", "/seats", "/"):
        game.page.goto(game.address + path, wait_until="commit")
    game.waits_for("[data-square=a1] .piece")
    game.move("c1", "c3")
    expect(game.page.locator("#stale")).to_be_hidden()
    assert refused == []


def test_a_page_that_stayed_open_plays_on_once_the_table_was_started_anew(
    tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenes are counted from elsewhere then: here from further down."""
    counted_from = iter((10**6, 500))
    monkeypatch.setattr("daemon.snapshots.scenes.secrets.randbelow", lambda most: next(counted_from))
    with ExitStack() as first:
        address = first.enter_context(served(desk := first.enter_context(WatchedDesk(tmp_path))))
        desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
        phone = Phone(browser, address)
        phone.open()
        phone.waits_for("[data-square=a1] .piece")
        phone.move("c1", "c3")
    phone.waits_for("#stale:not([hidden])")
    with WatchedDesk(tmp_path) as again, served(again, port=int(address.rpartition(":")[2])):
        phone.page.wait_for_selector("#stale", state="hidden", timeout=PATIENCE_MS)
        phone.waits_for("[data-square=d1] .ring.turn")
        phone.tap("d1")
        phone.waits_for("[data-square=d1] .ring.origin")
        assert 500 <= again.taps[-1].scene <= again.snapshot().number < 10**6
        phone.close()


def test_a_phone_that_wakes_up_shows_what_it_knew_as_old_until_it_has_heard_again(game: Phone) -> None:
    game.page.evaluate("""() => {
      const banner = document.getElementById("stale");
      const now = Date.now();
      const told = [];
      const note = () => { told.push(banner.hidden); document.body.dataset.told = told; };
      new MutationObserver(note).observe(banner, {attributes: true});
      Date.now = () => now + 60000;
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    expect(game.page.locator("body"), "old at once, then heard again").to_have_attribute("data-told", "false,true")


def test_pictures_are_still_drawn_while_the_panel_is_gone(desk: WatchedDesk, game: Phone) -> None:
    address = game.page.locator(".piece use").first.get_attribute("href")
    game.loses_network()
    game.waits_for("#stale:not([hidden])")
    kept = game.page.evaluate("at => fetch(at).then((answer) => answer.ok, () => false)", address)
    assert kept, "from what the phone has kept"


def test_the_start_page_tells_a_break_too_and_follows_when_a_game_begins(desk: WatchedDesk, phone: Phone) -> None:
    phone.open()
    banner = phone.page.locator("#stale")
    expect(banner).to_be_hidden()
    phone.loses_network()
    expect(banner).to_be_visible()
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.context.set_offline(False)
    phone.waits_for("[data-square=a1] .piece")
    expect(banner).to_be_hidden()


# --- where there is no room for all -------------------------------------------------------------------------------

ASKS = "asks for the table every few seconds"
ELSEWHERE = "The table is open on newer pages of this phone. Tap here to show it on this one."


def test_one_page_too_many_takes_the_place_of_the_oldest_which_says_so_until_it_is_touched(game: Phone) -> None:
    first, pages = game.page, [game.context.new_page() for _ in range(STREAMS_PER_PHONE)]
    for page in pages:
        page.goto(game.address)
        expect(page.locator("[data-square=a1] .piece")).to_be_visible()
    expect(first.locator("#stale")).to_have_text(ELSEWHERE)
    expect(first.locator(".squares.live"), "nothing can be pressed").to_have_count(0)
    for page in pages:
        expect(page.locator("#stale")).to_be_hidden()
    first.tap("#stale")
    expect(first.locator("#stale")).to_be_hidden()
    expect(first.locator(".squares.live")).to_have_count(1)
    expect(pages[0].locator("#stale"), "which is the oldest now").to_have_text(ELSEWHERE)
    game.move("c1", "c3")
    for page in pages[1:]:
        expect(page.locator("[data-square=c3] .piece")).to_be_visible()


def test_an_onlooker_whose_place_a_player_takes_says_so_and_asks_until_there_is_room(
    desk: WatchedDesk, game: Phone, browser: Browser, address: str
) -> None:
    onlooker = Phone(browser, address)
    onlooker.open()
    onlooker.waits_for("[data-square=a1] .piece")
    assert game.asks("PUT", "/api/seats/white")[0] == 200
    with ExitStack() as others:
        fill(desk, others)
        expect(onlooker.page.locator("#stale")).to_be_hidden()
        second = game.context.new_page()
        second.goto(game.address)
        expect(second.locator("[data-square=a1] .piece")).to_be_visible()
        expect(onlooker.page.locator("#stale")).to_contain_text(ASKS)
        expect(second.locator("#stale")).to_be_hidden()
        for origin, target in (("c1", "c3"), ("d1", "d3")):
            game.move(origin, target)
            onlooker.waits_for(f"[data-square={target}] .piece")
        expect(onlooker.page.locator("#stale")).to_contain_text(ASKS)
        expect(onlooker.page.locator("#undo"), "black is free: it may play on").to_be_enabled()
        expect(game.page.locator("#stale")).to_be_hidden()
    onlooker.page.wait_for_selector("#stale", state="hidden", timeout=PATIENCE_MS)
    assert onlooker.faults == []
    onlooker.close()


def fill(desk: WatchedDesk, others: ExitStack) -> None:
    """Have so many others look on that there is no room for one more."""
    count = 0

    def is_full() -> bool:
        nonlocal count
        with suppress(Refused):
            while True:
                others.enter_context(desk.subscribe("another"))
                count += 1
        return count == STREAMS - 2

    wait_for(is_full, "that the two pages have a stream each, and others all the rest")
