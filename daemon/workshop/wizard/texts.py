"""The texts of the wiring wizard: its sentence at each step, and the answers it offers, with their labels."""

from collections.abc import Callable, Mapping
from typing import Final

from daemon.workshop.checks.diode_tests import diode_tests
from daemon.workshop.wizard.reach import reach_square
from daemon.workshop.wizard.reeds import doubt, gap_square
from daemon.workshop.wizard.rings import nameable
from daemon.workshop.wizard.state import (
    AGAIN,
    DARK,
    EMPTY,
    END,
    MORE,
    NO,
    NONE,
    NOTHING,
    ONE,
    PART,
    THERE,
    WHOLE,
    YES,
    Wizard,
    WizardStep,
)
from daemon.workshop.wizard.steps import suspicious
from engine.core.messages import Message, counted, message
from engine.core.squares import Square

Choices = tuple[tuple[str, Message], ...]
Words = tuple[Message, Choices]

_COLOUR_CHOICES: Final = (
    ("red", message("Red")), ("green", message("Green")), ("blue", message("Blue")), (NONE, message("Nothing is lit")),
)
_CLEARED: Final = (EMPTY, message("The board is empty"))
_NOTHING_CHOICE: Final = (NOTHING, message("The piece is there, and nothing happens"))


def _resume(wizard: Wizard) -> Words:
    kept = wizard.kept
    again = (AGAIN, message("Learn everything again"))
    assert kept is not None, "something is offered again"
    if kept.phase is WizardStep.WHICH:
        return message("The wiring of this board has been learnt. What should be learnt again?"), (
            (YES, message("One square")), again,
        )
    sentence = message(
        "This was left unfinished. Switches learnt: {switches}; lights: {lights}. Go on from there?",
        switches=len(kept.reeds), lights=len(kept.rings),
    )
    return sentence, ((YES, message("Go on from there")), again)


# --- colours and pixels ------------------------------------------------------------------------------------------


def _pixels(wizard: Wizard) -> Words:
    return message("Look at the first ring of the chain, and beside it. What is lit?"), (
        (WHOLE, message("Exactly one whole ring")),
        (PART, message("One ring, but not all of it")),
        (MORE, message("More than one ring")),
        (NONE, message("Nothing is lit")),
    )


def _wrong_pixels(wizard: Wizard) -> Words:
    sentence = message(
        "Write pixels = {seen} under [rings] in config.toml, start Pawnlight again and come back: it goes on here.",
        seen=wizard.counted or 0,
    )
    return sentence, ((NO, message("Learn the switches first, without lights")),)


# --- switches ----------------------------------------------------------------------------------------------------


def _sweep(wizard: Wizard) -> Words:
    squares = wizard.wires.rank(wizard.ranks[0])
    names = {"first": _name(wizard, squares[0]), "last": _name(wizard, squares[-1])}
    sentence = message("Put a piece on {first} and slide it slowly along the rank to {last}.", **names)
    return sentence, (
        (END, message("It is on {last}, and nothing more happens", last=names["last"])),
        (AGAIN, message("Slide it along this rank again")),
    )


def _silent(wizard: Wizard) -> Words:
    return message("No switch answers. Measure this, in this order:"), (
        (YES, message("Try again")), (NO, message("Learn the lights without switches")),
    )


def _gap(wizard: Wizard) -> Words:
    again = (AGAIN, message("Slide it along this rank again"))
    return _put(wizard, gap_square(wizard)), (_NOTHING_CHOICE, again)


def _reach(wizard: Wizard) -> Words:
    square = reach_square(wizard)
    if square is None:
        return message("Several switches close at once. To find out why, take all pieces off the board."), (_CLEARED,)
    return _put(wizard, square), ((THERE, message("The piece is there, and no other is on the board")),)


def _together(wizard: Wizard) -> Words:
    return message("A piece closes several switches at once. Mend this first:"), (
        (YES, message("Try again")), (NO, message("Learn the lights without switches")),
    )


def _put(wizard: Wizard, square: Square) -> Message:
    return message("Put the piece on {square}.", square=_name(wizard, square))


# --- lights ------------------------------------------------------------------------------------------------------


def _rings(wizard: Wizard) -> Words:
    names = tuple(
        (_name(wizard, square), message("{square} is lit", square=_name(wizard, square)))
        for square in nameable(wizard)
    )
    sentence = message("Put the piece on the square that is lit.")
    if names:
        sentence = message("Put the piece on the square that is lit. If its switch does not answer, name it.")
    return sentence, ((DARK, message("No square is lit")), *names)


def _walk(wizard: Wizard) -> Words:
    squares = wizard.wires.rank(0)
    sentence = message(
        "A light walks from {first} to {last}, then in the same way along the next rank, and so on over the board. "
        "Does it?",
        first=_name(wizard, squares[0]), last=_name(wizard, squares[-1]),
    )
    return sentence, (
        (YES, message("Yes, over all squares")), (NO, message("It jumps, or a square stays dark")),
    )


