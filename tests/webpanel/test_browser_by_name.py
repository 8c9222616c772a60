"""Games by ear: what is said, sounded and asked by words; whole games in which everything is found by its name."""

import random
import re

import pytest
from browser import PLAYERS, Phone
from playwright.sync_api import Locator, TimeoutError, expect
from test_browser_access import SMALL, complaints
from waiting import wait_for
from watched_desk import WatchedDesk, random_game

from engine.core.pieces import Seat
from engine.records.computer_levels import Computers
from engine.records.time_controls import Control, Kind
from engine.registry import game_ids
from engine.services.testing import trials_of
from table.messages.new_game import NewGame

SPOKEN = """
  window.spoken = []; window.shaken = []; window.notes = 0;
  speechSynthesis.speak = (each) => window.spoken.push([each.lang, each.text]);
  navigator.vibrate = (pattern) => window.shaken.push(pattern);
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { window.notes += 1; return start.call(this, at); };
"""
"""Counters of speech, vibration and sounds, in place of hearing them."""


def switch_on(phone: Phone, *ways: str) -> None:
    phone.page.get_by_role("button", name="Menu").tap()
    phone.page.get_by_role("button", name="Sound, voice and words").tap()
    for way in ways:
        phone.page.get_by_role("switch", name=way).check()
    phone.page.get_by_role("button", name="Close").tap()


@pytest.fixture
def heard(desk: WatchedDesk, phone: Phone) -> Phone:
    """A phone whose voice and sounds are counted, at a game of Pawn Advance Chess."""
    phone.page.add_init_script(SPOKEN)
    desk.start(NewGame("pawn-advance", {"rounds": 2}, PLAYERS, True))
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    return phone


def test_nothing_is_said_or_shaken_unless_the_phones_owner_wants_it(heard: Phone) -> None:
    heard.move("c1", "c3")
    expect(heard.page.locator("#spoken")).to_have_text("Anna: pawn c1 to c3.")
    assert heard.page.evaluate("[window.spoken, window.shaken]") == [[], []]


def test_moves_and_refusals_sound_until_one_switch_is_off(heard: Phone) -> None:
    heard.tap("e4")
    heard.says("Nothing stands there. Tap a piece.")
    wait_for(lambda: heard.page.evaluate("window.notes") == 2, "a knock")
    heard.move("c1", "c3")
    wait_for(lambda: heard.page.evaluate("window.notes") > 2, "the sound of a move")
    heard.open("/settings")
    heard.page.get_by_role("switch", name="Sounds").uncheck()
    heard.open()
    heard.waits_for("[data-square=c3] .piece")
    heard.move("d1", "d2")
    expect(heard.page.locator("#spoken")).to_have_text("Anna: pawn d1 to d2.")
    assert heard.page.evaluate("window.notes") == 0


HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => window.away === true })"
GONE = "(away) => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }"


def test_a_page_that_nobody_sees_calls_its_player(desk: WatchedDesk, phone: Phone) -> None:
    """By its title; and it asks the browser to let the phone vibrate, though nobody has wished for that."""
    phone.page.add_init_script(SPOKEN + HIDDEN)
    desk.start(NewGame("chess", {}, PLAYERS, True, computers=Computers({Seat.BLACK: 1})))
    phone.open()
    phone.waits_for("[data-square=a1] .piece")
    title = phone.page.title()
    phone.page.evaluate(GONE, True)
    expect(phone.page).to_have_title(f"Your turn · {title}")
    phone.move("e2", "e4")
    wait_for(lambda: phone.page.evaluate("shaken").count([120]), "that it is asked to vibrate")
    expect(phone.page).to_have_title(f"Your turn · {title}")
    phone.page.evaluate(GONE, False)
    expect(phone.page).to_have_title(title)


def test_a_phone_says_and_sounds_what_happens_and_keeps_its_owners_wishes(heard: Phone) -> None:
    switch_on(heard, "Short sounds", "Read aloud what happens", "Vibrate")
    heard.page.reload()
    heard.waits_for("[data-square=a1] .piece")
    heard.move("c1", "c3")
    wait_for(lambda: heard.page.evaluate("window.spoken.length && window.notes"), "that something is said and sounded")
    assert heard.page.evaluate("window.spoken") == [["en", "Anna: pawn c1 to c3."]]
    heard.page.get_by_role("button", name="Menu").tap()
    heard.page.get_by_role("button", name="Sound, voice and words").tap()
    expect(heard.page.get_by_role("switch", name="Short sounds")).to_be_checked()
    heard.page.get_by_role("button", name="Try it").tap()
    wait_for(lambda: heard.page.evaluate("window.spoken.length == 2 && window.shaken.length"), "that it is tried")


@pytest.mark.first_or_all("language", ["de", "en"])
def test_the_sheet_and_the_words_are_accessible_and_fit(desk: WatchedDesk, phone: Phone, language: str) -> None:
    phone.speaks(language)
    phone.page.add_init_script("localStorage.setItem('pawnlight-announce', '{\"words\": true}')")
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True))
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open()
    phone.page.locator("#by-name").wait_for()
    assert complaints(phone) == [] and phone.page.evaluate(SMALL) == [] and not phone.overflows()
    phone.page.tap("#open-menu")
    phone.page.tap("#open-announce")
    phone.page.locator("#announce").wait_for()
    assert complaints(phone) == [] and phone.page.evaluate(SMALL) == [] and not phone.overflows()


# --- by words ----------------------------------------------------------------------------------------------------


def command(phone: Phone, words: str) -> None:
    phone.page.get_by_role("textbox", name="Square, or squares to move").fill(words)
    phone.page.keyboard.press("Enter")


