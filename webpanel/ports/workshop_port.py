"""What the panel needs from the workshop, where the board is wired up and tested. The daemon implements it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.core.messages import Message


@dataclass(frozen=True, slots=True)
class Work:
    """What the workshop shows: the task under way, what to do, what did not fit, the answers offered with their labels,
    how much is done, what was found, facts (label and value), and the squares with their states.

    ``squares``: name → ``known``, ``dead``, ``covered``, ``answered``, ``asked`` or empty. ``guide``: the page of the
    guides that says more, if there is one; ``picture``: what was measured, drawn in letters, line by line.
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
    guide: str = ""
    picture: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """One that a practice board can have, what it is, and whether it has it."""

    name: str
    label: Message
    on: bool


@dataclass(frozen=True, slots=True)
class Practice:
    """A board in memory to try the workshop on. ``piece``: the square on which its one piece stands, if it does;
    ``rings``: by square the colours of the pixels of its ring (``#rrggbb``), where any is lit."""

    faults: tuple[Fault, ...]
    piece: str | None
    rings: Mapping[str, tuple[str, ...]]


class Workshop(Protocol):
    """Learning the wiring of the real board (``wire``), testing it (``check``), trying nine squares of it (``trial``),
    and giving a tile its firmware (``renew``), which needs no board: games go on meanwhile. Where nothing is wired up,
    the first three work on a board in memory. May be called from any thread."""

    def open(self, task: str, port: str = "") -> None:
        """Begin a task; one under way ends. ``port``: of the tile that is given its firmware.

        :raises Refused: a game is on the table, the task is not for this board, there is no such tile, or a tile is
            being given its firmware.
        """

    def say(self, answer: str) -> None:
        """Give one of the answers offered.

        :raises Refused: no task is under way, or what was learnt cannot be kept.
        """

    def close(self) -> None:
        """End the task under way, if there is one."""

    def work(self) -> Work | None:
        """What to show; ``None``: no task is under way."""

    def practice(self) -> Practice | None:
        """The board in memory; ``None``: something is wired up."""

    def draw(self, path: Sequence[str]) -> None:
        """Draw the piece of the board in memory over these squares, as quickly as switches follow; none: take it off.

        :raises Refused: there is no such board or square, no task is under way, or the piece has too far to go already.
        """

    def set_fault(self, name: str, is_on: bool) -> None:
        """Have the board in memory have a fault, or no more.

        :raises Refused: there is no such board, or no such fault.
        """
