"""The computer player: one process that thinks, supervised by a thread. See docs/opponents.md for its protocol.

The process runs only while a computer is to move, and some minutes more. Whatever happens to it, it is asked again; as
its randomness follows from the game's seed, it then answers the same.
"""

import json
import logging
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from daemon.base.json_process import NO_SENSE, Child, NoAnswer
from daemon.base.thread import Worker
from daemon.runtime.engines import NO_ENGINES, AskedEngine, Engines, trouble
from daemon.runtime.queue import Orders
from engine.core.errors import EngineError
from engine.core.json_fields import LIST, OBJECT, TEXT, Kind, check, number, one_of, read_json, whole
from engine.core.messages import Message, message
from engine.core.pieces import Seat
from engine.game import Played
from engine.records.computer_levels import FAILURES, LOSSES, REASONS, Computers
from engine.services import hidden_information
from table.messages.events import BlunderFound, HintFound, MoveChosen

log = logging.getLogger(__name__)

T = TypeVar("T")

_WITH_US: Final = ("setpriv", "--pdeathsig", "KILL", "--") if shutil.which("setpriv") else ()
COMMAND: Final = (*_WITH_US, sys.executable, "-m", "opponents")
"""The process that thinks. It ends with the program, even if that is killed while an engine keeps it waiting."""
IDLE_S: Final = 600.0
"""The time that the unused process is kept: starting it takes seconds on a small computer."""
ANSWER_S: Final = 30.0
"""The time that an answer may take: several times what the slowest computer needs to start the process and to think."""
TRIES: Final = 3
"""The number of failures in a row after which people are informed."""
PAUSE_S: Final = 2.0
"""The pause after that before the next try."""

HINT_NODES: Final = 6_000
"""The positions that are looked at for a hint: as many as a small computer can within a moment."""
CHECK_NODES: Final = 2_000
"""The positions that are looked at before a warning: every action waits for it."""


