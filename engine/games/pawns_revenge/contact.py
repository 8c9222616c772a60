"""Contact: pieces of armies that are not allied, on adjacent squares. Holes do not separate them, the rogue knight
is never part of it (rules page, *A turn*; R3: contacts left from earlier turns count)."""

from engine.core.squares import Square
from engine.games.pawns_revenge.geometry import CLASH_ORDER, sorted_squares
from engine.games.pawns_revenge.position import NOBODY, Position

Engagement = tuple[Square, tuple[Square, ...]]
"""An attacker and the enemy pieces it fights, in order."""


def enemies(position: Position, army: int) -> int:
    """All pieces that this army may fight."""
    pieces = 0
    for foe in position.rules.foes[army]:
        pieces |= position.armies[foe]
    return pieces


def in_contact(position: Position, army: int) -> int:
    """The pieces of an army that are in contact."""
    return position.armies[army] & position.rules.grid.around(enemies(position, army))


def any_contact(position: Position) -> bool:
    """Whether any two enemies are in contact, whoever's turn it is."""
    return any(in_contact(position, army) for army in range(len(position.armies)))


def involved(position: Position) -> list[int]:
    """The armies of a combat, in seat order: the active one and every enemy in contact with it. Empty: no combat."""
    active = position.active
    if active == NOBODY or not in_contact(position, active):
        return []
    near = position.rules.grid.around(position.armies[active])
    foes = [foe for foe in position.rules.foes[active] if position.armies[foe] & near]
    return sorted([active, *foes])


def engagements(position: Position) -> list[Engagement]:
    """Who fights whom in the combat of the active army, battle by battle.

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
    """The ``foes`` in contact with the active piece on ``square``, in the order it fights them."""
    rules = position.rules
    ahead = rules.forward[position.active]
    reached = (rules.grid.steps[(ahead + turn) % 8].of(1 << square) & foes for turn in CLASH_ORDER)
    return tuple(Square(target.bit_length() - 1) for target in reached if target)
