"""The computer as a player: one process that thinks, watched over by a thread. See docs/opponents.md for what it is
told and what it answers.

It runs only while a computer is to move, and some minutes more. Whatever happens to it, it is asked again; as its luck
is made of the game's seed, it then answers the same.
"""

import json
import logging
import os
import select
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from daemon.errors import DaemonError
from daemon.orders import Orders
from engine import knowledge
from engine.computers import REASONS, Computers
from engine.errors import EngineError
from engine.game import Played
from engine.messages import Message, message
from engine.pieces import Seat
from table.words.events import HintFound, MoveChosen

log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-m", "opponents")
PLACE: Final = Path(knowledge.__file__).parents[1]
"""Where the process finds the program of the same version."""
NICENESS: Final = 19
"""Touches, lights and phones go first."""
IDLE_S: Final = 600.0
"""How long the process is kept although nobody needs it: starting it takes a small computer seconds."""
ANSWER_S: Final = 30.0
"""How long an answer may take: several times what the slowest computer needs to start the process and to think."""
TRIES: Final = 3
"""So many failures in a row are told."""
MOST_SAID: Final = 100_000
"""No answer has so many bytes."""
PAUSE_S: Final = 2.0
"""How long to wait after that before the next try."""

HINTS: Final = Computers({seat: 7 for seat in Seat}, 0)
"""Who gives hints: the strongest that still answers within a moment on a small computer."""
NO_SENSE: Final = message("it gave no sensible answer")


class NoAnswer(DaemonError):
    """The process ended, was silent or said what makes no sense. ``reason``: half a sentence for people."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is to decide. ``entry``: the number that comes back with the answer; ``game_number``: see
    :class:`daemon.orders.Order`."""

    entry: int
    seat: Seat
    played: Played
    computers: Computers
    setup: Mapping[str, Any] | None
    game_number: int
    hint: bool = False
    """Whether a person is to be told what the computer would do."""

    def line(self) -> bytes:
        """The request: what this seat may know of the game, and no more."""
        known = knowledge.known_to(self.seat, self.played, self.setup)
        request = {
            "game": self.played.game.id, "options": self.played.options.as_data(), "setup": known.setup,
            "actions": known.actions, "secret": known.secret, "seat": self.seat,
            "level": self.computers.levels[self.seat], "seed": self.computers.seed or 0, "entry": self.entry,
        }
        return json.dumps(request).encode() + b"\n"

    def answer(self, line: bytes) -> MoveChosen | HintFound:
        """What the process said.

        :raises NoAnswer: that is no legal action.
        """
        try:
            said = json.loads(line)
            chosen = MoveChosen(said["entry"], str(said["action"]), float(said["score"]))
            self.played.game.parse(self.played.position, chosen.action)
        except (ValueError, KeyError, TypeError, RecursionError, EngineError) as error:
            raise NoAnswer(NO_SENSE) from error
        if chosen.entry != self.entry or not -1.0 <= chosen.score <= 1.0:
            raise NoAnswer(NO_SENSE)
        return HintFound(self.entry, chosen.action, *_reason(said)) if self.hint else chosen


def _reason(said: Mapping[str, Any]) -> tuple[str, str]:
    """Why, and which kind of piece is taken.

    :raises NoAnswer: it is no reason.
    """
    reason = said.get("reason")
    if not isinstance(reason, Mapping) or reason.get("name") not in REASONS:
        raise NoAnswer(NO_SENSE)
    return reason["name"], str(reason.get("piece", ""))


