"""The wiring wizard's part about lights: their colours, the number of pixels in a ring, and the order of the rings in
the chain. A regular order is recognised by the places of two or three rings and checked as a walking light; where that
goes wrong, ring after ring is learnt from the square under it. See ``daemon.workshop.wizard.steps``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from daemon.workshop.checks.diode_tests import diode_tests
from daemon.workshop.wizard.reach import too_far
from daemon.workshop.wizard.state import COLOURS, DARK, MORE, NO, NONE, PART, WHOLE, YES, Pairs, Wizard, WizardStep, go
from daemon.workshop.wizard.wiring_orders import Order, likely, settled, telling_ring
from engine.core.messages import message
from engine.core.squares import Square, bits
from hardware.board_map import MAX_PIXELS_PER_RING

USUAL_RINGS: Final = (1, 4, 7, 8, 12, 16, 20, 24)
"""The sizes of rings that are sold: tried before others."""
DARK_IN_A_ROW: Final = 3
"""The number of dark rings in a row after which all others are lit at once: the chain may end here."""


# --- colours and pixels ------------------------------------------------------------------------------------------


def on_colour_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in the colour that is seen."""
    if answer == NONE:
        return go(replace(wizard, seen=""), WizardStep.EMPTY)
    if answer not in COLOURS:
        return wizard
    if COLOURS[answer] in wizard.seen:
        return replace(wizard, hint=message("That was the previous colour. Look at the same rings again."))
    seen = replace(wizard, seen=wizard.seen + COLOURS[answer])
    if wizard.phase is WizardStep.RED:
        return go(seen, WizardStep.GREEN)
    return go(replace(seen, fits=0, exceeds=0, flawed=False), WizardStep.PIXELS)