def _ranks(wizard: Wizard) -> Words:
    squares, rings = wizard.wires.rank(wizard.number), dict(wizard.rings)
    names = {"first": _name(wizard, squares[0]), "last": _name(wizard, squares[-1])}
    here = [square for square in squares if square in rings]
    dark = [square for square in here if wizard.dark >> rings[square] & 1]
    choices = [(_name(wizard, square), _dark_or_not(wizard, square, square in dark)) for square in here]
    good = message("The others are right") if dark else message("Yes")
    return message(
        "The light walks along one rank, from {first} to {last}. Does it? Name squares that stay dark.", **names
    ), (
        (YES, good), (NO, message("No, it goes another way")), (DARK, message("The whole rank is dark")), *choices,
    )


def _dark_or_not(wizard: Wizard, square: Square, dark: bool) -> Message:
    name = _name(wizard, square)
    return message("{square} is lit after all", square=name) if dark else message("{square} is dark", square=name)


# --- diodes ------------------------------------------------------------------------------------------------------


def _ask(wizard: Wizard) -> Words:
    tests = len(diode_tests(wizard.wires.columns, wizard.reeds))
    sentence = counted(
        "The diodes can be tested with three pieces, put down once. Test them now?",
        "The diodes can be tested with three pieces, moved {count} times. Test them now?", tests,
    )
    return sentence, ((YES, message("Yes")), (NO, message("No")))


def _diodes(wizard: Wizard) -> Words:
    test, empty = wizard.test, _name(wizard, wizard.test.empty)
    stop = (NO, message("Leave the rest untested"))
    one, two, three = (_name(wizard, square) for square in test.covered)
    places = {"one": one, "two": two, "three": three, "empty": empty}
    if suspicious(wizard):
        said = message(
            "Put the three pieces on {one}, {two} and {three}. {empty} looks covered: if a piece stands there, take it "
            "away.",
            **places,
        )
        return said, ((EMPTY, message("{square} is empty", square=empty)), stop)
    return message("Put the three pieces on {one}, {two} and {three}. {empty} stays empty.", **places), (stop,)


# --- the end, and one square anew --------------------------------------------------------------------------------


def _which(wizard: Wizard) -> Words:
    return message("Name the square to be learnt again."), tuple(
        (_name(wizard, square), message("{square}", square=_name(wizard, square))) for square in wizard.wires.walk
    )


def _shines(wizard: Wizard) -> Words:
    sentence = message("Is {square} lit, and no other square?", square=_name(wizard, anew(wizard)))
    return sentence, ((YES, message("Yes")), (NO, message("No")))


def anew(wizard: Wizard) -> Square:
    """Return the square for the piece in :attr:`WizardStep.SQUARE`."""
    assert wizard.square is not None, "a square is learnt anew"
    return wizard.square


def _name(wizard: Wizard, square: int) -> str:
    return wizard.wires.board.names[square]


WORDS: Final[Mapping[WizardStep, Callable[[Wizard], Words]]] = {
    WizardStep.RESUME: _resume,
    WizardStep.RED: lambda wizard: (
        message("The first rings of the chain are lit. In which colour?"), _COLOUR_CHOICES),
    WizardStep.GREEN: lambda wizard: (message("And now: in which colour?"), _COLOUR_CHOICES),
    WizardStep.PIXELS: _pixels,
    WizardStep.WRONG_PIXELS: _wrong_pixels,
    WizardStep.EMPTY: lambda wizard: (message("Take all pieces off the board."), (_CLEARED,)),
    WizardStep.SWEEP: _sweep,
    WizardStep.PROBE: lambda wizard: (_put(wizard, wizard.wires.probes[wizard.number]), (_NOTHING_CHOICE,)),
    WizardStep.SILENT: _silent,
    WizardStep.GAP: _gap,
    WizardStep.DOUBT: lambda wizard: (_put(wizard, doubt(wizard)), (_NOTHING_CHOICE,)),
    WizardStep.REACH: _reach,
    WizardStep.TOGETHER: _together,
    WizardStep.CLEAR: lambda wizard: (message("Take the piece off the board."), (_CLEARED,)),
    WizardStep.ORDER: _rings,
    WizardStep.WALK: _walk,
    WizardStep.RANKS: _ranks,
    WizardStep.RINGS: _rings,
    WizardStep.REST: lambda wizard: (
        message("All remaining lights are switched on. Is any of them lit?"),
        ((YES, message("Yes")), (NO, message("No")))),
    WizardStep.ASK_DIODES: _ask,
    WizardStep.DIODES: _diodes,
    WizardStep.DONE: lambda wizard: (
        message("That is all. Keep this wiring?"), ((ONE, message("Learn one square again")),)),
    WizardStep.WHICH: _which,
    WizardStep.SQUARE: lambda wizard: (_put(wizard, anew(wizard)), (_NOTHING_CHOICE,)),
    WizardStep.SHINES: _shines,
}
