"""What the wiring wizard knows at a step, and what can happen to it. See ``daemon.workshop.wizard``."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from daemon.workshop.diode_tests import DiodeTest, diode_tests
from engine.messages import Message
from engine.squares import Board, Square

NONE, EMPTY, NOTHING, DARK, BACK, YES, NO, STOP = (
    "none", "empty", "nothing", "dark", "back", "yes", "no", "stop",
)
COLOURS: Final = {"red": "R", "green": "G", "blue": "B"}


class WizardStep(StrEnum):
    """What the person is asked to do."""

    RED = "red"
    GREEN = "green"
    EMPTY = "empty"
    REEDS = "reeds"
    CLEAR = "clear"
    RINGS = "rings"
    ASK_DIODES = "ask_diodes"
    DIODES = "diodes"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Wires:
    """The device as far as it is known: its board, how many reeds and pixels it has, and what its supply gives.

    ``columns``: of a matrix of switches with diodes; 0: every switch has a wire of its own.
    """

    board: Board
    reed_count: int
    pixel_count: int
    pixels_per_ring: int
    columns: int
    supply_a: float

    @property
    def ring_count(self) -> int:
        """How many whole rings the chain has."""
        return self.pixel_count // self.pixels_per_ring

    @property
    def walk(self) -> tuple[Square, ...]:
        """The squares in the order in which the piece visits them: rank by rank from a1."""
        board = self.board
        return tuple(board.square(file, rank) for rank in range(board.ranks) for file in range(board.files))


@dataclass(frozen=True, slots=True)
class Read:
    """The reeds have come to rest; ``closed``: those that are closed, as a bitboard over reed numbers."""

    closed: int


@dataclass(frozen=True, slots=True)
class Said:
    """The person gave one of the answers that the view offers."""

    answer: str


Event = Read | Said


@dataclass(frozen=True, slots=True)
class Wizard:
    """How far the wizard is, and what it has learnt.

    ``number``: which square, ring or test of the phase. ``seen``: the colours seen for the first and second byte of a
    pixel. ``stuck``: closed reeds with no piece over them. ``reeds``: square and reed; ``rings``: square and number of
    the ring in the chain. ``missing``, ``tested``: reeds whose diode is missing, or was tested. ``before``: where
    *back* leads.
    """

    wires: Wires
    phase: WizardStep = WizardStep.RED
    number: int = 0
    closed: int = 0
    seen: str = ""
    stuck: int = 0
    reeds: tuple[tuple[Square, int], ...] = ()
    rings: tuple[tuple[Square, int], ...] = ()
    missing: int = 0
    tested: int = 0
    hint: Message | None = None
    before: "Wizard | None" = None

    @property
    def by_reed(self) -> dict[int, Square]:
        """The squares learnt, by the reeds under them."""
        return {reed: square for square, reed in self.reeds}

    @property
    def square(self) -> Square:
        """In :attr:`WizardStep.REEDS`: where the piece goes."""
        return self.wires.walk[self.number]

    @property
    def unreachable(self) -> tuple[Square, ...]:
        """Squares without a switch that works and without a ring yet: only a person can say that they are lit."""
        known = {*dict(self.reeds), *dict(self.rings)}
        return tuple(square for square in self.wires.walk if square not in known)

    @property
    def test(self) -> DiodeTest:
        """In :attr:`WizardStep.DIODES`: the present one."""
        return diode_tests(self.wires.columns, self.reeds)[self.number]
