"""Moves that a roll allows, and the contact they lead to (rules page, *A turn*).

Pieces go straight, over empty squares, each once a turn. All movers of a direction are shifted at once; where they
arrive tells where they came from. Pieces of armies that are not allied are in contact on adjacent squares: holes do not
separate them, the rogue knight is never part of it, and contacts left from earlier turns count (R3).
"""

from operator import attrgetter

from engine.core.actions import Action
from engine.core.squares import Square
from engine.games.pawns_revenge.geometry import CLASH_ORDER, sorted_squares
from engine.games.pawns_revenge.position import NOBODY, Move, Position

# --- moves -------------------------------------------------------------------------------------------------------


_TEXT = attrgetter("text")
Front = tuple[tuple[Move | None, ...], int]
"""Moves by target square, and the targets that can be reached."""

def fronts(position: Position) -> list[Front]:
    """Return all moves of the active army, one front per direction and distance."""
    rules, _, armies, kinds, empty, _, _, active, roll, moved, *_ = position
    plan = rules.plans[active][roll]
    if len(moved) >= plan.pieces:
        return []
    movers = armies[active]
    for square in moved:
        movers &= ~(1 << square)
    # Kings and queens may go two squares whatever the stride.
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
    """True if the active army has a (further) move in this turn."""
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
    """List the moves, sorted by text."""
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
    """Count the moves."""
    return sum([targets.bit_count() for _, targets in fronts(position)])


def any_army_can_move(position: Position) -> bool:
    """True if some army could move with some roll of 2 to 6 (R7)."""
    for pieces, ways in zip(position.armies, position.rules.ways, strict=True):
        for step in ways:
            if step.of(pieces) & position.empty:
                return True
    return False


# --- contact -----------------------------------------------------------------------------------------------------


Engagement = tuple[Square, tuple[Square, ...]]
"""An attacker and the enemy pieces it fights, in order."""


def enemies(position: Position, army: int) -> int:
    """Return all pieces that this army may fight."""
    pieces = 0
    for foe in position.rules.foes[army]:
        pieces |= position.armies[foe]
    return pieces


def in_contact(position: Position, army: int) -> int:
    """Return the pieces of an army that are in contact."""
    return position.armies[army] & position.rules.grid.around(enemies(position, army))


def any_contact(position: Position) -> bool:
    """True if any two enemies are in contact, whoever's turn it is."""
    return any(in_contact(position, army) for army in range(len(position.armies)))


def involved(position: Position) -> list[int]:
    """Return the armies of a combat, in seat order: the active one and every enemy in contact with it. Empty: no
    combat."""
    active = position.active
    if active == NOBODY or not in_contact(position, active):
        return []
    near = position.rules.grid.around(position.armies[active])
    foes = [foe for foe in position.rules.foes[active] if position.armies[foe] & near]
    return sorted([active, *foes])


def engagements(position: Position) -> list[Engagement]:
    """List who fights whom in the combat of the active army, battle by battle.

    First the attackers that moved, in the order they moved, then the others by sorted square. Nobody is engaged twice,
    even if its attacker falls before they clash (R4); therefore the pairs do not depend on the dice.
    """
    foes = enemies(position, position.active)
    attackers = in_contact(position, position.active)
    found = []
    for square in _in_order(position.moved, attackers):
        engaged = _opponents(position, square, foes)
        for opponent in engaged:
            foes ^= 1 << opponent
        if engaged:
            found.append((square, engaged))
    return found


def _in_order(moved: tuple[Square, ...], attackers: int) -> list[Square]:
    first = [square for square in moved if attackers >> square & 1]
    return first + [square for square in sorted_squares(attackers) if square not in first]


def _opponents(position: Position, square: Square, foes: int) -> tuple[Square, ...]:
    """Return the ``foes`` in contact with the active piece on ``square``, in the order it fights them."""
    rules = position.rules
    ahead = rules.forward[position.active]
    reached = (rules.grid.steps[(ahead + turn) % 8].of(1 << square) & foes for turn in CLASH_ORDER)
    return tuple(Square(target.bit_length() - 1) for target in reached if target)
