"""Lessons at the table: a try is judged, a wrong one put back, and after the right one the next lesson is set up."""

from dataclasses import replace
from typing import Final

from engine.core.actions import Action
from engine.core.messages import Message, message
from engine.core.pieces import CHANCE
from engine.services.lessons import Course, Verdict
from table.messages.effects import KeepSolved
from table.messages.refusal import Refused
from table.messages.scene import GoalReason, SceneChoice, SceneLesson
from table.model.current_game import GameOnTable, HandAction, gone_to
from table.model.state import Table
from table.model.target import Goal

NEXT, AGAIN = "next", "again"
ONLY_IN_A_GAME: Final = message("This is a lesson, not a game: leave it from the menu instead.")


def judged(table: Table, before: GameOnTable, action: Action) -> Table:
    """The table after an action was played in a lesson that was ``before`` until then."""
    assert before.course is not None and table.on_table is not None
    if before.game.actor(before.position, action) == CHANCE:
        return table
    if before.course.lesson.accepts(action.text):
        done = replace(before.course, verdict=Verdict.RIGHT)
        return table.with_game(course=done, hand_actions=(), decisions=())
    back = replace(before, course=replace(before.course, verdict=Verdict.WRONG))
    return _brought(table.having(on_table=back), "undo")


def _brought(table: Table, reason: GoalReason) -> Table:
    """With the board to be brought to the position."""
    assert table.on_table is not None
    extras = table.covered & ~table.on_table.occupied | table.misplaced
    goal = Goal(reason, extras=extras)
    return table.having(touches=(), hand=(), rethought=None, hint=None, goal=goal)


def on_to(table: Table, at: int) -> Table:
    """With another lesson of the same course."""
    on_table = table.on_table
    assert on_table is not None and on_table.course is not None
    course = replace(on_table.course, at=at, verdict=Verdict.OPEN)
    played = course.lesson.begun(on_table.game)
    fresh = replace(on_table, played=played, course=course, setup=course.lesson.state)
    return _brought(table.having(on_table=gone_to(fresh, played), flash_until_s=0.0), "setup")


def newly_solved(before: GameOnTable, after: GameOnTable) -> KeepSolved | None:
    """Return what is to be stored of an action in a lesson, if somebody's is solved by it."""
    course = after.course
    if course is None or course.learner is None or before.is_solved or not after.is_solved:
        return None
    return KeepSolved(course.learner, after.game.id, course.lesson.name)


def answered(table: Table, value: str) -> Table:
    """After somebody chose how to go on; behind the last lesson the table is free."""
    assert table.on_table is not None and table.on_table.course is not None
    course = table.on_table.course
    at = course.at if value == AGAIN else course.at + 1
    if at < len(course.lessons):
        return on_to(table, at)
    return Table(settings=table.settings, occupancy=table.occupancy)


def done(course: Course) -> Message:
    """Say what is done once it is."""
    if course.from_game:
        return message("This problem is solved.")
    return message("Lesson {number} of {all} is done.", number=course.at + 1, all=len(course.lessons))


def choices(course: Course) -> tuple[SceneChoice, ...]:
    """Return how it can go on once a lesson is done."""
    last = course.at + 1 == len(course.lessons)
    return (
        SceneChoice(NEXT, message("Finish") if last else message("Next lesson")),
        SceneChoice(AGAIN, message("Try again")),
    )


def advice(on_table: GameOnTable) -> HandAction | None:
    """An action that solves the lesson, if its actions can be listed."""
    assert on_table.course is not None
    for action in on_table.game.actions(on_table.position):
        if on_table.course.lesson.accepts(action.text):
            return HandAction(action, on_table.game.footprint(on_table.position, action))
    return None


def refuse_in_lesson(on_table: GameOnTable) -> None:
    """For what only a game has.

    :raises Refused: it is a lesson.
    """
    if on_table.course is not None:
        raise Refused(ONLY_IN_A_GAME)


# --- what is shown -----------------------------------------------------------------------------------------------


def scene_of(table: Table) -> SceneLesson | None:
    """For phones."""
    course = None if table.on_table is None else table.on_table.course
    if course is None:
        return None
    lesson, number, count = course.lesson, course.at + 1, len(course.lessons)
    return SceneLesson(
        lesson.name, number, count, lesson.find, course.from_game, course.verdict, lesson.task, course.learner or "",
    )


def sentence(course: Course) -> Message:
    """Say the lesson's sentence, while nothing else has to be done."""
    match course.verdict:
        case Verdict.RIGHT:
            return course.lesson.right
        case Verdict.WRONG:
            return message("{why} {task}", why=course.lesson.wrong, task=course.lesson.task)
        case Verdict.OPEN:
            return course.lesson.task
