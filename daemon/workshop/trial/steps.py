"""The trial of nine squares, step by step: a piece is put on each of them, then slid onto the middle one from around.

Marks are twentieths of the way from the middle of the middle square, 0, to the middle of the one from which the piece
comes, 20; a strip of paper between the two has them. As a switch changes the hand stops, and the person reads the mark
under the middle of the piece. A pure state machine; what the numbers mean says ``daemon.workshop.trial.verdict``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from engine.core.messages import Message, message
from engine.core.squares import Board, Square

EMPTY, THERE, END, BACK = "empty", "there", "end", "back"
SIDE: Final = 3
"""Files and ranks of the trial: those from a1 on, of a larger board."""
MARKS: Final = 20
"""A twentieth of a diagonal is 3.5 mm on squares of 50 mm. Coarser ones would fail builds that go together."""
SIZES_MM: Final = (30, 35, 40, 45, 50, 55, 60)
WAYS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1))
"""Files and ranks from the middle square to those from which the piece comes: over edges, then over corners."""

Choices = tuple[tuple[str, Message], ...]


class TrialStep(StrEnum):
    """A step that the person is asked to do."""

    SIZE = "size"
    EMPTY = "empty"
    PLACE = "place"
    SLIDE = "slide"
    MARK = "mark"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Slide:
    """Observations of one way onto the middle square. ``closed``: the mark at which its switch closed first, ``again``:
    that at which it closed last, if it had lost the piece in between; ``opened``: that at which the other opened;
    ``None``: it did not. ``lost``: its switch is open after it had closed, or was open at the end."""

    closed: int | None = None
    again: int | None = None
    opened: int | None = None
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Trial:
    """The progress of the trial. ``covered``: the switches that are closed now, as squares, and ``stuck`` those that
    were with no piece on the board; ``placed``: by square tried what a piece in its middle closed; ``slides``:
    those that have ended, in the order of :data:`WAYS`; ``slide``: the present one, ``begun`` once the piece was
    felt on its first square, ``awaited`` the change whose mark is asked for."""

    board: Board
    step: TrialStep = TrialStep.SIZE
    square_mm: int = 0
    covered: int = 0
    stuck: int = 0
    placed: tuple[int, ...] = ()
    slides: tuple[Slide, ...] = ()
    slide: Slide = Slide()
    begun: bool = False
    awaited: str = ""
    before: "Trial | None" = None

    @property
    def squares(self) -> tuple[Square, ...]:
        """The nine, rank by rank from a1."""
        return tuple(self.board.square(file, rank) for rank in range(SIDE) for file in range(SIDE))

    @property
    def middle(self) -> Square:
        """The square onto which the piece is slid."""
        return self.board.square(1, 1)

    @property
    def start(self) -> Square:
        """The square from which the present slide comes."""
        files, ranks = WAYS[len(self.slides)]
        return self.board.square(1 + files, 1 + ranks)

    def closes(self, square: Square) -> bool:
        """True if the switch of a square is closed now, and does not stick."""
        return bool(self.covered & ~self.stuck & 1 << square)


# --- what happens ------------------------------------------------------------------------------------------------


def read(trial: Trial, covered: int) -> Trial:
    """The trial after a reading of switches at rest."""
    now = replace(trial, covered=covered)
    return _watched(now) if now.step is TrialStep.SLIDE else now


def _watched(trial: Trial) -> Trial:
    """Stop the hand where a switch changed."""
    if not trial.begun:
        felt = trial.closes(trial.start) or not trial.placed[trial.squares.index(trial.start)] >> trial.start & 1
        return _watched(replace(trial, begun=True)) if felt and trial.covered & ~trial.stuck else trial
    slide, closed = trial.slide, trial.closes(trial.middle)
    if closed and (slide.closed is None or slide.lost):
        return replace(trial, step=TrialStep.MARK, awaited="closed")
    if slide.opened is None and _felt_at_start(trial) and not trial.closes(trial.start):
        return replace(trial, step=TrialStep.MARK, awaited="opened")
    if slide.closed is not None and not closed:
        return replace(trial, slide=replace(slide, lost=True))
    return trial


def _felt_at_start(trial: Trial) -> bool:
    return bool(trial.placed[trial.squares.index(trial.start)] & ~trial.stuck & 1 << trial.start)


def answer(trial: Trial, said: str) -> Trial:
    """The trial after an answer. Those that are not offered change nothing."""
    if said not in dict(choices(trial)):
        return trial
    if said == BACK and trial.before is not None:
        return replace(trial.before, covered=trial.covered)
    return replace(_ON_ANSWER[trial.step](trial, said), before=replace(trial, before=trial.before))


def _on_place(trial: Trial, said: str) -> Trial:
    placed = (*trial.placed, trial.covered & ~trial.stuck)
    return replace(trial, placed=placed, step=TrialStep.PLACE if len(placed) < SIDE * SIDE else TrialStep.SLIDE)


def _on_slide(trial: Trial, said: str) -> Trial:
    ended = replace(trial.slide, lost=not trial.closes(trial.middle))
    slides = (*trial.slides, ended)
    left = replace(trial, slides=slides, slide=Slide(), begun=False)
    return left if len(slides) < len(WAYS) else replace(left, step=TrialStep.DONE)


def _on_mark(trial: Trial, said: str) -> Trial:
    return _watched(replace(trial, slide=_marked(trial, int(said)), awaited="", step=TrialStep.SLIDE))


def _marked(trial: Trial, mark: int) -> Slide:
    slide = trial.slide
    if trial.awaited == "opened":
        return replace(slide, opened=mark)
    return replace(slide, closed=mark) if slide.closed is None else replace(slide, again=mark, lost=False)


_ON_ANSWER: Final[Mapping[TrialStep, Callable[[Trial, str], Trial]]] = {
    TrialStep.SIZE: lambda trial, said: replace(trial, square_mm=int(said), step=TrialStep.EMPTY),
    TrialStep.EMPTY: lambda trial, said: replace(trial, stuck=trial.covered, step=TrialStep.PLACE),
    TrialStep.PLACE: _on_place,
    TrialStep.SLIDE: _on_slide,
    TrialStep.MARK: _on_mark,
}


# --- what is said ------------------------------------------------------------------------------------------------


def sentence(trial: Trial) -> Message:
    """Return what the person should do."""
    return _SENTENCES[trial.step](trial)


def _name(trial: Trial, square: Square) -> str:
    return trial.board.name(square)


def _place(trial: Trial) -> Message:
    return message(
        "Put the piece in the middle of {square}, with no other on the board.",
        square=_name(trial, trial.squares[len(trial.placed)]),
    )


def _slide(trial: Trial) -> Message:
    names = {"start": _name(trial, trial.start), "middle": _name(trial, trial.middle)}
    if not trial.begun:
        return message(
            "Put the piece in the middle of {start}, and slide it slowly towards {middle}. Stop as soon as this "
            "sentence changes.", **names,
        )
    return message("Slide it on slowly towards the middle of {middle}. Stop as soon as this sentence changes.", **names)


def _mark(trial: Trial) -> Message:
    if trial.awaited == "closed":
        changed = message("{square} has closed", square=_name(trial, trial.middle))
    else:
        changed = message("{square} has opened", square=_name(trial, trial.start))
    return message(
        "Stop: {changed}. Which mark is under the middle of the piece? {middle} has mark 0, {start} mark "
        "{last}.", changed=changed, last=MARKS, middle=_name(trial, trial.middle), start=_name(trial, trial.start),
    )


_SENTENCES: Final[Mapping[TrialStep, Callable[[Trial], Message]]] = {
    TrialStep.SIZE: lambda trial: message("How wide is a square, from middle to middle, in millimetres?"),
    TrialStep.EMPTY: lambda trial: message("Take all pieces off the board."),
    TrialStep.PLACE: _place,
    TrialStep.SLIDE: _slide,
    TrialStep.MARK: _mark,
    TrialStep.DONE: lambda trial: message("That is all. The measurements:"),
}


def choices(trial: Trial) -> Choices:
    """The answers offered, with their labels."""
    offered = _CHOICES[trial.step](trial)
    return offered if trial.before is None else (*offered, (BACK, message("Back")))


def _numbers(numbers: tuple[int, ...]) -> Choices:
    return tuple((str(number), message("{number}", number=number)) for number in numbers)


_CHOICES: Final[Mapping[TrialStep, Callable[[Trial], Choices]]] = {
    TrialStep.SIZE: lambda trial: _numbers(SIZES_MM),
    TrialStep.EMPTY: lambda trial: ((EMPTY, message("The board is empty")),),
    TrialStep.PLACE: lambda trial: ((THERE, message("The piece is there")),),
    TrialStep.SLIDE: lambda trial: ((END, message(
        "It is in the middle of {square}, and nothing more happens", square=_name(trial, trial.middle)
    )),),
    TrialStep.MARK: lambda trial: _numbers(tuple(range(MARKS, -1, -1))),
    TrialStep.DONE: lambda trial: (),
}


def progress(trial: Trial) -> tuple[int, int]:
    """Steps done, and steps there are."""
    return len(trial.placed) + len(trial.slides), SIDE * SIDE + len(WAYS)
