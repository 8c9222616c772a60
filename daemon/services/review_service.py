"""Reviews of finished games in the background: a process of its own thinks, while no computer is to move."""

import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from daemon.base.json_process import NO_SENSE, Child, NoAnswer
from daemon.base.thread import Worker
from daemon.runtime.computer_player import COMMAND, Question
from daemon.runtime.engines import NO_ENGINES, Engines
from daemon.services.library import played
from daemon.storage.file.disk_errors import explain
from daemon.storage.games.rows import KeptEnd
from daemon.storage.store import Store
from engine.core.errors import EngineError
from engine.core.messages import Message, message
from engine.game import Outcome, Played
from engine.records.computer_levels import NO_COMPUTERS
from engine.services.review import (
    ALONE,
    LEAST_SWING,
    MOST_CHOICES,
    BestAction,
    Blunder,
    Review,
    can_review,
    decides,
    reviewed,
    turning_points,
)
from table.messages.events import BlunderFound, MoveChosen
from table.messages.refusal import Refused
from webpanel.ports.table_port import Reviewing

log = logging.getLogger(__name__)

REVIEW_NODES: Final = 2_000
"""The positions that are looked at to review an action: enough to know better, few enough for a small computer."""
CLOSER_NODES: Final = 10_000, 20_000
"""The positions that are looked at for the problem that the deciding move becomes: for all that may solve it, and again
for what was played and for what was better, which may look otherwise one move further ahead."""
PATIENCE_S: Final = 300.0
"""The time that an answer may take: nobody waits for it, and on a busy computer everything else goes first."""
POLITE_S: Final = 0.2
"""The interval at which it checks whether a computer is still to move."""


@dataclass(frozen=True, slots=True)
class _Work:
    key: str
    played: Played
    setup: Mapping[str, Any] | None
    end: KeptEnd
    entries: int
    """The number of entries that the game has in the store: another end would have more."""


