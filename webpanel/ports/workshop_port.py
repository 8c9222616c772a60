"""The workshop that the panel needs, where the board is wired up and tested. The daemon implements it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.core.messages import Message


@dataclass(frozen=True, slots=True)
class Work:
    """The state of the workshop: the current task, the instruction, a hint, the answers offered with their labels, the
    progress, findings, facts (label and value), and the squares with their states.

    ``squares``: name → ``known``, ``dead``, ``covered``, ``answered``, ``asked`` or empty. ``id``: tells this task from
    all before it and after it. ``question``: tells what is asked now from what was asked before and will be, also in
    the same words. ``guide``: the page of the guides that says more, if there is one; ``picture``: what was measured,
    drawn in letters, line by line.
    """

    task: str
    sentence: Message
    hint: Message | None
    choices: tuple[tuple[str, Message], ...]
    done: int
    of: int
    findings: tuple[Message, ...]
    facts: tuple[tuple[Message, Message], ...]
    squares: Mapping[str, str]
    files: int
    ranks: int
    id: str = ""
    question: str = ""
    guide: str = ""
    picture: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that a practice board can have, its description, and whether it has it."""

    name: str
    label: Message
    on: bool


@dataclass(frozen=True, slots=True)
class Practice:
    """A board in memory to try the workshop on. ``piece``: the square of its only piece, if it stands on one;
    ``rings``: by square the colours of the pixels of its ring (``#rrggbb``), where any is lit."""

    faults: tuple[Fault, ...]
    piece: str | None
    rings: Mapping[str, tuple[str, ...]]


class Workshop(Protocol):
    """The workshop: learning the wiring of the real board (``wire``), testing it (``check``), and giving a tile its
    firmware (``renew``), which needs no board: games go on meanwhile. Where nothing is wired up, the first two work on
    a board in memory. May be called from any thread."""

    def open(self, task: str, port: str = "", instead: str | None = None) -> None:
        """Begin a task; a current one ends. ``port``: of the tile that is given its firmware. ``instead``: the id of
        the current one, as far as the page knows; ``None``: whichever it is.

        :raises Refused: another task is under way, a game is on the table, the task is not for this board, there is no
            such tile, or a tile is being given its firmware.
        """

    def say(self, answer: str, question: str) -> None:
        """Give one of the answers offered to a question.

        :raises Refused: no task is under way, something else is asked by now, or what was learnt cannot be kept.
        """

    def close(self, task: str | None = None) -> None:
        """End the current task, if there is one. ``task``: its id; ``None``: whichever it is.

        :raises Refused: it is another one by now.
        """

    def work(self) -> Work | None:
        """Return the state to show; ``None``: there is no current task."""

    def practice(self) -> Practice | None:
        """Return the board in memory; ``None``: real hardware is wired up."""

    def draw(self, path: Sequence[str]) -> None:
        """Draw the piece of the board in memory over these squares, as quickly as switches follow; none: take it off.

        :raises Refused: there is no such board or square, no task is under way, or the piece has too far to go already.
        """

    def set_fault(self, name: str, is_on: bool) -> None:
        """Switch a fault of the board in memory on or off.

        :raises Refused: there is no such board, or no such fault.
        """
