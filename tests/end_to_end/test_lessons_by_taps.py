"""Lessons played to their end by taps on a phone: each shown, solved and led on from. ``--full`` plays all of every
game, else the first problem, or the first lesson where there is none, and the last of those whose taps differ most."""

from collections.abc import Callable

import pytest
from phone import Phone
from playwright.sync_api import expect
from replica import Replica
from table_process import TableProcess
from waiting import wait_for

from engine.core.actions import Action
from engine.games.pawns_revenge.position import Division
from engine.registry import find_game, game_ids
from engine.services.lessons import Lesson, lessons_of

UNLIKE = ("pawn", "chess-two", "pawns-revenge")
"""One that is moved in alone, one with attacks from afar, one with combats and divisions."""
CAN_BE_TAPPED = """() => {
  const next = document.querySelector("#prompts button");
  const { x, y, width, height } = next?.getBoundingClientRect() ?? {};
  return next && document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button") === next;
}"""
"""True if the button that leads on is in sight, with nothing over it."""


def chosen(game_id: str, full: bool) -> list[Lesson]:
    """The lessons to play."""
    lessons = lessons_of(game_id)
    problems = [number for number, each in enumerate(lessons) if each.find]
    numbers = range(len(lessons)) if full else sorted({*(problems[:1] or [0]), len(lessons) - 1})
    return [lessons[each] for each in numbers]


def solution(game_id: str, lesson: Lesson) -> tuple[Replica, Action]:
    """The lesson's position, and an action that solves it."""
    game, replica = find_game(game_id), Replica(game_id, {})
    replica.played = lesson.begun(game)
    position = replica.played.position
    actions = game.actions(position) or game.proposals(position, lesson.seat, 10_000)
    return replica, next(each for each in actions if lesson.accepts(each.text))


def solve(phone: Phone, game_id: str, lesson: Lesson) -> None:
    """Do it by taps."""
    replica, action = solution(game_id, lesson)
    if isinstance(action, Division):
        board = replica.played.game.board(replica.played.options)
        phone.divide({board.name(square): (power, toughness) for square, power, toughness in action.bonuses})
    elif replica.played.game.footprint(replica.played.position, action).squares:
        phone.play(replica.plan(action))
        until_judged(phone, action.text)
    else:
        phone.answer(action.text)


def until_judged(phone: Phone, text: str) -> None:
    """Go on where the board waits for more, or asks which one it was."""
    table = phone.until(lambda table: _verdict(table) or _asked(table) or _waits(table), what=f"{text} played")
    if not _verdict(table):
        phone.end_turn() if _waits(table) else phone.answer(text)


def _verdict(table: dict) -> bool:
    return bool(table["scene"]["lesson"]["verdict"] == "right")


def _waits(table: dict) -> bool:
    return table["scene"]["commits_in_s"] is not None


def _asked(table: dict) -> bool:
    return any(prompt["id"].startswith(("hands:", "thoughts:")) for prompt in table["scene"]["prompts"])


@pytest.mark.timeout(1500)
@pytest.mark.some_or_all("game_id", UNLIKE, [each for each in game_ids() if lessons_of(each)])
def test_lessons_are_solved_by_taps_and_lead_on(
    process: TableProcess, phone: Callable[..., Phone], game_id: str, full: bool
) -> None:
    page, lessons = phone(game_id), lessons_of(game_id)
    for lesson in chosen(game_id, full):
        last = lesson is lessons[-1]
        if not page.scene.get("lesson") or page.scene["lesson"]["name"] != lesson.name:
            page.open(f"/learn/{game_id}")
            page.tap(f"[data-lesson='{lesson.name}']")
        page.until(lambda table, name: (table["scene"]["lesson"] or {}).get("name") == name, lesson.name, what="it")
        page.until_settled()
        expect(page.page.locator("main")).to_contain_text(str(lesson.task))
        page.picture(lesson.name)
        solve(page, game_id, lesson)
        page.until(_verdict, what=f"{lesson.name} solved")
        expect(page.page.locator("#now")).to_contain_text(str(lesson.right))
        page.page.wait_for_function(CAN_BE_TAPPED)
        page.picture(f"{lesson.name}-solved")
        page.tap_button("Finish" if last else "Next lesson")
        if not last:
            page.until(lambda table, name: table["scene"]["lesson"]["name"] != name, lesson.name, what="the next one")
    expect(page.page.get_by_role("heading", name="The table is free")).to_be_visible()
    names = {lesson.name for lesson in chosen(game_id, full)}
    wait_for(lambda: names <= {*process.get("/api/solved?name=").get(game_id, ())}, "what was solved on disk")
    page.open(f"/learn/{game_id}")
    expect(page.page.locator(".solved:visible")).to_have_count(len(chosen(game_id, full)))
    page.picture("all")
