"""The wiring wizard's part about a piece that closes several switches: it is put alone on a square and on those around
it, and what each of them closes says why. See ``daemon.workshop.wizard.steps``.

A magnet that reaches too far closes what lies around its square, everywhere; wires that touch close the same switches
wherever the piece stands; and where a diode is missing, other pieces have to stand on the board.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from daemon.boards.ghosting import ghost_suspects
from daemon.workshop.wizard.state import Wizard, WizardStep, go
from engine.core.messages import Message, message
from engine.core.squares import Square, bits

PATIENCE: Final = 3
"""So many times several switches may close at once: a hand that is too quick does that too."""
AROUND: Final = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))
"""Files and ranks from a square to those around it, in the order in which the piece is put there."""


def note_several(wizard: Wizard, square: Square, hint: Message) -> Wizard:
    """Several switches closed at once, with the piece on this square as far as anybody knows."""
    first = wizard.several_at if wizard.several else square
    noted = replace(wizard, several=wizard.several + 1, several_at=first, hint=hint)
    return begin_reach(noted) if noted.several >= PATIENCE else noted


def begin_reach(wizard: Wizard) -> Wizard:
    """The piece is to be put alone on the square where several switches closed, and around it."""
    return go(replace(wizard, several=0, visits=()), WizardStep.REACH)


def reach_square(wizard: Wizard) -> Square | None:
    """In :attr:`WizardStep.REACH`: where the piece goes; ``None``: the board has to be empty first."""
    return _way(wizard)[len(wizard.visits)] if wizard.number else None


def _way(wizard: Wizard) -> tuple[Square, ...]:
    assert wizard.several_at is not None, "several switches closed somewhere"
    return wizard.several_at, *_around(wizard, wizard.several_at)


def _around(wizard: Wizard, square: Square) -> Iterator[Square]:
    board = wizard.wires.board
    for files, ranks in AROUND:
        file, rank = board.file(square) + files, board.rank(square) + ranks
        if 0 <= file < board.files and 0 <= rank < board.ranks:
            yield board.square(file, rank)


def visited(wizard: Wizard) -> Wizard:
    """The piece stands on the square asked for. Once it is clear what closes together, the wizard says so."""
    square = reach_square(wizard)
    assert square is not None, "the board was emptied"
    after = replace(wizard, visits=(*wizard.visits, (square, wizard.closed & ~wizard.stuck)), hint=None)
    others = after.visits[0][1].bit_count() - 1
    explained = len(_sharing(after)) >= others or len(after.visits) == len(_way(after))
    return go(after, WizardStep.TOGETHER) if others > 0 and explained else after


def _sharing(wizard: Wizard) -> tuple[Square, ...]:
    """The squares around the first on which the piece closes a switch that it closes there, too."""
    first = wizard.visits[0][1]
    return tuple(square for square, closed in wizard.visits[1:] if closed & first)


# --- what is said ------------------------------------------------------------------------------------------------


def reasons(wizard: Wizard) -> Iterator[Message]:
    """Say why several switches closed at once, if they did."""
    untested = wizard.ghosts & ~wizard.tested
    if untested and not wizard.missing:
        yield message(
            "Closed at the same moment while other pieces stood on the board: switches number {reeds}, counted from 0. "
            "A diode is missing there or the wrong way round: the test of the diodes says which.",
            reeds=_numbers(bits(untested)),
        )
    if wizard.phase is WizardStep.REACH or not wizard.visits or wizard.visits[0][1].bit_count() < 2:
        return
    lines = _touching_lines(wizard)
    if lines is not None:
        yield lines
    if lines is None or min(wizard.wires.board.files, wizard.wires.board.ranks) <= 2:  # too small to tell them apart
        yield too_far(wizard, _together(wizard))


def _together(wizard: Wizard) -> list[Square]:
    (first, closed), by_reed = wizard.visits[0], wizard.by_reed
    return [first, *_sharing(wizard), *(by_reed[reed] for reed in bits(closed) if reed in by_reed)]


def too_far(wizard: Wizard, squares: Iterable[Square]) -> Message:
    """A magnet closes the switches of these squares together."""
    board = wizard.wires.board
    names = [board.name(square) for square in sorted(set(squares), key=lambda each: (board.rank(each), each))]
    if len(names) == 1:
        return message(
            "A piece on {square} closes the switches of other squares, too: the magnet is too strong or too near, or "
            "the squares are too small.", square=names[0],
        )
    return message(
        "{squares} close together: the magnet is too strong or too near, or the squares are too small.",
        squares=message("{names} and {last}", names=", ".join(names[:-1]), last=names[-1]),
    )


@dataclass(frozen=True, slots=True)
class _Lines:
    """The rows and columns of a matrix in which switches lie."""

    rows: frozenset[int]
    columns: frozenset[int]


def _touching_lines(wizard: Wizard) -> Message | None:
    """Wires that touch, if that is why: wherever the piece stands, the same switches close, all of one row or column;
    or no square around it has any of them."""
    first, sharing = wizard.visits[0][1], set(_sharing(wizard))
    if len(wizard.visits) == 1:  # seen while the lights were learnt: wires that touch show in the ranks before
        return None
    if any(closed != first for square, closed in wizard.visits[1:] if square in sharing):
        return None
    if not wizard.wires.columns:
        alone = len(sharing) in (0, first.bit_count() - 1)
        return message(
            "The wires of switches number {reeds} touch, counted from 0: they answer as one.",
            reeds=_numbers(bits(first)),
        ) if alone else None
    lines = _lines(bits(first), wizard.wires.columns)
    if len(lines.rows) == 1:
        return message(
            "The wires of columns number {lines} touch, counted from 0: their switches answer as one.",
            lines=_numbers(sorted(lines.columns)),
        )
    if len(lines.columns) == 1:
        return message(
            "The wires of rows number {lines} touch, counted from 0: their switches answer as one.",
            lines=_numbers(sorted(lines.rows)),
        )
    return None


def _lines(reeds: Iterable[int], columns: int) -> _Lines:
    places = [divmod(reed, columns) for reed in reeds]
    return _Lines(frozenset(row for row, _ in places), frozenset(column for _, column in places))


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


# --- other pieces on the board -----------------------------------------------------------------------------------


def as_ghosts(wizard: Wizard, fresh: int) -> int:
    """Of the reeds that have just closed those that did so as ghosts do: two at once that, with others that were closed
    before, are the corners of a rectangle."""
    columns = wizard.wires.columns
    return ghost_suspects(wizard.closed & ~fresh, wizard.closed, columns) if columns else 0
