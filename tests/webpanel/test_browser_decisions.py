"""Decisions that hands do not make: secret divisions behind the curtain, draws, dice, squares on manual."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from browser import Phone
from playwright.sync_api import Browser, expect
from waiting import wait_for
from watched_desk import WatchedDesk

from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.game import SPECTATOR
from engine.records.game_record import begin
from engine.registry import find_game
from table.messages.events import Answer
from table.messages.new_game import NewGame
from table.messages.settings import Settings

PLAYERS = {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}


@cache
def actions_before_combat(seed: int) -> tuple[str, ...]:
    """A game of Pawn's Revenge up to the moment in which both players divide points in secret."""
    game = find_game("pawns-revenge")
    played = begin(game, game.read_options({}))
    while not any(prompt.kind == "division" for prompt in game.describe(played.position, SPECTATOR).prompts):
        actions = game.actions(played.position)
        seed = seed * 69069 + 1 & 0xFFFFFFFF
        played, _ = played.after(actions[(seed >> 16) % len(actions)])
    return tuple(action.text for action in played.actions)


@pytest.fixture
def combat(desk: WatchedDesk) -> WatchedDesk:
    """A desk where a combat waits for the divisions of both players."""
    desk.finish(*actions_before_combat(5), game_id="pawns-revenge", players=PLAYERS, key="combat")
    desk.resume("combat")
    return desk


def points(desk: WatchedDesk, seat: Seat) -> int:
    return next(prompt.points for prompt in desk.snapshot().scene(frozenset({seat})).prompts if prompt.seats == (seat,))


def dividing(desk: WatchedDesk) -> set[Seat]:
    """Return the seats that have not committed a division yet."""
    return {seat for prompt in desk.snapshot().scene(frozenset()).prompts for seat in prompt.seats}


def answers(desk: WatchedDesk) -> list[str]:
    """Return the answers of phones."""
    return [event.value for event in desk.sent if isinstance(event, Answer)]


def finish(phone: Phone, left: int) -> None:
    """Say that all is shared out, and that the points left over are meant to be."""
    phone.page.tap("button:text-is('Done, keep it secret')")
    if left:
        told = "One point is left. Leave it unused?" if left == 1 else f"{left} points are left. Leave them unused?"
        expect(phone.page.locator("dialog[open] h2")).to_have_text(told)
        phone.page.tap("dialog button:text-is('Leave unused')")


SEEN = """() => {
  const quick = window.fetch;
  window.fetch = async (...given) => {
    const answer = await quick(...given);
    await new Promise((done) => { window.answers = done; });
    window.fetch = quick;
    return answer;
  };
  window.seen = [];
  new MutationObserver(() => window.seen.push(document.body.innerText)).observe(
    document.body, { childList: true, subtree: true, characterData: true, attributes: true }
  );
}"""
"""From now on everything that stands on the page at any moment is kept, and the next answer waits for ``answers()``."""


