"""The log under the board: the last event always, the whole story on request, each moment on the board."""

import pytest
from browser import PATIENCE_MS, Phone
from playwright.sync_api import Locator, Route, expect
from waiting import wait_for
from watched_desk import WatchedDesk, random_game

from engine.core.pieces import Seat
from engine.core.squares import Board
from engine.registry import game_ids
from engine.services.testing import Variant, trials_of
from table.messages.events import Resign, TakeBack
from table.messages.taps import Tap, TapKind

PLAYERS = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}
EVERYBODY = frozenset(Seat)
BOARD = Board(8, 8)
SIZES = [(320, 568), (390, 844), (740, 360), (1280, 800)]


def line(phone: Phone, words: str) -> Locator:
    return phone.page.locator("#log-list").get_by_role("button", name=words)


def test_what_happened_last_is_told_and_gone_when_taken_back(desk: WatchedDesk, game: Phone) -> None:
    expect(game.page.locator("#log")).to_be_hidden()
    game.move("c1", "c3")
    last = game.page.locator("#log-last")
    expect(last).to_have_text("Anna: pawn c1 to c3.")
    game.move("d1", "d2")
    expect(last).to_have_text("Anna: pawn d1 to d2.")
    game.page.tap("#undo")
    expect(last).to_have_text("Anna: pawn c1 to c3.")


def test_a_phone_that_comes_late_is_told_everything(desk: WatchedDesk, phone: Phone) -> None:
    actions = random_game("pawn", 3, 60)
    desk.finish(*actions, game_id="pawn", players=PLAYERS, key="long")
    desk.resume("long")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open()
    phone.page.tap("#log summary")
    expect(phone.page.locator("#log-list button").first).to_contain_text("Anna: pawn ")
    expect(phone.page.locator("#log-list button").nth(len(actions) - 1)).to_be_attached()


SMALL = [
    (game_id, options) for game_id in game_ids() for options in trials_of(game_id).variants if "players" not in options
]
"""Boards for more than two are as wide and as high on the screen."""


def resume(desk: WatchedDesk, key: str, game_id: str, options: Variant) -> None:
    """After twelve actions."""
    actions = random_game(game_id, 3, 12, **dict(options))
    desk.finish(*actions, game_id=game_id, players=PLAYERS, key=key, **dict(options))
    desk.resume(key)


def test_the_smallest_phone_shows_the_last_event_without_scrolling(desk: WatchedDesk, phone: Phone) -> None:
    """Of every game: one after the other comes to the open page."""
    phone.page.set_viewport_size({"width": 320, "height": 568})
    for number, (game_id, options) in enumerate(SMALL):
        resume(desk, f"small-{number}", game_id, options)
        if not number:
            phone.open()
        phone.catches_up(desk)
        told = phone.hears_what_happened_last()
        phone.waits_for_room("#log-last", where=f"({told} of {game_id} with {options})")


def play(desk: WatchedDesk, origin: str, target: str) -> None:
    """Somebody else does, on another phone."""
    before = desk.snapshot().scene(frozenset()).action_count
    for kind, square in ((TapKind.LIFT, origin), (TapKind.PLACE, target)):
        number = desk.snapshot().number
        desk.tap(Tap(kind, BOARD.parse(square), None, "another phone", EVERYBODY, number))
    wait_for(lambda: desk.snapshot().scene(frozenset()).action_count > before, "that the move counts")
    wait_for(lambda: desk.table.goal is None and desk.table.in_step, "that the board is done with it")


def test_whoever_is_at_a_line_of_the_log_stays_there_while_the_story_goes_on(desk: WatchedDesk, game: Phone) -> None:
    game.move("c1", "c3")
    game.page.tap("#log summary")
    line(game, "Anna: pawn c1 to c3.").focus()
    for origin, target in (("d1", "d2"), ("e1", "e2"), ("f1", "f2")):
        play(desk, origin, target)
    expect(line(game, "Anna: pawn f1 to f2.")).to_be_visible()
    expect(line(game, "Anna: pawn c1 to c3.")).to_be_focused()


# --- looking back ------------------------------------------------------------------------------------------------


@pytest.fixture
def looking(desk: WatchedDesk, phone: Phone) -> Phone:
    """A phone that looks back at the first of two moves."""
    desk.finish("c1c3", "d1d2", players=PLAYERS, key="looked-at", rounds=2)
    desk.resume("looked-at")
    phone.open()
    expect(phone.page.locator("#log-last")).to_have_text("Anna: pawn d1 to d2.")
    phone.page.tap("#log summary")
    line(phone, "Anna: pawn c1 to c3.").tap()
    expect(phone.page.locator("#back-told")).to_have_text("Looking back: Anna: pawn c1 to c3.")
    expect(phone.page.locator("[data-square=d1] .piece")).to_have_count(1)
    return phone


def test_a_moment_is_looked_back_at_and_left_again(looking: Phone) -> None:
    expect(looking.page.get_by_role("gridcell", name="c3, white pawn, last move")).to_have_count(1)
    expect(line(looking, "Anna: pawn c1 to c3.")).to_have_attribute("aria-current", "step")
    looking.page.get_by_role("button", name="Back to now").tap()
    looking.waits_for("[data-square=d2] .piece")
    expect(looking.page.locator("#back")).to_be_hidden()
    looking.move("e1", "e2")


