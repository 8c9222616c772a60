"""The state of the wiring wizard at a step, and its events. See ``daemon.workshop.wizard.steps``."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from daemon.workshop.checks.diode_tests import DiodeTest, diode_tests
from engine.core.messages import Message
from engine.core.squares import Board, Square
from hardware.lights.power import Branch

NONE, EMPTY, NOTHING, DARK, BACK, YES, NO, STOP = (
    "none", "empty", "nothing", "dark", "back", "yes", "no", "stop",
)
WHOLE, PART, MORE, END, AGAIN, ONE, THERE = "whole", "part", "more", "end", "again", "one", "there"
COLOURS: Final = {"red": "R", "green": "G", "blue": "B"}


class WizardStep(StrEnum):
    """The request to the person at a step."""

    RESUME = "resume"
    RED = "red"
    GREEN = "green"
    PIXELS = "pixels"
    WRONG_PIXELS = "wrong_pixels"
    EMPTY = "empty"
    SWEEP = "sweep"
    PROBE = "probe"
    SILENT = "silent"
    GAP = "gap"
    DOUBT = "doubt"
    REACH = "reach"
    TOGETHER = "together"
    CLEAR = "clear"
    ORDER = "order"
    WALK = "walk"
    RANKS = "ranks"
    RINGS = "rings"
    REST = "rest"
    ASK_DIODES = "ask_diodes"
    DIODES = "diodes"
    DONE = "done"
    WHICH = "which"
    SQUARE = "square"
    SHINES = "shines"


@dataclass(frozen=True, slots=True)
class Wires:
    """The device as far as it is known: its board, the numbers of reeds and pixels, the current of its supply, and
    the branches of its lights.

    ``columns``: of a matrix of switches with diodes; 0: every switch has a wire of its own.
    """

    board: Board
    reed_count: int
    pixel_count: int
    pixels_per_ring: int
    columns: int
    supply_a: float
    branches: tuple[Branch, ...] = ()

    @property
    def ring_count(self) -> int:
        """The number of whole rings in the chain."""
        return self.pixel_count // self.pixels_per_ring

    @property
    def walk(self) -> tuple[Square, ...]:
        """The squares rank by rank from a1: the way of the piece, and of the walking light."""
        return tuple(square for rank in range(self.board.ranks) for square in self.rank(rank))

    def rank(self, rank: int) -> tuple[Square, ...]:
        """Return the squares of a rank (from 0), from the left."""
        return tuple(self.board.square(file, rank) for file in range(self.board.files))

    @property
    def probes(self) -> tuple[Square, ...]:
        """The squares on which a piece is tried if the first rank was silent: in other ranks and files."""
        board = self.board
        far = (board.square(board.files // 2, board.ranks // 2), board.square(board.files - 1, board.ranks - 1))
        return tuple(dict.fromkeys(far))


@dataclass(frozen=True, slots=True)
class ReedsSettled:
    """The reeds have come to rest; ``closed``: those that are closed, as a bitboard over reed numbers."""

    closed: int


@dataclass(frozen=True, slots=True)
class AnswerGiven:
    """The person gave one of the answers that the view offers."""

    answer: str


Event = ReedsSettled | AnswerGiven
Pairs = tuple[tuple[Square, int], ...]
"""Squares, each with the number of its reed or ring."""


@dataclass(frozen=True, slots=True)
class Wizard:
    """The progress of the wizard, and what it has learnt. Ranks, reeds and rings are numbered from 0; sets of them are
    bits.

    ``number``: of the probe, rank or test of the phase; of the rings one by one, how many in a row stayed dark.

    Lights: ``seen``: the colours seen for the first and second byte of a pixel. ``fits``: a number of pixels that is no
    more than a ring; ``exceeds``: one that is more. ``flawed``: a pixel of the first ring stays dark. ``placed``: the
    squares of rings seen on trial. ``queue``: rings to be learnt one by one; ``again``: those that are queued once
    more. ``dark``: rings that nobody saw shine. ``rings``: square and ring.

    Switches: ``stuck``: closed reeds with no piece over them. ``ranks``: those still to be swept. ``line``: the reeds
    that have answered on the present one, in their order. ``tried``: its squares that were tried alone, each with the
    reed that answered, -1 for none. ``sure``: squares whose reed was tried again. ``doubles``: reeds that answer for a
    second square, with it. ``reeds``: square and reed. ``missing``, ``tested``: reeds whose diode is missing, or was
    tested.

    ``several``: how often several reeds closed at once, of late, and ``several_at`` where they first did. ``visits``:
    squares on which the piece was put alone because of that, each with the set of reeds that it closed there.
    ``ghosts``: reeds that closed as ghosts do.

    ``square``: the one that is learnt anew. ``kept``: earlier progress that is offered again. ``before``: the state to
    which *back* leads.
    """

    wires: Wires
    phase: WizardStep = WizardStep.RED
    number: int = 0
    closed: int = 0
    seen: str = ""
    fits: int = 0
    exceeds: int = 0
    flawed: bool = False
    stuck: int = 0
    ranks: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    tried: Pairs = ()
    sure: tuple[Square, ...] = ()
    doubles: Pairs = ()
    reeds: Pairs = ()
    placed: Pairs = ()
    queue: tuple[int, ...] = ()
    again: int = 0
    dark: int = 0
    rings: Pairs = ()
    missing: int = 0
    tested: int = 0
    several: int = 0
    several_at: Square | None = None
    visits: Pairs = ()
    ghosts: int = 0
    square: Square | None = None
    hint: Message | None = None
    kept: "Wizard | None" = None
    before: "Wizard | None" = None

    @property
    def by_reed(self) -> dict[int, Square]:
        """The squares learnt, by the reeds under them."""
        return {reed: square for square, reed in self.reeds}

    @property
    def unreachable(self) -> tuple[Square, ...]:
        """The squares without a working switch and without a ring yet: only a person can say that they are lit."""
        known = {*dict(self.reeds), *dict(self.rings)}
        return tuple(square for square in self.wires.walk if square not in known)

    @property
    def counted(self) -> int | None:
        """The number of pixels in a ring, once it is known."""
        return self.fits if self.fits and self.exceeds == self.fits + 1 else None

    @property
    def test(self) -> DiodeTest:
        """The present test in :attr:`WizardStep.DIODES`."""
        return diode_tests(self.wires.columns, self.reeds)[self.number]



def go(wizard: Wizard, phase: WizardStep) -> Wizard:
    """Return the wizard at the start of a phase."""
    return replace(wizard, phase=phase, number=0, hint=None)
