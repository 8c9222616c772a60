"""Lessons: a few pieces, a task, and what solves it. docs/new-lesson.md is the recipe.

A game keeps its own in ``lessons.py`` of its folder; one without has none.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Any

from engine.core.messages import Message
from engine.core.pieces import Seat
from engine.game import AnyGame, Played
from engine.records.game_record import begin
from engine.registry import find_game, folder_of, load


class Verdict(StrEnum):
    """The result of a try at a task."""

    OPEN = "open"
    WRONG = "wrong"
    """The latest try did not solve it, and is put back."""
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Lesson:
    """One action to do. ``name``: short and never changed, for by it is kept which lessons were solved.

    ``pieces``: what stands where, as ``wPe4 bPd5``; ``accepted``: texts of actions, in which ``*`` stands for anything.

    >>> from engine.core.messages import message
    >>> said = message("Take the pawn on d5.")
    >>> lesson = Lesson("take", said, "move", "wPe4 bPd5", ("e4d5", "e4*"), said, said)
    >>> lesson.state["board"], lesson.accepts("e4e5")
    ({'e4': 'wP', 'd5': 'bP'}, True)
    """

    name: str
    task: Message
    phase: str
    pieces: str
    accepted: tuple[str, ...]
    right: Message
    """The reason why that is the solution, or what it shows."""
    wrong: Message
    """The answer to anything else."""
    find: bool = False
    """True if it is a problem: what is accepted wins, nothing else is as good, and nobody says what it is."""
    seat: Seat = Seat.WHITE
    detail: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, int | bool | str] = field(default_factory=dict)

    @property
    def state(self) -> dict[str, Any]:
        """The position, as docs/protocol.md describes states."""
        placed = (re.fullmatch(r"(..\+?)(.+)", word) for word in self.pieces.split())
        board = {each[2]: each[1] for each in placed if each}
        return {"board": board, "phase": self.phase, "to_act": [str(self.seat)], "detail": dict(self.detail)}

    def accepts(self, action: str) -> bool:
        """True if an action with this text solves the task."""
        return any(fnmatchcase(action, pattern) for pattern in self.accepted)

    def begun(self, game: AnyGame) -> Played:
        """Begin its game, with nothing played yet.

        :raises BadOption: its options make no sense.
        :raises BadState: its pieces make no position.
        """
        return begin(game, game.read_options(dict(self.options)), self.state)


@dataclass(frozen=True, slots=True)
class Course:
    """Lessons that follow one another, at least one, and where somebody is in them.

    ``learner``: under whose name it is kept which were solved; empty: that of all who gave none; ``None``: nobody's.
    ``from_game``: it is one problem, from a game that was played, and no lesson.
    """

    lessons: tuple[Lesson, ...]
    at: int = 0
    learner: str | None = None
    verdict: Verdict = Verdict.OPEN
    from_game: bool = False

    @property
    def lesson(self) -> Lesson:
        """The one that is to be solved."""
        return self.lessons[self.at]

    @property
    def solved(self) -> bool:
        """True if that is done."""
        return self.verdict is Verdict.RIGHT


def lessons_of(game_id: str) -> tuple[Lesson, ...]:
    """Load the lessons of a game in their order; none, if it has none.

    :raises UnknownGame: no game has that id.
    """
    if not (folder_of(find_game(game_id).id) / "lessons.py").exists():
        return ()
    lessons: tuple[Lesson, ...] = load(game_id, "lessons").LESSONS
    return lessons
