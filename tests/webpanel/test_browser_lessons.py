"""Lessons on a phone: chosen, tried wrong, solved, on to the next, remembered."""

import re

import pytest
from browser import Phone
from playwright.sync_api import Browser, expect
from waiting import wait_for
from watched_desk import WatchedDesk

from engine.registry import game_ids
from engine.services.lessons import Course, lessons_of


def begin(phone: Phone, desk: WatchedDesk, game: str, lesson: str) -> None:
    """Choose a lesson on the page of its game."""
    phone.open(f"/learn/{game}")
    phone.page.locator(f"[data-lesson={lesson}]").click()
    phone.waits_for("#board [data-square]")
    ready(desk)


def ready(desk: WatchedDesk) -> None:
    """Wait until the lesson is set up, or put back."""
    def is_ready() -> bool:
        table = desk.table
        return table.on_table is not None and table.goal is None and not table.difference and not desk.hand

    wait_for(is_ready, "that the lesson is set up")


def kept(desk: WatchedDesk, learner: str = "") -> None:
    """Wait until it is on disk what was solved: a page of lessons asks for that once."""
    wait_for(lambda: "step" in desk.solved(learner).get("pawn", ()), "that it is kept what was solved")


def play(phone: Phone, origin: str, target: str) -> None:
    """Move a piece by two taps."""
    phone.tap(origin)
    phone.waits_for(f"[data-square={origin}] .piece.lifted")
    phone.tap(target)


def test_a_wrong_try_is_put_back_and_the_right_one_leads_on_and_is_remembered(
    desk: WatchedDesk, phone: Phone
) -> None:
    begin(phone, desk, "pawn", "step")
    expect(phone.page.locator("#now")).to_contain_text("Take one step forward with the pawn on d3.")
    expect(phone.page.locator("#lesson-number")).to_have_text("Lesson 1 of 19")
    play(phone, "b2", "b3")
    expect(phone.page.locator("#now")).to_contain_text("it is not one step forward")
    ready(desk)
    expect(phone.page.locator("#now")).to_contain_text("Take one step forward")
    play(phone, "d3", "d4")
    expect(phone.page.locator("#now")).to_contain_text("as long as the square is free")
    phone.page.get_by_role("button", name="Next lesson").click()
    expect(phone.page.locator("#lesson-number")).to_have_text("Lesson 2 of 19")
    kept(desk)
    phone.open("/learn/pawn")
    expect(phone.page.locator("[data-lesson=step] .solved")).to_be_visible()
    expect(phone.page.locator("[data-lesson=jump] .solved")).to_be_hidden()
    phone.open("/learn")
    expect(phone.page.locator("[data-taught=pawn]")).to_have_text("1 of 19 lessons solved")


def call_yourself(phone: Phone, name: str) -> None:
    """Say on the page of the lessons who learns."""
    phone.page.get_by_label("Your name").fill(name)
    phone.page.get_by_label("Your name").press("Tab")


def test_the_list_is_true_on_the_way_back_to_it_and_once_the_phone_has_slept(desk: WatchedDesk, phone: Phone) -> None:
    begin(phone, desk, "pawn", "step")
    play(phone, "d3", "d4")
    phone.waits_for("#prompts button")
    kept(desk)
    phone.page.go_back()
    expect(phone.page.locator(".solved:visible")).to_have_count(1)
    desk.store.keep_solved("", "pawn", "jump")
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.page.locator(".solved:visible")).to_have_count(2)


def test_a_name_that_cannot_be_kept_is_complained_of_until_there_is_a_better_one(phone: Phone) -> None:
    phone.open("/learn/pawn")
    call_yourself(phone, "A\u202eb")
    expect(phone.page.locator("#problem")).to_contain_text("name: the character U+202E cannot be kept or shown.")
    call_yourself(phone, "Ab")
    expect(phone.page.locator("#problem")).to_be_hidden()


def test_what_somebody_has_solved_is_theirs_on_every_phone_and_nobody_elses(
    desk: WatchedDesk, phone: Phone, browser: Browser, address: str
) -> None:
    other_phone = Phone(browser, address)
    phone.open("/learn/pawn")
    call_yourself(phone, " Anna  Lena ")
    begin(phone, desk, "pawn", "step")
    expect(phone.page.locator("#lesson-number")).to_have_text("Lesson 1 of 19 · Anna Lena")
    other_phone.open("/")
    play(phone, "d3", "d4")
    expect(other_phone.page.locator("#now")).to_contain_text("as long as the square is free")
    other_phone.page.get_by_role("button", name="Next lesson").click()
    expect(phone.page.locator("#lesson-number")).to_have_text("Lesson 2 of 19 · Anna Lena")
    other_phone.open("/learn")
    taught = other_phone.page.locator("[data-taught=pawn]")
    expect(taught).to_have_text("19 lessons")
    kept(desk, "Anna Lena")
    call_yourself(other_phone, "Anna Lena")
    expect(taught).to_have_text("1 of 19 lessons solved")
    other_phone.open("/learn/pawn")
    expect(other_phone.page.get_by_label("Your name")).to_have_value("Anna Lena")
    expect(other_phone.page.locator(".solved:visible")).to_have_count(1)
    call_yourself(other_phone, "Ben")
    expect(other_phone.page.locator(".solved:visible")).to_have_count(0)
    other_phone.close()
    assert other_phone.faults == []
    assert desk.solved("Anna Lena") == {"pawn": ["step"]} and desk.solved("") == {}