class Reviewer(Worker):
    """The reviewer: one game at a time. See :class:`webpanel.ports.table_port.Reviews`."""

    def __init__(
        self, store: Store, thinking: Callable[[], bool], command: Sequence[str] = COMMAND,
        answer_s: float = PATIENCE_S, engines: Engines = NO_ENGINES,
    ) -> None:
        """:param thinking: whether a computer is to move on the table: it goes first."""
        super().__init__("reviewer")
        self._store = store
        self._thinking = thinking
        self._child = Child(command, answer_s)
        self._engines = engines
        self._work: _Work | None = None
        self._done = 0
        self._trouble: tuple[str, Message] = "", Message("")

    def stop(self, timeout_s: float) -> bool:
        """End the thread and the process. ``False`` if it takes longer."""
        self._give_up()
        return super().stop(timeout_s)

    # --- what phones want ----------------------------------------------------------------------------------------

    def begin(self, key: str) -> None:
        """See :meth:`webpanel.ports.table_port.Reviews.begin`."""
        work = self._asked(key)
        with self._changed:
            if self._work is not None and self._work.key != key:
                raise Refused(message("Another game is being reviewed. Wait until that is done, or stop it."))
            if self._work is None:
                self._work, self._done, self._trouble = work, 0, ("", Message(""))
                self._changed.notify_all()

    def _asked(self, key: str) -> _Work:
        entries, kept = self._store.entry_count(key), self._store.game(key)
        if kept.end is None:
            raise Refused(message("This game is not over. It can be reviewed once it is."))
        try:
            game = played(kept)
        except EngineError as error:
            raise Refused(message("This game cannot be replayed. Its record is kept and can be downloaded.")) from error
        if not can_review(game):
            raise Refused(message("Only games of two players can be reviewed."))
        return _Work(key, game, kept.setup, kept.end, entries)

    def end(self, key: str) -> None:
        """See :meth:`webpanel.ports.table_port.Reviews.end`."""
        if self.progress(key) is not None:
            self._give_up()

    def _give_up(self) -> None:
        with self._changed:
            self._work = None
            self._child.interrupt()
            self._changed.notify_all()

    def progress(self, key: str) -> Reviewing | None:
        """See :meth:`webpanel.ports.table_port.Reviews.progress`."""
        with self._changed:
            if self._work is not None and self._work.key == key:
                return Reviewing(self._done, 2 * len(self._work.played.actions))
            return Reviewing(0, 0, self._trouble[1]) if self._trouble[0] == key else None

    def of(self, key: str) -> Review | None:
        """See :meth:`webpanel.ports.table_port.Reviews.of`."""
        return self._store.review(key)

    def latest(self, most: int) -> Mapping[str, Review]:
        """See :meth:`webpanel.ports.table_port.Reviews.latest`."""
        return self._store.reviews(most)

    # --- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (work := self._next()) is not None:
            try:
                self._look_through(work)
            except (NoAnswer, OSError, sqlite3.Error) as error:
                self._failed(work, error)
            except Exception as error:  # whatever it is: other games can still be reviewed
                log.exception("looking through game %s failed", work.key)
                self._failed(work, error)
            finally:
                self._child.end()
                with self._changed:
                    self._work = None if self._work is work else self._work

    def _next(self) -> _Work | None:
        with self._changed:
            self._changed.wait_for(lambda: self._work is not None or self._stopping)
            return None if self._stopping else self._work

    def _failed(self, work: _Work, error: Exception) -> None:
        if self._wanted(work):
            log.warning("game %s was not looked through: %s", work.key, error)
            with self._changed:
                self._trouble = work.key, _told(error)

    def _wanted(self, work: _Work) -> bool:
        return self._work is work and not self._stopping

    def _look_through(self, work: _Work) -> None:
        thoughts: list[BestAction | None] = []
        for number in range(len(work.played.actions)):
            self._let_others_think(work)
            if not self._wanted(work) or not self._is_as_it_was(work):
                return
            thoughts.append(self._thought(work, number))
            self._done = number + 1
        found = self._with_problems(work, reviewed(work.played, thoughts, Outcome(work.end.winners, work.end.reason)))
        if self._is_as_it_was(work):
            self._store.keep_review(work.key, found)

    def _let_others_think(self, work: _Work) -> None:
        while self._wanted(work) and self._thinking():
            self._rest(POLITE_S)

    def _is_as_it_was(self, work: _Work) -> bool:
        """True if the game was not deleted since, and its end was not taken back, even if it has another one now."""
        return self._store.is_over_with(work.key, work.entries)

    def _thought(self, work: _Work, number: int) -> BestAction | None:
        """Return the best alternative to an action, and what that gave away, if one seat alone decided it."""
        question = _question(work, number)
        if question is None:
            return None
        best, action = self._best(work, question), work.played.actions[number].text
        # Secret divisions cannot be compared: they were good or bad by what others gave.
        same = action == best.action or not _choices(question)
        return BestAction(question.seat, best.action, best.score, 0.0 if same else self._loss(work, question, action))

    def _with_problems(self, work: _Work, found: Review) -> Review:
        """Solve the mistakes that make problems: the one that decided the game with all that is about as good, found
        with a closer look, any other if a single action was much better than all else."""
        solved: dict[int, tuple[str, ...]] = {}
        for swing in turning_points(work.played, found, work.end.winners):
            if not any(solved.values()):
                solved[swing.number] = self._solutions(work, swing)
        swings = tuple(
            replace(each, solutions=solved[each.number] if each.number in solved else self._only_solution(work, each))
            for each in found.swings
        )
        return replace(found, swings=swings)

    def _solutions(self, work: _Work, swing: Blunder) -> tuple[str, ...]:
        """Find all that was about as good as the best, and clearly better than what was played."""
        question = _question(work, swing.number - 1)
        assert question is not None
        choices, played = _choices(question), work.played.actions[swing.number - 1].text
        if len(choices) > MOST_CHOICES:
            return ()
        looks, most = [replace(question, nodes=nodes) for nodes in CLOSER_NODES], LEAST_SWING
        for look in looks:
            most = min(most, self._loss(work, look, played) - LEAST_SWING)
            if most < 0 or self._loss(work, look, swing.better) > most:
                return ()
        return self._as_good(work, looks[0], (swing.better,), most)

    def _as_good(self, work: _Work, question: Question, found: tuple[str, ...], most: float) -> tuple[str, ...]:
        """Add to what is best the best of all else, again and again, until that gives away more than so much."""
        count = len(_choices(question))
        while len(found) < count:
            self._done = len(work.played.actions) * (count + len(found)) // count
            second = self._best(work, replace(question, without=found)).action
            if second in found or self._loss(work, question, second) > most:
                break
            found = (*found, second)
        return found

    def _only_solution(self, work: _Work, swing: Blunder) -> tuple[str, ...]:
        """Return what was better, if nothing else was nearly as good."""
        question = _question(work, swing.number - 1)
        assert question is not None
        if len(_choices(question)) > MOST_CHOICES:
            return ()
        second = self._best(work, replace(question, without=(swing.better,))).action
        return (swing.better,) if self._loss(work, question, second) >= ALONE else ()

    def _best(self, work: _Work, question: Question) -> MoveChosen:
        said = question.answer(self._line(work, question))
        assert isinstance(said, MoveChosen)
        return said

    def _loss(self, work: _Work, question: Question, action: str) -> float:
        """Return how much less an action is worth than the best one."""
        checked = replace(question, check=action)
        said = checked.answer(self._line(work, checked))
        assert isinstance(said, BlunderFound)
        return said.loss

    def _line(self, work: _Work, question: Question) -> bytes:
        self._let_others_think(work)
        line = self._child.ask(question.line(self._engines), lambda: self._wanted(work))
        if line is None:
            raise NoAnswer(NO_SENSE)
        return line


def _told(error: Exception) -> Message:
    """Describe a failure, with the remedy."""
    if isinstance(error, sqlite3.Error):
        return message("The review could not be kept. {remedy} Then try again.", remedy=explain(error))
    reason = error.reason if isinstance(error, NoAnswer) else str(error)
    return message("The review failed ({reason}). Try again.", reason=reason)


def _choices(question: Question) -> Sequence[str]:
    """List the texts of what a seat could do; none, if that is secret."""
    return [each.text for each in question.played.game.actions(question.played.position)]


def _question(work: _Work, number: int) -> Question | None:
    """Make the question about an action, if one seat alone decided it; else ``None``."""
    seat = decides(work.played, number)
    if seat is None:
        return None
    so_far = work.played.before(len(work.played.actions) - number)
    return Question(number, seat, so_far, NO_COMPUTERS, work.setup, 0, REVIEW_NODES, unhurried=True)
