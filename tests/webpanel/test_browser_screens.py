"""The board on screens of every size: what a move needs is in sight, and squares are large enough for a finger."""

from dataclasses import replace

import pytest
from browser import PLAYERS, Phone
from playwright.sync_api import Browser, expect
from watched_desk import WatchedDesk

from engine.pieces import Seat
from engine.registry import game_ids
from engine.trials import Variant, trials_of
from table.words.events import Pause, Resign, Resume


def test_small_squares_are_magnified_by_the_first_tap(desk: WatchedDesk, browser: Browser, address: str) -> None:
    desk.start("chess-two", {}, PLAYERS, True)
    phone = Phone(browser, address, 320, 568)
    phone.open()
    phone.waits_for("[data-square=c2] .piece")
    before = phone.page.locator("[data-square=c2]").bounding_box()
    phone.tap("c2")
    phone.page.wait_for_selector(".zoom", state="visible")
    after = phone.page.locator("[data-square=c2]").bounding_box()
    assert before and after and before["width"] < 36 <= 44 <= after["width"]
    assert desk.taps == [], "the first tap only magnifies"
    phone.tap("c2")
    phone.waits_for("[data-square=c3] .ring.move")
    phone.page.tap(".zoom")
    phone.page.wait_for_selector(".zoom", state="hidden")
    again = phone.page.locator("[data-square=c2]").bounding_box()
    assert again and again["width"] == before["width"]
    assert phone.faults == []
    phone.close()


@pytest.mark.parametrize("width", [320, 390])
def test_large_powers_are_badges_that_can_be_read_and_stay_on_their_squares(
    desk: WatchedDesk, browser: Browser, address: str, width: int
) -> None:
    """Nine of each, a rolled one and two combats with two dice each: two figures and two."""
    desk.start("pawns-revenge", {"pawn_power": 9, "pawn_toughness": 9, "royal_power": 9}, PLAYERS, True)
    scene = desk.snapshot().scene(frozenset())
    desk.show(replace(scene, marks=tuple(replace(mark, text="34/33") for mark in scene.marks)))
    phone = Phone(browser, address, width, 700)
    phone.open()
    phone.waits_for("[data-square=e2] .mark:text-is('34/33')")
    mark = phone.page.locator("[data-square=e2] .mark")
    box, square = mark.bounding_box(), phone.page.locator("[data-square=e2]").bounding_box()
    assert box and square
    assert square["x"] <= box["x"] and box["x"] + box["width"] <= square["x"] + square["width"]
    assert float(mark.evaluate("mark => parseFloat(getComputedStyle(mark).fontSize)")) >= 8.5
    phone.close()


PAUSE, RESULT = "#card button:text-is('Go on')", ".result a:text-is('Play again')"
SMALL = [(game_id, options) for game_id in game_ids() for options in trials_of(game_id).variants]
PLAYERS_TOO = ("pawn-advance", "pawn", "advancing-chess")
"""Games with so little to tell that the players still have their place on the smallest phone."""


def shows(phone: Phone, *places: str) -> None:
    """Wait until nothing of these reaches below the upper edge of the buttons at the foot."""
    phone.until(lambda: not phone.hidden_by_the_buttons(*places), f"{places} above the buttons")


@pytest.mark.parametrize(("game_id", "options"), SMALL, ids=str)
def test_the_smallest_phone_shows_what_a_move_needs_without_scrolling(
    desk: WatchedDesk, browser: Browser, address: str, game_id: str, options: Variant
) -> None:
    places = ["#now", "#counters", *(["#players"] if game_id in PLAYERS_TOO else [])]
    phone = Phone(browser, address, 320, 568)
    desk.start(game_id, dict(options), PLAYERS, True)
    phone.open()
    phone.waits_for(".square .piece")
    shows(phone, *places)
    desk.send(Pause())
    phone.waits_for(PAUSE)
    shows(phone, PAUSE)
    desk.send(Resume())
    phone.waits_for("#card:empty")
    desk.send(Resign(Seat.BLACK, frozenset(Seat)))
    phone.waits_for(RESULT)
    shows(phone, RESULT)
    assert not phone.overflows()
    phone.close()


@pytest.mark.parametrize(("language", "chosen"), [("en", "or d1 to"), ("de", "oder zurück auf d1")])
def test_the_sentence_keeps_its_room_while_nothing_is_played(
    desk: WatchedDesk, browser: Browser, address: str, language: str, chosen: str
) -> None:
    """On the smallest phone the longest sentence of a move hides no player either."""
    phone = Phone(browser, address, 320, 568)
    phone.speaks(language)
    desk.start("pawn-advance", {}, PLAYERS, True)
    phone.open()
    phone.waits_for(".square .piece")
    now = phone.page.locator("#now")
    expect(now).to_contain_text("Anna")
    phone.move("c1", "c3")
    expect(phone.page.locator("#log-last")).not_to_be_empty()
    phone.tap("d1")
    expect(now).to_contain_text(chosen)
    shows(phone, "#now", "#counters", "#players")
    tall = now.bounding_box()
    phone.tap("d1")
    expect(now).to_contain_text("Anna")
    phone.until(lambda: now.bounding_box() == tall, "the box as tall as before")
    phone.close()


def test_a_phone_held_across_gives_the_board_its_whole_height(
    desk: WatchedDesk, browser: Browser, address: str
) -> None:
    desk.start("pawn-advance", {}, PLAYERS, True)
    phone = Phone(browser, address, 844, 390)
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    board, now = (phone.page.locator(place).bounding_box() for place in ("#board", "#now"))
    assert board and now and board["height"] > 370 and now["x"] > board["x"] + board["width"]
    phone.close()


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize("shown", [["hint"], ["hint", "end-turn"], ["divided"], ["end-turn"]], ids="+".join)
def test_what_the_buttons_say_fits_in_them_on_the_smallest_phone(
    desk: WatchedDesk, browser: Browser, address: str, language: str, shown: list[str]
) -> None:
    desk.start("pawn", {}, PLAYERS, True)
    phone = Phone(browser, address, 320, 568, locale=language)
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    phone.page.evaluate("all => all.forEach((each) => { document.getElementById(each).hidden = false; })", shown)
    buttons = phone.page.locator("#controls button:visible")
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
    assert buttons.evaluate_all(cut) == []
    boxes = [button.bounding_box() for button in buttons.all()]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 320 and box["height"] >= 44 for box in boxes)
    phone.close()
