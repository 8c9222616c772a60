"""The wiring wizard: learns which reed and which ring belongs to which square, and finds what is wired wrongly.

A pure state machine. It walks a person through the board with one piece (the test of the diodes takes three):

1. Some rings light in what should be red, then green: which colours are really seen tells the colour order.
2. The board is empty: reeds that are closed now are stuck.
3. A piece goes from square to square as told: the reed that closes lies under that square; none: that switch is dead.
4. The board is empty again: a reed still closed sticks.
5. Ring after ring lights, the piece goes onto it: the reed tells the square.
6. A matrix without some diode shows ghosts: three closed corners of a rectangle make the fourth look closed, if the
   diode at the corner across is missing. Every diode is tested alone, with three pieces.

What the person does comes as :class:`Read` (rested reeds) and :class:`Said`; what to say and to light is in
``daemon.wizard_view``, what was found in ``daemon.wizard_result``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from daemon.diode_tests import DiodeTest, diode_tests
from engine.messages import Message, message
from engine.squares import Board, Square, bits

NONE, EMPTY, NOTHING, DARK, BACK, YES, NO, STOP = (
    "none", "empty", "nothing", "dark", "back", "yes", "no", "stop",
)
COLOURS: Final = {"red": "R", "green": "G", "blue": "B"}


class Phase(StrEnum):
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
    phase: Phase = Phase.RED
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
        """In :attr:`Phase.REEDS`: where the piece goes."""
        return self.wires.walk[self.number]

    @property
    def unreachable(self) -> tuple[Square, ...]:
        """Squares without a switch that works and without a ring yet: only a person can say that they are lit."""
        known = {*dict(self.reeds), *dict(self.rings)}
        return tuple(square for square in self.wires.walk if square not in known)

    @property
    def test(self) -> DiodeTest:
        """In :attr:`Phase.DIODES`: the present one."""
        return diode_tests(self.wires.columns, self.reeds)[self.number]


def begin(wires: Wires) -> Wizard:
    """The wizard at its start."""
    return Wizard(wires)


def step(wizard: Wizard, event: Event) -> Wizard:
    """The wizard after an event. Answers that are not offered change nothing."""
    if isinstance(event, Read):
        fresh = event.closed & ~wizard.closed
        taken = _ON_READ.get(wizard.phase, _keep)(wizard, fresh, event.closed)
        return replace(taken, closed=event.closed)
    if event.answer == BACK:
        return wizard if wizard.before is None else replace(wizard.before, closed=wizard.closed)
    if event.answer == STOP and wizard.phase is not Phase.DONE:
        return _go(wizard, Phase.DONE)
    return _ON_ANSWER.get(wizard.phase, _deaf)(wizard, event.answer)


def _keep(wizard: Wizard, fresh: int, closed: int) -> Wizard:
    return wizard


def _deaf(wizard: Wizard, answer: str) -> Wizard:
    return wizard


def _go(wizard: Wizard, phase: Phase) -> Wizard:
    return replace(wizard, phase=phase, number=0, hint=None, before=wizard)


# --- colours -----------------------------------------------------------------------------------------------------


def _on_colour(wizard: Wizard, answer: str) -> Wizard:
    if answer == NONE:
        return _go(replace(wizard, seen=""), Phase.EMPTY)
    if answer not in COLOURS:
        return wizard
    if COLOURS[answer] in wizard.seen:
        return replace(wizard, hint=message("That was the colour before. Look at the same rings again."))
    seen = replace(wizard, seen=wizard.seen + COLOURS[answer], before=wizard)
    return replace(_go(seen, Phase.GREEN if wizard.phase is Phase.RED else Phase.EMPTY), before=wizard)


# --- switches ----------------------------------------------------------------------------------------------------


def _on_empty(wizard: Wizard, answer: str) -> Wizard:
    return _go(replace(wizard, stuck=wizard.closed), Phase.REEDS) if answer == EMPTY else wizard


def _on_reeds_read(wizard: Wizard, fresh: int, closed: int) -> Wizard:
    """The piece was put somewhere."""
    new = list(bits(fresh & ~wizard.stuck))
    if not new:
        return wizard
    if len(new) > 1:
        return replace(wizard, hint=message("Several switches closed at once. Lift the piece and put it down again."))
    known = wizard.by_reed.get(new[0])
    if known is not None:
        board = wizard.wires.board
        return replace(wizard, hint=message(
            "That switch has answered for {square}. Put the piece on {wanted}; if it was wrong before, go back.",
            square=board.name(known), wanted=board.name(wizard.square),
        ))
    learnt = replace(wizard, reeds=(*wizard.reeds, (wizard.square, int(new[0]))))
    return _next_square(learnt, wizard)


def _on_reeds_answer(wizard: Wizard, answer: str) -> Wizard:
    return _next_square(wizard, wizard) if answer == NOTHING else wizard


def _next_square(wizard: Wizard, before: Wizard) -> Wizard:
    number = wizard.number + 1
    if number == len(wizard.wires.walk):
        return replace(_go(wizard, Phase.CLEAR), before=before)
    return replace(wizard, number=number, hint=None, before=before)


def _on_clear(wizard: Wizard, answer: str) -> Wizard:
    if answer != EMPTY:
        return wizard
    known = replace(wizard, stuck=wizard.stuck | wizard.closed, before=wizard)
    sticking = known.stuck
    kept = tuple((square, reed) for square, reed in known.reeds if not sticking >> reed & 1)
    after = replace(known, reeds=kept)
    if not after.seen or not after.wires.ring_count:
        return _after_rings(after, wizard)
    return replace(_go(after, Phase.RINGS), before=wizard)


# --- rings -------------------------------------------------------------------------------------------------------


def _on_rings_read(wizard: Wizard, fresh: int, closed: int) -> Wizard:
    """The piece was put on the lit square."""
    new = [reed for reed in bits(fresh) if reed in wizard.by_reed]
    if not new:
        return wizard
    if len(new) > 1:
        return replace(wizard, hint=message("Several switches closed at once. Lift the piece and put it down again."))
    return _learn_ring(wizard, wizard.by_reed[new[0]])


def _learn_ring(wizard: Wizard, square: Square) -> Wizard:
    if square in dict(wizard.rings):
        return replace(wizard, hint=message(
            "{square} has a light already. Put the piece on the lit square; if it was wrong before, go back.",
            square=wizard.wires.board.name(square),
        ))
    return _next_ring(replace(wizard, rings=(*wizard.rings, (square, wizard.number))), wizard)


def _on_rings_answer(wizard: Wizard, answer: str) -> Wizard:
    if answer == DARK:
        return _next_ring(wizard, wizard)
    named = wizard.wires.board.by_name.get(answer)
    return wizard if named is None or named not in wizard.unreachable else _learn_ring(wizard, named)


def _next_ring(wizard: Wizard, before: Wizard) -> Wizard:
    number = wizard.number + 1
    if number == wizard.wires.ring_count:
        return _after_rings(wizard, before)
    return replace(wizard, number=number, hint=None, before=before)


# --- diodes ------------------------------------------------------------------------------------------------------


def _after_rings(wizard: Wizard, before: Wizard) -> Wizard:
    testable = wizard.wires.columns and diode_tests(wizard.wires.columns, wizard.reeds)
    return replace(_go(wizard, Phase.ASK_DIODES if testable else Phase.DONE), before=before)


def _on_ask(wizard: Wizard, answer: str) -> Wizard:
    if answer == YES:
        return _go(wizard, Phase.DIODES)
    return _go(wizard, Phase.DONE) if answer == NO else wizard


def _on_diodes_read(wizard: Wizard, fresh: int, closed: int) -> Wizard:
    if not ready(wizard, closed) or closed >> dict(wizard.reeds)[wizard.test.empty] & 1:
        return wizard
    return _next_test(replace(wizard, tested=wizard.tested | 1 << wizard.test.reed))


def _on_diodes_answer(wizard: Wizard, answer: str) -> Wizard:
    if answer == NO:
        return _go(wizard, Phase.DONE)
    if answer != EMPTY or not suspicious(wizard):
        return wizard
    bit = 1 << wizard.test.reed
    return _next_test(replace(wizard, tested=wizard.tested | bit, missing=wizard.missing | bit))


def ready(wizard: Wizard, closed: int) -> bool:
    """Whether the three pieces of the present test stand."""
    reeds = dict(wizard.reeds)
    return all(closed >> reeds[square] & 1 for square in wizard.test.covered)


def suspicious(wizard: Wizard) -> bool:
    """Whether the square that should be empty looks covered while the three pieces stand."""
    return ready(wizard, wizard.closed) and bool(wizard.closed >> dict(wizard.reeds)[wizard.test.empty] & 1)


def _next_test(wizard: Wizard) -> Wizard:
    tests = diode_tests(wizard.wires.columns, wizard.reeds)
    if wizard.number + 1 == len(tests):
        return _go(wizard, Phase.DONE)
    return replace(wizard, number=wizard.number + 1, hint=None)


_ON_READ: Final[Mapping[Phase, Callable[[Wizard, int, int], Wizard]]] = {
    Phase.REEDS: _on_reeds_read,
    Phase.RINGS: _on_rings_read,
    Phase.DIODES: _on_diodes_read,
}
_ON_ANSWER: Final[Mapping[Phase, Callable[[Wizard, str], Wizard]]] = {
    Phase.RED: _on_colour,
    Phase.GREEN: _on_colour,
    Phase.EMPTY: _on_empty,
    Phase.REEDS: _on_reeds_answer,
    Phase.CLEAR: _on_clear,
    Phase.RINGS: _on_rings_answer,
    Phase.ASK_DIODES: _on_ask,
    Phase.DIODES: _on_diodes_answer,
}
