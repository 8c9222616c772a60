"""Outside engines, asked over their protocol (UCI): each a process of its own, of which nothing is taken on trust.

An engine may be missing, die, hang, write rubbish or lines without end: every one of these is an
:class:`~opponents.errors.EngineFailed`, within the time that is set. It runs at the lowest priority, never as root, may
not gain rights, and is killed by the kernel when the process (more exactly the thread) that started it ends.
"""

import os
import select
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Final

from engine.services.uci import UciGame
from opponents.errors import EngineFailed
from opponents.search import WIN

READY_S = 5.0
"""The time that an engine has to introduce itself, and as much again to be ready: it loads its tables then."""
GRACE_S = 4.0
"""The time that it has to be ready for a question, and that it may take longer than it was told to think."""
LONGEST_LINE: Final = 65_536
"""Bytes of a line: the longest that engines really write, a list of variants or of moves, have a few thousand."""
USUAL_OPTIONS: Final = {"Threads": "1", "Hash": "16"}
"""Options where nothing else is configured: a small computer has other things to do."""
NICENESS: Final = 19
_CAGE: Final = ("setpriv", "--no-new-privs", "--pdeathsig", "KILL")
_NOT_ROOT: Final = ("--reuid=nobody", "--regid=nogroup", "--clear-groups")