@pytest.mark.parametrize("waits_ms", [0, 9000], ids=["the answer comes soon", "the line counts as broken meanwhile"])
def test_on_a_shared_phone_each_player_divides_behind_the_curtain(
    combat: WatchedDesk, phone: Phone, waits_ms: int
) -> None:
    phone.open()
    phone.waits_for(".curtain")
    expect(phone.page.locator(".division-row")).to_have_count(0)
    phone.page.tap("button:text-is('I am Anna: take the seat')")
    mine = points(combat, Seat.WHITE)
    expect(phone.page.locator(".left")).to_have_text(f"Points left: {mine} of {mine}")
    expect(phone.page.locator(".curtain")).to_have_count(0)
    phone.tap("e1")
    expect(phone.page.locator(".division-row").first).to_have_attribute("data-row", "e1")
    more = phone.page.locator("[data-row=e1] [data-give='01']")
    for given in range(1, mine + 1):
        more.tap()
        expect(phone.page.locator("[data-square=e1] .given")).to_have_text(f"+{given}/0")
    expect(phone.page.locator(".left")).to_have_text(f"Points left: 0 of {mine}")
    expect(more).to_be_disabled()
    phone.hold_time()
    phone.page.evaluate(SEEN)
    finish(phone, 0)
    wait_for(lambda: answers(combat), "that the table has heard of the division")
    if waits_ms:
        phone.page.clock.run_for(waits_ms)
        phone.catches_up(combat)
    phone.page.wait_for_function("() => Boolean(window.answers)")
    phone.page.clock.resume()
    phone.page.evaluate("answers()")
    phone.waits_for(".curtain:has-text('Ben')")
    phone.catches_up(combat)
    phone.waits_for("#log-last:has-text('Anna has divided the points.')")
    told = [text for text in phone.page.evaluate("seen") if f"+{mine}/+0" in text]
    assert told == [], "what was divided in secret is told to whoever takes the phone next"
    assert answers(combat) == [f"white:e1+{mine}/0"]
    expect(phone.page.locator(".given")).to_have_count(0)
    phone.waits_for("#says:not(:has-text('committed'))")
    assert f"+{mine}/0" not in phone.page.content(), "Ben is looking at this phone now"
    phone.page.tap("button:text-is('I am Ben: take the seat')")
    finish(phone, points(combat, Seat.BLACK))
    phone.waits_for("#phase:not(:has-text('bonus points'))")
    played = combat.kept.actions
    assert f"white:e1+{mine}/0 black:-" in " ".join(played)


def test_points_stay_given_when_another_player_commits_first(combat: WatchedDesk, phone: Phone) -> None:
    combat.take_seat(Seat.BLACK, "another phone")
    phone.open()
    phone.page.tap("button:text-is('I am Anna: take the seat')")
    phone.waits_for(".left")
    phone.tap("e1")
    phone.page.tap("[data-row=e1] [data-give='01']")
    phone.waits_for("[data-square=e1] .given:text-is('+1/0')")
    prompt = next(each for each in combat.snapshot().scene(frozenset()).prompts if each.seats == (Seat.BLACK,))
    combat.send(Answer(prompt.id, "black:-", frozenset({Seat.BLACK})))
    phone.waits_for("#prompts:not(:has-text('Ben'))")
    expect(phone.page.locator("[data-square=e1] .given")).to_have_text("+1/0")
    finish(phone, points(combat, Seat.WHITE) - 1)
    phone.waits_for("#phase:not(:has-text('bonus points'))")
    assert "black:- white:e1+1/0" in " ".join(combat.kept.actions)


def test_a_phone_of_its_own_sees_its_division_at_once_and_never_the_others(
    combat: WatchedDesk, phone: Phone, browser: Browser, address: str
) -> None:
    other = Phone(browser, address)
    phone.open("/seat/white")
    phone.page.tap("text=Take the seat")
    other.open("/seat/black")
    other.page.tap("text=Take the seat")
    for each, own in ((phone, "white"), (other, "black")):
        each.waits_for(".division")
        assert each.page.evaluate("fetch('/api/table').then((answer) => answer.json())")["sees"] == [own]
    phone.page.tap("summary:has-text('All pieces')")
    phone.page.locator("[data-give='01']").first.tap()
    expect(phone.page.locator(".given")).to_have_count(1)
    finish(phone, points(combat, Seat.WHITE) - 1)
    wait_for(lambda: Seat.WHITE not in dividing(combat), "that she has divided")
    secret = answers(combat)[0].partition(":")[2]
    other.catches_up(combat)
    other.waits_for(".player.turn:has-text('Ben')")
    assert secret not in other.page.evaluate("fetch('/api/table').then((answer) => answer.text())")
    assert secret not in other.page.content()
    assert other.faults == []
    other.close()


