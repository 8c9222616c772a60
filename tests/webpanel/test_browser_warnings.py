"""A warning on a phone, switched on by its player; and the page of a game that was looked through."""

import math
import re

import pytest
from browser import Phone
from playwright.sync_api import expect
from test_browser_access import OF_COLOURS, SMALL, complaints
from waiting import PATIENCE_S, wait_for
from watched_desk import WatchedDesk, random_game

from daemon.runtime.computer_player import ComputerPlayer, Question
from engine.core.pieces import Seat
from engine.game import Outcome
from engine.records.computer_levels import NO_COMPUTERS, Computers
from engine.records.game_record import Record, begin, replay, write_record
from engine.registry import find_game
from engine.services.review import Blunder, Review
from table.messages.events import BlunderFound, Resign
from table.messages.new_game import NewGame

PATIENCE_MS = PATIENCE_S * 1000
SIZES = [(320, 568), (390, 844), (740, 360), (1280, 800)]
DUEL = {"board": {"d4": "wP", "b2": "wP", "d5": "bP"}, "phase": "move", "to_act": ["white"]}
HANGING = {"board": {"d4": "wP", "a1": "wP", "d5": "bP", "g3": "bP"}, "phase": "move", "to_act": ["white"]}
"""Only to take the pawn on d5 does not lose one."""


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a person plays is found bad, at once: how long a process takes to start is no matter here."""
    def think(computer_player: ComputerPlayer, question: Question | None) -> None:
        if question is not None and question.check is not None:
            found = BlunderFound(question.entry, question.check, 0.5, "gives-up", "P")
            computer_player._orders.post(found, question.game_number)

    monkeypatch.setattr(ComputerPlayer, "think", think)


@pytest.mark.usefixtures("strict")
def test_what_throws_a_pawn_away_is_told_before_it_counts_and_put_back(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("pawn", {}, {Seat.WHITE: "Anna", Seat.BLACK: ""}, True, computers=Computers({Seat.BLACK: 1}, 1)))
    phone.open("/")
    wait_for(lambda: desk.table.goal is None and desk.table.in_step, "that the board is set up")
    phone.page.locator("#open-menu").click()
    phone.page.locator("#open-help").click()
    phone.page.get_by_role("switch", name="Warn before a move that loses something").click()
    wait_for(lambda: desk.table.stored.warnings == {Seat.WHITE}, "that warnings are on")
    phone.page.locator("#help [data-close]").click()
    phone.tap("g1")
    phone.waits_for("[data-square=g1] .piece.lifted")
    phone.tap("g2")
    expect(phone.page.locator("#now")).to_contain_text("Careful: That gives up a pawn.", timeout=PATIENCE_MS)
    phone.waits_for("[data-square=g2] .ring.careful")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    assert not phone.overflows()
    phone.page.get_by_role("button", name="Put it back").click()
    wait_for(lambda: desk.table.goal is None and desk.table.in_step, "that it was put back")
    assert desk.table.on_table is not None and not desk.table.on_table.played.actions


def test_why_nobody_is_warned_is_said_in_front_of_the_switch(desk: WatchedDesk, phone: Phone) -> None:
    desk.start(NewGame("pawn", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    desk.take_seat(Seat.WHITE, "another phone")
    phone.open()
    phone.page.locator("#open-menu").click()
    phone.page.locator("#open-help").click()
    switch = phone.page.get_by_role("group", name="Ben").get_by_role("switch")
    toast = phone.page.locator(".toast")
    phone.hold_time()
    for width, height in SIZES[:3]:
        phone.page.set_viewport_size({"width": width, "height": height})
        switch.click()
        expect(toast).to_have_text(
            "The other players are asked first. Switch it on when it is your turn.", timeout=PATIENCE_MS)
        expect(switch).not_to_be_checked()
        assert phone.page.evaluate(TOAST_IN_FRONT), f"it can be read whole at {width}"
        toast.evaluate("each => each.remove()")


TOAST_IN_FRONT = """() => {
  const { left, top, width, height } = document.querySelector(".toast").getBoundingClientRect();
  return [0.1, 0.5, 0.9].every((part) =>
    document.elementFromPoint(left + part * width, top + height / 2)?.matches(".toast"));
}"""


def test_the_page_of_a_review_tells_what_was_better_and_leads_into_the_replay(
    desk: WatchedDesk, phone: Phone
) -> None:
    game = find_game("pawn")
    played = replay(begin(game, game.read_options({}), DUEL), ("b2b3", "d5d4"))
    key = desk.shelf.import_record(write_record(Record(played, setup=DUEL)))
    desk.store.keep_review(key, Review((1.0, 0.0, 0.0), (Blunder(1, "d4d5", 1.0, ("d4d5",)),)))
    phone.open(f"/games/{key}")
    phone.page.get_by_role("link", name="Review").click()
    expect(phone.page.locator("svg.review polyline").first).to_be_attached(timeout=PATIENCE_MS)
    expect(phone.page.locator("main")).to_contain_text("Better:")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    assert not phone.overflows()
    phone.page.locator(f"main a[href='/games/{key}#action-1']").first.click()
    phone.page.wait_for_url(f"**/games/{key}#action-1")


@pytest.fixture
def reviewed(desk: WatchedDesk) -> str:
    """A game that was looked through, with three large mistakes; its key."""
    actions = random_game("pawn-advance", 3, 400, rounds=3)
    desk.finish(*actions, players={Seat.WHITE: "Annemarie-Luise", Seat.BLACK: "Ben"}, key="done", rounds=3)
    game = find_game("pawn-advance")
    played = replay(begin(game, game.read_options({"rounds": 3})), actions)
    swings = []
    for number in (3, 16, len(actions) - 2):
        before = played.positions[number - 2]
        better = next(each.text for each in game.actions(before) if each.text != actions[number - 1])
        swings.append(Blunder(number, better, 0.6, (better,) if number == 3 else ()))
    scores = tuple(math.sin(number / 4) for number in range(len(actions) + 1))
    desk.store.keep_review("done", Review(scores, tuple(swings)))
    return "done"


MARKS = [("de", "Etwas anderes war besser"), ("en", "Something else was better")]


@pytest.mark.first_or_all(("language", "mark"), MARKS)
def test_a_replay_marks_the_mistakes_that_a_review_found(
    phone: Phone, reviewed: str, language: str, mark: str
) -> None:
    phone.speaks(language)
    phone.open(f"/games/{reviewed}#action-3")
    current = phone.page.locator("#story [aria-current=step]")
    expect(current).to_contain_text(mark)
    expect(phone.page.locator("#story .swing")).to_have_count(3)
    expect(phone.page.locator("#curve line.swing")).to_have_count(3)
    expect(phone.page.locator(".curve-key")).to_contain_text(mark)
    key = phone.page.locator(".curve-key li").first
    line, sample = key.bounding_box(), key.locator("svg").bounding_box()
    assert line and sample and sample["y"] > line["y"] + 3, "the sample stands before its name, not over it"
    expect(phone.page.locator("#step")).not_to_contain_text(mark)
    phone.page.locator("#story .swing").nth(1).locator("xpath=..").press("Enter")
    expect(current).to_contain_text(mark)
    expect(phone.page.locator("#play-on")).to_have_attribute("href", re.compile("at=16$"))
    phone.page.keyboard.press("ArrowLeft")
    expect(current).not_to_contain_text(mark)
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert complaints(phone) == [] and phone.page.evaluate(SMALL) == [] and not phone.overflows(), width
    phone.page.emulate_media(color_scheme="light")
    assert complaints(phone, OF_COLOURS) == []


@pytest.mark.first_or_all("language", ["de", "en"])
def test_a_review_is_accessible_and_fits_and_its_links_lead_to_the_mistakes(
    phone: Phone, reviewed: str, language: str
) -> None:
    phone.speaks(language)
    phone.open(f"/games/{reviewed}/review")
    for closed in phone.page.locator("summary").all():
        closed.press("Enter")
    expect(phone.page.locator("details:not([open])")).to_have_count(0)
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert complaints(phone) == [] and phone.page.evaluate(SMALL) == [] and not phone.overflows(), width
    phone.page.locator(".mistakes > li > a").nth(1).press("Enter")
    phone.page.wait_for_url("**/games/done#action-16")
    expect(phone.page.locator("#story [aria-current=step] .swing")).to_have_count(1)


def test_a_problem_from_a_game_is_not_called_a_lesson(desk: WatchedDesk, phone: Phone, reviewed: str) -> None:
    for language, heading in (("en", "Find what was better"), ("de", "Finde, was besser war")):
        phone.speaks(language)
        phone.open(f"/games/{reviewed}/review")
        phone.page.locator("[data-problem]").click()
        expect(phone.page.locator("#lesson-number")).to_have_text(heading)


@pytest.mark.parametrize(("language", "button", "heading"), [
    ("en", "Deciding move", "Find what was better"), ("de", "Knackpunkt", "Finde, was besser war"),
])
def test_after_a_loss_one_tap_brings_the_move_that_decided_it_to_the_table(
    desk: WatchedDesk, phone: Phone, language: str, button: str, heading: str
) -> None:
    """White might have taken a pawn. The computer looks through the game first: by the real process."""
    phone.speaks(language)
    desk.start(NewGame("pawn", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True, setup=HANGING))
    phone.open()
    phone.tap("a1")
    phone.waits_for("[data-square=a1] .piece.lifted")
    phone.tap("a2")
    wait_for(lambda: desk.table.entries, "that it was played")
    desk.send(Resign(Seat.WHITE, frozenset({Seat.WHITE})))
    phone.waits_for(".result .deciding-move")
    phone.page.get_by_role("button", name=button).tap()
    expect(phone.page.locator("#lesson-number")).to_have_text(heading, timeout=PATIENCE_MS)
    scene = desk.snapshot().scene(frozenset())
    assert scene.lesson is not None and scene.lesson.find and scene.pieces == HANGING["board"]


def test_where_no_single_move_decided_it_that_is_said_and_the_scores_are_offered(
    desk: WatchedDesk, phone: Phone
) -> None:
    desk.start(NewGame("pawn", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    phone.open()
    desk.send(Resign(Seat.WHITE, frozenset({Seat.WHITE})))
    phone.waits_for(".result .deciding-move")
    phone.page.locator(".result .deciding-move").tap()
    expect(phone.page.locator("#toast")).to_contain_text("No single move decided this game.", timeout=PATIENCE_MS)
    expect(phone.page.locator(".result .scores")).to_be_visible()
    assert desk.snapshot().scene(frozenset()).winners == (Seat.BLACK,), "the game is still on the table"


def lost_game(desk: WatchedDesk, computers: Computers = NO_COMPUTERS) -> str:
    """A game that White has lost, who might have taken a pawn; its key."""
    game = find_game("pawn")
    played = replay(begin(game, game.read_options({}), HANGING), ("a1a2",))
    ended = Outcome((Seat.BLACK,), "resignation")
    return desk.shelf.import_record(write_record(Record(played, setup=HANGING, ended=ended, computers=computers)))


@pytest.mark.first_or_all(("language", "button"), [("en", "Deciding move"), ("de", "Knackpunkt")])
def test_beside_the_replay_of_a_lost_game_the_move_that_decided_it_is_offered(
    desk: WatchedDesk, phone: Phone, language: str, button: str
) -> None:
    """Another game was on the table since, and nobody has looked through this one."""
    key = lost_game(desk)
    desk.start(NewGame("pawn", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    phone.speaks(language)
    phone.open(f"/games/{key}")
    phone.page.get_by_role("button", name=button).tap()
    phone.waits_for("#lesson-number")
    scene = desk.snapshot().scene(frozenset())
    assert scene.lesson is not None and scene.lesson.find and scene.pieces == HANGING["board"]


def test_beside_a_replay_it_is_refused_while_others_play_and_stays(desk: WatchedDesk, phone: Phone) -> None:
    key = lost_game(desk)
    desk.store.keep_review(key, Review((0.0, -1.0), (Blunder(1, "d4d5", 1.0, ("d4d5",)),)))
    desk.start(NewGame("pawn", {}, {Seat.WHITE: "Anna", Seat.BLACK: "Ben"}, True))
    desk.take_seat(Seat.WHITE, "another phone")
    phone.open(f"/games/{key}")
    phone.page.locator(".deciding-move").tap()
    expect(phone.page.locator("#toast")).to_contain_text("Others are playing at the table.", timeout=PATIENCE_MS)
    expect(phone.page.locator(".deciding-move")).to_be_visible()


def test_beside_a_replay_it_is_said_where_no_single_move_decided_the_game(desk: WatchedDesk, phone: Phone) -> None:
    key = lost_game(desk)
    desk.store.keep_review(key, Review((0.0, -1.0), ()))
    phone.open(f"/games/{key}")
    phone.page.locator(".deciding-move").tap()
    expect(phone.page.locator("#toast")).to_contain_text("No single move decided this game.", timeout=PATIENCE_MS)
    expect(phone.page.locator(".deciding-move")).to_have_count(0)


def test_beside_a_replay_that_no_person_lost_nothing_is_offered(desk: WatchedDesk, phone: Phone) -> None:
    phone.open(f"/games/{lost_game(desk, Computers({Seat.WHITE: 1}, 1))}")
    phone.waits_for("#story button")
    expect(phone.page.locator(".deciding-move")).to_have_count(0)


def test_whoever_beats_the_computer_is_not_asked_what_decided_it(desk: WatchedDesk, phone: Phone) -> None:
    computers = Computers({Seat.BLACK: 1}, 1)
    desk.start(NewGame("pawn", {}, {Seat.WHITE: "Anna", Seat.BLACK: ""}, True, setup=DUEL, computers=computers))
    phone.open()
    phone.tap("d4")
    phone.waits_for("[data-square=d4] .piece.lifted")
    phone.tap("d5")
    phone.waits_for(".result .scores")
    expect(phone.page.locator(".deciding-move")).to_have_count(0)


def test_a_review_of_another_length_marks_nothing(desk: WatchedDesk, phone: Phone, reviewed: str) -> None:
    desk.store.keep_review(reviewed, Review((0.0,) * 9, (Blunder(3, "b1b2", 1.0),)))
    phone.open(f"/games/{reviewed}")
    expect(phone.page.locator("#story button")).not_to_have_count(0)
    expect(phone.page.locator(".swing")).to_have_count(0)
