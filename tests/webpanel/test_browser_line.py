"""The line between phone and table: every change arrives, a break is told, and the phone comes back by itself."""

from browser import PATIENCE_MS, PLAYERS, Phone
from fake_desk import FakeDesk
from playwright.sync_api import Browser, expect

from engine.pieces import Seat


def test_every_phone_sees_every_change(desk: FakeDesk, game: Phone, browser: Browser, address: str) -> None:
    other = Phone(browser, address)
    other.open()
    other.waits_for("[data-square=a1] .piece")
    game.tap("c1")
    other.waits_for("[data-square=c3] .ring.move")
    game.tap("c3")
    other.waits_for("[data-square=c3] .piece.spent")
    assert other.faults == []
    other.close()


def test_a_broken_line_is_told_and_nothing_can_be_pressed_until_it_mends(desk: FakeDesk, game: Phone) -> None:
    game.context.set_offline(True)
    game.page.evaluate("dispatchEvent(new Event('online'))")
    game.waits_for("#stale:not([hidden])")
    expect(game.page.locator("#undo")).to_be_disabled()
    expect(game.page.locator(".squares.live")).to_have_count(0)
    desk.start("pawn-advance", {}, {Seat.WHITE: "Clara", Seat.BLACK: "Dora"}, True)
    game.context.set_offline(False)
    game.page.wait_for_selector("#stale", state="hidden", timeout=PATIENCE_MS)
    game.waits_for(".player:has-text('Clara')")


def test_a_page_that_stayed_open_plays_on_once_the_table_was_started_anew(desk: FakeDesk, game: Phone) -> None:
    """Scenes are counted from elsewhere then: here from further down."""
    desk.number = 1000
    game.move("c1", "c3")
    game.context.set_offline(True)
    game.page.evaluate("dispatchEvent(new Event('online'))")
    game.waits_for("#stale:not([hidden])")
    desk.number = 500
    game.context.set_offline(False)
    game.page.wait_for_selector("#stale", state="hidden", timeout=8000)
    game.tap("d1")
    game.waits_for("[data-square=d1] .piece.lifted")
    assert 500 <= desk.taps[-1].scene <= desk.number


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


def test_pictures_are_still_drawn_while_the_panel_is_gone(desk: FakeDesk, game: Phone) -> None:
    game.context.set_offline(True)
    game.waits_for("#stale:not([hidden])")
    kept = game.page.evaluate("fetch('/static/pieces.svg').then((answer) => answer.ok, () => false)")
    assert kept, "from what the phone has kept"


def test_the_start_page_tells_a_break_too_and_follows_when_a_game_begins(desk: FakeDesk, phone: Phone) -> None:
    phone.open()
    banner = phone.page.locator("#stale")
    expect(banner).to_be_hidden()
    phone.context.set_offline(True)
    expect(banner).to_be_visible()
    desk.start("pawn-advance", {}, PLAYERS, True)
    phone.context.set_offline(False)
    phone.waits_for("[data-square=a1] .piece")
    expect(banner).to_be_hidden()