class Thinker:
    """Has the latest question answered. All methods but ``_``-ones may be called from any thread and return at once."""

    def __init__(
        self, orders: Orders, warn: Callable[[Message | None], None], command: Sequence[str] = COMMAND,
        idle_s: float = IDLE_S, pause_s: float = PAUSE_S, answer_s: float = ANSWER_S,
    ) -> None:
        """:param warn: is told what is wrong with the process, and (``None``) that it works again."""
        self._orders = orders
        self._warn = warn
        self._command = command
        self._idle_s = idle_s
        self._pause_s = pause_s
        self._answer_s = answer_s
        self._changed = threading.Condition()
        self._question: Question | None = None
        self._stopping = False
        self._trouble: Message | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._busy = False
        """Whether the process is thinking, so that it has to end before it can be asked something else."""
        self._thread = threading.Thread(target=self._run, name="thinker", daemon=True)

    def start(self) -> None:
        """Begin to wait for questions."""
        self._thread.start()

    def stop(self, timeout_s: float) -> bool:
        """End, and end the process. ``False`` if it takes longer."""
        with self._changed:
            self._stopping = True
        self.think(None)
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def think(self, question: Question | None) -> None:
        """Have this answered, and nothing else any more; ``None``: nothing."""
        with self._changed:
            if question is self._question is None and not self._stopping:
                return
            self._question = question
            if self._busy and self._process is not None:
                self._process.kill()
            self._changed.notify_all()

    # --- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (question := self._next()) is not None:
            try:
                self._have_answered(question)
            except Exception as error:  # the table goes on, and somebody can play on for the computer
                log.exception("the computer that plays failed")
                self._failed(error, question)
        self._end()

    def _next(self) -> Question | None:
        """The next question; ``None`` at the end. Without any for a long time, the process ends."""
        with self._changed:
            while self._question is None and not self._stopping:
                awaited = self._changed.wait_for(
                    lambda: self._question or self._stopping, self._idle_s if self._process else None
                )
                if not awaited:
                    self._end()
            return None if self._stopping else self._question

    def _have_answered(self, question: Question) -> None:
        failures = 0
        while self._wanted(question):
            try:
                chosen = question.answer(self._ask(question.line()))
            except (NoAnswer, OSError) as error:
                self._end()
                failures += self._wanted(question)
                if failures >= TRIES:
                    self._failed(error, question)
                continue
            self._tell(None)
            with self._changed:
                if self._question is question:
                    self._question = None
            self._orders.post(chosen, question.game_number)

    def _wanted(self, question: Question) -> bool:
        return self._question is question and not self._stopping

    def _failed(self, error: Exception, question: Question) -> None:
        log.warning("the computer that plays does not answer: %s", error)
        self._tell(message(
            "The computer cannot play ({reason}). Restart the table, or play on for it under Seats and phones.",
            reason=error.reason if isinstance(error, NoAnswer) else str(error),
        ))
        with self._changed:
            self._changed.wait_for(lambda: not self._wanted(question), self._pause_s)

    def _tell(self, trouble: Message | None) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._warn(trouble)

    # --- the process ---------------------------------------------------------------------------------------------

    def _ask(self, line: bytes) -> bytes:
        """Its answer to a line.

        :raises NoAnswer: there is none.
        :raises OSError: it cannot be started, or has ended.
        """
        process = self._started()
        with self._changed:
            self._busy = True
        try:
            return _exchanged(process, line, self._answer_s)
        finally:
            with self._changed:
                self._busy = False

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None:
            return self._process
        # in a session of its own: Ctrl+C in the terminal is for the table, which ends it then
        process = subprocess.Popen(
            self._command, cwd=PLACE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
        with self._changed:
            self._process = process
        return process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        process.wait()


def _exchanged(process: subprocess.Popen[bytes], line: bytes, within_s: float) -> bytes:
    """The line that a process writes once it was given one. A process that hangs need not even read.

    :raises NoAnswer: none comes.
    :raises OSError: it has ended.
    """
    assert process.stdin is not None and process.stdout is not None
    ends_s, unsaid, said = time.monotonic() + within_s, memoryview(line), b""
    while unsaid:
        _await(process.stdin, selectors.EVENT_WRITE, ends_s, within_s)
        unsaid = unsaid[os.write(process.stdin.fileno(), unsaid[:select.PIPE_BUF]) :]
    while not said.endswith(b"\n"):
        _await(process.stdout, selectors.EVENT_READ, ends_s, within_s)
        part = os.read(process.stdout.fileno(), 65536)
        if not part:
            raise NoAnswer(message("its program ended"))
        said += part
        if len(said) > MOST_SAID:
            raise NoAnswer(NO_SENSE)
    return said


def _await(pipe: IO[bytes], event: int, ends_s: float, within_s: float) -> None:
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, event)
        if not selector.select(max(0.0, ends_s - time.monotonic())):
            raise NoAnswer(message("it was silent for {seconds} s", seconds=int(within_s)))
