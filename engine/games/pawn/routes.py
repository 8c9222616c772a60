"""Squares that each way of acting depends on, read off the catalogue of actions.

A way of acting is possible where an anchor of its shape stands, its target squares are as they must be, and the
group stays on the board. Shifting the bitboard of suitable squares back by the offset of a target from its anchor
tells for all anchors at once.
"""

from typing import NamedTuple

from engine.games.pawn.catalogue import ACTIONS, NUMBERS, PawnAction, Way


class Route(NamedTuple):
    """One way of acting: shifting suitable squares ``left``, then ``right`` (one is 0) takes a target to its anchor."""

    left: int
    right: int
    anchors: int
    """The anchors from which this way stays on the board."""
    numbers: dict[int, int]


def _shift_back(square: int, anchor: int) -> tuple[int, int]:
    """Return the shift (left, right) that takes the bit ``square`` to the bit ``anchor``."""
    offset = square.bit_length() - anchor.bit_length()
    return max(-offset, 0), max(offset, 0)


def _sample(way: Way) -> tuple[int, PawnAction]:
    anchor, number = next(iter(NUMBERS[way].items()))
    return anchor, ACTIONS[number]


def _lead(way: Way) -> Route:
    """Return the route of a single pawn or a dual: one square is entered."""
    anchor, action = _sample(way)
    return Route(*_shift_back(action.after & ~action.before, anchor), sum(NUMBERS[way]), NUMBERS[way])


def _slide(shape: str, arrow: str) -> tuple[Route, ...]:
    """Return the routes of a threepiece in one direction, nearest first: what matters is where the leading pawn
    arrives."""
    routes = []
    for distance in range(1, 6):
        way = (shape, f"{arrow}{distance}")
        anchor, action = _sample(way)
        leading = 1 << action.after.bit_length() - 1 if arrow in "^>" else action.after & -action.after
        routes.append(Route(*_shift_back(leading, anchor), sum(NUMBERS[way]), NUMBERS[way]))
    return tuple(routes)


def _swing(way: Way) -> tuple[Route, Route]:
    """Return the routes of the two pawns that swing round when a threepiece rotates."""
    anchor, action = _sample(way)
    entered = action.after & ~action.before
    first = entered & -entered
    one, other = (
        Route(*_shift_back(square, anchor), sum(NUMBERS[way]), NUMBERS[way]) for square in (first, entered ^ first)
    )
    return one, other


class March(NamedTuple):
    """A squad's step: the shifts to its two front squares and the squares behind those, and where it may push."""

    fronts: tuple[tuple[int, int], tuple[int, int]]
    behinds: tuple[tuple[int, int], tuple[int, int]]
    anchors: int
    pushers: int
    numbers: dict[int, int]


def _march(arrow: str) -> March:
    way = ("squad", f"{arrow}1")
    numbers = NUMBERS[way]
    actions = {anchor: ACTIONS[number] for anchor, number in numbers.items()}
    pushing = {anchor: action for anchor, action in actions.items() if all(behind for _, behind in action.pushes)}
    anchor, action = next(iter(pushing.items()))
    (front, behind), (other_front, other_behind) = action.pushes
    return March(
        (_shift_back(front, anchor), _shift_back(other_front, anchor)),
        (_shift_back(behind, anchor), _shift_back(other_behind, anchor)),
        sum(numbers), sum(pushing), numbers,
    )


STEPS = tuple(tuple(_lead(("single", way)) for way in ways) for ways in (("^1", "^2", "v1"), ("v1", "v2", "^1")))
"""A single pawn's step forward, jump and step back, for each side."""
DUALS_UP = tuple(_lead(("dual|", way)) for way in ("^1", "v1"))
DUALS_ACROSS = tuple(_lead(("dual-", way)) for way in ("<1", ">1"))
"""The shifts of upright and of lying duals."""
TURNS_UP = tuple(_lead(("dual|", way)) for way in ("@0+", "@0-", "@1+", "@1-"))
TURNS_ACROSS = tuple(_lead(("dual-", way)) for way in ("@0+", "@0-", "@1+", "@1-"))
"""Their rotations."""
THREES_UP = tuple(_slide("three|", arrow) for arrow in "^v")
THREES_ACROSS = tuple(_slide("three-", arrow) for arrow in "<>")
"""The shifts of upright and of lying threepieces, for each direction."""
SWINGS_UP = tuple(_swing(("three|", way)) for way in ("@0+", "@0-", "@1+", "@2+", "@2-"))
SWINGS_ACROSS = tuple(_swing(("three-", way)) for way in ("@0+", "@0-", "@1+", "@2+", "@2-"))
"""Their rotations."""
MARCHES = tuple(_march(arrow) for arrow in "^v<>")
"""The steps of a squad."""