@dataclass(frozen=True, slots=True)
class Features:
    """An engine as it introduces itself. ``elo``: the weakest and the strongest that it can be told to play; ``None``:
    only as well as it can."""

    name: str = ""
    options: frozenset[str] = frozenset()
    elo: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A move of an engine, with the score for whoever is to move in hundredths of a pawn (of a mate, that of
    :mod:`opponents.search`), and how it expects the game to go on; moves as engines write them."""

    move: str
    score: float
    line: tuple[str, ...]
    nodes: int
    depth: int


@dataclass(slots=True)
class _Thoughts:
    """The latest that an engine said of what it thinks."""

    score: float = 0.0
    line: tuple[str, ...] = ()
    nodes: int = 0
    depth: int = 0


class Engine:
    """An engine that runs. One thread asks and closes it."""

    def __init__(self, command: Sequence[str], options: Mapping[str, str]) -> None:
        """:raises EngineFailed: it cannot be started, or is none."""
        self._set: dict[str, str] = {}
        self._unread = b""
        self._process = _start(command)
        try:
            self.features = self._introduced()
            for name, value in (USUAL_OPTIONS | dict(options)).items():
                self._set_option(name, value)
            self._await_readiness(READY_S)
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def play_as(self, elo: int | None) -> None:
        """Have it play with a strength, as near as it can; ``None``: as well as it can."""
        if self.features.elo is None:
            return
        self._set_option("UCI_LimitStrength", "false" if elo is None else "true")
        if elo is not None:
            weakest, strongest = self.features.elo
            self._set_option("UCI_Elo", str(min(max(elo, weakest), strongest)))

    def search(self, told: UciGame, limit: str, within_s: float, among: Sequence[str] = ()) -> Answer:
        """Have it find a move.

        :param limit: how long it thinks, in words of the protocol: ``movetime 500``, ``nodes 1000``.
        :param within_s: the time that this takes; it is waited for somewhat longer (:data:`GRACE_S`).
        :param among: the moves that it is to choose from; none: all.
        :raises EngineFailed: it does not.
        """
        if told.chess960 and "UCI_Chess960" not in self.features.options:
            raise EngineFailed("unable", "it does not know Chess960")
        self._set_option("UCI_Chess960", "true" if told.chess960 else "false")
        self._await_readiness(GRACE_S)
        self._say(" ".join(("position fen", told.fen, "moves", *told.moves)))
        self._say(" ".join(("go", limit, *(("searchmoves", *among) if among else ()))))
        thoughts = _Thoughts()
        for words in self._lines(within_s + GRACE_S):
            if words[0] == "info":
                _read_info(words[1:], thoughts)
            elif words[0] == "bestmove":
                return _answer(words[1:], thoughts)
        raise AssertionError("lines end with an error alone")

    def close(self) -> None:
        """End the process at once, whatever it is doing, with all that it started."""
        process = self._process
        with suppress(ProcessLookupError, PermissionError):  # it has ended
            os.killpg(process.pid, signal.SIGKILL)
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # input that it had not read is lost with it
                if pipe is not None:
                    pipe.close()
        process.wait()

    # --- the protocol --------------------------------------------------------------------------------------------

    def _introduced(self) -> Features:
        self._say("uci")
        name, options, bounds = "", set[str](), dict[str, tuple[int, int]]()
        for words in self._lines(READY_S):
            if words[:2] == ["id", "name"]:
                name = " ".join(words[2:])
            elif words[:2] == ["option", "name"]:
                option, limits = _read_option(words[2:])
                options.add(option)
                bounds |= {option: limits} if limits else {}
            elif words[0] == "uciok":
                break
        limited = "UCI_LimitStrength" in options
        return Features(name, frozenset(options), bounds.get("UCI_Elo") if limited else None)

    def _set_option(self, name: str, value: str) -> None:
        """Set an option, if it has one of that name and it is not set so already."""
        if name in self.features.options and self._set.get(name) != value:
            self._set[name] = value
            self._say(f"setoption name {name} value {value}")

    def _await_readiness(self, within_s: float) -> None:
        self._say("isready")
        for words in self._lines(within_s):
            if words[0] == "readyok":
                return

    def _say(self, line: str) -> None:
        """Write a line. An engine that hangs may not even read."""
        unsaid, ends_s = memoryview(f"{line}\n".encode()), time.monotonic() + READY_S
        pipe = _pipe(self._process.stdin)
        while unsaid:
            _await(pipe, selectors.EVENT_WRITE, ends_s)
            try:
                unsaid = unsaid[os.write(pipe.fileno(), unsaid[:select.PIPE_BUF]):]
            except BrokenPipeError as error:
                raise EngineFailed("ended") from error

    def _lines(self, within_s: float) -> Iterator[list[str]]:
        """Read line after line, each in words, those without any left out.

        :raises EngineFailed: none comes any more, or one has no end.
        """
        ends_s, pipe = time.monotonic() + within_s, _pipe(self._process.stdout)
        while True:
            line, found, self._unread = self._unread.partition(b"\n")
            if found:
                words = line.decode("ascii", "replace").split()
                if words:
                    yield words
                continue
            self._unread = line
            if len(line) > LONGEST_LINE:
                raise EngineFailed("nonsense", "a line without an end")
            _await(pipe, selectors.EVENT_READ, ends_s)
            part = os.read(pipe.fileno(), LONGEST_LINE)
            if not part:
                raise EngineFailed("ended")
            self._unread += part


def introduced(command: Sequence[str], options: Mapping[str, str]) -> Features:
    """Start an engine, have it introduce itself, and end it.

    :raises EngineFailed: it does not.
    """
    engine = Engine(command, options)
    engine.close()
    return engine.features


def caged(command: Sequence[str]) -> tuple[str, ...]:
    """Return the command that starts an engine without rights."""
    return (*_CAGE, *(_NOT_ROOT if os.geteuid() == 0 else ()), "--", *command)


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    if not command or shutil.which(command[0]) is None:
        raise EngineFailed("missing", " ".join(command))
    try:
        # In a session of its own: it is ended with all that it started. It need know nothing of what we are told.
        process = subprocess.Popen(
            caged(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0,
            cwd="/", env={"PATH": os.environ.get("PATH", os.defpath), "HOME": "/"}, start_new_session=True,
        )
    except OSError as error:
        raise EngineFailed("missing", str(error)) from error
    with suppress(OSError):  # without the lower priority it still works
        os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
    return process


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _await(pipe: IO[bytes], event: int, ends_s: float) -> None:
    left_s = ends_s - time.monotonic()
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, event)
        if left_s <= 0 or not selector.select(left_s):
            raise EngineFailed("silent")


def _read_option(words: Sequence[str]) -> tuple[str, tuple[int, int] | None]:
    """Read the name of an option, and its bounds if it is a number."""
    name, _, kind = " ".join(words).partition(" type ")
    parts = kind.split()
    given = {key: _number(value) for key, value in zip(parts, parts[1:], strict=False) if key in ("min", "max")}
    low, high = given.get("min"), given.get("max")
    if parts[:1] != ["spin"] or low is None or high is None or low > high:
        return name, None
    return name, (low, high)


def _read_info(words: Sequence[str], thoughts: _Thoughts) -> None:
    """Read what it says of its thoughts, as far as that can be read: a text for people is passed over."""
    if words[:1] == ["string"]:
        return
    for place, word in enumerate(words):
        after = list(words[place + 1:])
        if word == "pv":
            thoughts.line = tuple(after)
            return
        _read_field(word, after, thoughts)


def _read_field(word: str, after: Sequence[str], thoughts: _Thoughts) -> None:
    number = _number(after[word == "score"]) if len(after) > (word == "score") else None
    if number is None:
        return
    if word == "nodes":
        thoughts.nodes = number
    elif word == "depth":
        thoughts.depth = number
    elif word == "score" and after[0] == "cp":
        thoughts.score = float(number)
    elif word == "score" and after[0] == "mate":
        thoughts.score = WIN - 2 * number if number > 0 else -WIN - 2 * number


def _answer(words: Sequence[str], thoughts: _Thoughts) -> Answer:
    if not words or words[0] in ("(none)", "0000"):
        raise EngineFailed("nonsense", "no move")
    line = thoughts.line if thoughts.line[:1] == (words[0],) else (words[0],)
    return Answer(words[0], thoughts.score, line, thoughts.nodes, thoughts.depth)


def _number(text: str) -> int | None:
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 16 else None
