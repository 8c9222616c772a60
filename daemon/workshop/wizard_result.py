"""What the wiring wizard has found: the board map, and what is wired otherwise than it should be."""

from collections.abc import Iterable, Iterator, Sequence

from daemon.workshop.diode_tests import diode_tests
from daemon.workshop.wizard_state import Wizard, WizardStep
from daemon.workshop.wizard_view import colour_order
from engine.messages import Message, message
from engine.squares import Board, Square, bits
from hardware.board_map import BoardMap, checked

REGULAR = 0.6
"""From this share of agreeing wires on, the others count as crossed and not as another order."""


def learnt_map(wizard: Wizard) -> BoardMap:
    """The board map of what was learnt so far. Squares without a switch or a ring are left out of it."""
    wires = wizard.wires
    reeds: list[Square | None] = [None] * wires.reed_count
    for square, reed in wizard.reeds:
        reeds[reed] = square
    first_pixels: list[int | None] = [None] * wires.board.size
    for square, ring in wizard.rings:
        first_pixels[square] = ring * wires.pixels_per_ring
    order = colour_order(wizard.seen)
    return checked(
        BoardMap(wires.board, tuple(reeds), tuple(first_pixels), wires.pixels_per_ring, wires.pixel_count, order)
    )


def complete(wizard: Wizard) -> bool:
    """Whether every square has its switch and its ring, and the wizard is at its end."""
    size = wizard.wires.board.size
    return wizard.phase is WizardStep.DONE and len(wizard.reeds) == size and len(wizard.rings) == size


def findings(wizard: Wizard) -> tuple[Message, ...]:
    """What is wired otherwise than it should be, as far as it is known at this moment; nothing, if all is well."""
    return tuple(each for found in (_colours, _switches, _lights, _diodes, _crossings) for each in found(wizard))


def _colours(wizard: Wizard) -> Iterator[Message]:
    if wizard.phase not in (WizardStep.RED, WizardStep.GREEN) and not wizard.seen:
        yield message("No ring is lit: check the data line, its direction, and the power of the lights.")
    elif len(wizard.seen) == 2 and colour_order(wizard.seen) != "RGB":
        yield message(
            "The pixels show red, green and blue as {order}: the board map makes up for it.",
            order=colour_order(wizard.seen),
        )


def _switches(wizard: Wizard) -> Iterator[Message]:
    if wizard.stuck:
        reeds = ", ".join(str(reed) for reed in bits(wizard.stuck))
        yield message(
            "Switches that are always closed (stuck, or short-circuited): number {reeds}, counted from 0.", reeds=reeds
        )
    known = dict(wizard.reeds)
    asked = wizard.wires.walk[: wizard.number] if wizard.phase is WizardStep.REEDS else wizard.wires.walk
    reeds_learnt = wizard.phase in (WizardStep.RED, WizardStep.GREEN, WizardStep.EMPTY)
    dead = [] if reeds_learnt else [square for square in asked if square not in known]
    if dead:
        yield message("Squares whose switch does not answer: {squares}.", squares=_names(wizard, dead))


def _lights(wizard: Wizard) -> Iterator[Message]:
    known = dict(wizard.rings)
    if wizard.seen and wizard.phase in (WizardStep.ASK_DIODES, WizardStep.DIODES, WizardStep.DONE):
        unlit = [square for square in wizard.wires.walk if square not in known]
        if unlit:
            yield message("Squares without a light: {squares}.", squares=_names(wizard, unlit))


def _diodes(wizard: Wizard) -> Iterator[Message]:
    squares = wizard.by_reed
    if wizard.missing:
        names = _names(wizard, [squares[reed] for reed in bits(wizard.missing)])
        yield message("Squares whose diode is missing or the wrong way round: {squares}.", squares=names)
    if wizard.phase is WizardStep.DONE and wizard.tested:
        tested = {test.reed for test in diode_tests(wizard.wires.columns, wizard.reeds)} & set(bits(wizard.tested))
        untested = [square for square, reed in wizard.reeds if reed not in tested]
        if untested:
            yield message("Squares whose diode was not tested: {squares}.", squares=_names(wizard, untested))


def _crossings(wizard: Wizard) -> Iterator[Message]:
    if wizard.phase not in (WizardStep.ASK_DIODES, WizardStep.DIODES, WizardStep.DONE):
        return
    reeds, rings = crossed(wizard.wires.board, wizard.reeds), crossed(wizard.wires.board, wizard.rings)
    if reeds:
        names = _names(wizard, reeds)
        yield message("Switches with crossed wires: {squares}. The board map makes up for it.", squares=names)
    if rings:
        names = _names(wizard, rings)
        yield message("Lights in an unexpected order: {squares}. The board map makes up for it.", squares=names)


def crossed(board: Board, wires: Sequence[tuple[Square, int]]) -> tuple[Square, ...]:
    """The squares that do not fit into the regular order which most squares follow; none, if there is no such order.

    :param wires: square and its number in the order of wiring.
    """
    best = max((_agreeing(order, wires) for order in regular_orders(board)), key=len, default=frozenset())
    if len(best) < REGULAR * len(wires):
        return ()
    return tuple(sorted(square for square, _ in wires if square not in best))


def _agreeing(order: Sequence[Square], wires: Sequence[tuple[Square, int]]) -> frozenset[Square]:
    return frozenset(square for square, number in wires if number < len(order) and order[number] == square)


def regular_orders(board: Board) -> Iterator[tuple[Square, ...]]:
    """Along files or ranks, from any corner, every line the same way or there and back."""
    for by_files in (False, True):
        lines, length = (board.files, board.ranks) if by_files else (board.ranks, board.files)
        for corner in range(4):
            for back in (False, True):
                yield tuple(_square(board, by_files, *at) for at in _walk(lines, length, corner, back))


def _walk(lines: int, length: int, corner: int, back: bool) -> Iterator[tuple[int, int]]:
    for line in range(lines):
        for place in range(length):
            turned = corner & 1 ^ (line & 1 if back else 0)
            yield lines - 1 - line if corner & 2 else line, length - 1 - place if turned else place


def _square(board: Board, by_files: bool, line: int, place: int) -> Square:
    return board.square(line, place) if by_files else board.square(place, line)


def _names(wizard: Wizard, squares: Iterable[Square]) -> str:
    return ", ".join(wizard.wires.board.name(square) for square in squares)
