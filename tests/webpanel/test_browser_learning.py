"""The page of lessons: how far somebody has come, and the problem of the day."""

from datetime import date, timedelta

import pytest
from axe import TAGS, violations
from browser import PLAYERS, Phone
from playwright.sync_api import expect
from watched_desk import WatchedDesk

from engine.core.pieces import Seat
from engine.registry import game_ids
from engine.services.lessons import lessons_of
from engine.services.review import Blunder, Review
from webpanel.presenters.daily import Daily, daily

TAUGHT = {game_id: lessons_of(game_id) for game_id in game_ids()}
DAY = date(2026, 11, 28)
YEAR = [DAY + timedelta(number) for number in range(366)]
REVIEWED = {
    "one": Review((1.0, 0.0, 0.0), (Blunder(1, "a", 1.0, ("a", "b")), Blunder(2, "b", 0.4))),
    "two": Review((1.0, 0.0, 0.0), (Blunder(2, "c", 1.0, ("c",)),)),
}


def test_every_day_has_a_problem_and_the_same_on_every_phone() -> None:
    chosen = [daily(day, TAUGHT, {}) for day in YEAR]
    assert chosen == [daily(day, TAUGHT, {}) for day in YEAR]
    problems = {(game_id, lesson.name) for game_id, lessons in TAUGHT.items() for lesson in lessons if lesson.find}
    found = {(each.game_id, each.lesson.name) for each in chosen if each and each.lesson}
    assert None not in chosen and found <= problems and len(found) > len(problems) / 2 > 2


def test_every_other_day_has_one_of_the_boards_own_games() -> None:
    chosen = [daily(day, TAUGHT, REVIEWED) for day in YEAR]
    assert [bool(each and each.key) for each in chosen[:4]] in ([True, False] * 2, [False, True] * 2)
    own = {(each.key, each.number) for each in chosen if each and each.key}
    assert own == {("one", 1), ("two", 2)}, "those that have a single answer"


def test_without_lessons_and_reviews_there_is_no_problem() -> None:
    assert daily(DAY, {}, {}) is None
    assert daily(DAY, {}, {"two": REVIEWED["two"]}) == Daily(key="two", number=2)


def test_the_problem_of_the_day_is_put_on_the_table(desk: WatchedDesk, phone: Phone) -> None:
    desk.hear_date(1_795_363_200)  # this machine may not know it
    today = daily(date.fromisoformat(desk.today()), TAUGHT, {})
    phone.open("/learn")
    phone.page.get_by_role("button", name="Solve it").tap()
    phone.waits_for("#board [data-square]")
    course = desk.table.on_table.course  # type: ignore[union-attr]
    assert today is not None and course is not None and course.lesson == today.lesson


def test_a_problem_of_an_own_game_is_put_on_the_table(
    desk: WatchedDesk, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.finish("c1c2", "d1d3", players=PLAYERS, key="one", winners=(Seat.WHITE,))
    desk.store.keep_review("one", Review((0.0, 0.0, 0.0), (Blunder(2, "d1d2", 1.0, ("d1d2",)),)))
    monkeypatch.setattr("webpanel.views.learn.games", lambda: ())
    phone.open("/learn")
    expect(phone.page.locator(".daily")).to_contain_text("from the game Anna – Ben")
    phone.page.get_by_role("button", name="Solve it").tap()
    phone.waits_for("#board [data-square]")
    course = desk.table.on_table.course  # type: ignore[union-attr]
    assert course is not None and course.from_game


def test_a_review_that_cannot_be_read_or_whose_game_is_deleted_gives_no_problem(desk: WatchedDesk) -> None:
    for key in ("bad", "gone", "good"):
        desk.finish("c1c2", "d1d3", players=PLAYERS, key=key, winners=(Seat.WHITE,))
        desk.store.keep_review(key, REVIEWED["two"])
    with desk.store._changing() as db:
        db.execute("UPDATE reviews SET review = '{' WHERE game = 'bad'")
    desk.shelf.delete("gone")
    assert [*desk.reviews.latest(50)] == ["good"]


@pytest.mark.parametrize(("count", "words"), [
    (0, ""), (2, "2 of 19 solved. A good start!"), (10, "10 of 19 solved. More than half!"),
    (19, "All 19 solved. Well done! Now play a game."),
])
def test_who_learns_sees_how_far_they_have_come_and_is_praised(
    count: int, words: str, desk: WatchedDesk, phone: Phone
) -> None:
    for lesson in TAUGHT["pawn"][:count]:
        desk.store.keep_solved("", "pawn", lesson.name)
    phone.open("/learn/pawn")
    bar = phone.page.locator("[data-progress=pawn]")
    expect(phone.page.locator("#praise")).to_have_text(words)
    expect(bar).to_have_js_property("value", count)
    assert bar.is_visible() is (count > 0)
    assert violations(phone.page, TAGS) == [] and not phone.overflows()
