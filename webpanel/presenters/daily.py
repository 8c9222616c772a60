"""The problem of the day: of a lesson, or of a game that was played and reviewed at this board."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from engine.services.lessons import Lesson
from engine.services.review import Review


@dataclass(frozen=True, slots=True)
class Daily:
    """A problem. ``game_id``, ``lesson``: of a lesson; or ``key``, ``number``: a stored game, and the action that was
    the mistake."""

    game_id: str = ""
    lesson: Lesson | None = None
    key: str = ""
    number: int = 0


def daily(day: date, taught: Mapping[str, Sequence[Lesson]], reviews: Mapping[str, Review]) -> Daily | None:
    """Choose the problem of a day, the same on every phone: every other day one of the board's own games, if there
    is any. ``taught``: id of a game → its lessons; ``reviews``: key of a stored game → its review."""
    from_lessons = [
        Daily(game_id, lesson) for game_id, lessons in sorted(taught.items()) for lesson in lessons if lesson.find
    ]
    from_games = [
        Daily(key=key, number=swing.number)
        for key, review in sorted(reviews.items()) for swing in review.swings if swing.solutions
    ]
    turns = [each for each in (from_lessons, from_games) if each]
    if not turns:
        return None
    return random.Random(day.toordinal()).choice(turns[day.toordinal() % len(turns)])