def untold(trouble: Message | None) -> None:
    """Tell nobody: for a table without outside engines."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question for the computer about a seat's decision. ``entry``: the number that comes back with the answer;
    ``game_number``: see :class:`daemon.runtime.queue.Order`."""

    entry: int
    seat: Seat
    played: Played
    computers: Computers
    setup: Mapping[str, Any] | None
    game_number: int
    nodes: int | None = None
    """The number of positions to look at, to help a person: no level helps. ``None``: the computer plays the seat, at
    its level."""
    hint: bool = False
    """True if a person is shown what is best."""
    within_s: float | None = None
    """The most time that it may think, if its clock is running out."""
    without: tuple[str, ...] = ()
    """The actions that it is not to consider."""
    check: str | None = None
    """An action of a person that is to be compared with the best one."""
    unhurried: bool = False
    """True if nobody waits for the answer."""

    @property
    def plays(self) -> bool:
        """True if the computer decides, not a person whom it helps."""
        return self.nodes is None

    @property
    def outside(self) -> AskedEngine:
        """The outside engine that plays the seat."""
        return self.computers.engines.get(self.seat) if self.plays else None

    def line(self, engines: Engines = NO_ENGINES) -> bytes:
        """Return the request: only what this seat may know of the game. Where an outside engine plays the seat, or can
        help a person, it is asked for."""
        known = hidden_information.known_to(self.seat, self.played, self.setup)
        request: dict[str, Any] = {
            "game": self.played.game.id, "options": self.played.options.as_data(), "setup": known.setup,
            "actions": known.actions, "secret": known.secret, "seat": self.seat,
            "seed": (self.computers.seed or 0) if self.plays else 0, "entry": self.entry,
        }
        if self.nodes is None:
            request["level"] = self.computers.levels[self.seat]
        else:
            request["nodes"] = self.nodes
        if self.within_s is not None:
            request["within_s"] = self.within_s
        if self.without:
            request["without"] = self.without
        if self.check is not None:
            request["check"] = self.check
        if self.unhurried:
            request["unhurried"] = True
        engine = self.engine(engines)
        if engine is not None:
            request["engine"] = engine
        return json.dumps(request).encode() + b"\n"

    def engine(self, engines: Engines) -> dict[str, Any] | None:
        """Return what the process is told of the outside engine that is asked; ``None``: none is."""
        if self.plays and self.outside is None:
            return None
        return engines.request(self.played.game, self.outside)

    def answer(self, line: bytes) -> MoveChosen | HintFound | BlunderFound:
        """Read the answer of the process.

        :raises NoAnswer: that is no legal action, or no answer to this.
        """
        said = check("the answer", read_json(line, _no_sense), OBJECT, _no_sense)
        if _field(said, "entry", whole()) != self.entry:
            raise NoAnswer(NO_SENSE)
        return self._decided(said) if self.check is None else self._checked(said, self.check)

    def trouble(self, line: bytes) -> Message | None:
        """Return what people are told where the outside engine that plays the seat was of no use; ``None``: nothing.

        :raises NoAnswer: the answer makes no sense.
        """
        said = check("the answer", read_json(line, _no_sense), OBJECT, _no_sense)
        if "engine" not in said:
            return None
        why = _field(said, "engine", one_of(*FAILURES))
        log.warning("the engine was of no use in game %s: %s", self.game_number, why)
        return None if self.outside is None else trouble(self.outside, why, self.computers.levels[self.seat])

    def _decided(self, said: Mapping[str, Any]) -> MoveChosen | HintFound:
        action, score = _field(said, "action", TEXT), float(_field(said, "score", number(-1.0, 1.0)))
        try:
            self.played.game.parse(self.played.position, action)
        except EngineError as error:
            raise NoAnswer(NO_SENSE) from error
        if not self.hint:
            return MoveChosen(self.entry, action, score)
        reason = _field(said, "reason", OBJECT)
        squares = tuple(check("squares", each, TEXT, _no_sense)
                        for each in check("squares", reason.get("squares", []), LIST, _no_sense))
        expected = check("action", reason.get("action", ""), TEXT, _no_sense)
        return HintFound(self.entry, action, *self._reason(said, REASONS), self._on_board(squares), expected)

    def _on_board(self, squares: tuple[str, ...]) -> tuple[str, ...]:
        board = self.played.game.board(self.played.options)
        try:
            for each in squares:
                board.parse(each)
        except KeyError as error:
            raise NoAnswer(NO_SENSE) from error
        return squares

    def _checked(self, said: Mapping[str, Any], checked: str) -> BlunderFound:
        loss = float(_field(said, "loss", number(0.0, 2.0)))
        return BlunderFound(self.entry, _field(said, "action", one_of(checked)), loss, *self._reason(said, LOSSES))

    def _reason(self, said: Mapping[str, Any], known: Sequence[str]) -> tuple[str, str]:
        """Return the reason, and the kind of piece that is taken or lost; empty: none is."""
        reason = _field(said, "reason", OBJECT)
        kinds = one_of("", *self.played.game.piece_names)
        return _field(reason, "name", one_of(*known)), check("piece", reason.get("piece", ""), kinds, _no_sense)


def _field(said: Mapping[str, Any], name: str, kind: Kind[T]) -> T:
    return check(name, said.get(name), kind, _no_sense)


def _no_sense(why: Message) -> NoAnswer:
    """Replace the reason: people need not know which field was wrong."""
    return NoAnswer(NO_SENSE)