def test_the_menu_offers_to_leave_and_nothing_that_only_a_game_has(desk: WatchedDesk, phone: Phone) -> None:
    begin(phone, desk, "pawn", "capture")
    phone.page.locator("#open-menu").click()
    for name in ("#resign", "#offer-draw", "#abandon", "#park"):
        expect(phone.page.locator(name)).to_be_hidden()
    phone.page.locator("#leave-lesson").click()
    expect(phone.page.get_by_role("heading", name="The table is free")).to_be_visible()
    assert desk.shelf.count() == 0, "a lesson is kept nowhere"


@pytest.mark.first_or_all("size", [(320, 568), (390, 844)])
def test_the_pages_fit_every_phone(phone: Phone, size: tuple[int, int]) -> None:
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    for page in ("/learn", "/learn/chess-two"):
        phone.open(page)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert phone.page.locator("[data-lesson]").count() == len(lessons_of("chess-two"))


@pytest.mark.timeout(600)
@pytest.mark.first_or_all("language", ["de", "en"])
@pytest.mark.some_or_all("game_id", ["pawns-revenge"], [each for each in game_ids() if lessons_of(each)])
def test_no_lesson_is_wider_than_the_screen(desk: WatchedDesk, phone: Phone, game_id: str, language: str) -> None:
    phone.speaks(language)
    lessons = lessons_of(game_id)
    for at, lesson in enumerate(lessons):
        desk.learn(game_id, Course(lessons, at), True, desk.snapshot())
        phone.open()
        phone.waits_for("#board [data-square]")
        for width, height in ((320, 568), (390, 844)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= width, lesson.name


def test_the_next_lesson_shows_the_whole_board_whatever_the_one_before_was_enlarged_to(
    desk: WatchedDesk, phone: Phone
) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 568})
    begin(phone, desk, "chess-two", "find-doomed")
    phone.tap("f2")  # only enlarges
    expect(phone.page.locator(".zoom")).to_be_visible()
    play(phone, "f2", "f9")
    button = phone.page.get_by_role("button", name="Next lesson")
    phone.until(lambda: button.is_visible() or phone.page.locator(".ring.choice").count(), "judged, or asked where")
    if not button.is_visible():
        phone.tap("f8")
    button.click()
    expect(phone.page.locator("#lesson-number")).to_have_text("Lesson 22 of 22: find it")
    expect(phone.page.locator(".zoom")).to_be_hidden()
    expect(phone.page.locator(".square .piece")).to_have_count(7)
    well = phone.page.locator(".well").bounding_box()
    pieces = [each.bounding_box() for each in phone.page.locator(".square .piece").all()]
    assert well and all(each and well["x"] <= each["x"] < well["x"] + well["width"] for each in pieces)


@pytest.mark.first_or_all("language", ["de", "en"])
def test_why_and_how_to_go_on_are_both_in_sight_on_the_smallest_phone(
    desk: WatchedDesk, phone: Phone, language: str
) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.speaks(language)
    phone.open("/learn/pawn-advance")
    phone.page.locator("#learner").fill("Wilhelmine von und zu Hohenzollern-Abc")
    begin(phone, desk, "pawn-advance", "step")
    play(phone, "e3", "e4")
    phone.waits_for("#prompts button")
    phone.until(lambda: phone.page.evaluate(SEEN), "why, and how to go on")


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844)])
@pytest.mark.first_or_all("language", ["de", "en"])
def test_what_to_divide_and_why_that_was_not_it_stand_above_the_form(
    desk: WatchedDesk, phone: Phone, language: str, width: int, height: int
) -> None:
    """The longest task of a division, and its answer."""
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.speaks(language)
    begin(phone, desk, "pawns-revenge", "find-through")
    expect(phone.page.locator(".division")).to_be_visible()
    task = phone.page.wait_for_function("window.heard?.lesson?.task").json_value()
    expect(phone.page.locator("#now")).to_have_text(task)
    phone.until(lambda: phone.page.evaluate(ABOVE_THE_FORM), "the task above the form")
    phone.page.locator("#divided").click()
    phone.page.locator("dialog[open] button.danger").click()
    expect(phone.page.locator("#now")).to_have_text(re.compile(f".+ {re.escape(task)}"))
    phone.until(lambda: phone.page.evaluate(ABOVE_THE_FORM), "why that was not it above the form")


ABOVE_THE_FORM = """() => {
  const { left, right, top, bottom } = document.querySelector("#now").getBoundingClientRect();
  const seen = (y) => document.elementFromPoint((left + right) / 2, y)?.closest("#now");
  const form = document.querySelector(".division").getBoundingClientRect();
  return seen(top + 4) && seen(bottom - 4) && bottom <= form.top;
}"""
"""True if the sentence is in sight as a whole, and the form begins below it."""
SEEN = """() => ["#now", "#prompts button"].every((each) => {
  const { left, right, top, bottom } = document.querySelector(each).getBoundingClientRect();
  const seen = (y) => document.elementFromPoint((left + right) / 2, y)?.closest(each);
  return seen(top + 4) && seen(bottom - 4);
})"""
"""True if the sentence and the button that leads on are in sight as a whole."""
