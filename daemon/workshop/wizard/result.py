"""The result of the wiring wizard: the board map, and faults in the wiring."""

from collections.abc import Iterable, Iterator
from typing import Final

from daemon.workshop.checks.diode_tests import diode_tests
from daemon.workshop.wizard.frames import colour_order
from daemon.workshop.wizard.reach import reasons
from daemon.workshop.wizard.rings import lights_usable
from daemon.workshop.wizard.state import Pairs, Wizard, WizardStep
from daemon.workshop.wizard.wiring_orders import crossed, is_line
from engine.core.messages import Message, counted, message
from engine.core.squares import Square, bits
from hardware.board_map import BoardMap, checked

_LEARNT: Final = (WizardStep.ASK_DIODES, WizardStep.DIODES, WizardStep.DONE)
"""The phases in which switches and lights are known as far as they will be."""
_BEFORE_SWITCHES: Final = (
    WizardStep.RESUME, WizardStep.RED, WizardStep.GREEN, WizardStep.PIXELS, WizardStep.WRONG_PIXELS, WizardStep.EMPTY,
)


def learnt_map(wizard: Wizard) -> BoardMap:
    """Return the board map of what was learnt so far, without squares that have no switch or ring."""
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
    """True if every square has its switch and its ring, and the wizard is at its end."""
    size = wizard.wires.board.size
    return wizard.phase is WizardStep.DONE and len(wizard.reeds) == size and len(wizard.rings) == size


def findings(wizard: Wizard) -> tuple[Message, ...]:
    """Describe the faults in the wiring, as far as they are known at this moment; empty, if all is well."""
    if wizard.phase is WizardStep.RESUME:
        return ()
    told = (_colours, _pixels, reasons, _silence, _switches, _doubles, _lights, _diodes, _crossings)
    return tuple(each for found in told for each in found(wizard))


# --- lights ------------------------------------------------------------------------------------------------------


def _colours(wizard: Wizard) -> Iterator[Message]:
    if wizard.phase not in (WizardStep.RED, WizardStep.GREEN) and not wizard.seen:
        yield message("No ring is lit: check the data line, its direction, and the power of the lights.")
    elif len(wizard.seen) == 2 and colour_order(wizard.seen) != "RGB":
        yield message(
            "The pixels show red, green and blue as {order}: the board map makes up for it.",
            order=colour_order(wizard.seen),
        )


def _pixels(wizard: Wizard) -> Iterator[Message]:
    if wizard.counted is None:
        return
    if wizard.counted != wizard.wires.pixels_per_ring:
        yield counted(
            "A ring is a single pixel, the configuration says {told}: write pixels = 1 under [rings] in config.toml.",
            "A ring has {count} pixels, the configuration says {told}: write pixels = {count} under [rings] in "
            "config.toml.", wizard.counted, told=wizard.wires.pixels_per_ring,
        )
    if wizard.flawed:
        yield message("A pixel of the first ring stays dark.")


def _lights(wizard: Wizard) -> Iterator[Message]:
    if wizard.phase not in _LEARNT or not lights_usable(wizard):
        return
    known = dict(wizard.rings)
    unlit = [square for square in wizard.wires.walk if square not in known]
    last = _last_lit(wizard)
    if last is not None:
        yield message(
            "All lights behind {square} are dark: check the next ring and the wire to it.",
            square=wizard.wires.board.name(last),
        )
    if unlit:
        yield message("Squares without a light: {squares}.", squares=_names(wizard, unlit))


def _last_lit(wizard: Wizard) -> Square | None:
    """Return the square whose ring is the last one that shines, if at least two behind it do not."""
    by_ring = {ring: square for square, ring in wizard.rings}
    last = max(by_ring, default=-1)
    return by_ring[last] if 0 <= last < wizard.wires.board.size - 2 else None


# --- switches ----------------------------------------------------------------------------------------------------