def test_the_curtain_and_the_division_fit_a_narrow_phone_where_points_are_taken_back_until_committed(
    combat: WatchedDesk, phone: Phone
) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open()
    expect(phone.page.locator("button:text-is('I am Anna: take the seat')")).to_be_in_viewport(ratio=1)
    assert not phone.overflows()
    phone.page.tap("button:text-is('I am Anna: take the seat')")
    phone.waits_for("text=Tap a piece on the board to give it points.")
    phone.tap("e1")
    steps = phone.page.locator("[data-row=e1] [data-give]")
    expect(steps).to_have_count(4)
    boxes = [button.bounding_box() for button in steps.all()]
    assert all(box and box["width"] >= 43.9 and box["height"] >= 43.9 for box in boxes)
    places = [f"[data-row=e1] [data-give='{which}']" for which in ("0-1", "01", "1-1", "11")]
    phone.waits_for_room(*places)
    assert not phone.overflows()
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.page.tap("summary:has-text('All pieces')")
    phone.page.locator("[data-give='11']").first.tap()
    expect(phone.page.locator(".given")).to_have_count(1)
    phone.page.tap("button:text-is('Start over')")
    expect(phone.page.locator(".given")).to_have_count(0)
    mine = points(combat, Seat.WHITE)
    expect(phone.page.locator(".left")).to_have_text(f"Points left: {mine} of {mine}")
    phone.page.tap("button:text-is('Done, keep it secret')")
    phone.page.tap("dialog button:text-is('Back')")
    expect(phone.page.locator("dialog[open]")).to_have_count(0)
    expect(phone.page.locator("#now")).to_contain_text("Anna: share out your points.")
    assert combat.sent == []


# --- other decisions ---------------------------------------------------------------------------------------------


@pytest.fixture
def two(desk: WatchedDesk, phone: Phone, browser: Browser, address: str) -> Iterator[tuple[Phone, Phone]]:
    """Two phones at a game, each with a seat."""
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    other = Phone(browser, address)
    for each, seat in ((phone, "white"), (other, "black")):
        each.open()
        each.waits_for("[data-square=a1] .piece")
        each.asks("PUT", f"/api/seats/{seat}")
        expect(each.page.locator("#players")).to_contain_text("this phone")
    yield phone, other
    assert other.faults == []
    other.close()


def test_a_phone_decides_for_its_own_player_alone_and_a_draw_is_agreed_on_the_other(
    desk: WatchedDesk, two: tuple[Phone, Phone]
) -> None:
    anna, ben = two
    anna.page.tap("#open-menu")
    anna.page.tap("#resign")
    expect(anna.page.locator("dialog[open] button")).to_have_text(["Anna resigns", "Back"])
    anna.page.tap("dialog button:text-is('Back')")
    expect(anna.page.locator("dialog[open]")).to_have_count(0)
    assert desk.sent == []
    anna.page.tap("#open-menu")
    anna.page.tap("#offer-draw")
    ben.waits_for(".prompt:has-text('Anna offers a draw. Agree?')")
    anna.waits_for("text=Waiting for Ben")
    ben.page.tap(".prompt button:text-is('Yes')")
    anna.waits_for(".result:has-text('Draw')")
    assert desk.kept.termination == "agreement"


def test_undo_needs_the_consent_of_the_others_phone_and_no_confirmation(
    desk: WatchedDesk, two: tuple[Phone, Phone]
) -> None:
    """Of the other player's action, that is; an own one that nobody has answered needs neither."""
    anna, ben = two
    anna.move("c1", "c3")
    ben.waits_for("#undo:not([aria-disabled=true])")
    ben.page.tap("#undo")
    ben.waits_for("text=Waiting for Anna: Take this back: pawn from c1 to c3?")
    anna.page.tap(".prompt:has-text('Take this back: pawn from c1 to c3?') button:text-is('Yes')")
    anna.waits_for("[data-square=c1] .piece:not(.ghost)")
    wait_for(lambda: desk.kept.actions == (), "that it is taken back")
    anna.move("c1", "c2")
    anna.page.tap("#undo")
    ben.waits_for("[data-square=c1] .piece:not(.ghost)")
    wait_for(lambda: desk.kept.actions == (), "that it is taken back too")


