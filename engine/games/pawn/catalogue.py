"""Every action that Pawn can ever have, made once.

Actions are found for all pawns at once (``moves.py``): a *way* of acting, such as "vertical dual, one up", and a
bitboard of anchors. The *anchor* of a group is its lowest square in sorted order. ``NUMBERS`` leads from way and
anchor to the number of the action, numbers being given in the order of the texts.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.actions import Action
from engine.core.squares import Board, bitboard

BOARD = Board(8, 8)
ALL = BOARD.all

Vector = tuple[int, int]
"""Files and ranks."""
UP, DOWN, LEFT, RIGHT = (0, 1), (0, -1), (-1, 0), (1, 0)
ARROWS: dict[str, Vector] = {"^": UP, "v": DOWN, "<": LEFT, ">": RIGHT}

SINGLE: tuple[Vector, ...] = ((0, 0),)
DUAL_UP: tuple[Vector, ...] = ((0, 0), (0, 1))
DUAL_ACROSS: tuple[Vector, ...] = ((0, 0), (1, 0))
THREE_UP: tuple[Vector, ...] = ((0, 0), (0, 1), (0, 2))
THREE_ACROSS: tuple[Vector, ...] = ((0, 0), (1, 0), (2, 0))
SQUAD: tuple[Vector, ...] = ((0, 0), (0, 1), (1, 0), (1, 1))
SHAPES = {
    "single": SINGLE, "dual|": DUAL_UP, "dual-": DUAL_ACROSS, "three|": THREE_UP, "three-": THREE_ACROSS,
    "squad": SQUAD,
}


@dataclass(frozen=True, slots=True)
class PawnAction(Action):
    """Pawns leave the squares ``before`` for the squares ``after`` (bitboards), capturing what stands there.

    ``pushes``: for a squad, each square it moves onto, and the one behind it that a pawn there is pushed to (a
    bitboard, 0 off the board).
    """

    before: int
    after: int
    pushes: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class End(Action):
    """The turn ends without a further strike."""

END = End("end")
Way = tuple[str, str]
"""A shape of :data:`SHAPES` and what it does: an arrow and a distance, or a pivot and a direction of rotation."""


def _squares(anchor: Vector, shape: tuple[Vector, ...]) -> int | None:
    """Return the bitboard of a shape at a place, ``None`` if it juts out."""
    places = [(anchor[0] + file, anchor[1] + rank) for file, rank in shape]
    if not all(BOARD.holds(*place) for place in places):
        return None
    return bitboard(BOARD.square(*place) for place in places)


def _turned(shape: tuple[Vector, ...], pivot: Vector, sense: str) -> tuple[Vector, ...]:
    """Return the shape after a quarter turn, clockwise for ``+``."""
    sign = 1 if sense == "+" else -1
    return tuple(
        (pivot[0] + sign * (rank - pivot[1]), pivot[1] - sign * (file - pivot[0])) for file, rank in shape
    )


def _shifted(shape: tuple[Vector, ...], by: Vector, distance: int) -> tuple[Vector, ...]:
    return tuple((file + by[0] * distance, rank + by[1] * distance) for file, rank in shape)


def _rotations(shape: tuple[Vector, ...]) -> Iterator[tuple[str, tuple[Vector, ...], Vector]]:
    """Yield name, resulting shape and pivot of every rotation; about a middle pawn both directions are one (``+``)."""
    for number, pivot in enumerate(shape):
        middle = 0 < number < len(shape) - 1
        for sense in "+" if middle else "+-":
            yield f"@{number}{sense}", _turned(shape, pivot, sense), pivot


def _pushes(anchor: Vector, arrow: str) -> tuple[tuple[int, int], ...]:
    by = ARROWS[arrow]
    before, after = _squares(anchor, SQUAD), _squares(anchor, _shifted(SQUAD, by, 1))
    assert before is not None and after is not None
    fronts = [(anchor[0] + file, anchor[1] + rank) for file, rank in _shifted(SQUAD, by, 1)]
    pairs = ((_squares(front, SINGLE), _squares(front, (by,))) for front in fronts)
    return tuple((front, behind or 0) for front, behind in pairs if front is not None and not front & before)


def _singles(anchor: Vector, name: str) -> Iterator[tuple[Way, PawnAction]]:
    for way, by in (("^1", UP), ("^2", (0, 2)), ("v1", DOWN), ("v2", (0, -2))):
        target, origin = _squares(anchor, (by,)), _squares(anchor, SINGLE)
        if target is not None and origin is not None:
            text = name + BOARD.names[target.bit_length() - 1]
            yield ("single", way), PawnAction(text, origin, target)


def _shifts(anchor: Vector, shape_name: str, name: str) -> Iterator[tuple[Way, PawnAction]]:
    shape = SHAPES[shape_name]
    before = _squares(anchor, shape)
    assert before is not None
    for arrow, by in ARROWS.items():
        if shape is not SQUAD and (by in (UP, DOWN)) != shape_name.endswith("|"):
            continue
        for distance in range(1, 6 if len(shape) == 3 else 2):
            after = _squares(anchor, _shifted(shape, by, distance))
            if after is not None:
                pushes = _pushes(anchor, arrow) if shape is SQUAD else ()
                way = f"{arrow}{distance}"
                yield (shape_name, way), PawnAction(name + way, before, after, pushes)


def _turns(anchor: Vector, shape_name: str, name: str) -> Iterator[tuple[Way, PawnAction]]:
    shape = SHAPES[shape_name]
    before = _squares(anchor, shape)
    assert before is not None
    for way, turned, pivot in _rotations(shape):
        after = _squares(anchor, turned)
        if after is not None:
            at = BOARD.names[BOARD.square(anchor[0] + pivot[0], anchor[1] + pivot[1])]
            yield (shape_name, way), PawnAction(f"{name}@{at}{way[-1]}", before, after)


def _everything() -> Iterator[tuple[Way, int, PawnAction]]:
    """Make every action with its way and the number of its anchor's square."""
    for square in range(BOARD.size):
        anchor = divmod(square, BOARD.ranks)
        for shape_name, shape in SHAPES.items():
            pawns = _squares(anchor, shape)
            if pawns is None:
                continue
            name = "".join(BOARD.sorted_names(pawns))
            if shape is SINGLE:
                made = [*_singles(anchor, name)]
            else:
                made = [*_shifts(anchor, shape_name, name)]
                made += _turns(anchor, shape_name, name) if shape is not SQUAD else ()
            for way, action in made:
                yield way, square, action


def _number() -> tuple[tuple[PawnAction, ...], dict[Way, dict[int, int]]]:
    everything = sorted(_everything(), key=lambda entry: entry[2].text)
    numbers: dict[Way, dict[int, int]] = {}
    for number, (way, square, _) in enumerate(everything):
        numbers.setdefault(way, {})[1 << square] = number
    return tuple(action for _, _, action in everything), numbers


ACTIONS, NUMBERS = _number()
"""All actions but ``end``, sorted by text; and the number of each by way and anchor (as a bitboard of one square)."""