def test_moments_are_gone_through_one_by_one_until_now(looking: Phone) -> None:
    looking.page.get_by_role("button", name="One event forward").tap()
    expect(looking.page.locator("#back-told")).to_contain_text("Anna: pawn d1 to d2.")
    looking.page.get_by_role("button", name="One event back").tap()
    expect(looking.page.locator("#back-told")).to_contain_text("Anna: pawn c1 to c3.")
    expect(looking.page.get_by_role("button", name="One event back")).to_be_disabled()
    expect(looking.page.locator("body")).to_be_focused()  # a moment after it is disabled
    looking.page.keyboard.press("Escape")
    expect(looking.page.locator("#back-told")).to_be_visible()
    looking.page.locator("#back-now").press("Escape")
    expect(looking.page.locator("#back")).to_be_hidden()


def test_two_quick_taps_go_on_by_two_events(looking: Phone) -> None:
    """The second one comes before the first is answered."""
    waiting = list[Route]()
    looking.page.route("**/api/moment?*", lambda route: waiting.append(route))
    on = looking.page.get_by_role("button", name="One event forward")
    on.tap()
    looking.until(lambda: waiting, "asked for the next moment")
    on.tap()
    expect(looking.page.locator("#back")).to_be_hidden()
    waiting[0].continue_()
    looking.page.unroute_all(behavior="wait")
    looking.move("e1", "e2")
    expect(looking.page.locator("#back")).to_be_hidden()


def test_of_two_quick_taps_only_the_last_is_shown(looking: Phone) -> None:
    looking.page.get_by_role("button", name="Back to now").tap()
    looking.move("e1", "e2")
    expect(line(looking, "Anna: pawn e1 to e2.")).to_be_visible()
    line(looking, "Anna: pawn c1 to c3.").tap()
    told = looking.page.locator("#back-told")
    expect(told).to_be_visible()  # it is hidden, with this very text, until the moment is there
    looking.page.evaluate("""() => {
        window.seen = [];
        const told = document.getElementById("back-told");
        new MutationObserver(() => window.seen.push(told.textContent)).observe(told, { childList: true });
        for (let tap = 0; tap < 2; tap++) document.getElementById("back-after").click();
    }""")
    expect(told).to_contain_text("Anna: pawn e1 to e2.")
    assert looking.page.evaluate("seen.some((each) => each.includes('d1 to d2'))") is False


def test_what_happens_meanwhile_is_told_and_does_not_pull_the_viewer_away(
    desk: WatchedDesk, looking: Phone
) -> None:
    play(desk, "e1", "e2")
    expect(looking.page.locator("#back-fresh")).to_have_text("One event since you went back.")
    expect(looking.page.locator("#log-last")).to_have_text("Anna: pawn e1 to e2.")
    expect(looking.page.locator("[data-square=e1] .piece")).to_have_count(1)


def test_a_tap_on_the_board_of_the_past_does_nothing_but_say_so(desk: WatchedDesk, looking: Phone) -> None:
    before = len(desk.taps)
    looking.tap("e1")
    looking.says("The board shows how it stood then. Go back to now to play.")
    assert len(desk.taps) == before


def test_who_looks_at_what_is_taken_back_is_told(desk: WatchedDesk, looking: Phone) -> None:
    looking.page.get_by_role("button", name="One event forward").tap()
    expect(looking.page.locator("#back-told")).to_contain_text("Anna: pawn d1 to d2.")
    desk.send(TakeBack(EVERYBODY, EVERYBODY))
    looking.says("That move was taken back. This is the board now.")
    expect(looking.page.locator("#back")).to_be_hidden()


def test_board_and_way_back_are_in_sight_while_looking_back(desk: WatchedDesk, phone: Phone) -> None:
    desk.finish(*random_game("pawn-advance", 3, 14), players=PLAYERS, key="one")
    desk.resume("one")
    phone.open()
    expect(phone.page.locator("#log-last")).not_to_be_empty()
    phone.page.tap("#log summary")
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.locator("#log-list button").nth(4).tap()
        phone.page.wait_for_selector("#back-now", timeout=PATIENCE_MS)
        for place in ("#board .squares", "#back-now"):
            expect(phone.page.locator(place), f"{place} at {width}").to_be_in_viewport(ratio=0.99)
        assert not phone.overflows(), width
        phone.page.tap("#back-now")
        expect(phone.page.locator("#back")).to_be_hidden()


def test_the_end_of_a_game_can_be_looked_back_from(desk: WatchedDesk, game: Phone) -> None:
    game.move("c1", "c3")
    expect(game.page.locator("#log-last")).to_have_text("Anna: pawn c1 to c3.")
    desk.send(Resign(Seat.WHITE, EVERYBODY))
    game.waits_for(".result")
    game.page.tap("#log summary")
    line(game, "Anna: pawn c1 to c3.").tap()
    expect(game.page.locator(".result")).to_be_hidden()
    game.page.tap("#back-now")
    expect(game.page.locator(".result")).to_be_visible()
