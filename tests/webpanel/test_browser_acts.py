"""A page that was left open while the next game began does nothing to that game, says so, and shows it."""

import pytest
from browser import Phone
from playwright.sync_api import expect
from waiting import wait_for
from watched_desk import WatchedDesk

from engine.core.pieces import Seat
from engine.core.squares import Board
from table.messages.new_game import NewGame
from table.messages.taps import Tap, TapKind

NEXT = NewGame("pawn-advance", {}, {Seat.WHITE: "Clara", Seat.BLACK: "Dora"}, True)
BOARD = Board(8, 8)
BEFORE = "That game is no longer on the table; nothing was changed."


@pytest.mark.parametrize("hears", [False, True])
def test_resigning_after_waking_does_not_lose_the_next_game(desk: WatchedDesk, game: Phone, hears: bool) -> None:
    """``hears``: whether the page has heard of the next game before the tap."""
    game.page.click("#open-menu")
    game.page.click("#resign")
    button = game.page.get_by_role("button", name="Anna resigns")
    expect(button).to_be_visible()
    if not hears:
        game.page.route("**/events**", lambda route: route.abort())
    game.loses_network()
    game.waits_for("#stale:not([hidden])")
    key = desk.start(NEXT)
    game.context.set_offline(False)
    if hears:
        expect(button).to_have_count(0)
    else:
        button.tap()
    expect(game.page.locator("#toast")).to_contain_text(BEFORE)
    game.page.unroute("**/events**")
    game.waits_for(".player:has-text('Clara')")
    assert desk.table.on_table.key == key and desk.table.on_table.outcome is None and desk.sent == []


def test_the_seats_follow_the_table(desk: WatchedDesk, game: Phone) -> None:
    game.open("/seats")
    game.waits_for("[data-claim=white]")
    desk.take_seat(Seat.WHITE, "another-phone-of-the-test")
    game.waits_for("[data-free=white]")
    desk.start(NEXT)
    game.waits_for("section[aria-label=Clara] [data-claim=white]")


def test_a_seat_is_neither_taken_nor_freed_in_another_game(desk: WatchedDesk, game: Phone) -> None:
    game.page.route("**/events**", lambda route: route.abort())
    game.open("/seats")
    game.waits_for("[data-claim=white]")
    desk.start(NEXT)
    game.page.click("[data-claim=white]")
    expect(game.page.locator("#toast")).to_contain_text(BEFORE)
    game.waits_for("section[aria-label=Clara] [data-claim=white]")
    assert not desk.holders
    game.page.click("[data-claim=white]")
    game.waits_for("[data-free=white]")
    mine = dict(desk.holders)
    desk.start(NEXT)
    desk.take_seat(Seat.WHITE, mine[Seat.WHITE])
    game.page.click("[data-free=white]")
    expect(game.page.locator("#toast")).to_contain_text(BEFORE)
    wait_for(lambda: desk.holders == mine, "that the seat of the next game is still held")


def tap(desk: WatchedDesk, kind: TapKind, square: str) -> None:
    """Somebody does, on another phone."""
    desk.tap(Tap(kind, BOARD.parse(square), None, "another phone", frozenset(Seat), desk.snapshot().number))


def test_an_undo_from_an_old_page_takes_back_nothing_that_came_later(desk: WatchedDesk, game: Phone) -> None:
    """Its question is open while the next move is played, and the page has not heard of that."""
    game.move("a1", "a3")
    tap(desk, TapKind.LIFT, "b1")
    game.waits_for("[data-square=b1] .ring.origin")
    game.page.route("**/events**", lambda route: route.abort())
    game.page.click("#undo")
    sure = game.page.get_by_role("button", name="Take it back")
    expect(sure).to_be_visible()
    game.loses_network()
    tap(desk, TapKind.PLACE, "b3")
    wait_for(lambda: len(desk.table.on_table.played.actions) == 2, "that the move counts")
    game.context.set_offline(False)
    sure.tap()
    expect(game.page.locator("#toast")).to_contain_text("The board has changed since.")
    assert len(desk.table.on_table.played.actions) == 2
    game.page.unroute("**/events**")
    game.waits_for("[data-square=b3] .piece")
