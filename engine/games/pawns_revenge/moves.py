"""Which moves a roll allows: straight, over empty squares, never a piece that has moved this turn.

All movers of a direction are shifted at once; where they arrive tells where they came from.
"""

from operator import attrgetter

from engine.core.actions import Action
from engine.games.pawns_revenge.actions import Move
from engine.games.pawns_revenge.position import Position

_TEXT = attrgetter("text")
Front = tuple[tuple[Move | None, ...], int]
"""Moves by target square, and the targets that can be reached."""


def fronts(position: Position) -> list[Front]:
    """All moves of the active army, one front per direction and distance."""
    rules, _, armies, kinds, empty, _, _, active, roll, moved, *_ = position
    plan = rules.plans[active][roll]
    if len(moved) >= plan.pieces:
        return []
    movers = armies[active]
    for square in moved:
        movers &= ~(1 << square)
    far = movers if plan.all_stride else movers & (kinds[0] | kinds[1])
    found = []
    for shift, inside, moves in plan.lines:
        arrived = (movers & inside) << shift if shift > 0 else (movers & inside) >> -shift
        arrived &= empty
        if not arrived:
            continue
        found.append((moves[0], arrived))
        arrived &= (far & inside) << shift if shift > 0 else (far & inside) >> -shift
        for further in moves[1:]:
            arrived &= inside
            if not arrived:
                break
            arrived = (arrived << shift if shift > 0 else arrived >> -shift) & empty
            found.append((further, arrived))
    return found


def can_move(position: Position) -> bool:
    """Whether the active army has a (further) move in this turn."""
    rules, _, armies, _, empty, _, _, active, roll, moved, *_ = position
    plan = rules.plans[active][roll]
    if len(moved) >= plan.pieces:
        return False
    movers = armies[active]
    for square in moved:
        movers &= ~(1 << square)
    for shift, inside, _ in plan.lines:
        if ((movers & inside) << shift if shift > 0 else (movers & inside) >> -shift) & empty:
            return True
    return False


def list_moves(position: Position) -> list[Action]:
    """The moves, sorted by text."""
    found: list[Action] = []
    for moves, targets in fronts(position):
        while targets:
            lowest = targets & -targets
            move = moves[lowest.bit_length() - 1]
            assert move is not None
            found.append(move)
            targets ^= lowest
    found.sort(key=_TEXT)
    return found


def count_moves(position: Position) -> int:
    """How many moves there are."""
    return sum([targets.bit_count() for _, targets in fronts(position)])


def any_army_can_move(position: Position) -> bool:
    """Whether some army could move with some roll of 2 to 6 (R7)."""
    for pieces, ways in zip(position.armies, position.rules.ways, strict=True):
        for step in ways:
            if step.of(pieces) & position.empty:
                return True
    return False
