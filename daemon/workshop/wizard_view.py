"""What the wiring wizard says, offers and lights."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from daemon.workshop.diode_tests import diode_tests
from daemon.workshop.wizard import suspicious
from daemon.workshop.wizard_state import (
    BACK,
    COLOURS,
    DARK,
    EMPTY,
    NO,
    NONE,
    NOTHING,
    STOP,
    YES,
    Wires,
    Wizard,
    WizardStep,
)
from engine.messages import Message, counted, message
from hardware.ring_frames import FULL_CHANNEL_MA, IDLE_PIXEL_MA

FIRST_RINGS: Final = 8
"""How many rings show the colours: if the first is broken, others are seen."""
LEVEL: Final = 120
"""How bright a pixel is, of 255, if the supply allows that."""


@dataclass(frozen=True, slots=True)
class View:
    """What to show: the sentence, what did not fit (``hint``), the answers offered with their labels, the rings lit
    (number in the chain → ``R``, ``G`` or ``B``), and how much is done."""

    sentence: Message
    hint: Message | None
    choices: tuple[tuple[str, Message], ...]
    lit: Mapping[int, str]
    done: int
    of: int


_COLOUR_CHOICES: Final = (
    ("red", message("Red")), ("green", message("Green")), ("blue", message("Blue")), (NONE, message("Nothing is lit")),
)
_BACK_CHOICE: Final = (BACK, message("Back"))
_STOP_CHOICE: Final = (STOP, message("Stop here"))


def view(wizard: Wizard) -> View:
    """What to show at this moment."""
    sentence, choices, lit = _VIEWS[wizard.phase](wizard)
    if wizard.before is not None:
        choices = (*choices, _BACK_CHOICE)
    if wizard.reeds and wizard.phase in (WizardStep.REEDS, WizardStep.CLEAR, WizardStep.RINGS):
        choices = (*choices, _STOP_CHOICE)
    done, of = _progress(wizard)
    return View(sentence, wizard.hint, choices, lit, done, of)


Part = tuple[Message, tuple[tuple[str, Message], ...], Mapping[int, str]]


def _red(wizard: Wizard) -> Part:
    rings = range(min(FIRST_RINGS, wizard.wires.ring_count))
    return message("The first rings of the chain are lit. In which colour?"), _COLOUR_CHOICES, dict.fromkeys(rings, "R")


def _green(wizard: Wizard) -> Part:
    rings = range(min(FIRST_RINGS, wizard.wires.ring_count))
    return message("And now: in which colour?"), _COLOUR_CHOICES, dict.fromkeys(rings, "G")


def _empty(wizard: Wizard) -> Part:
    return message("Take all pieces off the board."), ((EMPTY, message("The board is empty")),), {}


def _reeds(wizard: Wizard) -> Part:
    sentence = message("Put the piece on {square}.", square=wizard.wires.board.name(wizard.square))
    return sentence, ((NOTHING, message("The piece is there, and nothing happens")),), {}


def _clear(wizard: Wizard) -> Part:
    return message("Take the piece off the board."), ((EMPTY, message("The board is empty")),), {}


def _rings(wizard: Wizard) -> Part:
    names = tuple((wizard.wires.board.name(square), _lit_square(wizard, square)) for square in wizard.unreachable)
    choices = ((DARK, message("No square is lit")), *names)
    return message("Put the piece on the square that is lit."), choices, {wizard.number: "G"}


def _lit_square(wizard: Wizard, square: int) -> Message:
    return message("{square} is lit", square=wizard.wires.board.names[square])


def _ask(wizard: Wizard) -> Part:
    tests = len(diode_tests(wizard.wires.columns, wizard.reeds))
    sentence = counted(
        "The diodes can be tested with three pieces, put down once. Test them now?",
        "The diodes can be tested with three pieces, moved {count} times. Test them now?", tests,
    )
    return sentence, ((YES, message("Yes")), (NO, message("No"))), {}


def _diodes(wizard: Wizard) -> Part:
    test, board, rings = wizard.test, wizard.wires.board, dict(wizard.rings)
    lit = {rings[square]: "G" for square in test.covered if square in rings}
    stop = (NO, message("Leave the rest untested"))
    one, two, three = (board.name(square) for square in test.covered)
    places = {"one": one, "two": two, "three": three, "empty": board.name(test.empty)}
    if suspicious(wizard):
        said = message(
            "Put the three pieces on {one}, {two} and {three}. {empty} looks covered: if a piece stands there, take it "
            "away.",
            **places,
        )
        return said, ((EMPTY, message("{square} is empty", square=board.name(test.empty))), stop), lit
    return message("Put the three pieces on {one}, {two} and {three}. {empty} stays empty.", **places), (stop,), lit


def _done(wizard: Wizard) -> Part:
    return message("That is all. Keep what was learnt?"), (), {}


_VIEWS: Final[Mapping[WizardStep, Callable[[Wizard], Part]]] = {
    WizardStep.RED: _red,
    WizardStep.GREEN: _green,
    WizardStep.EMPTY: _empty,
    WizardStep.REEDS: _reeds,
    WizardStep.CLEAR: _clear,
    WizardStep.RINGS: _rings,
    WizardStep.ASK_DIODES: _ask,
    WizardStep.DIODES: _diodes,
    WizardStep.DONE: _done,
}


def _progress(wizard: Wizard) -> tuple[int, int]:
    """Steps done, and steps there are, of the phase."""
    of = {
        WizardStep.REEDS: len(wizard.wires.walk),
        WizardStep.RINGS: wizard.wires.ring_count,
        WizardStep.DIODES: len(diode_tests(wizard.wires.columns, wizard.reeds)) if wizard.wires.columns else 0,
    }.get(wizard.phase, 0)
    return (wizard.number if of else 0), of


# --- light -------------------------------------------------------------------------------------------------------


def pixels(wizard: Wizard) -> bytes:
    """The frame to show: full rings of one colour, within what the supply gives.

    Until the order of the colours is known, red means the first byte of a pixel and green the second.
    """
    return rings_frame(wizard.wires, view(wizard).lit, colour_order(wizard.seen))


def rings_frame(wires: Wires, lit: Mapping[int, str], order: str) -> bytes:
    """A frame with these rings (number in the chain → colours, as ``R`` or ``RGB``) lit, the rest dark.

    :param order: which colours the bytes of a pixel show (``RGB``: as it should be).
    """
    length = wires.pixels_per_ring
    chain = bytearray(3 * wires.pixel_count)
    level = _level(wires, sum(len(colours) for colours in lit.values()) * length)
    for ring, colours in lit.items():
        pixel = bytes(level if colour in colours else 0 for colour in order)
        chain[3 * ring * length : 3 * (ring + 1) * length] = pixel * length
    return bytes(chain)


def colour_order(seen: str) -> str:
    """The colours that the three bytes of a pixel show, as far as they were seen; unseen ones as they should be."""
    return seen + "".join(colour for colour in COLOURS.values() if colour not in seen) if len(seen) == 2 else "RGB"


def _level(wires: Wires, channels: int) -> int:
    """How bright that many channels may be."""
    spare_ma = max(0.0, wires.supply_a * 1000 - wires.pixel_count * IDLE_PIXEL_MA)
    return min(LEVEL, int(255 * spare_ma / (max(1, channels) * FULL_CHANNEL_MA)))