def test_the_board_is_asked_and_played_on_by_words(heard: Phone) -> None:
    switch_on(heard, "Ask and move in words")
    answer, said = heard.page.locator("#by-name-answer"), heard.page.locator("#spoken")
    command(heard, "c1")
    expect(answer).to_have_text("c1, white pawn, can move. Anna: pawn c1 to c2. Anna: pawn c1 to c3.")
    expect(said).to_have_text("c1, white pawn, can move. Anna: pawn c1 to c2. Anna: pawn c1 to c3.")
    command(heard, "e4")
    expect(answer).to_have_text("e4, empty.")
    command(heard, "z9")
    expect(answer).to_contain_text("Type a square")
    command(heard, "p16")
    expect(answer).to_have_text("There is no square p16 on this board.")
    heard.hold_time()  # the second tap waits but for a second for the board to feel the first
    command(heard, "C1 C3")
    expect(said).to_have_text("Anna: pawn c1 to c3.")
    heard.page.clock.resume()
    heard.page.get_by_role("button", name="What changed?").tap()
    expect(answer).to_have_text("Anna: pawn c1 to c3.")
    heard.page.get_by_role("button", name="What now?").tap()
    expect(answer).to_have_text(re.compile("Anna moves .* Pieces that can move: a1, b1, d1, e1, f1, g1, h1."))
    heard.page.get_by_role("button", name="All pieces").tap()
    expect(answer).to_contain_text("c3, white pawn")


def test_who_asks_what_now_is_told_the_clocks(desk: WatchedDesk, phone: Phone) -> None:
    phone.page.add_init_script("localStorage.setItem('pawnlight-announce', '{\"words\": true}')")
    desk.start(NewGame("pawn-advance", {}, PLAYERS, True, controls=dict.fromkeys(PLAYERS, Control(Kind.SUDDEN, 300))))
    phone.open()
    phone.page.get_by_role("button", name="What now?").tap()
    answer = phone.page.locator("#by-name-answer")
    expect(answer).to_have_text(re.compile(r"Anna moves .* Clocks: Anna 5:00, Ben 5:00\."))


def test_what_a_piece_can_do_is_told_in_the_games_own_words(desk: WatchedDesk, phone: Phone) -> None:
    desk.finish(*random_game("chess-two", 3, 4), game_id="chess-two", players=PLAYERS, key="two")
    desk.resume("two")
    phone.open()
    told = [phone.asks("GET", f"/api/piece?square={square}")[1]["told"]
            for square in desk.snapshot().scene(frozenset()).pieces]
    assert any(told) and all(each.startswith(("Anna", "Ben")) for sentences in told for each in sentences)
    assert phone.asks("GET", "/api/piece?square=z9")[0] == 400


# --- whole games -------------------------------------------------------------------------------------------------

LONGEST = 400
"""Decisions after which a game is given up."""
GONE_MS = 2000
"""The time for which a found element is looked for again before it counts as gone."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One short whole game; with ``--full`` one of each kind."""
    if "whole" in metafunc.fixturenames:
        metafunc.parametrize("whole", game_ids() if metafunc.config.getoption("--full") else ["pawn-advance"])


class Ears:
    """A player who finds everything by its name."""

    def __init__(self, phone: Phone, seed: int) -> None:
        self.page, self.chance = phone.page, random.Random(seed)

    def squares(self, words: str) -> list[str]:
        """The names of the squares of which this is said."""
        found = self.page.get_by_role("gridcell", name=re.compile(words))
        return list(found.evaluate_all("found => found.map((each) => each.getAttribute('aria-label'))"))

    def button(self, words: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(words))

    def press(self, words: str) -> bool:
        """Press the first button of this name, if there is one that can be pressed."""
        return any(self.enter(button) for button in self.button(words).all() if button.is_visible())

    def enter(self, found: Locator) -> bool:
        """Press what was just found, unless it has gone or changed its name since, as the page may have heard of
        something: then one looks again."""
        try:
            pressed = found.is_enabled(timeout=GONE_MS)
            if pressed:
                found.press("Enter", timeout=GONE_MS)
        except TimeoutError:
            return False
        return pressed

    def choose(self, words: str) -> bool:
        """Press some square of which this is said."""
        found = self.squares(words)
        if found:
            square = self.chance.choice(found).partition(",")[0]
            return self.enter(self.page.get_by_role("gridcell", name=re.compile(f"^{square},")))
        return False

    @property
    def over(self) -> bool:
        return self.page.get_by_role("link", name="Play again").is_visible()

    def decide(self) -> None:
        """Whatever can be done next."""
        done = (
            self.press("^Skip$") or self.press("^Leave unused$") or self.press("^I am ")
            or self.press("^Done, keep it secret$")
            or self.choose("king.*can be captured") or self.choose("can be captured")
            or self.choose("the lifted piece can go here|can be chosen|new pieces enter here")
            or self.press("^End turn$") or self.choose("can move$|can move,")
            or self.choose("lifted")
        )
        self.page.wait_for_timeout(60 if done else 200)


@pytest.mark.timeout(3600)
def test_a_whole_game_is_played_by_names_alone(desk: WatchedDesk, phone: Phone, whole: str, full: bool) -> None:
    trials = trials_of(whole)
    options = trials.short if full else trials.shortest or trials.short
    desk.start(NewGame(whole, dict(options), {seat: "" for seat in (Seat.WHITE, Seat.BLACK)}, True))
    phone.open()
    phone.waits_for("[data-square=a1]")
    ears = Ears(phone, 1)
    for _ in range(40 * LONGEST):
        if ears.over:
            break
        ears.decide()
    assert ears.over, f"{len(desk.snapshot().scene(frozenset()).pieces)} pieces are left"