class ComputerPlayer(Worker):
    """A thread that has the latest question answered. Public methods may be called from any thread and return at
    once."""

    def __init__(
        self, orders: Orders, warn: Callable[[Message | None], None], command: Sequence[str] = COMMAND,
        idle_s: float = IDLE_S, pause_s: float = PAUSE_S, answer_s: float = ANSWER_S,
        engines: Engines = NO_ENGINES, warn_of_engine: Callable[[Message | None], None] = untold,
    ) -> None:
        """:param warn: called with the problem while a question stays unanswered, and with ``None`` once that is
            over.
        :param warn_of_engine: the same where our own search makes the moves of an outside engine."""
        super().__init__("computer_player")
        self._orders = orders
        self._warn = warn
        self._child = Child(command, answer_s)
        self._idle_s = idle_s
        self._pause_s = pause_s
        self._question: Question | None = None
        self._trouble: Message | None = None
        self._engines = engines
        self._warn_of_engine = warn_of_engine
        self._engine_trouble: Message | None = None
        self._seated: frozenset[AskedEngine] = frozenset()
        self._used: set[AskedEngine] = set()
        """The outside engines that were asked since the process was started."""

    def stop(self, timeout_s: float) -> bool:
        """End the thread and the process. ``False`` if it takes longer."""
        with self._changed:
            self._stopping = True
        self.think(None)
        return super().stop(timeout_s)

    def think(self, question: Question | None) -> None:
        """Have this question answered, and no other any more; ``None``: none."""
        with self._changed:
            if question is self._question is None and not self._stopping:
                return
            self._question = question
            self._child.interrupt()
            self._changed.notify_all()

    def seat_engines(self, engines: frozenset[AskedEngine]) -> None:
        """Learn which outside engines have something to do in the game on the table: no other is kept
        running, and no trouble with another is told of."""
        with self._changed:
            if engines != self._seated:
                self._seated = engines
                self._changed.notify_all()

    # --- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (question := self._next()) is not None:
            try:
                self._have_answered(question)
            except Exception as error:  # the table goes on, and a person can take over from the computer
                log.exception("the computer that plays failed")
                self._failed(error, question)
            if not self._wanted(question):
                self._tell(None)  # the next question may be answered
        self._child.end()

    def _next(self) -> Question | None:
        """Wait for the next question; ``None`` at the end. End the process without any for a long time, or once
        an engine has nothing to do any more.
        """
        while (question := self._awaited()) is None and not self._stopping:
            self._child.end()  # without the lock: the table's thread takes it, and a process may die slowly
            self._used.clear()
            self._tell_of_engine(None)
        return None if self._stopping else question

    def _awaited(self) -> Question | None:
        """Wait for the next question; ``None``: the end, there was none for a long time, or an engine that was
        asked has nothing to do any more.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self._question or self._stopping or self._used - self._seated,
                self._idle_s if self._child.pid else None,
            )
            return self._question

    def _have_answered(self, question: Question) -> None:
        failures = 0
        if question.engine(self._engines) is not None:
            self._used.add(question.outside)
        while self._wanted(question):
            try:
                said = self._child.ask(question.line(self._engines), lambda: self._wanted(question))
                if said is None:
                    return
                chosen, problem = question.answer(said), question.trouble(said)
            except (NoAnswer, OSError) as error:
                self._child.end()
                failures += self._wanted(question)
                if failures >= TRIES:
                    self._failed(error, question)
                continue
            self._tell(None)
            if question.plays:
                self._tell_of_engine(problem)
            with self._changed:
                if self._question is question:
                    self._question = None
            self._orders.post(chosen, question.game_number)

    def _wanted(self, question: Question) -> bool:
        return self._question is question and not self._stopping

    def _failed(self, error: Exception, question: Question) -> None:
        log.warning("the computer that plays does not answer: %s", error)
        reason = error.reason if isinstance(error, NoAnswer) else str(error)
        self._tell(message(
            "The computer cannot play ({reason}). Restart the table, or take over from it under Seats and phones.",
            reason=reason,
        ) if question.plays else message(
            "The computer gives neither hints nor warnings ({reason}). Restart the table if you want them.",
            reason=reason,
        ))
        with self._changed:
            self._changed.wait_for(lambda: not self._wanted(question), self._pause_s)

    def _tell(self, trouble: Message | None) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._warn(trouble)

    def _tell_of_engine(self, trouble: Message | None) -> None:
        if trouble != self._engine_trouble:
            self._engine_trouble = trouble
            self._warn_of_engine(trouble)