def pixel_guess(wizard: Wizard) -> int:
    """Return the number of pixels that are lit in :attr:`WizardStep.PIXELS`. First as many as the configuration
    says."""
    most = _most_pixels(wizard)
    if not wizard.fits and not wizard.exceeds:
        return min(wizard.wires.pixels_per_ring, most)
    low, high = wizard.fits, wizard.exceeds or most + 1
    usual = [size for size in USUAL_RINGS if low < size < high]
    return usual[len(usual) // 2] if usual else (low + high) // 2


def _most_pixels(wizard: Wizard) -> int:
    return min(MAX_PIXELS_PER_RING, wizard.wires.pixel_count)


def on_pixels_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in how much of the first ring is lit, or that more than it is."""
    guess = pixel_guess(wizard)
    if answer == WHOLE:
        return _counted(replace(wizard, fits=guess, exceeds=guess + 1, flawed=False))
    if answer == NONE:  # the first ring is dark, but not all: the others are assumed to be as configured
        usual = wizard.wires.pixels_per_ring
        return _counted(replace(wizard, fits=usual, exceeds=usual + 1, flawed=False))
    if answer == PART:
        last = guess == _most_pixels(wizard)
        told = replace(wizard, fits=guess, exceeds=guess + 1 if last else wizard.exceeds, flawed=True)
    elif answer == MORE:
        told = replace(wizard, exceeds=guess, flawed=True)
    else:
        return wizard
    if told.exceeds == 1:
        hint = message("A single pixel was lit. Look at the first ring once more.")
        return replace(wizard, fits=0, exceeds=0, hint=hint)
    return _counted(told) if told.counted else replace(told, hint=None)


def _counted(wizard: Wizard) -> Wizard:
    agrees = wizard.counted == wizard.wires.pixels_per_ring
    return go(wizard, WizardStep.EMPTY if agrees else WizardStep.WRONG_PIXELS)


def on_wrong_pixels_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in that the lights wait until the configuration is right; the switches need not."""
    return go(wizard, WizardStep.EMPTY) if answer == NO else wizard


# --- the order of the chain --------------------------------------------------------------------------------------


def lights_usable(wizard: Wizard) -> bool:
    """True if the lights shine, and are as many as the configuration says."""
    return bool(wizard.seen) and wizard.counted == wizard.wires.pixels_per_ring


def begin_rings(wizard: Wizard) -> Wizard:
    """Start with the rings: the switches are learnt."""
    if not lights_usable(wizard):
        return after_rings(wizard)
    return go(replace(wizard, placed=(), rings=(), dark=0, queue=(), again=0), WizardStep.ORDER)


def trial_ring(wizard: Wizard) -> int:
    """Return the ring that is lit in :attr:`WizardStep.ORDER`."""
    ring = telling_ring(wizard.wires.board, wizard.placed, wizard.dark)
    assert ring is not None, "few rings are tried"
    return ring


def on_order(wizard: Wizard, fresh: int) -> Wizard:
    """Take in that the piece was put on the lit square."""
    wizard, square = _felt(wizard, fresh)
    return wizard if square is None else _place(wizard, square)


def on_order_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in that the person names the lit square, or sees none."""
    if answer == DARK:
        darker = replace(wizard, dark=wizard.dark | 1 << trial_ring(wizard), hint=None)
        given_up = darker.dark.bit_count() == min(DARK_IN_A_ROW, wizard.wires.board.size)
        return _one_by_one(darker) if given_up else darker
    square = _named(wizard, answer)
    return wizard if square is None else _place(wizard, square)


def _place(wizard: Wizard, square: Square) -> Wizard:
    """Assign the ring on trial to this square."""
    if square in dict(wizard.placed):
        return _taken(wizard, square)
    board = wizard.wires.board
    placed = replace(wizard, placed=(*wizard.placed, (square, trial_ring(wizard))), several=0, hint=None)
    order = settled(board, placed.placed)
    if order is not None:
        return go(replace(placed, rings=_assumed(placed, order)), WizardStep.WALK)
    tried = len(placed.placed) + placed.dark.bit_count()
    return placed if likely(board, placed.placed) and tried < board.size else _one_by_one(placed)


def _assumed(wizard: Wizard, order: Order) -> Pairs:
    """Return the rings as the order has them, except for those that were seen elsewhere. If that leaves one ring and
    one square over, they belong together."""
    seen = dict(wizard.placed)
    left = [(square, ring) for ring, square in enumerate(order) if ring not in seen.values()]
    fitting = [(square, ring) for square, ring in left if square not in seen]
    rings = [ring for square, ring in left if square in seen]
    squares = [square for ring, square in enumerate(order) if ring in seen.values() and square not in seen]
    paired = list(zip(squares, rings, strict=True)) if len(squares) == len(rings) == 1 else []
    return tuple(sorted((*wizard.placed, *fitting, *paired)))


# --- walking lights ----------------------------------------------------------------------------------------------


def on_walk_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in whether the light walked over the whole board as it should."""
    if answer == YES:
        return _rings_left(wizard)
    return go(wizard, WizardStep.RANKS) if answer == NO else wizard


def on_rank_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in whether the light walks along this rank, or which of its squares stay dark."""
    rings = dict(wizard.rings)
    here = {square: rings[square] for square in wizard.wires.rank(wizard.number) if square in rings}
    named = wizard.wires.board.by_name.get(answer)
    if named in here:
        return replace(wizard, dark=wizard.dark ^ 1 << here[named])
    if answer == NO:
        wizard = replace(wizard, queue=(*wizard.queue, *here.values()))
    elif answer == DARK:
        wizard = replace(wizard, dark=wizard.dark | sum(1 << ring for ring in here.values()))
    elif answer != YES:
        return wizard
    if wizard.number + 1 < wizard.wires.board.ranks:
        return replace(wizard, number=wizard.number + 1)
    return _rings_left(wizard)


def _rings_left(wizard: Wizard) -> Wizard:
    """Queue the rings that the walk left open, to be learnt one by one."""
    doubted = set(wizard.queue)
    rings = tuple(pair for pair in wizard.rings if pair[1] not in doubted and not wizard.dark >> pair[1] & 1)
    return queue_all(replace(wizard, rings=rings))


# --- ring after ring ---------------------------------------------------------------------------------------------


def _one_by_one(wizard: Wizard) -> Wizard:
    """Queue all rings: there is no order in the chain, only the places of some rings are known."""
    return queue_all(replace(wizard, rings=tuple(sorted(wizard.placed))))


def queue_all(wizard: Wizard) -> Wizard:
    """Queue all rings that have no square and may shine."""
    known = {ring for _, ring in wizard.rings}
    left = [n for n in range(wizard.wires.board.size) if n not in known and not wizard.dark >> n & 1]
    queued = replace(wizard, queue=tuple(left), again=0)
    return go(queued, WizardStep.RINGS) if left else after_rings(queued)


def on_rings(wizard: Wizard, fresh: int) -> Wizard:
    """Take in that the piece was put on the lit square."""
    wizard, square = _felt(wizard, fresh)
    return wizard if square is None else _learn_ring(wizard, square)


def on_rings_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in that the person names the lit square, or sees none."""
    if answer == DARK:
        darker = _next_ring(replace(wizard, dark=wizard.dark | 1 << wizard.queue[0]), wizard.number + 1)
        ends = darker.phase is WizardStep.RINGS and darker.number == DARK_IN_A_ROW
        return go(darker, WizardStep.REST) if ends else darker
    square = _named(wizard, answer)
    return wizard if square is None else _learn_ring(wizard, square)


def _learn_ring(wizard: Wizard, square: Square) -> Wizard:
    """Assign the ring to a square. A square that has a light already gives it up once: one of the two was a slip, and
    both come round again."""
    ring, other = wizard.queue[0], dict(wizard.rings).get(square)
    if other is not None:
        if (wizard.again >> ring | wizard.again >> other) & 1:
            return _taken(wizard, square)
        again = wizard.again | 1 << other
        wizard = replace(wizard, queue=(*wizard.queue, other), again=again)
    kept = [pair for pair in wizard.rings if pair[0] != square]
    return _next_ring(replace(wizard, rings=tuple(sorted((*kept, (square, ring))))), 0)


def _next_ring(wizard: Wizard, dark_in_a_row: int) -> Wizard:
    left = replace(wizard, queue=wizard.queue[1:], number=dark_in_a_row, several=0, hint=None)
    return left if left.queue else after_rings(left)


def on_rest_said(wizard: Wizard, answer: str) -> Wizard:
    """Take in whether any of the rings left shines."""
    if answer == YES:
        return go(wizard, WizardStep.RINGS)
    if answer != NO:
        return wizard
    return after_rings(replace(wizard, dark=wizard.dark | sum(1 << ring for ring in wizard.queue), queue=()))


def after_rings(wizard: Wizard) -> Wizard:
    """Continue after the lights are learnt: with the diodes, if there are any and not just one square was learnt."""
    columns = wizard.wires.columns
    testable = columns and wizard.square is None and not wizard.visits and diode_tests(columns, wizard.reeds)
    return go(wizard, WizardStep.ASK_DIODES if testable else WizardStep.DONE)


# --- which square? -----------------------------------------------------------------------------------------------


def _felt(wizard: Wizard, fresh: int) -> tuple[Wizard, Square | None]:
    """Return the square on which a piece was put; for several, a hint that they are too many."""
    known = [wizard.by_reed[reed] for reed in bits(fresh) if reed in wizard.by_reed]
    if len(known) > 1:
        return _several_felt(replace(wizard, several=wizard.several + 1), known, fresh), None
    return wizard, known[0] if known else None


def _several_felt(wizard: Wizard, squares: Sequence[Square], closed: int) -> Wizard:
    """The hint that several switches are too many; once it happens again, the magnet is to blame."""
    if wizard.several == 1:
        hint = message("Several switches closed at once. Lift the piece and put it down again.")
        return replace(wizard, hint=hint)
    return replace(wizard, visits=((squares[0], closed),), hint=too_far(wizard, squares))


def nameable(wizard: Wizard) -> tuple[Square, ...]:
    """Squares of which a person has to say that they are lit: those without a switch, and those that close together."""
    together = wizard.closed & ~wizard.stuck if wizard.several > 1 else 0
    return *wizard.unreachable, *(wizard.by_reed[reed] for reed in bits(together) if reed in wizard.by_reed)


def _named(wizard: Wizard, answer: str) -> Square | None:
    named = wizard.wires.board.by_name.get(answer)
    return named if named is not None and named in nameable(wizard) else None


def _taken(wizard: Wizard, square: Square) -> Wizard:
    return replace(wizard, hint=message(
        "{square} has a light already. Put the piece on the lit square; if it was wrong before, go back.",
        square=wizard.wires.board.name(square),
    ))


ON_READ: Final[Mapping[WizardStep, Callable[[Wizard, int], Wizard]]] = {
    WizardStep.ORDER: on_order,
    WizardStep.RINGS: on_rings,
}
ON_ANSWER: Final[Mapping[WizardStep, Callable[[Wizard, str], Wizard]]] = {
    WizardStep.RED: on_colour_said,
    WizardStep.GREEN: on_colour_said,
    WizardStep.PIXELS: on_pixels_said,
    WizardStep.WRONG_PIXELS: on_wrong_pixels_said,
    WizardStep.ORDER: on_order_said,
    WizardStep.WALK: on_walk_said,
    WizardStep.RANKS: on_rank_said,
    WizardStep.RINGS: on_rings_said,
    WizardStep.REST: on_rest_said,
}
