"""The test of the lights: they run over the board, one square after another, and a person says whether all shone.

If some stayed dark, rank after rank is lit until the dark squares are named. Pure.
"""

from dataclasses import dataclass, replace
from typing import Final

from daemon.workshop.checks.self_test import WHITE, Lit
from engine.core.messages import Message, message
from engine.core.squares import Board, Square, bits

LIGHT_S: Final = 0.12
"""The time for which each square is lit in the run of the lights."""
ALL, SOME, AGAIN, NEXT = "all", "some", "again", "next"

Choices = tuple[tuple[str, Message], ...]


@dataclass(frozen=True, slots=True)
class LightTest:
    """The state of a test, begun with the run at ``began_s``.

    ``rank``: the one that is lit while dark squares are named. ``dark``: bitboard of those. ``done``: true once all is
    said.
    """

    board: Board
    began_s: float
    rank: int | None = None
    dark: int = 0
    done: bool = False

    @property
    def passed(self) -> bool:
        """True if somebody has said that every square lights up."""
        return self.done and not self.dark

    @property
    def in_rank(self) -> tuple[Square, ...]:
        """The squares of the lit rank, from the left."""
        rank = self.rank
        return () if rank is None else tuple(self.board.square(file, rank) for file in range(self.board.files))


def running(test: LightTest, now_s: float) -> Square | None:
    """Return the square that is lit in the run; ``None``: it is over."""
    number = max(0, int((now_s - test.began_s) / LIGHT_S))
    rank, file = divmod(number, test.board.files)
    return test.board.square(file, rank) if number < test.board.size else None


def answer(test: LightTest, said: str, now_s: float) -> LightTest:
    """Return the test after an answer. Answers that are not offered change nothing."""
    if said not in dict(choices(test, now_s)):
        return test
    if said == AGAIN:
        return LightTest(test.board, now_s)
    if said == ALL:
        return replace(test, done=True)
    if said == SOME:
        return replace(test, rank=0)
    if said == NEXT:
        last = test.rank == test.board.ranks - 1
        return replace(test, rank=None if last else (test.rank or 0) + 1, done=last)
    return replace(test, dark=test.dark ^ 1 << test.board.parse(said))


def lit(test: LightTest, now_s: float) -> Lit | None:
    """Return the squares that this test lights; ``None``: none, the lights are free."""
    square = running(test, now_s)
    if square is not None:
        return {square: WHITE}
    return dict.fromkeys(test.in_rank, WHITE) or None


def sentence(test: LightTest, now_s: float) -> Message | None:
    """Return the instruction for the person; ``None``: there is none any more."""
    if running(test, now_s) is not None:
        return message("Every square is lit in turn: watch for one that stays dark.")
    if test.rank is not None:
        return message("Rank {rank} is lit, all of it. Which of its squares are dark?", rank=test.rank + 1)
    return None if test.done else message("Did every square light up?")


def choices(test: LightTest, now_s: float) -> Choices:
    """Return the answers offered, with their labels."""
    if running(test, now_s) is not None:
        return ()
    if test.rank is not None:
        named = any(test.dark >> square & 1 for square in test.in_rank)
        last = message("The others are lit") if named else message("All of them are lit")
        return (*(_of_square(test, square) for square in test.in_rank), (NEXT, last))
    again = (AGAIN, message("Light them again"))
    if test.done:
        return (again,)
    return ((ALL, message("Every square lit up")), (SOME, message("Some stayed dark")), again)


def _of_square(test: LightTest, square: Square) -> tuple[str, Message]:
    name = test.board.name(square)
    if test.dark >> square & 1:
        return name, message("{square} is lit after all", square=name)
    return name, message("{square} is dark", square=name)


def findings(test: LightTest) -> tuple[Message, ...]:
    """Describe what is wrong with the lights, or unknown."""
    if test.dark:
        dark = ", ".join(test.board.name(square) for square in bits(test.dark))
        return (message("Squares that stay dark: {squares}.", squares=dark),)
    return () if test.done else (message("Still open: does every square light up?"),)
