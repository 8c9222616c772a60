"""The lights of the wiring wizard: frames of full colours, within the supply's current."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from daemon.workshop.wizard.rings import pixel_guess, trial_ring
from daemon.workshop.wizard.state import COLOURS, Wires, Wizard, WizardStep
from engine.core.squares import Square
from hardware.lights.power import FULL_CHANNEL_MA, limits

FIRST_RINGS: Final = 8
"""The number of rings that show the colours: if the first is broken, others are seen."""
LEVEL: Final = 120
"""The brightness of a pixel, of 255, if the supply allows it."""
WALK_S: Final = 0.15
"""The time for which the walking light stays on a square."""
PAUSE: Final = 6
"""The dark pause before the light walks again, in squares."""

Lit = Mapping[int, str]
"""The rings (number in the chain), each with its colours: ``R`` or ``RGB``."""


def pixels(wizard: Wizard, now_s: float = 0.0) -> bytes:
    """Return the frame to show at this moment.

    Until the order of the colours is known, red means the first byte of a pixel and green the second.
    """
    order = colour_order(wizard.seen)
    if wizard.phase is WizardStep.PIXELS:
        return _frame(wizard.wires, {(0, pixel_guess(wizard)): "G"}, order)
    return rings_frame(wizard.wires, _lit(wizard, now_s), order)


def _lit(wizard: Wizard, now_s: float) -> Lit:
    first = range(min(FIRST_RINGS, wizard.wires.ring_count))
    fixed: Mapping[WizardStep, Callable[[], Lit]] = {
        WizardStep.RED: lambda: dict.fromkeys(first, "R"),
        WizardStep.GREEN: lambda: dict.fromkeys(first, "G"),
        WizardStep.ORDER: lambda: {trial_ring(wizard): "G"},
        WizardStep.WALK: lambda: _walking(wizard, wizard.wires.walk, now_s),
        WizardStep.RANKS: lambda: _walking(wizard, wizard.wires.rank(wizard.number), now_s),
        WizardStep.RINGS: lambda: {wizard.queue[0]: "G"},
        WizardStep.REST: lambda: dict.fromkeys(wizard.queue, "G"),
        WizardStep.DIODES: lambda: _under(wizard, wizard.test.covered),
        WizardStep.SHINES: lambda: _under(wizard, () if wizard.square is None else (wizard.square,)),
    }
    return fixed.get(wizard.phase, dict)()


def _under(wizard: Wizard, squares: Sequence[Square]) -> Lit:
    rings = dict(wizard.rings)
    return {rings[square]: "G" for square in squares if square in rings}


def _walking(wizard: Wizard, way: Sequence[Square], now_s: float) -> Lit:
    place = int(now_s / WALK_S) % (len(way) + PAUSE)
    return _under(wizard, way[place : place + 1])


def rings_frame(wires: Wires, lit: Lit, order: str) -> bytes:
    """Return a frame with these rings lit, the rest dark.

    :param order: which colours the bytes of a pixel show (``RGB``: as it should be).
    """
    length = wires.pixels_per_ring
    return _frame(wires, {(ring * length, length): colours for ring, colours in lit.items()}, order)


def _frame(wires: Wires, lit: Mapping[tuple[int, int], str], order: str) -> bytes:
    """Return a frame with these runs of pixels (first and length) lit."""
    chain = bytearray(3 * wires.pixel_count)
    level = _level(wires, sum(len(colours) * length for (_, length), colours in lit.items()))
    for (first, length), colours in lit.items():
        pixel = bytes(level if colour in colours else 0 for colour in order)
        chain[3 * first : 3 * (first + length)] = pixel * length
    return bytes(chain)


def colour_order(seen: str) -> str:
    """Return the colours that the three bytes of a pixel show, as far as they were seen; unseen ones as they should
    be."""
    return seen + "".join(colour for colour in COLOURS.values() if colour not in seen) if len(seen) == 2 else "RGB"


def _level(wires: Wires, channels: int) -> int:
    """Return the brightness for so many lit channels."""
    within = limits(wires.supply_a, wires.branches, wires.pixel_count, wires.pixels_per_ring)
    spare_ma = min(limit.spare_ma for limit in within)  # as if all that is lit were in the weakest branch
    return min(LEVEL, int(255 * spare_ma / (max(1, channels) * FULL_CHANNEL_MA)))
