"""Against the computer on a phone: from the form for a new game to its end, with the real process that thinks."""

import random

import pytest
from browser import Phone
from playwright.sync_api import Browser, expect
from waiting import PATIENCE_S, wait_for
from watched_desk import WatchedDesk

from engine.core.pieces import Seat
from engine.records.computer_levels import Computers
from table.messages.new_game import NewGame
from webpanel.presenters.new_game.adaptive import FIRST

LONGEST = 60
"""So many actions of a person a game of two rounds never has."""


def begin(phone: Phone, game: str, seat: str, level: str, rounds: str = "") -> None:
    """Choose who plays on the form, and start."""
    phone.open_form(f"/new/{game}")
    phone.page.locator(f"[data-seat={seat}] [data-plays]").select_option(level)
    expect(phone.page.locator(f"#name-{seat}")).to_be_hidden()
    if rounds:
        phone.page.locator("#option-rounds").fill(rounds)
    phone.page.get_by_role("button", name="Start the game").click()
    phone.waits_for("#board [data-square]")


def persons_turn(desk: WatchedDesk) -> bool:
    """True if Anna is to move or the game is over, and the board is ready for her."""
    table = desk.table
    assert table.on_table is not None
    if table.on_table.outcome is not None:
        return True
    free = table.goal is None and not table.difference and not desk.hand
    return free and Seat.WHITE in table.on_table.game.to_act(table.on_table.position)


def told(desk: WatchedDesk) -> str:
    """Describe where the game has got stuck."""
    table = desk.table
    assert table.on_table is not None
    done = [action.text for action in table.on_table.played.actions]
    return f"{done[-4:]} {table.goal} {table.thought} {desk.hand} {table.difference:x} {table.drawn} {table.touches}"


def play_one(desk: WatchedDesk, phone: Phone, dice: random.Random) -> None:
    """One action of the person's, by taps."""
    game = desk.table.on_table
    assert game is not None
    before = len(game.played.actions)
    if not game.hand_actions:
        phone.page.locator("#end-turn").click()
    else:
        footprint = dice.choice(game.hand_actions).footprint
        origin = next(game.board.name(square) for square in range(64) if footprint.empties >> square & 1)
        rest = footprint.fills | footprint.swaps
        phone.catches_up(desk)
        phone.tap(origin)
        phone.waits_for(f"[data-square={origin}] .piece.lifted")
        phone.tap(next(game.board.name(square) for square in range(64) if rest >> square & 1))
    wait_for(
        lambda: desk.table.on_table is not None and len(desk.table.on_table.played.actions) > before,
        "that what was tapped counts",
    )


def test_a_whole_game_against_the_computer(desk: WatchedDesk, phone: Phone) -> None:
    begin(phone, "pawn-advance", "black", "4", rounds="2")
    expect(phone.page.locator("#players")).to_contain_text("Knight (computer)")
    dice = random.Random(3)
    for _ in range(LONGEST):
        wait_for(lambda: persons_turn(desk), lambda: f"that it is the person's turn: {told(desk)}")
        if desk.table.on_table is None or desk.table.on_table.outcome is not None:
            break
        play_one(desk, phone, dice)
    assert desk.table.on_table is not None and desk.table.on_table.outcome is not None
    phone.waits_for(".result, #result, .card")
    phone.open("/scores")
    expect(phone.page.locator("main")).to_contain_text("Knight (computer)")


def test_the_form_begins_a_game_against_the_adaptive_computer(desk: WatchedDesk, phone: Phone) -> None:
    """Not one with a person in its place."""
    begin(phone, "pawn-advance", "black", "adaptive")
    assert desk.table.on_table is not None
    assert desk.table.on_table.computers.levels == {Seat.BLACK: FIRST}


