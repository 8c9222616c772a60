"""The meaning of a trial's numbers: where the switch closes, the margin of a piece put down off-centre, what to change.

A piece has to be felt wherever people put it down, a fifth of a square around the middle, and to be felt no more once
it is put down as far off on the next square.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, hypot
from typing import Final

from daemon.workshop.trial.steps import MARKS, SIDE, WAYS, Slide, Trial, TrialStep
from engine.core.messages import Message, message
from engine.core.squares import Square, bits

OFF_CENTRE: Final = 0.2
"""So far from its middle, in squares, people put pieces down."""
CLOSES_WITHIN: Final = 0.65
OPENS_WITHIN: Final = 1 - OFF_CENTRE
"""From so far on, in squares, a piece must have left the switch."""
USUAL_MM: Final = 25
"""A switch that closes so far off is as it should be, for squares that are large enough."""
SHIFTED: Final = 0.1
"""By so much of a square the closing zone may lie to one side."""

Fact = tuple[Message, Message]


@dataclass(frozen=True, slots=True)
class Measured:
    """Of one way onto the middle square, in millimetres from its middle: where its switch closes, from where on it
    stays closed, and how far from its own middle the other one opens. ``None``: it did not. ``held``: so the other was
    still closed in the end."""

    way: tuple[int, int]
    closes_mm: float | None
    stays_mm: float | None
    opens_mm: float | None
    held: bool

    @property
    def is_lost(self) -> bool:
        """True if the switch closed, and opened again on the way."""
        return bool(self.closes_mm) and self.stays_mm != self.closes_mm

    @property
    def is_straight(self) -> bool:
        """True if it crosses an edge, not a corner."""
        return 0 in self.way


def measured(trial: Trial) -> tuple[Measured, ...]:
    """The measurements so far, way by way."""
    return tuple(_measured(trial, *each) for each in zip(WAYS, trial.slides, strict=False))


def _measured(trial: Trial, way: tuple[int, int], slide: Slide) -> Measured:
    mark_mm = trial.square_mm * hypot(*way) / MARKS
    closes = None if slide.closed is None else slide.closed * mark_mm
    opens = None if slide.opened is None else (MARKS - slide.opened) * mark_mm
    start = trial.board.square(1 + way[0], 1 + way[1])
    held = slide.opened is None and bool(trial.placed[trial.squares.index(start)] >> start & 1)
    return Measured(way, closes, _stays_mm(slide, mark_mm), opens, held)


def _stays_mm(slide: Slide, mark_mm: float) -> float | None:
    mark = slide.closed if slide.again is None else slide.again
    return None if slide.lost or mark is None else mark * mark_mm


# --- what is wrong -----------------------------------------------------------------------------------------------


def findings(trial: Trial) -> tuple[Message, ...]:
    """Say what does not go together, with what to change; once all is measured, that everything does."""
    if trial.step is not TrialStep.DONE:
        return ()
    found = tuple(_switches(trial)) or tuple(_zone(trial))
    return found or (message(
        "Magnet, reed and square go together: a piece is felt up to {margin} mm off-centre, and no other switch feels "
        "it. Build the rest alike.", margin=round(_margin_mm(trial)),
    ),)


def is_right(trial: Trial) -> bool:
    """True if all was measured and nothing is wrong."""
    return trial.step is TrialStep.DONE and not [*_switches(trial), *_zone(trial)]


def _switches(trial: Trial) -> Iterator[Message]:
    """Switches that do not work, whatever the magnet is."""
    if trial.stuck:
        names = _names(trial, trial.stuck)
        yield message("Closed on the empty board (stuck, or short-circuited): {squares}.", squares=names)
    crossed = _crossed(trial)
    if crossed:
        pairs = ", ".join(f"{trial.board.name(one)} → {trial.board.name(other)}" for one, other in crossed.items())
        yield message(
            "Switches with crossed wires (the piece → what closes): {squares}. Exchange them, or run the wiring wizard "
            "first.", squares=pairs,
        )
    silent = [square for square in _silent(trial) if square not in crossed]
    if len(silent) == SIDE * SIDE and not any(each.closes_mm for each in measured(trial)):
        yield message(
            "No switch feels the piece anywhere: the magnet is too weak or too far away, or the wires are wrong. Hold "
            "it right at a switch: if that one answers, bring it nearer, or take a stronger one."
        )
    elif silent and len(silent) <= SIDE and not (trial.middle in silent and _felt_beside(trial)):
        squares = sum(1 << square for square in silent)
        yield message(
            "The others feel the piece, these do not: {squares}. Look at their wires, their diodes and their reeds.",
            squares=_names(trial, squares),
        )


def _crossed(trial: Trial) -> dict[Square, Square]:
    """The squares on whose middle the piece closes the switch of one other square alone, with that square."""
    tried = zip(trial.squares, trial.placed, strict=True)
    return {square: other for square, closed in tried for other in bits(closed) if closed == 1 << other != 1 << square}


def _silent(trial: Trial) -> list[Square]:
    """The squares on whose middle the piece does not close their switch."""
    tried = zip(trial.squares, trial.placed, strict=True)
    return [square for square, closed in tried if not (closed | trial.stuck) >> square & 1]


def _felt_beside(trial: Trial) -> bool:
    return any(each.closes_mm for each in measured(trial))


def _zone(trial: Trial) -> Iterator[Message]:
    """Say what is wrong with the zone in which the switch of the middle square is closed: the first of its faults."""
    ways = {each.way: each for each in measured(trial)}
    for fault in (_hole, _too_far, _to_one_side, _too_short):
        told = fault(trial, ways)
        if told is not None:
            yield told
            return


Ways = dict[tuple[int, int], Measured]


def _hole(trial: Trial, ways: Ways) -> Message | None:
    """The field crosses a lying reed above its middle, and an upright one all around a magnet that is too near."""
    if not any(each.is_lost for each in ways.values()):
        return None
    if not trial.placed[trial.squares.index(trial.middle)] >> trial.middle & 1:
        return message(
            "{square} feels the piece beside its middle and not in it: the reed is turned, it lies across there. Stand "
            "it upright, or move its middle 11 mm towards a corner of the square.", square=_name(trial),
        )
    if all(each.is_lost for each in ways.values() if each.is_straight):
        return message(
            "{square} feels the piece in a ring around its middle, too: the magnet is too near. Put 5 mm more between "
            "them, and measure again.", square=_name(trial),
        )
    if _is_wide_enough(trial):
        return None  # lying towards a corner, it loses the piece farther off than people put it down
    return message(
        "{square} loses the piece on the way to its middle: the middle of a lying reed is there. Stand it upright, or "
        "take a larger magnet or smaller squares.", square=_name(trial),
    )


def _too_far(trial: Trial, ways: Ways) -> Message | None:
    size_mm = trial.square_mm
    straight = [each for each in ways.values() if each.is_straight]
    closes_mm = max(each.closes_mm or 0.0 for each in straight)
    opens_mm = max(size_mm if each.held else each.opens_mm or 0.0 for each in straight)
    if closes_mm < CLOSES_WITHIN * size_mm and opens_mm < OPENS_WITHIN * size_mm and not _shared(trial):
        return None
    if closes_mm <= USUAL_MM:
        least_mm = 5 * ceil(max(closes_mm / CLOSES_WITHIN, opens_mm / OPENS_WITHIN) / 5 + 0.01)
        return message(
            "A switch closes at {closes} mm, the next square begins at {edge} mm: the squares are too small for this "
            "magnet. Make them {least} mm wide, or take a smaller magnet.",
            closes=round(closes_mm), edge=round(size_mm / 2), least=least_mm,
        )
    return message(
        "A switch closes at {closes} mm, the next square begins at {edge} mm: the magnet is too strong. Take a smaller "
        "one, or reeds of more ampere-turns.", closes=round(closes_mm), edge=round(size_mm / 2),
    )


def _shared(trial: Trial) -> bool:
    """True if a piece in the middle of a square closes other switches, too."""
    return any(closed & ~(1 << square) for square, closed in zip(trial.squares, trial.placed, strict=True))


def _to_one_side(trial: Trial, ways: Ways) -> Message | None:
    files_mm, ranks_mm = (_shift_mm(ways[one], ways[other]) for one, other in (((1, 0), (-1, 0)), ((0, 1), (0, -1))))
    shift_mm = hypot(files_mm, ranks_mm)
    would_do = not _is_wide_enough(trial) and _margin_mm(trial) + shift_mm >= OFF_CENTRE * trial.square_mm
    if shift_mm <= SHIFTED * trial.square_mm and not would_do:
        return None
    sides = zip((files_mm, -files_mm, ranks_mm, -ranks_mm), _SIDES, strict=True)
    distance_mm, told = max(sides, key=lambda side: side[0])
    return replace(told, values=(("square", _name(trial)), ("distance", round(distance_mm))))


_SIDES: Final = (
    message(
        "The reed of {square} is off-centre: it feels the piece {distance} mm too far to the right. Move it by as much "
        "the other way, or straighten it."
    ),
    message(
        "The reed of {square} is off-centre: it feels the piece {distance} mm too far to the left. Move it by as much "
        "the other way, or straighten it."
    ),
    message(
        "The reed of {square} is off-centre: it feels the piece {distance} mm too far upwards. Move it by as much the "
        "other way, or straighten it."
    ),
    message(
        "The reed of {square} is off-centre: it feels the piece {distance} mm too far downwards. Move it by as much "
        "the other way, or straighten it."
    ),
)


def _shift_mm(one: Measured, other: Measured) -> float:
    return ((one.closes_mm or 0.0) - (other.closes_mm or 0.0)) / 2


def _too_short(trial: Trial, ways: Ways) -> Message | None:
    if _is_wide_enough(trial):
        return None
    return message(
        "A piece is felt only up to {margin} mm off-centre, {needed} mm are needed: the magnet is too weak or too far "
        "away. Bring it nearer, or take one of larger diameter.", margin=round(_margin_mm(trial)),
        needed=round(OFF_CENTRE * trial.square_mm),
    )


def _is_wide_enough(trial: Trial) -> bool:
    """True if a piece is felt wherever people put it down."""
    return _margin_mm(trial) >= OFF_CENTRE * trial.square_mm


def _margin_mm(trial: Trial) -> float:
    return min((each.stays_mm or 0.0 for each in measured(trial)), default=0.0)


def _names(trial: Trial, squares: int) -> str:
    return ", ".join(trial.board.name(square) for square in bits(squares))


def _name(trial: Trial) -> str:
    return trial.board.name(trial.middle)


# --- the numbers -------------------------------------------------------------------------------------------------


def facts(trial: Trial) -> tuple[Fact, ...]:
    """Return the measurements in millimetres."""
    found = measured(trial)
    ways = tuple(
        (message("From {square}", square=trial.board.name(trial.board.square(1 + each.way[0], 1 + each.way[1]))),
         _told(trial, each))
        for each in found
    )
    if trial.step is not TrialStep.DONE:
        return ways
    free_mm = min((_free_mm(trial, each) for each in found if each.is_straight), default=0.0)
    return (
        *ways,
        (message("Margin of a piece put down off-centre"), _length(_margin_mm(trial))),
        (message("From where a switch opens to where the next one closes, at least"), _length(free_mm)),
    )


def _free_mm(trial: Trial, each: Measured) -> float:
    """Return how far the piece slides with both switches open; below 0: with both closed."""
    opens_mm = trial.square_mm if each.held else each.opens_mm or 0.0
    return trial.square_mm - opens_mm - (each.closes_mm or 0.0)


def _told(trial: Trial, each: Measured) -> Message:
    closes = message("does not close") if each.closes_mm is None else message(
        "closes {length} mm from the middle", length=round(each.closes_mm)
    )
    if each.is_lost and each.stays_mm is not None:
        again_mm = round(each.stays_mm)
        closes = message("{closes}, loses the piece, and closes again at {length} mm", closes=closes, length=again_mm)
    if each.opens_mm is None:
        return message("{closes}; the other does not open", closes=closes)
    return message("{closes}; the other opens {length} mm from its own", closes=closes, length=round(each.opens_mm))


def _length(length_mm: float) -> Message:
    return message("{length} mm", length=round(length_mm))