def test_who_says_no_says_it_once_and_the_game_goes_on(desk: WatchedDesk, two: tuple[Phone, Phone]) -> None:
    """To a draw, to an undo and to parking the game; a page that is opened anew still asks."""
    anna, ben = two
    anna.move("c1", "c3")
    anna.page.tap("#open-menu")
    anna.page.tap("#offer-draw")
    ben.waits_for(".prompt:has-text('Anna offers a draw. Agree?')")
    ben.page.reload()
    _says_no_to(ben, "Anna offers a draw. Agree?", asker=anna)
    ben.page.tap("#undo")
    _says_no_to(anna, "Take this back: pawn from c1 to c3?", asker=ben)
    ben.page.tap("#open-menu")
    ben.page.tap("#park")
    _says_no_to(anna, "Park this game? It can be continued later.", asker=ben)
    anna.move("d1", "d3")
    assert desk.kept.actions == ("c1c3", "d1d3") and desk.kept.winners is None


def _says_no_to(asked: Phone, question: str, asker: Phone) -> None:
    """By two taps in quick succession. What is asked goes away on both phones."""
    prompt = asked.page.locator(".prompt", has_text=question)
    expect(prompt).to_have_count(1)
    asker.waits_for(f"text={question}")
    with asked.page.expect_response("**/api/answer") as answered:
        prompt.get_by_role("button", name="No", exact=True).evaluate("button => { button.click(); button.click(); }")
    assert answered.value.ok
    for each in (asked, asker):
        expect(each.page.locator("#prompts")).to_be_empty()
    assert not any("answered in the meantime" in sentence for sentence in asked.page.evaluate("said"))


def test_thrown_dice_are_typed_in(desk: WatchedDesk, phone: Phone) -> None:
    desk.save_settings(replace(Settings(), typed_dice=True))
    desk.start(NewGame("pawns-revenge", {}, PLAYERS, True))
    phone.open()
    expect(phone.page.locator(".numbers-grid button")).to_have_text(list("123456"))
    phone.page.tap(".numbers-grid button:text-is('4')")
    phone.waits_for(".prompt:has-text('Ben')")
    wait_for(lambda: desk.kept.actions == ("first:white=4",), "that the throw is kept")


def test_a_square_on_manual_is_asked_for(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.open()
    scene = desk.snapshot().scene(frozenset())
    desk.show(replace(scene, suspects=("c1",), number=scene.number + 1))
    with phone.page.expect_response("**/api/manual"):
        phone.page.tap("text=Ask me about c1 instead")
    assert str(desk.sent[-1]).startswith("SetManual(")
    desk.show(None)
    phone.page.tap("text=Now it is empty")
    phone.waits_for("text=c1 is on manual: it is empty.")
    wait_for(lambda: "c1" not in desk.snapshot().scene(frozenset()).covered, "that c1 counts as empty")


def test_who_is_about_to_answer_is_not_put_off_by_what_others_do_on_the_board(desk: WatchedDesk, phone: Phone) -> None:
    """The keys stay where they are, and what is wrong is not read aloud again."""
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.open()
    scene = desk.snapshot().scene(frozenset())
    trouble = Message("The disk is full. Make room.")
    desk.show(replace(scene, manual=("c1",), trouble=trouble, number=scene.number + 1))
    trust = phone.page.get_by_role("button", name="Trust the switch again")
    trust.focus()
    alert = phone.page.get_by_role("alert").element_handle()
    desk.show(replace(scene, manual=("c1",), trouble=trouble, now="Ben lifts a pawn.", number=scene.number + 2))
    expect(phone.page.locator("#now")).to_contain_text("Ben lifts a pawn.")
    expect(trust).to_be_focused()
    assert alert.evaluate("alert => alert.isConnected")
