"""What happened, under the board: the last event always, the whole story on request, each moment in the replay."""

from browser import Phone
from playwright.sync_api import Browser, expect
from watched_desk import WatchedDesk, random_game

from engine.pieces import Seat

PLAYERS = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}


def test_what_happened_last_is_told_and_gone_when_taken_back(desk: WatchedDesk, game: Phone) -> None:
    expect(game.page.locator("#log")).to_be_hidden()
    game.move("c1", "c3")
    last = game.page.locator("#log-last")
    expect(last).to_have_text("Anna: pawn c1 to c3.")
    game.move("d1", "d2")
    expect(last).to_have_text("Anna: pawn d1 to d2.")
    game.page.tap("#undo")
    game.page.tap("dialog button:text-is('Take it back')")
    expect(last).to_have_text("Anna: pawn c1 to c3.")


def test_a_phone_that_comes_late_is_told_everything(desk: WatchedDesk, game: Phone, browser: Browser) -> None:
    actions = random_game("pawn", 3, 60)
    desk.finish(*actions, game_id="pawn", players=PLAYERS, key="long")
    desk.resume("long")
    late = Phone(browser, game.address, 320, 568)
    late.open()
    late.page.tap("#log summary")
    lines = late.page.locator("#log-list a")
    expect(lines).to_have_count(len(actions))
    expect(lines.first).to_contain_text("Anna: pawn ")
    late.close()


def test_a_moment_is_looked_back_at_and_left_again(desk: WatchedDesk, game: Phone) -> None:
    for origin, target in (("c1", "c3"), ("d1", "d2")):
        game.move(origin, target)
    game.page.tap("#log summary")
    game.page.get_by_role("link", name="Anna: pawn c1 to c3.").tap()
    expect(game.page.locator("#step")).to_have_text("Anna: pawn c1 to c3.")
    expect(game.page.locator("[data-square=d1] .piece")).to_have_count(1)
    game.page.get_by_role("link", name="Table").tap()
    game.waits_for("[data-square=d2] .piece")