@pytest.mark.first_or_all(("width", "height"), [(320, 568), (390, 844)])
def test_the_form_offers_computers_of_every_strength_on_small_phones(
    desk: WatchedDesk, address: str, browser: Browser, width: int, height: int
) -> None:
    small = Phone(browser, address, width, height)
    begin(small, "chess-two", "white", "8")
    assert not small.overflows()
    assert desk.table.on_table is not None
    assert desk.table.on_table.computers.levels == {Seat.WHITE: 8}
    small.open("/seats")
    expect(small.page.locator("[aria-label='Queen (computer)']")).to_contain_text("The computer plays this seat.")
    assert not small.overflows() and not small.faults
    small.close()


def seen(phone: Phone, name: str) -> None:
    """The button offers this next, and nothing is awaited."""
    expect(phone.page.locator("#hint")).to_have_text(name, timeout=PATIENCE_S * 1000)
    expect(phone.page.locator("#hint")).to_be_enabled(timeout=PATIENCE_S * 1000)


def test_a_hint_shows_the_piece_then_the_square_then_why(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("pawn", {}, {Seat.WHITE: "Anna", Seat.BLACK: ""}, True, computers=Computers({Seat.BLACK: 1})))
    phone.open("/")
    now = phone.page.locator("#now")
    for before, after, said in (
        ("Hint", "Where to?", "Hint: look at the lit square."),
        ("Where to?", "Why?", "Hint: pawn from"),
        ("Why?", "", "Hint: pawn from"),
    ):
        seen(phone, before)
        phone.page.locator("#hint").click()
        if after:
            seen(phone, after)
        else:
            expect(phone.page.locator("#hint")).to_be_hidden(timeout=PATIENCE_S * 1000)
        expect(now).to_contain_text(said, timeout=PATIENCE_S * 1000)
    assert not phone.overflows()


def test_whoever_reads_a_hint_is_not_told_a_tip(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("pawn", {}, {Seat.WHITE: "Anna", Seat.BLACK: ""}, True, computers=Computers({Seat.BLACK: 1})))
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open("/")
    seen(phone, "Hint")
    expect(phone.page.locator("#tip")).to_be_visible()
    phone.page.locator("#hint").click()
    seen(phone, "Where to?")
    expect(phone.page.locator("#tip")).to_be_hidden()
    phone.waits_for_room("#now", "#players")


def test_a_hint_against_a_person_waits_for_the_other_phone(
    desk: WatchedDesk, phone: Phone, address: str, browser: Browser
) -> None:
    desk.start(NewGame("pawn", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    other = Phone(browser, address)
    for each, seat in ((phone, "white"), (other, "black")):
        each.open("/")
        each.asks("PUT", f"/api/seats/{seat}")
        each.open("/")
    seen(phone, "Hint")
    phone.page.locator("#hint").click()
    asked = other.page.get_by_role("button", name="Yes")
    expect(asked).to_be_visible(timeout=PATIENCE_S * 1000)
    expect(other.page.locator("#hint")).to_be_hidden()
    seen(phone, "Hint")
    asked.click()
    seen(phone, "Where to?")
    other.close()


def test_one_of_several_computers_is_asked_to_resign_and_plays_on(desk: WatchedDesk, phone: Phone) -> None:
    three = Computers({Seat.RED: 1, Seat.BLACK: 3, Seat.BLUE: 3})
    names = {Seat.WHITE: "Anna", Seat.RED: "", Seat.BLACK: "", Seat.BLUE: ""}
    desk.start(NewGame("pawns-revenge", {"players": 4, "teams": "opposite"}, names, True, computers=three))
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open("/")
    phone.page.locator("#open-menu").click()
    phone.page.get_by_role("button", name="Ask the computer to resign").click()
    asked = phone.page.get_by_role("dialog", name="Who is asked to resign?")
    expect(asked.get_by_role("button", name="Page (computer)")).to_be_visible()
    assert not phone.overflows()
    asked.get_by_role("button", name="Pikeman (computer, Blue)").click()
    phone.says("Blue does not give up and plays on.")


def test_nobody_is_asked_to_resign_where_no_computer_plays(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("pawn", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    phone.open("/")
    phone.page.locator("#open-menu").click()
    expect(phone.page.locator("#resign")).to_be_visible()
    expect(phone.page.locator("#ask-to-resign")).to_be_hidden()