def _silence(wizard: Wizard) -> Iterator[Message]:
    """Suggest what to measure where nothing answers."""
    if wizard.phase is not WizardStep.SILENT:
        return
    yield message(
        "The magnet: hold it right at a switch, without the board in between. If that one answers, the magnet is too "
        "weak or too far away."
    )
    if wizard.wires.columns:
        yield message(
            "The diodes, or rows and columns swapped: swap the numbers of rows and columns under [reeds] in "
            "config.toml. If the switches then answer, leave it so: all diodes are the other way round, which does no "
            "harm."
        )
        yield message(
            "The wires: a meter that tests diodes, red on the pin of a column and black on that of a row, shows about "
            "0.6 V while a magnet is above their switch. If it does so with red and black swapped, the diode is the "
            "other way round."
        )
    else:
        yield message(
            "The ground: a meter shows almost 0 ohms between the common wire of the switches and a ground pin of the "
            "Raspberry Pi."
        )
        yield message(
            "The inputs: bridge one to ground with a wire. If that answers, its switch or its magnet is at fault."
        )


def _switches(wizard: Wizard) -> Iterator[Message]:
    if wizard.stuck:
        reeds = ", ".join(str(reed) for reed in bits(wizard.stuck))
        yield message(
            "Switches that are always closed (stuck, or short-circuited): number {reeds}, counted from 0.", reeds=reeds
        )
    silent = dead(wizard)
    if silent and not wizard.reeds:
        yield message("No switch answers.")
    elif silent:
        yield message("Squares whose switch does not answer: {squares}.", squares=_names(wizard, silent))


def dead(wizard: Wizard) -> list[Square]:
    """Return the squares of the ranks swept so far that have no switch."""
    if wizard.phase in _BEFORE_SWITCHES:
        return []
    known, board = {*dict(wizard.reeds), *dict(_bridged(wizard))}, wizard.wires.board
    return [square for square in wizard.wires.walk if square not in known and board.rank(square) not in wizard.ranks]


def _doubles(wizard: Wizard) -> Iterator[Message]:
    by_reed, board = wizard.by_reed, wizard.wires.board
    for square, reed in _bridged(wizard):
        yield message(
            "{square} and {other} answer as one switch: their wires touch.",
            square=board.name(square), other=board.name(by_reed[reed]),
        )


def _bridged(wizard: Wizard) -> Pairs:
    """Return squares without a switch of their own on which that of another one answers."""
    own, others = dict(wizard.reeds), wizard.by_reed
    return tuple((square, reed) for square, reed in wizard.doubles if square not in own and reed in others)


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


# --- order -------------------------------------------------------------------------------------------------------


def _crossings(wizard: Wizard) -> Iterator[Message]:
    if wizard.phase not in _LEARNT:
        return
    ranks, squares = _out_of_order(wizard, wizard.reeds)
    if ranks:
        yield message("Ranks whose switches are swapped: {ranks}. The board map makes up for it.", ranks=ranks)
    if squares:
        yield message("Switches with crossed wires: {squares}. The board map makes up for it.", squares=squares)
    ranks, squares = _out_of_order(wizard, wizard.rings)
    if ranks:
        yield message("Ranks whose lights are swapped: {ranks}. The board map makes up for it.", ranks=ranks)
    if squares:
        yield message("Lights in an unexpected order: {squares}. The board map makes up for it.", squares=squares)


def _out_of_order(wizard: Wizard, wires: Pairs) -> tuple[str, str]:
    """Return the ranks that lie in a row, but elsewhere, and other squares that do not fit into the order."""
    board = wizard.wires.board
    odd = crossed(board, wires)
    there = {rank: [pair for pair in wires if board.rank(pair[0]) == rank] for rank in range(board.ranks)}
    moved = [
        rank for rank, pairs in there.items() if {square for square, _ in pairs} <= {*odd} and is_line(board, pairs)
    ]
    others = [square for square in odd if board.rank(square) not in moved]
    return ", ".join(str(rank + 1) for rank in moved), _names(wizard, others)


def _names(wizard: Wizard, squares: Iterable[Square]) -> str:
    return ", ".join(wizard.wires.board.name(square) for square in squares)
